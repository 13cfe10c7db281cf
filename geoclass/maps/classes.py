"""Colours by class: up to six classes with round limits, and the shading of every area."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import localcontext
from functools import cache
from itertools import pairwise
from statistics import quantiles
from typing import NamedTuple

from babel.numbers import format_compact_decimal, format_decimal

from geoclass import data, i18n
from geoclass.data import Column
from geoclass.maps.outlines import areas
from geoclass.maps.tokens import class_colours


@dataclass(frozen=True)
class Classes:
    """*limits* between the classes; a value at a limit belongs to the class above it."""

    column: Column
    limits: tuple[float, ...]
    colours: tuple[str, ...]

    def colour(self, value: float) -> str:
        return self.colours[bisect_right(self.limits, value)]

    def labels(self, lang: str) -> list[str]:
        """The legend's labels: ``< 20``, ``20–25``, …, ``≥ 42``."""
        if not self.limits:
            return [i18n.text("ui.map.all_equal", lang)]
        ends = [short(self.column, limit, lang, trim=True) for limit in self.limits]
        between = [i18n.text("ui.map.between", lang, low=a, high=b) for a, b in pairwise(ends)]
        return [f"<\u00a0{ends[0]}", *between, f"≥\u00a0{ends[-1]}"]


EQUAL_COUNTS, EQUAL_STEPS = "counts", "steps"


def classes(column: str, *, dark: bool = False, count: int = 6, steps: str = EQUAL_COUNTS) -> Classes:
    """The classes of a column of the country table: quantiles, or equal steps, logarithmic where the column is."""
    palette = class_colours(dark)
    values = sorted(data.values(column).values())
    if len(values) < 2:
        cuts = []
    elif steps == EQUAL_STEPS:
        cuts = _steps(values, count, data.column(column).scale == "log")
    else:
        cuts = quantiles(values, n=count)
    limits = _round_limits(cuts, values, max(data.column(column).decimals, 0))
    # fewer classes keep both ends of the palette
    chosen = [palette[round(i * (len(palette) - 1) / max(1, len(limits)))] for i in range(len(limits) + 1)]
    return Classes(data.column(column), limits, tuple(chosen))


def _steps(values: list[float], count: int, log: bool) -> list[float]:
    """Limits at equal distances, or equal ratios, between the lowest value and the highest."""
    low, high = next((v for v in values if v > 0), 0) if log else values[0], values[-1]
    if log and low:
        return [low * (high / low) ** (k / count) for k in range(1, count)]
    return [low + (high - low) * k / count for k in range(1, count)]


def _round_limits(cuts: Iterable[float], values: list[float], decimals: int) -> tuple[float, ...]:
    """Round the cuts to as few digits as keep them distinct, and drop those that leave a class empty."""
    distinct = sorted(set(cuts))
    for digits in (2, 3, 4):
        limits = [round(_significant(cut, digits), decimals) for cut in distinct]
        if len(set(limits)) == len(distinct):
            break
    kept: list[float] = []
    below = 0
    for limit in sorted(set(limits)):
        under = bisect_right(values, limit) - values.count(limit)  # number of values below the limit
        if below < under < len(values):
            kept.append(limit)
            below = under
    return tuple(kept)


def _significant(value: float, digits: int) -> float:
    if not value:
        return 0.0
    return round(value, digits - 1 - math.floor(math.log10(abs(value))))


NO_DATA, DISPUTED = "no-data", "disputed"  # patterns: neither is a grey that looks like a value


class Shading(NamedTuple):
    """Colours, patterns and hover texts of every area of a map."""

    fills: Mapping[str, str]
    patterns: Mapping[str, str]
    texts: Mapping[str, str]


@cache
def shading(about: Column, lang: str, *, dark: bool = False, steps: str = EQUAL_COUNTS) -> Shading:
    """The world shaded by a figure."""
    values, shades, words = data.values(about.name), classes(about.name, dark=dark, steps=steps), written(about, lang)
    said = {NO_DATA: i18n.text("ui.map.no_data", lang), DISPUTED: i18n.text("ui.map.disputed", lang)}
    fills = {iso: shades.colour(value) for iso, value in values.items()}
    patterns = {iso: without_data(iso) for iso in areas() if iso not in fills}
    return Shading(fills, patterns, {iso: said[pattern] for iso, pattern in patterns.items()} | dict(words))


def without_data(iso: str) -> str:
    """The pattern of an area without a figure."""
    return DISPUTED if areas()[iso].status == "disputed" else NO_DATA


@cache
def written(column: Column, lang: str) -> Mapping[str, str]:
    """The figure of every country in full: ``38.4 years``."""
    return {iso: column.format(value, lang) for iso, value in data.values(column.name).items()}


def short(
    column: Column, value: float, lang: str | None = None, *, decimals: int | None = None, trim: bool = False
) -> str:
    """Format a value without unit, large ones in three digits: ``38.4``, ``1.41B``, ``65° N``.

    *trim*: for legends, without trailing zeros and with thousands abbreviated too: ``16``, ``850K``.
    """
    lang = lang or i18n.language()
    if column.sides:
        return column.format(value, lang)
    if abs(value) >= (100_000 if trim else 1_000_000):
        before_point = 1 + math.floor(math.log10(abs(value))) % 3
        with localcontext(prec=i18n.LONGEST):
            return format_compact_decimal(value, locale=i18n.locale(lang), fraction_digits=3 - before_point)
    digits = max(column.decimals if decimals is None else decimals, 0) if abs(value) < 1000 else 0
    pattern = "#,##0." + ("#" if trim else "0") * digits
    return format_decimal(round(value, digits), format=pattern, locale=i18n.locale(lang))
