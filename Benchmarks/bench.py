"""Measures cardshot and the floor, and with --peers other programs, and writes Docs/benchmarks.md.

    bench.py --build FOLDER [--peers FOLDER] [--quick] [--only SECTION …]
    bench.py --page                  writes the page again from the figures of the last run

`make bench` calls it. The results are stored in results.json at the end of each section, and slowdowns since the last
run are printed. If another program fails, it is left out; if cardshot or the floor fails, the section ends and the next
one begins.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import shlex
import shutil
import signal
import sys
import time

import decks
import measure
import moving
import others
import page
import scene

HERE = pathlib.Path(__file__).resolve().parent
RESULTS = HERE / "results.json"

# How often peers draw in a warm process, and how many of the 200 variations: the slow ones are sampled.
PEERS = {"takumi": (12, 200), "typst": (12, 200), "chromium": (6, 40), "pictex": (3, 20), "resvg": (3, 40)}


class Run:
    """One run: its tools, its thoroughness, and the results so far."""

    def __init__(self, tools, quick):
        self.tools, self.quick = tools, quick
        self.others = others.Others(wanted=bool(tools.peers))
        self.rounds = 2 if quick else 5
        self.figures = {}

    def iterations(self, number):
        return max(2, number // 4) if self.quick else number

    def peers(self):
        """The peers that draw cards, and how often they draw."""
        return self.others.kept(PEERS)

    def probe(self):
        """Tries the other programs before anything is measured, so that a failure appears at once."""
        self.others.find_commands()
        if self.others.wanted:
            self.others.probe({tool: [self.tools.peers, "-c", f"import {module}"]
                               for tool, module in others.MODULES.items()})
            self.others.probe({tool: self.peer(tool, "W1.json") for tool in PEERS})

    def write_scenes(self):
        """The inputs of all programs: W3 is made from W1, and scenes are for programs without a layout."""
        for name, make in decks.SERIES.items():
            decks.write(pathlib.Path(self.tools.deck(name)), decks.variations(200, make))
        for name in ("W1", "W2", *decks.SERIES):
            scenes = scene.scenes(self.tools.cardshot, self.tools.deck(name))
            plain = "".join(scene.plain(one) for one in scenes)
            pathlib.Path(self.tools.path(f"{name}.plain")).write_text(plain, encoding="utf-8")
            for count in {len(scenes)} | {count for _, count in PEERS.values() if count < len(scenes)}:
                path = self.tools.path(f"{name}-{count}.json" if count < len(scenes) else f"{name}.json")
                pathlib.Path(path).write_text(json.dumps(scenes[:count]), encoding="utf-8")

    # Commands ----------------------------------------------------------------------------------------------------

    def floor(self, name, *options, tuned):
        words = [self.tools.floor, self.tools.path(f"{name}.plain"), self.tools.path(f"floor-{name}-{tuned}.png"),
                 "--fonts", self.tools.fonts, *options]
        return words + ["--tuned"] if tuned else words

    def peer(self, tool, scenes, *options):
        return [self.tools.peers, self.tools.peer(f"draw_{tool}.py"), self.tools.path(scenes),
                self.tools.path(f"{tool}-{pathlib.Path(scenes).stem}.png"), *options]

    def draw(self, deck, out, *options):
        return [self.tools.cardshot, deck, "-o", self.tools.path(out), "--quiet", *options]

    # Sections ----------------------------------------------------------------------------------------------------

    def cards(self):
        """W1, W2 and W3, cold and warm, by all programs."""
        deck, path = self.tools.deck, self.tools.path
        cold = {"cardshot": self.draw(deck("W1"), "W1.png", "--compression", "fast"),
                "floor": self.floor("W1", tuned=False), "tuned": self.floor("W1", tuned=True)}
        cold |= {tool: self.peer(tool, "W1.json") for tool in self.peers()}
        self.figures["w1-cold"] = measure.whole_processes(self.tools, cold, 2 * self.rounds, self.others)
        # cardshot and the floor run often and without the others: a browser that ran before empties the caches, which
        # costs the larger program more.
        pair = {name: cold[name] for name in ("cardshot", "tuned")}
        if self.tools.distribution:
            pair["distribution"] = [self.tools.distribution, *cold["cardshot"][1:]]
        self.figures["w1-cold-pairs"] = measure.whole_processes(self.tools, pair, 8 * self.rounds, self.others)
        for name in ("W1", "W2"):
            count = self.iterations(40)
            warm = {"cardshot": [self.tools.cardshot, "bench", deck(name), "--json", "--compression", "fast",
                                 "--iterations", str(count), "--output", path(f"warm-{name}.png")],
                    "floor": self.floor(name, "--iterations", str(count), tuned=False),
                    "tuned": self.floor(name, "--iterations", str(count), tuned=True)}
            warm |= {tool: self.peer(tool, f"{name}.json", "--iterations", str(self.iterations(number)))
                     for tool, (number, _) in self.peers().items()}
            # A single picture uses all processors; one of many uses one.
            alone = {"cardshot": [*warm["cardshot"], "--workers", "1"]}
            self.figures[f"{name.lower()}-warm"] = measure.warm(warm, max(2, self.rounds - 2), self.others)
            self.figures[f"{name.lower()}-warm-1"] = measure.warm(alone, max(2, self.rounds - 2), self.others)
            self.likeness(name)
            if name == "W1":
                series = self.draw(deck("W3-texts"), "next/{id}.png", "--compression", "fast", "--workers", "1")
                pathlib.Path(path("next")).mkdir(exist_ok=True)
                self.figures["next-card"] = measure.cards_of_a_series(
                    self.tools, cold["cardshot"], series, alone["cardshot"], self.rounds, self.others)
        for workers in (1, 2):
            # The naive floor is slow and measured once.
            naive = {"floor": self.floor("W3", "--workers", str(workers), tuned=False)}
            figures = measure.whole_processes(self.tools, naive, 1, self.others)
            for one in figures.values():
                one["cards"] = 200 / one["wall_ms"] * 1000
            self.figures[f"w3-{workers}"] = figures | self.series("W3", workers, self.peers())
        digests = [self.digest(f"W3-{workers}") for workers in (1, 2)]
        self.figures["w3-bytes"] = {"cardshot": {"equal": float(digests[0] == digests[1]), "pictures": 200.0}}
        fastest = {tool: number for tool, number in self.peers().items() if tool == "takumi"}
        self.figures["w3-texts-2"] = self.series("W3-texts", 2, fastest)

        self.figures["two processes"] = self.cores()

    def cores(self):
        """Two concurrent processes with one worker each, compared with one process: an upper bound for two workers."""
        def command(name):
            return shlex.join(self.draw(self.tools.deck("W3"), f"{name}/{{id}}.png", "--compression", "fast", "--workers", "1"))

        def empty():
            for name in ("left", "right"):
                measure.emptied(self.tools.path(name))

        commands = {"one": ["sh", "-c", command("left")],
                    "both": ["sh", "-c", f"{command('left')} & {command('right')} & wait"]}
        found = measure.whole_processes(self.tools, commands, 2 if self.quick else 5, self.others, pause=empty)
        return {"cardshot": {"factor": 2 * found["one"]["wall_ms"] / found["both"]["wall_ms"]}}

    def series(self, name, workers, peers):
        """200 similar cards on the given number of workers, by cardshot, the tuned floor and some of the others."""
        folder = pathlib.Path(self.tools.path(f"{name}-{workers}"))
        words = ("--workers", str(workers))

        def empty():
            measure.emptied(folder)

        # Ours runs last, so that its files exist afterwards.
        commands = {"tuned": self.floor(name, *words, tuned=True),
                    "cardshot": self.draw(self.tools.deck(name), f"{folder.name}/{{id}}.png", "--compression", "fast", *words)}
        figures = measure.whole_processes(
            self.tools, commands, 2 if self.quick else 5, self.others, pause=empty)
        for one in figures.values():
            one["cards"] = 200 / one["wall_ms"] * 1000
        for tool, (_, count) in peers.items():
            scenes = f"{name}.json" if count == 200 else f"{name}-{count}.json"
            # Python's own start is not counted, to the peer's advantage.
            for one in measure.warm({tool: self.peer(tool, scenes, *words)}, 1, self.others).values():
                figures[tool] = {"cards": one["pictures"] / one["first_ms"] * 1000, "pictures": one["pictures"]}
        return figures

    def digest(self, folder):
        files = sorted(pathlib.Path(self.tools.path(folder)).glob("*.png"))
        if len(files) != 200:
            raise measure.Failed(f"expected 200 pictures of W3, found {len(files)}")
        return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()

    def likeness(self, name):
        """The difference of each picture from ours: a floor or peer must draw the same card."""
        ours = self.tools.path(f"warm-{name}.png")
        files = {"floor": f"floor-{name}-False.png", "tuned": f"floor-{name}-True.png"}
        files |= {tool: f"{tool}-{name}.png" for tool in self.peers()}
        distances = {}
        for tool, file in files.items():
            try:
                distances[tool] = {"mean": moving.mean_difference(ours, self.tools.path(file))}
                reason = f"its picture of {name} is {distances[tool]['mean']:.1f} of 255 from ours"
            except OSError as error:
                distances[tool], reason = {"mean": 255.0}, f"its picture of {name} cannot be read: {error}"
            if distances[tool]["mean"] > 4:
                self.disown(tool, reason)
        self.figures[f"{name.lower()}-likeness"] = self.others.kept(distances)

    def disown(self, tool, reason):
        """Removes the results of a tool that draws something else."""
        if tool not in self.others:
            raise measure.Failed(f"{tool}: {reason}")
        self.others.leave_out(tool, reason)
        for row in self.figures.values():
            row.pop(tool, None)

    def stages(self):
        """Each stage alone, in one warm process."""
        text = measure.output([self.tools.stages, "--format", "json", "--quiet", "--columns", "name,median,min,iterations",
                               "--min-time", "0.05" if self.quick else "0.4"])
        for row in json.loads(text)["benchmarks"]:
            self.figures[f"stage {row['name']}"] = {"cardshot": {
                "median_ms": row["median"] / 1e6, "min_ms": row["min"] / 1e6, "iterations": float(row["iterations"])}}

    def png(self):
        """PNG files of two cards and a photo."""
        for name in ("W1", "W2", "photo"):
            file = self.tools.path(f"png-{name}.png")
            measure.output(self.draw(self.tools.deck(name), f"png-{name}.png"))
            # `smallest` takes a third of a second.
            counts = {"fast": self.iterations(12), "balanced": self.iterations(12), "smallest": 3}
            commands = {level: [self.tools.cardshot, "bench", self.tools.deck(name), "--json", "--stages", "--warmup", "1",
                                "--compression", level, "--iterations", str(count)]
                        for level, count in counts.items()}
            commands["libpng"] = [self.tools.libpng, "encode", file, "--iterations", str(self.iterations(12))]
            if self.others.wanted:
                commands["oxipng"] = [self.tools.peers, self.tools.peer("pack_oxipng.py"), file, "3"]
            figures = measure.warm(commands, 2 if self.quick else 3, self.others)
            for level in ("fast", "balanced", "smallest"):
                figures[level]["median_ms"] = figures[level]["encode_ms"]
            self.figures[f"png-{name}"] = figures

    def compare(self):
        """Two different pictures of 1200 × 1600 pixels, and two equal files."""
        measure.output(self.draw(self.tools.deck("W2"), "a.png"))
        measure.output(self.draw(self.tools.deck("W2-changed"), "b.png"))
        shutil.copy(self.tools.path("a.png"), self.tools.path("copy.png"))
        for key, pair in (("different", ("a.png", "b.png")), ("equal", ("a.png", "copy.png"))):
            files = [self.tools.path(name) for name in pair]
            commands = {"cardshot": [self.tools.cardshot, "compare", *files, "--metric", "oklab", "--quiet"],
                        "libpng": [self.tools.libpng, "decode", *files]}
            arguments = {"imagemagick": ("compare", "-metric", "AE", "-fuzz", "5%", *files, self.tools.path("difference.png")),
                         "perceptualdiff": ("perceptualdiff", *files), "odiff": ("odiff", *files),
                         "blazediff": ("blazediff", *files)}
            for tool, (name, *rest) in arguments.items():
                if path := self.others.command(name):
                    commands[tool] = [path, *rest]
            figures = measure.whole_processes(
                self.tools, commands, 2 * self.rounds, self.others, statuses=(0, 1, 21, 22))
            if self.others.wanted and key == "different":
                command = [self.tools.peers, self.tools.peer("compare_pixelmatch.py"), *files]
                figures |= measure.whole_processes(
                    self.tools, {"pixelmatch": command}, 1, self.others, statuses=(0, 1))
            self.figures[f"compare-{key}"] = figures

    def goldens(self):
        """Many goldens of W2's size that are all the same, on two workers, including the drawing."""
        count = 40 if self.quick else 400
        folder = pathlib.Path(self.tools.path("goldens"))
        folder.mkdir()
        deck = json.loads(pathlib.Path(self.tools.deck("W2")).read_text(encoding="utf-8"))
        for number in range(count):
            deck["cards"][0]["alt"] = f"Card {number}"
            decks.write(folder / f"{number}.json", deck)
        words = [self.tools.cardshot, "test", str(folder), "--root", str(folder), "--goldens", self.tools.path("kept"),
                 "--failures", self.tools.path("failures"), "--layout", "off", "--jobs", "2", "--quiet"]
        # A run that records goldens exits with 1.
        measure.whole_processes(self.tools, {"cardshot": [*words, "--record", "missing"]}, 1, self.others, statuses=(1,))
        figures = measure.whole_processes(
            self.tools, {"cardshot": [*words, "--record", "never"]}, 2, self.others)
        figures["cardshot"]["goldens"] = float(count)
        self.figures["goldens"] = figures

    def rows(self):
        """Rows of data: memory must not grow, and existing files in the folder must cost nothing."""
        deck, table = (pathlib.Path(self.tools.path(name)) for name in ("note.json", "people.csv"))
        decks.write(deck, decks.note())
        folder = pathlib.Path(self.tools.path("rows"))

        def drawn(count, empty, name="{id}"):
            table.write_text(decks.people(count), encoding="utf-8")
            command = self.draw(
                str(deck), f"rows/{name}.png", "--rows", str(table), "--compression", "fast", "--workers", "2")
            return measure.whole_processes(self.tools, {"cardshot": command}, 1, self.others, pause=empty)

        def empty():
            measure.emptied(folder)

        for count in (1000, 4000) if self.quick else (10_000, 100_000):
            self.figures[f"rows {count}"] = drawn(count, empty)
        # The folder contains the files of the last run, which have other names.
        few = 200 if self.quick else 5000
        self.figures["rows among files"] = drawn(few, None, "few-{id}")
        self.figures["rows alone"] = drawn(few, empty, "few-{id}")

    def growth(self):
        """Growing decks: time must be linear, and memory constant if pictures are drawn one after the other."""
        for name, (make, sizes) in decks.GROWTH.items():
            sizes = [sizes[0], sizes[-1]] if self.quick else sizes
            for size in sizes:
                deck = pathlib.Path(self.tools.path(f"{name}-{size}.json"))
                decks.write(deck, make(size), indent=None)
                out = "growth/{id}.png" if name == "cards" else "growth.png"

                def empty():
                    measure.emptied(self.tools.path("growth"))

                command = self.draw(str(deck), out, "--compression", "fast", "--workers", "2")
                figures = measure.whole_processes(
                    self.tools, {"cardshot": command}, 1 if size >= 10_000 else 2, self.others, pause=empty)
                self.figures[f"growth {name} {size}"] = figures

    def motion(self):
        """Animations, if the other programs are installed."""
        self.figures |= moving.measure_all(self.tools, self.others, self.rounds if self.quick else 3)


