#!/usr/bin/env python3
"""Draws a deck at the edge of each limit with a release build of the program, and prints the cost.

    Scripts/limits.py PROGRAM [NAME …]

Each must give files or an error within the processor time and the memory that Docs/limits.md promises. `make limits`
builds the program and runs this script; the exit code is 1 if a promise is not kept.
"""
import base64, ctypes, json, os, random, resource, struct, subprocess, sys, tempfile, zlib

SECONDS, MEBIBYTES = 10, 1024


def deck(parts, canvas=None, **more):
    return {"canvas": {"width": 375, **(canvas or {})}, "cards": [{"parts": parts}], **more}


def stacks(distribution=None):
    node = {"type": "text", "text": "A few words that wrap where there is little room"}
    for level in range(30):
        inner = [node, node] if level < 11 else [node]
        node = {"type": "stack", "axis": ["horizontal", "vertical"][level % 2], "arrangedSubviews": inner}
        if distribution:
            node["distribution"] = distribution
    return deck([node])


def maps():
    return deck([{"type": "map", "location": [48.1 + i / 100, 11.5], "height": 30, "margins": 0} for i in range(1000)])


def annotations():
    chance = random.Random(1)
    pins = [{"latitude": 48 + chance.random(), "longitude": 11 + chance.random(), "title": f"Place {i}"}
            for i in range(20_000)]
    return deck([{"type": "map", "height": 300, "annotations": pins}])


def items():
    cells = [{"cardParts": [{"type": "text", "text": str(i)}]} for i in range(49_000)]
    return deck([{"type": "collection", "itemSize": [20, 10], "items": cells}], {"width": 8000})


def parts():
    """As many parts as a deck may have, in rows of nine, which need as many layouts as a card may have."""
    kinds = [lambda i: {"type": "pillLabel", "labelText": str(i)}, lambda i: {"type": "spacer", "width": 20, "height": 8}]
    kinds += [lambda i: {"type": "text", "text": f"word {i % 20}", "font": "Inter 6"}] * 7
    rows = [{"type": "stack", "axis": "horizontal", "spacing": 4, "arrangedSubviews": [kind(i) for kind in kinds]}
            for i in range(9_999)]
    return deck([{"type": "stack", "axis": "vertical", "arrangedSubviews": rows}], {"width": 600, "scale": 0.1})


def gradient(side):
    blend = {"kind": "linear", "colors": ["#FF0000", "#00FF00", "#123456"], "angle": 33}
    return {"canvas": {"width": side, "height": side, "background": {"gradient": blend}},
            "cards": [{"parts": [{"type": "text", "text": "Hello"}]}]}


def text(words, part="text", **more):
    return deck([{"type": part, {"title": "title"}.get(part, "text"): words, **more}])


def lookups(conditions, count):
    """A list whose entries each look up members of a large object."""
    condition = "{{ " + " + ".join(["a.k6999"] * conditions) + " }}"
    part = {"type": "text", "text": "x", "font": "Inter 3", "forEach": "{{ l }}", "if": condition}
    return deck([part], data={"a": {f"k{i}": 0 for i in range(7_000)}, "l": list(range(count))})


def missing():
    """Names that are not in the data, each similar to many others."""
    parts = [{"type": "text", "text": "{{ o.kex%05dlongnam }}" % i} for i in range(500)]
    return deck(parts, data={"o": {f"key{i:05}longname": i for i in range(20_000)}})


def wide_sums():
    rows = [{f"k{j}": j for j in range(7_000)} for _ in range(100)]
    return deck([{"type": "text", "text": "{{ rows | sum('k6999') }}"}] * 100, data={"rows": rows})


def joined():
    return deck([{"type": "text", "text": "{{ l | join('%s') }}" % ("x" * 90_000)}], data={"l": [1] * 100_000})


def unknown_keys():
    part = {"type": "text", "text": "x", **{f"unknown{i}": 1 for i in range(1_000)}}
    return deck([part] * 200)


def report(words):
    return {"page": {}, "cards": [{"parts": [{"type": "text", "text": words} for _ in range(10)]} for _ in range(1)]}


def pages(count):
    return deck([{"type": "text", "text": "x"}]) | {"cards": [{"parts": [{"type": "text", "text": "x"}]}] * count}


