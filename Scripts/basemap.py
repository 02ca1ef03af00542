#!/usr/bin/env python3
"""Writes Fonts/Files/Map/world.map from shapefiles of Natural Earth (public domain).

usage: basemap.py SHAPEFILES CITIES
       basemap.py

SHAPEFILES is a folder that contains, at any depth, ne_10m_land, ne_10m_lakes, ne_10m_admin_0_boundary_lines_land and
ne_50m_admin_0_countries; CITIES is the path of 110m populated places (naturalearth_cities.shp or
ne_110m_populated_places). Without arguments only the translations of the names are made again. Needs Python 3, numpy and Babel, whose
names are those of the Unicode CLDR: territories for countries, and cities of time zones. Run it only to update the data; the program does
not need it.

Outlines are projected to Web Mercator on a square of 65,536 units and simplified by Douglas and Peucker. The README
next to the file describes its format.
"""
import glob
import math
import pathlib
import re
import struct
import sys

import babel
import babel.core
import numpy

SIDE = 65536
LIMIT = 85.0511287798066
# Names that have changed since the data was made, or that its one-byte encoding lost.
NAMES = {"Nur-Sultan": "Astana", "Chi?in?u": "Chișinău", "?saka": "Osaka", "Washington,  D.C.": "Washington",
         "København": "Copenhagen", "Bir Lehlou": None, "Sri Jayawardenepura Kotte": None, "Bogota": "Bogotá"}


TARGET = pathlib.Path(__file__).resolve().parent.parent / "Fonts/Files/Map/world.map"
# The languages of the locales of decks; English names are those of the map.
LANGUAGES = """
    de nl fr es it pt_BR pt_PT sv da nb fi pl cs ru uk tr ja zh_Hans ko hi ar he hu ro el bg sk hr th vi
    """.split()
# Countries with another English name in CLDR.
CODES = {
    "Democratic Republic of the Congo": "CD", "Ivory Coast": "CI", "Myanmar": "MM", "East Timor": "TL", "Czech Republic": "CZ",
    "Republic of the Congo": "CG", "The Bahamas": "BS", "Trinidad and Tobago": "TT", "Bosnia and Herzegovina": "BA",
    "Federated States of Micronesia": "FM", "São Tomé and Príncipe": "ST", "Saint Vincent and the Grenadines": "VC", "Saint Lucia": "LC",
    "Saint Kitts and Nevis": "KN", "The Gambia": "GM", "Åland": "AX", "Antigua and Barbuda": "AG"}
# Cities with a time zone of another English name in CLDR.
ZONES = {"Saint John's": "America/Antigua", "Saint George's": "America/Grenada", "Melekeok": "Pacific/Palau"}


def shapes(path):
    """The parts of each shape: lists of (longitude, latitude)."""
    data = open(path, "rb").read()
    offset = 100
    while offset < len(data):
        _, words = struct.unpack(">ii", data[offset:offset + 8])
        record = data[offset + 8:offset + 8 + 2 * words]
        offset += 8 + 2 * words
        kind = struct.unpack("<i", record[:4])[0]
        if kind % 10 in (3, 5):
            parts, count = struct.unpack("<ii", record[36:44])
            starts = list(struct.unpack(f"<{parts}i", record[44:44 + 4 * parts])) + [count]
            points = numpy.frombuffer(record[44 + 4 * parts:44 + 4 * parts + 16 * count], "<f8").reshape(-1, 2)
            yield [points[a:b] for a, b in zip(starts, starts[1:])]
        else:
            yield [numpy.array([struct.unpack("<dd", record[4:20])])]


def records(path, encoding):
    """The rows of a dBase table."""
    data = open(path, "rb").read()
    count, start, length = struct.unpack("<IHH", data[4:12])
    fields, offset = [], 32
    while data[offset] != 13:
        fields.append((data[offset:offset + 11].split(b"\0")[0].decode(), data[offset + 16]))
        offset += 32
    for number in range(count):
        row, place, result = data[start + number * length + 1:start + (number + 1) * length], 0, {}
        for name, width in fields:
            result[name] = row[place:place + width].decode(encoding, "replace").strip(" \0")
            place += width
        yield result