SECTIONS = ("cards", "stages", "png", "compare", "goldens", "rows", "growth", "motion")


def versions(tools, other):
    """The versions of the measured programs, by name."""
    found = {}
    for line in measure.output([tools.cardshot, "--version"]).splitlines():
        name, _, version = line.partition(" ")
        found[name] = version
    commands = {"ffmpeg": [other.command("ffmpeg"), "-version"],
                "ImageMagick": [other.command("compare") or other.command("convert"), "-version"],
                "Chromium": [shutil.which("chromium") if other.wanted else None, "--version"]}
    for name, command in commands.items():
        match = re.search(r"\d+(\.\d+)+(-\d+)?", measure.told(command) if command[0] else "")
        if match:
            found[name] = match.group(0)
    if other.wanted:
        listed = json.loads(measure.output([tools.peers, "-m", "pip", "list", "--format", "json"]))
        names = {"pytakumi", "typst", "pictex", "resvg", "pyoxipng", "pixelmatch", "pillow"}
        found |= {one["name"]: one["version"] for one in listed if one["name"] in names}
    return found


class Record:
    """Stores the results of a run so far: results.json, and the page made from it."""

    def __init__(self, run, last, facts, results=RESULTS, write=page.write):
        self.run, self.last, self.facts, self.results, self.write = run, last, facts, results, write
        self.begin = time.monotonic()

    def keep(self, is_whole=False):
        """Writes the results; old results stay if there is no new one, unless this was a complete run."""
        figures = self.run.figures if is_whole else self.last.get("figures", {}) | self.run.figures
        results = self.facts | {"left_out": self.run.others.left_out, "figures": figures, "is_whole": is_whole,
                                "seconds": round(time.monotonic() - self.begin)}
        measure.replace(self.results, json.dumps(results, indent=1, sort_keys=True) + "\n")
        return self.write(results)

    def sections(self, names):
        """Runs sections one after the other, and keeps the results of each, also if it fails or is stopped.

        Returns the failed sections.
        """
        failed = []
        for name in names:
            start = time.monotonic()
            try:
                getattr(self.run, name)()
                print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
            except measure.Failed as failure:
                failed.append(name)
                print(f"{name}: failed: {failure}", flush=True)
            finally:
                self.keep()
        return failed


