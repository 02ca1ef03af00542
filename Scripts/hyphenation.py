#!/usr/bin/env python3
"""Writes Fonts/Files/Hyphenation: the hyphenation patterns of Debian's packages, sorted for binary search.

Use: Scripts/hyphenation.py FOLDER, where FOLDER holds the packages hyphen-* unpacked (dpkg -x PACKAGE.deb FOLDER/NAME).

Each file: a line "FRONT BACK LONGEST" with the minimum numbers of letters before and after a hyphen and the length of
the longest pattern, then a line for each pattern: letters, a tab, and a digit for each position, sorted by the bytes of
the letters. Patterns for words whose spelling changes at a hyphen are left out. Both levels of a file are merged.
"""

import pathlib
import re
import sys

# Languages whose patterns may be redistributed (BSD, LPPL, MPL or LGPL); the others are under the GPL alone.
LANGUAGES = {
    "ca": "ca_ES", "da": "da", "de": "de", "el": "el", "en-gb": "en_GB", "en-us": "en_US", "es": "es_ES", "fr": "fr",
    "it": "it", "nl": "nl", "pl": "pl_PL", "pt-br": "pt_BR", "ru": "ru_RU", "sk": "sk", "sl": "sl", "sv": "sv_SE",
}
WORDS = ("LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUND", "NEXTLEVEL", "NOHYPHEN")


def patterns(path):
    lines = path.read_bytes().split(b"\n")
    charset = lines[0].strip().decode("ascii").replace("ISO8859", "iso8859").replace("microsoft-cp", "cp")
    found, least = {}, [2, 2]
    for line in lines[1:]:
        text = line.decode(charset).strip().lower() if not line.startswith(b"LEFT") else line.decode("ascii")
        word = text.upper()
        if word.startswith("LEFTHYPHENMIN") or word.startswith("RIGHTHYPHENMIN"):
            least[word.startswith("RIGHT")] = int(word.split()[1])
        if not text or text[0] in "%#" or word.startswith(WORDS) or "/" in text or " " in text or "'" in text or "’" in text:
            continue
        letters = re.sub("[0-9]", "", text)
        digits, last = [], 0
        for character in text:
            if character.isdigit() and character in "0123456789":
                last = int(character)
            else:
                digits.append(last)
                last = 0
        digits.append(last)
        old = found.get(letters, [0] * len(digits))
        found[letters] = [max(a, b) for a, b in zip(old, digits)]
    return found, least


def main():
    source = pathlib.Path(sys.argv[1])
    target = pathlib.Path(__file__).resolve().parent.parent / "Fonts/Files/Hyphenation"
    target.mkdir(parents=True, exist_ok=True)
    for language, name in LANGUAGES.items():
        [path, *_] = sorted(source.glob(f"*/usr/share/hyphen/hyph_{name}.dic"))
        found, least = patterns(path)
        rows = sorted((letters.encode(), "".join(map(str, digits))) for letters, digits in found.items() if any(digits))
        head = f"{least[0]} {least[1]} {max(len(letters.decode()) for letters, _ in rows)}\n".encode()
        body = b"".join(letters + b"\t" + digits.encode() + b"\n" for letters, digits in rows)
        (target / f"{language}.txt").write_bytes(head + body)


main()
