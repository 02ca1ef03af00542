"""A scene as HTML and as SVG."""

import base64
import html
import pathlib
import urllib.parse

# Inter's ascent and descent at size 1; a line as tall as the size takes half the rest from each.
ASCENT, DESCENT = 0.96875, 0.2412
BASELINE = 0.5 + (ASCENT - DESCENT) / 2


def file_url(path):
    return "file://" + urllib.parse.quote(path)


def data_url(path):
    return "data:image/png;base64," + base64.b64encode(pathlib.Path(path).read_bytes()).decode()


def corners(shape):
    return " ".join(f"{radius}px" for radius in shape["radii"])


def css_background(background):
    if "color" in background:
        return background["color"]
    # The stripes of a gradient from corner to corner run along the other diagonal, as ours do.
    stops = ", ".join(f"{color} {offset * 100}%"
                      for color, offset in zip(background["colors"], background["offsets"]))
    return f"linear-gradient(to bottom right, {stops})"


def place(shape, left=0, top=0):
    return (f"position:absolute;left:{shape['x'] - left}px;top:{shape['y'] - top}px;"
            f"width:{shape['width']}px;height:{shape['height']}px;")


def triangle(points):
    xs, ys = points[0::2], points[1::2]
    shape = {"x": min(xs), "y": min(ys), "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
    path = ", ".join(f"{(x - shape['x']) / shape['width'] * 100}% {(y - shape['y']) / shape['height'] * 100}%"
                     for x, y in zip(xs, ys))
    return shape, path


def element(shape, image):
    """An element of HTML for a shape; `image` makes a picture's address from its path."""
    clip = shape.get("clip")
    left, top = (clip["x"], clip["y"]) if clip else (0, 0)
    match shape["kind"]:
        case "shadow":
            result = (f'<div style="{place(shape)}border-radius:{corners(shape)};box-shadow:{shape["dx"]}px '
                      f'{shape["dy"]}px {2 * shape["sigma"]}px {shape["color"]}"></div>')
        case "rect":
            result = (f'<div style="{place(shape, left, top)}border-radius:{corners(shape)};'
                      f'background:{shape["color"]}"></div>')
        case "ring":
            result = (f'<div style="{place(shape)}box-sizing:border-box;border-radius:{corners(shape)};'
                      f'border:{shape["line"]}px solid {shape["color"]}"></div>')
        case "triangle":
            frame, path = triangle(shape["points"])
            result = f'<div style="{place(frame)}clip-path:polygon({path});background:{shape["color"]}"></div>'
        case "image":
            result = f'<img src="{image(shape["path"])}" style="{place(shape, left, top)}">'
        case "text":
            top_edge = shape["baseline"] - BASELINE * shape["size"]
            result = (f'<div style="position:absolute;left:{shape["x"]}px;top:{top_edge}px;white-space:nowrap;'
                      f'font-family:Inter;font-weight:{shape["weight"]};font-size:{shape["size"]}px;line-height:1;'
                      f'color:{shape["color"]}">'
                      f'{html.escape(shape["text"])}</div>')
    if clip:
        return f'<div style="{place(clip)}overflow:hidden;border-radius:{corners(clip)}">{result}</div>'
    return result


def body(scene, image=data_url):
    """A scene as one element of HTML."""
    items = "".join(element(shape, image) for shape in scene["items"])
    return (f'<div style="position:relative;display:block;width:{scene["width"]}px;height:{scene["height"]}px;'
            f'overflow:hidden;background:{css_background(scene["background"])}">{items}</div>')


# SVG -----------------------------------------------------------------------------------------------------------------

def outline(shape):
    """A path around a box with four corners."""
    x, y, width, height = (shape[key] for key in ("x", "y", "width", "height"))
    tl, tr, br, bl = shape["radii"]
    return (f"M{x + tl} {y}H{x + width - tr}A{tr} {tr} 0 0 1 {x + width} {y + tr}V{y + height - br}"
            f"A{br} {br} 0 0 1 {x + width - br} {y + height}H{x + bl}A{bl} {bl} 0 0 1 {x} {y + height - bl}"
            f"V{y + tl}A{tl} {tl} 0 0 1 {x + tl} {y}Z")


def ink(color, name="fill"):
    return f'{name}="{color[:7]}" {name}-opacity="{int(color[7:9], 16) / 255:.4f}"'


def svg(scene):
    """A scene as SVG."""
    definitions, items = [], []
    background = scene["background"]
    if "color" in background:
        paint = background["color"][:7]
    else:
        (x1, y1), (x2, y2) = background["from"], background["to"]
        stops = "".join(f'<stop offset="{number}" stop-color="{color[:7]}"/>'
                        for number, color in enumerate(background["colors"]))
        definitions.append(f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="{x1}" y1="{y1}" x2="{x2}" '
                           f'y2="{y2}">{stops}</linearGradient>')
        paint = "url(#g)"
    for number, shape in enumerate(scene["items"]):
        match shape["kind"]:
            case "shadow":
                definitions.append(f'<filter id="s{number}" x="-20%" y="-20%" width="140%" height="140%">'
                                   f'<feGaussianBlur stdDeviation="{shape["sigma"]}"/></filter>')
                result = (f'<path d="{outline(shape)}" {ink(shape["color"])} filter="url(#s{number})" '
                          f'transform="translate({shape["dx"]} {shape["dy"]})"/>')
            case "rect":
                result = f'<path d="{outline(shape)}" {ink(shape["color"])}/>'
            case "ring":
                half = shape["line"] / 2
                inner = {"x": shape["x"] + half, "y": shape["y"] + half, "width": shape["width"] - 2 * half,
                         "height": shape["height"] - 2 * half, "radii": [radius - half for radius in shape["radii"]]}
                result = (f'<path d="{outline(inner)}" fill="none" {ink(shape["color"], "stroke")} '
                          f'stroke-width="{shape["line"]}"/>')
            case "triangle":
                result = f'<polygon points="{" ".join(map(str, shape["points"]))}" {ink(shape["color"])}/>'
            case "image":
                result = (f'<image x="{shape["x"]}" y="{shape["y"]}" width="{shape["width"]}" '
                          f'height="{shape["height"]}" href="{data_url(shape["path"])}"/>')
            case "text":
                result = (f'<text x="{shape["x"]}" y="{shape["baseline"]}" font-family="Inter" '
                          f'font-size="{shape["size"]}" font-weight="{shape["weight"]}" {ink(shape["color"])}>'
                          f'{html.escape(shape["text"])}</text>')
        if "clip" in shape:
            definitions.append(f'<clipPath id="c{number}"><path d="{outline(shape["clip"])}"/></clipPath>')
            result = f'<g clip-path="url(#c{number})">{result}</g>'
        items.append(result)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{scene["width"]}" height="{scene["height"]}">'
            f'<defs>{"".join(definitions)}</defs>'
            f'<rect width="100%" height="100%" fill="{paint}"/>{"".join(items)}</svg>')