def slower(old, new):
    """What has become slower than in the last run, relative to the tuned floor if that was measured too."""
    lines = []
    for key, tools in new.items():
        before, now = old.get(key, {}), tools
        for figure in ("wall_ms", "median_ms"):
            a, b = before.get("cardshot", {}).get(figure), now.get("cardshot", {}).get(figure)
            if not a or not b:
                continue
            base, other = (side.get("tuned", {}).get(figure) for side in (before, now))
            ratio = (b / other) / (a / base) if base and other else b / a
            if ratio > 1.1:
                beside = " beside the floor" if base and other else ""
                lines.append(f"slower{beside}: {key}: {a:.2f} ms, now {b:.2f} ms ({ratio:.2f} ×)")
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build")
    parser.add_argument("--peers")
    parser.add_argument("--distribution", metavar="PROGRAM", help="that of an unpacked distribution, whose start is measured too")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="*", choices=SECTIONS, default=SECTIONS)
    parser.add_argument("--page", action="store_true")
    words = parser.parse_args()
    last = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {"figures": {}}
    if words.page:
        page.tell(page.write(last))
        return
    if not words.build:
        parser.error("--build is needed")
    # A termination signal is handled like any error: the results so far are kept.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    tools = measure.Tools(words.build, words.peers, words.distribution)
    machine = measure.machine()
    run = Run(tools, words.quick)
    if run.quick:
        print("a quick run: its figures show that everything works, and no more")
    print("measuring: some 5 minutes, or 9 with peers; nothing else should run meanwhile", flush=True)
    run.write_scenes()
    run.probe()
    facts = {"date": datetime.date.today().isoformat(), "machine": machine, "versions": versions(tools, run.others),
             "peers": bool(tools.peers)}
    record = Record(run, last, facts)
    failed = record.sections(words.only)
    missing = record.keep(is_whole=set(words.only) == set(SECTIONS) and not failed)
    for line in slower(last["figures"], run.figures):
        print(line)
    page.tell(missing)
    if failed:
        sys.exit(f"failed: {', '.join(failed)}; their files are in {tools.folder}")
    shutil.rmtree(tools.folder)


if __name__ == "__main__":
    try:
        main()
    except measure.Failed as failure:
        sys.exit(f"failed: {failure}")
