"""Figures of a turned row: bars in true order, or a strip for latitudes and longitudes."""

import re
from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Any, NamedTuple

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.charts.axis import bare
from geoclass.maps.classes import classes, short
from geoclass.maps.tokens import SANS, colours

Reveal = Mapping[str, Any]
TEXT = "2.6rem"  # a rem is 1/192 of the projector's width: see the page's style
SMALL = "2.4rem"
TIGHT = "2.1rem"  # a name of several lines
WIDTH, LETTER = 492, 12.6  # in pixels of the projector: the chart on a screen of 4:3, and a bold letter on average
LINE = 16  # letters in a line of a name
HIGH = 0.115  # a line of an upright strip, as a share of it
HIDDEN = 0.03  # a bar shorter than this share of the longest is invisible
CLOSE = 0.004  # relative rounding allowed for the figure at a bar


def is_log(reveal: Reveal) -> bool:
    """Whether the bars are logarithmic: only if all but one would be too short to be visible."""
    *others, high = sorted(laid["value"] for laid in reveal["row"])
    if data.column(reveal["category"]).sides or not others or others[0] <= 0:
        return False
    return bool(others[-1] < HIDDEN * high)


def lengths(reveal: Reveal) -> list[float]:
    """The lengths of bars in true order, as shares of the longest; on a strip, positions from its low end."""
    values = sorted(laid["value"] for laid in reveal["row"])
    if data.column(reveal["category"]).sides:
        span = values[-1] - values[0] or 1
        return [(v - values[0]) / span for v in values]
    log = is_log(reveal)
    low, high = _ends(values, log)
    return [_length(v, low, high, log) for v in values]


def decades(reveal: Reveal) -> list[float]:
    """Where the powers of ten are along the bars; none where lengths are no logarithms."""
    if not is_log(reveal):
        return []
    low, high = _ends([laid["value"] for laid in reveal["row"]], True)
    return [_length(10.0**k, low, high, True) for k in range(low, floor(log10(high)) + 1)]


def _ends(values: Sequence[float], log: bool) -> tuple[int, float]:
    """Where bars begin (a power of ten, if logarithmic), and the longest."""
    low = floor(log10(max(1, min(v for v in values if v > 0)) * 0.999)) if log else 0
    return low, max(values) or 1


def _length(value: float, low: int, high: float, log: bool) -> float:
    return (log10(max(value, 10.0**low)) - low) / (log10(high) - low) if log else value / high


def row_chart(reveal: Reveal, lang: str | None = None, *, dark: bool = False, **options: Any) -> figure:
    """The countries of a turned row in true order: bars, or a strip from south to north or from west to east."""
    lang = lang or i18n.language()
    if data.column(reveal["category"]).sides:
        return _strip(reveal, lang, dark, options)
    return Bars(dark, **options).show(reveal, lang)


class Row(NamedTuple):
    name: str
    value: float
    colour: str
    misplaced: bool


def _rows(reveal: Reveal, lang: str, dark: bool) -> list[Row]:
    """The rows in true order."""
    value = {laid["card"]: laid["value"] for laid in reveal["row"]}
    shade, wrong = classes(reveal["category"], dark=dark), set(reveal["misplaced"])
    return [
        Row(data.Country(iso).words(lang), value[iso], shade.colour(value[iso]), iso in wrong)
        for iso in reveal["true_order"]
    ]


def _text(
    plot: figure, c: Mapping[str, str], words: Sequence[str], x: Sequence[float], y: Sequence[float], **look: Any
) -> None:
    columns: dict[str, Any] = {"x": list(x), "y": list(y), "text": list(words)}
    source = ColumnDataSource(columns | {k: v for k, v in look.items() if isinstance(v, list)})
    _written(plot, c, source, **{k: (k if isinstance(v, list) else v) for k, v in look.items()})


