#!/usr/bin/env python3
"""Writes Fonts/Files/Words: the words of languages without spaces between words, from ICU's dictionaries.

Use: Scripts/word_lists.py DATA, where DATA is icudtl.dat of Debian's package chromium-common. Its lists of Khmer and
Lao have a quarter and a third of the size of those in libicu72, and give the same line breaks as that browser.

Each file: a line for each word, sorted by bytes. A letter is one byte: its position in the script's block plus 0x20.
"""

import pathlib
import struct
import sys

LANGUAGES = {"thai": 0x0E00, "lao": 0x0E80, "burmese": 0x1000, "khmer": 0x1780}


def entries(library):
    """The files in ICU's data library, by name; see "Data Management" in ICU's user guide."""
    data = library.read_bytes()
    header = data.index(b"CmnD") - 12
    table = header + struct.unpack_from("<H", data, header)[0]
    count = struct.unpack_from("<I", data, table)[0]
    rows = [struct.unpack_from("<II", data, table + 4 + 8 * row) for row in range(count)]
    for (name, start), (_, end) in zip(rows, rows[1:]):
        yield data[table + name : data.index(0, table + name)].decode(), data[table + start : table + end]


class Trie:
    """The words of a byte trie, as "ucharstrie.h" and "bytestrie.h" of ICU describe it."""

    def __init__(self, data):
        self.data, self.words = data, []
        self.node(0, b"")

    def number(self, place, steps):
        """A number of one or more bytes; a row of STEPS: the first lead byte that is too large, the number of further bytes."""
        lead, first = self.data[place], 0
        for limit, more in steps:
            if lead < limit:
                value = lead - first if more < 3 else 0
                return place + 1 + more, int.from_bytes(bytes([value]) + self.data[place + 1 : place + 1 + more])
            first = limit
        raise ValueError("not a number")

    def value(self, place):
        """The value at a place, and whether it is the last one of its words."""
        lead = self.data[place] >> 1
        more = 0 if lead < 0x51 else 1 if lead < 0x6C else 2 if lead < 0x7E else 3 if lead == 0x7E else 4
        base = {0: 0x10, 1: 0x51, 2: 0x6C}.get(more, lead)
        number = int.from_bytes(bytes([lead - base]) + self.data[place + 1 : place + 1 + more])
        return place + 1 + more, number, self.data[place] & 1

    def node(self, place, word):
        while True:
            lead = self.data[place]
            if lead >= 0x20:
                self.words.append(word)
                place, _, is_last = self.value(place)
                if is_last:
                    return
            elif lead < 0x10:
                place += 1
                if lead == 0:
                    lead, place = self.data[place], place + 1
                return self.branch(place, lead + 1, word)
            else:
                length = lead - 0x10 + 1
                word += self.data[place + 1 : place + 1 + length]
                place += 1 + length

    def branch(self, place, count, word):
        while count > 5:
            place, jump = self.number(place + 1, ((0xC0, 0), (0xF0, 1), (0xFE, 2), (0xFF, 3), (0x100, 4)))
            self.branch(place + jump, count >> 1, word)
            count -= count >> 1
        for _ in range(count - 1):
            letter = self.data[place : place + 1]
            place, value, is_last = self.value(place + 1)
            if is_last:
                self.words.append(word + letter)
            else:
                self.node(place + value, word + letter)
        self.node(place + 1, word + self.data[place : place + 1])


def main():
    target = pathlib.Path(__file__).resolve().parent.parent / "Fonts/Files/Words"
    target.mkdir(parents=True, exist_ok=True)
    found = {name.split("/")[-1].removesuffix("dict.dict"): data for name, data in entries(pathlib.Path(sys.argv[1]))
             if name.endswith("dict.dict")}
    for language, block in LANGUAGES.items():
        data = found[language]
        body = data[struct.unpack_from("<H", data)[0] :]
        start, _, _, end, kind, transform = struct.unpack_from("<6i", body)
        if kind & 7 != 0 or transform != 0x1000000 | block:
            sys.exit(f"{language}: not a trie of bytes in its block")
        # Words with joiners, which are encoded above all letters, are left out.
        words = [word for word in Trie(body[start:end]).words if max(word) < 0xA0]
        rows = sorted(bytes(letter + 0x20 for letter in word) for word in words)
        (target / f"{language}.words").write_bytes(b"".join(row + b"\n" for row in rows))
        print(language, len(rows))


main()
