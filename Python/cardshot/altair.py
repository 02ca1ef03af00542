"""Draws Altair's charts: `alt.renderers.enable("cardshot")`.

Altair finds the function below by the entry point of the package, so nothing has to be imported.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Tuple, Union

from ._render import render


def renderer(
    spec: Mapping[str, Any], scale: float = 2, **options: Union[str, int, float]
) -> Tuple[Dict[str, bytes], Dict[str, Dict[str, int]]]:
    """The picture of a Vega-Lite specification for a notebook.

    scale: pixels per point.
    options: `theme`, `appearance`, `width`, `locale`, … as in `cardshot.render`.

    Issues a CardshotWarning for what the picture cannot show, such as a selection.
    Raises DeckError if the chart has errors.
    """
    picture = render(spec, scale=scale, **{name: value for name, value in options.items() if name != "embed_options"})
    width, height = (round(int.from_bytes(picture[place : place + 4], "big") / scale) for place in (16, 20))
    return {"image/png": picture}, {"image/png": {"width": width, "height": height}}
