"""What a turned row teaches: bars in true order, a compass strip for places on the globe, and the map.

>>> from geoclass import games, charts
>>> from geoclass.charts.countries import row_chart
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor, hypot, log10
from typing import Any, NamedTuple

from bokeh.core.properties import value
from bokeh.models import Circle, ColumnDataSource, MultiPolygons, Range1d
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.charts.classes import classes, short
from geoclass.charts.tokens import SANS, colours
from geoclass.charts.world import EAST, NORTH, SOUTH, TINY_KM, WEST

Reveal = Mapping[str, Any]
TEXT = "2.6rem"  # a rem is a 192nd of the projector's width: see the page's style
SMALL = "2.4rem"
WIDTH, LETTER = 592, 13.5  # in pixels on the projector: the chart, and a bold letter on average
DECADES = 1.5  # from this spread on, lengths are logarithms
CLOSE = 0.004  # how far a figure at a bar may be rounded


def is_log(reveal: Reveal) -> bool:
    """Whether the row's figures spread so far that only logarithms can be compared by eye."""
    values = [laid["value"] for laid in reveal["row"]]
    low, high = min(values), max(values)
    return data.column(reveal["category"]).sides is None and low > 0 and log10(high / low) > DECADES


def lengths(reveal: Reveal) -> list[float]:
    """How long the bars are, in true order, as shares of the longest; on a strip, how far from its low end."""
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
    """Where bars begin (a power of ten, if lengths are logarithms), and the longest."""
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
    """In true order."""
    value = {laid["card"]: laid["value"] for laid in reveal["row"]}
    shade, wrong = classes(reveal["category"], dark=dark), set(reveal["misplaced"])
    return [
        Row(data.Country(iso).words(lang), value[iso], shade.colour(value[iso]), iso in wrong)
        for iso in reveal["true_order"]
    ]