def project(points):
    latitude = numpy.radians(numpy.clip(points[:, 1], -LIMIT, LIMIT))
    y = 0.5 - numpy.arcsinh(numpy.tan(latitude)) / (2 * math.pi)
    return numpy.stack([(points[:, 0] / 360 + 0.5) * SIDE, numpy.clip(y, 0, 1) * SIDE], axis=1)


def shrinking(points):
    """The scale of the ground relative to the map, at each point: the cosine of the latitude."""
    return 1 / numpy.cosh((0.5 - points[:, 1] / SIDE) * 2 * math.pi)


def thin(points, tolerance):
    """Simplifies a line by Douglas and Peucker; the tolerance is a length on the ground, in units at the equator."""
    ground = shrinking(points)
    keep = numpy.zeros(len(points), bool)
    keep[0] = keep[-1] = True
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        between, line = points[first + 1:last] - points[first], points[last] - points[first]
        square = float(line @ line)
        along = numpy.clip(between @ line / square, 0, 1)[:, None] * line if square else 0
        distance = numpy.hypot(*(between - along).T) * ground[first + 1:last]
        farthest = int(distance.argmax())
        if distance[farthest] > tolerance:
            keep[first + 1 + farthest] = True
            stack += [(first, first + 1 + farthest), (first + 1 + farthest, last)]
    return points[keep]


def area(points):
    """The ground area of an outline in square units at the equator; negative if it runs in the other direction."""
    x, y = points.T
    return (float(x @ numpy.roll(y, -1) - numpy.roll(x, -1) @ y)) / 2 * float(shrinking(points).mean()) ** 2


def joined(lines):
    """Joins lines that share an end: the source cuts borders at every crossing of a grid."""
    lines = [list(map(tuple, line)) for line in lines]
    ends = {}
    for number, line in enumerate(lines):
        for end in (line[0], line[-1]):
            ends.setdefault(end, []).append(number)
    used, result = set(), []
    for number, line in enumerate(lines):
        if number in used:
            continue
        used.add(number)
        for _ in range(2):
            while True:
                near = [n for n in ends[line[-1]] if n not in used]
                if len(ends[line[-1]]) != 2 or len(near) != 1:
                    break
                other = lines[near[0]]
                used.add(near[0])
                line = line + (other[1:] if other[0] == line[-1] else other[-2::-1])
            line = line[::-1]
        result.append(numpy.array(line))
    return result


def packed(outlines):
    """The bytes of a layer."""
    out, x, y, count, total = bytearray(), 0, 0, 0, 0

    def put(value):
        while value >= 128:
            out.append(value & 127 | 128)
            value >>= 7
        out.append(value)

    for outline in outlines:
        rounded = [tuple(p) for p in numpy.rint(outline).astype(int).tolist()]
        points = [p for i, p in enumerate(rounded) if i == 0 or p != rounded[i - 1]]
        if len(points) < 2:
            continue
        put(len(points))
        count, total = count + 1, total + len(points)
        for px, py in points:
            for delta in (px - x, py - y):
                put(delta << 1 if delta >= 0 else (-delta << 1) - 1)
            x, y = px, py
    return struct.pack("<3q", count, total, len(out)) + out


def named(names):
    """The bytes of names: (text, x, y, whether it is a country, zoom)."""
    out = struct.pack("<q", len(names))
    for text, x, y, is_country, zoom in names:
        text = text.encode()
        out += struct.pack("<q", len(text)) + text + struct.pack("<2q?d", x, y, is_country, zoom)
    return out


