#!/usr/bin/env python3
"""Renders every template with the data that its users have, and draws contact sheets.

    Scripts/templates.py PROGRAM [NAME …] [--out FOLDER]

Each template is rendered in light and dark mode, with three other brands, with words that are longer, twice as long,
German, Japanese and Arabic, with numbers ten times as large, with lists of one to six entries, with photos, without
pictures and with the required values only. The exit code is 1 if a picture causes a warning or breaks a word without a
hyphen, or if a social picture has text below 26 points. `make templates` builds the program and runs this script.
"""
import argparse
import copy
import itertools
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
from concurrent import futures

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Templates" / "Files"
PHOTOS = sorted((ROOT / "Examples" / "swipe" / "assets").glob("*.jpg"))
SMALLEST = 26

BRANDS = {
    "brand-rounded": {"accent": "#0D9488", "font": "Quicksand", "radius": 30},
    "brand-serif": {"accent": "#111111", "headingFont": "Noto Serif", "radius": 0},
    "brand-mono": {"accent": "#FACC15", "font": "JetBrains Mono"},
}
GERMAN = """Datenschutzgrundverordnung Kundenzufriedenheit Geschäftsführerin Überweisungsauftrag Benutzeroberfläche
Verfügbarkeitsgarantie Straßenverkehrsamt Übernachtung Krankenversicherung Zusammenarbeit abgeschlossene
Aktualisierungen Bearbeitungszeit Lieferverzögerung Frühstücksbuffet Wiederherstellung""".split()
JAPANESE = "東京の小さな町工場で働く人々が毎朝つくる温かい朝食と季節の野菜を使った料理の写真を集めた特集記事をお届けします"
ARABIC = """مدينة القاهرة الجديدة خدمة العملاء المتميزة أفضل التطبيقات العربية للمستخدمين رسالة إلكترونية حساب
التوفير اليومي معلومات شخصية تسجيل الدخول السريع مشروع البناء""".split()

# Warnings that are caused by the variant and not by the template.
IGNORED = re.compile("is enlarged|share the position|rows share")


def nested(schema, key=None):
    """The input of a member of an object, or of an entry of a list."""
    if not schema:
        return None
    if key is not None:
        return schema.get("properties", {}).get(key)
    items = schema.get("items")
    return items if items is None or isinstance(items.get("type"), str) else {"type": "object", "properties": items}


def changed(value, schema, change, resize=None, key=""):
    """The value with each text and number changed by `change`, and each list by `resize`."""
    if isinstance(value, dict):
        return {name: changed(child, nested(schema, name), change, resize, name) for name, child in value.items()}
    if isinstance(value, list):
        entries = resize(value, schema or {}) if resize else value
        return [changed(entry, nested(schema), change, resize, key) for entry in entries]
    return change(value, schema or {}, key)


def is_word(value, schema, key):
    """Whether the value is text that a translator would change."""
    if not isinstance(value, str) or key in ("icon", "code") or not re.search(r"[^\W\d_]", value):
        return False
    return not (schema.get("enum") or schema.get("format") or schema.get("type") == "picture")


def words(translate):
    def change(value, schema, key):
        if not is_word(value, schema, key):
            return value
        return translate(value)[: schema.get("maxLength", 10_000)].rstrip()
    return change


def same(value, schema, key):
    return value


def longer(text):
    return re.sub(r"([A-Za-z]{5,})", lambda match: match[1] + match[1][2:5], text)


def german(text):
    chance = random.Random(text)

    def word(match):
        long = len(match[0]) > 6
        return chance.choice(GERMAN) if long else min(chance.sample(GERMAN, 3), key=len)[: len(match[0]) + 5]
    return re.sub(r"[^\W\d_]{4,}", word, text)


