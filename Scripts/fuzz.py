#!/usr/bin/env python3
"""Fuzzes every reader of untrusted bytes: `fuzz.py PROGRAM [--seconds N | --fixed] [--only TARGET]`.

The seeds are the goldens and examples of the project. Without --fixed a corpus grows in `.build-fuzz/corpus` from run
to run; with it each target gets the same inputs every time. Failing inputs are left in `out/fuzz`; once the bug is
fixed, the input becomes a case in `Goldens/reject`, or a test.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent import futures

ROOT = pathlib.Path(__file__).resolve().parent.parent

# For each target: the maximum input length in bytes, the runs of a fixed round, and the folders of its seeds. Targets
# that take minutes come first, so that no processor is idle at the end.
TARGETS = {
    # Cases of the grammars by number: these targets read no input and have no seeds.
    "cases-1": (0, 400, []),
    "cases-2": (0, 400, []),
    "deck": (2048, 240, ["Goldens/parts/**/*.json", "Goldens/traits/**/*.json", "Goldens/reject/*.json"]),
    "pdf": (20000, 3600, []),
    "scanner": (4096, 12000, ["Goldens/**/*.json"]),
    "bindings": (256, 12000, []),
    "data": (2048, 6000, ["Goldens/**/*.json"]),
    "png": (6000, 3600, ["Goldens/**/*.png"]),
    "jpeg": (20000, 1200, ["Examples/assets/*.jpg", "Benchmarks/decks/assets/*.jpg"]),
    "webp": (6000, 3600, []),
    "svg": (3000, 240, ["Goldens/parts/image/assets/*.svg", "Examples/cardparts/assets/*.svg"]),
    "gif": (2400, 480, []),
    "mbtiles": (60000, 900, ["Goldens/parts/map/assets/*.mbtiles"]),
    "fonts": (60000, 120, ["Fonts/More/Files/NotoSans/NotoSansLao-Regular.ttf", "Fonts/More/Files/NotoSans/NotoSansThai-Bold.ttf"]),
    "comparison": (2400, 900, []),
    "goldens": (4096, 3600, ["Goldens/**/*.json", "Goldens/**/*.txt", "Goldens/*.versions"]),
    "links": (256, 36000, []),
    "charts": (400, 110, []),
    "boundData": (200, 110, []),
    "chartPart": (2048, 120, ["Goldens/parts/chart/**/*.json"]),
    "rows": (2048, 3600, ["Examples/docs/*.csv", "Goldens/**/*.csv"]),
}

# Words that random changes would find only after a long time.
WORDS = {
    "bindings": ["{{ a.b[0] | number(2) }}", "{{ d | date('d MMM yyyy') }}", "{{ !ok }}", "a.b[2].c=1", "\\{{ {{ t | upper }}"],
    "links": ["https://example.com/a?b#c", "mailto:a@b.c", "tel:+1555", "a/b:c", "JaVaScRiPt:1"],
    "rows": ['id,"a ""b"""\r\n1,2\r\n', 'a;b\n"1\n2";3\n', '{"id":"a"}\n{"id":[1,null]}\n', '[{"id":1},{"id":{}}]', "a\tb\n\n1\t"],
    "goldens": ["a/b@2x 0123 0123 cairo=1.16.0\n"],
}


# Seconds for one input. The build is not optimized and checks each access, so that it takes some 500 times as long as
# a release: a picture of 40 milliseconds takes 20 seconds.
SLOWEST = 120

# Which seeds a fixed round takes: every fourth. The tests draw all of them, and each takes a third of a second here.
FIXED_STEPS = {"deck": 4}


def seeds(target, folder, step):
    """Copies every seed at a multiple of `step` into a folder; returns their number."""
    longest, _, patterns = TARGETS[target]
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern))[::step]:
            if path.is_file() and path.stat().st_size <= longest:
                shutil.copy(path, folder / f"{count}")
                count += 1
    for word in WORDS.get(target, []):
        (folder / f"word-{count}").write_text(word)
        count += 1
    return count


