"""Tests of the comparison of two builds: verdicts about ratios, and programs that fail. Nothing is timed."""

import contextlib
import io
import json
import pathlib
import stat
import tempfile
import unittest
from unittest import mock

import against

# Prints results like `process`, after running its arguments: the program `after` is slower by a fifth.
PROCESS = """#!/bin/sh
"$@" > /dev/null
status=$?
case "$1" in */after) ms=12.0;; *) ms=10.0;; esac
echo "{\\"wall_ms\\": $ms, \\"cpu_ms\\": 5.0, \\"status\\": $status}"
"""
# Writes its name and the name of the deck to the output file.
PROGRAM = """#!/bin/sh
if [ "$1" = bench ]; then echo '{"median_ms": 3.5}'; exit 0; fi
if [ "$3" = -o ] || [ "$2" = -o ]; then
  for word; do [ "$last" = -o ] && out="$word"; last="$word"; done
  echo "NAME" > "$out"
fi
exit 0
"""


class Ratios(unittest.TestCase):
    def test_bounds_have_the_ranks_of_the_tables(self):
        # The ranks of the bounds of a median with 99 per cent, as in tables of the sign test.
        for count, low, high in ((8, 1, 8), (10, 1, 10), (12, 2, 11), (15, 3, 13), (20, 4, 17), (50, 16, 35)):
            ratios = [float(rank) for rank in range(1, count + 1)]
            self.assertEqual(against.interval(ratios)[1:], (low, high), count)

    def test_few_pairs_say_nothing(self):
        median, low, high = against.interval([2.0, 2.1, 2.2])
        self.assertEqual((median, against.verdict(low, high)), (2.1, "the same"))

    def test_what_is_told(self):
        self.assertEqual(against.verdict(1.01, 1.2), "slower")
        self.assertEqual(against.verdict(0.8, 0.99), "faster")
        self.assertEqual(against.verdict(0.99, 1.01), "the same")

    def test_one_slow_moment_changes_nothing(self):
        self.assertEqual(against.interval([1.0] * 14 + [9.0])[1:], (1.0, 1.0))

    def test_rows_pair_what_ran_together(self):
        # The machine becomes slower, and both with it.
        samples = [[{"wall": 10.0 * 2 ** n}, {"wall": 11.0 * 2 ** n}] for n in range(8)]
        row, = against.rows("start", samples)
        self.assertAlmostEqual(row["ratio"], 1.1)
        self.assertEqual(row["verdict"], "slower")


class Runs(unittest.TestCase):
    def setUp(self):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for name, text in (("process", PROCESS), ("before", PROGRAM), ("after", PROGRAM)):
            self.write(name, text.replace("NAME", "one"))

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run_all(self, *options):
        """The exit code, the output and the error output."""
        words = ["against.py", *(str(self.folder / name) for name in ("before", "after")),
                 "--process", str(self.folder / "process"), "--pairs", "8", *options]
        out, err, code = io.StringIO(), io.StringIO(), 0
        with mock.patch("sys.argv", words), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                against.main()
            except SystemExit as end:
                code = end.code
        return code, out.getvalue(), err.getvalue()

    def test_all_work_is_measured(self):
        code, out, _ = self.run_all("--json")
        found = json.loads(out)
        self.assertEqual((code, found["failed"], found["other_bytes"]), (0, [], []))
        told = {(row["work"], row["figure"]): row["verdict"] for row in found["rows"]}
        self.assertEqual({work for work, _ in told}, set(against.Work.KINDS))
        self.assertEqual(told["W1 cold", "wall"], "slower")
        self.assertEqual(told["W1 cold", "processor"], "the same")
        self.assertEqual(told["W1 warm", "median"], "the same")

    def test_people_read_lines(self):
        _, out, _ = self.run_all("--only", "start")
        self.assertIn("start            wall           10.00 →     12.00 ms  1.200 × (1.200 … 1.200)  slower", out)

    def test_what_fails_is_named_and_the_rest_goes_on(self):
        self.write("after", '#!/bin/sh\n[ "$1" = bench ] && exit 3\n' + PROGRAM.replace("NAME", "one"))
        code, out, err = self.run_all("--json")
        found = json.loads(out)
        self.assertEqual(code, 1)
        self.assertEqual([line.split(":")[0] for line in found["failed"]], ["W1 warm", "W2 warm", "W1 balanced"])
        self.assertIn("left out: W1 warm: ", err)
        self.assertIn("W3, one worker", {row["work"] for row in found["rows"]})

    def test_other_bytes_are_told(self):
        self.write("after", PROGRAM.replace("NAME", "another"))
        _, out, _ = self.run_all("--only", "start")
        self.assertIn("not the same bytes: W1, W2, photo", out)


if __name__ == "__main__":
    unittest.main()
