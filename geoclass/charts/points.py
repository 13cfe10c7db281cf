"""Scatter plots of two figures, and their correlation in words."""

from collections.abc import Collection
from math import sqrt
from typing import Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Range1d, Scatter, Segment, Text
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.charts.axis import TEXT, axis, dress, placeable, room, tick
from geoclass.maps import Box, NamedPlace, placed
from geoclass.maps.bokeh import ALIGN
from geoclass.maps.classes import written
from geoclass.maps.tokens import SANS, colours

POINTS, NAMES = "points", "names"
COLUMNS = {
    POINTS: ("x", "y", "size", "marker", "fill", "alpha", "edge", "width"),
    NAMES: ("x", "y", "text", "align", "x0", "y0", "x1", "y1"),
}
ROOM = 0.06  # margin above and below, for large points in a low plot
SMALLEST, LARGEST = 9, 46  # diameter in pixels, for the smallest and the largest population
# continent → marker, light colour, dark colour: never colour alone
CONTINENTS = {
    "Africa": ("triangle", "#E39A0F", "#F2B33D"),
    "America": ("square", "#0A4AA0", "#6FA0F0"),
    "Asia": ("circle", "#C8568F", "#F59AC6"),
    "Europe": ("diamond", "#33383E", "#C3CACE"),
    "Oceania": ("inverted_triangle", "#128060", "#52CFA0"),
}
# absolute value of Spearman's coefficient from here on → word of explore.link.<word>
STRENGTHS = ((0.8, "very_strong"), (0.6, "strong"), (0.4, "clear"), (0.2, "weak"), (0.0, "none"))


def scatter(
    x: str,
    y: str,
    lang: str | None = None,
    *,
    dark: bool = False,
    chosen: Collection[str] = (),
    text: str = TEXT,
    **options: Any,
) -> figure:
    """A scatter plot: size by population, colour and shape by continent; *options* go to Bokeh.

    The default size of *text* is for a page whose rem is 1/192 of its width; in a notebook use ``16px``.
    """
    plot = blank(dark, text, **options)
    replot(plot, x, y, lang, dark=dark, chosen=chosen)
    return plot


def blank(dark: bool = False, text: str = TEXT, **options: Any) -> figure:
    """An empty figure for `replot` to fill; *text*: font size."""
    usual: dict[str, Any] = {"sizing_mode": "stretch_both", "toolbar_location": None, "tools": "", "min_border": 0}
    plot = figure(x_range=Range1d(), y_range=Range1d(), **usual | {"min_border_right": 24} | options)
    for line, grid in ((plot.xaxis[0], plot.xgrid[0]), (plot.yaxis[0], plot.ygrid[0])):
        line.ticker, grid.ticker = FixedTicker(), FixedTicker()
    points, names = (ColumnDataSource(dict.fromkeys(columns, ()), name=name) for name, columns in COLUMNS.items())
    look: dict[str, Any] = {"size": "size", "marker": "marker", "fill_color": "fill", "fill_alpha": "alpha"}
    edge: dict[str, Any] = {"line_color": "edge", "line_width": "width", "line_alpha": "alpha"}
    drawn: Any = plot.add_glyph(points, Scatter(x="x", y="y", **look, **edge))
    drawn.nonselection_glyph = drawn.selection_glyph = None
    plot.add_tools(HoverTool(renderers=[drawn], tooltips=_tooltip(dark, text), point_policy="snap_to_data"))
    font: dict[str, Any] = {"text_font": value(SANS), "text_font_size": text, "text_font_style": "bold"}
    place: dict[str, Any] = {"x": "x", "y": "y", "text": "text", "text_align": "align", "text_baseline": "middle"}
    plot.add_glyph(names, Segment(x0="x0", y0="y0", x1="x1", y1="y1", line_width=2))
    for halo in (6, 0):
        plot.add_glyph(names, Text(**place, **font, text_outline_width=halo))
    dress(plot, dark, text)
    return plot


def replot(
    plot: Any,
    x: str,
    y: str,
    lang: str | None = None,
    *,
    dark: bool = False,
    chosen: Collection[str] = (),
    among: Collection[str] | None = None,
    labels: bool = True,
) -> None:
    """Show two other figures in the same plot; countries not *among* the given ones are faded.

    Without *labels* the surrounding page names the axes.
    """
    lang = lang or i18n.language()
    across, up = axis(x), axis(y)
    dress(plot, dark)
    for line, grid, along, span in (
        (plot.xaxis[0], plot.xgrid[0], across, plot.x_range),
        (plot.yaxis[0], plot.ygrid[0], up, plot.y_range),
    ):
        tick(line, grid, along.ticks(lang, 5))
        line.axis_label = along.label(lang) if labels else None
        margin = (along.end - along.start) * (ROOM if span is plot.y_range else 0)
        span.update(start=along.start - margin, end=along.end + margin)
    xs, ys, people = placeable(x), placeable(y), data.values("population")
    shown = sorted(xs.keys() & ys.keys(), key=lambda iso: -people[iso])  # small ones above large ones
    most = sqrt(max(people.values()))
    words_x, words_y = written(across.column, lang), written(up.column, lang)
    continent = data.attribute("continent")
    kinds = [CONTINENTS[continent[iso]] for iso in shown]
    _source(plot, POINTS).data = {
        "iso3": shown,
        "x": [round(across.place(xs[iso]), 6) for iso in shown],
        "y": [round(up.place(ys[iso]), 6) for iso in shown],
        "size": [round(SMALLEST + (LARGEST - SMALLEST) * sqrt(people[iso]) / most, 1) for iso in shown],
        "marker": [kind[0] for kind in kinds],
        "fill": [kind[2 if dark else 1] for kind in kinds],
        "alpha": [0.82 if among is None or iso in among else 0.14 for iso in shown],
        "name": [_name(iso, lang) for iso in shown],
        "text_x": [words_x[iso] for iso in shown],
        "text_y": [words_y[iso] for iso in shown],
        **_edges(shown, chosen, dark),
    }
    mark(plot, chosen, lang, dark=dark)