def shadows(depth):
    node = {"type": "text", "text": "x"}
    for _ in range(depth):
        node = {"type": "stack", "shadow": {"radius": 8, "color": "#000", "offset": [0, 2]}, "arrangedSubviews": [node]}
    return deck([node])


def conic():
    blend = {"gradient": {"kind": "conic", "colors": ["#FF0000", "#00FF00"]}}
    return deck([{"type": "text", "text": "x", "backgroundColor": blend} for _ in range(1100)])


def layers(**layer):
    """Layers as large as the largest picture; many of them are rejected."""
    one = {"type": "stack", "height": 7900, "arrangedSubviews": [{"type": "text", "text": "x"}], **layer}
    return deck([{"type": "layers", "height": 7900, "layers": [one] * 100}], {"width": 8000, "height": 8000})


def nested():
    node = {"type": "text", "text": "x", "height": 7800}
    for _ in range(12):
        node = {"type": "stack", "alpha": 0.9, "backgroundColor": "#FF000020", "arrangedSubviews": [node]}
    return deck([node], {"width": 8000, "height": 8000})


def charts(count):
    chart = {"type": "chart", "mark": "line", "data": "{{ rows }}", "height": 60}
    return deck([chart] * count, data={"rows": [i * 7919 % 1000 for i in range(99_000)]})


def folded(rows, columns):
    """A column with that many series; each series is a line through all rows."""
    numbers = [i * 7919 % 1000 for i in range(rows)]
    chart = {"type": "chart", "mark": "line", "data": {"a": numbers, "b": numbers}, "x": "a", "y": ["b"] * columns}
    return deck([chart])


def layered():
    return deck([{"type": "chart", "mark": "line", "data": [i * 7919 % 1000 for i in range(99_000)],
                  "layer": [{"mark": "line"}] * 16}])


def areas(rows):
    """Areas on top of each other that share no x value."""
    data = {"a": list(range(rows)), "b": [i % 100 for i in range(rows)], "s": [f"s{i % 60}" for i in range(rows)]}
    return deck([{"type": "chart", "mark": "area", "data": data, "x": "a", "y": "b", "color": "s"}])


def values():
    return deck([{"type": "chart", "mark": "line", "height": 300, "valueLabels": True,
                  "data": [i * 7919 % 99_991 for i in range(99_000)]}])


