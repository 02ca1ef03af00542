#!/usr/bin/env python3
"""Draws decks with emulated processors, and compares the bytes with those of this machine's own processor.

The libraries choose their code by the features of the processor: SSE2 alone, or all up to AVX-512. The output must not
depend on it. This is slow: an emulated processor takes about fifty times as long.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# From the first 64-bit processors (SSE2) over SSSE3 and SSE4.2 to AVX2, the most that the emulator supports. The
# machine's own features come on top, AVX-512 on many. Swift's runtime needs cmpxchg16b (cx16), which the first models
# of 2003 lack.
MODELS = ["qemu64,-sse3", "Conroe,+cx16", "Nehalem", "max"]

# Decks that cover text, shadows, gradients, photographs, maps and charts.
DECKS = ["event", "launch-og", "mint-updates", "weekly-report"]

FORMATS = {"png": [], "webp": [], "jpg": [], "gif": [], "svg": [], "pdf": []}
FAST = ["--compression", "fast"]


def draw(words, deck, name, options):
    """The checksum of a file, or the error message of the program."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        answer = subprocess.run([*words, deck, "-o", path, "--quiet", "--sandbox", "off", *options],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if answer.returncode:
            return f"exit {answer.returncode}: {answer.stdout.strip()[-300:]}"
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", help="the folder of a distribution")
    parser.add_argument("--decks", nargs="*")
    parser.add_argument("--models", nargs="*", default=MODELS)
    arguments = parser.parse_args()
    flags = open("/proc/cpuinfo").read()
    print("this machine's own processor has", "AVX-512" if "avx512" in flags else "AVX2" if "avx2" in flags else "SSE")
    program = os.path.join(os.path.abspath(arguments.folder), "bin/cardshot")
    decks = arguments.decks or [os.path.join(ROOT, "Examples", name + ".json") for name in DECKS]
    jobs = [(deck, "x." + ending, []) for deck in decks for ending in FORMATS]
    jobs += [(deck, "x.png", FAST) for deck in decks]
    wrong, own = [], {index: draw([program], *job) for index, job in enumerate(jobs)}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for model in arguments.models:
            words = ["qemu-x86_64", "-cpu", model, program]
            sums = list(pool.map(lambda job: draw(words, *job), jobs))
            different = [index for index, found in enumerate(sums) if found != own[index]]
            for index in different:
                deck, name, options = jobs[index]
                print(f"  {os.path.basename(deck)} {name} {' '.join(options)}: {sums[index][:200]}")
            # With `fast` the bytes may differ, but there must be a picture.
            wrong += [index for index in different if jobs[index][2] != FAST or sums[index].startswith("exit")]
            print(f"{model}: {len(jobs) - len(different)} of {len(jobs)} files are the same", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
