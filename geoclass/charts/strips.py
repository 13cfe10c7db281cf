"""Comparison of a few countries: their places among all, and the ratio of the first to the last."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.charts.axis import axis, dress, placeable
from geoclass.maps.tokens import SANS, colours

ALIKE = 1.05  # up to this ratio two figures are about the same
LINE = 22  # pixels from one name to the next above it
NO_FACTOR = ("latitude", "longitude", "lowest_point_m")  # their zero is a convention


class Place(NamedTuple):
    iso: str
    at: float  # from 0, the lowest of all countries, to 1, the highest
    value: float


class Strip(NamedTuple):
    """One figure: all countries as ticks, the compared ones with their places."""

    column: str
    ticks: tuple[float, ...]
    places: tuple[Place, ...]
    missing: tuple[str, ...]  # the compared countries without the figure


class ComparedCountry(NamedTuple):
    """A country in a comparison: ``{low:than}`` gives *que la France*, *as France*."""

    iso: str

    def words(self, lang: str, form: str = "") -> str:
        country = data.Country(self.iso)
        if form != "than":
            return country.words(lang, form)
        named = country.words(lang, "the")
        if lang == "en":
            return f"as {named}"
        return f"qu’{named}" if named[0] in "AEIOUÉÎ" else f"que {named}"


def strip(column: str, countries: Sequence[str]) -> Strip:
    """The positions of the countries along the figure's axis."""
    along, values = axis(column), placeable(column)
    places = {iso: along.place(v) for iso, v in values.items()}
    low, high = min(places.values()), max(places.values())
    at = {iso: (p - low) / (high - low or 1) for iso, p in places.items()}
    found = sorted((Place(iso, at[iso], values[iso]) for iso in countries if iso in at), key=lambda p: p.at)
    return Strip(column, tuple(sorted(at.values())), tuple(found), tuple(iso for iso in countries if iso not in at))


def factor(column: str, countries: Sequence[str], lang: str | None = None) -> str:
    """The ratio of the first country to the last, in words; empty if it means nothing."""
    lang = lang or i18n.language()
    values = data.values(column)
    known = sorted((values[iso], iso) for iso in countries if iso in values)
    if len(known) < 2 or known[0][0] <= 0 or column in NO_FACTOR:
        return ""
    (least, low), (most, high) = known[0], known[-1]
    times = most / least
    names = {"high": data.Country(high), "low": ComparedCountry(low)}
    if times < ALIKE:
        return i18n.text("explore.factor.alike", lang, **names)
    key = f"explore.factor.{column}"
    digits = 0 if times >= 10 else 1
    said = i18n.number(round(times, digits), lang)
    return i18n.text(key if key in i18n.sentences(lang) else "explore.factor.own", lang, **names, times=said)


def compare_chart(
    countries: Sequence[str], columns: Sequence[str], lang: str | None = None, *, dark: bool = False, **options: Any
) -> figure:
    """One strip per figure, from the lowest of all countries to the highest; *options* go to Bokeh."""
    lang, c = lang or i18n.language(), colours(dark)
    strips = [strip(column, countries) for column in columns]
    high = 60 + LINE * len(countries)  # pixels of a strip: a line for each name
    usual: dict[str, Any] = {"sizing_mode": "stretch_width", "height": high * len(strips) + 20, "tools": ""}
    spans = {"x_range": (-0.65, 1.12), "y_range": (-0.3, len(strips) - 0.1), "toolbar_location": None}
    plot = figure(**usual | spans | options)
    dress(plot, dark, "16px")
    plot.axis.visible = plot.grid.visible = False
    rows = {s.column: len(strips) - 1 - i for i, s in enumerate(strips)}
    every = [(at, rows[s.column]) for s in strips for at in s.ticks]
    plot.segment([x for x, _ in every], [y - 0.2 for _, y in every], [x for x, _ in every], [y for _, y in every],
                 line_color=c["ink"], line_alpha=0.28, line_width=2)  # fmt: skip
    chosen = [(p.at, rows[s.column], 12 + LINE * level, data.Country(p.iso).words(lang),
               data.column(s.column).format(p.value, lang))
              for s in strips for level, p in enumerate(s.places)]  # fmt: skip
    source = ColumnDataSource(
        {
            "x": [x for x, *_ in chosen],
            "y": [y for _, y, *_ in chosen],
            "text": [f"{name} ({figures})" for *_, name, figures in chosen],
            "align": ["left" if x < 0.5 else "right" for x, *_ in chosen],
            "up": [-up for _, _, up, *_ in chosen],
            "top": [y + up / high for _, y, up, *_ in chosen],
        }
    )
    plot.segment("x", "y", "x", "top", line_color=c["ink2"], source=source)
    plot.scatter("x", "y", size=16, fill_color=c["accent"], line_color=c["ink"], line_width=2, source=source)
    font: dict[str, Any] = {"text_font": value(SANS), "text_color": c["ink"]}
    plot.text("x", "y", "text", text_align="align", y_offset="up", text_font_size="16px", source=source, **font)
    labels = [data.column(s.column).label[lang] for s in strips]
    plot.text(-0.64, list(rows.values()), labels, text_font_size="18px", text_font_style="bold", **font)
    return plot
