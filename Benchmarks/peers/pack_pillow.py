"""Packs frames as a moving picture with Pillow: pack_pillow.py OUT MILLISECONDS FRAME…"""

import sys

from PIL import Image

out, delay, *paths = sys.argv[1:]
frames = [Image.open(path).convert("RGB") for path in paths]
options = {"lossless": True} if out.endswith(".webp") else {"optimize": True} if out.endswith(".gif") else {}
frames[0].save(out, save_all=True, append_images=frames[1:], duration=float(delay), loop=0, **options)
