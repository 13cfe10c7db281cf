"""A world map with some countries shaded and named; created once, then only columns and ranges change."""

from collections.abc import Mapping
from typing import Any

from geoclass import i18n, maps
from geoclass.maps import bokeh as figures

RATIO = 1.55  # aspect ratio of the map's slot on the stage
PIXELS = 700  # its width there
LETTER = 25  # how high letters are there


class RowMap:
    """The map of a reveal."""

    ratio, pixels = RATIO, float(PIXELS)  # of its present slot

    def __init__(self) -> None:
        self.world = maps.WorldMap(maps.WHOLE, circles=())
        self.plot: Any = figures.draw(self.world, "en", layers=[figures.NAMES])

    def shade(self, fills: Mapping[str, str], lang: str | None = None, *, dark: bool = False, named: int = 16) -> None:
        """Shade some countries in given colours; label the first *named* ones."""
        lang = lang or i18n.language()
        box = maps.around([maps.area(iso).at for iso in fills], self.ratio)
        names = maps.countries(list(fills)[:named], lang)
        labels = maps.named(box, self.pixels, self.pixels / self.ratio, LETTER, names)
        self.draw(maps.WorldMap(box, fills=fills, circles=fills, labels=labels), lang, dark=dark)

    def draw(self, world: maps.WorldMap, lang: str, *, dark: bool = False) -> None:
        """Draw another map in the same figure."""
        self.world = world
        figures.update(self.plot, world, lang, dark=dark)
