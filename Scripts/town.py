#!/usr/bin/env python3
"""Writes Examples/assets/town.geojson: the invented town of Harrowmouth, with OpenStreetMap's tags.

usage: town.py FILE [WEST SOUTH EAST NORTH]

The numbers crop the town, in metres from its middle. The town is in the sea at 0° north, 0° east. Needs Python 3 and shapely. The same version of shapely writes the same
bytes. Run it only to change the town.
"""
import json
import math
import random
import sys

from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import polygonize, substring, unary_union

METRES = 111_319.49
RANDOM = random.Random(7)
FEATURES = []
CROP = box(*map(float, sys.argv[2:6])) if len(sys.argv) > 2 else box(-3000, -3000, 3000, 3000)
VIEW = box(-1900, -1250, 1900, 1300)
# Houses are the largest part of the file, so only the middle of the town has them.
TOWN = Point(60, -60).buffer(900)


def curve(*points, steps=6):
    """A smooth line through points (Catmull and Rom)."""
    places = [points[0], *points, points[-1]]
    result = []
    for a, b, c, d in zip(places, places[1:], places[2:], places[3:]):
        for step in range(steps):
            t = step / steps
            result.append(tuple(0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t
                                       + (3 * q - p - 3 * r + s) * t ** 3) for p, q, r, s in zip(a, b, c, d)))
    return LineString(result + [points[-1]]).simplify(0.7)


def place(point):
    return [round(point[0] / METRES, 6) + 0.0, round(point[1] / METRES, 6) + 0.0]


def coordinates(shape):
    if shape.geom_type == "Point":
        return place(shape.coords[0])
    if shape.geom_type == "Polygon":
        return [[place(p) for p in ring.coords] for ring in (shape.exterior, *shape.interiors)]
    if shape.geom_type == "LineString":
        return [place(p) for p in shape.coords]
    return [coordinates(part) for part in shape.geoms]


def add(shape, **tags):
    shape = shape.intersection(CROP)
    if shape.is_empty or shape.geom_type == "GeometryCollection":
        return
    tags = {key.replace("__", ":"): value for key, value in tags.items()}
    FEATURES.append({"type": "Feature", "properties": tags,
                     "geometry": {"type": shape.geom_type, "coordinates": coordinates(shape)}})


def parts(shape):
    return [part for part in getattr(shape, "geoms", [shape]) if not part.is_empty]


# Water: the coast runs from west to east, so the land is to its left.
coast = curve((-2300, -560), (-1700, -640), (-1250, -600), (-900, -520), (-640, -430), (-470, -420), (-400, -470),
              (-330, -520), (-240, -500), (-190, -400), (-60, -380), (120, -410), (250, -440), (330, -560), (420, -600),
              (560, -560), (800, -600), (1150, -720), (1500, -700), (2300, -820))
land = Polygon([*coast.coords, (2300, 1700), (-2300, 1700)])
middle = curve((-120, 1500), (-60, 1150), (-190, 880), (-390, 640), (-420, 380), (-300, 150), (-250, -60), (-330, -260),
               (-335, -560))
# The river gets wider towards its mouth.
river = unary_union([Point(p).buffer(w).union(Point(q).buffer(w + 0.6)).convex_hull for p, q, w in (
    (p, q, 24 + 20 * (1400 - p[1]) / 2000) for p, q in zip(middle.coords, middle.coords[1:]))]).simplify(0.8)
brook = curve((-1500, 1500), (-1250, 900), (-1150, 420), (-1250, 60), (-1160, -240), (-1200, -610))
canal = curve((-395, 560), (-700, 620), (-1000, 560), (-1330, 700), (-2200, 740))

