"""Metadata of every column: texts in both languages, unit, year, source, and questions for the class."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import localcontext
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from babel.numbers import format_compact_decimal

from geoclass import i18n
from geoclass.data.tables import EDITION, SECOND, UnknownName, folder, meta, read_toml

if TYPE_CHECKING:
    import pandas as pd

Words = Mapping[str, str]  # by language


def _none() -> Words:
    return dict.fromkeys(i18n.LANGUAGES, "")


@dataclass(frozen=True)
class Column:
    """A column of a table; in a sentence ``{c}`` gives its label, ``{c:unit}`` its unit, ``{c:more}`` *more people*."""

    name: str
    label: Words
    source: str
    unit: Words = field(default_factory=_none)
    unit_one: Words = field(default_factory=_none)  # for what the language counts as one: 1,5 enfant
    short_unit: Words = field(default_factory=_none)
    more: Words = field(default_factory=_none)  # than another: "plus peuplé"
    less: Words = field(default_factory=_none)
    place: str = ""  # the text columns that name where it is measured: "summit" for summit_fr and summit_en
    sides: Mapping[str, tuple[str, str]] | None = None  # letters for above and below zero: N and S
    scale: str = "linear"  # or log
    decimals: int = 0
    year: str = ""  # "2022", "1997–2020"; empty for what has no year, like an area
    cited: str = ""  # the source of a teacher's figures, in words
    note: Words = field(default_factory=_none)
    prompts: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict.fromkeys(i18n.LANGUAGES, ()))
    table: str = "countries"
    edition: str = EDITION

    @classmethod
    def read(cls, table: str, name: str, about: Mapping[str, Any]) -> "Column":
        """The column described by an entry of ``meta.toml``; keys not needed here are ignored."""
        known = {f.name for f in dataclasses.fields(cls)} - {"name", "table", "edition", "cited"}
        given = {key: _typeset(value) for key, value in about.items() if key in known}
        given |= {"source": about.get("source", "geoclass"), "year": str(about.get("year", ""))}
        return cls(name=name, table=table, **given)

    def words(self, lang: str, form: str = "") -> str:
        if form == "origin":
            return self.origin(lang)
        if form not in ("", "unit", "short_unit", "more", "less", "note"):
            raise ValueError(f"a column has no form {form!r}: '', unit, short_unit, more, less, note or origin")
        words: Words = getattr(self, form or "label")
        return words[lang]

    def origin(self, lang: str | None = None, year: int | None = None) -> str:
        """Source, year and edition, for a caption; *year*: the figure's own."""
        when = str(year or self.year)
        if self.source == "own":
            source = self.cited or i18n.text("data.origin.class", lang)
            return i18n.text(f"data.origin.{'own' if when else 'own_undated'}", lang, source=source, year=when)
        title, named = sources()[self.source].title, "dated" if when else "undated"
        return i18n.text(f"data.origin.{named}", lang, source=title, year=when, edition=self.edition)

    def __hash__(self) -> int:  # the mappings inside have none
        return hash((self.table, self.name, self.edition))

    def format(self, value: float, lang: str | None = None) -> str:
        """A figure in full: ``1 410 539 758 habitants``, ``38.4 years``, ``65° N``."""
        lang = lang or i18n.language()
        if self.sides:
            side = f"\u00a0{self.sides[lang][value < 0]}" if value else ""
            return f"{self._number(abs(value), lang)}°{side}"
        one = i18n.locale(lang).plural_form(abs(round(value, self.decimals))) == "one"
        return _with_unit(self._number(value, lang), (one and self.unit_one[lang]) or self.unit[lang], lang)

    def short(self, value: float, lang: str | None = None) -> str:
        """A figure for a label or an axis: ``1,4 Md hab.``, ``38.4 yrs``."""
        lang = lang or i18n.language()
        if self.sides:
            return self.format(value, lang)
        if abs(value) < 1_000_000:
            return _with_unit(self._number(value, lang), self.short_unit[lang], lang)
        return _with_unit(_compact(value, lang), self.short_unit[lang], lang)

    def _number(self, value: float, lang: str) -> str:
        """Format a number with at most the column's decimals, without trailing zeros."""
        pattern = "#,##0" + ("." + "#" * self.decimals if self.decimals else "")
        return i18n.number(value, lang, pattern)


