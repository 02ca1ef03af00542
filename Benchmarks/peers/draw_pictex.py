"""Draws scenes with pictex, which stands on Skia."""

import harness
import markup
from pictex import Canvas, CropMode, Image, LinearGradient, Row, Shadow, Text


def placed(element, shape, left=0, top=0):
    return element.size(shape["width"], shape["height"]).absolute_position(
        left=shape["x"] - left, top=shape["y"] - top)


def rounded(element, shape):
    return element.border_radius(*shape["radii"])


def item(shape, files):
    clip = shape.get("clip")
    left, top = (clip["x"], clip["y"]) if clip else (0, 0)
    match shape["kind"]:
        case "shadow":
            # Nothing to see but the shadow: the card that covers it is the next shape.
            shadow = Shadow(offset=(shape["dx"], shape["dy"]), blur_radius=shape["sigma"], color=shape["color"])
            return rounded(placed(Row(), shape), shape).background_color("#ffffff").box_shadows(shadow)
        case "rect":
            result = rounded(placed(Row(), shape, left, top), shape).background_color(shape["color"])
        case "ring":
            result = rounded(placed(Row(), shape), shape).border(shape["line"], shape["color"])
        case "triangle":
            # There are no paths: a small box as large as the triangle's half.
            frame, _ = markup.triangle(shape["points"])
            frame = {**frame, "width": frame["width"] / 2, "x": frame["x"] + frame["width"] / 4}
            result = placed(Row(), frame).background_color(shape["color"])
        case "image":
            result = placed(Image(shape["path"]), shape, left, top)
        case "text":
            result = (Text(shape["text"]).font_family(str(files[shape["weight"]])).font_size(shape["size"])
                      .line_height(1.0).color(shape["color"]).text_wrap("nowrap")
                      .absolute_position(left=shape["x"], top=shape["baseline"] - markup.BASELINE * shape["size"]))
    if clip:
        return rounded(placed(Row(result), clip), clip).overflow("hidden")
    return result


def make(fonts):
    files = harness.font_files(fonts)

    def draw(scene):
        width, height, background = scene["width"], scene["height"], scene["background"]
        canvas = Canvas().size(width, height)
        if "color" in background:
            canvas.background_color(background["color"])
        else:
            # Its points must lie inside the picture; the nearest that it allows.
            def inside(point):
                return tuple(min(1.0, max(0.0, value)) for value in (point[0] / width, point[1] / height))

            canvas.background_color(LinearGradient(
                colors=background["colors"], start_point=inside(background["from"]),
                end_point=inside(background["to"])))
        picture = canvas.render(*(item(shape, files) for shape in scene["items"]),
                                crop_mode=CropMode.CONTENT_BOX, font_smoothing="standard")
        return bytes(picture.skia_image.encodeToData())

    return draw


if __name__ == "__main__":
    harness.main(make)
