"""The shapes of a picture of ours in pixels, for programs that draw the same card by other means.

    scene.py CARDSHOT DECK          prints the scenes of a deck as JSON, one per picture
    scene.py CARDSHOT DECK --plain  the same as lines of words, which are easy to read in C

The shapes are read from `cardshot inspect --stage display`, so every peer draws exactly the same card and does not need
a layout, which is to its advantage.
"""

import json
import pathlib
import re
import subprocess
import sys

WEIGHTS = {"Regular": 400, "Medium": 500, "SemiBold": 600, "Bold": 700, "Black": 900}
NUMBER = r"(-?[\d.]+)"
RECT = rf"rect {NUMBER} {NUMBER} {NUMBER} {NUMBER}"
CORNERS = rf"(?: radius ({NUMBER[1:-1]}(?: {NUMBER[1:-1]})*))?"
COLOR = r"#([0-9A-F]{6}(?:[0-9A-F]{2})?)"
PATTERNS = {
    "gradient": re.compile(rf"background linear {NUMBER} {NUMBER} to {NUMBER} {NUMBER} \[{COLOR} 0, {COLOR} 1\]"),
    "solid": re.compile(rf"background {COLOR}"),
    "shadow": re.compile(rf"shadow {RECT}{CORNERS} {COLOR} blur {NUMBER} offset {NUMBER} {NUMBER}"),
    "ring": re.compile(rf"fill ring {RECT}{CORNERS} - {RECT}{CORNERS} {COLOR}"),
    "rect": re.compile(rf"fill {RECT}{CORNERS} {COLOR}"),
    "triangle": re.compile(rf"fill path M {NUMBER} {NUMBER} L {NUMBER} {NUMBER} L {NUMBER} {NUMBER} Z {COLOR}"),
    "image": re.compile(rf'image "([^"]*)" \d+ x \d+ in {NUMBER} {NUMBER} {NUMBER} {NUMBER}'),
    "text": re.compile(rf'glyphs "((?:[^"\\]|\\.)*)" \w+-(\w+) {NUMBER} {COLOR} at {NUMBER} {NUMBER} width {NUMBER}'),
    "clip": re.compile(rf"group clip {RECT}{CORNERS}"),
    "group": re.compile(r"group "),
}
HEADER = re.compile(rf"list {NUMBER} x {NUMBER} at {NUMBER}")


def color(text):
    return "#" + text.lower() + ("ff" if len(text) == 6 else "")


def numbers(words, scale):
    return [round(float(word) * scale, 3) for word in words]


def radii(text, scale):
    """The four corners from the upper left one on."""
    values = numbers((text or "0").split(), scale)
    return values if len(values) == 4 else values[:1] * 4


def box(words, corners, scale):
    x, y, width, height = numbers(words, scale)
    return {"x": x, "y": y, "width": width, "height": height, "radii": radii(corners, scale)}


def gradient_line(unit, width, height):
    """The line between both colours in pixels, at right angles to their stripes: our gradient is in the unit square."""
    x0, y0, x1, y1 = (float(word) for word in unit)
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    slope = ((x1 - x0) / length / width, (y1 - y0) / length / height)
    steepness = slope[0] ** 2 + slope[1] ** 2
    # The middle of the picture is the middle of the gradient.
    reach = (slope[0] / steepness / 2, slope[1] / steepness / 2)
    return {"from": [width / 2 - reach[0], height / 2 - reach[1]], "to": [width / 2 + reach[0], height / 2 + reach[1]]}


