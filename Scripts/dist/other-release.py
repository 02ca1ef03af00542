#!/usr/bin/env python3
"""Draws all decks of this folder with the libraries of another Debian release, and compares the bytes with this system's.

The same program draws twice: here, and in a root folder with the other release's cairo, Pango, FreeType, HarfBuzz and
so on. Only libraries that the release lacks, or has under another soname, are copied there, such as Swift's. If the
release is not installed, debootstrap fetches it. Needs root, since it uses chroot.
"""

import argparse
import glob
import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from roots import ROOT, add_devices, bind_system, fetch, mount, run

# The program's packages of the other release; Swift's libraries are copied.
PACKAGES = ["libcairo2", "libpango-1.0-0", "libdeflate0", "libisal2", "libturbojpeg0", "libwebp7", "libgif7", "librsvg2-2",
            "libsqlite3-0", "libcmark0.30.2", "liblcms2-2"]
# Opened at run time, so they are not in the list of linked libraries.
OPENED = ["libzint.so.2.11"]
LOCAL = "usr/local/lib"

FORMATS = ["png", "svg", "jpg", "gif", "webp", "pdf"]


def decks():
    """All decks that are drawn: the goldens, except for those that are rejected, and the examples."""
    names = glob.glob("Goldens/**/*.json", root_dir=ROOT, recursive=True)
    names = [name for name in names if not name.startswith("Goldens/reject/") and "/assets/" not in name]
    for folder in ("Examples", "Examples/cardparts", "Examples/sheet", "Examples/swipe"):
        names += glob.glob(folder + "/*.json", root_dir=ROOT)
    return sorted(names)


def shows_svg(name):
    """Whether a deck has SVG pictures, which each release of cairo writes differently into PDF documents."""
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        text = file.read()
    return '.svg"' in text or "image/svg" in text


def libraries(program, *before):
    """The libraries that a program is linked with, each with its file, or none."""
    lines = subprocess.run([*before, "ldd", program], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    words = [line.split() for line in lines if "=>" in line]
    return {word[0]: None if word[2] == "not" else word[2] for word in words}


def prepare(release, roots, program):
    """Fetches the release and its libraries, and copies those that it lacks."""
    bare = release + "-libraries"
    system = os.path.join(roots, bare)
    if not os.path.exists(os.path.join(system, "done")):
        fetch(release, roots, bare)
        shutil.copy("/etc/resolv.conf", os.path.join(system, "etc/resolv.conf"))
        for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *PACKAGES]):
            subprocess.run(["chroot", system, "apt-get", *words], check=True, stdout=subprocess.DEVNULL,
                           env={"DEBIAN_FRONTEND": "noninteractive", "PATH": os.environ["PATH"]})
        open(os.path.join(system, "done"), "w").close()
    local = os.path.join(system, LOCAL)
    for name in os.listdir(local):
        if ".so" in name:
            os.remove(os.path.join(local, name))
    copy = os.path.join(system, "tmp/program")
    shutil.copy(program, copy)
    here, there = libraries(program), libraries("/tmp/program", "chroot", system)
    os.remove(copy)
    # Swift's libraries are in their own folder; `ldd` there cannot list the dependencies of a library that it does not
    # find.
    swift = [name for name, file in here.items() if file and not file.startswith(("/lib", "/usr/lib"))]
    lacking = [name for name, file in there.items() if not file and name not in swift]
    known = subprocess.run(["ldconfig", "-p"], check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in OPENED:
        here[name] = next(line.split("=> ")[1] for line in known.splitlines() if line.strip().startswith(name + " "))
    for name in swift + lacking + OPENED:
        shutil.copy(os.path.realpath(here[name]), os.path.join(local, name))
    subprocess.run(["chroot", system, "ldconfig"], check=True)
    print(f"{release}: taken along are {', '.join(sorted(lacking + OPENED))} and {len(swift)} libraries of Swift", flush=True)
    return system


def enter(system, program, work, at):
    """Mounts a root folder; this folder and the program keep their paths, since warnings contain file names."""
    os.makedirs(at, exist_ok=True)
    mount("-t", "tmpfs", "tmpfs", at)
    bind_system(system, at)
    folders = {ROOT, os.path.dirname(os.path.realpath(program)), work}
    for folder in sorted(folders, key=len):
        if not os.path.exists(at + folder):
            os.makedirs(at + folder)
        mount("--bind", folder, at + folder)
    add_devices(at)
    os.makedirs(os.path.join(at, "tmp"), exist_ok=True)
    os.chmod(os.path.join(at, "tmp"), 0o1777)


def draw(program, before, work, names, formats):
    """Draws all decks in all formats; returns the checksums of the files and the messages."""
    said = {}

    def one(name):
        flat = name.removesuffix(".json").replace("/", "--")
        base = os.path.join(work, flat)
        outputs = [word for ending in formats for word in ("-o", f"{base}.{ending}")]
        answer = subprocess.run([*before, program, os.path.join(ROOT, name), *outputs], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True, env={})
        said[flat] = f"{answer.returncode} " + answer.stdout.replace(work, "")

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, names))
    sums = {}
    for name in os.listdir(work):
        with open(os.path.join(work, name), "rb") as file:
            sums[name] = hashlib.sha256(file.read()).hexdigest()
    return sums | {name + ".said": text for name, text in said.items()}


def inside(arguments):
    """The drawing inside the root folder."""
    program = os.path.realpath(arguments.program)
    system = os.path.join(arguments.roots, arguments.release + "-libraries")
    base = os.path.join(arguments.roots, "other")
    names = [name for name in decks() if all(word in name for word in arguments.only)]
    results, formats = [], arguments.formats.split(",")
    for number, (place, before) in enumerate({"here": [], arguments.release: [shutil.which("chroot"), os.path.join(base, "at")]}.items()):
        work = os.path.join(base, place)
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        if before:
            enter(system, program, work, before[1])
        results.append(draw(program, before, work, names, formats))
        versions = subprocess.run([*before, program, "--version"], stdout=subprocess.PIPE, text=True, env={}).stdout
        print(f"{place}: {len(results[-1])} files and reports of {len(names)} decks; {versions.strip()}", flush=True)
    here, there = results
    different = sorted(name for name in here.keys() | there.keys() if here.get(name) != there.get(name))
    free = {name.removesuffix(".json").replace("/", "--") + ".pdf" for name in names if shows_svg(name)}
    for ending in formats + ["said"]:
        count = sum(name.endswith("." + ending) for name in here)
        other = [name for name in different if name.endswith("." + ending)]
        told = f", {len(free & set(other))} of the others have SVG pictures" if free & set(other) else ""
        print(f"{ending}: {count - len(other)} of {count} the same{told}")
        for name in other:
            print("  " + name)
            if ending == "said":
                print(f"    here {here.get(name)!r}\n    there {there.get(name)!r}")
    return 1 if set(different) - free else 0


def prepared(arguments):
    """Fetches the release and its libraries."""
    prepare(arguments.release, arguments.roots, arguments.program)
    words = [os.path.abspath(arguments.program), arguments.release, "--formats", arguments.formats]
    return words + [word for only in arguments.only for word in ("--only", only)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the program, built with this system's libraries")
    parser.add_argument("release", nargs="?", default="trixie")
    parser.add_argument("--formats", default=",".join(FORMATS), help="%(default)s when absent")
    parser.add_argument("--only", action="append", default=[], metavar="WORD", help="only decks whose path has the word in it")
    return run(parser, prepared, inside)


if __name__ == "__main__":
    sys.exit(main())
