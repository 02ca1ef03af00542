"""Compares two pictures with pixelmatch for Python: compare_pixelmatch.py A.png B.png. Exits with 1 when they differ."""

import sys

from PIL import Image
from pixelmatch.contrib.PIL import pixelmatch

first, second = (Image.open(path).convert("RGBA") for path in sys.argv[1:3])
sys.exit(1 if pixelmatch(first, second, threshold=0.1) else 0)
