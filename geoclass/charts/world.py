"""The world shaded by a figure, in the equal-area projection Equal Earth."""

from collections.abc import Sequence
from typing import Any

from bokeh.plotting import figure

from geoclass import data, i18n, maps
from geoclass.maps import bokeh as figures

WIDE = 900  # pixels of a map in a notebook


def draw_world(world: maps.WorldMap, lang: str, *, dark: bool = False, **options: Any) -> figure:
    """A map as wide as its container; ``recolour`` updates the rest."""
    usual: dict[str, Any] = {"sizing_mode": "stretch_width", "aspect_ratio": world.box.wide / world.box.high}
    plot: figure = figures.draw(world, lang, dark=dark, hover=True, **usual | {"layers": ()} | options)
    return plot


def shaded(column: data.Column | None, lang: str, dark: bool, chosen: Sequence[str] = ()) -> maps.WorldMap:
    """The world shaded by a figure, or plain; chosen countries are outlined and named."""
    labels = maps.named(maps.WHOLE, WIDE, WIDE / maps.WHOLE.wide * maps.WHOLE.high, 15, maps.countries(chosen, lang))
    if column is None:
        disputed = {iso: maps.DISPUTED for iso, area in maps.areas().items() if area.status == "disputed"}
        said = i18n.text("ui.map.disputed", lang)
        texts = dict.fromkeys(disputed, said)
        return maps.WorldMap(maps.WHOLE, patterns=disputed, texts=texts, chosen=chosen, labels=labels)
    shown = maps.shading(column, lang, dark=dark)
    return maps.WorldMap(maps.WHOLE, border="sheet", chosen=chosen, labels=labels, **shown._asdict())
