"""Draws scenes with typst. It has no shadows: a picture in SVG stands for them."""

import json

import harness
import markup
import typst


def pt(value):
    return f"{value:.3f}pt"


def rgb(color):
    return f'rgb("{color}")'


def corners(shape):
    names = ("top-left", "top-right", "bottom-right", "bottom-left")
    return "(" + ", ".join(f"{name}: {pt(radius)}" for name, radius in zip(names, shape["radii"])) + ")"


def at(x, y, content):
    return f"#place(top + left, dx: {pt(x)}, dy: {pt(y)}, {content})\n"


def frame(shape):
    return f'width: {pt(shape["width"])}, height: {pt(shape["height"])}, radius: {corners(shape)}'


def shadow(shape, scene):
    only = {**scene, "items": [shape], "background": {"color": "#00000000"}}
    drawing = markup.svg(only).replace('<rect width="100%" height="100%" fill="#000000"/>', "")
    return at(0, 0, f'image(bytes({json.dumps(drawing)}), format: "svg", width: {pt(scene["width"])})')


def item(shape, scene):
    clip = shape.get("clip")
    left, top = (clip["x"], clip["y"]) if clip else (0, 0)
    match shape["kind"]:
        case "shadow":
            return shadow(shape, scene)
        case "rect":
            result = at(shape["x"] - left, shape["y"] - top, f'rect({frame(shape)}, fill: {rgb(shape["color"])})')
        case "ring":
            half = shape["line"] / 2
            inner = {**shape, "width": shape["width"] - 2 * half, "height": shape["height"] - 2 * half,
                     "radii": [radius - half for radius in shape["radii"]]}
            result = at(shape["x"] + half, shape["y"] + half,
                        f'rect({frame(inner)}, stroke: {pt(shape["line"])} + {rgb(shape["color"])})')
        case "triangle":
            x, y = min(shape["points"][0::2]), min(shape["points"][1::2])
            points = ", ".join(f"({pt(a - x)}, {pt(b - y)})"
                               for a, b in zip(shape["points"][0::2], shape["points"][1::2]))
            result = at(x, y, f'polygon(fill: {rgb(shape["color"])}, {points})')
        case "image":
            result = at(shape["x"] - left, shape["y"] - top,
                        f'image({json.dumps(shape["path"])}, width: {pt(shape["width"])})')
        case "text":
            result = at(shape["x"], shape["baseline"],
                        f'text(size: {pt(shape["size"])}, weight: {shape["weight"]}, fill: {rgb(shape["color"])}, '
                        f'{json.dumps(shape["text"], ensure_ascii=False)})')
    if clip:
        return at(clip["x"], clip["y"], f"box({frame(clip)}, clip: true)[{result.strip()}]")
    return result


def source(scene):
    background = scene["background"]
    if "color" in background:
        fill = rgb(background["color"])
    else:
        # Its stops must reach from one end to the other.
        offsets = [0, *background["offsets"], 1]
        colors = [background["colors"][0], *background["colors"], background["colors"][-1]]
        stops = ", ".join(f"({rgb(color)}, {offset * 100:.2f}%)" for color, offset in zip(colors, offsets))
        fill = f"gradient.linear({stops}, angle: 45deg, space: rgb)"
    head = (f'#set page(width: {pt(scene["width"])}, height: {pt(scene["height"])}, margin: 0pt, fill: {fill})\n'
            '#set text(font: "Inter", top-edge: "baseline", bottom-edge: "baseline")\n')
    return head + "".join(item(shape, scene) for shape in scene["items"])


def make(fonts):
    compiler = typst.Compiler(root="/", font_paths=[str(fonts)], ignore_system_fonts=True)

    def draw(scene):
        return compiler.compile(input=source(scene).encode(), format="png", ppi=72.0)

    return draw


if __name__ == "__main__":
    harness.main(make)
