"""Tests of the wheel. `make python-test` runs them in a new environment that contains only the wheel."""

import importlib.metadata
import importlib.util
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings

import cardshot
from cardshot import altair

DECK = {
    "canvas": {"width": 200},
    "data": {"name": "Ada"},
    "cards": [{"parts": [{"type": "text", "text": "Hello, {{ name }}"}]}],
}


def size(png):
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


CHART = {
    "$schema": "https://vega.github.io/schema/vega-lite/v6.1.0.json",
    "data": {"values": [{"a": "A", "b": 28}, {"a": "B", "b": 55}]},
    "width": 300,
    "mark": "bar",
    "encoding": {"x": {"field": "a", "type": "nominal"}, "y": {"field": "b", "type": "quantitative"}},
}


class AltairTests(unittest.TestCase):
    def test_a_chart_becomes_the_picture_of_a_notebook(self):
        bundle, metadata = altair.renderer(CHART, theme="report")
        self.assertEqual(size(bundle["image/png"])[0], 760)
        self.assertEqual(metadata["image/png"]["width"], 380)
        self.assertEqual(bundle["image/png"], cardshot.render(CHART, scale=2, theme="report"))

    def test_altair_finds_the_renderer(self):
        found = {(point.group, point.value) for point in entry_points() if point.name == "cardshot"}
        for number in (5, 6):
            self.assertIn((f"altair.vegalite.v{number}.renderer", "cardshot.altair:renderer"), found)

    def test_mistakes_have_a_place(self):
        with self.assertRaises(cardshot.DeckError) as caught:
            altair.renderer({**CHART, "mark": "baar"})
        self.assertEqual(caught.exception.issues[0].path, "cards[0].parts[0].mark")


def entry_points():
    found = importlib.metadata.entry_points()
    return found if not isinstance(found, dict) else itertools.chain.from_iterable(found.values())


class RenderTests(unittest.TestCase):
    def test_a_dict_becomes_a_picture(self):
        png = cardshot.render(DECK)
        self.assertTrue(png.startswith(b"\x89PNG"))
        self.assertEqual(size(png)[0], 200)
        self.assertEqual(png, cardshot.render(DECK))

    def test_data_lies_over_the_decks_own(self):
        self.assertNotEqual(cardshot.render(DECK), cardshot.render(DECK, {"name": "Grace"}))
        self.assertIn(b"Grace", cardshot.render(DECK, {"name": "Grace"}, format="svg"))

    def test_options_are_the_command_lines(self):
        self.assertEqual(size(cardshot.render(DECK, scale=2))[0], 400)
        with self.assertRaises(TypeError):
            cardshot.render(DECK, scales=2)
        with self.assertRaises(cardshot.CardshotError):
            cardshot.render(DECK, theme=True)

    def test_a_file_finds_what_lies_beside_it(self):
        picture = cardshot.render(DECK)
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "pot.png"), "wb") as file:
                file.write(picture)
            path = os.path.join(folder, "deck.json")
            deck = {"cards": [{"parts": [{"type": "image", "image": "pot.png"}]}]}
            with open(path, "w") as file:
                json.dump(deck, file)
            self.assertEqual(cardshot.render(path), cardshot.render(deck, folder=folder))

    def test_svg_pictures_are_drawn(self):
        svg = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'><rect width='20' height='20' fill='red'/></svg>"
        image = {"type": "image", "image": "data:image/svg+xml;utf8," + svg.replace("#", "%23")}
        self.assertTrue(cardshot.render({"cards": [{"parts": [image]}]}).startswith(b"\x89PNG"))

    def test_mistakes_are_issues_with_their_place(self):
        with self.assertRaises(cardshot.DeckError) as caught:
            cardshot.render({"cards": [{"parts": [{"type": "txet"}, {"type": "bar", "percent": "lots"}]}]})
        first = caught.exception.issues[0]
        self.assertEqual((first.line, first.path, first.hint), (1, "cards[0].parts[0].type", "did you mean 'text'?"))
        self.assertEqual(first.code, "invalidValue")
        self.assertIn("txet", str(caught.exception))
        self.assertIn("at cards[0].parts[0].type; did you mean", str(caught.exception))
        self.assertEqual(len(caught.exception.issues), 2)


    def test_what_is_doubtful_is_a_warning(self):
        deck = {"canvas": {"width": 200}, "cards": [{"parts": [{"type": "title", "title": "far too long a title " * 5}]}]}
        with self.assertWarns(cardshot.CardshotWarning) as caught:
            png = cardshot.render(deck)
        self.assertTrue(png.startswith(b"\x89PNG"))
        self.assertEqual(caught.warning.issue.code, "cutText")
        self.assertEqual(caught.warning.issue.path, "cards[0].parts[0].title")
        self.assertEqual(caught.filename, __file__)
        with self.assertRaises(cardshot.DeckError):
            cardshot.render(deck, strict=True)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            cardshot.render(DECK)


