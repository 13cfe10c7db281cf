"""Spywhere's figures: cards given and taken by each team, and the map of the six countries."""

from collections.abc import Mapping, Sequence
from typing import Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, Range1d
from bokeh.plotting import figure

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
MAP_PIXELS, MAP_RATIO = 1210, 1.73  # of the map's slot


class Figures(kit.Figures):
    count = 2

    def __init__(self) -> None:
        super().__init__()
        self._charted: tuple[Any, ...] | None = None
        self._mapped: tuple[Any, ...] | None = None
        self._map: RowMap | None = None

    def show(self, screen: ScreenState, kind: str, reveal: Reveal | None, step: int) -> None:  # noqa: ARG002
        if reveal is None:
            return
        part, _ = shown_part(reveal, step)
        if part == "tell":
            self._chart(screen, reveal)
        elif part == "map":
            self._paint(screen, reveal)

    def _chart(self, screen: ScreenState, reveal: Reveal) -> None:
        wanted = (screen.lang, screen.dark, screen.view["version"])
        if wanted != self._charted:
            self._charted = wanted
            dishes = screen.game["options"]["nationalities"]
            inside = [c["card"] for c in reveal["countries"] if c["in_play"]]
            names = {iso: Dish(str(dishes[iso])).words(screen.lang).capitalize() for iso in inside}
            self.put(CHART, tell_chart(reveal, screen.game["players"], names, dark=screen.dark))

    def _paint(self, screen: ScreenState, reveal: Reveal) -> None:
        wanted = (screen.lang, screen.dark, tuple(c["card"] for c in reveal["countries"]))
        if wanted == self._mapped:
            return
        self._mapped = wanted
        world = self._map or RowMap()
        world.pixels, world.ratio = MAP_PIXELS, MAP_RATIO
        colour = class_colours(screen.dark)[3]
        world.shade({c["card"]: colour for c in reveal["countries"]}, screen.lang, dark=screen.dark)
        if self._map is None:  # painted before it is first put into the page: patches need an existing figure
            self._map = world
            self.put(MAP, world.plot)


def tell_chart(
    reveal: Mapping[str, Any], players: Sequence[str], names: Mapping[str, str], *, dark: bool = False, **options: Any
) -> figure:
    """One column per team, one line per nationality (*names*): given to the left, taken to the right, passport
    framed."""
    c, palette = colours(dark), class_colours(dark)
    rows = {iso: len(names) - 1 - i for i, iso in enumerate(names)}
    look: dict[str, Any] = {
        "sizing_mode": "stretch_both",
        "toolbar_location": None,
        "tools": "",
        "min_border": 0,
        "outline_line_color": None,
        "background_fill_color": c["sheet"],
        "border_fill_color": c["sheet"],
    }
    dishes = [_brief(name) for name in names.values()]
    share = (max(map(len, dishes)) * LETTER + 40) / WIDTH  # share of the width for the names of dishes
    west = -0.5 - len(players) * share / (1 - share)
    x, y = Range1d(start=west, end=len(players) - 0.5), Range1d(start=-0.6, end=len(names) + 0.25)
    plot = figure(x_range=x, y_range=y, **look | options)
    plot.axis.visible = plot.grid.visible = False
    most = max([1, *(n for tell in reveal["tell"] for way in ("gave", "took") for n in tell[way].values())])

    own = [(seat, rows[iso]) for seat, isos in enumerate(reveal["passports"]) for iso in isos]
    frames = ColumnDataSource({"x": [x for x, _ in own], "y": [y for _, y in own]})
    frame: dict[str, Any] = {"fill_color": c["inset"], "line_color": c["ink"], "line_width": 3, "border_radius": 10}
    plot.rect("x", "y", 0.94, 0.86, source=frames, **frame)
    middles = list(range(len(players)))
    plot.segment(middles, -0.5, middles, len(names) - 0.5, line_color=c["line"], line_width=2)
    for way, sign, colour in (("gave", -1, palette[2]), ("took", 1, palette[4])):
        bars = [
            (tell["seat"], rows[iso], n) for tell in reveal["tell"] for iso, n in tell[way].items() if n and iso in rows
        ]
        source = ColumnDataSource(
            {
                "y": [y for _, y, _ in bars],
                "left": [x + min(0, sign * HALF * n / most) for x, _, n in bars],
                "right": [x + max(0, sign * HALF * n / most) for x, _, n in bars],
            }
        )
        plot.hbar(y="y", left="left", right="right", height=0.5, source=source, fill_color=colour, line_color=None)
        ends = [x + sign * (HALF * n / most + 0.02) for x, _, n in bars]
        words = [str(n) for *_, n in bars]
        align = "left" if sign > 0 else "right"
        _text(plot, ends, [y for _, y, _ in bars], words, c["ink"], text_align=align)
    crossed = [(tell["seat"], rows[iso]) for tell in reveal["tell"] for iso in tell["clues"] if iso in rows]
    _text(
        plot,
        [x + 0.4 for x, _ in crossed],
        [y + 0.3 for _, y in crossed],
        ["✕"] * len(crossed),
        c["ink2"],
        text_align="center",
    )
    _text(plot, [west] * len(rows), list(rows.values()), dishes, c["ink"], text_font_style="bold")
    heads = list(LETTERS[: len(players)])  # the names of six teams would not fit; they are listed beside the chart
    _text(
        plot, middles, [len(names) - 0.1] * len(players), heads, c["ink"], text_align="center", text_font_style="bold"
    )
    return plot


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
