"""Captions, the shading of misjudgements, and the comparison of a class with bots."""

from collections.abc import Mapping, Sequence
from math import pi
from statistics import fmean
from typing import Any

from bokeh.models.annotations import Span

from geoclass import data, i18n
from geoclass.charts.axis import framed
from geoclass.maps.tokens import LIGHT, class_colours, colours

NEVER = (LIGHT["land"], "never")
LINE = 56  # characters of a question beside its line
# a vote's word, colour and marker
SHIFTED = (("first", LIGHT["slot"], "diamond"), ("second", LIGHT["ink"], "circle"))


def shades(dark: bool = False) -> tuple[tuple[float, str, str], ...]:
    """(upper limit of the mean error, colour, word); the word's sentence is review.map.<word>."""
    of = class_colours(dark)
    return (
        (0.0, colours(dark)["ok-soft"], "right"),
        (0.25, of[1], "little"),
        (0.5, of[3], "off"),
        (1.0, of[5], "far"),
    )


def shade(scale: float, dark: bool = False) -> str:
    """The colour of an error from 0 to 1."""
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


def versus_figure(measure: str, scores: Mapping[str, Sequence[float]], lang: str, **options: Any) -> Any:
    """Each bot's runs as dots, their mean as a bar, the class as a line across."""
    names = {who: i18n.text(f"review.player.{who}", lang) for who in scores}
    plot: Any = framed(False, y_range=list(names.values())[::-1], **{"height": 130 + 60 * len(names)} | options)
    for who, runs in scores.items():
        ours = who == "class"
        colour = LIGHT["accent"] if ours else LIGHT["ink"]
        plot.scatter(
            list(runs), [names[who]] * len(runs), size=18 if ours else 10, alpha=1 if ours else 0.3, color=colour
        )
        plot.scatter([fmean(runs)], [names[who]], marker="dash", angle=pi / 2, size=30, line_width=4, color=colour)
    ours_at = scores["class"][0]
    plot.add_layout(Span(location=ours_at, dimension="height", line_color=LIGHT["accent"], line_dash="dotted"))
    plot.xaxis.axis_label = measure
    return plot


def shift_figure(rows: Sequence[tuple[str, int, float, float]], **options: Any) -> Any:
    """One line per question, from the share right in the first vote to that after the talk."""
    names = [f"{n}. {_short(question)} ({phones})" for n, (question, phones, _, _) in enumerate(rows, 1)]
    usual: dict[str, Any] = {"x_range": (-2, 102), "y_range": names[::-1]}
    plot: Any = framed(False, **usual | options)
    for name, (_, _, first, second) in zip(names, rows, strict=True):
        colour = LIGHT["ok"] if second > first else LIGHT["accent"] if second < first else LIGHT["link"]
        plot.line([100 * first, 100 * second], [name, name], line_width=5, color=colour)
    for at, (_, colour, marker) in enumerate(SHIFTED, 2):
        plot.scatter([100 * row[at] for row in rows], names, size=14, marker=marker, color=colour)
    return plot


def _short(text: str) -> str:
    return text if len(text) <= LINE else f"{text[: LINE - 1].rstrip()}…"
