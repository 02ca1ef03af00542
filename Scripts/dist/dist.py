#!/usr/bin/env python3
"""Makes the distribution: a folder that runs on any Linux for x86-64, and the packages made from it.

The folder contains all it needs: the program, its shared libraries, the C library and its loader, fonts. It may be
anywhere. The same commit on the same system gives the same bytes.
"""

import argparse
import itertools
import json
import os
import re
import shutil
import struct
import subprocess
import sys

import libraries
import manual
import packages
import sbom

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Small libraries that only the program uses are linked statically: each file less saves a tenth of a millisecond. So is
# the C++ library: of 7,600 names that the loader bound at every start 3,300 belonged to it. The compiler's library
# queries the features of the processor at every start, which is slow on a virtual machine.
LINKED_IN = ["cmark", "deflate", "turbojpeg", "gif", "webp", "webpmux", "sqlite3", "stdc++", "gcc_eh"]

# Libraries with most of the names that the loader looks up.
SEARCHED_FIRST = ["libgio-2.0.so.0", "libgobject-2.0.so.0", "libglib-2.0.so.0", "libc.so.6"]

# Libraries whose version is only in their file name, which is different here.
UNVERSIONED = ["libturbojpeg", "libisal"]


def list_versions(link):
    """Compiles the list of versions that the program cannot find out itself; returns the path of the object file."""
    lines = ""
    for name in UNVERSIONED:
        real = os.path.basename(os.path.realpath(libraries.find(name + ".so")))
        lines += f"{name} {real.split('.so.')[1]}\\n"
    source = f'__attribute__((used, visibility("default"))) const char cardshot_versions[] = "{lines}";'
    return compile_object(source, os.path.join(link, "versions.o"))


def give_arguments(link):
    """Compiles the functions that give Swift's runtime the program's arguments; returns the path of the object file.

    The C library passes them to the first function that runs. Swift's own version of these two functions searches the
    list of all mappings (/proc/self/maps), which takes a fifth of a start.
    """
    source = """
        static char **given;
        static int number;
        void _swift_stdlib_overrideUnsafeArgvArgc(char **words, int count) { given = words; number = count; }
        char **_swift_stdlib_getUnsafeArgvArgc(int *count) { *count = number; return given; }
        __attribute__((constructor)) static void take(int count, char **words) { given = words; number = count; }
        """
    return compile_object(source, os.path.join(link, "arguments.o"), "-fPIE")


def compile_object(source, path, *options):
    subprocess.run(["clang", "-x", "c", "-", "-c", "-O2", *options, "-o", path], input=source, text=True, check=True)
    return path


def build(scratch, jobs):
    """Builds the ordinary release, whose object files `link` uses, with the compiler options of the Makefile."""
    subprocess.run(
        ["swift", "build", "-c", "release", "--static-swift-stdlib", "-debug-info-format", "none",
         "--use-integrated-swift-driver", "-Xswiftc", "-disable-cmo", "-Xswiftc", "-driver-filelist-threshold",
         "-Xswiftc", "1000000", "-Xswiftc", "-Xfrontend", "-Xswiftc",
         "-disable-concrete-type-metadata-mangled-name-accessors", "--product", "cardshot", "-j", str(jobs),
         "--scratch-path", scratch],
        cwd=ROOT, env=dict(os.environ, CARDSHOT_PROGRAM_ONLY="1"), check=True)


SERVER = """\
#!/bin/sh
# Starts {name} with its own C library; the program that draws is next to this file.
here=$(dirname "$(readlink -f "$0")")
export CARDSHOT_PROGRAM="$here/cardshot"
exec "$here/../lib/cardshot/ld.so" --library-path "$here/../lib/cardshot-server" \\
  "$here/../lib/cardshot-server/{name}" "$@"
"""
SERVERS = ("cardshot-studio", "cardshot-serve")