def _written(plot: figure, c: Mapping[str, str], source: ColumnDataSource, **look: Any) -> None:
    """Draw the texts of a source with an outline in the background colour."""
    rim = {"text_outline_color": c["sheet"], "text_outline_width": 6, "text_color": c["sheet"]}
    font: dict[str, Any] = {
        "text_font": value(SANS),
        "text_font_size": TEXT,
        "text_color": c["ink"],
        "text_baseline": "middle",
    }
    layers: tuple[dict[str, Any], ...] = (rim, {})
    for layer in layers:
        plot.text("x", "y", "text", source=source, **font | look | layer)


class Bars:
    """Bars of a row's countries with names and figures. The figure is reused for each row: a new one is a hundred times
    slower, on the server and in the browser, than new columns."""

    def __init__(self, dark: bool = False, *, below: float | None = None, **options: Any) -> None:
        self.dark, self._below = dark, below  # height of the axis, in rows
        self.plot, c = bare(dark, (0, 1), (0, 1), **options), colours(dark)
        self._lines, self._bars, self._names, self._figures, self._axis = (ColumnDataSource() for _ in range(5))
        self.plot.segment("x", -0.5, "x", "top", source=self._lines, line_color=c["line"], line_width=2)
        bar: dict[str, Any] = {"fill_color": "colour", "line_color": c["ink"], "line_alpha": 0.25, "border_radius": 5}
        self.plot.hbar("y", 0.76, "right", 0, source=self._bars, **bar)
        style: dict[str, Any] = {name: name for name in ("text_color", "text_font_style", "text_font_size")}
        _written(self.plot, c, self._names, text_align="right", **style)
        _written(self.plot, c, self._figures, text_font_style="bold", text_font_size="text_font_size")
        _written(self.plot, c, self._axis, text_align="center", text_font_size=SMALL, text_color=c["ink2"])

    def show(self, reveal: Reveal, lang: str) -> figure:
        column, rows, log = data.column(reveal["category"]), _rows(reveal, lang, self.dark), is_log(reveal)
        n, values = len(rows), [row.value for row in rows]
        low, high = _ends(values, log)
        ys, ends = [n - 1 - i for i in range(n)], [max(0.006, _length(v, low, high, log)) for v in values]
        names = (max(_longest(_lines(row.name)) for row in rows) * LETTER + 28) / WIDTH  # share of the width
        below, size = self._below or max(0.5, n * 0.11), SMALL if n > 7 else TEXT
        self.plot.x_range.update(start=-1.42 * names / (1 - names), end=1.42)
        self.plot.y_range.update(start=-0.5 - below, end=n - 0.4)
        ticks = _ticks(low, high, log)
        xs, labels = [_length(t, low, high, log) for t in ticks], [short(column, t, lang, trim=True) for t in ticks]
        self._show_axis(xs, labels, n, below, (1 - names) / 1.42)
        self._bars.data = {"y": ys, "right": ends, "colour": [row.colour for row in rows]}
        self._show_names(rows, ys, size)
        self._figures.data = {
            "x": [end + 0.025 for end in ends],
            "y": ys,
            "text": _brief(column, values, lang),
            "text_font_size": [size] * n,
        }
        return self.plot

    def _show_axis(self, xs: list[float], labels: list[str], n: int, below: float, scale: float) -> None:
        """Grid lines behind *n* rows, labelled as far as there is room; *scale*: share of the width per unit."""
        pitch = (xs[1] - xs[0]) * WIDTH * scale if len(xs) > 1 else WIDTH
        every = ceil(max(map(len, labels)) * LETTER / pitch)
        self._lines.data = {"x": xs, "top": [n - 0.45] * len(xs)}
        self._axis.data = {
            "x": xs[::every],
            "y": [-0.5 - below * 0.4] * len(xs[::every]),
            "text": labels[::every],
        }

    def _show_names(self, rows: Sequence[Row], ys: Sequence[int], size: str) -> None:
        c, step = colours(self.dark), 0.07 * len(rows)
        lines = [(row, *line) for row, y in zip(rows, ys, strict=True) for line in _placed(_lines(row.name), y, step)]
        self._names.data = {
            "x": [-0.025] * len(lines),
            "y": [y for _, y, _ in lines],
            "text": [text for *_, text in lines],
            "text_color": [c["accent"] if row.misplaced else c["ink"] for row, *_ in lines],
            "text_font_style": ["bold" if row.misplaced else "normal" for row, *_ in lines],
            "text_font_size": [size if row.name == text else TIGHT for row, _, text in lines],
        }


