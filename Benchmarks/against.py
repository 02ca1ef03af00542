"""Measures two builds of cardshot in pairs, and prints what became slower or faster by more than the noise.

    against.py BEFORE AFTER --process PROGRAM [--pairs N] [--only WORK …] [--json]

`make bench-against REV=` calls it. Both draw with the decks of this tree. In each pair the two builds run one after the
other, in alternating order, so that a slow moment of a shared machine affects both. The result is the ratio within each
pair: its median, and an interval that contains the true median in 99 of 100 runs, whatever the distribution of the
noise. If the interval contains 1, the two are reported as the same. At least 8 pairs are needed.
"""

import argparse
import hashlib
import json
import math
import pathlib
import statistics
import sys
import tempfile

import decks
import measure

DECKS = pathlib.Path(__file__).resolve().parent / "decks"
# The probability that an interval does not contain the true ratio.
RISK = 0.01


def interval(ratios):
    """The median of the ratios, and the bounds of its confidence interval; infinite if there are too few.

    The true median is equally likely above and below each ratio, so the ranks of its bounds are those of coin tosses.
    """
    ratios, count = sorted(ratios), len(ratios)
    # The number of ratios that may be left out at each end.
    out, chance = 0, math.comb(count, 0) / 2 ** count
    while 2 * chance <= RISK:
        out += 1
        chance += math.comb(count, out) / 2 ** count
    bounds = (ratios[out - 1], ratios[count - out]) if out else (0.0, math.inf)
    return statistics.median(ratios), *bounds


def verdict(low, high):
    """The verdict for an interval of ratios after to before."""
    return "slower" if low > 1 else "faster" if high < 1 else "the same"


class Work:
    """The workloads of both builds; each returns values by name."""

    def __init__(self, process, folder):
        self.process, self.folder = process, pathlib.Path(folder)
        # Next to the pictures that it uses.
        decks.write(DECKS / "W3.json", decks.variations(200))

    def whole(self, command):
        figures = measure.last_json(measure.output([self.process, *command]))
        if figures["status"] != 0:
            raise measure.Failed(f"{' '.join(command)[:300]}: ended with {figures['status']}")
        return {"wall": figures["wall_ms"], "processor": figures["cpu_ms"]}

    def draw(self, program, deck, out, *options):
        return self.whole([program, str(deck), "-o", str(self.folder / out), "--quiet", *options])

    def warm(self, program, deck, *options):
        command = [program, "bench", str(deck), "--json", "--iterations", "20", *options]
        return {"median": measure.last_json(measure.output(command))["median_ms"]}

    def series(self, program, workers):
        measure.emptied(self.folder / "W3")
        return self.draw(program, DECKS / "W3.json", "W3/{id}.png", "--compression", "fast", "--workers", workers)

    def compare(self, program):
        """Compares two different pictures; the exit code reports the difference."""
        for name in ("W2", "W2-changed"):
            if not (self.folder / f"{name}.png").exists():
                self.draw(program, DECKS / f"{name}.json", f"{name}.png")
        files = [str(self.folder / f"{name}.png") for name in ("W2", "W2-changed")]
        figures = measure.last_json(measure.output([self.process, program, "compare", *files, "--quiet"]))
        if figures["status"] not in (0, 1):
            raise measure.Failed(f"comparing ended with {figures['status']}")
        return {"wall": figures["wall_ms"], "processor": figures["cpu_ms"]}

    KINDS = {
        "start": lambda self, program: self.whole([program, "--version"]),
        "W1 cold": lambda self, program: self.draw(program, DECKS / "W1.json", "W1.png", "--compression", "fast"),
        "W2 cold": lambda self, program: self.draw(program, DECKS / "W2.json", "W2-cold.png", "--compression", "fast"),
        "W1 warm": lambda self, program: self.warm(program, DECKS / "W1.json", "--compression", "fast"),
        "W2 warm": lambda self, program: self.warm(program, DECKS / "W2.json", "--compression", "fast"),
        "W1 balanced": lambda self, program: self.warm(program, DECKS / "W1.json"),
        "W3, one worker": lambda self, program: self.series(program, "1"),
        "W3, two workers": lambda self, program: self.series(program, "2"),
        "moving": lambda self, program: self.draw(program, DECKS / "confetti.json", "moving.gif", "--frames", "12"),
        "compare": compare,
    }


def measured(work, kind, programs, pairs):
    """The values of both programs, in pairs; the first run of each is not counted."""
    run = Work.KINDS[kind]
    for program in programs:
        run(work, program)
    samples = []
    for number in range(pairs):
        order = (0, 1) if number % 2 == 0 else (1, 0)
        figures = [None, None]
        for index in order:
            figures[index] = run(work, programs[index])
        samples.append(figures)
    return samples


def rows(kind, samples):
    """A row for each value: both medians, the ratio and its interval."""
    found = []
    for figure in samples[0][0]:
        before, after = ([pair[index][figure] for pair in samples] for index in (0, 1))
        ratio, low, high = interval([b / max(a, 0.001) for a, b in zip(before, after)])
        found.append({"work": kind, "figure": figure, "before_ms": statistics.median(before),
                      "after_ms": statistics.median(after), "ratio": ratio, "low": low,
                      "high": high if math.isfinite(high) else None, "verdict": verdict(low, high)})
    return found


def told(row):
    """A readable row."""
    high = "∞" if row["high"] is None else f"{row['high']:.3f}"
    return (f"{row['work']:16} {row['figure']:10} {row['before_ms']:9.2f} → {row['after_ms']:9.2f} ms"
            f"  {row['ratio']:.3f} × ({row['low']:.3f} … {high})  {row['verdict']}")


def same_pictures(work, programs):
    """The decks that both draw to the same byte, and those that they do not."""
    other = []
    for name in ("W1", "W2", "photo"):
        sums = set()
        for program in programs:
            work.draw(program, DECKS / f"{name}.json", "same.png")
            sums.add(hashlib.sha256((work.folder / "same.png").read_bytes()).digest())
        if len(sums) > 1:
            other.append(name)
    return other


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--process", required=True, help="the program that measures another one")
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--only", nargs="*", choices=list(Work.KINDS), default=list(Work.KINDS))
    parser.add_argument("--json", action="store_true")
    words = parser.parse_args()
    if words.pairs < 1:
        parser.error("--pairs must be at least 1")
    found, failed = [], []
    with tempfile.TemporaryDirectory(prefix="cardshot-against-") as folder:
        programs = [measure.installed(pathlib.Path(program).resolve(), f"{folder}/{name}")
                    for name, program in (("before", words.before), ("after", words.after))]
        work = Work(words.process, folder)
        for kind in words.only:
            try:
                new = rows(kind, measured(work, kind, programs, words.pairs))
            except measure.Failed as failure:
                failed.append(f"{kind}: {failure}")
                print(f"left out: {failed[-1]}", file=sys.stderr, flush=True)
                continue
            found += new
            if not words.json:
                for row in new:
                    print(told(row), flush=True)
        other = same_pictures(work, programs)
    if words.json:
        print(json.dumps({"rows": found, "other_bytes": other, "failed": failed}, indent=1))
    elif other:
        print(f"not the same bytes: {', '.join(other)}")
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    try:
        main()
    except measure.Failed as failure:
        sys.exit(f"failed: {failure}")
