"""What came of a class's game as figures, and what is written under every figure in a notebook."""

from collections.abc import Mapping, Sequence
from html import escape
from math import pi
from statistics import fmean
from typing import TYPE_CHECKING, Any

from bokeh.layouts import column as stacked
from bokeh.models.annotations import Span
from bokeh.models.widgets.markups import Div
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.charts.classes import classes
from geoclass.charts.tokens import LIGHT, SANS, class_colours, colours
from geoclass.charts.world import AREAS, PLAIN, TINY, world_map

if TYPE_CHECKING:
    import pandas as pd

Legend = Sequence[tuple[str, str]]  # colour, what it stands for

CAPTION = "geoclass-caption"  # the class that a caption is found by
NEVER = (LIGHT["land"], "never")


def shades(dark: bool = False) -> tuple[tuple[float, str, str], ...]:
    """How far off a country was on average, up to this much → its colour, and its word: review.map.<word>."""
    of = class_colours(dark)
    return (
        (0.0, colours(dark)["ok-soft"], "right"),
        (0.25, of[1], "little"),
        (0.5, of[3], "off"),
        (1.0, of[5], "far"),
    )


def shade(scale: float, dark: bool = False) -> str:
    """The colour for how far off a country was, from 0 to 1."""
    return next(colour for most, colour, _ in shades(dark) if scale <= most)


def caption(*columns: str, lang: str | None = None, table: str = "countries") -> str:
    """Label, unit, source and year of every column shown."""
    lines = []
    for name in columns:
        about = data.column(name, table)
        unit = about.words(lang or i18n.language(), "unit")
        key = "review.caption.figure" if unit else "review.caption.no_unit"
        lines.append(i18n.text(key, lang, label=about, unit=unit, origin=about.origin(lang)))
    return " ".join(lines)


def legend(column: str, lang: str | None = None) -> Legend:
    """The classes that a world map is shaded by."""
    shades = classes(column)
    return list(zip(shades.colours, shades.labels(lang or i18n.language()), strict=True))


def captioned(plot: Any, said: str, legend: Legend = ()) -> Any:
    """*plot* with what it shows written under it, as `caption` says it or in words of one's own."""
    box = f"display:inline-block;width:16px;height:12px;margin:0 6px 0 0;border:1px solid {LIGHT['coast']}"
    entries = [
        f"<span style='margin-right:18px'><i style='{box};background:{colour}'></i>{escape(label)}</span>"
        for colour, label in legend
    ]
    text = f"<p>{''.join(entries)}</p>" if entries else ""
    style: dict[str, str | None] = {"font-family": SANS, "color": LIGHT["ink2"], "font-size": "14px"}
    under = Div(text=f"{text}<span class='{CAPTION}'>{escape(said)}</span>", styles=style, sizing_mode="stretch_width")
    return stacked(plot, under, sizing_mode="stretch_width", styles={"max-width": "1000px"})


def misconception_map(by_country: "pd.DataFrame", said: str = "", lang: str | None = None, **options: Any) -> Any:
    """The world, each country shaded by how far off a class was: what ``misconceptions(…, by=["iso3"])`` gave; *said*
    names the figures judged."""
    lang = lang or i18n.language()
    plot: Any = world_map("population", lang, **options)
    judgements, scales = by_country["judgements"].to_dict(), by_country["scale"].to_dict()
    for name in (AREAS, TINY):
        source = next(r.data_source for r in plot.renderers if r.data_source.name == name)
        fills, words = [], []
        for iso in source.data["iso3"]:
            if iso in scales:
                n, scale = judgements[iso], scales[iso]
                fills.append(shade(scale))
                words.append(i18n.text("review.map.hover", lang, n=n, scale=i18n.number(round(scale, 2), lang)))
            else:
                fills.append(NEVER[0])
                words.append(i18n.text("review.map.never", lang))
        source.data.update({"fill": fills, "hatch": [PLAIN] * len(fills), "text": words})
    entries = [NEVER, *((colour, word) for _, colour, word in shades())]
    named = [(colour, i18n.text(f"review.map.{word}", lang)) for colour, word in entries]
    return captioned(plot, f"{i18n.text('review.map.caption', lang)} {said}".strip(), named)


def versus_chart(measure: str, scores: Mapping[str, Sequence[float]], said: str = "", lang: str | None = None) -> Any:
    """Every run of every bot as a dot, their mean as a bar, the class as a line through all;
    *said* goes under it."""
    lang = lang or i18n.language()
    names = {who: i18n.text(f"review.player.{who}", lang) for who in scores}
    plot: Any = plain_figure(y_range=list(names.values())[::-1], height=90 + 60 * len(names))
    for who, runs in scores.items():
        ours = who == "class"
        colour = LIGHT["accent"] if ours else LIGHT["ink"]
        plot.scatter(
            list(runs), [names[who]] * len(runs), size=18 if ours else 10, alpha=1 if ours else 0.3, color=colour
        )
        plot.scatter([fmean(runs)], [names[who]], marker="dash", angle=pi / 2, size=30, line_width=4, color=colour)
    ours_at = scores["class"][0]
    plot.add_layout(Span(location=ours_at, dimension="height", line_color=LIGHT["accent"], line_dash="dotted"))
    plot.xaxis.axis_label = i18n.text(f"review.measure.{measure}", lang)
    return captioned(plot, said)


def plain_figure(**options: Any) -> Any:
    """An empty figure in the colours and letters of the project; *options* go to Bokeh."""
    given: dict[str, Any] = {"height": 340, "sizing_mode": "stretch_width", "toolbar_location": None, "tools": ""}
    plot: Any = figure(**(given | options))
    plot.background_fill_color = plot.border_fill_color = LIGHT["sheet"]
    plot.outline_line_color = None
    plot.grid.grid_line_color = LIGHT["line"]
    plot.axis.axis_line_color = LIGHT["slot"]
    plot.axis.axis_label_text_font_style = "normal"
    for axis in plot.axis:
        axis.axis_label_text_font = axis.major_label_text_font = SANS
        axis.axis_label_text_font_size, axis.major_label_text_font_size = "16px", "14px"
        axis.axis_label_text_color = axis.major_label_text_color = LIGHT["ink"]
    return plot