def _ticks(low: int, high: float, log: bool) -> list[float]:
    """The values of the grid lines: powers of ten, or multiples of a round step."""
    if log:
        return [10.0**k for k in range(low, ceil(log10(high)) + 1) if 10.0**k <= high]
    step = _step(high)
    return [step * k for k in range(int(high / step) + 1)]


def _brief(column: data.Column, values: Sequence[float], lang: str) -> list[str]:
    """Format values briefly: without unit, short, all with the same number of decimals."""
    small = [v for v in values if abs(v) < 1000]  # larger ones have no decimals
    most = column.decimals if all(abs(v) < 1 for v in small) else min(column.decimals, 2)

    def fair(decimals: int) -> bool:
        shown = {v: round(v, decimals) for v in small}
        near = all(abs(shown[v] - v) <= CLOSE * abs(v) for v in small)
        return near and len(set(shown.values())) == len(shown)

    decimals = next((d for d in range(most) if fair(d)), most)
    return [short(column, _in_thousands(v) if not column.decimals else v, lang, decimals=decimals) for v in values]


def _in_thousands(value: float) -> float:
    return round(value, 3 - len(str(int(abs(value))))) if 10_000 <= abs(value) < 1_000_000 else value


def _step(high: float) -> float:
    """A round step for about four grid lines."""
    rough = high / 4
    size: float = 10.0 ** floor(log10(rough))
    return next(size * k for k in (1, 2, 5, 10) if size * k >= rough)


class Strip(NamedTuple):
    """Countries along a strip, by their positions from 0 to 1."""

    names: list[str]
    along: list[float]
    colours: list[str]
    tones: list[str]  # colours of the names
    zero: float  # the position of the equator or of Greenwich
    sides: tuple[str, str]  # letters of the high and the low end

    @property
    def size(self) -> str:
        """The font size of the names."""
        return SMALL if len(self.names) > 7 else TEXT

    def dots(self, c: Mapping[str, str]) -> dict[str, Any]:
        """The look of the countries' dots."""
        return {"fill_color": self.colours, "line_color": c["ink"], "line_width": 2, "size": 22}


def _strip(reveal: Reveal, lang: str, dark: bool, options: Mapping[str, Any]) -> figure:
    """A strip, vertical from south to north or horizontal from west to east."""
    column, rows, c = data.column(reveal["category"]), _rows(reveal, lang, dark), colours(dark)
    values = [row.value for row in rows]
    room = max((max(values) - min(values)) * 0.12, 4)
    low, high = min(values) - room, max(values) + room
    strip = Strip(
        [f"{row.name}  {column.format(row.value, lang)}" for row in rows],
        [(value - low) / (high - low) for value in values],
        [row.colour for row in rows],
        [c["accent"] if row.misplaced else c["ink"] for row in rows],
        (0 - low) / (high - low),
        column.sides[lang] if column.sides else ("", ""),
    )
    return (_vertical if column.name == "latitude" else _horizontal)(strip, dark, options)


def _vertical(strip: Strip, dark: bool, options: Mapping[str, Any]) -> figure:
    """South at the bottom; the names alternate between left and right."""
    c, n = colours(dark), len(strip.names)
    names = [_lines(name) for name in strip.names]
    left, right = list(range(0, n, 2)), list(range(1, n, 2))
    ends = [35 + LETTER * max((_longest(names[i]) for i in places), default=0) for places in (left, right)]
    plot = bare(dark, (-ends[0], ends[1]), (-0.16, 1.16), **options)
    plot.segment(0, -0.03, 0, 1.03, line_color=c["link"], line_width=6)
    for places, side, align in ((left, -1, "right"), (right, 1, "left")):
        along = [strip.along[i] for i in places]
        at = _spread(along, [HIGH * (1 + names[i].count("\n")) for i in places])
        lines = [(i, *line) for i, y in zip(places, at, strict=True) for line in _placed(names[i], y, HIGH)]
        starts, leaders = [0] * len(places), [side * 24] * len(places)
        plot.segment(starts, along, leaders, at, line_color=c["link"], line_width=2)
        _text(
            plot,
            c,
            [text for *_, text in lines],
            [side * 30] * len(lines),
            [y for _, y, _ in lines],
            text_align=align,
            text_color=[strip.tones[i] for i, *_ in lines],
            text_font_style="bold",
            text_font_size=strip.size,
        )
    if 0 < strip.zero < 1:
        plot.segment(-16, strip.zero, 16, strip.zero, line_color=c["ink2"], line_width=3)
    plot.scatter([0] * n, strip.along, **strip.dots(c))
    _side_letters(plot, c, strip.sides, [0, 0], [1.1, -0.1])
    return plot


