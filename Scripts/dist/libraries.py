"""The shared libraries of a distribution: their files, their packages, and replacements for some of them."""

import os
import re
import subprocess

FOLDERS = ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/usr/lib"]

# Opened at run time, so they are not in the list of linked libraries.
OPENED = ["librsvg-2.so.2", "libwebp.so.7", "libzint.so.2.11", "liblcms2.so.2"]

# Libraries that others link but cardshot never calls: screens (cairo), mounted disks and file labels (GIO). Empty
# libraries with the same function names replace them, so that about twenty files are neither shipped nor loaded.
# Calling one of these functions would end the program at once.
EMPTY = {
    "libX11.so.6", "libXext.so.6", "libXrender.so.1", "libxcb.so.1", "libxcb-render.so.0", "libxcb-shm.so.0",
    "libmount.so.1", "libselinux.so.1",
}

# The loader, which is not searched for by its name.
LOADER = "ld-linux-x86-64.so.2"

# ICU's tables for the encodings of SVG pictures; its words and calendars for all languages are nine tenths of its data.
ICU_DATA = "libicudata.so.72"


def run(*words, **options):
    """The standard output of a program, which must succeed."""
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def find(name):
    for folder in FOLDERS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    # The compiler's own libraries are in a folder with its version.
    path = run("gcc", f"-print-file-name={name}").strip()
    if os.path.exists(path):
        return os.path.realpath(path)
    raise SystemExit(f"dist: there is no {name}; `make packages` installs what is missing")


def needed(path):
    """The names of the libraries that a file is linked with."""
    return re.findall(r"^\s+NEEDED\s+(\S+)", run("objdump", "-p", path), re.M)


def undefined(path):
    """The names that a file imports, each with its version or an empty text."""
    words = [line.split()[-1] for line in run("nm", "-D", "-u", path).splitlines()]
    return {word.partition("@")[0]: word.partition("@")[2] for word in words}


def defined(path):
    """The names that a file exports: the size of data, 0 for functions."""
    found = {}
    for line in run("nm", "-D", "-S", "--defined-only", path).splitlines():
        words = line.split()
        if len(words) == 4:
            found[words[3].split("@")[0]] = int(words[1], 16) if words[2] in "BDRbdr" else 0
    return found


def closure(program):
    """All libraries that the program needs directly or indirectly, by name, with their paths."""
    found, waiting = {}, needed(program) + OPENED
    while waiting:
        name = waiting.pop()
        if name in found or name in EMPTY or name == LOADER:
            continue
        found[name] = find(name)
        waiting += needed(found[name])
    return found


def make_empty(askers, folder, compiler):
    """Writes one library with all names that `askers` import from those of EMPTY, under each of their file names.

    The loader detects that the file names are one file, and maps it once.
    """
    lines, versions, seen = [], {}, set()
    for name in sorted(EMPTY):
        real = defined(find(name))
        for path in askers:
            if name not in needed(path):
                continue
            for word, version in undefined(path).items():
                if word in real and word not in seen:
                    seen.add(word)
                    size = real[word]
                    lines.append(f"char {word}[{size}];" if size else f"void {word}(void) {{ __builtin_trap(); }}")
                    versions.setdefault(version, []).append(word)
    script = os.path.join(folder, "versions.map")
    with open(script, "w") as file:
        for version, words in sorted(versions.items()):
            if version:
                file.write(f"{version} {{ global: {'; '.join(sorted(words))}; }};\n")
    compile_library(compiler, "\n".join(sorted(lines)), os.path.join(folder, "empty.so"), "empty.so",
                    [f"-Wl,--version-script={script}"])
    os.remove(script)
    for name in EMPTY:
        os.symlink("empty.so", os.path.join(folder, name))


def compile_library(compiler, source, path, name, options=()):
    subprocess.run(
        [compiler, "-x", "c", "-", "-O1", "-w", "-shared", "-fPIC", "-ffreestanding", "-nostdlib", "-o", path,
         f"-Wl,-soname,{name}", "-Wl,--build-id=none", "-Wl,--hash-style=gnu", "-Wl,-s", *options],
        input=source, text=True, check=True)


def make_icu_data(folder, compiler):
    """Writes ICU's data with only its tables of encodings."""
    whole, part = os.path.join(folder, "whole.dat"), os.path.join(folder, "part.dat")
    run("objcopy", "-O", "binary", "--only-section=.rodata", find(ICU_DATA), whole)
    # The package's name is part of its entries, and icupkg takes it from the name of the file.
    named = os.path.join(folder, "icudt72l.dat")
    os.rename(whole, named)
    entries = run("icupkg", "-l", named).split("\n")
    dropped = os.path.join(folder, "dropped.txt")
    with open(dropped, "w") as file:
        file.write("\n".join(e for e in entries if e and not e.endswith(".cnv") and e != "cnvalias.icu"))
    run("icupkg", "-r", dropped, named, part)
    source = (
        '__asm__(".section .rodata, \\"a\\", @progbits\\n.balign 16\\n.globl icudt72_dat\\n'
        f'.type icudt72_dat, @object\\nicudt72_dat: .incbin \\"{part}\\"\\n.size icudt72_dat, . - icudt72_dat");')
    compile_library(compiler, source, os.path.join(folder, ICU_DATA), ICU_DATA)
    for path in (named, part, dropped):
        os.remove(path)


def package(path):
    """The Debian package that contains a file, with its version: (name, version, source)."""
    real = os.path.realpath(path)
    for candidate in (real, real.removeprefix("/usr"), "/usr" + real):
        answer = subprocess.run(["dpkg", "-S", candidate], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if answer.returncode == 0:
            name = answer.stdout.split(":")[0]
            text = run("dpkg-query", "-W", "-f", "${Version}\t${source:Package}", f"{name}:amd64" if name != "x" else name)
            version, source = text.split("\t")
            return name, version, source
    raise SystemExit(f"dist: {path} belongs to no package")
