"""A pytest plugin: the fixture `golden` compares a picture with the one in the folder of goldens."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
from pathlib import Path
from typing import Any, Dict, List, Optional

import pytest

from ._program import CardshotError, program

_MODES = ("all", "failed", "missing", "never")


def _mode() -> str:
    """The goldens to write: the environment variable CARDSHOT_RECORD; none on a CI server."""
    is_server = os.environ.get("CI", "").lower() not in ("", "0", "false")
    mode = os.environ.get("CARDSHOT_RECORD", "never" if is_server else "missing")
    if mode not in _MODES:
        raise CardshotError(f"CARDSHOT_RECORD is '{mode}'; expected {', '.join(_MODES)}")
    if is_server and mode != "never":
        raise CardshotError("CARDSHOT_RECORD requires recording, but goldens are not recorded on CI servers (CI is set)")
    return mode


def _name(text: str) -> str:
    """A text as part of the name of a file; texts that had to be changed get a hash, so that they stay different."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.")[:120]
    return plain if plain == text else f"{plain}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _read(picture: Any) -> bytes:
    """The file of a picture: bytes, a file, a Pillow image or a Matplotlib figure."""
    if isinstance(picture, (bytes, bytearray, memoryview)):
        return bytes(picture)
    if isinstance(picture, (str, os.PathLike)):
        return Path(picture).read_bytes()
    file = io.BytesIO()
    if hasattr(picture, "savefig"):
        # The version of the library is part of the file otherwise.
        picture.savefig(file, format="png", metadata={"Software": None})
    elif hasattr(picture, "save"):
        picture.save(file, format="PNG")
    else:
        raise TypeError(f"a picture is bytes, a path, a Pillow image or a Matplotlib figure, not {type(picture).__name__}")
    return file.getvalue()


def _ending(file: bytes) -> str:
    """The extension for the format of a picture."""
    if file.startswith(b"\x89PNG"):
        return ".png"
    if file.startswith(b"\xff\xd8\xff"):
        return ".jpg"
    if file[:4] == b"RIFF" and file[8:12] == b"WEBP":
        return ".webp"
    raise ValueError("the picture is not a PNG, JPEG or WebP file")


class Golden:
    """The fixture of one test: call it with a picture."""

    def __init__(self, request: pytest.FixtureRequest, goldens: Path, output: Path) -> None:
        self._node, self._goldens, self._output = request.node, goldens, output
        self._names: Dict[str, int] = {}
        file = Path(str(request.node.path)).relative_to(request.config.rootpath) if request.node.path.is_relative_to(
            request.config.rootpath) else Path(request.node.path.name)
        self._folder = Path(*[_name(step) for step in file.with_suffix("").parts])

    def __call__(self, picture: Any, name: Optional[str] = None, *, threshold: Optional[float] = None,
                 max_diff: Any = None, exact: bool = False) -> None:
        """Fails the test if the picture differs from its golden, or the golden is missing.

        `name` is the name of the golden in this test; pictures without one are numbered. `threshold` and
        `max_diff` are the options of `cardshot compare`; with `exact`, every bit counts.
        """
        __tracebackhide__ = True
        # Parameters are in brackets, which few programs like in names of files.
        stem = _name(re.sub(r"\[(.*)\]$", r".\1", self._node.name)) + ("." + _name(name) if name else "")
        self._names[stem] = self._names.get(stem, 0) + 1
        if self._names[stem] > 1:
            if name:
                raise ValueError(f"this test has two goldens named '{name}'")
            stem += f".{self._names[stem]}"
        file = _read(picture)
        place = self._folder / (stem + _ending(file))
        golden, actual = self._goldens / place, self._output / place
        mode = _mode()
        actual.parent.mkdir(parents=True, exist_ok=True)
        actual.write_bytes(file)
        if not golden.is_file():
            if mode == "never":
                pytest.fail(f"the golden {golden} does not exist", pytrace=False)
            self._record(actual, golden, "did not exist")
        options = ["--metric", "exact" if exact else "oklab"]
        if threshold is not None:
            options += ["--threshold", str(threshold)]
        if max_diff is not None:
            options += ["--max-diff", str(max_diff)]
        run = subprocess.run(
            [program(), "compare", *options, "--", str(golden), str(actual)], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, check=False)
        if run.returncode == 0:
            if mode == "all":
                self._record(actual, golden, "was replaced")
            actual.unlink()
            return
        if run.returncode != 1:
            pytest.fail((run.stdout + run.stderr).decode(errors="replace").strip(), pytrace=False)
        if mode in ("all", "failed"):
            self._record(actual, golden, "differed")
        message = run.stdout.decode(errors="replace").splitlines()
        pytest.fail(f"the picture differs from {golden}: {message[0] if message else ''}", pytrace=False)

    @staticmethod
    def _record(actual: Path, golden: Path, reason: str) -> None:
        __tracebackhide__ = True
        golden.parent.mkdir(parents=True, exist_ok=True)
        os.replace(actual, golden)
        pytest.fail(f"the golden {golden} {reason} and was written: look at it, commit it, and run again", pytrace=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("goldens", "The folder of goldens, relative to the root folder.", default="Goldens")
    parser.addini("golden_failures", "The folder for the report and the pictures of failures.", default="out/failures")


def _failures(config: pytest.Config) -> Path:
    return config.rootpath / str(config.getini("golden_failures"))


def _actual(config: pytest.Config) -> Path:
    """The folder for the pictures of this run that differ."""
    return _failures(config).with_name(_failures(config).name + "-actual")


def _pictures(config: pytest.Config) -> List[Path]:
    return [path for path in _actual(config).rglob("*") if path.suffix in (".png", ".jpg", ".webp")]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Removes the pictures of the last run, once if several processes run the tests."""
    if not hasattr(session.config, "workerinput") and not session.config.option.collectonly:
        for path in _pictures(session.config):
            path.unlink()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares pictures with goldens: `golden(picture)`, `golden(picture, "name")`."""
    goldens = request.config.rootpath / str(request.config.getini("goldens"))
    return Golden(request, goldens, _actual(request.config))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Writes the report of all pictures that differ or have no golden, with the command that approves them."""
    goldens, failures = str(config.getini("goldens")), str(config.getini("golden_failures"))
    if hasattr(config, "workerinput") or not _pictures(config) or not (config.rootpath / goldens).is_dir():
        return
    run = subprocess.run(
        [program(), "review", goldens, failures + "-actual", "--layout", "pytest", "--failures", failures],
        cwd=config.rootpath, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    terminalreporter.section("goldens")
    terminalreporter.write_line(run.stdout.decode(errors="replace").rstrip())