def mark(
    plot: Any, chosen: Collection[str], lang: str | None = None, *, dark: bool = False, letters: float = 26
) -> None:
    """Outline and name the chosen countries; *letters*: font size in pixels."""
    lang, c = lang or i18n.language(), colours(dark)
    points = _source(plot, POINTS)
    shown = list(points.data["iso3"])
    points.data.update(_edges(shown, chosen, dark))
    rows = [(iso, shown.index(iso)) for iso in chosen if iso in shown]
    xs, ys = plot.x_range, plot.y_range
    wide, high = room(plot)
    across, up = (xs.end - xs.start) / wide, (ys.end - ys.start) / high  # data units per pixel
    things = [
        NamedPlace(
            _name(iso, lang),
            ((points.data["x"][i] - xs.start) / across, (points.data["y"][i] - ys.start) / up),
            (points.data["size"][i] / 2, points.data["size"][i] / 2),
        )
        for iso, i in rows
    ]
    named = placed(things, Box(0, wide, 0, high), letters)
    ends = [label.end or label.of for label in named]
    _source(plot, NAMES).data = {
        "text": [label.text for label in named],
        "align": [ALIGN[label.anchor] for label in named],
        "x": [xs.start + label.at[0] * across for label in named],
        "y": [ys.start + label.at[1] * up for label in named],
        "x0": [xs.start + label.of[0] * across for label in named],
        "y0": [ys.start + label.of[1] * up for label in named],
        "x1": [xs.start + end[0] * across for end in ends],
        "y1": [ys.start + end[1] * up for end in ends],
    }
    leader, halo, ink = (layer.glyph for layer in plot.renderers if layer.data_source.name == NAMES)
    leader.line_color = c["ink"]
    halo.update(text_color=c["sheet"], text_outline_color=c["sheet"])
    ink.update(text_color=c["ink"], text_outline_color=None)


def _name(iso: str, lang: str) -> str:
    return data.Country(iso).words(lang)


def spearman(x: str, y: str, among: Collection[str] | None = None) -> tuple[float, int]:
    """Spearman's rank correlation of two figures, and the number of countries."""
    import pandas as pd

    both = pd.DataFrame({"x": pd.Series(dict(data.values(x))), "y": pd.Series(dict(data.values(y)))}).dropna()
    both = both if among is None else both[both.index.isin(list(among))]
    ranks = both.rank()
    if len(both) < 3 or ranks.nunique().min() < 2:
        return 0.0, len(both)
    return float(ranks["x"].corr(ranks["y"])), len(both)


def linked(x: str, y: str, among: Collection[str] | None = None) -> bool:
    """Whether the correlation is at least weak."""
    return abs(spearman(x, y, among)[0]) >= STRENGTHS[-2][0]


def link(x: str, y: str, lang: str | None = None, among: Collection[str] | None = None) -> str:
    """The correlation of two figures in a sentence, for all countries or *among* some."""
    found, n = spearman(x, y, among)
    strength = next(word for least, word in STRENGTHS if abs(found) >= least)
    way = "none" if strength == "none" else "together" if found > 0 else "against"
    lang = lang or i18n.language()
    names = {"x": data.column(x).label[lang], "y": data.column(y).label[lang]}
    words = ("", "") if way == "none" else tuple(i18n.text(f"explore.link.{k}{strength}", lang) for k in ("", "often."))
    r = i18n.number(round(found, 2), lang).replace("-", "−")
    return i18n.text(f"explore.link.{way}", lang, **names, strength=words[0], often=words[1], r=r, n=n)


def _edges(shown: list[str], chosen: Collection[str], dark: bool) -> dict[str, list[Any]]:
    c = colours(dark)
    return {
        "edge": [c["ink"] if iso in chosen else c["sheet"] for iso in shown],
        "width": [4 if iso in chosen else 1 for iso in shown],
    }


def _source(plot: Any, name: str) -> Any:
    return next(layer.data_source for layer in plot.renderers if layer.data_source.name == name)


def _tooltip(dark: bool, text: str) -> str:
    style = f"font-family:{SANS};font-size:max(16px,{text});color:{colours(dark)['ink']};padding:2px 4px"
    return f'<div style="{style}"><b>@name</b><br>@text_y<br>@text_x</div>'
