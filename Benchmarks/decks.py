"""Writes the decks that are too large to write by hand.

    decks.py w3                   W3: 200 variations of W1, into decks/W3.json, and those with different texts only
    decks.py growth FOLDER        the decks that show how time and memory grow, into FOLDER
"""

import copy
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
DECKS = HERE / "decks"


class Chance:
    """A linear congruential generator: the same numbers on every machine and with every Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        """An integer from 0 to `limit` - 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit


def write(path, deck, indent=1):
    separators = None if indent else (",", ":")
    path.write_text(json.dumps(deck, indent=indent, separators=separators, ensure_ascii=False) + "\n", encoding="utf-8")


# W3 ------------------------------------------------------------------------------------------------------------------

TITLES = ["Every card drawn in time", "A quiet week for printers", "More readers than ever", "Half the wait",
          "Your week in pictures", "The morning rush is over", "Sunday beats Monday", "A record on Thursday"]
SUBTITLES = ["Measured text, soft shadows and charts for each reader.", "What the 24 hours of your team looked like.",
             "The same numbers, drawn for those who read at breakfast.", "Nobody waited longer than a blink."]
COLORS = [("#5B4FE9", "#C9C4F8"), ("#0E9F6E", "#B7E4D3"), ("#D9480F", "#FBD3BF"), ("#1C7ED6", "#BFDDF7")]


def variation(number):
    """The values of the picture with a number that differ from those of the others."""
    chance = Chance(number)
    peak = 8 + chance.below(10)
    bars = []
    for hour in range(24):
        distance = min(abs(hour - peak), 24 - abs(hour - peak))
        bars.append(max(4, 98 - distance * 8 - chance.below(14)) / 100)
    dark, light = COLORS[chance.below(len(COLORS))]
    share = 1 + chance.below(98)
    return {
        "id": f"week-{number + 1:03}", "title": TITLES[chance.below(len(TITLES))],
        "subtitle": SUBTITLES[chance.below(len(SUBTITLES))], "week": f"WEEK {1 + number % 52}",
        "pictures": 1000 + chance.below(90000), "share": share, "segment": 1 + share * 4 // 100,
        "dark": dark, "light": light,
        "bars": [{"title": f"{hour:02}" if hour % 3 == 0 else "", "height": height,
                  "color": dark if 9 <= hour <= 18 else light} for hour, height in enumerate(bars)],
    }


def bound(deck):
    """W1 with bindings for the values that vary, and with `week` in its data."""
    deck = copy.deepcopy(deck)
    card = deck["cards"][0]
    head, histogram, foot = card["parts"][0]["arrangedSubviews"]
    title, subtitle = head["arrangedSubviews"][1]["arrangedSubviews"]
    pill = head["arrangedSubviews"][2]
    count, progress, share = foot["arrangedSubviews"]
    card.update({"id": "{{ week.id }}", "alt": "Pictures of {{ week.week }}: {{ week.share }} % of the goal"})
    title["text"] = "{{ week.title }}"
    subtitle["text"] = "{{ week.subtitle }}"
    pill.update({"labelText": "{{ week.week }}", "backgroundColor": "{{ week.dark }}"})
    del histogram["dataEntries"]
    histogram.update({"forEach": "{{ week.bars }}", "as": "bar",
                      "dataEntry": {"title": "{{ bar.title }}", "height": "{{ bar.height }}",
                                    "color": "{{ bar.color }}"}})
    count["text"] = "{{ week.pictures | number }} pictures today"
    progress.update({"currentValue": "{{ week.segment }}", "markerColor": "{{ week.dark }}"})
    share["text"] = "{{ week.share }} % of the goal"
    return deck


def retold(number):
    """The first variation, with the title and the subtitle of another number."""
    return variation(0) | {"id": f"week-{number + 1:03}", "title": f"{TITLES[number % len(TITLES)]} {number + 1}",
                           "subtitle": f"{SUBTITLES[number % len(SUBTITLES)]} {number + 1}"}


def variations(count, make=variation):
    """A deck with a number of variations of W1, one picture each if the output is named with {id}."""
    deck = bound(json.loads((DECKS / "W1.json").read_text(encoding="utf-8")))
    card = deck["cards"].pop()
    deck["cards"] = [{"forEach": "{{ weeks }}", "as": "week", **card}]
    deck["data"] = {"weeks": [make(number) for number in range(count)]}
    return deck


