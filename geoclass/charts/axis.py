"""Axes of figures: positions of values and ticks, logarithmic if the column asks for it."""

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from babel.numbers import format_compact_decimal
from bokeh.core.property.descriptors import UnsetValueError
from bokeh.models import Range1d
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.data import Column
from geoclass.maps.classes import short
from geoclass.maps.tokens import SANS, colours

MARGIN = 0.06  # share of the length beyond the first and last value
WIDE, HIGH = 820, 240  # pixels of a figure before it is drawn
LETTERS = "15px"  # font size in a notebook
TEXT = "2.4rem"  # the smallest type: 24 px on a projector, in pages whose rem is 1/192 of their width


@dataclass(frozen=True)
class Axis:
    """Values are drawn at `place`, so that a figure can keep its axis when column and scale change."""

    column: Column
    log: bool
    start: float
    end: float

    def place(self, value: float) -> float:
        return log10(value) if self.log else float(value)

    def ticks(self, lang: str, most: int = 6) -> dict[float, str]:
        """Positions of round values → labels."""
        values = self._round_log(most) if self.log else self._round(most)
        return dict(zip(map(self.place, values), self._written(values, lang), strict=True))

    def _written(self, values: list[float], lang: str) -> list[str]:
        """Format all values in full, or abbreviate large ones: ``10K  100K  1M``."""
        if self.column.sides or max(map(abs, values), default=0) < 1_000_000:
            return [short(self.column, v, lang) if self.column.sides else i18n.number(v, lang) for v in values]
        return [str(format_compact_decimal(v, locale=i18n.locale(lang), fraction_digits=1)) for v in values]

    def label(self, lang: str) -> str:
        """``GDP per person (PPP dollars per person), logarithmic scale``."""
        unit = self.column.unit[lang]
        named = f"{self.column.label[lang]} ({unit})" if unit else self.column.label[lang]
        return i18n.text("explore.axis.log", lang, label=named) if self.log else named

    def _round(self, most: int) -> list[float]:
        span = self.end - self.start
        rough = span / most
        unit = 10.0 ** floor(log10(rough))
        step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
        return [round(step * k, 9) for k in range(ceil(self.start / step), floor(self.end / step) + 1)]

    def _round_log(self, most: int) -> list[float]:
        low, high = floor(self.start), ceil(self.end)
        for steps in ((1, 2, 5), (1, 3), (1,)):
            found = [k * 10.0**e for e in range(low, high + 1) for k in steps]
            found = [v for v in found if self.start <= log10(v) <= self.end]
            if len(found) <= most:
                return found
        return found[:: ceil(len(found) / most)]


def axis(column: str) -> Axis:
    """The axis of a column of the country table, as long as its values."""
    about, values = data.column(column), placeable(column).values()
    log = about.scale == "log"
    low, high = min(values), max(values)
    if log:
        low, high = log10(low), log10(high)
    room = (high - low) * MARGIN or 1
    return Axis(about, log, low - room, high + room)


def placeable(column: str) -> dict[str, float]:
    """The values that can be drawn: zero has no place on a logarithmic axis."""
    log = data.column(column).scale == "log"
    return {iso: v for iso, v in data.values(column).items() if v > 0 or not log}


def room(plot: Any) -> tuple[float, float]:
    """The size of a figure inside its axes, as reported by the browser."""
    try:
        return plot.inner_width or WIDE, plot.inner_height or HIGH
    except UnsetValueError:
        return WIDE, HIGH


def dress(plot: Any, dark: bool = False, text: str = "") -> None:
    """Style a figure with axes: colours, and the font size if given."""
    c = colours(dark)
    plot.background_fill_color = plot.border_fill_color = c["sheet"]
    plot.outline_line_color = None
    plot.grid.grid_line_color = c["line"]
    for line in plot.axis:
        if text:
            line.axis_label_text_font = line.major_label_text_font = SANS
            line.axis_label_text_font_size = line.major_label_text_font_size = text
            line.axis_label_text_font_style = "normal"
        line.axis_label_text_color = line.major_label_text_color = c["ink2"]
        line.axis_line_color = line.major_tick_line_color = line.minor_tick_line_color = None
        line.major_label_standoff, line.axis_label_standoff, line.major_tick_out = 4, 2, 0


def framed(dark: bool = False, **options: Any) -> Any:
    """An empty figure in the project's style, for a notebook; *options* go to Bokeh."""
    usual: dict[str, Any] = {"height": 380, "sizing_mode": "stretch_width", "max_width": 1000, "min_border_right": 24}
    plot: Any = figure(**usual | {"tools": "save", "toolbar_location": "right"} | options)
    dress(plot, dark, LETTERS)
    return plot


def bare(dark: bool, x: tuple[float, float], y: tuple[float, float], **options: Any) -> figure:
    """An empty figure without axes, grid and toolbar, as large as its container; *x* and *y*: its ranges."""
    c = colours(dark)
    usual: dict[str, Any] = {
        "x_range": Range1d(start=x[0], end=x[1]),
        "y_range": Range1d(start=y[0], end=y[1]),
        "sizing_mode": "stretch_both",
        "toolbar_location": None,
        "tools": "",
        "min_border": 0,
        "outline_line_color": None,
        "background_fill_color": c["sheet"],
        "border_fill_color": c["sheet"],
    }
    plot = figure(**usual | options)
    plot.axis.visible = plot.grid.visible = False
    return plot


def tick(line: Any, grid: Any, ticks: dict[float, str]) -> None:
    """Put ticks, and the lines of the grid, at the given places."""
    line.ticker.ticks = grid.ticker.ticks = list(ticks)
    line.major_label_overrides = dict(ticks)