# Main roads and the railway.
main = {
    "Orbital Road": ("motorway", curve((-2300, 960), (-1300, 1000), (-500, 1090), (300, 1010), (1100, 1080), (2300, 900))),
    "High Street": ("primary", curve((60, -365), (90, -180), (75, 40), (130, 260), (120, 470), (190, 700), (160, 1020))),
    "Coast Road": ("primary", curve((-2300, -430), (-1500, -480), (-1050, -380), (-700, -290), (-330, -175), (-120, -235),
                                    (75, -245), (320, -330), (620, -430), (1000, -520), (1500, -560), (2300, -640))),
    "Mill Road": ("secondary", curve((-2300, 120), (-1500, 180), (-900, 120), (-560, 215), (-330, 205), (-100, 130), (80, 110),
                                     (420, 160), (850, 90), (1400, 200), (2300, 150))),
    "Station Road": ("secondary", curve((120, 470), (-120, 440), (-400, 470), (-700, 400), (-1000, 330), (-1500, 410), (-2300, 470))),
    "Eastcliff Road": ("tertiary", curve((420, 160), (470, -60), (560, -260), (620, -430))),
    "Abbey Road": ("tertiary", curve((850, 90), (880, 400), (760, 690), (900, 1060))),
    "Westbank": ("tertiary", curve((-560, 215), (-520, -20), (-560, -270))),
    "Northgate": ("tertiary", curve((190, 700), (500, 640), (800, 560), (1200, 640), (2300, 560))),
}
rail = curve((-2300, 300), (-1500, 330), (-800, 500), (-300, 560), (200, 545), (700, 430), (1200, 360), (2300, 330))

# Open spaces.
park = Polygon(curve((-1020, 90), (-880, 90), (-640, 170), (-575, 60), (-590, -180), (-760, -230), (-960, -170),
                     (-1060, -60), (-1020, 90)).coords)
pond = Polygon(curve((-840, -40), (-760, 0), (-700, -50), (-730, -110), (-830, -110), (-840, -40)).coords)
green = Polygon([(180, 210), (300, 195), (310, 320), (200, 330)])
wood = Polygon(curve((950, 700), (1250, 740), (1700, 680), (1800, 950), (1300, 1000), (1000, 960), (950, 700)).coords)
links = Polygon(curve((1050, -440), (1400, -470), (1850, -510), (1800, -150), (1300, -100), (1000, -250), (1050, -440)).coords)
cemetery = Polygon([(600, 690), (740, 655), (780, 790), (640, 830)])
quay = Polygon([(-290, -180), (-120, -245), (75, -255), (60, -420), (-260, -560)])
fields = Polygon([(-1850, 520), (-1350, 560), (-1250, 900), (-1850, 880)])
docks = Polygon([(110, -405), (250, -435), (330, -555), (420, -595), (560, -555), (610, -440), (330, -345), (120, -285)])
school = Polygon([(560, 120), (700, 105), (715, 235), (575, 250)])
beach = coast.buffer(38, single_sided=True).intersection(box(640, -900, 1900, 0))
open_spaces = [park, green, wood, links, cemetery, fields, school, beach.buffer(0), docks, quay]

# Streets: each district between main roads is a grid with its own direction.
lines = [shape for _, shape in main.values()]
barriers = lines + [rail, coast, middle, canal, VIEW.exterior]
blocked = unary_union([river, canal.buffer(12), rail.buffer(16), coast.buffer(40), *open_spaces])
NAMES = iter("""Chandler Street|Rope Walk|Sailmaker Street|Lantern Street|Cooper Street|Anchor Street|Tallow Lane|Bell
Street|Castle Street|Cross Street|Saddler Street|Weaver Street|Orchard Street|Abbot Street|Garden Street|Baker Street|Tanner
Street|Chapel Street|Foundry Street|Kiln Lane|Meadow Road|Albion Street|Cedar Road|Elm Grove|Beacon Hill|Gull Street|Heron
Way|Harbour View|Juniper Road|Larch Road|Linden Street|Maple Road|Market Street|Nelson Street|Oak Street|Poplar Road|Priory
Road|Quarry Road|Rowan Street|Saltern Road|School Lane|Sea View|Spring Street|Summer Road|Tower Street|Trinity Street|Union
Street|Vine Street|Walnut Road|Wharf Road|Willow Road|Windmill Road|York Street|Alder Road|Birch Road|Clover Street|Dock
Street|Fern Road|Gorse Road|Hazel Road|Holly Road|Ivy Road|Kestrel Way|Lark Road|Marsh Lane|Park Street|Plover Road|Sorrel
Road|Thorn Road|Wren Street|Ash Road|Barley Road|Finch Street|Hop Lane|Mallow Road|Osier Road|Reed Street|Rye Road|Teal
Road|Violet Street|Yew Road|Bramble Road|Cherry Street|Dove Street|Falcon Way|Garland Road|Ginger Lane|Hawthorn Road|Iris
Road|Jasmine Street|Kite Street|Laurel Road|Mercer Street|Nightingale Road|Otter Lane|Pine Road|Quince Street|Robin
Road|Swift Street|Tulip Road|Velvet Lane|Warbler Road|Zinnia Street""".replace("\n", " ").split("|"))
streets = []
for district in sorted(polygonize(unary_union(barriers)), key=lambda d: d.representative_point().distance(Point(60, -60))):
    if not land.contains(district.representative_point()):
        continue
    inner = district.difference(blocked.buffer(10)).buffer(0)
    if inner.area < 9000:
        continue
    centre = district.representative_point()
    road = min(lines, key=lambda line: line.distance(centre))
    at = road.project(centre)
    a, b = road.interpolate(at - 60), road.interpolate(at + 60)
    angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x)) + RANDOM.uniform(-4, 4)
    distance = centre.distance(Point(60, -60))
    along, across = (72, 105) if distance < 500 else (88, 170)
    for spacing, turn in ((along, 0), (across, 90)):
        offset = -2400 + RANDOM.uniform(0, 40)
        while offset < 2400:
            bow = RANDOM.uniform(-14, 14)
            line = curve((-2400, offset - bow), (-800, offset + bow), (0, offset), (800, offset - bow), (2400, offset + bow))
            line = affinity.rotate(line, angle + turn, origin=(0, 0))
            line = affinity.translate(line, centre.x, centre.y)
            offset += spacing * RANDOM.uniform(0.8, 1.2)
            for piece in parts(line.intersection(inner)):
                if piece.length < 75 or RANDOM.random() < 0.1:
                    continue
                # Streets end at the main roads, not at the edge of their district.
                streets.append(piece.simplify(0.8))
