"""Tests of the code around the measurements: failing programs, programs with the same name, interrupted runs.

Nothing is timed. `make test` runs them: python3 -B -m unittest test_bench
"""

import contextlib
import io
import json
import os
import pathlib
import stat
import sys
import tempfile
import unittest
from unittest import mock

import bench
import decks
import measure
import others
import page

FIGURES = [sys.executable, "-c", "import json; print(json.dumps({'median_ms': 2.0}))"]
FAILS = [sys.executable, "-c", "import sys; sys.exit('no such font')"]
CHATS = [sys.executable, "-c", "print('done')"]
HANGS = [sys.executable, "-c", "import time; time.sleep(1000)"]


class Quiet(unittest.TestCase):
    """Captures the output, and has a folder that is removed at the end."""

    def setUp(self):
        self.printed = io.StringIO()
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        stack.enter_context(contextlib.redirect_stdout(self.printed))
        self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))

    def program(self, name, says):
        """A program in the folder that prints a line, whatever its arguments."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\necho '{says}'\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)


class Programs(Quiet):
    def test_what_is_measured_is_a_copy_with_what_lies_beside_it(self):
        program = pathlib.Path(self.program("cardshot", "drawn"))
        (self.folder / "cardshot_Fonts.resources").mkdir()
        (self.folder / "cardshot_Fonts.resources" / "one").write_text("font", encoding="utf-8")
        (self.folder / "others.resources").mkdir()
        copy = pathlib.Path(measure.installed(program, self.folder / "installed"))
        self.assertEqual(measure.output([str(copy)]).strip(), "drawn")
        self.assertFalse(copy.is_symlink())
        names = sorted(one.name for one in copy.parent.iterdir())
        self.assertEqual(names, ["cardshot", "cardshot_Fonts.resources"])
        self.assertEqual((copy.parent / "cardshot_Fonts.resources" / "one").read_text(encoding="utf-8"), "font")


class Folders(Quiet):
    def test_a_folder_is_empty_each_time_and_nothing_is_removed(self):
        folder = self.folder / "cards"
        for number in range(3):
            measure.emptied(folder)
            self.assertEqual(list(folder.iterdir()), [])
            (folder / f"{number}.png").write_text("picture", encoding="utf-8")
        found = sorted(str(one.relative_to(self.folder)) for one in self.folder.rglob("*.png"))
        self.assertEqual(found, ["cards.old-0/0.png", "cards.old-1/1.png", "cards/2.png"])


class Failures(Quiet):
    def test_a_peer_that_fails_is_named_and_left_out(self):
        other = others.Others()
        found = measure.warm({"cardshot": FIGURES, "typst": FAILS, "resvg": FIGURES}, 2, other)
        self.assertEqual(sorted(found), ["cardshot", "resvg"])
        self.assertEqual(list(other.left_out), ["typst"])
        self.assertIn("no such font", other.left_out["typst"])
        self.assertIn("left out: typst: ", self.printed.getvalue())

    def test_one_that_was_left_out_is_not_run_again(self):
        other = others.Others()
        mark = self.folder / "runs"
        script = "import sys; open(sys.argv[1], 'a').write('x'); sys.exit(1)"
        peer = {"typst": [sys.executable, "-c", script, str(mark)]}
        for _ in range(2):
            self.assertEqual(measure.warm(peer, 3, other), {})
        self.assertEqual(mark.read_text(encoding="utf-8"), "x")

    def test_one_that_fails_in_a_later_round_has_no_figures(self):
        script = ("import pathlib, sys; mark = pathlib.Path(sys.argv[1]); print('{\"median_ms\": 1}'); "
                  "sys.exit(1) if mark.exists() else mark.touch()")
        peer = [sys.executable, "-c", script, str(self.folder / "ran")]
        found = measure.warm({"typst": peer, "cardshot": FIGURES}, 2, others.Others())
        self.assertEqual(list(found), ["cardshot"])

    def test_one_that_prints_no_figures_is_left_out(self):
        other = others.Others()
        self.assertEqual(measure.warm({"typst": CHATS}, 1, other), {})
        self.assertIn("done", other.left_out["typst"])

    def test_one_that_is_not_there_is_left_out(self):
        other = others.Others()
        self.assertEqual(measure.warm({"typst": [str(self.folder / "nothing")]}, 1, other), {})
        self.assertIn("cannot run", other.left_out["typst"])

    def test_one_that_hangs_is_ended(self):
        with self.assertRaisesRegex(measure.Failed, "took longer"):
            measure.output(HANGS, patience=0.1)

    def test_when_we_fail_there_is_nothing_to_measure(self):
        for name in ("cardshot", "tuned", "libpng", "fast"):
            with self.assertRaises(measure.Failed):
                measure.warm({name: FAILS}, 1, others.Others())


class Probes(Quiet):
    def found(self, **programs):
        """The commands that are found if the path contains only these programs."""
        for name, says in programs.items():
            self.program(name, says)
        other = others.Others()
        with mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
            other.find_commands()
        return other

    def test_another_program_of_the_same_name_is_not_taken(self):
        other = self.found(convert="ImageMagick is not installed here", compare="Version: ImageMagick 7.1")
        self.assertIsNone(other.command("convert"))
        self.assertEqual(other.command("compare"), str(self.folder / "compare"))
        self.assertIn("is not ImageMagick; it says: ImageMagick is not installed here", self.printed.getvalue())

    def test_one_that_is_left_out_is_left_out_under_each_of_its_names(self):
        other = self.found(convert="Version: ImageMagick 7.1", compare="Version: ImageMagick 7.1")
        self.assertIsNotNone(other.command("convert"))
        other.leave_out("imagemagick", "it failed")
        self.assertIsNone(other.command("convert"))
        self.assertIsNone(other.command("compare"))

    def test_probing_leaves_out_those_that_fail(self):
        other = others.Others()
        other.probe({"typst": FAILS, "resvg": FIGURES})
        self.assertEqual(list(other.left_out), ["typst"])
        self.assertEqual(list(other.kept(bench.PEERS)), ["takumi", "chromium", "pictex", "resvg"])

    def test_without_peers_nobody_is_asked(self):
        self.program("convert", "Version: ImageMagick 7.1")
        other = others.Others(wanted=False)
        with mock.patch.dict(os.environ, {"PATH": str(self.folder)}):
            other.find_commands()
        self.assertEqual(other.commands, {})
        self.assertEqual(other.kept({"typst": 1, "cardshot": 2}), {"cardshot": 2})

    def test_every_peer_has_a_name(self):
        self.assertLessEqual(set(bench.PEERS) | set(others.MODULES), set(others.NAMES))
        self.assertLessEqual({one[0] for one in others.COMMANDS.values()}, set(others.NAMES))


class FakeRun:
    """Three sections: one that works, one that fails half way, one that is stopped."""

    def __init__(self):
        self.others = others.Others()
        self.figures = {}

    def works(self):
        self.figures["w1-warm"] = {"cardshot": {"median_ms": 3.0}}

    def fails(self):
        self.figures["png-W1"] = {"fast": {"median_ms": 1.0}}
        raise measure.Failed("no pictures")

    def is_stopped(self):
        self.figures["w2-warm"] = {"cardshot": {"median_ms": 5.0}}
        raise KeyboardInterrupt


class Records(Quiet):
    def setUp(self):
        super().setUp()
        self.run_, self.file = FakeRun(), self.folder / "results.json"
        last = {"figures": {"w1-warm": {"cardshot": {"median_ms": 9.0}}, "old": {"cardshot": {"wall_ms": 8.0}}}}
        self.written = []
        self.record = bench.Record(self.run_, last, {"date": "today"}, self.file, self.written.append)

    def kept(self):
        return json.loads(self.file.read_text(encoding="utf-8"))

    def test_figures_are_written_as_sections_end(self):
        self.assertEqual(self.record.sections(["works"]), [])
        self.assertEqual(self.kept()["figures"]["w1-warm"], {"cardshot": {"median_ms": 3.0}})
        self.assertEqual(self.kept()["figures"]["old"], {"cardshot": {"wall_ms": 8.0}})
        self.assertFalse(self.kept()["is_whole"])
        self.assertEqual(len(self.written), 1, "the page goes with the figures")

    def test_a_section_that_fails_is_named_and_the_next_one_begins(self):
        self.assertEqual(self.record.sections(["fails", "works"]), ["fails"])
        self.assertEqual(set(self.kept()["figures"]), {"old", "png-W1", "w1-warm"})
        self.assertIn("fails: failed: no pictures", self.printed.getvalue())

    def test_a_run_that_is_stopped_keeps_what_it_has(self):
        with self.assertRaises(KeyboardInterrupt):
            self.record.sections(["works", "is_stopped", "fails"])
        self.assertEqual(set(self.kept()["figures"]), {"old", "w1-warm", "w2-warm"})

    def test_a_whole_run_forgets_the_last_one(self):
        self.record.sections(["works"])
        self.record.keep(is_whole=True)
        self.assertEqual(set(self.kept()["figures"]), {"w1-warm"})
        self.assertTrue(self.kept()["is_whole"])

    def test_who_was_left_out_is_in_the_figures_and_on_the_page(self):
        self.run_.others.leave_out("imagemagick", "another program")
        self.record.sections(["works"])
        self.assertEqual(self.kept()["left_out"], {"imagemagick": "another program"})
        facts = {"date": "", "seconds": 61, "versions": {}, "left_out": {"imagemagick": "another program"},
                 "machine": {"cores": 2, "cpu": "", "memory_gib": 1, "kernel": "", "load": 0}}
        self.assertIn("ImageMagick failed and is left out.", page.environment(facts))


class Pictures(Quiet):
    def setUp(self):
        super().setUp()
        tools = mock.Mock(peers="python", path=lambda name: str(self.folder / name))
        self.bench = bench.Run(tools, quick=True)
        self.bench.others.left_out = {tool: "" for tool in bench.PEERS if tool != "typst"}
        self.bench.figures = {"w1-warm": {"cardshot": {}, "typst": {}}}

    def paint(self, name, color):
        from PIL import Image
        Image.new("RGB", (4, 4), color).save(self.folder / name)

    def test_one_that_draws_something_else_loses_its_figures(self):
        for name in ("warm-W1.png", "floor-W1-False.png", "floor-W1-True.png"):
            self.paint(name, "white")
        self.paint("typst-W1.png", "black")
        self.bench.likeness("W1")
        self.assertEqual(self.bench.figures["w1-warm"], {"cardshot": {}})
        self.assertEqual(set(self.bench.figures["w1-likeness"]), {"floor", "tuned"})
        self.assertIn("255.0 of 255", self.bench.others.left_out["typst"])

    def test_one_that_wrote_no_picture_is_left_out(self):
        for name in ("warm-W1.png", "floor-W1-False.png", "floor-W1-True.png"):
            self.paint(name, "white")
        self.bench.likeness("W1")
        self.assertIn("cannot be read", self.bench.others.left_out["typst"])

    def test_a_floor_that_draws_something_else_ends_the_section(self):
        self.paint("warm-W1.png", "white")
        for name in ("floor-W1-False.png", "floor-W1-True.png", "typst-W1.png"):
            self.paint(name, "black")
        with self.assertRaisesRegex(measure.Failed, "floor: its picture of W1"):
            self.bench.likeness("W1")


class Verdicts(unittest.TestCase):
    """The verdicts of a goal for given results."""

    def figures(self, **rows):
        return page.Figures({key.replace("_", " "): {"cardshot": row} for key, row in rows.items()})

    def test_a_share_is_met_at_its_edge(self):
        self.assertEqual(page.share(60, 100, 0.6, "ms"), (True, "0.60 × (60.0 against 100 ms)"))
        self.assertFalse(page.share(61, 100, 0.6, "ms")[0])
        self.assertIsNone(page.share(None, 100, 0.6, "ms"))
        self.assertIsNone(page.share(60, None, 0.6, "ms"))

    def test_all_shares_must_be_met(self):
        all_ = page.Figures({"a": {"x": {"bytes": 9}, "y": {"bytes": 10}}, "b": {"x": {"bytes": 11}, "y": {"bytes": 10}}})
        rows = [("A", "a"), ("B", "b")]
        self.assertEqual(page.all_shares(all_, rows, "x", "y", "bytes", 1.2), (True, "A 0.90 ×, B 1.10 ×"))
        self.assertFalse(page.all_shares(all_, rows, "x", "y", "bytes", 1.0)[0])
        self.assertIsNone(page.all_shares(all_, [*rows, ("C", "c")], "x", "y", "bytes", 1.2))

    def test_memory_of_rows_is_that_of_the_fewest(self):
        flat = self.figures(rows_10={"peak_mb": 30}, rows_100={"peak_mb": 33}, rows_alone={"peak_mb": 1})
        self.assertTrue(page.rows_memory(flat)[0])
        self.assertFalse(page.rows_memory(self.figures(rows_10={"peak_mb": 30}, rows_100={"peak_mb": 34}))[0])
        self.assertIsNone(page.rows_memory(self.figures(rows_10={"peak_mb": 30})))

    def test_goldens_count_as_four_thousand(self):
        self.assertEqual(page.goldens_time(self.figures(goldens={"wall_ms": 5000, "goldens": 400}), 60),
                         (True, "50.0 s, at most 60.0"))

    def test_a_next_card_is_all_but_the_first(self):
        figures = page.Figures({"next-card": {"alone": {"median_ms": 10}, "cold": {"wall_ms": 50},
                                              "series": {"wall_ms": 50 + 199 * 3}}})
        self.assertEqual(page.next_card(figures, 0.35), (True, "0.30 × (3.00 against 10.0 ms)"))
        self.assertFalse(page.next_card(figures, 0.25)[0])

    def test_a_start_is_measured_in_pairs_of_its_own(self):
        rows = {"w1-cold-pairs": {"cardshot": {"wall_ms": 30}, "tuned": {"wall_ms": 20}}}
        self.assertEqual(page.cold_share(page.Figures(rows), 0.75), (False, "1.50 × (30.0 against 20.0 ms)"))
        rows["w1-cold-pairs"] = {"cardshot": {"wall_ms": 14}, "tuned": {"wall_ms": 20}, "distribution": {"wall_ms": 10}}
        self.assertEqual(page.cold_share(page.Figures(rows), 0.75),
                         (True, "0.70 × (14.0 against 20.0 ms); the distribution 0.50 ×"))
        self.assertIsNone(page.cold_share(page.Figures({}), 0.75))

    def test_workers_are_told_beside_what_two_processes_can(self):
        figures = page.Figures({"w3-1": {"cardshot": {"cards": 100}}, "w3-2": {"cardshot": {"cards": 160}},
                                "two processes": {"cardshot": {"factor": 1.6}}})
        verdict = page.workers_factor(figures, 1.95)
        self.assertFalse(verdict[0])
        self.assertIn("two processes of one worker: 1.60 ×", verdict[1])

    def test_every_goal_has_a_verdict_and_every_remark_a_goal(self):
        goals = [goal["key"] for goal in json.loads((page.HERE / "goals.json").read_text(encoding="utf-8"))]
        self.assertEqual(sorted(goals), sorted(page.verdicts(page.Figures({}))))
        self.assertLessEqual(set(page.remarks()), set(goals))


class Decks(unittest.TestCase):
    def test_a_retold_card_differs_in_two_texts_alone(self):
        first, other = decks.retold(0), decks.retold(5)
        self.assertEqual({key for key in first if first[key] != other[key]}, {"id", "title", "subtitle"})
        self.assertEqual(len({decks.retold(number)["title"] for number in range(200)}), 200)

    def test_decks_that_grow_have_as_many_as_they_say(self):
        def count(part):
            return 1 + sum(map(count, part.get("arrangedSubviews", [])))

        for size in (1000, 10_000):
            self.assertEqual(count(decks.parts(size)["cards"][0]["parts"][0]), size)
            self.assertEqual(len(decks.rows(size)["cards"][0]["parts"][0]["rows"]), size)
        texts = [part["text"] for part in decks.text(250_000)["cards"][0]["parts"]]
        self.assertEqual([len(text) for text in texts], [100_000, 100_000, 50_000])


if __name__ == "__main__":
    unittest.main()
