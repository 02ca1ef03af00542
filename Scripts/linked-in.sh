#!/bin/sh
# Fills a folder with the compiler's own libraries that become part of a release; the linker searches it first.
# Nearly a third of the names that the loader binds at each start of a dynamically linked program belong to the C++
# library.
set -e
folder="$(cd "$(dirname "$0")/.." && pwd)/.build/linked-in"
mkdir -p "$folder"
for name in libstdc++.a libgcc_eh.a; do
  # A missing library is printed by name only, without a folder; then the program is linked with the shared library.
  path="$(clang -print-file-name="$name")"
  if [ -e "$path" ]; then ln -sf "$path" "$folder/"; fi
done
echo "$folder"