def _horizontal(strip: Strip, dark: bool, options: Mapping[str, Any]) -> figure:
    """West on the left; the names are above and below."""
    c, n = colours(dark), len(strip.names)
    plot = bare(dark, (-0.06, 1.06), (-1.1, 1.1), **options)
    plot.segment(-0.02, 0, 1.02, 0, line_color=c["link"], line_width=6)
    if 0 < strip.zero < 1:
        plot.segment(strip.zero, -0.09, strip.zero, 0.09, line_color=c["ink2"], line_width=3)
    spots = _staggered(strip)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    plot.segment(strip.along, [0] * n, strip.along, [0.86 * y for y in ys], line_color=c["link"], line_width=2)
    plot.scatter(strip.along, [0] * n, **strip.dots(c))
    look: dict[str, Any] = {"text_align": "center", "text_color": strip.tones, "text_font_style": "bold"}
    _text(plot, c, strip.names, xs, ys, **look, text_font_size=strip.size)
    _side_letters(plot, c, strip.sides[::-1], [-0.04, 1.04], [0.0, 0.0])
    return plot


def _staggered(strip: Strip) -> list[tuple[float, float]]:
    """The centres of names above and below a horizontal strip, each at the nearest free level."""
    taken: dict[float, float] = {}  # level → where its last name ends
    spots = []
    for place, name in zip(strip.along, strip.names, strict=True):
        wide = min(1.1, 1.12 * LETTER / WIDTH * len(name))
        start = min(max(place - wide / 2, -0.05), 1.05 - wide)
        free = (v for v in (0.3, -0.3, 0.55, -0.55, 0.8, -0.8, 1.02, -1.02) if taken.get(v, -9) < start - 0.02)
        level = next(free, 1.02)
        taken[level] = start + wide
        spots.append((start + wide / 2, level))
    return spots


def _side_letters(
    plot: figure, c: Mapping[str, str], letters: Sequence[str], x: Sequence[float], y: Sequence[float]
) -> None:
    _text(plot, c, letters, x, y, text_align="center", text_color=c["ink2"], text_font_style="bold")


def _placed(text: str, middle: float, step: float) -> list[tuple[float, str]]:
    """The lines of a text with their positions; Bokeh itself would space them as in a window of 1920 px."""
    lines = text.split("\n")
    return [(middle + ((len(lines) - 1) / 2 - i) * step, line) for i, line in enumerate(lines)]


def _lines(text: str) -> str:
    """Break a text into lines that fit a screen of 4:3, if its words allow."""
    lines = [""]
    for word in re.findall(r"[^ -]+[ -]*", text):
        if lines[-1] and len(lines[-1] + word.rstrip()) > LINE:
            lines.append("")
        lines[-1] += word
    return "\n".join(line.rstrip() for line in lines)


def _longest(name: str) -> int:
    return max(map(len, name.split("\n")))


def _spread(places: Sequence[float], heights: Sequence[float]) -> list[float]:
    """Move ascending positions apart until names of these heights do not overlap."""
    at = list(places)
    for _ in range(200):
        moved = False
        for i in range(len(at) - 1):
            short_of = (heights[i] + heights[i + 1]) / 2 - (at[i + 1] - at[i])
            if short_of > 1e-6:
                at[i] -= short_of / 2
                at[i + 1] += short_of / 2
                moved = True
        if not moved:
            break
    return at