def japanese(text):
    start = sum(map(ord, text)) % 20
    numbers = " ".join(re.findall(r"\d[\d.,:%]*", text))
    length = max(2, len(re.sub(r"\d", "", text)) // 2)
    return (numbers + " " if numbers else "") + (JAPANESE * 3)[start : start + length]


def arabic(text):
    chance = random.Random(text)
    return re.sub(r"[^\W\d_]{2,}", lambda _: chance.choice(ARABIC), text)


def tenfold(value, schema, key):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value if value * 10 > schema.get("maximum", float("inf")) else value * 10
    if isinstance(value, str) and key not in ("icon", "code") and not re.search(r":\d\d", value) and not schema.get("format"):
        larger = re.sub(r"(?<![\w.,])(\d[\d,]*)(\.\d+)?(?![\w:])", lambda match: number(match), value)
        return larger if len(larger) <= schema.get("maxLength", 10_000) else value
    return value


def number(match):
    whole = int(match[1].replace(",", "")) * 10
    return (f"{whole:,}" if "," in match[1] else str(whole)) + (match[2] or "")


def entries(count):
    def resize(values, schema):
        wanted = max(schema.get("minItems", 1), min(count, schema.get("maxItems", 99)))
        return [copy.deepcopy(values[index % len(values)]) for index in range(wanted)] if values else values
    return resize


def with_photos(value, schema, used):
    """The value with a photo for each picture, also for pictures that the data do not have."""
    if isinstance(value, dict):
        inputs = (schema or {}).get("properties", {})
        photos = {name: f"photos/{PHOTOS[next(used) % len(PHOTOS)].name}" for name, input in inputs.items()
                  if input.get("type") == "picture" and not input.get("description", "").startswith("Drawing")}
        return {name: with_photos(child, nested(schema, name), used) for name, child in value.items()} | photos
    if isinstance(value, list):
        return [with_photos(entry, nested(schema), used) for entry in value]
    return value


def without(value, schema, leaves_out):
    """The value without the members that `leaves_out` selects by their input."""
    if isinstance(value, dict):
        kept = {name: child for name, child in value.items() if not leaves_out(nested(schema, name) or {})}
        return {name: without(child, nested(schema, name), leaves_out) for name, child in kept.items()}
    if isinstance(value, list):
        return [without(entry, nested(schema), leaves_out) for entry in value]
    return value


def variants(deck, data):
    """Name, data, changed keys of the deck, and appearance."""
    schema = {"type": "object", "properties": deck["inputs"]}

    def all_words(translate):
        return changed(data, schema, words(translate))

    yield "light", data, {}, "light"
    yield "dark", data, {}, "dark"
    for index, (name, brand) in enumerate(BRANDS.items()):
        yield name, data, {"brand": brand}, "dark" if index % 2 else "light"
    yield "longer", all_words(longer), {}, "light"
    yield "twice", all_words(lambda text: f"{text} {text}"), {}, "light"
    yield "tenfold", changed(data, schema, tenfold), {}, "light"
    yield "german", all_words(german), {"locale": "de_DE"}, "light"
    yield "japanese", all_words(japanese), {"locale": "ja_JP"}, "dark"
    yield "arabic", all_words(arabic), {"locale": "ar_EG"}, "light"
    for count in (1, 2, 4, 6):
        yield f"lists-of-{count}", changed(data, schema, same, entries(count)), {}, "light"
    yield "photos", with_photos(data, schema, itertools.count()), {}, "light"
    yield "photos-dark", with_photos(data, schema, itertools.count(3)), {}, "dark"
    optional = without(data, schema, lambda input: input.get("type") == "picture" and not input.get("required"))
    yield "no-pictures", optional, {}, "light"
    yield "required-only", without(data, schema, lambda input: not input.get("required")), {}, "light"


def broken_words(part):
    """Words that continue on the next line without a hyphen; labels of charts have no text of their own."""
    lines = part.get("lines", [])
    if part.get("type") != "chart" and isinstance(part.get("text"), str):
        text = re.sub(r"\s+", " ", part["text"])
        for first, second in zip(lines, lines[1:]):
            end, start = first["text"].rstrip(), second["text"].lstrip()
            if end and start and end[-1].isalnum() and start[0].isalnum() and ord(end[-1]) < 0x3000:
                word = end.split(" ")[-1] + start.split(" ")[0]
                if word in text:
                    yield f"the word '{word}' is broken without a hyphen"
    for child in part.get("parts", []):
        yield from broken_words(child)


def small_texts(program, deck, data):
    svg = subprocess.run([program, deck, "--data", data, "-o", "-", "--format", "svg", "--svg-text", "--quiet"],
                         capture_output=True, text=True).stdout
    sizes = sorted(float(size) for size in re.findall(r'font-size[=:]"?([0-9.]+)', svg))
    return [f"the smallest text has {sizes[0]:g} points"] if sizes and sizes[0] < SMALLEST else []


def render(program, folder, deck, variant):
    name, data, keys, appearance = variant
    paths = [folder / f"{name}.deck.json", folder / f"{name}.data.json", folder / f"{name}.png"]
    paths[0].write_text(json.dumps({**deck, **keys}, ensure_ascii=False))
    paths[1].write_text(json.dumps(data, ensure_ascii=False))
    scale = ["--scale", "2"] if deck["canvas"].get("preset") in ("email", "phone") else []
    common = [str(paths[0]), "--data", str(paths[1])]
    run = subprocess.run([program, *common, "-o", str(paths[2]), "--appearance", appearance, *scale],
                         capture_output=True, text=True)
    faults = [line.split(f"{name}.deck.json:")[-1] for line in run.stderr.splitlines()
              if re.search("(warning|error): ", line) and not IGNORED.search(line)]
    layout = subprocess.run([program, "inspect", *common], capture_output=True, text=True)
    if layout.returncode == 0:
        faults += [fault for card in json.loads(layout.stdout)["cards"] for fault in broken_words(card)]
    if name == "light" and deck["canvas"].get("preset") in ("og", "square", "story"):
        faults += small_texts(program, *[common[0], common[2]])
    return name, faults


def contact_sheet(program, folder, names, wide):
    """One picture with all variants of a template and their names."""
    columns, width = (4, 480) if wide else (7, 280)
    cells = [{"type": "stack", "axis": "vertical", "width": width, "spacing": 4, "arrangedSubviews": [
        {"type": "text", "text": name, "font": "Inter 13", "textColor": "white"},
        {"type": "image", "image": f"{name}.png", "width": width, "alt": name}]}
        for name in names if (folder / f"{name}.png").exists()]
    rows = [{"type": "stack", "spacing": 10, "alignment": "top", "margins": [5, 0],
             "arrangedSubviews": cells[index : index + columns] + [{"type": "spacer", "weight": 1}]}
            for index in range(0, len(cells), columns)]
    canvas = {"width": columns * (width + 10) + 20, "padding": 10, "background": "#6E7080"}
    deck = {"canvas": canvas, "layout": "fullScreen", "cards": [{"traits": {"transparent": True}, "parts": rows}]}
    (folder / "sheet.json").write_text(json.dumps(deck))
    subprocess.run([program, str(folder / "sheet.json"), "-o", f"{folder}.png", "--quiet"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", help="templates; all by default")
    parser.add_argument("--out", default="out/templates", help="folder of the pictures and contact sheets")
    options = parser.parse_args()
    failed = False
    for template in options.names or sorted(path.name for path in FOLDER.iterdir()):
        folder = pathlib.Path(options.out) / template
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(FOLDER / template, folder)
        (folder / "photos").mkdir()
        for photo in PHOTOS:
            shutil.copy(photo, folder / "photos")
        deck = json.loads((folder / "deck.json").read_text())
        found = list(variants(deck, json.loads((folder / "data.json").read_text())))
        with futures.ThreadPoolExecutor() as pool:
            results = list(pool.map(lambda variant: render(options.program, folder, deck, variant), found))
        contact_sheet(options.program, folder, [name for name, _ in results], deck["canvas"].get("preset") == "og")
        faults = [f"  {name}: {fault}" for name, own in results for fault in own]
        failed = failed or bool(faults)
        print(f"{template}: {len(results)} variants, {len(faults)} faults", *faults, sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