class RowTests(unittest.TestCase):
    def test_a_dict_finds_its_pictures_as_in_render(self):
        deck = {"cards": [{"parts": [{"type": "image", "image": "pot.png"}, {"type": "text", "text": "{{ n }}"}]}]}
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "pot.png"), "wb") as file:
                file.write(cardshot.render(DECK))
            row, = cardshot.render_rows(deck, [{"n": "a"}], folder=folder)
            self.assertEqual(row.image, cardshot.render(deck, {"n": "a"}, folder=folder))
            here = os.getcwd()
            os.chdir(folder)
            try:
                row, = cardshot.render_rows(deck, [{"n": "a"}])
            finally:
                os.chdir(here)
            self.assertTrue(row.ok)

    def test_a_mistake_of_the_deck_is_no_rows(self):
        deck = {"theme": "nope", "cards": [{"parts": [{"type": "text", "text": "{{ n }}"}]}]}
        with self.assertRaises(cardshot.DeckError) as caught:
            list(cardshot.render_rows(deck, [{"n": "a"}, {"n": "b"}]))
        self.assertEqual([issue.code for issue in caught.exception.issues], ["unknownTheme"])
        self.assertEqual(caught.exception.issues[0].file, "<stdin>")

    def test_a_row_has_its_warnings(self):
        deck = {"canvas": {"width": 200}, "cards": [{"parts": [{"type": "title", "title": "{{ n }}"}]}]}
        short, long = cardshot.render_rows(deck, [{"n": "a"}, {"n": "far too long a title " * 5}])
        self.assertEqual(list(short.issues), [])
        self.assertEqual([issue.code for issue in long.issues], ["cutText"])

    def test_rows_come_in_their_order(self):
        names = [f"Person {number}" for number in range(20)]
        rows = list(cardshot.render_rows(DECK, ({"id": name, "name": name} for name in names), workers=2))
        self.assertEqual([row.id for row in rows], names)
        self.assertEqual(rows[7].image, cardshot.render(DECK, {"id": names[7], "name": names[7]}))
        self.assertEqual(len({row.image for row in rows}), 20)

    def test_a_row_with_a_mistake_is_answered(self):
        deck = {"cards": [{"parts": [{"type": "bar", "percent": "{{ share }}"}]}]}
        good, bad = cardshot.render_rows(deck, [{"share": 0.5}, {"share": "lots"}])
        self.assertTrue(good.ok and not bad.ok)
        self.assertIsNone(bad.image)
        self.assertIn("lots", bad.issues[0].message)
        self.assertEqual(bad.issues[0].code, "invalidValue")

    def test_several_formats_and_an_early_end(self):
        endless = ({"id": str(number), "name": str(number)} for number in itertools.count())
        for row in cardshot.render_rows(DECK, endless, format=["png", "svg"]):
            self.assertTrue(row.images["svg"].startswith(b"<"))
            if row.number == 3:
                break

    def test_what_the_rows_raise_comes_after_those_before(self):
        def broken():
            yield {"id": "a", "name": "Ada"}
            raise KeyError("no more")

        seen = []
        with self.assertRaises(KeyError):
            for row in cardshot.render_rows(DECK, broken()):
                seen.append(row.id)
        self.assertEqual(seen, ["a"])
        with self.assertRaises(TypeError):
            list(cardshot.render_rows(DECK, [{"name": object()}]))

    def test_wrong_options_are_one_error_in_both(self):
        for draw in (lambda **options: cardshot.render(DECK, **options),
                     lambda **options: list(cardshot.render_rows(DECK, [{}], **options))):
            with self.assertRaises(cardshot.CardshotError) as caught:
                draw(scale=-5)
            self.assertNotIsInstance(caught.exception, cardshot.DeckError)

    def test_a_deck_that_cannot_be_read_is_an_error(self):
        with self.assertRaises(cardshot.DeckError):
            list(cardshot.render_rows("/none/deck.json", [{}]))


@unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed")
class PytestTests(unittest.TestCase):
    TEST = """
import os, pytest, cardshot
@pytest.mark.parametrize("name", ["a", "b/../c"])
def test_card(golden, name):
    deck = {"canvas": {"width": 120}, "cards": [{"parts": [{"type": "text", "text": os.environ["TEXT"] + name}]}]}
    golden(cardshot.render(deck))
    golden(cardshot.render(deck), "twice")
"""

    def run_tests(self, folder, text, **variables):
        environment = {key: value for key, value in os.environ.items() if key not in ("CI", "CARDSHOT_RECORD")}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "cardshot.pytest_plugin", "-p", "no:cacheprovider"]
        answer = subprocess.run(command, cwd=folder, env={**environment, "TEXT": text, **variables}, stdout=subprocess.PIPE)
        return answer.returncode, answer.stdout.decode()

    def test_goldens_are_recorded_compared_and_approved(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "test_one.py"), "w") as file:
                file.write(self.TEST)
            self.assertEqual(self.run_tests(folder, "Hi ", CI="true")[0], 1)
            self.assertFalse(os.path.exists(os.path.join(folder, "Goldens")))
            # A test stops at the first golden that it writes.
            for _ in range(2):
                self.assertEqual(self.run_tests(folder, "Hi ")[0], 1)
            self.assertEqual(self.run_tests(folder, "Hi ")[0], 0)
            golden = os.path.join(folder, "Goldens", "test_one", "test_card.a.twice.png")
            # A missing golden is in the report too, and can be approved.
            os.remove(golden)
            self.assertIn("1 picture: 1 new", self.run_tests(folder, "Hi ", CI="true")[1])
            subprocess.run([cardshot.program(), "approve", "--all", "--goldens", "Goldens"], cwd=folder, check=True)
            self.assertTrue(os.path.exists(golden))
            status, text = self.run_tests(folder, "Other ")
            self.assertEqual(status, 1)
            self.assertIn("2 pictures: 2 changed", text)
            self.assertTrue(os.path.exists(os.path.join(folder, "out", "failures", "report.html")))
            subprocess.run([cardshot.program(), "approve", "--all", "--goldens", "Goldens"], cwd=folder, check=True)
            self.assertIn("2 pictures: 2 changed", self.run_tests(folder, "Other ")[1])
            # A picture of a test that no longer exists is not in the next report.
            stale = os.path.join(folder, "out", "failures-actual", "test_one", "old.png")
            shutil.copyfile(os.path.join(folder, "Goldens", "test_one", "test_card.a.png"), stale)
            self.assertIn("2 pictures: 2 changed", self.run_tests(folder, "Third ")[1])
            self.assertFalse(os.path.exists(stale))

    def test_a_golden_has_the_format_of_its_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            deck = {"canvas": {"width": 60}, "cards": [{"parts": [{"type": "text", "text": "a"}]}]}
            for name, options in [("a.jpg", {"format": "jpeg"}), ("a.webp", {"format": "webp"}), ("a.pdf", {"format": "pdf"})]:
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(cardshot.render(deck, **options))
            with open(os.path.join(folder, "test_two.py"), "w") as file:
                file.write("import pytest\n@pytest.mark.parametrize('name', ['a.jpg', 'a.webp', 'a.pdf'])\n"
                           "def test(golden, name): golden(name)\n")
            self.assertIn("the picture is not a PNG, JPEG or WebP file", self.run_tests(folder, "")[1])
            self.assertEqual(
                sorted(os.listdir(os.path.join(folder, "Goldens", "test_two"))), ["test.a.jpg.jpg", "test.a.webp.webp"])
            self.assertIn("1 failed, 2 passed", self.run_tests(folder, "")[1])


class CommandTests(unittest.TestCase):
    def test_the_program_is_there(self):
        answer = subprocess.run([sys.executable, "-m", "cardshot", "--version"], stdout=subprocess.PIPE, check=True)
        self.assertIn(cardshot.version(), answer.stdout.decode())


if __name__ == "__main__":
    unittest.main()
