"""What all peers share: reading scenes, drawing them again and again, telling how long it took.

    draw_X.py SCENES.json OUT [--iterations N] [--workers N] [--fonts FOLDER]

draws each scene once, as a program that is started for it would, and then N times in the warm process. Prints one JSON
object. With several workers each is a process of its own and draws its share of the scenes once.
"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import sys
import time

FACES = {400: "Regular", 500: "Medium", 600: "SemiBold", 700: "Bold"}


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("scenes")
    parser.add_argument("out")
    parser.add_argument("--iterations", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--fonts", default=str(pathlib.Path(__file__).parents[2] / "Fonts/Files/Inter"))
    return parser.parse_args()


def font_files(folder):
    """The font files of Inter by weight."""
    return {weight: pathlib.Path(folder) / f"Inter-{face}.otf" for weight, face in FACES.items()}


def main(make):
    """Runs a peer: `make(fonts)` gives a function from a scene to the bytes of a PNG file."""
    words = arguments()
    scenes = json.loads(pathlib.Path(words.scenes).read_text(encoding="utf-8"))
    out = pathlib.Path(words.out)

    def draw_all(draw, scenes, path):
        size = 0
        for scene in scenes:
            data = draw(scene)
            path.write_bytes(data)
            size += len(data)
        return size

    def finish(draw):
        # A browser has to be ended.
        getattr(draw, "close", lambda: None)()

    start = time.perf_counter()
    if words.workers > 1:
        children = []
        for worker in range(words.workers):
            child = os.fork()
            if child == 0:
                draw = make(words.fonts)
                draw_all(draw, scenes[worker::words.workers], out.with_suffix(f".{worker}.png"))
                finish(draw)
                os._exit(0)
            children.append(child)
        failures = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        if any(failures):
            sys.exit("a worker failed")
        print(json.dumps({"pictures": len(scenes), "first_ms": (time.perf_counter() - start) * 1000}))
        return
    draw = make(words.fonts)
    size = draw_all(draw, scenes, out)
    result = {"pictures": len(scenes), "first_ms": (time.perf_counter() - start) * 1000, "bytes": size}
    times = []
    for _ in range(words.iterations):
        start = time.perf_counter()
        draw_all(draw, scenes, out)
        times.append((time.perf_counter() - start) * 1000)
    if times:
        result |= {"median_ms": statistics.median(times), "min_ms": min(times)}
    finish(draw)
    result["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(result))