def item(line, scale, scene):
    """The shape of a line of the dump, or nothing; `scene` stores the background."""
    for kind, pattern in PATTERNS.items():
        found = pattern.match(line)
        if not found:
            continue
        words = found.groups()
        match kind:
            case "gradient":
                scene["background"] = {"colors": [color(words[4]), color(words[5])],
                                       "offsets": [float(words[0]), float(words[2])],
                                       **gradient_line(words[:4], scene["width"], scene["height"])}
            case "solid":
                scene["background"] = {"color": color(words[0])}
            case "shadow":
                sigma, dx, dy = numbers(words[6:9], scale)
                return {"kind": kind, **box(words[:4], words[4], scale), "color": color(words[5]),
                        "sigma": sigma, "dx": dx, "dy": dy}
            case "ring":
                return {"kind": kind, **box(words[:4], words[4], scale), "color": color(words[10]),
                        "line": numbers([float(words[5]) - float(words[0])], scale)[0]}
            case "rect":
                return {"kind": kind, **box(words[:4], words[4], scale), "color": color(words[5])}
            case "triangle":
                return {"kind": kind, "points": numbers(words[:6], scale), "color": color(words[6])}
            case "image":
                return {"kind": kind, "path": words[0], **box(words[1:5], None, scale)}
            case "text":
                text, face, size, ink, x, baseline, width = words
                size, x, baseline, width = numbers([size, x, baseline, width], scale)
                return {"kind": kind, "text": json.loads(f'"{text}"'), "weight": WEIGHTS[face], "size": size,
                        "color": color(ink), "x": x, "baseline": baseline, "width": width}
            case "clip":
                return {"kind": kind, **box(words[:4], words[4], scale)}
        return None
    raise ValueError(f"a line of the display list that is not understood: {line}")


def scenes(cardshot, deck):
    """The scenes of a deck's cards; with several cards one for each."""
    deck = pathlib.Path(deck)
    dump = subprocess.run([cardshot, "inspect", "--stage", "display", "--each", str(deck)], check=True,
                          capture_output=True, text=True).stdout
    result, scale, clips = [], 1.0, []
    for line in dump.splitlines():
        header = HEADER.match(line)
        if header:
            width, height, scale = (float(word) for word in header.groups())
            result.append({"width": int(width * scale), "height": int(height * scale), "items": []})
            clips = []
            continue
        if not line.strip() or not result:
            continue
        depth = len(line) - len(line.lstrip())
        clips = [clip for clip in clips if clip[0] < depth]
        found = item(line.strip(), scale, result[-1])
        if found is None:
            continue
        if found["kind"] == "clip":
            clips.append((depth, found))
            continue
        # The clip of the card cuts nothing off; inner ones round the picture and the bar.
        if len(clips) > 1:
            found["clip"] = {key: value for key, value in clips[-1][1].items() if key != "kind"}
        if found["kind"] == "image":
            found["path"] = str(deck.parent / found["path"])
        result[-1]["items"].append(found)
    return result


def plain(scene):
    """A scene as lines of words: the kind of shape, numbers, colours, and at the end a text."""
    def box(shape):
        return [shape[key] for key in ("x", "y", "width", "height")] + shape["radii"]

    background = scene["background"]
    lines = [["size", scene["width"], scene["height"]]]
    if "color" in background:
        lines.append(["solid", background["color"]])
    else:
        lines.append(["linear", *background["from"], *background["to"], *background["colors"]])
    for shape in scene["items"]:
        if "clip" in shape:
            lines.append(["clip", *box(shape["clip"])])
        match shape["kind"]:
            case "shadow":
                lines.append(["shadow", *box(shape), shape["sigma"], shape["dx"], shape["dy"], shape["color"]])
            case "ring":
                lines.append(["ring", *box(shape), shape["line"], shape["color"]])
            case "rect":
                lines.append(["rect", *box(shape), shape["color"]])
            case "triangle":
                lines.append(["triangle", *shape["points"], shape["color"]])
            case "image":
                lines.append(["image", *box(shape), shape["path"]])
            case "text":
                lines.append(["text", shape["x"], shape["baseline"], shape["size"], shape["weight"], shape["color"],
                              shape["text"]])
        if "clip" in shape:
            lines.append(["unclip"])
    return "".join(" ".join(str(word) for word in line) + "\n" for line in lines)


def main(words):
    match words:
        case [cardshot, deck]:
            print(json.dumps(scenes(cardshot, deck), ensure_ascii=False))
        case [cardshot, deck, "--plain"]:
            print("".join(plain(scene) for scene in scenes(cardshot, deck)), end="")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
