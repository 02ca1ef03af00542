#!/usr/bin/env python3
"""Runs a distribution in minimal root folders of other systems, and in one without any system, and compares the output.

Each is a separate read-only root folder without a network; cardshot runs there as nobody. The empty one is the same as
a container of `Containerfile`. If a release is not installed, debootstrap fetches it. Needs root, since it uses chroot.
"""

import argparse
import glob
import hashlib
import os
import shutil
import subprocess
import sys

from roots import ROOT, add_devices, bind_system, fetch, mount
from roots import run as run_inside

NOBODY = 65534


def enter(system, program, work, at):
    """Mounts a root folder: a system (or none), the distribution and the decks, all read-only."""
    os.makedirs(at, exist_ok=True)
    mount("-t", "tmpfs", "tmpfs", at)
    if system:
        bind_system(system, at)
    for name, source in (("cardshot", program), ("decks", os.path.join(ROOT, "Examples"))):
        os.mkdir(os.path.join(at, name))
        mount("--bind", source, os.path.join(at, name))
        mount("-o", "remount,bind,ro", os.path.join(at, name))
    add_devices(at)
    os.mkdir(os.path.join(at, "out"))
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
    """Draws all examples; returns the checksums of the files and of the output."""
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
    """The whole test."""
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
    known = "all pictures are as expected" in first["doctor"].lower()
    print("pictures are those of the goldens" if known else first["doctor"])
    return 0 if known else 1


def prepare(arguments):
    """Fetches the releases and unpacks the distribution."""
    for release in arguments.releases:
        fetch(release, arguments.roots)
    if os.path.isfile(arguments.program):
        unpacked = os.path.join(arguments.roots, "unpacked")
        shutil.rmtree(unpacked, ignore_errors=True)
        os.makedirs(unpacked)
        subprocess.run(["tar", "-xzf", arguments.program, "-C", unpacked, "--strip-components=1"], check=True)
        arguments.program = unpacked
    return [os.path.abspath(arguments.program), *arguments.releases]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the folder of the distribution, or its tarball")
    parser.add_argument("releases", nargs="*", default=["bullseye", "bookworm", "trixie"])
    return run_inside(parser, prepare, inside)


if __name__ == "__main__":
    sys.exit(main())
