"""Figures passed in code (a Series, frame or dict by country) as a column like those of the tables."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from geoclass import i18n
from geoclass.data.columns import Column, all_columns, passed
from geoclass.data.edition import about_own
from geoclass.data.facts import figures, values
from geoclass.data.files import NOTHING
from geoclass.data.own import KEYS, plain_cell
from geoclass.data.tables import DataError, UnknownName, plain
from geoclass.data.words import find_country

if TYPE_CHECKING:
    import pandas as pd

MOST = 200  # kept at a time; the oldest is dropped
TOLD = 5  # wrong names listed in an error


def given(what: "str | Column | pd.Series[Any] | pd.DataFrame | Mapping[str, float]", column: str = "") -> Column:
    """The column meant by a name or label, or made of figures by country.

    >>> from geoclass import data
    >>> data.given("Median age").name
    'median_age'
    >>> tea = data.given({"Kenya": 1.5, "IND": 0.8, "Royaume-Uni": 1.9})
    >>> data.values(tea.name)["GBR"]
    1.9
    """
    import pandas as pd

    if isinstance(what, Column):
        what = what.name
    if isinstance(what, str):
        return _named(what)
    if isinstance(what, pd.DataFrame):
        what = _chosen(what, column)
    elif isinstance(what, Mapping):
        what = pd.Series(dict(what))
    if not isinstance(what, pd.Series):
        raise DataError("data.given.kind", kind=type(what).__name__)
    found = _by_country(what)
    label = str(what.name) if what.name is not None else column
    if label in figures() and found.items() <= values(label).items():
        known = all_columns()[label]
        if len(found) == len(values(label)):
            return known
        return _kept(replace(known, edition=f"{known.edition}+{_digest(label, found)}"), found)
    label = label or i18n.text("data.given.label")
    return _kept(about_own(plain(label).replace(" ", "_"), label, found, _digest(label, found)), found)


def _named(name: str) -> Column:
    known = all_columns()
    if name in figures():
        return known[name]
    if name in passed:
        return passed[name][0]
    if found := _by_label().get(plain(name)):
        return known[found]
    if name in known:
        raise DataError("data.given.no_figure", column=name)
    raise UnknownName.of("column", name, figures())


def _by_label() -> dict[str, str]:
    """The names of all figures by label."""
    return {plain(text): name for name in figures() for text in all_columns()[name].label.values()}


def _chosen(frame: "pd.DataFrame", column: str) -> "pd.Series[Any]":
    """The column of a frame; countries are in its index or in a column iso3, country or pays."""
    key = next((c for k in KEYS for c in frame.columns if plain(str(c)) == k), None)
    try:
        for name in frame.index[:1]:
            find_country(str(name))
    except UnknownName:
        frame = frame if key is None else frame.set_index(key)
    numbers = [str(c) for c in frame.columns if frame[c].dtype.kind in "iuf"]
    if column:
        column = column if column in frame.columns else _by_label().get(plain(column), column)
        if column not in frame.columns:
            raise UnknownName.of("column", column, [str(c) for c in frame.columns])
        return frame[column]
    if len(numbers) == 1:
        return frame[numbers[0]]
    if not numbers:
        raise DataError("data.given.no_numbers")
    raise DataError("data.given.which", columns=numbers[:TOLD])


@dataclass(frozen=True)
class _Unknown:
    """A name of no country, with the nearest ones: *Grmany (Germany)*."""

    name: str
    near: list[Any]

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        near = ", ".join(one if isinstance(one, str) else one.words(lang) for one in self.near)
        return f"{self.name} ({near})" if near else self.name


def _by_country(series: "pd.Series[Any]") -> dict[str, float]:
    unknown: list[_Unknown] = []
    found: dict[str, Any] = {}
    for name, value in series.items():
        try:
            iso = find_country(str(name))
        except UnknownName as problem:
            unknown.append(_Unknown(str(name), problem.params["near"]))
            if len(unknown) >= TOLD:
                break
            continue
        if iso in found:
            raise DataError("data.given.twice", country=str(name))
        found[iso] = value
    if unknown:
        raise DataError("data.given.unknown", n=len(unknown), names=unknown)
    named = str(series.name or i18n.text("data.given.label"))
    known = {iso: v for iso, cell in found.items() if isfinite(v := _number(cell, named))}
    if not known:
        raise DataError("data.given.empty")
    whole = all(v % 1 == 0 for v in known.values())
    return {iso: int(v) if whole else v for iso, v in known.items()}


def _number(cell: Any, column: str) -> float:
    """A number, or a text that is one: ``1,5`` is 1.5, ``n/a`` missing."""
    import pandas as pd

    written = plain_cell(str(cell)).casefold()
    if pd.isna(cell) or written in NOTHING:
        return nan
    try:
        return float(cell if isinstance(cell, int | float) else written.replace(",", "."))
    except ValueError:
        raise DataError("data.given.text", column=column, cell=str(cell)) from None


def _digest(label: str, found: Mapping[str, float]) -> str:
    return hashlib.sha256(json.dumps([label, found], sort_keys=True).encode()).hexdigest()[:8]


def _kept(about: Column, found: Mapping[str, float]) -> Column:
    """Register the column under a name derived from its content."""
    about = replace(about, name=f"{about.name}~{about.edition.rpartition('+')[2]}")
    while len(passed) >= MOST:
        del passed[next(iter(passed))]
    passed[about.name] = about, found
    return about