def translated(names):
    """The bytes of the translations: for each language its code, and a line for each name, which is empty if it stays as it is."""
    english = babel.Locale("en")
    codes = {name: code for code, name in english.territories.items() if len(code) == 2} | CODES
    zones = {zone.split("/")[-1].replace("_", " "): zone for zone in sorted(babel.core.get_global("zone_territories"))}
    zones |= {words["city"]: zone for zone, words in english.time_zones.items() if "city" in words}

    def translation(locale, text, is_country):
        code = codes.get(text) if is_country else None
        name = locale.territories.get(code) if code else locale.time_zones.get(zones.get(text), {}).get("city")
        # A second name in brackets is too long for a map, but tells the two Congos apart.
        return (name or text) if code in ("CD", "CG") else re.sub(r"\s*[(（].*[)）]$", "", name or text)

    out = struct.pack("<q", len(LANGUAGES))
    for language in LANGUAGES:
        locale = babel.Locale.parse(language)
        lines = [translation(locale, text, is_country) for text, _, _, is_country, _ in names]
        words = "\n".join("" if line == name[0] else line for line, name in zip(lines, names)).encode()
        code = (language if language.startswith("pt") else locale.language).encode()
        out += struct.pack("<q", len(code)) + code + struct.pack("<q", len(words)) + words
    return out


def translate():
    """Makes the translations of the existing map again."""
    data, offset = TARGET.read_bytes(), 8
    for _ in range(4):
        offset += 24 + struct.unpack_from("<3q", data, offset)[2]
    (count,), start = struct.unpack_from("<q", data, offset), offset + 8
    names = []
    for _ in range(count):
        length, = struct.unpack_from("<q", data, start)
        text = data[start + 8:start + 8 + length].decode()
        start += 8 + length
        names.append((text, *struct.unpack_from("<2q?d", data, start)))
        start += 25
    TARGET.write_bytes(b"basemap2" + data[8:start] + translated(names))


def main(folder, cities):
    def find(name):
        return glob.glob(f"{folder}/**/{name}.shp", recursive=True)[0]

    def outlines(name, tolerance, least):
        """Outlines and their holes, which run in the other direction."""
        parts = [project(part) for shape in shapes(find(name)) for part in shape]
        outer = max((area(part) for part in parts), key=abs) > 0
        large = [part for part in parts if abs(area(part)) >= least]
        # An outline ends where it starts, so the last point is left out.
        thinned = [(thin(part, tolerance)[:-1], (area(part) > 0) == outer) for part in large]
        return [part for part, isOuter in thinned if isOuter], [part for part, isOuter in thinned if not isOuter]

    land, seas = outlines("ne_10m_land", 3, 25)
    lakes, islands = outlines("ne_10m_lakes", 3.6, 600)
    lakes += seas
    borders = [project(p) for s in shapes(find("ne_10m_admin_0_boundary_lines_land")) for p in s]
    borders = [thin(line, 2.6) for line in joined(borders)]

    places = []
    for row in records(find("ne_50m_admin_0_countries")[:-4] + ".dbf", "utf-8"):
        x, y = project(numpy.array([[float(row["LABEL_X"]), float(row["LABEL_Y"])]]))[0]
        name = row["NAME_EN"].replace("People's Republic of China", "China").replace("United States of America", "United States")
        if row["ISO_A2_EH"] != "-99" and (row["TYPE"] in ("Sovereign country", "Country", "Sovereignty") or name == "Greenland"):
            places.append((name, round(x), round(y), True, float(row["MIN_LABEL"])))
    places.sort(key=lambda p: p[4])
    towns = []
    for shape, row in zip(shapes(cities), records(cities[:-4] + ".dbf", "latin-1")):
        name = NAMES.get(row["name"], row["name"])
        x, y = project(shape[0])[0]
        if name:
            towns.append((name, round(x), round(y)))
    # The most important ones are last in the source.
    for rank, town in enumerate(reversed(towns)):
        places.append((*town, False, 2.6 if rank < 12 else 3.4 if rank < 36 else 4.2 if rank < 80 else 5))

    outlines = b"".join(packed(lines) for lines in (land, lakes, islands, borders))
    TARGET.write_bytes(b"basemap2" + outlines + named(places) + translated(places))


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) > 1 else translate()