streets = [street for street in streets if street.within(VIEW)]
# No street runs next to a main road or to another street.
close = unary_union([line.buffer(34) for line in lines])
streets = [street for street in streets if street.intersection(close).length < 0.5 * street.length]
kept = []
for street in streets:
    if not any(street.intersection(other.buffer(26)).length > 0.45 * street.length for other in kept):
        kept.append(street)
# Streets end at crossings: short dead ends are cut off.
streets = []
for street in kept:
    ends = sorted(street.project(point) for other in kept + lines if other is not street
                  for point in parts(street.intersection(other.buffer(1.5)).centroid))
    if len(ends) > 1:
        start = ends[0] if ends[0] < 70 else 0
        end = ends[-1] if street.length - ends[-1] < 70 else street.length
        street = substring(street, start, end)
    if street.length > 60:
        streets.append(street)
streets.sort(key=lambda street: street.centroid.distance(Point(60, -60)))

add(coast, natural="coastline")
add(river.intersection(land), natural="water", name="River Harrow", name__de="Harrow")
add(middle, waterway="river", name="River Harrow", name__de="Harrow")
add(brook, waterway="stream", name="Mill Brook")
add(canal, waterway="canal", name="Abbey Canal")
add(fields, landuse="farmland")
add(wood, natural="wood", name="Abbey Wood")
add(links, leisure="golf_course", name="Eastcliff Links")
add(beach, natural="beach")
add(park, leisure="park", name="Castle Park", name__de="Schlosspark")
add(pond, natural="water", name="Swan Pond")
add(green, leisure="garden", name="Market Green")
add(cemetery, landuse="cemetery")
add(school, amenity="school", name="Harrow School")
add(Polygon([(582, 200), (632, 195), (638, 232), (588, 237)]), leisure="pitch")
add(docks, landuse="harbour")
for side in (44, -44):
    walk = middle.parallel_offset(side + math.copysign(8, side), "left").intersection(box(-900, -430, 600, 700)).simplify(1)
    for path in parts(walk):
        add(path, highway="footway", name="River Walk")
for path in (curve((-1010, 60), (-880, 0), (-790, 40), (-660, 30), (-590, 80)), curve((-960, -150), (-880, -80), (-870, 20), (-880, 85)),
             curve((-590, -150), (-690, -160), (-790, -140), (-880, -80)), curve((-660, 30), (-640, -60), (-690, -160)),
             LineString([(182, 212), (308, 318)]), LineString([(300, 197), (202, 328)])):
    add(path, highway="footway")

for name, (kind, shape) in main.items():
    for piece in parts(shape.intersection(VIEW.buffer(200))):
        over = piece.intersection(river.buffer(9))
        ground = piece.difference(river.buffer(9))
        for part in parts(ground):
            add(part, highway=kind, name=name, **({"ref": "M 7"} if kind == "motorway" else {}))
        for part in parts(over):
            add(part, highway=kind, name=name, bridge="yes", layer="1")
