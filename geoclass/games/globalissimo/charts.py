"""Globalissimo's figures on the stage: bars of the open countries, and a strip plot of all countries."""

from collections.abc import Collection, Sequence
from math import ceil, copysign, floor, log10
from typing import Any, NamedTuple

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from geoclass import data
from geoclass.charts import rows
from geoclass.charts.axis import bare
from geoclass.maps.classes import classes, short
from geoclass.maps.tokens import SANS, colours
from geoclass.ui.kit import figures as kit
from geoclass.ui.kit.screen import Reveal, ScreenState

BARS, STRIP = 0, 1  # indexes of the figures
LESSON = 1  # the step of a round's reveal with the figures
TEXT = "2.6rem"
SMALL = "2.4rem"
NEAR, FAR = 0.56, 1.04  # heights of names above the strip plot's line
LEVELS = {NEAR: 0.0, -NEAR: 0.001, FAR: 0.03, -FAR: 0.031}  # level → penalty, as a horizontal distance
LETTER = 14 / 1210  # the width of a letter, as a share of the strip plot's width
TALL = 0.26  # half the height of a name


class Figures(kit.Figures):
    count = 2

    def __init__(self) -> None:
        super().__init__()
        self._charts: tuple[RankingBars, Strip] | None = None

    def show(self, screen: ScreenState, kind: str, reveal: Reveal | None, step: int) -> None:
        if reveal is None or kind != "globalissimo.reveal" or stage_of(screen, step) != LESSON:
            return
        if not self.is_new(BARS, screen, repr(_as_row(reveal))):  # a round may be revealed again, after an undo
            return
        if self._charts is None or self._charts[0].dark != screen.dark:
            self._charts = RankingBars(screen.dark), Strip(screen.dark)
        bars, strip = self._charts
        self.put(BARS, bars.show(reveal, screen.lang))
        self.put(STRIP, strip.show(reveal, screen.lang))


def stage_of(screen: ScreenState, step: int) -> int:
    """The step of a round's reveal to show; from the history, the lesson."""
    return step if screen.past is None else LESSON


class RankingBars(rows.Bars):
    """Bars of the open countries, highest first."""

    def __init__(self, dark: bool = False, **options: Any) -> None:
        super().__init__(dark, below=0.7, **options)  # the axis needs a row of its own

    def show(self, reveal: Reveal, lang: str) -> figure:
        return super().show(_as_row(reveal), lang)


def is_log(reveal: Reveal) -> bool:
    """Whether the bars are logarithmic."""
    return rows.is_log(_as_row(reveal))


def lengths(reveal: Reveal) -> list[float]:
    """The lengths of bars, highest first, as shares of the longest."""
    return rows.lengths(_as_row(reveal))[::-1]


def decades(reveal: Reveal) -> list[float]:
    """Where the powers of ten are along the bars; none where lengths are no logarithms."""
    return rows.decades(_as_row(reveal))


def _as_row(reveal: Reveal) -> Reveal:
    ranking = reveal["ranking"]
    return {
        "category": reveal["category"],
        "row": ranking,
        "true_order": [ranked["card"] for ranked in ranking],
        "misplaced": [],
    }