def _empty(dark: bool, x: tuple[float, float], y: tuple[float, float], options: Mapping[str, Any]) -> figure:
    c = colours(dark)
    settings: dict[str, Any] = {
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
    plot = figure(**settings | dict(options))
    plot.axis.visible = False
    plot.grid.visible = False
    return plot


def _text(
    plot: figure, c: Mapping[str, str], words: Sequence[str], x: Sequence[float], y: Sequence[float], **look: Any
) -> None:
    columns: dict[str, Any] = {"x": list(x), "y": list(y), "text": list(words)}
    source = ColumnDataSource(columns | {k: v for k, v in look.items() if isinstance(v, list)})
    _written(plot, c, source, **{k: (k if isinstance(v, list) else v) for k, v in look.items()})


def _written(plot: figure, c: Mapping[str, str], source: ColumnDataSource, **look: Any) -> None:
    """The words of a source, with a rim in the colour of the ground."""
    rim = {"text_outline_color": c["sheet"], "text_outline_width": 6, "text_color": c["sheet"]}
    font: dict[str, Any] = {
        "text_font": value(SANS),
        "text_font_size": TEXT,
        "text_color": c["ink"],
        "text_baseline": "middle",
        "text_line_height": 1.0,
    }
    layers: tuple[dict[str, Any], ...] = (rim, {})
    for layer in layers:
        plot.text("x", "y", "text", source=source, **font | look | layer)


class Bars:
    """The countries of a row as bars with their names and figures: one row after another in the same figure, as a
    new one takes server and browser a hundred times as long as other columns do."""

    def __init__(self, dark: bool = False, *, below: float | None = None, **options: Any) -> None:
        self.dark, self._below = dark, below  # how many rows high the axis is
        self.plot, c = _empty(dark, (0, 1), (0, 1), options), colours(dark)
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
        c, n, values = colours(self.dark), len(rows), [row.value for row in rows]
        low, high = _ends(values, log)
        if log:
            ticks = [10.0**k for k in range(low, ceil(log10(high)) + 1) if 10.0**k <= high]
            every = 1 + (len(ticks) - 1) // 5
        else:
            step = _step(high)
            ticks, every = [step * k for k in range(int(high / step) + 1)], 1
        xs = [_length(tick, low, high, log) for tick in ticks]
        ys = [n - 1 - i for i in range(n)]
        ends = [max(0.006, _length(v, low, high, log)) for v in values]
        names = min(0.55, (max(len(row.name) for row in rows) * 12.6 + 28) / WIDTH)  # the share of the width they need
        below = self._below or max(0.5, n * 0.11)
        size = [SMALL if n > 7 else TEXT] * n
        self.plot.x_range.update(start=-1.42 * names / (1 - names), end=1.42)
        self.plot.y_range.update(start=-0.5 - below, end=n - 0.4)
        self._lines.data = {"x": xs, "top": [n - 0.45] * len(xs)}
        self._bars.data = {"y": ys, "right": ends, "colour": [row.colour for row in rows]}
        self._names.data = {
            "x": [-0.025] * n,
            "y": ys,
            "text": [row.name for row in rows],
            "text_color": [c["accent"] if row.misplaced else c["ink"] for row in rows],
            "text_font_style": ["bold" if row.misplaced else "normal" for row in rows],
            "text_font_size": size,
        }
        self._figures.data = {
            "x": [end + 0.025 for end in ends],
            "y": ys,
            "text": _brief(column, values, lang),
            "text_font_size": size,
        }
        self._axis.data = {
            "x": xs[::every],
            "y": [-0.5 - below * 0.4] * len(xs[::every]),
            "text": [short(column, tick, lang, trim=True) for tick in ticks[::every]],
        }
        return self.plot


def _brief(column: data.Column, values: Sequence[float], lang: str) -> list[str]:
    """Without their unit, no longer than a class can read at a glance, and all with the same number of decimals."""
    small = [v for v in values if abs(v) < 1000]  # larger ones have none
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
    """A round distance between four or so lines."""
    rough = high / 4
    size: float = 10.0 ** floor(log10(rough))
    return next(size * k for k in (1, 2, 5, 10) if size * k >= rough)


def _strip(reveal: Reveal, lang: str, dark: bool, options: Mapping[str, Any]) -> figure:
    """South to north stands upright, west to east lies."""
    column, rows = data.column(reveal["category"]), _rows(reveal, lang, dark)
    c, upright = colours(dark), column.name == "latitude"
    values = [row.value for row in rows]
    low, high = (min(values), max(values))
    room = max((high - low) * 0.12, 4)
    low, high = low - room, high + room
    names = [f"{row.name}  {column.format(row.value, lang)}" for row in rows]
    along = [(value - low) / (high - low) for value in values]
    look: dict[str, Any] = {
        "fill_color": [row.colour for row in rows],
        "line_color": c["ink"],
        "line_width": 2,
        "size": 22,
    }
    tones = [c["accent"] if row.misplaced else c["ink"] for row in rows]
    zero = (0 - low) / (high - low)
    sides = column.sides[lang] if column.sides else ("", "")
    if upright:
        names = [_two_lines(name) for name in names]
        left, right = list(range(0, len(rows), 2)), list(range(1, len(rows), 2))
        ends = [35 + LETTER * max((_longest(names[i]) for i in places), default=0) for places in (left, right)]
        plot = _empty(dark, (-ends[0], ends[1]), (-0.16, 1.16), options)
        plot.segment(0, -0.03, 0, 1.03, line_color=c["link"], line_width=6)
        for places, side, align in ((left, -1, "right"), (right, 1, "left")):
            at = _spread([along[i] for i in places], [0.115 * (1 + names[i].count("\n")) for i in places])
            plot.segment(
                [0] * len(places),
                [along[i] for i in places],
                [side * 24] * len(places),
                at,
                line_color=c["link"],
                line_width=2,
            )
            _text(
                plot,
                c,
                [names[i] for i in places],
                [side * 30] * len(places),
                at,
                text_align=align,
                text_color=[tones[i] for i in places],
                text_font_style="bold",
                text_font_size=SMALL if len(rows) > 7 else TEXT,
            )
        if 0 < zero < 1:
            plot.segment(-16, zero, 16, zero, line_color=c["ink2"], line_width=3)
        plot.scatter([0] * len(rows), along, **look)
        _text(
            plot,
            c,
            [sides[0], sides[1]],
            [0, 0],
            [1.1, -0.1],
            text_align="center",
            text_color=c["ink2"],
            text_font_style="bold",
        )
        return plot
    plot = _empty(dark, (-0.06, 1.06), (-1.1, 1.1), options)
    plot.segment(-0.02, 0, 1.02, 0, line_color=c["link"], line_width=6)
    if 0 < zero < 1:
        plot.segment(zero, -0.09, zero, 0.09, line_color=c["ink2"], line_width=3)
    taken: dict[float, float] = {}  # level → where its last name ends
    levels = []
    for place, name in zip(along, names, strict=True):
        wide = 1.12 * LETTER / WIDTH * len(name)
        start = min(max(place - wide / 2, -0.05), 1.05 - wide)
        free = (v for v in (0.3, -0.3, 0.55, -0.55, 0.8, -0.8, 1.02, -1.02) if taken.get(v, -9) < start - 0.02)
        level = next(free, 1.02)
        taken[level] = start + wide
        levels.append((start + wide / 2, level))
    plot.segment(along, [0] * len(rows), along, [v * 0.86 for _, v in levels], line_color=c["link"], line_width=2)
    plot.scatter(along, [0] * len(rows), **look)
    _text(
        plot,
        c,
        names,
        [x for x, _ in levels],
        [v for _, v in levels],
        text_align="center",
        text_color=tones,
        text_font_style="bold",
        text_font_size=SMALL if len(rows) > 7 else TEXT,
    )
    _text(
        plot,
        c,
        [sides[1], sides[0]],
        [-0.04, 1.04],
        [0.0, 0.0],
        text_align="center",
        text_color=c["ink2"],
        text_font_style="bold",
    )
    return plot


def _two_lines(name: str) -> str:
    """A name too long for half of the chart, broken where its halves are nearest in length."""
    breaks = [i + 1 for i, letter in enumerate(name) if letter in " -" and "  " not in name[i : i + 2]]
    if len(name) <= 21 or not breaks:
        return name
    at = min(breaks, key=lambda i: max(i, len(name) - i))
    return f"{name[:at].rstrip()}\n{name[at:]}"


def _longest(name: str) -> int:
    return max(map(len, name.split("\n")))


def _spread(places: Sequence[float], heights: Sequence[float]) -> list[float]:
    """The places, moved apart until names so high stand free of each other; they come in rising order."""
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


RATIO = 1.55  # width to height of the map's place on the stage
PIXELS = 700  # its width there


class RowMap:
    """The world with the countries of a reveal shaded and named; made once, then only columns and ranges change."""

    ratio, pixels = RATIO, PIXELS  # of its place now

    def __init__(self) -> None:
        shown = data.map_columns()
        self._place = {iso: (shown["x"][i], shown["y"][i]) for i, iso in enumerate(shown["iso3"])}
        self._tiny = [i for i, tiny in enumerate(shown["tiny"]) if tiny]
        self._codes = shown["iso3"]
        self.plot = _empty(False, (WEST, EAST), (SOUTH, NORTH), {})
        self.plot.x_range, self.plot.y_range = Range1d(start=WEST, end=EAST), Range1d(start=SOUTH, end=NORTH)
        lines: dict[str, Any] = {**data.graticule()}
        self._lines = self.plot.multi_line(**lines, line_width=1)
        self._areas = ColumnDataSource({"xs": shown["xs"], "ys": shown["ys"], "fill": ["white"] * len(shown["xs"])})
        self._land = self.plot.add_glyph(
            self._areas, MultiPolygons(xs="xs", ys="ys", fill_color="fill", line_width=0.8)
        )
        self._dots = ColumnDataSource({"x": [], "y": [], "fill": []})
        self._small = self.plot.add_glyph(self._dots, Circle(x="x", y="y", radius=TINY_KM, fill_color="fill"))
        self._leaders = ColumnDataSource({"x0": [], "y0": [], "x1": [], "y1": []})
        self._leader = self.plot.segment("x0", "y0", "x1", "y1", source=self._leaders, line_width=2)
        self._point = self.plot.scatter("x0", "y0", source=self._leaders, size=9)
        self._labels = ColumnDataSource({"x": [], "y": [], "text": []})
        font: dict[str, Any] = {
            "text_font": value(SANS),
            "text_font_size": TEXT,
            "text_font_style": "bold",
            "text_align": "center",
            "text_baseline": "middle",
        }
        self._words = self.plot.text("x", "y", "text", source=self._labels, **font | {"text_outline_width": 6})
        self._ink = self.plot.text("x", "y", "text", source=self._labels, **font)

    def show(self, reveal: Reveal, lang: str | None = None, *, dark: bool = False) -> None:
        """The countries of a reveal, shaded by their figure."""
        shade = classes(reveal["category"], dark=dark)
        if reveal["kind"] == "guess":
            values = {reveal["card"]: reveal["value"]}
        else:
            values = {laid["card"]: laid["value"] for laid in reveal["row"]}
        self.shade({iso: shade.colour(value) for iso, value in values.items()}, lang, dark=dark)

    def shade(self, fills: Mapping[str, str], lang: str | None = None, *, dark: bool = False, named: int = 16) -> None:
        """Some countries in the given colours, all others plain; the first *named* ones named."""
        lang, c = lang or i18n.language(), colours(dark)
        self._dress(c)
        was, now = self._areas.data["fill"], [fills.get(iso, c["land"]) for iso in self._codes]
        changed = [(i, colour) for i, colour in enumerate(now) if colour != was[i]]
        if len(changed) < len(now) / 2:
            self._areas.patch({"fill": changed})
        else:  # the first time, and between day and night
            self._areas.data["fill"] = now
        dots = [i for i in self._tiny if self._codes[i] in fills]
        self._dots.data = {
            "x": [self._place[self._codes[i]][0] for i in dots],
            "y": [self._place[self._codes[i]][1] for i in dots],
            "fill": [fills[self._codes[i]] for i in dots],
        }
        x0, x1, y0, y1 = _frame([self._place[iso] for iso in fills], self.ratio)
        self.plot.x_range.update(start=x0, end=x1)
        self.plot.y_range.update(start=y0, end=y1)
        placed = _labels(
            {data.Country(iso).words(lang): self._place[iso] for iso in list(fills)[:named]},
            (x0, x1, y0, y1),
            self.pixels,
        )
        self._leaders.data = {
            "x0": [p[0][0] for p in placed.values()],
            "y0": [p[0][1] for p in placed.values()],
            "x1": [p[2][0] for p in placed.values()],
            "y1": [p[2][1] for p in placed.values()],
        }
        self._labels.data = {
            "x": [p[1][0] for p in placed.values()],
            "y": [p[1][1] for p in placed.values()],
            "text": list(placed),
        }

    def _dress(self, c: Mapping[str, str]) -> None:
        self.plot.background_fill_color = self.plot.border_fill_color = c["sea"]
        self._lines.glyph.line_color = c["graticule"]
        self._land.glyph.line_color = c["coast"]
        self._small.glyph.line_color = c["ink"]
        self._leader.glyph.line_color = c["ink"]
        self._point.glyph.update(fill_color=c["ink"], line_color=c["sheet"])
        self._words.glyph.update(text_color=c["sheet"], text_outline_color=c["sheet"])
        self._ink.glyph.text_color = c["ink"]


Point = tuple[float, float]
Box = tuple[float, float, float, float]  # west, east, south, north


def _frame(points: Sequence[Point], ratio: float) -> Box:
    """The part of the world that holds all points with room for their names: never less than a continent."""
    if not points:
        points = [(WEST, SOUTH), (EAST, NORTH)]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    width = max(9000.0, (max(xs) - min(xs)) * 1.45, (max(ys) - min(ys)) * 1.5 * ratio)
    width = min(width, (EAST - WEST) * 1.0)
    height = width / ratio
    x = min(max((max(xs) + min(xs)) / 2, WEST + width / 2), EAST - width / 2)
    y = (max(ys) + min(ys)) / 2
    whole = (NORTH + SOUTH) / 2
    y = whole if height >= NORTH - SOUTH else min(max(y, SOUTH + height / 2), NORTH - height / 2)
    return x - width / 2, x + width / 2, y - height / 2, y + height / 2


def _labels(places: Mapping[str, Point], frame: Box, pixels: int) -> dict[str, tuple[Point, Point, Point]]:
    """Where each name goes (its middle) and where its leader ends: near its country, over no other name or point."""
    pixel = (frame[1] - frame[0]) / pixels
    high = 34 * pixel
    taken: list[Box] = []
    points = list(places.values())
    found: dict[str, tuple[Point, Point, Point]] = {}
    for name, (x, y) in sorted(places.items(), key=lambda item: -item[1][1]):
        wide = (len(name) * 13.2 + 8) * pixel
        best: tuple[float, Point, Box] | None = None
        for far in (34, 56, 84, 120, 165):
            for dx, dy in ((0, 1), (0, -1), (1, 0.6), (-1, 0.6), (1, -0.6), (-1, -0.6), (1, 0), (-1, 0)):
                at = (x + dx * (far * pixel + wide / 2 * (dx != 0)), y + dy * far * pixel)
                box = (at[0] - wide / 2, at[0] + wide / 2, at[1] - high / 2, at[1] + high / 2)
                inside = frame[0] < box[0] and box[1] < frame[1] and frame[2] < box[2] and box[3] < frame[3]
                covered = sum(_meets(box, other) for other in taken) * 4
                covered += sum(box[0] < p[0] < box[1] and box[2] - high / 3 < p[1] < box[3] + high / 3 for p in points)
                covered += any(_off(p, box) < _off((x, y), box) for p in points)  # it would seem another's name
                cost = covered * 1000 + (not inside) * 5000 + far
                if best is None or cost < best[0]:
                    best = (cost, at, box)
            if best and best[0] < 1000:
                break
        assert best is not None
        taken.append(best[2])
        end = (min(max(x, best[2][0]), best[2][1]), min(max(y, best[2][2] + high * 0.1), best[2][3] - high * 0.1))
        found[name] = ((x, y), best[1], end)
    return found


def _off(point: Point, box: Box) -> float:
    """How far a point is from a box."""
    return hypot(
        max(box[0] - point[0], 0, point[0] - box[1]),
        max(box[2] - point[1], 0, point[1] - box[3]),
    )


def _meets(a: Box, b: Box) -> bool:
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3]
