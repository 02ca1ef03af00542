"""The program that draws, and how it tells what is wrong."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence


@dataclass(frozen=True)
class Issue:
    """Something that is wrong with a deck, or doubtful, and where."""

    severity: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    path: Optional[str] = None
    hint: Optional[str] = None
    #: What kind of problem it is, in a word that stays the same; None where the program gave none.
    code: Optional[str] = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Issue:
        """Reads one as the program prints it."""
        known = {name: values.get(name) for name in cls.__dataclass_fields__}
        return cls(**{**known, "severity": values.get("severity", "error"), "message": values.get("message", "")})

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        end = (f" at {self.path}" if self.path else "") + (f"; {self.hint}" if self.hint else "")
        return f"{place}: {self.severity}: {self.message}{end}" if place else f"{self.severity}: {self.message}{end}"


class CardshotError(Exception):
    """The program could not do what it was asked for."""


class DeckError(CardshotError):
    """Something is wrong with a deck, its data or a file.

    `issues` holds everything that is, warnings too.
    """

    def __init__(self, issues: Sequence[Issue], message: str = "") -> None:
        self.issues = list(issues)
        errors = [str(issue) for issue in self.issues if issue.severity == "error"]
        super().__init__("\n".join(errors) or message or "nothing was drawn")


class CardshotWarning(UserWarning):
    """Something doubtful about a deck that was drawn, such as a text that was cut; `issue` says what and where."""

    def __init__(self, issue: Issue) -> None:
        self.issue = issue
        super().__init__(str(issue))


def program() -> str:
    """The path of the program: the one inside the package, or that of the variable CARDSHOT."""
    chosen = os.environ.get("CARDSHOT")
    path = Path(chosen) if chosen else Path(__file__).parent / "program" / "bin" / "cardshot"
    if not path.is_file():
        raise CardshotError(f"there is no program at {path}: the wheels are for Linux on x86-64")
    return str(path)


def version() -> str:
    """The program's version."""
    words = subprocess.run([program(), "--version"], check=True, stdout=subprocess.PIPE).stdout
    return words.decode().split("\n")[0].split(" ")[1]


def problems(text: bytes) -> list[Issue]:
    """What a run with --json printed, as issues; none when it is no JSON."""
    try:
        return [Issue.of(values) for values in json.loads(text).get("issues", [])]
    except (ValueError, AttributeError):
        return []
