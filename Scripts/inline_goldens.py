#!/usr/bin/env python3
"""Tests inline goldens in a package: a copy of Examples/swift-tests whose tests lack their texts.

inline_goldens.py SCRATCH [jobs]: builds in the scratch folder of the project and does not change Examples.

With CI set, nothing is recorded. Then a run records all texts into the sources and is red. The next one is green and
writes nothing. After a change of the deck a run is red and reports it; a run that records failures is red and replaces
the texts, and the next one is green.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "Examples" / "swift-tests"
TESTS = pathlib.Path("Tests") / "OffersTests"
DECK = pathlib.Path("Sources") / "Offers" / "Offer.swift"

# Two calls in one function, the second below the text of the first; one with arguments on several lines; one of XCTest.
TESTED = '''import CardTesting
import Offers
import Testing
import XCTest

@Test func twoInline() {
  let deck = Offer(title: "Mint \\\\ \\"tea\\"", price: "$2").deck
  expectInlineGolden(of: deck, as: .regions)
  expectInlineGolden(
    of: deck,
    as: .layout)
}

final class InlineXCTests: XCTestCase {
  func testInline() {
    expectInlineGolden(of: Offer(title: "Black tea", price: "$3").deck, as: .regions)
  }
}
'''

# A multi-line literal in a trailing closure, as it is written.
CLOSURE = re.compile(r'\) \{\n *(#*)"""\n.*?\n *"""\1\n *\}', re.DOTALL)


def without_texts(source):
    return CLOSURE.sub(")", source)


class Trial:
    def __init__(self, scratch, jobs):
        self.scratch, self.jobs = scratch, jobs
        self.folder = scratch / "inline-goldens" / "swift-tests"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(EXAMPLE, self.folder)
        manifest = self.folder / "Package.swift"
        manifest.write_text(manifest.read_text().replace('path: "../.."', f'path: "{ROOT}"'))
        self.tested = self.folder / TESTS / "InlineTests.swift"
        self.tested.write_text(TESTED)

    def sources(self):
        return {path.name: path.read_text() for path in sorted((self.folder / TESTS).glob("*.swift"))}

    def run(self, what, is_green, *words, **environment):
        """Runs the tests with inline goldens; returns their sources. The output must contain the words."""
        inherited = {key: value for key, value in os.environ.items() if key != "CI" and not key.startswith("CARDSHOT_RECORD")}
        result = subprocess.run(
            ["swift", "test", "--package-path", self.folder, "--scratch-path", self.scratch, "-j", self.jobs,
             "--filter", "twoInline|InlineXCTests"],
            env=inherited | environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        missing = [word for word in words if word not in result.stdout]
        if (result.returncode == 0) != is_green or missing or "Test run with 1 test" not in result.stdout:
            sys.exit(f"{result.stdout}\n{what}: status {result.returncode}, not told: {missing}")
        print(f"inline goldens: {what}", flush=True)
        return self.sources()


def expect(condition, sentence):
    if not condition:
        sys.exit(f"inline goldens: {sentence}")


def main():
    trial = Trial(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else str(os.cpu_count()))
    bare = trial.sources()
    found = trial.run("where CI is set nothing is recorded", False, "the call has no recorded text", CI="true")
    expect(found == bare, "something was written where CI is set")

    first = trial.run("a first run records and is red", False, "the call had no recorded text")
    expect({name: without_texts(text) for name, text in first.items()} == bare, "more than texts was written")
    expect(len(CLOSURE.findall(first[trial.tested.name])) == 3, "a text is missing")
    expect(trial.run("the next run is green", True) == first, "a green run wrote something")

    deck = trial.folder / DECK
    changed = deck.read_text().replace("padding: 8", "padding: 12")
    expect(changed != deck.read_text(), "the deck has no padding to change")
    deck.write_text(changed)
    found = trial.run("after a change a run is red and tells it", False, "differs from", "instead of")
    expect(found == first, "a red run wrote something")
    second = trial.run("a run that records replaces the texts", False, "instead of", CARDSHOT_RECORD="failed")
    expect({name: without_texts(text) for name, text in second.items()} == bare, "more than texts was replaced")
    expect(len(CLOSURE.findall(second[trial.tested.name])) == 3, "a text is gone")
    texts = [[match.group() for match in CLOSURE.finditer(run[trial.tested.name])] for run in (first, second)]
    expect(all(old != new for old, new in zip(*texts)), "a text was not replaced")
    expect(trial.run("and then it is green again", True) == second, "a green run wrote something")
    shutil.rmtree(trial.folder)


main()
