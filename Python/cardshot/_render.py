"""Renders one picture, or one for each row of data."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import tempfile
import threading
import warnings
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any, Iterable, Iterator, Mapping, Optional, Sequence, Union

from ._program import CardshotError, CardshotWarning, DeckError, Issue, problems, program

Deck = Union[str, "os.PathLike[str]", Mapping[str, Any]]

# The option names in Python. The program uses dashes instead of underscores.
_PLAIN = ("scale", "width", "theme", "appearance", "locale", "rows_locale", "date", "quality", "compression", "frames",
          "duration", "fps", "at", "loop", "colors", "dither", "max_bytes")


@dataclass(frozen=True)
class Row:
    """The result of one row of data."""

    number: int
    id: Optional[str]
    ok: bool
    #: The first picture; None if the row could not be rendered.
    image: Optional[bytes]
    #: All pictures, by format.
    images: Mapping[str, bytes] = field(default_factory=dict)
    issues: Sequence[Issue] = ()
    #: The alt text of the picture.
    alt: Optional[str] = None


def render(
    deck: Deck,
    data: Optional[Mapping[str, Any]] = None,
    *,
    format: str = "png",
    folder: Union[str, "os.PathLike[str]", None] = None,
    cards: Union[str, Sequence[str], None] = None,
    state: Optional[str] = None,
    strict: bool = False,
    sandbox: str = "auto",
    timeout: Optional[float] = None,
    **options: Union[str, int, float],
) -> bytes:
    """Renders a deck as one picture.

    deck: the path of a file, or the deck itself as a dict.
    data: values that override the deck's own.
    format: png, jpeg, webp, gif, svg or pdf.
    folder: the folder with the images and themes of a deck given as a dict; the working directory by default.
    cards: the id of the card to render, or several ids; all cards by default.
    state: the state in which every card that has it is rendered.
    strict: whether warnings are errors.
    sandbox: as in `--sandbox`.
    timeout: the maximum time in seconds; None for no limit.
    options: scale, width, theme, appearance, locale, rows_locale, date, quality, compression, frames, duration, fps, at, loop,
    colors, dither, max_bytes, as on the command line.

    Issues a CardshotWarning for each warning, such as truncated text.
    Raises DeckError if the deck has errors, CardshotError if an option has a wrong value, TypeError if an option is
    unknown, and subprocess.TimeoutExpired after `timeout` seconds.
    """
    words = ["--output", "-", "--format", format, "--json", "--sandbox", sandbox]
    for card in [cards] if isinstance(cards, str) else cards or []:
        words += ["--card", card]
    if state is not None:
        words += ["--state", state]
    if strict:
        words.append("--strict")
    with ExitStack() as stack:
        name, text = _given(deck)
        words = [program(), "render", name, *words, *_options(options), *_data(data, stack)]
        answer = subprocess.run(
            words, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, timeout=timeout)
    if answer.returncode == 64:
        raise CardshotError(answer.stderr.decode(errors="replace").strip())
    if answer.returncode != 0:
        raise DeckError(problems(answer.stderr), answer.stderr.decode(errors="replace").strip())
    for issue in problems(answer.stderr):
        warnings.warn(CardshotWarning(issue), stacklevel=2)
    return answer.stdout


def render_rows(
    deck: Deck,
    rows: Iterable[Mapping[str, Any]],
    data: Optional[Mapping[str, Any]] = None,
    *,
    format: Union[str, Sequence[str]] = "png",
    folder: Union[str, "os.PathLike[str]", None] = None,
    workers: int = 0,
    **options: Union[str, int, float],
) -> Iterator[Row]:
    """Renders a deck once per row of data, and yields the results in the order of the rows.

    All rows are rendered by one process.

    deck, data, folder: as in `render`.
    rows: one dict per picture; may be infinite. Some rows are read ahead.
    format: one format, or several for several pictures per row.
    workers: the number of rows rendered at the same time; 0 for one per processor.
    options: scale, width, theme, appearance, locale, rows_locale, date, quality, compression.

    Each result contains the issues of its row: warnings, or the errors that prevented its picture.

    Raises DeckError if the deck itself has errors, or if the program ends before the last row. Raises CardshotError if
    an option has a wrong value, and TypeError if an option is unknown. An exception raised by `rows` is raised again
    once the rows before it are yielded. A row that cannot be written as JSON raises TypeError or ValueError.
    """
    formats = [format] if isinstance(format, str) else list(format)
    with ExitStack() as stack:
        name, text = _given(deck)
        pipe = -1
        if text is not None:
            # Standard input has the rows, so the deck comes through a pipe. Its paths are relative to the working directory.
            pipe = _pipe(text, stack)
            name = f"/dev/fd/{pipe}"
        words = [program(), "worker", name, "--inline", "--json", "--workers", str(workers)]
        for ending in formats:
            words += ["--output", f"picture.{ending}"]
        words += _options(options) + _data(data, stack)
        complaints = stack.enter_context(tempfile.TemporaryFile())
        process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, cwd=folder,
            pass_fds=[] if pipe < 0 else [pipe])
        stack.callback(_end, process)
        faults: list[BaseException] = []
        feeder = threading.Thread(target=_feed, args=(process, rows, faults), daemon=True)
        feeder.start()
        for line in process.stdout or ():
            yield _row(json.loads(line), formats, name)
        if process.wait() != 0:
            complaints.seek(0)
            answer = complaints.read()
            words_of_error = answer.decode(errors="replace").strip()
            if process.returncode == 64:
                raise CardshotError(words_of_error)
            issues = [_named(issue, name) for issue in problems(answer)]
            raise DeckError(issues or ([Issue("error", words_of_error)] if words_of_error else []), words_of_error)
        # The program has read all rows, so the feeder is about to end.
        feeder.join()
        if faults:
            raise faults[0]


def _given(deck: Deck) -> tuple[str, Optional[bytes]]:
    """The deck's argument on the command line, and the text for standard input if the deck is a dict."""
    if isinstance(deck, Mapping):
        return "-", json.dumps(deck).encode()
    return os.path.abspath(os.fspath(deck)), None