def words_of_decks(path):
    """Writes the keys and words of the goldens' decks as a dictionary for libFuzzer."""
    found = set()
    for deck in ROOT.glob("Goldens/**/*.json"):
        try:
            collect(json.loads(deck.read_text()), found)
        except (ValueError, UnicodeDecodeError):
            continue
    plain = sorted(word for word in found if word.isascii() and word.isprintable() and '"' not in word and "\\" not in word)
    path.write_text("".join(f'"\\"{word}\\""\n' for word in plain if 0 < len(word) < 30))


def collect(value, found):
    if isinstance(value, dict):
        found.update(value)
        for inner in value.values():
            collect(inner, found)
    elif isinstance(value, list):
        for inner in value:
            collect(inner, found)
    elif isinstance(value, str):
        found.add(value)


def print_end(log):
    """Prints the end of a failed target's log, because the log of a build machine may be all that is left."""
    lines = [line for line in log.read_text(errors="replace").splitlines() if not line.startswith("#")]
    for line in lines[-60:]:
        print(f"  {line[:240]}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--fixed", action="store_true", help="the same inputs every time")
    parser.add_argument("--only", choices=sorted(TARGETS))
    given = parser.parse_args()
    program = str(pathlib.Path(given.program).resolve())
    left = ROOT / "out" / "fuzz"
    left.mkdir(parents=True, exist_ok=True)
    # Swift's runtime would start another program to report a crash; C libraries keep some memory until the end.
    # Swift's hashes differ from run to run, and with them the covered branches and the inputs that are kept.
    if given.fixed:
        os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
    environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1")
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        subprocess.run([program, "seeds", str(scratch / "made")], check=True, env=environment)
        words_of_decks(scratch / "words")

        def cases(target, count):
            """Draws cases of the grammars; returns whether all passed."""
            log = left / f"{target}.log"
            first = count * (int(target[-1]) - 1)
            with open(log, "wb") as output:
                done = subprocess.run([program, "cases", str(first), str(count)], stdout=output, stderr=output, env=environment)
            if done.returncode:
                print_end(log)
            print(f"{target}: {'broken, see ' + str(log) if done.returncode else 'fine'}", flush=True)
            return done.returncode == 0

        def run(target):
            """Runs a target to its end; returns whether it passed."""
            longest, runs, _ = TARGETS[target]
            if target.startswith("cases"):
                return cases(target, runs)
            sources = scratch / target
            count = seeds(target, sources, FIXED_STEPS.get(target, 1) if given.fixed else 1)
            made = scratch / "made" / target
            corpus = scratch / f"{target}-corpus"
            if not given.fixed:
                corpus = ROOT / ".build-fuzz" / "corpus" / target
            corpus.mkdir(parents=True, exist_ok=True)
            folders = [str(corpus), str(sources)] + ([str(made)] if made.is_dir() else [])
            options = [
                f"-max_len={longest}", f"-timeout={SLOWEST}", "-rss_limit_mb=3000", "-print_final_stats=0", "-verbosity=1",
                f"-artifact_prefix={left}/{target}-", "-seed=1" if given.fixed else "-seed=0",
                f"-runs={runs + count}" if given.fixed else f"-max_total_time={given.seconds}",
            ]
            if target in ("scanner", "deck", "data", "chartPart"):
                options.append(f"-dict={scratch / 'words'}")
            log = left / f"{target}.log"
            with open(log, "wb") as output:
                done = subprocess.run([program, target, *folders, *options], stdout=output, stderr=output, env=environment)
            if done.returncode:
                print_end(log)
            last = [line for line in log.read_text(errors="replace").splitlines() if "DONE" in line][-1:]
            print(f"{target}: {'broken, see ' + str(log) if done.returncode else 'fine'} {last[0][:70] if last else ''}", flush=True)
            return done.returncode == 0

        # A target has one thread, so each processor runs one target after another.
        with futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            fine = list(pool.map(run, [given.only] if given.only else TARGETS))
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
