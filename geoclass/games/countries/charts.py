"""The figures of Countries: the row as bars or strips, and where its countries lie."""

from collections.abc import Mapping
from typing import Any

from geoclass import data
from geoclass.charts.rowmap import RowMap, Slot
from geoclass.charts.rows import Bars, row_chart
from geoclass.maps.classes import classes
from geoclass.maps.tokens import class_colours
from geoclass.ui.kit import figures as kit
from geoclass.ui.kit.screen import Reveal, ScreenState

CHART, MAP = 0, 1  # indexes of the two figures
REVEAL, END = (1.55, 700), (1.9, 830)  # the map's slots, as in the style sheet


class Figures(kit.Figures):
    count = 2

    def __init__(self) -> None:
        super().__init__()
        self._map: RowMap | None = None
        self._bars: Bars | None = None

    def show(self, screen: ScreenState, kind: str, reveal: Reveal | None, step: int) -> None:
        if kind == "countries.over":
            self._show_end(screen)
        elif reveal is not None and (step or reveal["kind"] == "guess"):  # a row's first step needs no figure
            self._show_row(screen, reveal)

    def _show_row(self, screen: ScreenState, reveal: Reveal) -> None:
        if not self.is_new(MAP, screen, repr(reveal)):  # a round may be revealed again, after an undo
            return
        shade, shown = classes(reveal["category"], dark=screen.dark), reveal.get("row") or [reveal]
        self._shade(screen, REVEAL, {laid["card"]: shade.colour(laid["value"]) for laid in shown})
        if reveal["kind"] == "row":
            self.put(CHART, self._row_chart(reveal, screen))

    def _row_chart(self, reveal: Reveal, screen: ScreenState) -> Any:
        if data.column(reveal["category"]).sides:
            self._bars = None  # replaced
            return row_chart(reveal, screen.lang, dark=screen.dark)
        if self._bars is None or self._bars.dark != screen.dark:
            self._bars = Bars(screen.dark)
        return self._bars.show(reveal, screen.lang)

    def _show_end(self, screen: ScreenState) -> None:
        """Shade the misjudged countries, darker if more often."""
        times = screen.summary.missed("order")
        palette, most = class_colours(screen.dark), max(times.values(), default=1)
        fills = {iso: palette[min(5, 1 + round(4 * n / most))] for iso, n in times.items()}
        if self.is_new(MAP, screen, tuple(sorted(fills.items()))):
            self._shade(screen, END, fills, named=8)

    def _shade(self, screen: ScreenState, slot: Slot, fills: Mapping[str, str], **options: Any) -> None:
        if self._map is None:
            self._map = RowMap()
        self._map.shade(fills, screen.lang, dark=screen.dark, slot=slot, **options)
        self.put(MAP, self._map.plot)  # after shading: patches need an existing figure
