"""Draws scenes with Takumi: HTML without a browser."""

import pathlib

import harness
import markup
import pytakumi


def make(fonts):
    renderer = pytakumi.Renderer()
    for weight, path in harness.font_files(fonts).items():
        renderer.register_font(path.read_bytes(), name="Inter", weight=weight)
    pictures = {}

    def image(path):
        if path not in pictures:
            pictures[path] = pathlib.Path(path).read_bytes()
        return path

    def draw(scene):
        text = markup.body(scene, image)
        return renderer.render_html(text, width=scene["width"], height=scene["height"], format="png",
                                    images=pictures, font_families=["Inter"])

    return draw


if __name__ == "__main__":
    harness.main(make)
