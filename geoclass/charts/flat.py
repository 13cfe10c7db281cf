"""The public charts: each takes a column's name, a Series or a frame, and adds title, legend and source."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from inspect import signature
from itertools import takewhile
from math import nan
from textwrap import wrap
from typing import Any, ParamSpec, TypeVar

from bokeh.models import FixedTicker, HoverTool
from bokeh.models.annotations import Legend, LegendItem, Title
from bokeh.plotting import figure

from geoclass import data, i18n, maps
from geoclass.charts import piles, points, strips
from geoclass.charts.axis import LETTERS, Axis, framed, tick
from geoclass.charts.judged import NEVER, SHIFTED, caption, shade, shades, shift_figure, versus_figure
from geoclass.charts.ranks import ranked
from geoclass.charts.world import draw_world, shaded
from geoclass.data import find_countries
from geoclass.maps.bokeh import update
from geoclass.maps.classes import classes, written
from geoclass.maps.tokens import SANS, colours

LINE, HALF = 110, 82  # characters per line of a caption
SHOWN = 24  # rows of a ranking
TOOLS = "pan,wheel_zoom,reset,save"
KEY, BELOW = "legend.entry", "caption"  # names and tags of a figure's texts
Given = ParamSpec("Given")
Drawn = TypeVar("Drawn")
COMPARED = ("population", "area_km2", "median_age", "life_expectancy", "gdp_per_capita_usd", "fertility_rate")


def _chart(draw: Callable[Given, Drawn]) -> Callable[Given, Drawn]:
    """Take columns after a frame and a *title*, and name the options where one is unknown."""
    own = [name for name, about in signature(draw).parameters.items() if about.kind is about.KEYWORD_ONLY]

    @wraps(draw)
    def drawn(*args: Given.args, **options: Given.kwargs) -> Drawn:
        given: tuple[Any, ...] = args
        if hasattr(given[0] if given else None, "columns"):
            named = list(takewhile(lambda each: isinstance(each, str) and each not in i18n.LANGUAGES, given[1:]))
            given = (*(data.given(given[0], name) for name in named), *given[1 + len(named) :]) if named else given
        title = options.pop("title", None)
        try:
            plot: Any = draw(*given, **options)
        except AttributeError as problem:
            if unknown := re.match(r"unexpected attribute '(\w+)' to figure", str(problem)):
                raise data.DataError("data.given.option", name=unknown[1], known=[*own, "title"]) from None
            raise
        if title:
            plot.title.text = str(title)
        done: Drawn = plot
        return done

    return drawn


@_chart
def world_map(
    figures: Any = None,
    lang: str | None = None,
    *,
    column: str = "",
    chosen: Iterable[str] = (),
    dark: bool = False,
    **options: Any,
) -> Any:
    """The world shaded by a figure, in Equal Earth, so that areas can be compared by eye; plain without one.

    *figures* is a column's name or label, or the figures themselves: a Series or a dict by country, or a frame and its
    *column*. The *chosen* countries are outlined and named. *options*, such as ``title``, go to the Bokeh figure.

    >>> from geoclass import charts
    >>> charts.world_map("median_age", "en").title.text
    'Median age (years), 2018–2020'
    >>> charts.world_map({"Kenya": 1.5, "India": 0.8}, "en").title.text
    'value'
    """
    lang = i18n.spoken(lang)
    about = None if figures is None else data.given(figures, column)
    usual: dict[str, Any] = {"layers": ("outlines", "names"), "text": LETTERS, "tools": TOOLS}
    plot = draw_world(shaded(about, lang, dark, find_countries(chosen)), lang, dark=dark, **usual | _corner() | options)
    return _say_map(plot, about, lang, dark) if about else plot


def recolour(plot: Any, figures: Any, lang: str | None = None, *, column: str = "", dark: bool = False) -> None:
    """Shade a world map by another figure; only colours and values are sent, not the shapes.

    >>> from geoclass import charts
    >>> plot = charts.world_map("median_age", "en")
    >>> charts.recolour(plot, "area_km2", "en")
    >>> plot.title.text
    'Area (km²)'
    """
    lang = i18n.spoken(lang)
    about = data.given(figures, column)
    update(plot, shaded(about, lang, dark), lang, dark=dark)
    _say_map(plot, about, lang, dark)


@_chart
def ranking(
    figures: Any,
    lang: str | None = None,
    *,
    column: str = "",
    most: int = SHOWN,
    chosen: Iterable[str] = (),
    dark: bool = False,
    **options: Any,
) -> Any:
    """Bars of the highest and lowest countries (*most* in all) and the *chosen* ones.

    >>> from geoclass import charts
    >>> charts.ranking("population", "en", most=4).y_range.factors[::-1]
    ['1. China', '2. India', '194. Nauru', '195. Vatican City']
    """
    lang, c, codes = i18n.spoken(lang), colours(dark), find_countries(chosen)
    about, most = data.given(figures, column), max(1, most)
    rows = ranked(about.name, members=False)
    last = len(rows) - most // 2
    kept = [r for i, r in enumerate(rows) if i < (most + 1) // 2 or i >= last or r.iso in codes][::-1]
    found, words = classes(about.name, dark=dark), written(about, lang)
    names = [f"{i18n.number(r.rank, lang)}. {data.Country(r.iso).words(lang)}" for r in kept]
    plot = framed(dark, y_range=names, height=110 + 24 * len(kept), **options)
    bars = plot.hbar(
        y="name",
        right="right",
        height=0.78,
        fill_color="fill",
        line_color="edge",
        line_width="width",
        source={
            "name": names,
            "right": [r.value for r in kept],
            "fill": [found.colour(r.value) for r in kept],
            "edge": [c["ink"] if r.iso in codes else c["coast"] for r in kept],
            "width": [3 if r.iso in codes else 0.5 for r in kept],
            "text": [words[r.iso] for r in kept],
        },
    )
    plot.add_tools(HoverTool(renderers=[bars], tooltips="<b>@name</b><br>@text"))
    low, high = min(0, *(r.value for r in kept)), max(0, *(r.value for r in kept)) or 1
    plot.x_range.update(start=low * 1.05, end=high * 1.05)
    plot.xaxis[0].ticker, plot.xgrid[0].ticker = FixedTicker(), FixedTicker()
    tick(plot.xaxis[0], plot.xgrid[0], Axis(about, False, low, high).ticks(lang, 5))
    plot.ygrid.visible = False
    return _say(plot, titled(about, lang), caption(about.name, lang=lang), (), dark)


@_chart
def scatter(
    x: Any, y: Any, lang: str | None = None, *, chosen: Iterable[str] = (), dark: bool = False, **options: Any
) -> Any:
    """A scatter plot of two figures: size by population, colour and shape by continent.

    >>> from geoclass import charts
    >>> plot = charts.scatter("gdp_per_capita_usd", "median_age", "en", chosen=["Niger", "JPN"])
    >>> plot.xaxis.axis_label
    'GDP per person (PPP dollars per person), logarithmic scale'
    """
    lang = i18n.spoken(lang)
    x, y = data.given(x), data.given(y)
    if data.values(x.name).keys().isdisjoint(data.values(y.name)):
        raise data.DataError("data.given.apart")
    plot = points.scatter(
        x.name, y.name, lang, dark=dark, chosen=find_countries(chosen), text=LETTERS, **_sized(options)
    )
    kinds = [(kind[2 if dark else 1], i18n.text(f"tell.continent.{c}", lang), kind[0])
             for c, kind in points.CONTINENTS.items()]  # fmt: skip
    said = f"{points.link(x.name, y.name, lang)} {caption(x.name, y.name, lang=lang)}"
    return _say(plot, f"{y.label[lang]} / {x.label[lang]}", said, kinds, dark)


@_chart
def distribution(
    figures: Any,
    lang: str | None = None,
    *,
    column: str = "",
    chosen: Iterable[str] = (),
    dark: bool = False,
    **options: Any,
) -> Any:
    """The distribution of a figure: one brick per country, stacked at its value.

    >>> from geoclass import charts
    >>> charts.distribution("median_age", "en").xaxis.axis_label
    'Median age (years)'
    """
    lang = i18n.spoken(lang)
    about = data.given(figures, column)
    plot = piles.distribution(
        about.name, lang, dark=dark, chosen=find_countries(chosen), text=LETTERS, **_sized(options)
    )
    return _say(plot, titled(about, lang), caption(about.name, lang=lang), (), dark)


@_chart
def compare(
    countries: Iterable[str],
    figures: Any = COMPARED,
    lang: str | None = None,
    *,
    dark: bool = False,
    **options: Any,
) -> figure:
    """A few countries compared: one strip per figure, from the lowest of all countries to the highest.

    *figures* is one of what `world_map` takes, or a list of them.

    >>> from geoclass import charts
    >>> charts.compare(["Japan", "NER"], ["median_age", "population"], "en").title.text
    'Japan, Niger'
    """
    lang, codes = i18n.spoken(lang), find_countries(countries)
    if not codes:
        raise data.DataError("data.given.countries")
    given = list(figures) if isinstance(figures, list | tuple) else [figures]
    columns = [data.given(each).name for each in given]
    plot = strips.compare_chart(codes, columns, lang, dark=dark, **_corner() | options)
    names = ", ".join(data.Country(iso).words(lang) for iso in codes)
    return _say(plot, names, caption(*columns, lang=lang), (), dark)


@_chart
def misconceptions(judged: Any, lang: str | None = None, *, dark: bool = False, **options: Any) -> figure:
    """A world map of how far off a class was, from `geoclass.review.misjudgements` or ``misconceptions``.

    >>> from geoclass import charts
    >>> import pandas as pd
    >>> charts.misconceptions(pd.DataFrame({"iso3": ["FRA", "FRA"], "scale": [0.5, 0.0]}), "en").title.text
    'Where we were wrong'
    """
    lang = i18n.spoken(lang)
    frame = getattr(judged, "reset_index", lambda: None)()
    if frame is None or not {"iso3", "scale"} <= set(frame.columns):
        raise data.DataError("data.given.judged")
    count = frame["judgements"] if "judgements" in frame.columns else frame["scale"].notna().astype(int)
    frame = frame.assign(n=count, sum=frame["scale"] * count)[frame["iso3"] != ""]
    by = frame.groupby("iso3")[["n", "sum"]].sum()
    scales = {str(iso): float(v) for iso, v in (by["sum"] / by["n"]).dropna().items()}
    said = {
        iso: i18n.text("review.map.hover", lang, n=int(by.at[iso, "n"]), scale=i18n.number(round(scale, 2), lang))
        for iso, scale in scales.items()
    }
    never = i18n.text("review.map.never", lang)
    world = maps.WorldMap(
        maps.WHOLE,
        fills={iso: shade(scale, dark) for iso, scale in scales.items()},
        texts=dict.fromkeys(maps.areas(), never) | said,
        border="sheet",
    )
    plot = draw_world(world, lang, dark=dark, **{"tools": TOOLS} | _corner() | options)
    entries = [NEVER, *((colour, word) for _, colour, word in shades(dark))]
    named = [(colour, i18n.text(f"review.map.{word}", lang)) for colour, word in entries]
    columns = [c for c in dict.fromkeys(frame.get("column", ())) if c in data.figures()]
    under = [i18n.text("review.map.caption", lang), caption(*columns, lang=lang)]
    return _say(plot, i18n.text("review.map.title", lang), " ".join(under).strip(), named, dark)


@_chart
def versus(comparison: Any, lang: str | None = None, **options: Any) -> figure:
    """The class beside bots, from `geoclass.review.versus_bots`: runs as dots, means as bars."""
    lang = i18n.spoken(lang)
    if not hasattr(comparison, "measured"):
        raise data.DataError("data.given.made", made="versus_bots")
    plot = versus_figure(comparison.measured(lang), comparison.scores, lang, **options)
    return _say(plot, i18n.text("review.versus.title", lang), comparison.about(lang), (), False)


@_chart
def shifts(asked: Any, lang: str | None = None, *, most: int = 12, **options: Any) -> figure:
    """How beliefs shifted, from `geoclass.review.shifts`: the share right in the first vote and after discussion, for
    at *most* so many questions, largest change first.

    >>> from geoclass import charts
    >>> import pandas as pd
    >>> asked = {"question": ["Is the row right?"], "column": [""], "phones": [8], "first": [0.5], "second": [0.75]}
    >>> charts.shifts(pd.DataFrame(asked), "en").title.text
    'What the discussion changed'
    """
    lang = i18n.spoken(lang)
    if not {"question", "phones", "first", "second"} <= set(getattr(asked, "columns", ())):
        raise data.DataError("data.given.made", made="shifts")
    frame = asked.dropna(subset=["first", "second"]).assign(shift=lambda f: f["second"] - f["first"])
    frame = frame.sort_values("shift", key=abs, ascending=False, kind="stable")[:most]
    columns = [c for c in dict.fromkeys(frame.get("column", ())) if c in data.figures()]
    under = f"{i18n.text('review.shift.caption', lang)} {caption(*columns, lang=lang)}".strip()
    rows = [(*row,) for row in frame[["question", "phones", "first", "second"]].itertuples(index=False)]
    plot = shift_figure(rows, **{"height": 110 + 34 * len(rows) + 25 * len(wrap(under, HALF))} | options)
    entries = [(colour, i18n.text(f"review.shift.{word}", lang), marker) for word, colour, marker in SHIFTED]
    return _say(plot, i18n.text("review.shift.title", lang), under, entries, False, HALF)  # questions take the rest


def titled(about: data.Column, lang: str) -> str:
    """``Median age (years), 2018–2020``."""
    unit = f" ({about.unit[lang]})" if about.unit[lang] else ""
    return f"{about.label[lang]}{unit}{f', {about.year}' if about.year else ''}"


def captioned(plot: Any, said: str, title: str = "", legend: Sequence[tuple[str, ...]] = (), dark: bool = False) -> Any:
    """Add a title, a legend of (colour, text) and the caption *said* to any Bokeh figure; return the same figure.

    In a layout of several, the last one gets the caption.

    >>> from geoclass import charts
    >>> charts.captioned(charts.plain(), charts.caption("median_age", lang="en"), "Ages").title.text
    'Ages'
    """
    last = plot
    while not hasattr(last, "title"):
        last = last.children[-1]
    _say(last, title or last.title.text, said, legend, dark)
    return plot


def plain(**options: Any) -> figure:
    """An empty figure in the project's style; *options* go to Bokeh."""
    plot: figure = framed(False, **options)
    return plot


