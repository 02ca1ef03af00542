"""Replaces the Python process by the program.

Used by `python -m cardshot` and by the command `cardshot` of an installed wheel.
"""

import os
import sys

from ._program import program


def main() -> None:
    path = program()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
