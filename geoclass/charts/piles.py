"""The distribution of a figure: one brick per country, stacked at its value."""

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Range1d, Rect, Segment, Text
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.charts.axis import TEXT, axis, dress, placeable, room, tick
from geoclass.maps.classes import EQUAL_COUNTS, classes, written
from geoclass.maps.labels import width
from geoclass.maps.tokens import SANS, colours

BRICKS, NAMES = "bricks", "names"
COLUMNS = {
    BRICKS: ("x", "y", "width", "fill", "alpha", "edge", "line"),
    NAMES: ("x", "at", "y0", "y1", "text", "align"),
}
PILES = 32
LINES = 3  # of names above the stacks; countries without room are only outlined


def distribution(
    column: str,
    lang: str | None = None,
    *,
    dark: bool = False,
    chosen: Collection[str] = (),
    text: str = TEXT,
    **options: Any,
) -> figure:
    """All countries stacked along the axis of a figure; *options* go to Bokeh. For *text* see `scatter`."""
    plot = blank(dark, text, **options)
    redistribute(plot, column, lang, dark=dark, chosen=chosen)
    return plot


def blank(dark: bool = False, text: str = TEXT, **options: Any) -> figure:
    """An empty figure for `redistribute` to fill; *text*: font size."""
    usual: dict[str, Any] = {"sizing_mode": "stretch_both", "toolbar_location": None, "tools": "", "min_border": 0}
    borders = {"min_border_left": 24, "min_border_right": 24}
    plot = figure(x_range=Range1d(), y_range=Range1d(start=0), **usual | borders | options)
    plot.yaxis.visible = plot.ygrid.visible = False
    plot.xaxis[0].ticker, plot.xgrid[0].ticker = FixedTicker(), FixedTicker()
    bricks, names = (ColumnDataSource(dict.fromkeys(columns, ()), name=name) for name, columns in COLUMNS.items())
    look: dict[str, Any] = {"fill_color": "fill", "fill_alpha": "alpha", "line_color": "edge", "line_width": "line"}
    drawn: Any = plot.add_glyph(bricks, Rect(x="x", y="y", width="width", height=1, **look))
    drawn.nonselection_glyph = drawn.selection_glyph = None
    plot.add_tools(HoverTool(renderers=[drawn], tooltips=_tooltip(dark, text), point_policy="follow_mouse"))
    plot.add_glyph(names, Segment(x0="x", x1="x", y0="y0", y1="y1", line_width=2))
    font: dict[str, Any] = {"text_font": value(SANS), "text_font_size": text, "text_font_style": "bold"}
    for halo in (6, 0):
        words = Text(x="at", y="y1", text="text", text_align="align", text_baseline="bottom", **font)
        words.text_outline_width = halo
        plot.add_glyph(names, words)
    dress(plot, dark, text)
    return plot


def redistribute(
    plot: Any,
    column: str,
    lang: str | None = None,
    *,
    dark: bool = False,
    chosen: Collection[str] = (),
    among: Collection[str] | None = None,
    steps: str = EQUAL_COUNTS,
    labels: bool = True,
) -> None:
    """Show another figure in the same plot; countries not *among* the given ones are faded.

    Without *labels* the surrounding page names the axis.
    """
    lang = lang or i18n.language()
    along, values, shades = axis(column), placeable(column), classes(column, dark=dark, steps=steps)
    words = written(along.column, lang)
    dress(plot, dark)
    tick(plot.xaxis[0], plot.xgrid[0], along.ticks(lang, 7))
    plot.xaxis[0].axis_label = along.label(lang) if labels else None
    plot.x_range.update(start=along.start, end=along.end)
    wide = (along.end - along.start) / PILES
    shown, piles, xs, ys = sorted(values, key=lambda iso: values[iso]), Counter[int](), [], []
    for iso in shown:
        pile = min(PILES - 1, int((along.place(values[iso]) - along.start) / wide))
        xs.append(along.start + (pile + 0.5) * wide)
        ys.append(piles[pile] + 0.5)
        piles[pile] += 1
    _source(plot, BRICKS).data = {
        "iso3": shown,
        "x": xs,
        "y": ys,
        "width": [wide * 0.94] * len(shown),
        "fill": [shades.colour(values[iso]) for iso in shown],
        "alpha": [1 if among is None or iso in among else 0.2 for iso in shown],
        "name": [data.Country(iso).words(lang) for iso in shown],
        "text": [words[iso] for iso in shown],
        **_edges(shown, chosen, dark),
    }
    mark(plot, chosen, lang, dark=dark)