class Strip:
    """A strip plot of all countries, the open ones large and named; updated round by round."""

    def __init__(self, dark: bool = False, **options: Any) -> None:
        self.dark, c = dark, colours(dark)
        plot = self.plot = bare(dark, (-0.02, 1.02), (-1.35, 1.25), **options)
        self._tens, self._all, self._open, self._names, self._ends = (ColumnDataSource() for _ in range(5))
        plot.segment(-0.01, 0, 1.01, 0, line_color=c["line"], line_width=3)
        plot.segment("x", -0.22, "x", 0.22, source=self._tens, line_color=c["line"], line_width=3)
        dot: dict[str, Any] = {"radius_dimension": "y", "radius_units": "data"}  # dots scale with the plot
        plot.circle("x", 0, 0.13, source=self._all, fill_color=c["link"], fill_alpha=0.35, line_color=None, **dot)
        plot.segment("at", 0, "end", "to", source=self._names, line_color=c["ink2"], line_width=2)
        ring: dict[str, Any] = {"fill_color": "colour", "line_color": c["ink"], "line_width": 2.5}
        plot.circle("x", 0, 0.22, source=self._open, **ring, **dot)
        font: dict[str, Any] = {"text_font": value(SANS), "text_baseline": "middle"}
        bold: dict[str, Any] = {"text_font_size": TEXT, "text_font_style": "bold", "text_align": "center"}
        plot.text("x", "y", "text", source=self._names, text_color=c["ink"], **font | bold)
        small = {"text_font_size": SMALL, "text_align": "align", "text_color": c["ink2"]}
        plot.text("x", -FAR, "text", source=self._ends, **font | small)

    def show(self, reveal: Reveal, lang: str) -> figure:
        column, values = data.column(reveal["category"]), data.values(reveal["category"])
        shade, ranking = classes(reveal["category"], dark=self.dark), reveal["ranking"]
        scale = _scale(values.values(), strip_is_log(reveal))
        names = [f"{data.Country(r['card']).words(lang)} · {r['world_rank']}" for r in ranking]
        ends = [f"{_written(column, end, lang)}\u00a0{column.short_unit[lang]}" for end in scale[:2]]
        if min(values.values()) < scale.low:
            ends[0] = f"≤ {ends[0]}"
        at = [scale.at(r["value"]) for r in ranking]
        xs, levels = zip(*_levels(at, names, ends), strict=True)
        self._tens.data = {"x": scale.tens()}
        self._all.data = {"x": [scale.at(v) for v in values.values()]}
        self._open.data = {"x": at, "colour": [shade.colour(r["value"]) for r in ranking]}
        ends_at = [_touched(*one) for one in zip(at, xs, names, strict=True)]
        heights = [
            level if end != a else level - copysign(TALL, level)
            for a, end, level in zip(at, ends_at, levels, strict=True)
        ]
        named = {"x": list(xs), "y": list(levels), "text": names}
        self._names.data = {**named, "at": at, "end": ends_at, "to": heights}
        self._ends.data = {"x": [-0.012, 1.012], "text": ends, "align": ["left", "right"]}
        return self.plot


def _written(column: data.Column, value: float, lang: str) -> str:
    """The label of an end of the line, with as many decimals as needed."""
    decimals = None if value >= 1 or not value else max(column.decimals, -floor(log10(value)))
    return short(column, value, lang, decimals=decimals, trim=value < 1000)


class Scale(NamedTuple):
    """Maps figures to 0 … 1 along the line."""

    low: float
    high: float
    log: bool

    def at(self, value: float) -> float:
        if self.log:
            return log10(max(value, self.low) / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def tens(self) -> list[float]:
        """The positions of powers of ten; empty on a linear scale."""
        powers = range(ceil(log10(self.low)), floor(log10(self.high)) + 1) if self.log else ()
        return [self.at(10.0**power) for power in powers]


def _scale(values: Collection[float], log: bool) -> Scale:
    """The scale of the line; a logarithmic one starts at 1/100,000 of the highest figure or above."""
    low, high = min(values), max(values)
    return Scale(max(min(v for v in values if v > 0), high / 1e5) if log else low, high, log)


def strip_is_log(reveal: Reveal) -> bool:
    """Whether the strip plot is logarithmic."""
    return data.column(reveal["category"]).scale == "log"


def _levels(places: Sequence[float], names: Sequence[str], ends: Sequence[str]) -> list[tuple[float, float]]:
    """Place the names: centre along the line and height above or below it, as near to the dot as possible without
    overlapping other names or the labels of the line's ends."""
    low, high = (LETTER * (len(end) + 1) for end in ends)
    taken = [(-0.02, low, -FAR), (1.02 - high, 1.02, -FAR)]
    found = []
    for place, name in zip(places, names, strict=True):
        half = LETTER * len(name) / 2
        beside = [x for left, right, _ in taken for x in (left - half - LETTER, right + half + LETTER)]
        spots = [(min(max(x, half - 0.01), 1.01 - half), level) for x in (place, *beside) for level in LEVELS]
        free = [spot for spot in spots if not any(_meet(a, b) for a in _space(place, spot, half) for b in taken)]
        x, level = min(free or spots, key=lambda spot: abs(spot[0] - place) + LEVELS[spot[1]])
        taken += _space(place, (x, level), half)
        found.append((x, level))
    return found


def _touched(place: float, x: float, name: str) -> float:
    """Where the leader line from *place* meets the name around *x*: below it, or at its nearer end."""
    half = LETTER * len(name) / 2
    return min(max(place, x - half), x + half)


def _space(place: float, spot: tuple[float, float], half: float) -> list[tuple[float, float, float]]:
    """The intervals a name occupies per level: its own, and its leader line's on the nearer level."""
    x, level = spot
    name = (x - half, x + half, level)
    if abs(level) == NEAR:
        return [name]
    end = min(max(place, x - half), x + half)
    low, high = sorted((place + (end - place) * NEAR / FAR / 2, end))
    return [name, (low - LETTER / 2, high + LETTER / 2, copysign(NEAR, level))]


def _meet(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    return a[2] == b[2] and a[0] < b[1] - 1e-9 and b[0] + 1e-9 < a[1]
