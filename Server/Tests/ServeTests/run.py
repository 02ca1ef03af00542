"""Runs all modules of tests, four at a time: most of their time they wait for limits to pass."""

import pathlib
import subprocess
import sys
from concurrent import futures

FOLDER = pathlib.Path(__file__).resolve().parent


def run(path):
    words = [sys.executable, "-B", "-m", "unittest", path.stem]
    return path, subprocess.run(words, cwd=FOLDER, capture_output=True, text=True)


def main():
    failed = False
    with futures.ThreadPoolExecutor(4) as pool:
        for path, done in pool.map(run, sorted(FOLDER.glob("test_*.py"))):
            lines = done.stderr.strip().splitlines()
            if done.returncode:
                failed = True
                print(f"{path.stem}:\n{done.stdout}{done.stderr}", flush=True)
            else:
                print(f"{path.stem}: {' '.join(lines[-3:])}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
