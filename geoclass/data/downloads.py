"""Reads downloads of the World Bank and Our World in Data: several years in one file, regions among countries."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from geoclass.data.files import NOTHING
from geoclass.data.tables import DataError, plain, table

LINES = 400_000  # in a file with one line per country and year
HEAD = 12  # lines allowed before the headings
CELL = 1000  # characters
YEAR = re.compile(r"(\d{4})(?: yr\1)?")  # a heading: 2020, or 2020 [YR2020] of the World Bank's DataBank
ENOUGH = 0.7  # share of the best year's countries that a year needs to be chosen

Row = tuple[int, list[str]]  # the number of its line, and its cells


@dataclass(frozen=True)
class Download:
    """A download with a column for each chosen year."""

    source: str  # the publisher
    rows: list[Row]
    dated: Mapping[str, int]  # heading → its year
    years: Mapping[int, int]  # every year → how many countries have a figure
    left_out: list[str]  # entries that are not countries: regions, the world

    @property
    def chosen(self) -> list[int]:
        return sorted(set(self.dated.values()))

    def about(self, heading: str) -> dict[str, str]:
        return {"source": self.source, "year": str(self.dated[heading])}


def as_columns(text: str, separator: str, years: Sequence[int] = ()) -> Download | None:
    """Convert a download to one column per year of *years*, or the latest good year; None for other files.

    Entries without a country code, such as regions, are left out.
    """
    rows = _rows(text, separator)
    for _ in range(HEAD):
        line, cells = next(rows, (0, []))
        names = [plain(cell) for cell in cells]
        for indicator in ("indicator name", "series name"):
            if {"country code", indicator} <= set(names):
                return _chosen("World Bank", _wide(rows, names, names.index(indicator)), line, years)
        if {"entity", "year"} <= set(names):
            return _chosen("Our World in Data", _long(rows, cells, names), line, years)
    return None


Figure = tuple[int, str, str, str, int, str]  # line, ISO code, country, heading, year, cell


def _wide(rows: Iterator[Row], names: list[str], indicator: int) -> Iterator[Figure]:
    """The World Bank's format: one line per country, one column per year."""
    code = names.index("country code")
    name = names.index("country name") if "country name" in names else code
    at = {i: int(found[1]) for i, name in enumerate(names) if (found := YEAR.fullmatch(name))}
    for line, cells in rows:
        if len(cells) > max(code, indicator) and cells[code]:
            known = cells[code], cells[name], cells[indicator]
            yield from ((line, *known, at[i], cells[i]) for i in at if i < len(cells))


def _long(rows: Iterator[Row], headings: list[str], names: list[str]) -> Iterator[Figure]:
    """Our World in Data's format: one line per country and year, one column per figure."""
    year, entity = names.index("year"), names.index("entity")
    code = names.index("code") if "code" in names else entity
    figures = [i for i, name in enumerate(names) if name not in ("entity", "code", "year") and headings[i]]
    for line, cells in rows:
        if len(cells) == len(headings) and cells[year].isdecimal() and len(cells[year]) == 4:
            known = cells[code], cells[entity]
            yield from ((line, *known, headings[i], int(cells[year]), cells[i]) for i in figures)


Key = tuple[str, int]  # heading, year


def _chosen(source: str, found: Iterator[Figure], line: int, years: Sequence[int]) -> Download:
    """One column per wanted figure and year, in the order of the file; words, such as regions, are no figures."""
    known = table("countries").index
    cells: dict[Key, dict[str, tuple[int, str]]] = {}  # ISO code → line, cell
    left_out: dict[str, None] = {}
    figures: dict[str, None] = {}  # headings of columns with a number
    for at, code, name, heading, year, cell in found:
        if code not in known:
            left_out[name] = None
        elif cell.casefold() not in NOTHING:
            cells.setdefault((heading, year), {})[code] = at, cell
            if re.search(r"\d", cell):
                figures[heading] = None
    counts = {key: len(codes) for key, codes in cells.items() if key[0] in figures}
    by_year: dict[int, int] = {}
    for (_, year), n in sorted(counts.items(), key=lambda item: item[0][1]):
        by_year[year] = max(n, by_year.get(year, 0))
    for year in years if by_year else ():
        if year not in by_year:
            raise DataError("data.own.no_year", year=str(year), first=str(min(by_year)), last=str(max(by_year)))
    wanted = [(heading, year) for heading in figures for year in _wanted_years(heading, counts, years)]
    dated = {_heading(heading, year): year for heading, year in wanted}
    rows: list[Row] = [(line, ["iso3", *dated])]
    for code in dict.fromkeys(code for key in wanted for code in cells[key]):
        here = [cells[key].get(code, (0, "")) for key in wanted]
        rows.append((max(at for at, _ in here), [code, *(cell for _, cell in here)]))
    return Download(source, rows, dated, by_year, list(left_out))


def _wanted_years(heading: str, counts: Mapping[Key, int], years: Sequence[int]) -> Sequence[int]:
    """Of the given *years* those that the figure has, or the latest with enough countries."""
    there = sorted(year for other, year in counts if other == heading)
    if years:
        return [year for year in years if year in there]
    enough = ENOUGH * max(counts[heading, year] for year in there)
    return [max(year for year in there if counts[heading, year] >= enough)]


def _heading(heading: str, year: int) -> str:
    """``Access to electricity 2020 (% of population)``: the unit stays last."""
    name, bracket, unit = heading.rstrip().rpartition(" (")
    return f"{name} {year} ({unit}" if bracket and unit.endswith(")") else f"{heading} {year}"


def _rows(text: str, separator: str) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for row in reader:
            if reader.line_num > LINES:
                raise DataError("data.own.lines", most=LINES)
            if any(row):
                yield reader.line_num, [cell.strip()[:CELL] for cell in row]
    except csv.Error as problem:
        raise DataError("data.own.broken", line=str(reader.line_num)) from problem