# The variations of W1 in a series, by the deck's name: all values differ, or only two texts.
SERIES = {"W3": variation, "W3-texts": retold}


# Growth --------------------------------------------------------------------------------------------------------------

WORDS = ("paper ink rain window garden letter number river market basket bread table winter summer morning evening "
         "station ticket journey mountain harbour").split()


def sentence(chance, words):
    return " ".join(WORDS[chance.below(len(WORDS))] for _ in range(words))


def rows(count):
    """A deck of one table with a number of rows."""
    chance = Chance(count)
    # A tenth of the size: no picture is taller than 32,000 pixels, the height of 10,240 rows.
    return {"canvas": {"scale": 0.1}, "cards": [{"parts": [{"type": "table", "rowHeight": 8, "rows": [
        {"leftTitleText": f"{number + 1}. {sentence(chance, 2)}", "leftTitleFont": "Inter 6",
         "rightTitleText": f"${chance.below(10000) / 100:.2f}", "rightTitleFont": "Inter 6"}
        for number in range(count)]}]}]}


def parts(count):
    """A deck of one card with a number of parts: small texts in rows, with a pill or a bar among them."""
    chance = Chance(count)

    def part(number):
        if number % 10 == 0:
            return {"type": "pillLabel", "labelText": str(number), "font": "Inter 6", "textColor": "white",
                    "backgroundColor": "#5B4FE9"}
        if number % 10 == 5:
            return {"type": "spacer", "width": 20, "height": 8, "backgroundColor": "#C9C4F8"}
        return {"type": "text", "text": sentence(chance, 1), "font": "Inter 6"}

    # A stack counts as one of the parts, and so does the outer stack.
    small = count - 1 - -(-(count - 1) // 10)
    rows = [{"type": "stack", "axis": "horizontal", "spacing": 4,
             "arrangedSubviews": [part(first + place) for place in range(min(9, small - first))]}
            for first in range(0, small, 9)]
    return {"canvas": {"width": 600, "scale": 0.2},
            "cards": [{"parts": [{"type": "stack", "axis": "vertical", "spacing": 2, "arrangedSubviews": rows}]}]}


def text(size):
    """A deck with a number of bytes of text, in small letters so that its picture stays within the limits.

    No text is longer than 100,000 bytes, which is the limit.
    """
    chance = Chance(size)
    words = ""
    while len(words) < size:
        words += sentence(chance, 12).capitalize() + ". "
    texts = [words[start:min(size, start + 100_000)] for start in range(0, size, 100_000)]
    return {"canvas": {"width": 900, "scale": 0.4},
            "cards": [{"parts": [{"type": "text", "text": text, "font": "Inter 8"} for text in texts]}]}


def cards(count):
    """A deck with a number of small cards, one picture each if the output is named with {id}."""
    return {"canvas": {"width": 320},
            "data": {"cards": [{"name": sentence(Chance(number), 2), "value": number} for number in range(count)]},
            "cards": [{"forEach": "{{ cards }}", "as": "card", "id": "card-{{ index }}", "parts": [
                {"type": "title", "title": "{{ card.name }}"},
                {"type": "text", "text": "Number {{ card.value | number }}"}]}]}


def note():
    """A deck of one small card, to be drawn with rows of data."""
    return {"canvas": {"width": 60}, "cards": [{"parts": [{"type": "text", "text": "{{ name }}"}]}]}


def people(count):
    """Rows of data with a name each, as CSV."""
    return "id,name\n" + "".join(f"{number},{WORDS[number % len(WORDS)]}\n" for number in range(count))


GROWTH = {"rows": (rows, [1000, 5000, 10_000]), "parts": (parts, [1000, 10_000, 80_000]),
          "text": (text, [10_000, 100_000, 1_000_000]), "cards": (cards, [2500, 5000, 10_000])}


def main(words):
    match words:
        case ["w3"]:
            for name, make in SERIES.items():
                write(DECKS / f"{name}.json", variations(200, make))
        case ["growth", folder]:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            for name, (make, sizes) in GROWTH.items():
                for size in sizes:
                    write(pathlib.Path(folder) / f"{name}-{size}.json", make(size), indent=None)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