over = rail.intersection(river.buffer(9))
for part in parts(rail.difference(river.buffer(9))):
    add(part, railway="rail")
for part in parts(over):
    add(part, railway="rail", bridge="yes", layer="1")
add(curve((200, 557), (420, 520), (600, 472)), railway="rail", service="siding")
for street in streets:
    name = next(NAMES, None)
    tags = {"highway": "residential" if street.length > 95 else "service"}
    if name and tags["highway"] == "residential":
        tags["name"] = name
    add(street, **tags)
quays = [("residential", "Quay Street", curve((-235, -205), (-205, -345), (-60, -340), (70, -330))),
         ("residential", "Pier Lane", LineString([(-62, -340), (-40, -242)])),
         ("pedestrian", "Ferry Steps", LineString([(-62, -340), (-66, -386)]))]
for kind, name, line in quays:
    add(line, highway=kind, name=name)
streets += [line for _, _, line in quays]
for at, length in ((-66, 150), (170, 130)):
    add(LineString([(at, -380), (at + 8, -395 - length)]), man_made="pier")
add(curve((-58, -545), (-100, -800), (80, -1400)), route="ferry", name="Island ferry")

# Houses stand along the streets, with their long sides to them.
roads = unary_union([line.buffer(11) for line in lines] + [street.buffer(8) for street in streets])
ground = TOWN.intersection(land).difference(unary_union([roads, blocked.difference(docks.union(quay)), river, coast.buffer(14)]))
houses = []
taken = []
for street in sorted(streets + lines, key=lambda s: s.distance(Point(60, -60))):
    half = 11 if street in lines else 8
    near = street.distance(Point(75, -60)) < 260
    for side in (1, -1):
        at = RANDOM.uniform(6, 14)
        while at < street.length - 8:
            width = RANDOM.uniform(16, 30) if near else RANDOM.uniform(13, 22)
            depth = RANDOM.uniform(11, 17) if near else RANDOM.uniform(10, 13)
            a, b = street.interpolate(at), street.interpolate(min(street.length, at + 4))
            length = math.hypot(b.x - a.x, b.y - a.y)
            if length < 1:
                break
            ux, uy = (b.x - a.x) / length, (b.y - a.y) / length
            nx, ny = -uy * side, ux * side
            gap = half + (2 if near else 5)
            corners = [(a.x + ux * s + nx * t, a.y + uy * s + ny * t)
                       for s, t in ((0, gap), (width, gap), (width, gap + depth), (0, gap + depth))]
            house = Polygon(corners)
            at += width + (RANDOM.choice((0.6, 0.6, 4)) if near else RANDOM.uniform(7, 16))
            if ground.contains(house) and not any(house.intersects(o) for o in taken if o.distance(a) < 60):
                houses.append(house)
                taken.append(house)
LIMIT = 700
houses = [house for house in houses if house.within(CROP)]
houses.sort(key=lambda house: house.centroid.distance(Point(60, -60)))
FEATURES.append({"type": "Feature", "properties": {"building": "yes"},
                 "geometry": {"type": "MultiPolygon", "coordinates": [coordinates(house) for house in houses[:LIMIT]]}})
for x, y, width, depth, angle in ((360, -430, 90, 34, -18), (470, -490, 70, 40, 8), (250, -370, 60, 26, -18), (630, 150, 60, 22, -6)):
    add(affinity.rotate(box(x, y, x + width, y + depth), angle), building="yes")

add(Point(60, -60), place="town", name="Harrowmouth")
for x, y, kind, name in ((-820, 620, "suburb", "Northbank"), (900, -180, "suburb", "Eastcliff"), (-900, -360, "suburb", "Westbank"),
                         (420, 820, "suburb", "Northgate"), (200, 20, "neighbourhood", "Old Town"), (400, -400, "neighbourhood", "Docks")):
    add(Point(x, y), place=kind, name=name)
add(Point(200, 545), railway="station", name="Harrowmouth Central")

text = ",\n".join(json.dumps(feature, ensure_ascii=False, separators=(",", ":")) for feature in FEATURES)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write('{"type":"FeatureCollection","features":[\n' + text + "\n]}\n")
print(len(FEATURES), "features,", len(houses), "houses,", len(streets), "streets")
