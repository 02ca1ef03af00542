"""Draws scenes with resvg: SVG."""

import harness
import markup
import resvg


def make(fonts):
    options = resvg.usvg.Options.default()
    for path in harness.font_files(fonts).values():
        options.load_font_file(str(path))

    def draw(scene):
        tree = resvg.usvg.Tree.from_str(markup.svg(scene), options)
        return bytes(resvg.render(tree, (1, 0, 0, 0, 1, 0)))

    return draw


if __name__ == "__main__":
    harness.main(make)