def mark(
    plot: Any, chosen: Collection[str], lang: str | None = None, *, dark: bool = False, letters: float = 26
) -> None:
    """Outline the chosen countries and name them above their stacks; *letters*: font size in pixels."""
    lang, c = lang or i18n.language(), colours(dark)
    bricks = _source(plot, BRICKS)
    shown = list(bricks.data["iso3"])
    bricks.data.update(_edges(shown, chosen, dark))
    found = sorted((bricks.data["x"][i], i, iso) for i, iso in enumerate(shown) if iso in chosen)
    start, end, (wide, high) = plot.x_range.start, plot.x_range.end, room(plot)
    pixel = (end - start) / wide
    hung = hoisted([((x - start) / pixel, data.Country(iso).words(lang)) for x, _, iso in found], wide, letters)
    rows = [row for row, step in zip(found, hung, strict=True) if step < LINES]
    steps = [step for step in hung if step < LINES]
    top = max(bricks.data["y"]) + 0.5
    lines = 1 + max(steps) if rows else 0
    share = min(0.75, lines * 1.2 * letters / high)  # share of the height for names above the highest stack
    plot.y_range.update(start=0, end=top * 1.06 / (1 - share))
    levels = [top * 1.06 + step * top * 1.06 / (1 - share) * share / lines for step in steps]
    _source(plot, NAMES).data = {
        "x": [x for x, _, _ in rows],
        "at": [x for x, _, _ in rows],
        "y0": [bricks.data["y"][i] for _, i, _ in rows],
        "y1": levels,
        "text": [f" {data.Country(iso).words(lang)} " for _, _, iso in rows],
        "align": ["left" if x < (start + end) / 2 else "right" for x, _, _ in rows],
    }
    leader, halo, ink = (layer.glyph for layer in plot.renderers if layer.data_source.name == NAMES)
    leader.line_color = c["ink"]
    halo.update(text_color=c["sheet"], text_outline_color=c["sheet"])
    ink.update(text_color=c["ink"], text_outline_color=None)


def _edges(shown: list[str], chosen: Collection[str], dark: bool) -> dict[str, list[Any]]:
    c = colours(dark)
    return {
        "edge": [c["ink"] if iso in chosen else c["sheet"] for iso in shown],
        "line": [4 if iso in chosen else 0.5 for iso in shown],
    }


def _source(plot: Any, name: str) -> Any:
    return next(layer.data_source for layer in plot.renderers if layer.data_source.name == name)


def _tooltip(dark: bool, text: str) -> str:
    style = f"font-family:{SANS};font-size:max(16px,{text});color:{colours(dark)['ink']};padding:2px 4px"
    return f'<div style="{style}"><b>@name</b><br>@text</div>'


def hoisted(points: Iterable[tuple[float, str]], wide: float, high: float) -> list[int]:
    """The levels of names on poles at these positions: overlapping names are stacked, outer ones higher, so that no
    pole crosses a name."""
    rows = [(x, x < wide / 2, width(name, high) + high) for x, name in points]
    spans = [(x, x + long) if left else (x - long, x) for x, left, long in rows]
    levels = [0] * len(rows)
    outwards = [i for i in reversed(range(len(rows))) if rows[i][1]] + [i for i, row in enumerate(rows) if not row[1]]
    for place, i in enumerate(outwards):
        below = [levels[j] for j in outwards[:place] if spans[j][0] < spans[i][1] and spans[i][0] < spans[j][1]]
        levels[i] = max(below, default=-1) + 1
    return levels
