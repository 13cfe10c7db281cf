"""What a round of Globalissimo teaches: bars, all countries on one line, the map; and the map that is pointed at."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import copysign, hypot, log10
from typing import Any

from bokeh.core.properties import value
from bokeh.events import Tap
from bokeh.models import Circle, ColumnDataSource, MultiPolygons, PanTool, Range1d, WheelZoomTool
from bokeh.plotting import figure
from shapely import Point, Polygon, STRtree

from geoclass import data
from geoclass.charts.classes import classes, short
from geoclass.charts.countries import Bars, RowMap, is_log
from geoclass.charts.tokens import SANS, colours
from geoclass.charts.world import EAST, NORTH, SOUTH, TINY_KM, WEST

Reveal = Mapping[str, Any]
TEXT = "2.6rem"
SMALL = "2.4rem"
NEAR, FAR = 0.56, 1.04  # how high names stand above the strip plot's line
LEVELS = {NEAR: 0.0, -NEAR: 0.001, FAR: 0.03, -FAR: 0.031}  # and how far beside their places rather than there
LETTER = 14 / 1210  # the width of a letter, as a share of the strip plot's on the stage
REACH = 20  # pixels that a finger may miss by
PIXELS = 1500  # the width of the map that is pointed at, on the stage


class RankingBars(Bars):
    """The open countries with their figures, the highest first."""

    def __init__(self, dark: bool = False, **options: Any) -> None:
        super().__init__(dark, below=0.7, **options)  # as high as its place is: the axis needs a row

    def show(self, reveal: Reveal, lang: str) -> figure:
        return super().show(_as_row(reveal), lang)


def has_log_bars(reveal: Reveal) -> bool:
    return is_log(_as_row(reveal))


def _as_row(reveal: Reveal) -> Reveal:
    ranking = reveal["ranking"]
    return {
        "category": reveal["category"],
        "row": ranking,
        "true_order": [ranked["card"] for ranked in ranking],
        "misplaced": [],
    }


class Strip:
    """Every country of the table on one line, the open ones large and named: one round after another."""

    def __init__(self, dark: bool = False, **options: Any) -> None:
        self.dark, c = dark, colours(dark)
        usual: dict[str, Any] = {
            "sizing_mode": "stretch_both",
            "toolbar_location": None,
            "tools": "",
            "min_border": 0,
            "outline_line_color": None,
            "background_fill_color": c["sheet"],
            "border_fill_color": c["sheet"],
        }
        x, y = Range1d(start=-0.02, end=1.02), Range1d(start=-1.35, end=1.25)
        plot = self.plot = figure(x_range=x, y_range=y, **usual | options)
        plot.axis.visible = False
        plot.grid.visible = False
        self._all, self._open, self._names, self._ends = (ColumnDataSource() for _ in range(4))
        plot.segment(-0.01, 0, 1.01, 0, line_color=c["line"], line_width=3)
        plot.scatter("x", 0, source=self._all, size=15, fill_color=c["link"], fill_alpha=0.35, line_color=None)
        plot.segment("at", 0, "x", "to", source=self._names, line_color=c["ink2"], line_width=2)
        ring: dict[str, Any] = {"size": 26, "fill_color": "colour", "line_color": c["ink"], "line_width": 2.5}
        plot.scatter("x", 0, source=self._open, **ring)
        font: dict[str, Any] = {"text_font": value(SANS), "text_baseline": "middle"}
        bold: dict[str, Any] = {"text_font_size": TEXT, "text_font_style": "bold", "text_align": "center"}
        plot.text("x", "y", "text", source=self._names, text_color=c["ink"], **font | bold)
        small = {"text_font_size": SMALL, "text_align": "align", "text_color": c["ink2"]}
        plot.text("x", -FAR, "text", source=self._ends, **font | small)

    def show(self, reveal: Reveal, lang: str) -> figure:
        column, values = data.column(reveal["category"]), data.values(reveal["category"])
        shade, ranking = classes(reveal["category"], dark=self.dark), reveal["ranking"]
        along = _scale(list(values.values()), column.scale == "log")
        names = [f"{data.Country(r['card']).words(lang)} · {r['world_rank']}" for r in ranking]
        ends = [
            f"{short(column, end, lang, trim=end < 1000)}\u00a0{column.short_unit[lang]}"
            for end in (min(values.values()), max(values.values()))
        ]
        at = [along(r["value"]) for r in ranking]
        xs, levels = zip(*_levels(at, names, ends), strict=True)
        self._all.data = {"x": [along(v) for v in values.values()]}
        self._open.data = {"x": at, "colour": [shade.colour(r["value"]) for r in ranking]}
        heights = [level * 0.75 for level in levels]
        self._names.data = {"at": at, "x": list(xs), "y": list(levels), "to": heights, "text": names}
        self._ends.data = {"x": [-0.012, 1.012], "text": ends, "align": ["left", "right"]}
        return self.plot


def _scale(values: Sequence[float], log: bool) -> Callable[[float], float]:
    """From figures to 0 … 1; on a line of logarithms nothing lies below a hundred-thousandth of the highest figure."""
    high = max(values)
    if not log:
        low = min(values)
        return lambda v: (v - low) / (high - low)
    low = max(min(v for v in values if v > 0), high / 1e5)
    return lambda v: log10(max(v, low) / low) / log10(high / low)


def _levels(places: Sequence[float], names: Sequence[str], ends: Sequence[str]) -> list[tuple[float, float]]:
    """Where each name goes: its middle along the line, and how high above or below it. As near its place as may be,
    over no other name nor what stands below the line's ends."""
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


