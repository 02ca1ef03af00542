"""Docs/benchmarks.md: tables of the results, the goals and whether they are met, and hand-written remarks."""

import json
import pathlib
import re

import decks
import measure
import others

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "Docs/benchmarks.md"

NAMES = {"cardshot": "cardshot", "floor": "floor, naive", "tuned": "floor, tuned", "libpng": "libpng", **others.NAMES}
CARD_TOOLS = ("cardshot", "floor", "tuned", "takumi", "typst", "chromium", "pictex", "resvg")
LEVELS = ("fast", "balanced", "smallest")
NOT_MEASURED = "not measured"


def number(value, digits=None):
    """A number in readable form."""
    if digits is None:
        digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}"


def table(head, rows, right=1):
    """A table whose columns from `right` on contain numbers."""
    lines = ["| " + " | ".join(head) + " |", "|" + "|".join(["---"] * right + ["---:"] * (len(head) - right)) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


class Figures:
    """The results of a run, by row, tool and name."""

    def __init__(self, figures):
        self.all = figures

    def get(self, row, tool, name):
        return self.all.get(row, {}).get(tool, {}).get(name)

    def tools(self, row):
        return list(self.all.get(row, {}))

    def cell(self, row, tool, name, digits=None):
        value = self.get(row, tool, name)
        return "–" if value is None else number(value, digits)


# Goals ---------------------------------------------------------------------------------------------------------------

def at_most(value, limit, unit):
    """A verdict about a value and its upper limit."""
    if value is None or limit is None:
        return None
    return (value <= limit, f"{number(value)} {unit}, at most {number(limit)}")


def share(value, whole, goal, unit):
    """A verdict about a value as a share of another one."""
    if value is None or not whole:
        return None
    return (value <= goal * whole, f"{number(value / whole, 2)} × ({number(value)} against {number(whole)} {unit})")


def all_shares(figures, rows, ours, other, name, goal):
    """A verdict about the shares of several rows, by the row's title."""
    pairs = [(title, figures.get(row, ours, name), figures.get(row, other, name)) for title, row in rows]
    return all_of([(title, (a <= goal * b, f"{number(a / b, 2)} ×") if a and b else None) for title, a, b in pairs])


def factor(worse, better, goal, what):
    """A verdict about how many times better cardshot is."""
    if not worse or not better:
        return None
    return (worse / better >= goal, f"{number(worse / better, 2)} × ({what})")


def all_of(verdicts):
    """Several verdicts with a name each; all must be met."""
    if any(verdict is None for _, verdict in verdicts):
        return None
    return (all(verdict[0] for _, verdict in verdicts),
            ", ".join(f"{name} {verdict[1]}" for name, verdict in verdicts))


# The pictures with measured file sizes, by their titles.
PNGS = [(name, f"png-{name}") for name in ("W1", "W2", "photo")]


def png_factor(figures, level, goal):
    pairs = [(title, *(figures.get(row, tool, "median_ms") for tool in (level, "libpng"))) for title, row in PNGS]
    return all_of([(name, (b / a >= goal, f"{number(b / a)} ×") if a and b else None) for name, a, b in pairs])


def rate_factor(figures, goal):
    ours, theirs = (figures.get("w3-texts-2", tool, "cards") for tool in ("cardshot", "takumi"))
    return factor(ours, theirs, goal, f"{number(ours)} against {number(theirs)} cards/s") if ours and theirs else None


def workers_factor(figures, goal):
    two, one = figures.get("w3-2", "cardshot", "cards"), figures.get("w3-1", "cardshot", "cards")
    if not two or not one:
        return None
    # The speed of two concurrent processes: cores may share more than the program can control.
    both = figures.get("two processes", "cardshot", "factor")
    bound = f"; two processes of one worker: {number(both, 2)} ×" if both else ""
    return factor(two, one, goal, f"{number(two)} against {number(one)} cards/s{bound}")


def cold_share(figures, goal):
    """A card in a new process relative to the floor, and that of a distribution if it was measured."""
    ours, floor, packed = (figures.get("w1-cold-pairs", tool, "wall_ms") for tool in ("cardshot", "tuned", "distribution"))
    verdict = share(ours, floor, goal, "ms")
    if verdict and packed:
        verdict = (verdict[0], f"{verdict[1]}; the distribution {number(packed / floor, 2)} ×")
    return verdict


def next_card(figures, goal):
    """The cost of a card that differs from the previous one in two texts, both drawn by one worker."""
    whole, all_cards, cold = (figures.get("next-card", tool, name) for tool, name in (
        ("alone", "median_ms"), ("series", "wall_ms"), ("cold", "wall_ms")))
    return share((all_cards - cold) / 199, whole, goal, "ms") if whole and all_cards and cold else None


def goldens_time(figures, goal):
    """The time for 4,000 goldens, extrapolated from the measured ones."""
    time, count = (figures.get("goldens", "cardshot", name) for name in ("wall_ms", "goldens"))
    return at_most(time / 1000 * 4000 / count, goal, "s") if time and count else None


def rows_memory(figures):
    known = sorted(int(row.split(" ")[1]) for row in figures.all if row.removeprefix("rows ").isdecimal())
    if len(known) < 2:
        return None
    a, b = (figures.get(f"rows {count}", "cardshot", "peak_mb") for count in (known[0], known[-1]))
    return (b <= 1.1 * a, f"{number(b)} MiB with {known[-1]:,}, {number(a)} with {known[0]:,}")


def same_bytes(figures):
    equal = figures.get("w3-bytes", "cardshot", "equal")
    return None if equal is None else (equal == 1, "200 pictures, all the same" if equal == 1 else "they differ")


def fastest_peer(figures, goal):
    row = "compare-different"
    peers = {tool: figures.get(row, tool, "wall_ms") for tool in figures.tools(row) if tool not in ("cardshot", "libpng")}
    if not peers:
        return None
    best = min(peers, key=peers.get)
    ours = figures.get(row, "cardshot", "wall_ms")
    return factor(peers[best], ours, goal, f"{number(ours)} ms against {number(peers[best])} of {NAMES[best]}")


def sizes(figures, name):
    found = [int(row.rsplit(" ", 1)[1]) for row in figures.all if row.startswith(f"growth {name} ")]
    return sorted(found)


def growth_factors(figures):
    """How much longer the largest deck takes than the second largest one, without the cost of the start."""
    start = figures.get("w1-cold", "cardshot", "wall_ms")
    verdicts = []
    for name in ("rows", "parts", "text", "cards"):
        known = sizes(figures, name)
        if len(known) < 2 or start is None:
            return None
        (small, large) = known[-2:]
        a, b = (figures.get(f"growth {name} {size}", "cardshot", "wall_ms") for size in (small, large))
        ratio = b / a / (large / small)
        verdicts.append((name, (ratio <= 1.15, f"{number(ratio, 2)} ×")))
    return all_of(verdicts)


def flat_memory(figures):
    known = sizes(figures, "cards")
    if len(known) < 2:
        return None
    a, b = (figures.get(f"growth cards {size}", "cardshot", "peak_mb") for size in (known[0], known[-1]))
    return (b <= 1.1 * a, f"{number(b)} MiB at {known[-1]:,}, {number(a)} at {known[0]:,}")


def smallest_files(figures):
    """The size of our file relative to all other files of the same format with at most our quality."""
    verdicts = []
    for name in ("GIF", "APNG", "WebP"):
        row = f"moving {name}"
        rivals = [tool for tool in figures.tools(row) if tool != "cardshot"]
        if not rivals:
            return None
        ours = figures.all[row]["cardshot"]
        best = min(rivals, key=lambda tool: figures.get(row, tool, "bytes"))
        share = ours["bytes"] / figures.get(row, best, "bytes")
        truest = all(ours["decibels"] >= figures.get(row, tool, "decibels") - 0.05 for tool in rivals)
        verdicts.append((name, (share <= 1.0 and truest, f"{number(share, 3)} × {NAMES[best]}"
                                + ("" if truest else ", less true than another"))))
    return all_of(verdicts)


def verdicts(figures):
    """Whether each goal is met, and by which value; nothing if it was not measured."""
    warm = lambda row, goal: share(*(figures.get(row, tool, "median_ms") for tool in ("cardshot", "tuned")), goal, "ms")
    decoding = lambda row, goal: share(*(figures.get(row, tool, "wall_ms") for tool in ("cardshot", "libpng")), goal, "ms")
    packing = lambda name, goal: share(
        *(figures.get(f"moving {name}", tool, "wall_ms") for tool in ("cardshot", "ffmpeg")), goal, "ms")
    largest = (sizes(figures, "cards") or [0])[-1]
    return {
        "w1-cold-floor": cold_share(figures, 0.75),
        "w1-warm-floor": warm("w1-warm", 0.5),
        "w2-warm-floor": warm("w2-warm", 0.6),
        "layout": at_most(figures.get("stage W1.all four", "cardshot", "median_ms"), 0.6, "ms"),
        "next-card": next_card(figures, 0.35),
        "w3-takumi": rate_factor(figures, 10),
        "w3-workers": workers_factor(figures, 1.95),
        "w3-bytes": same_bytes(figures),
        "rows-memory": rows_memory(figures),
        "rows-files": share(figures.get("rows among files", "cardshot", "cpu_ms"),
                            figures.get("rows alone", "cardshot", "cpu_ms"), 1.1, "ms"),
        "png-fast-time": png_factor(figures, "fast", 25),
        "png-fast-bytes": all_shares(figures, PNGS, "fast", "libpng", "bytes", 1.25),
        "png-balanced-time": png_factor(figures, "balanced", 5),
        "png-balanced-bytes": all_shares(figures, PNGS, "balanced", "libpng", "bytes", 0.95),
        "png-smallest-bytes": all_shares(figures, PNGS, "smallest", "oxipng", "bytes", 1.0),
        "png-smallest-time": all_shares(figures, PNGS, "smallest", "oxipng", "median_ms", 1.0),
        "compare-equal": decoding("compare-equal", 0.35),
        "compare-different": decoding("compare-different", 0.5),
        "compare-peers": fastest_peer(figures, 15),
        "goldens": goldens_time(figures, 15),
        "moving-gif": packing("GIF", 0.13),
        "moving-webp": packing("WebP", 0.6),
        "memory-cold": at_most(figures.get("w1-cold", "cardshot", "peak_mb"), 35, "MiB"),
        "memory-bulk": at_most(figures.get(f"growth cards {largest}", "cardshot", "peak_mb"), 80, "MiB"),
        "memory-flat": flat_memory(figures),
        "growth": growth_factors(figures),
        "moving-bytes": smallest_files(figures),
    }


def remarks():
    """The hand-written remarks, by the key of a goal."""
    text = (HERE / "remarks.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (\S+)\s*$", text, flags=re.MULTILINE)[1:]
    return {key: body.strip() for key, body in zip(parts[0::2], parts[1::2])}


def goals_section(figures):
    goals = json.loads((HERE / "goals.json").read_text(encoding="utf-8"))
    found, notes = verdicts(figures), remarks()
    rows = []
    for goal in goals:
        verdict = found[goal["key"]]
        state = NOT_MEASURED if verdict is None else "met" if verdict[0] else "**missed**"
        rows.append([goal["title"], "–" if verdict is None else verdict[1], state])
    text = table(["goal", "measured", ""], rows, right=3)
    text += "\n[Remarks](../Benchmarks/remarks.md) explain the missed goals.\n"
    missing = [goal["key"] for goal in goals
               if found[goal["key"]] and not found[goal["key"]][0] and goal["key"] not in notes]
    return text, missing


# Tables --------------------------------------------------------------------------------------------------------------

def cards_section(figures):
    tools = [tool for tool in CARD_TOOLS if tool in figures.tools("w1-cold")] or ["cardshot"]
    spec = [("W1 cold, whole process, ms", "w1-cold", "wall_ms"), ("… peak memory, MiB", "w1-cold", "peak_mb"),
            ("W1 warm, ms a card", "w1-warm", "median_ms"), ("… bytes", "w1-warm", "bytes"),
            ("W2 warm, ms a card", "w2-warm", "median_ms"), ("… bytes", "w2-warm", "bytes"),
            ("W3 on one worker, cards/s", "w3-1", "cards"), ("W3 on two workers, cards/s", "w3-2", "cards"),
            ("W1, mean difference from ours", "w1-likeness", "mean"),
            ("W2, mean difference from ours", "w2-likeness", "mean")]
    rows = [[title, *(figures.cell(row, tool, name, 0 if name == "bytes" else None) for tool in tools)]
            for title, row, name in spec]
    return table(["", *(NAMES[tool] for tool in tools)], rows)


def stages_section(figures):
    spec = ["load", "resolve", "lay out", "flatten", "all four", "paint", *(f"encode {level}" for level in LEVELS),
            "decode PNG", "compare different", "compare equal"]
    rows = [[stage, *(figures.cell(f"stage {deck}.{stage}", "cardshot", "median_ms") for deck in ("W1", "W2"))]
            for stage in spec]
    return table(["stage, ms", "W1", "W2"], rows)


def png_section(figures):
    rows = []
    for name in ("W1", "W2", "photo"):
        row = f"png-{name}"
        base_time, base_size = (figures.get(row, "libpng", key) for key in ("median_ms", "bytes"))
        for tool in (*LEVELS, "libpng", "oxipng"):
            time, size = (figures.get(row, tool, key) for key in ("median_ms", "bytes"))
            if time is None and tool == "oxipng":
                continue
            title = f"cardshot, `{tool}`" if tool in LEVELS else NAMES[tool]
            known = time and base_time
            rows.append([name, title, figures.cell(row, tool, "median_ms"), figures.cell(row, tool, "bytes", 0),
                         number(base_time / time, 2) if known else "–",
                         number(size / base_size, 2) if known else "–"])
    return table(["picture", "", "ms", "bytes", "× libpng's speed", "× libpng's bytes"], rows, right=2)


def compare_section(figures):
    tools = figures.tools("compare-different") or ["cardshot"]
    rows = []
    for tool in tools:
        title = "libpng, reading both" if tool == "libpng" else NAMES[tool]
        rows.append([title, *(figures.cell(f"compare-{key}", tool, "wall_ms") for key in ("different", "equal"))])
    return table(["whole process, ms", "two different pictures", "two equal files"], rows)


def growth_section(figures):
    rows = []
    units = {"rows": "rows of a table", "parts": "parts", "text": "bytes of text", "cards": "cards, a picture each"}
    for name, unit in units.items():
        for size in decks.GROWTH[name][1]:
            row = f"growth {name} {size}"
            time = figures.get(row, "cardshot", "wall_ms")
            rows.append([f"{size:,} {unit}", figures.cell(row, "cardshot", "wall_ms"),
                         number(time * 1000 / size) if time else "–", figures.cell(row, "cardshot", "peak_mb")])
    return table(["deck", "ms, whole process", "µs each", "peak memory, MiB"], rows)


def moving_section(figures):
    rows = []
    for name in ("GIF", "APNG", "WebP"):
        row = f"moving {name}"
        for tool in figures.tools(row) or ["cardshot"]:
            decibels = figures.get(row, tool, "decibels")
            truth = "–" if decibels is None else "exact" if decibels == 1000 else "frames joined" if decibels == -1 else f"{number(decibels, 1)} dB"
            rows.append([f"{NAMES[tool]}, {name}", figures.cell(row, tool, "bytes", 0), truth,
                         figures.cell(row, tool, "wall_ms", 0)])
    return table(["file", "bytes", "frames as drawn", "ms, whole process"], rows)


def environment(results):
    machine = results["machine"]
    libraries = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    left_out = "".join(f" {NAMES[tool]} failed and is left out." for tool in results.get("left_out", ()))
    if not results.get("is_whole", True):
        left_out += " This run measured a part of the rows; the others are from an earlier run."
    return (f"Measured on {results['date']} on {machine['cores']} cores of {machine['cpu']} with "
            f"{machine['memory_gib']} GiB, Linux {machine['kernel']}, load {machine['load']} at the start, in "
            f"{results['seconds'] // 60} min {results['seconds'] % 60} s. Versions: {libraries}.{left_out}")


TEXT = """<!-- Generated by `make bench`. -->

# Benchmarks

After this page you know how fast cardshot is compared to other programs, and how to measure it on your machine.

{environment}

All figures are medians. Programs that are compared run alternately in the same run, so that a slow moment of a shared machine affects
all of them. The ratios are more reliable than the milliseconds.

- **W1** is a social card of 1200 × 630 pixels: a gradient at 45°, a shadow of σ 20, a picture, four texts, a pill, a progress bar and a
  histogram of 24 bars. **W2** is an e-mail card of 1200 × 1600 pixels: a table of six rows, a histogram and a button. **W3** is 200
  variations of W1, one picture each. The decks are in [Benchmarks/decks](../Benchmarks/decks). `decks.py` makes W3 from W1.
- The **floor** is a small C program that draws the same shapes by hand with cairo and Pango, without layout. The naive version follows
  the manuals. The tuned version has a table of colours, a shadow of nine slices, ISA-L and reused memory.
- **Other programs** draw the same shapes at the same positions, each in its own way and without layout. Their pictures are compared with
  ours. Slow programs draw only a part of W3, and the start of Python is not counted.
- PNG files of cards use `--compression fast`, unless a row names another level.

## Goals

{goals}
## Cards

{cards}
A warm card is measured from the text of the deck to the file, in a process that has rendered before.

## Stages

Each stage separately, in one warm process, measured with [swift-benchmark](https://github.com/google/swift-benchmark).

{stages}
## PNG

Encoding only, of pixels in memory. cardshot and oxipng use all processors, libpng uses one.

{png}
## Comparing

`cardshot compare --metric oklab` on two PNG files of 1200 × 1600 pixels, including reading and decoding.

{compare}
## Growth

{growth}
The largest decks are at their [limits](limits.md). A picture has at most 32,000 pixels per side, which about 10,200 rows reach even at a tenth
of their size. A text has at most 100,000 bytes, so a megabyte consists of ten texts. Parts in rows of nine are laid out four to five times
each, and a card has at most 400,000 layouts.

## Moving pictures

A card of 375 × 300 points with confetti, rendered as 24 frames at scale 2. The other programs encode existing frames; our time includes
rendering them. Decibels are the peak signal-to-noise ratio of all pixels compared to the frames.

{moving}
## Measuring again

`make bench` needs only the packages for building cardshot, and takes about five minutes after the build. `make bench PEERS=1` takes about
nine minutes. It installs the other programs from PyPI into a separate folder, and uses ffmpeg, ImageMagick, img2webp, apngasm,
perceptualdiff and Chromium if they are installed. To measure one deck, use the hidden command
`cardshot bench deck.json --iterations 50 --json`.
"""


def write(results):
    """Writes the page; returns the keys of missed goals without a remark."""
    figures = Figures(results["figures"])
    goals, missing = goals_section(figures)
    measure.replace(PAGE, TEXT.format(
        environment=environment(results), goals=goals, cards=cards_section(figures), stages=stages_section(figures),
        png=png_section(figures), compare=compare_section(figures), growth=growth_section(figures),
        moving=moving_section(figures)))
    return missing


def tell(missing):
    """Prints the result, and the missed goals without a remark."""
    print(f"wrote {PAGE.relative_to(HERE.parent)}")
    for key in missing:
        print(f"missed, and without a remark in Benchmarks/remarks.md: {key}")
