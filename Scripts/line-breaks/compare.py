#!/usr/bin/env python3
"""Compares the line breaks of cardshot and Chromium: the paragraphs of corpus.json at several widths, with the same
fonts.

usage: compare.py CARDSHOT [--chromium PROGRAM] [--verbose]

CARDSHOT is a built program. Chromium gets the bundled fonts by @font-face, in the order of cardshot's fallback. Prints
the share of paragraphs with the same lines, for each language and for all, and exits with 1 if it is below 97 %.
"""
import argparse
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FONTS = [HERE.parent.parent / "Fonts" / folder for folder in ("Files", "More/Files")]
WIDTHS = (150, 215, 320)
SIZE = 16
LEAST = 0.97

SCRIPT = """
const size = 20;
function lines(text, width, language) {
  const p = document.createElement('p');
  p.lang = language; p.style.width = width + 'px'; p.textContent = text;
  document.body.appendChild(p);
  const node = p.firstChild, range = document.createRange(), starts = [];
  let last = null;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 32 || (code >= 0xDC00 && code < 0xE000)) continue;
    range.setStart(node, i); range.setEnd(node, i + 1);
    const boxes = range.getClientRects();
    if (!boxes.length) continue;
    const line = Math.round((boxes[boxes.length - 1].top + boxes[boxes.length - 1].bottom) / 2 / size);
    if (last === null || line > last) { starts.push(i); last = line; }
  }
  p.remove();
  return starts.map((s, n) => text.slice(s, starts[n + 1]));
}
Promise.all([...document.fonts].map(f => f.load())).then(() => {
  const result = PARAGRAPHS.map(([language, text, width]) => lines(text, width, language));
  document.body.textContent = '';
  const out = document.createElement('pre');
  out.id = 'result';
  out.textContent = JSON.stringify(result);
  document.body.appendChild(out);
});
"""


def find(file):
    """The path of a bundled font; None if there is none."""
    return next((folder / file for folder in FONTS if (folder / file).exists()), None)


def families():
    """The families in the order of cardshot's fallback, with their regular files."""
    source = (HERE.parent.parent / "Sources/CardRaster/Text/FontCatalog.swift").read_text()
    listed = re.findall(r'"([A-Z][A-Za-z0-9]+)"', source[source.index("bundledFallback"):])
    scripts = [name for name in listed if find(f"NotoSans/NotoSans{name}-Regular.ttf")]
    faces = [("Inter", "Inter/Inter-Regular.otf"), ("JetBrains Mono", "JetBrainsMono/JetBrainsMono-Regular.ttf")]
    faces += [(f"Noto Sans {name}", f"NotoSans/NotoSans{name}-Regular.ttf") for name in dict.fromkeys(scripts)]
    faces += [("Noto Sans CJK", "NotoSansCJK/NotoSansCJK-Regular.otf")]
    faces += [("Droid Sans Fallback", "DroidSansFallback/DroidSansFallback.ttf")]
    return [(family, file) for family, file in faces if find(file)]


def chromium(program, paragraphs, faces):
    rules = "".join(
        f"@font-face{{font-family:'{family}';src:url('{find(file).as_uri()}')}}" for family, file in faces)
    stack = ",".join(f"'{family}'" for family, _ in faces)
    style = (
        f"{rules} p{{margin:0;font:{SIZE}px/20px {stack};text-rendering:geometricPrecision;overflow-wrap:break-word;"
        "unicode-bidi:plaintext}")
    data = json.dumps(paragraphs).replace("</", "<\\/")
    page = f"<!doctype html><meta charset=utf-8><style>{style}</style><body><script>const PARAGRAPHS={data};{SCRIPT}</script>"
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.html"
        path.write_text(page)
        run = subprocess.run(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--font-render-hinting=none",
             "--allow-file-access-from-files", "--virtual-time-budget=60000", "--dump-dom", path.as_uri()],
            capture_output=True, text=True, check=True)
    found = re.search(r'<pre id="result">(.*?)</pre>', run.stdout, re.S)
    return json.loads(html.unescape(found.group(1)))


def cardshot(program, paragraphs):
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "deck.json"
        # A picture is at most 32,000 pixels tall.
        for start in range(0, len(paragraphs), 100):
            # A browser does not adjust letter spacing to the size, and allows a single word on the last line.
            plain = {"type": "text", "lineBreakStrategy": "standard", "letterSpacing": 0, "margins": 0,
                     "font": f"Inter {SIZE}"}
            parts = [{**plain, "text": text, "width": width} for _, text, width in paragraphs[start:start + 100]]
            path.write_text(json.dumps({"canvas": {"width": 400}, "cards": [{"parts": parts}]}))
            run = subprocess.run([program, "inspect", str(path)], capture_output=True, text=True, check=True)
            page = json.loads(run.stdout)
            page = page[0] if isinstance(page, list) else page.get("pages", [page])[0]
            lines += [[line["text"] for line in part["lines"]] for part in page["cards"][0]["parts"]]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cardshot")
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    corpus = json.loads((HERE / "corpus.json").read_text())
    paragraphs = [(language, text, width) for language, texts in corpus.items() for text in texts for width in WIDTHS]
    theirs = chromium(options.chromium, paragraphs, families())
    ours = cardshot(options.cardshot, paragraphs)
    right = {}
    for (language, text, width), a, b in zip(paragraphs, ours, theirs, strict=True):
        same = [line.strip() for line in a] == [line.strip() for line in b]
        right.setdefault(language, []).append(same)
        if options.verbose and not same:
            print(f"{language} {width}\n  cardshot: {' | '.join(a)}\n  Chromium: {' | '.join(b)}")
    for language, marks in right.items():
        print(f"{language:8} {sum(marks)} of {len(marks)}")
    share = sum(map(sum, right.values())) / len(paragraphs)
    print(f"the same: {share:.1%} of {len(paragraphs)}")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
