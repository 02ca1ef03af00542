#!/bin/sh
# Gives a folder with those libraries of the compiler's own that become part of a release, for the linker to find first.
# Of the names that the loader binds at each start of a program that leaves them outside nearly a third are C++'s.
set -e
folder="$(cd "$(dirname "$0")/.." && pwd)/.build/linked-in"
mkdir -p "$folder"
for name in libstdc++.a libgcc_eh.a; do
  # What is not there is only named, without a folder; then the program is linked with the shared library.
  path="$(clang -print-file-name="$name")"
  if [ -e "$path" ]; then ln -sf "$path" "$folder/"; fi
done
echo "$folder"