def _say_map(plot: Any, about: data.Column, lang: str, dark: bool) -> figure:
    found = classes(about.name, dark=dark)
    entries = list(zip(found.colours, found.labels(lang), strict=True))
    return _say(plot, titled(about, lang), caption(about.name, lang=lang), entries, dark)


def _say(
    plot: Any, title: str, said: str, entries: Sequence[tuple[str, ...]], dark: bool, letters: int = LINE
) -> figure:
    """Replace title, legend and caption; *letters*: characters per line of the caption."""
    c = colours(dark)
    font: dict[str, Any] = {"text_font": SANS, "text_color": c["ink"]}
    plot.toolbar.update(logo=None, autohide=True)
    plot.title.update(text=title, text_font_size="18px", **font)
    plot.renderers = [r for r in plot.renderers if r.name != KEY]
    plot.below = [part for part in plot.below if not (isinstance(part, Legend | Title) and BELOW in part.tags)]
    if entries:
        items = [
            LegendItem(label=text, renderers=[_swatch(plot, colour, *marker)]) for colour, text, *marker in entries
        ]
        look: dict[str, Any] = {"items": items, "label_text_font": SANS, "label_text_font_size": "14px"}
        look |= {"label_text_color": c["ink"], "background_fill_alpha": 0, "border_line_alpha": 0}
        look |= {"margin": 4, "padding": 2, "spacing": 14}
        plot.add_layout(Legend(orientation="horizontal", tags=[BELOW], **look), "below")
    font |= {"text_color": c["ink2"], "text_font_size": "13px", "text_font_style": "normal"}
    for line in wrap(said, letters):
        plot.add_layout(Title(text=line, tags=[BELOW], **font), "below")
    done: figure = plot
    return done


def _swatch(plot: Any, colour: str, marker: str = "square") -> Any:
    """A glyph without data, for an entry of a legend."""
    return plot.scatter([nan], [nan], size=15, marker=marker, fill_color=colour, line_color="#8a8270", name=KEY)


def _corner() -> dict[str, Any]:
    return {"toolbar_location": "right"}


def _sized(options: Mapping[str, Any]) -> dict[str, Any]:
    usual: dict[str, Any] = {"height": 420, "sizing_mode": "stretch_width", "max_width": 1000, "tools": "save"}
    return usual | _corner() | dict(options)
