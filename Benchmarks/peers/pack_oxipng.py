"""Packs a PNG file with oxipng at level 2, some times: pack_oxipng.py FILE.png ITERATIONS. Prints JSON."""

import json
import pathlib
import statistics
import sys
import time

import oxipng

data = pathlib.Path(sys.argv[1]).read_bytes()
times, packed = [], b""
for _ in range(int(sys.argv[2])):
    start = time.perf_counter()
    packed = oxipng.optimize_from_memory(data, level=2, strip=oxipng.StripChunks.safe())
    times.append((time.perf_counter() - start) * 1000)
print(json.dumps({"median_ms": statistics.median(times), "min_ms": min(times), "bytes": len(packed)}))