def build_server(scratch, jobs):
    """Builds the programs with sockets; returns the folder with them."""
    words = ["swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path", "Server", "--scratch-path", scratch,
             "-j", str(jobs)]
    for name in SERVERS:
        subprocess.run(words + ["--product", name], cwd=ROOT, check=True)
    return libraries.run(*words, "--show-bin-path", cwd=ROOT).strip()


def add_servers(built, target, taken):
    """Adds the programs with sockets and the libraries that they need, in a folder of their own; the browser page is data."""
    own = os.path.join(target, "lib/cardshot-server")
    os.makedirs(own)
    waiting, found = [], set()
    for program in SERVERS:
        path = os.path.join(own, program)
        subprocess.run(["strip", "-o", path, os.path.join(built, program)], check=True)
        waiting += libraries.needed(path)
        with open(os.path.join(target, "bin", program), "w") as file:
            file.write(SERVER.format(name=program))
    while waiting:
        name = waiting.pop()
        if name in found or name == libraries.LOADER:
            continue
        found.add(name)
        path = libraries.find(name)
        shutil.copyfile(path, os.path.join(own, name))
        taken.setdefault(libraries.package(path), []).append("lib/cardshot-server/" + name)
        waiting += libraries.needed(path)
    shutil.copytree(os.path.join(ROOT, "Server/Sources/Studio/Page"), os.path.join(target, "share/cardshot/Studio"))


def link(scratch, work):
    """Links a program that starts without a loader (start.c) and finds its libraries by its own path; returns the path."""
    folder = os.path.join(work, "link")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "archives"))
    # The first folder of the search: its libraries are linked into the program.
    for name in LINKED_IN:
        os.symlink(libraries.find(f"lib{name}.a"), os.path.join(folder, "archives", f"lib{name}.a"))
    with open(os.path.join(ROOT, "Scripts/dist/start.c")) as file:
        start = compile_object(
            file.read(), os.path.join(folder, "start.o"), "-fPIE", "-ffreestanding", "-fno-stack-protector",
            "-fcf-protection=none", "-mno-sse", "-fno-asynchronous-unwind-tables", "-Wall", "-Wextra", "-Werror")
    names = os.path.join(folder, "names.map")
    with open(names, "w") as file:
        file.write("{ global: cardshot_versions; local: *; };\n")
    products = os.path.join(scratch, "release")
    words = [start, list_versions(folder), "--gc-sections", "--defsym", "main=CardCommands_main", "--as-needed",
             f"--version-script={names}", "-e", "cardshot_start", "-rpath", "$ORIGIN/../lib/cardshot",
             "--disable-new-dtags", "-z", "now", "-z", "relro", "--hash-style=gnu", "--build-id=none", "-s"]
    program = os.path.join(folder, "cardshot")
    # Only gold removes the unused parts of Swift's libraries, which are two thirds of them.
    command = ["swiftc", "-L", os.path.join(folder, "archives"),
               "-Xlinker", "--no-as-needed", "-lgio-2.0", "-Xlinker", "--as-needed",
               *libraries.run("pkg-config", "--libs", "pango").split(), "-lcairo", "-L", products,
               "-o", program, "-module-name", "cardshot", "-static-stdlib", "-emit-executable", "-gnone",
               "-use-ld=gold", "-Xclang-linker", "-static-libgcc", give_arguments(folder),
               f"@{products}/cardshot.product/Objects.LinkFileList", "-lwebpmux", "-lwebp", "-lcmark", "-lgif",
               "-lsqlite3"]
    for word in words:
        command += ["-Xlinker", word]
    # If all goes well, the linker only warns that another library's code uses mktemp.
    answer = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if answer.returncode:
        sys.exit(f"dist: the program cannot be linked\n{answer.stdout}")
    return program


def forget_loader(path):
    """Removes the name of the loader from a program, so that the kernel starts it at its entry point."""
    with open(path, "r+b") as file:
        head = file.read(64)
        offset, size, count = *struct.unpack_from("<Q", head, 32), *struct.unpack_from("<HH", head, 54)
        for at in range(offset, offset + size * count, size):
            file.seek(at)
            # PT_INTERP becomes PT_NULL.
            if struct.unpack("<I", file.read(4))[0] == 3:
                file.seek(at)
                file.write(struct.pack("<I", 0))


