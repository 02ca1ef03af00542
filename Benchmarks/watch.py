#!/usr/bin/env python3
"""Measures `cardshot watch`: the time from a save to the new picture, the runs after ten saves, memory and descriptors.

    python3 Benchmarks/watch.py .build/release/cardshot

Run by hand, in a folder in memory, so that no disk is measured.
"""

import argparse
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

DECKS = pathlib.Path(__file__).parent / "decks"


class Watch:
    """A running `cardshot watch` of W1 in a temporary folder."""

    def __init__(self, program, folder):
        self.folder = folder
        shutil.copytree(DECKS, folder, dirs_exist_ok=True)
        self.text = (folder / "W1.json").read_text()
        self.messages = folder / "messages.txt"
        with open(self.messages, "w") as messages:
            self.process = subprocess.Popen(
                [program, "watch", "W1.json", "-o", "out.png"], cwd=folder, stderr=messages)
        while self.runs == 0:
            time.sleep(0.01)

    @property
    def runs(self):
        return len(self.messages.read_text().splitlines())

    def save(self, number):
        """Saves another text by renaming, as editors do."""
        temporary = self.folder / "W1.json.tmp"
        temporary.write_text(self.text + " " * (number % 100))
        os.rename(temporary, self.folder / "W1.json")

    def latency(self):
        """The milliseconds from one save to the new picture."""
        def identity():
            status = os.stat(self.folder / "out.png")
            return status.st_mtime_ns, status.st_ino
        time.sleep(1.2)
        before, start = identity(), time.monotonic()
        self.save(int(start * 1000))
        while identity() == before:
            time.sleep(0.0005)
        return 1000 * (time.monotonic() - start)

    def resources(self):
        """The resident memory in kilobytes, and the number of open files."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]), len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--saves", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        watch = Watch(options.program, pathlib.Path(folder))
        times = [watch.latency() for _ in range(30)]
        print(f"save to picture: median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms")
        time.sleep(1.2)
        before = watch.runs
        for number in range(10):
            watch.save(number)
            time.sleep(0.09)
        time.sleep(2)
        print(f"ten saves within a second: {watch.runs - before} runs")
        first = watch.resources()
        for number in range(options.saves):
            watch.save(number)
            time.sleep(0.06)
        time.sleep(2)
        print(f"memory and open files before and after {options.saves} saves: {first}, {watch.resources()}")
        print(f"exit status after Ctrl-C: {watch.end()}")


if __name__ == "__main__":
    main()