def _compact(value: float, lang: str) -> str:
    """A large number with the abbreviation of a familiar power of ten: ``2.8T``, ``2 830 Md``."""
    most = 10 ** int(i18n.text("data.largest_power", lang))
    with localcontext(prec=i18n.LONGEST):
        if abs(value) < 1000 * most:
            return str(format_compact_decimal(value, locale=i18n.locale(lang), fraction_digits=1))
        name = format_compact_decimal(most, locale=i18n.locale(lang)).removeprefix("1")
    return i18n.number((round(value) + most // 2) // most, lang) + name


def _with_unit(number: str, unit: str, lang: str) -> str:
    if unit and unit in i18n.text("data.units_before", lang).split("|"):
        return f"{unit}{number}"
    gap = "" if not unit or (lang == "en" and unit.startswith("%")) else "\u00a0"
    return f"{number}{gap}{unit}"


@dataclass(frozen=True)
class Source:
    """Where figures come from."""

    key: str
    producer: str
    title: str
    date: str
    licence: str
    citation: str
    url: str
    note: Words
    files: Mapping[str, str]  # name → SHA-256 of the files that tables are built from


passed: dict[str, tuple[Column, Mapping[str, float]]] = {}  # figures passed in code, see given.py


@cache
def built_in(table: str) -> Mapping[str, Column]:
    """The columns of a table that ships with geoclass."""
    return MappingProxyType({name: Column.read(table, name, about) for name, about in meta(table)["columns"].items()})


def all_columns(table: str = "countries") -> Mapping[str, Column]:
    """The columns of a table; for the country table including a teacher's in the current edition."""
    from geoclass.data.edition import own_columns  # imports this module

    return MappingProxyType({**built_in(table), **own_columns()}) if table == "countries" else built_in(table)


def column(name: str, table: str = "countries") -> Column:
    """The metadata of a column, such as ``column("population")``."""
    from geoclass.data.edition import find_own

    if name in built_in(table):
        return built_in(table)[name]
    if name in passed and table == "countries":
        return passed[name][0]
    if table == "countries" and (file := find_own(name)):
        return file.columns[name]
    raise UnknownName.of("column", name, all_columns(table))


@cache
def sources() -> Mapping[str, Source]:
    """Key used by columns → source."""
    found = read_toml("sources.toml")
    return MappingProxyType({key: Source(key, **_typeset(about)) for key, about in found.items()})


def tables() -> tuple[str, ...]:
    """The names of all tables."""
    return tuple(sorted([*SECOND, *(path.parent.name for path in folder().glob("*/meta.toml"))]))


def catalog() -> "pd.DataFrame":
    """Every column of every table: labels, units, year and source with its licence."""
    import pandas as pd

    rows = []
    for table in tables():
        for c in all_columns(table).values():
            source = sources().get(c.source)  # a loaded column has none
            rows.append(
                {
                    "table": table,
                    "column": c.name,
                    **{f"label_{lang}": c.label[lang] for lang in i18n.LANGUAGES},
                    **{f"unit_{lang}": c.unit[lang] for lang in i18n.LANGUAGES},
                    "year": c.year,
                    "edition": c.edition,
                    "source": c.source,
                    "producer": source.producer if source else c.cited,
                    "licence": source.licence if source else "",
                }
            )
    return pd.DataFrame(rows).set_index(["table", "column"])


def _typeset(value: Any, lang: str = "") -> Any:
    """Add no-break spaces to texts by language; turn lists into tuples."""
    if isinstance(value, dict):
        return {key: _typeset(v, key if key in i18n.LANGUAGES else lang) for key, v in value.items()}
    if isinstance(value, list):
        return tuple(_typeset(v, lang) for v in value)
    return i18n.typeset(value, lang) if isinstance(value, str) and lang else value
