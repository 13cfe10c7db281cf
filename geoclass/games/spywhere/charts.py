"""Spywhere's figures: cards given and taken by each team, and the map of the six countries."""

from collections.abc import Mapping, Sequence
from math import copysign
from typing import Any, NamedTuple

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from geoclass.charts.axis import bare
from geoclass.charts.rowmap import RowMap
from geoclass.games.spywhere.end import shown_part
from geoclass.games.spywhere.words import Dish
from geoclass.maps.tokens import SANS, class_colours, colours
from geoclass.ui.kit import figures as kit
from geoclass.ui.kit.screen import Reveal, ScreenState

TEXT = "24px"
HALF = 0.3  # the longest bar, in widths of a team's column
LETTERS, LONGEST = "ABCDEF", 14
LETTER, WIDTH = 13.5, 1200  # pixels: a bold letter, and the chart on the stage
CHART, MAP = 0, 1  # indexes of the two figures
MAP_SLOT = (1.73, 1210)  # as in the style sheet


class Figures(kit.Figures):
    count = 2

    def __init__(self) -> None:
        super().__init__()
        self._map: RowMap | None = None

    def show(self, screen: ScreenState, kind: str, reveal: Reveal | None, step: int) -> None:  # noqa: ARG002
        if reveal is None:
            return
        part, _ = shown_part(reveal, step)
        if part == "tell":
            self._show_chart(screen, reveal)
        elif part == "map":
            self._show_map(screen, reveal)

    def _show_chart(self, screen: ScreenState, reveal: Reveal) -> None:
        if self.is_new(CHART, screen, screen.view["version"]):
            dishes = screen.game["options"]["nationalities"]
            inside = [c["card"] for c in reveal["countries"] if c["in_play"]]
            names = {iso: Dish(str(dishes[iso])).words(screen.lang).capitalize() for iso in inside}
            self.put(CHART, tell_chart(reveal, screen.game["players"], names, dark=screen.dark))

    def _show_map(self, screen: ScreenState, reveal: Reveal) -> None:
        cards = [c["card"] for c in reveal["countries"]]
        if not self.is_new(MAP, screen, tuple(cards)):
            return
        if self._map is None:
            self._map = RowMap()
        fills = dict.fromkeys(cards, class_colours(screen.dark)[3])
        self._map.shade(fills, screen.lang, dark=screen.dark, slot=MAP_SLOT)
        self.put(MAP, self._map.plot)  # after shading: patches need an existing figure


def tell_chart(
    reveal: Mapping[str, Any], players: Sequence[str], names: Mapping[str, str], *, dark: bool = False, **options: Any
) -> figure:
    """One column per team, one line per nationality (*names*): given to the left, taken to the right, passport
    framed."""
    c, palette, teams = colours(dark), class_colours(dark), len(players)
    rows = {iso: len(names) - 1 - i for i, iso in enumerate(names)}
    dishes = [_brief(name) for name in names.values()]
    share = (max(map(len, dishes)) * LETTER + 40) / WIDTH  # share of the width for the names of dishes
    west = -0.5 - teams * share / (1 - share)
    plot = bare(dark, (west, teams - 0.5), (-0.6, len(names) + 0.25), **options)
    own = [(seat, rows[iso]) for seat, isos in enumerate(reveal["passports"]) for iso in isos]
    frames = ColumnDataSource({"x": [x for x, _ in own], "y": [y for _, y in own]})
    frame: dict[str, Any] = {"fill_color": c["inset"], "line_color": c["ink"], "line_width": 3, "border_radius": 10}
    plot.rect("x", "y", 0.94, 0.86, source=frames, **frame)
    middles = list(range(teams))
    plot.segment(middles, -0.5, middles, len(names) - 0.5, line_color=c["line"], line_width=2)
    most = max([1, *(n for tell in reveal["tell"] for way in ("gave", "took") for n in tell[way].values())])
    for way, sign, colour in (("gave", -1, palette[2]), ("took", 1, palette[4])):
        found = [(tell["seat"], tell[way][iso], y) for tell in reveal["tell"] for iso, y in rows.items()]
        bars = [Bar(seat, y, sign * HALF * n / most, str(n)) for seat, n, y in found if n]
        _bars(plot, bars, colour, "left" if sign > 0 else "right", c["ink"])
    crossed = [(tell["seat"], rows[iso]) for tell in reveal["tell"] for iso in tell["clues"] if iso in rows]
    xs, ys = [x + 0.4 for x, _ in crossed], [y + 0.3 for _, y in crossed]
    _text(plot, xs, ys, ["✕"] * len(crossed), c["ink2"], text_align="center")
    bold: dict[str, Any] = {"text_font_style": "bold"}
    _text(plot, [west] * len(rows), list(rows.values()), dishes, c["ink"], **bold)
    heads = list(LETTERS[:teams])  # the names of six teams would not fit; they are listed beside the chart
    _text(plot, middles, [len(names) - 0.1] * teams, heads, c["ink"], text_align="center", **bold)
    return plot


class Bar(NamedTuple):
    """A bar from the middle of a team's column, to the left if *length* is negative."""

    x: int
    y: int
    length: float
    number: str


def _bars(plot: figure, bars: Sequence[Bar], colour: str, align: str, ink: str) -> None:
    """Bars in one direction with their numbers at the ends."""
    ys = [bar.y for bar in bars]
    ends = {"left": [b.x + min(0, b.length) for b in bars], "right": [b.x + max(0, b.length) for b in bars]}
    source = ColumnDataSource({"y": ys, **ends})
    plot.hbar(y="y", left="left", right="right", height=0.5, source=source, fill_color=colour, line_color=None)
    beside = [bar.x + bar.length + copysign(0.02, bar.length) for bar in bars]
    _text(plot, beside, ys, [bar.number for bar in bars], ink, text_align=align)


def _brief(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"


def _text(plot: figure, x: Sequence[float], y: Sequence[float], words: Sequence[str], colour: str, **look: Any) -> None:
    source = ColumnDataSource({"x": list(x), "y": list(y), "text": list(words)})
    font: dict[str, Any] = {
        "text_font": value(SANS),
        "text_font_size": TEXT,
        "text_color": colour,
        "text_baseline": "middle",
    }
    plot.text("x", "y", "text", source=source, **font | look)
