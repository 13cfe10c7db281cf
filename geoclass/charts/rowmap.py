"""A world map with some countries shaded and named; created once, then only columns and ranges change."""

from collections.abc import Mapping
from typing import Any

from geoclass import i18n, maps
from geoclass.maps import bokeh as figures

Slot = tuple[float, int]  # where a map is on the stage: its aspect ratio, and its width in pixels
SLOT: Slot = (1.55, 700)
LETTER = 25  # pixels: the height of letters on the stage


class RowMap:
    """The map of a reveal."""

    def __init__(self) -> None:
        self.world = maps.WorldMap(maps.WHOLE, circles=())
        self.plot: Any = figures.draw(self.world, "en", layers=[figures.NAMES])

    def shade(
        self,
        fills: Mapping[str, str],
        lang: str | None = None,
        *,
        dark: bool = False,
        named: int = 16,
        slot: Slot = SLOT,
    ) -> None:
        """Shade some countries in given colours; label the first *named* ones."""
        lang, (ratio, pixels) = lang or i18n.language(), slot
        box = maps.around([maps.area(iso).at for iso in fills], ratio)
        names = maps.countries(list(fills)[:named], lang)
        labels = maps.named(box, pixels, pixels / ratio, LETTER, names)
        self.draw(maps.WorldMap(box, fills=fills, circles=fills, labels=labels), lang, dark=dark)

    def draw(self, world: maps.WorldMap, lang: str, *, dark: bool = False) -> None:
        """Draw another map in the same figure."""
        self.world = world
        figures.update(self.plot, world, lang, dark=dark)
