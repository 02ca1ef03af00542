#!/usr/bin/env python3
"""Runs a distribution in bare folders of other systems, and in one with nothing else in it, and compares what it draws.

Each place is a root folder of its own without a network, whose files cannot be written; cardshot runs there with nobody's
rights. The empty one is what a container of `Containerfile` sees. Where a release is not there it is fetched by
debootstrap. Needs the rights of root, since a root folder is changed.
"""

import argparse
import glob
import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NOBODY = 65534
MIRROR = "http://deb.debian.org/debian"


def fetch(release, roots, name=None):
    """Fetches the smallest set of packages of a release into a folder of that name, if it is not there."""
    folder = os.path.join(roots, name or release)
    if not os.path.exists(os.path.join(folder, "bin/sh")):
        print(f"fetching {release}", flush=True)
        subprocess.run(["debootstrap", "--variant=minbase", release, folder, MIRROR], check=True,
                       stdout=subprocess.DEVNULL)


def mount(*words):
    subprocess.run(["mount", *words], check=True)


def enter(system, program, work, at):
    """Puts a root folder together: a system (or none), the distribution and the decks, none of which can be written."""
    os.makedirs(at, exist_ok=True)
    mount("-t", "tmpfs", "tmpfs", at)
    if system:
        for name in ("bin", "lib", "lib64", "sbin", "usr", "etc"):
            source = os.path.join(system, name)
            if os.path.islink(source):
                os.symlink(os.readlink(source), os.path.join(at, name))
            elif os.path.exists(source):
                os.mkdir(os.path.join(at, name))
                mount("--bind", "-o", "ro", source, os.path.join(at, name))
    for name, source in (("cardshot", program), ("decks", os.path.join(ROOT, "Examples"))):
        os.mkdir(os.path.join(at, name))
        mount("--bind", source, os.path.join(at, name))
        mount("-o", "remount,bind,ro", os.path.join(at, name))
    for name in ("proc", "dev", "out"):
        os.mkdir(os.path.join(at, name))
    mount("-t", "proc", "proc", os.path.join(at, "proc"))
    for name in ("null", "zero", "urandom"):
        open(os.path.join(at, "dev", name), "w").close()
        mount("--bind", "/dev/" + name, os.path.join(at, "dev", name))
    mount("--bind", work, os.path.join(at, "out"))
    mount("-o", "remount,ro", at)


def run(at, words):
    answer = subprocess.run(
        [shutil.which("chroot"), f"--userspec={NOBODY}:{NOBODY}", at, "/cardshot/bin/cardshot", *words], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, env={})
    if answer.returncode:
        raise SystemExit(f"smoke: {at}: cardshot {' '.join(words)} ended with {answer.returncode}\n{answer.stdout}")
    return answer.stdout


def decks():
    names = sorted(glob.glob("*.json", root_dir=os.path.join(ROOT, "Examples")))
    return names + sorted(glob.glob("cardparts/*.json", root_dir=os.path.join(ROOT, "Examples")))


def draw(at, work):
    """Draws all examples; gives the sums of the files and of what is printed."""
    sums = {"--version": run(at, ["--version"])}
    for deck in decks():
        name = deck.replace("/", "-").removesuffix(".json")
        for ending in ("png", "svg", "pdf", "jpg", "webp", "gif"):
            run(at, ["/decks/" + deck, "-o", f"/out/{name}.{ending}", "--quiet"])
    for name in sorted(os.listdir(work)):
        with open(os.path.join(work, name), "rb") as file:
            sums[name] = hashlib.sha256(file.read()).hexdigest()
    report = run(at, ["doctor"])
    sums["doctor"] = report
    return sums


def inside(arguments):
    """The whole test, in a name space of its own, so that nothing stays mounted."""
    mount("--make-rprivate", "/")
    places = {"the empty folder": None} | {name: os.path.join(arguments.roots, name) for name in arguments.releases}
    base, first = os.path.join(arguments.roots, "run"), None
    for number, (name, system) in enumerate(places.items()):
        work, at = os.path.join(base, f"out{number}"), os.path.join(base, f"at{number}")
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        os.chown(work, NOBODY, NOBODY)
        enter(system, arguments.program, work, at)
        sums = draw(at, work)
        first = first or sums
        different = sorted(key for key in sums.keys() | first.keys() if sums.get(key) != first.get(key))
        if different:
            raise SystemExit(f"smoke: {name} draws otherwise: {', '.join(different[:20])}")
        print(f"{name}: {len(sums) - 2} files, the same", flush=True)
    known = "all pictures are the known ones" in first["doctor"].lower()
    print("pictures are those of the goldens" if known else first["doctor"])
    return 0 if known else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the folder of the distribution, or its tarball")
    parser.add_argument("releases", nargs="*", default=["bullseye", "bookworm", "trixie"])
    parser.add_argument("--roots", default=os.path.join(ROOT, ".build-dist/roots"))
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        return inside(arguments)
    if os.geteuid() != 0:
        return print("smoke: only root may change the root folder") or 2
    os.makedirs(arguments.roots, exist_ok=True)
    for release in arguments.releases:
        fetch(release, arguments.roots)
    if os.path.isfile(arguments.program):
        unpacked = os.path.join(arguments.roots, "unpacked")
        shutil.rmtree(unpacked, ignore_errors=True)
        os.makedirs(unpacked)
        subprocess.run(["tar", "-xzf", arguments.program, "-C", unpacked, "--strip-components=1"], check=True)
        arguments.program = unpacked
    words = [os.path.abspath(arguments.program), *arguments.releases, "--roots", os.path.abspath(arguments.roots)]
    # No network, and no mount that is seen outside.
    return subprocess.run(
        ["unshare", "--mount", "--net", sys.executable, os.path.abspath(__file__), "--inside", *words]).returncode


if __name__ == "__main__":
    sys.exit(main())
