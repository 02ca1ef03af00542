"""Finds the program, and reads the issues that it reports."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence


@dataclass(frozen=True)
class Issue:
    """An error or a warning about a deck, with its position."""

    severity: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    path: Optional[str] = None
    hint: Optional[str] = None
    #: The stable identifier of the kind of issue; None if the program printed none.
    code: Optional[str] = None

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Issue:
        """An issue from the JSON that the program prints. Values that are missing are None."""
        known = {name: values.get(name) for name in cls.__dataclass_fields__}
        return cls(**{**known, "severity": values.get("severity", "error"), "message": values.get("message", "")})

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        end = (f" at {self.path}" if self.path else "") + (f"; {self.hint}" if self.hint else "")
        return f"{place}: {self.severity}: {self.message}{end}" if place else f"{self.severity}: {self.message}{end}"


class CardshotError(Exception):
    """The program was not found, or an option is wrong."""


class DeckError(CardshotError):
    """An error in a deck, its data or a file.

    `issues` contains all errors and warnings.
    """

    def __init__(self, issues: Sequence[Issue], message: str = "") -> None:
        self.issues = list(issues)
        errors = [str(issue) for issue in self.issues if issue.severity == "error"]
        super().__init__("\n".join(errors) or message or "the program failed without a message; nothing was rendered")


class CardshotWarning(UserWarning):
    """A warning about a deck that was rendered, such as truncated text.

    `issue` contains the message and the position.
    """

    def __init__(self, issue: Issue) -> None:
        self.issue = issue
        super().__init__(str(issue))


def program() -> str:
    """The path of the program.

    It is the value of the environment variable CARDSHOT if that is set, otherwise the program in the package.
    Raises CardshotError if there is no file.
    """
    chosen = os.environ.get("CARDSHOT")
    path = Path(chosen) if chosen else Path(__file__).parent / "program" / "bin" / "cardshot"
    if not path.is_file():
        remedy = (
            "correct the environment variable CARDSHOT" if chosen
            else "install the wheel for Linux on x86-64, or set the environment variable CARDSHOT to the program's path")
        raise CardshotError(f"the program was not found at {path}; {remedy}")
    return str(path)


def version() -> str:
    """The version of the program, such as `1.0.0`."""
    words = subprocess.run([program(), "--version"], check=True, stdout=subprocess.PIPE).stdout
    return words.decode().split("\n")[0].split(" ")[1]


def problems(text: bytes) -> list[Issue]:
    """The issues printed by a run with `--json`; empty if the text is not such JSON."""
    try:
        return [Issue.of(values) for values in json.loads(text).get("issues", [])]
    except (ValueError, AttributeError):
        return []