def search_first(path, names):
    """Puts libraries at the start of a program's list, so that the loader searches them first.

    Most names bound at a start are in GLib: 929 are in GIO, which would be the fortieth library to be searched.
    """
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        offset, size, count = *struct.unpack_from("<Q", data, 32), *struct.unpack_from("<HH", data, 54)
        segments = [struct.unpack_from("<IIQQQQQQ", data, offset + size * number) for number in range(count)]
        # PT_DYNAMIC, and the table of strings (DT_STRTAB) by the segment that it is loaded with.
        dynamic = next(segment for segment in segments if segment[0] == 2)
        entries = [struct.unpack_from("<QQ", data, at) for at in range(dynamic[2], dynamic[2] + dynamic[5], 16)]
        table = next(value for tag, value in entries if tag == 5)
        home = next(s for s in segments if s[0] == 1 and s[3] <= table < s[3] + s[5])
        start = table - home[3] + home[2]

        def name(value):
            return data[start + value:data.index(0, start + value)].decode()

        places = [number for number, (tag, _) in enumerate(entries) if tag == 1]
        asked = [entries[number][1] for number in places]
        asked.sort(key=lambda value: names.index(name(value)) if name(value) in names else len(names))
        for number, value in zip(places, asked):
            struct.pack_into("<QQ", data, dynamic[2] + 16 * number, 1, value)
        file.seek(0)
        file.write(data)


def assemble(program, servers, target, work, version):
    """Creates the folder; returns which files were taken from which package."""
    shutil.rmtree(target, ignore_errors=True)
    binaries, own, share = (os.path.join(target, part) for part in ("bin", "lib/cardshot", "share"))
    for folder in (binaries, own + "/gconv", share + "/cardshot", share + "/doc/cardshot/licences"):
        os.makedirs(folder)
    shutil.copyfile(program, binaries + "/cardshot")
    forget_loader(binaries + "/cardshot")
    search_first(binaries + "/cardshot", SEARCHED_FIRST)
    for source, name in (("Fonts", "Fonts"), ("Fonts/More", "Fonts"), ("Templates", "Templates")):
        shutil.copytree(
            os.path.join(ROOT, source, "Files"), os.path.join(share, "cardshot", name), dirs_exist_ok=True)

    taken = {}

    def take(source, name):
        shutil.copyfile(source, os.path.join(own, name))
        taken.setdefault(libraries.package(source), []).append("lib/cardshot/" + name)

    found = libraries.closure(binaries + "/cardshot")
    for name, path in sorted(found.items()):
        if name != libraries.ICU_DATA:
            take(path, name)
    take(libraries.find(libraries.LOADER), "ld.so")
    libraries.make_empty(sorted(found.values()), own, "gcc")
    libraries.make_icu_data(own, "gcc")
    taken[libraries.package(libraries.find(libraries.ICU_DATA))] = ["lib/cardshot/" + libraries.ICU_DATA]
    take(libraries.find("gconv/CP1252.so"), "gconv/CP1252.so")
    with open(own + "/gconv/gconv-modules", "w") as file:
        file.write("alias WINDOWS-1252// CP1252//\nalias MS-ANSI// CP1252//\n"
                   "module CP1252// INTERNAL CP1252 1\nmodule INTERNAL CP1252// CP1252 1\n")
    for name in LINKED_IN:
        taken.setdefault(libraries.package(libraries.find(f"lib{name}.a")), []).append("bin/cardshot")
    os.chmod(binaries + "/cardshot", 0o755)
    manual.write(binaries + "/cardshot", version, share)
    add_servers(servers, target, taken)
    for folder, _, names in os.walk(target):
        os.chmod(folder, 0o755)
        for name in (name for name in names if not os.path.islink(os.path.join(folder, name))):
            os.chmod(os.path.join(folder, name), 0o644)
    programs = [os.path.join(folder, name) for folder in (binaries, os.path.join(target, "lib/cardshot-server"))
                for name in SERVERS]
    for name in (binaries + "/cardshot", own + "/ld.so", *programs):
        os.chmod(name, 0o755)
    return taken


