"""Renders cards from a JSON deck as PNG, JPEG, WebP, GIF, SVG or PDF.

The package contains the program. `render` starts it once per picture, `render_rows` only once for all rows.
"""

from ._program import CardshotError, CardshotWarning, DeckError, Issue, program, version
from ._render import Row, render, render_rows

__all__ = ["CardshotError", "CardshotWarning", "DeckError", "Issue", "Row", "program", "render", "render_rows", "version"]