def slices(letters, count=1):
    rows = [{"n": f"{i} " + "lorem ipsum dolor " * (letters // 18), "v": i + 1} for i in range(2_000)]
    return deck([{"type": "chart", "mark": "pie", "data": "{{ rows }}", "x": "n", "y": "v"}] * count, data={"rows": rows})


def marks(count, words="n"):
    rows = [{"n": f"{words}{i}", "v": i % 100} for i in range(2_000)]
    chart = {"type": "chart", "mark": "bar", "data": "{{ rows }}", "x": "n", "y": "v", "height": 140}
    return deck([chart] * count, data={"rows": rows})


def dashed():
    rows = [{"a": i, "b": i * 7919 % 1009, "s": f"s{i % 12}"} for i in range(99_000)]
    return deck([{"type": "chart", "mark": "line", "data": rows, "x": "a", "y": "b", "color": "s"}], {"scale": 8})


def codes(count):
    chance = random.Random(1)
    letters = "".join(chance.choice("ABCDEFGHIJabcdefghij0123456789") for _ in range(2_000))
    cells = [{"cardParts": [{"type": "barcode", "text": f"{letters}{i}", "moduleSize": 1}]} for i in range(count)]
    return deck([{"type": "collection", "itemSize": [180, 180], "items": cells}], {"width": 3000})


def pins():
    annotations = [{"latitude": 48 + i % 71 / 71, "longitude": 11 + i % 73 / 73, "title": f"P{i}"} for i in range(5_000)]
    return deck([{"type": "map", "height": 100, "annotations": "{{ pins }}"}] * 6, data={"pins": annotations})


def sums(count):
    return deck([{"type": "text", "text": "{{ rows | sum }}"}] * count, data={"rows": list(range(900_000))})


def texts(words):
    parts = [{"type": "text", "text": f"{i} {words}", "font": "Inter 6"} for i in range(44)]
    return deck(parts, {"width": 6000, "scale": 0.1})


def rows():
    return deck([{"type": "table", "rows": [{"leftTitleText": str(i)} for i in range(850)]}])


def vectors(count, files):
    """SVG pictures that each take most of a second, in the given numbers of places and files."""
    def picture(i):
        svg = ("<svg xmlns='http://www.w3.org/2000/svg' width='300' height='200'><filter id='f'><feTurbulence "
               f"baseFrequency='.1' numOctaves='60' seed='{i}'/></filter><rect width='300' height='200' filter='url(#f)'/></svg>")
        return {"type": "image", "image": "data:image/svg+xml," + svg.replace("#", "%23")}
    return deck([picture(i % files) for i in range(count)])


def film(side):
    """A picture whose frames have the largest allowed size."""
    return {"canvas": {"width": side, "height": side, "scale": 1}, "cards": [{"parts": [{"type": "bar", "percent": 1, "animated": True}]}]}


def noise(side):
    """A card of noise that flies away, so that every frame is noise."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    chance = random.Random(1)
    rows = b"".join(b"\0" + chance.randbytes(3 * 512) for _ in range(512))
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 512, 512, 8, 2, 0, 0, 0))
    png += chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    image = {"type": "image", "image": "data:image/png;base64," + base64.b64encode(png).decode(), "contentMode": "scaleToFill",
             "width": side, "height": side}
    return {"canvas": {"width": side, "height": side, "scale": 1},
            "layout": {"type": "swipeStack", "frame": [0, 0, side, side], "animation": {"kind": "swipe", "direction": "left"}},
            "cards": [{"parts": [image]} for _ in range(2)]}


CASES = [
    ("stacks", stacks(), ["out.png"]),
    ("stacks-equal", stacks("fillEqually"), ["out.png"]),
    ("maps", maps(), ["out.png"]),
    ("annotations", annotations(), ["out.png"]),
    ("items", items(), ["out.png"]),
    ("rows", rows(), ["out.png"]),
    ("parts", parts(), ["out.png"]),
    ("conic-pdf", conic(), ["out.pdf"]),
    ("pixels-png", gradient(8000), ["out.png"]),
    ("pixels-jpeg", gradient(8000), ["out.jpg"]),
    ("pixels-smallest", gradient(8000), ["out.png", "--compression", "smallest"]),
    ("pixels-smallest-4", gradient(2048), ["out.png", "--compression", "smallest"]),
    ("pixels-smallest-1", gradient(1024), ["out.png", "--compression", "smallest"]),
    ("pixels-budget", gradient(8000), ["out.png", "--max-bytes", "400k"]),
    ("pixels-budget-none", gradient(8000), ["out.png", "--max-bytes", "50k"]),
    ("pixels-webp", gradient(5000), ["out.webp"]),
    ("pixels-webp-beyond", gradient(8000), ["out.webp"]),
    ("spaces", text("ab" + " " * 99_000), ["out.png"]),
    ("only-spaces", text(" " * 99_000), ["out.png"]),
    ("tabs", text("\t" * 99_000), ["out.png"]),
    ("tabs-words", text("a\t" * 49_000, font="Inter 3"), ["out.png"]),
    ("outlined", text("mW@#" * 3_000, font="Inter 3", textOutline={"width": 3, "color": "red"}), ["out.png"]),
    ("outlined-beyond", text("mW@#" * 5_000, font="Inter 3", textOutline={"width": 3, "color": "red"}), ["out.png"]),
    ("emoji", text("\U0001F600" * 24_000, font="Inter 6"), ["out.png"]),
    ("soft-hyphens", text("\u00ad" * 45_000), ["out.png"]),
    ("em-spaces", text("\u2003" * 33_000), ["out.png"]),
    ("title-spaces", text("ab" + " " * 99_000, "title"), ["out.png"]),
    ("half-letters", text("\u0915\u094d" * 16_000), ["out.png"]),
    ("letters", text("word " * 12_000), ["out.png"]),
    ("layers-blended", layers(backgroundColor="#FF000020", blendMode="multiply"), ["out.png"]),
    ("layers-blurred", layers(backdropBlur=20), ["out.png"]),
    ("layers-conic", layers(backgroundColor={"gradient": {"kind": "conic", "colors": ["#F002", "#0F04"]}}), ["out.png"]),
    ("layers-nested", nested(), ["out.png"]),
    ("charts-all", charts(10), ["out.png"]),
    ("charts-beyond", charts(250), ["out.png"]),
    ("charts-folded", folded(90_000, 20), ["out.png"]),
    ("charts-folded-beyond", folded(99_000, 60), ["out.png"]),
    ("charts-layered", layered(), ["out.png"]),
    ("charts-areas", areas(31_000), ["out.png"]),
    ("charts-areas-beyond", areas(99_000), ["out.png"]),
    ("charts-values", values(), ["out.png"]),
    ("charts-slices", slices(60), ["out.png"]),
    ("charts-slices-long", slices(300), ["out.png"]),
    ("charts-marks", marks(20), ["out.png"]),
    ("charts-names", marks(20, "lorem ipsum dolor sit amet consectetur"), ["out.png"]),
    ("charts-pies", slices(0, 2), ["out.png"]),
    ("charts-marks-beyond", marks(220), ["out.png"]),
    ("charts-dashed", dashed(), ["out.png"]),
    ("charts-dashed-pdf", dashed(), ["out.pdf"]),
    ("codes-all", codes(300), ["out.png"]),
    ("vectors", vectors(4, 4), ["out.png"]),
    ("vectors-beyond", vectors(60, 60), ["out.png"]),
    ("vectors-again", vectors(60, 1), ["out.png"]),
    ("film-beyond", film(8000), ["out.mp4", "--frames", "500", "--fps", "30"]),
    ("frames-webp", noise(4000), ["out.webp", "--frames", "7", "--fps", "10"]),
    ("pins-all", pins(), ["out.png"]),
    ("sums-all", sums(55), ["out.png"]),
    ("sums-beyond", sums(6_000), ["out.png"]),
    ("lookups-all", lookups(150, 7_000), ["out.png"]),
    ("lookups-beyond", lookups(150, 90_000), ["out.png"]),
    ("sums-wide", wide_sums(), ["out.png"]),
    ("joined", joined(), ["out.png"]),
    ("missing-names", missing(), ["out.png"]),
    ("unknown-keys", unknown_keys(), ["out.png"]),
    ("report-pdf", report("The quick brown fox jumps over it. " * 2_700), ["out.pdf"]),
    ("pages-pdf", pages(9_999), ["out.pdf", "--pages"]),
    ("shadows-nested", shadows(28), ["out.png"]),
    ("texts", texts("lorem ipsum " * 7_900), ["out.png"]),
    ("texts-arabic", texts("مرحبا بالعالم " * 1_850), ["out.png"]),
]


def run(program, name, content, arguments):
    """Returns the processor time in seconds, the memory in mebibytes, and the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "deck.json"), "w") as file:
            json.dump(content, file)
        command = [program, "deck.json", "-o", *arguments, "--quiet", "--workers", "1"]
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        seconds, mebibytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        # The process for SVG pictures ends after the program and is then our child.
        while True:
            try:
                _, _, used = os.wait4(-1, 0)
            except ChildProcessError:
                return seconds, mebibytes, os.waitstatus_to_exitcode(status)
            seconds += used.ru_utime + used.ru_stime
            mebibytes = max(mebibytes, used.ru_maxrss / 1024)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    set_child_subreaper = 36
    ctypes.CDLL(None).prctl(set_child_subreaper, 1)
    program, wanted, broken = os.path.abspath(sys.argv[1]), sys.argv[2:], []
    for name, content, arguments in CASES:
        if wanted and name not in wanted:
            continue
        seconds, mebibytes, code = run(program, name, content, arguments)
        # Animations are painted and packed frame by frame, and have a limit of their own.
        kept = (seconds <= SECONDS or name.startswith("frames-")) and mebibytes <= MEBIBYTES and code in (0, 2)
        print(f"{name:20} {seconds:6.1f} s {mebibytes:6.0f} MiB  exit {code}  {'' if kept else 'NOT KEPT'}", flush=True)
        if not kept:
            broken.append(name)
    if broken:
        sys.exit("not kept: " + ", ".join(broken))


if __name__ == "__main__":
    main()
