#!/usr/bin/env python3
"""Makes Fonts/More/Files/NotoSansCJK from Debian's fonts-noto-cjk: the most common characters, in Regular and Bold.

usage: cjk.py FOLDER, where FOLDER holds NotoSansCJK-Regular.ttc and NotoSansCJK-Bold.ttc. Needs Python 3 and fontTools.

The subset contains the characters of JIS X 0208, GB 2312, the first level of Big5, KS X 1001, all syllables of Hangul,
kana, full and half widths, radicals and squared words, with the glyphs of Japan, Korea, China and Taiwan for each (the
feature `locl`). It has a third of the bytes; rarer characters are drawn by Droid Sans Fallback, in regular only.
"""
import pathlib
import subprocess
import sys
import tempfile

TARGET = pathlib.Path(__file__).resolve().parent.parent / "Fonts/More/Files/NotoSansCJK"
FEATURES = "locl,kern,palt,halt,ccmp,liga,calt,ljmo,vjmo,tjmo,fwid,hwid,pwid"
BLOCKS = [(0x2E80, 0x2FE0), (0x3000, 0x3190), (0x31F0, 0x3400), (0xAC00, 0xD7A4), (0xFF00, 0xFFF0)]
NAMES = "髙﨑𠮷塚濵邉邊齋齊廣"


def characters():
    found = {ord(sign) for sign in NAMES}
    for start, end in BLOCKS:
        found |= set(range(start, end))
    for codec, leads in (("euc_jp", range(0xA1, 0xFF)), ("gb2312", range(0xA1, 0xFF)), ("euc_kr", range(0xA1, 0xFF)),
                         ("big5", range(0xA1, 0xC7))):
        for lead in leads:
            for trail in [*range(0x40, 0x7F), *range(0xA1, 0xFF)]:
                try:
                    found |= set(map(ord, bytes([lead, trail]).decode(codec)))
                except UnicodeDecodeError:
                    pass
    return sorted(code for code in found if code >= 0x2000)


def main():
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write(",".join(f"U+{code:04X}" for code in characters()))
        listed.flush()
        for weight in ("Regular", "Bold"):
            subprocess.run(
                ["pyftsubset", str(pathlib.Path(sys.argv[1]) / f"NotoSansCJK-{weight}.ttc"), "--font-number=0",
                 f"--unicodes-file={listed.name}", f"--layout-features={FEATURES}", "--no-hinting", "--name-IDs=*",
                 f"--output-file={TARGET / f'NotoSansCJK-{weight}.otf'}"], check=True)


main()