def _space(place: float, spot: tuple[float, float], half: float) -> list[tuple[float, float, float]]:
    """What a name takes up, from where to where on which level: itself, and its leader on the way to a far one."""
    x, level = spot
    name = (x - half, x + half, level)
    if abs(level) == NEAR:
        return [name]
    low, high = sorted((place + (x - place) * NEAR / FAR / 2, x))
    return [name, (low - LETTER / 2, high + LETTER / 2, copysign(NEAR, level))]


def _meet(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    return a[2] == b[2] and a[0] < b[1] - 1e-9 and b[0] + 1e-9 < a[1]


class WorldMap(RowMap):
    """The map of the reveals, and the one without names that is pointed at: by finger, mouse or keys."""

    def __init__(self) -> None:
        super().__init__()
        self.picked: str | None = None
        self._at = (0.0, 2000.0)  # of the cursor that the keys move
        zoom = WheelZoomTool()
        self.plot.add_tools(PanTool(), zoom)
        self.plot.toolbar.active_scroll = zoom
        self._chosen = ColumnDataSource({"xs": [], "ys": []})
        self._outline = self.plot.add_glyph(self._chosen, MultiPolygons(xs="xs", ys="ys", line_width=3))
        self._dot = ColumnDataSource({"x": [], "y": []})
        self._round = self.plot.add_glyph(self._dot, Circle(x="x", y="y", radius=TINY_KM, line_width=3))
        self._cross = ColumnDataSource({"x": [], "y": []})
        self._cursor = self.plot.scatter("x", "y", source=self._cross, marker="cross", size=44, line_width=5)
        self.plot.on_event(Tap, lambda tap: self.point(tap.x, tap.y))

    def fit(self, wide: float, high: float) -> None:
        """What comes next is shown in a place so wide and high, in pixels of the stage."""
        self.ratio, self.pixels = wide / high, round(wide)

    def teach(self, reveal: Reveal, lang: str, *, dark: bool = False) -> None:
        """The open countries of a round, shaded by their figure and named."""
        self._forget()
        shade = classes(reveal["category"], dark=dark)
        self.shade({r["card"]: shade.colour(r["value"]) for r in reveal["ranking"]}, lang, dark=dark)

    def name(self, country: str, lang: str, *, dark: bool = False) -> None:
        """A country marked and named."""
        self._forget()
        self.shade({country: colours(dark)["accent"]}, lang, dark=dark)

    def paint(self, fills: Mapping[str, str], lang: str, *, dark: bool = False) -> None:
        """Some countries in given colours, the first ones named."""
        self._forget()
        self.shade(fills, lang, dark=dark, named=8)

    def ask(self, lang: str, *, dark: bool = False) -> None:
        """The whole world without a name, nothing chosen; states too small to see are circles."""
        self._forget()
        c = colours(dark)
        tiny = [self._codes[i] for i in self._tiny if self._codes[i] in data.attribute("un_status")]
        self.shade(dict.fromkeys(tiny, c["land"]), lang, dark=dark, named=0)
        for glyph in (self._outline.glyph, self._round.glyph):
            glyph.update(fill_color=c["accent"], line_color=c["ink"])
        self._cursor.glyph.update(line_color=c["ink"])
        self.whole()

    def whole(self) -> None:
        self._look_at(WEST, EAST, SOUTH, NORTH)

    def zoom(self, factor: float) -> None:
        """Nearer (a factor under 1) or farther, around what is chosen or the middle."""
        x0, x1, y0, y1 = self._box()
        if (x1 - x0) * factor >= EAST - WEST:
            return self.whole()
        x, y = self._centre() if self.picked else ((x0 + x1) / 2, (y0 + y1) / 2)
        wide, high = (x1 - x0) * factor / 2, (y1 - y0) * factor / 2
        return self._look_at(x - wide, x + wide, y - high, y + high)

    def move(self, dx: int, dy: int) -> None:
        """Keys: the cursor goes a thirtieth of what is seen, and chooses what lies under it."""
        x0, x1, y0, y1 = self._box()
        step = (x1 - x0) / 45
        self._at = (
            min(max(self._at[0] + dx * step, x0 + step), x1 - step),
            min(max(self._at[1] + dy * step, y0 + step), y1 - step),
        )
        self._choose(country_at(*self._at))
        self._cross.data = {"x": [self._at[0]], "y": [self._at[1]]}

    def point(self, x: float, y: float) -> None:
        """A finger or the mouse: the country there, or the nearest one within reach."""
        x0, x1, _, _ = self._box()
        self._at = (x, y)
        self._cross.data = {"x": [], "y": []}
        self._choose(country_at(x, y, REACH * (x1 - x0) / PIXELS))

    def _choose(self, iso: str | None) -> None:
        self.picked = iso
        tiny = iso is not None and iso in {self._codes[i] for i in self._tiny}
        shape = self._codes.index(iso) if iso else 0
        shown = data.map_columns()
        self._chosen.data = {"xs": [shown["xs"][shape]], "ys": [shown["ys"][shape]]} if iso else {"xs": [], "ys": []}
        self._dot.data = {"x": [self._centre()[0]], "y": [self._centre()[1]]} if tiny else {"x": [], "y": []}

    def _centre(self) -> tuple[float, float]:
        return self._place[self.picked] if self.picked else self._at

    def _forget(self) -> None:
        self._choose(None)
        self._cross.data = {"x": [], "y": []}
        self._at = (0.0, 2000.0)

    def _box(self) -> tuple[float, float, float, float]:
        x: Any = self.plot.x_range
        y: Any = self.plot.y_range
        return x.start, x.end, y.start, y.end

    def _look_at(self, x0: float, x1: float, y0: float, y1: float) -> None:
        self.plot.x_range.update(start=x0, end=x1)
        self.plot.y_range.update(start=y0, end=y1)


@cache
def _pointable() -> tuple[STRtree, list[Polygon], list[str], dict[str, tuple[float, float]]]:
    """The countries' shapes, whose each is, and the middles of those too small to see."""
    shown, countries = data.map_columns(), data.attribute("un_status")
    parts: list[Polygon] = []
    whose: list[str] = []
    for iso, xs, ys in zip(shown["iso3"], shown["xs"], shown["ys"], strict=True):
        if iso in countries:
            found = [Polygon(*_rings(px, py)) for px, py in zip(xs, ys, strict=True)]
            parts += found
            whose += [iso] * len(found)
    circles = {
        iso: (float(x), float(y))
        for iso, x, y, tiny in zip(shown["iso3"], shown["x"], shown["y"], shown["tiny"], strict=True)
        if tiny and iso in countries
    }
    return STRtree(parts), parts, whose, circles


def _rings(xs: Sequence[Any], ys: Sequence[Any]) -> tuple[list[tuple[float, float]], list[list[tuple[float, float]]]]:
    outer, *holes = (list(zip(x, y, strict=True)) for x, y in zip(xs, ys, strict=True))
    return outer, holes


def country_at(x: float, y: float, reach: float = 0) -> str | None:
    """The country at a place on the map (kilometres of Equal Earth), or the nearest within *reach*; tiny ones first."""
    tree, parts, whose, circles = _pointable()
    small = {iso: hypot(x - cx, y - cy) for iso, (cx, cy) in circles.items()}
    nearest: str = min(small, key=lambda iso: small[iso])
    place = Point(x, y)
    inside = [int(i) for i in tree.query(place) if parts[i].covers(place)]
    if small[nearest] <= max(TINY_KM, reach * (not inside)):
        return nearest
    if inside:
        return whose[inside[0]]
    close = int(tree.nearest(place))
    return whose[close] if parts[close].distance(place) <= reach else None