def _pipe(text: bytes, stack: ExitStack) -> int:
    """The read end of a pipe from which the program reads a text."""
    reader, writer = os.pipe()
    stack.callback(os.close, reader)

    def write() -> None:
        try:
            with open(writer, "wb") as pipe:
                pipe.write(text)
        except BrokenPipeError:
            # The program exited before it read the deck.
            pass

    threading.Thread(target=write, daemon=True).start()
    return reader


def _named(issue: Issue, deck: str) -> Issue:
    """The issue with the file name `<stdin>`, as in `render`, if the deck came through a pipe."""
    return replace(issue, file="<stdin>") if deck.startswith("/dev/fd/") and issue.file == deck else issue


def _options(options: Mapping[str, Union[str, int, float]]) -> list[str]:
    words = []
    for name, value in options.items():
        if name not in _PLAIN:
            raise TypeError(f"unknown option '{name}'; the options are {', '.join(_PLAIN)}")
        words += ["--" + name.replace("_", "-"), str(value)]
    return words


def _data(data: Optional[Mapping[str, Any]], stack: ExitStack) -> list[str]:
    """The options for a temporary data file, which is deleted when the stack closes."""
    if data is None:
        return []
    file = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8"))
    json.dump(data, file)
    file.flush()
    return ["--data", file.name]


def _feed(process: subprocess.Popen[bytes], rows: Iterable[Mapping[str, Any]], faults: list[BaseException]) -> None:
    """Writes rows as long as the program reads them. Appends an exception raised by the rows to `faults`."""
    try:
        with process.stdin as pipe:  # type: ignore[union-attr]
            for line in _lines(rows, faults):
                pipe.write(line)
    except (BrokenPipeError, ValueError):
        # The program has exited, or the caller stopped reading.
        pass


def _lines(rows: Iterable[Mapping[str, Any]], faults: list[BaseException]) -> Iterator[bytes]:
    """The rows as JSON lines, up to the first that raises an exception, which is appended to `faults`."""
    try:
        for row in rows:
            yield json.dumps(row, allow_nan=False).encode() + b"\n"
    except GeneratorExit:
        raise
    except BaseException as fault:
        faults.append(fault)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process if it is still running, because the caller may stop before the last row."""
    if process.poll() is None:
        process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


def _row(values: Mapping[str, Any], formats: Sequence[str], deck: str) -> Row:
    files = values.get("files", [])
    images = {ending: base64.b64decode(file["base64"]) for ending, file in zip(formats, files)}
    issues = [Issue.of(issue) for issue in values.get("errors", [])]
    issues += [Issue.of({**issue, "severity": "warning"}) for issue in values.get("warnings", [])]
    return Row(
        number=values["row"], id=values.get("id"), ok=values["ok"], image=images.get(formats[0]), images=images,
        issues=[_named(issue, deck) for issue in issues], alt=values.get("alt"))