def write_papers(target, taken, version):
    """Licences and the bill of materials."""
    papers = os.path.join(target, "share/doc/cardshot")
    for name in ("LICENSE", "CHANGELOG.md"):
        shutil.copyfile(os.path.join(ROOT, name), os.path.join(papers, name))
    for package, _, _ in taken:
        # If packages share a folder, the text is in one of them.
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", os.path.join(papers, "licences", package))
    with open(os.path.join(ROOT, "Sources/CardModel/Binding/Generated/Locales.swift")) as file:
        head = list(itertools.takewhile(lambda line: line.startswith("//"), file))
    with open(os.path.join(papers, "licences", "cldr"), "w") as file:
        file.writelines(line[2:].removeprefix(" ") for line in head[2:-1])
    pins = {}
    for name in ("Package.resolved", "Server/Package.resolved"):
        with open(os.path.join(ROOT, name)) as file:
            pins |= {pin["identity"]: pin for pin in json.load(file)["pins"]}
    resolved = {"pins": [pins[name] for name in sorted(pins)]}
    with open(os.path.join(ROOT, "Fonts/README.md")) as file:
        readme = file.read()
    swift = re.search(r"Swift version (\S+)", libraries.run("swift", "--version", stderr=subprocess.DEVNULL))[1]
    with open(os.path.join(papers, "sbom.cdx.json"), "w") as file:
        file.write(sbom.bill(version, taken, swift, resolved, readme))


def moment():
    """The time stamp of all files: that of the commit, or of the changelog if there is no history."""
    if "SOURCE_DATE_EPOCH" in os.environ:
        return int(os.environ["SOURCE_DATE_EPOCH"])
    answer = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)
    return int(answer.stdout) if answer.stdout.strip() else int(os.path.getmtime(os.path.join(ROOT, "CHANGELOG.md")))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", default=os.path.join(ROOT, "out/dist"))
    parser.add_argument("--work", default=os.path.join(ROOT, ".build-dist"), help="where the folder is laid out")
    parser.add_argument("--scratch", default=os.path.join(ROOT, ".build"), help="where releases are built")
    parser.add_argument("--no-build", action="store_true", help="take the release that was built before")
    parser.add_argument("--folder-only", action="store_true", help="lay out the folder, make no packages")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--python", action="store_true", help="make the Python wheel too")
    arguments = parser.parse_args()
    if os.uname().machine != "x86_64":
        sys.exit("dist: a distribution is made on x86-64")
    with open(os.path.join(ROOT, "Sources/cardshot/Report/Version.swift")) as file:
        version = re.search(r'number = "(.+?)"', file.read())[1]
    work = os.path.abspath(arguments.work)
    scratch = os.path.abspath(arguments.scratch)
    if not arguments.no_build:
        build(scratch, arguments.jobs)
    servers = build_server(os.path.join(ROOT, ".build-server"), arguments.jobs)
    program = link(scratch, work)
    name = f"cardshot-{version}-linux-x86_64"
    target = os.path.join(work, name)
    write_papers(target, assemble(program, servers, target, work, version), version)
    if arguments.folder_only:
        print(os.path.relpath(target))
        return
    os.makedirs(arguments.out, exist_ok=True)
    time = moment()
    made = [packages.tarball(target, name, arguments.out, time),
            packages.debian(target, version, arguments.out, work, time),
            packages.container(name, arguments.out)]
    if arguments.python:
        made.append(packages.wheel(target, os.path.join(ROOT, "Python"), version, arguments.out, time))
    for path in made:
        print(f"{os.path.relpath(path)}  {os.path.getsize(path):,} bytes  sha256 {sbom.sum_of(path)}")


if __name__ == "__main__":
    main()
