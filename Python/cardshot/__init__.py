"""Draws cards that a JSON deck describes, as PNG, JPEG, WebP, GIF, SVG or PDF.

The program is inside: `render` starts it once for a picture, `render_rows` once for any number of them.
"""

from ._program import CardshotError, CardshotWarning, DeckError, Issue, program, version
from ._render import Row, render, render_rows

__all__ = ["CardshotError", "CardshotWarning", "DeckError", "Issue", "Row", "program", "render", "render_rows", "version"]
