"""Drawing one picture, and drawing many."""

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

# The names of options as Python has them; the program knows them with dashes.
_PLAIN = ("scale", "width", "theme", "appearance", "locale", "quality", "compression", "frames", "duration", "fps", "at",
          "loop", "colors", "dither", "max_bytes")


@dataclass(frozen=True)
class Row:
    """What became of a row of data."""

    number: int
    id: Optional[str]
    ok: bool
    #: The first picture; None when the row could not be drawn.
    image: Optional[bytes]
    #: All pictures, by format.
    images: Mapping[str, bytes] = field(default_factory=dict)
    issues: Sequence[Issue] = ()
    #: The picture's text alternative.
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
    """Draws a deck into one picture.

    deck: a file, or the deck itself as a dict. data: values that are laid over the deck's own. format: png, jpeg, webp, gif, svg
    or pdf. folder: where pictures and themes of a deck are that is not a file; the working directory if absent.
    options: scale, width, theme, appearance, locale, quality, compression, frames, duration, fps, at, loop, colors,
    dither, max_bytes, as on the command line.

    Issues a CardshotWarning for each thing that is doubtful, such as a text that was cut; with `strict` these are errors.
    Raises DeckError when something is wrong with the deck, and subprocess.TimeoutExpired after `timeout` seconds.
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
    """Draws a deck once for each row of data, in one process, and yields the rows in their order.

    rows: may be endless; some are read ahead. format: one, or several for as many pictures a row. folder: as of `render`.
    workers: how many rows are drawn at once; 0 for one a processor. options: scale, width, theme, appearance, locale,
    quality, compression.

    Raises DeckError when something is wrong with the deck whatever the rows hold, or the program ends before the last row,
    CardshotError for wrong options, and whatever the rows themselves raise, once those before are yielded; TypeError and
    ValueError for a row that is not JSON. Each row is yielded with its issues: warnings, or why it could not be drawn.
    """
    formats = [format] if isinstance(format, str) else list(format)
    with ExitStack() as stack:
        name, text = _given(deck)
        pipe = -1
        if text is not None:
            # Standard input has the rows, so the deck comes through a pipe: its pictures are then in the working folder.
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
        # The program has read the end of the rows, so the feeder is about to end too.
        feeder.join()
        if faults:
            raise faults[0]


def _given(deck: Deck) -> tuple[str, Optional[bytes]]:
    """The deck's name on the command line, and its text where it comes by standard input."""
    if isinstance(deck, Mapping):
        return "-", json.dumps(deck).encode()
    return os.path.abspath(os.fspath(deck)), None


def _pipe(text: bytes, stack: ExitStack) -> int:
    """The end of a pipe from which the program reads a text."""
    reader, writer = os.pipe()
    stack.callback(os.close, reader)

    def write() -> None:
        try:
            with open(writer, "wb") as pipe:
                pipe.write(text)
        except BrokenPipeError:
            # The program ended before it read the deck.
            pass

    threading.Thread(target=write, daemon=True).start()
    return reader


def _named(issue: Issue, deck: str) -> Issue:
    """An issue of a deck that came through a pipe, as `render` names it."""
    return replace(issue, file="<stdin>") if deck.startswith("/dev/fd/") and issue.file == deck else issue


def _options(options: Mapping[str, Union[str, int, float]]) -> list[str]:
    words = []
    for name, value in options.items():
        if name not in _PLAIN:
            raise TypeError(f"there is no option '{name}'; there are {', '.join(_PLAIN)}")
        words += ["--" + name.replace("_", "-"), str(value)]
    return words


def _data(data: Optional[Mapping[str, Any]], stack: ExitStack) -> list[str]:
    """The values in a file that goes when the picture is drawn."""
    if data is None:
        return []
    file = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8"))
    json.dump(data, file)
    file.flush()
    return ["--data", file.name]


def _feed(process: subprocess.Popen[bytes], rows: Iterable[Mapping[str, Any]], faults: list[BaseException]) -> None:
    """Writes rows for as long as somebody reads them; what the rows raise goes to the one who asked for pictures."""
    try:
        with process.stdin as pipe:  # type: ignore[union-attr]
            for line in _lines(rows, faults):
                pipe.write(line)
    except (BrokenPipeError, ValueError):
        # Nobody reads any more: the program has ended, or the caller has seen enough.
        pass


def _lines(rows: Iterable[Mapping[str, Any]], faults: list[BaseException]) -> Iterator[bytes]:
    """Rows as the program reads them, up to the first that cannot be had."""
    try:
        for row in rows:
            yield json.dumps(row, allow_nan=False).encode() + b"\n"
    except GeneratorExit:
        raise
    except BaseException as fault:
        faults.append(fault)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Leaves no process behind, also when the caller has seen enough rows."""
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
