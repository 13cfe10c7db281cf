"""A teacher's own figures: a table of countries and numbers, read as columns like the built-in ones."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

from geoclass.data.columns import Column
from geoclass.data.downloads import Download, as_columns
from geoclass.data.edition import BadFile, Figures, column_name, register
from geoclass.data.files import COLUMNS, LINES, NOTHING, text_of
from geoclass.data.tables import DataError, plain
from geoclass.data.words import find_country, is_country

# headings of the country column, best first
KEYS = ("iso3", "iso", "iso code", "code iso", "code", "country", "pays", "name", "nom")
CELL = 200  # characters
HIGHEST = 1e40  # far above every figure
HEADING = 100_000  # characters of the first lines
TITLES = 5  # lines allowed above the headings
PROBLEMS = 100  # reported at most: finding suggestions takes time
SPACES = re.compile(r"[\s\u00a0\u202f'’]+")


@dataclass
class ReadColumn:
    """A column of a file: its figures, and the errors in its cells."""

    heading: str
    figures: dict[str, float] = field(default_factory=dict)  # by ISO code
    problems: list[DataError] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        return sum(problem.key == "data.own.number" for problem in self.problems) > len(self.figures)


@dataclass
class ReadTable:
    """The content of a file: columns by name, and the errors in its lines."""

    columns: dict[str, ReadColumn]
    problems: list[DataError]
    download: Download | None = None

    def figures(self) -> Figures:
        """The figures of all columns but those of words beside them. Raises `BadFile` if there are errors."""
        columns = {name: column for name, column in self.columns.items() if not column.is_text} or self.columns
        problems = [*self.problems, *(problem for column in columns.values() for problem in column.problems)]
        _refuse(sorted(problems, key=lambda problem: int(problem.params["line"])))
        empty = [column.heading for column in columns.values() if not column.figures]
        _refuse(DataError("data.own.empty", column=heading) for heading in empty)
        headings = {name: column.heading for name, column in columns.items()}
        about = {name: self.download.about(heading) for name, heading in headings.items()} if self.download else {}
        return Figures.of({name: column.figures for name, column in columns.items()}, headings, about)


def load_own(file: Path | str | bytes, years: Sequence[int] = ()) -> list[Column]:
    """Load a CSV or Excel file, given as path, text or bytes, as a whole, or raise `BadFile`.

    Of a download with several years (World Bank, Our World in Data), use *years*, or the latest good one.
    """
    return register(read_own(file, years))


def read_own(file: Path | str | bytes, years: Sequence[int] = ()) -> Figures:
    """The figures of a file, without loading them. Raises `BadFile`."""
    return read_table(file, years).figures()


def read_table(file: Path | str | bytes, years: Sequence[int] = ()) -> ReadTable:
    """The content of a file, as far as it can be understood. Raises `BadFile` if it is not a table."""
    text = text_of(file)
    separator = _separator(text)
    try:
        download = as_columns(text, separator, years)
    except DataError as problem:
        raise BadFile([problem]) from problem
    found = _read(download.rows if download else list(_rows(text, separator)), separator)
    found.download = download
    return found


def _separator(text: str) -> str:
    """The separator of the first lines: titles above the table may have none."""
    lines = [line for line in text.lstrip()[:HEADING].splitlines() if line.strip()][:TITLES]
    separator = next((mark for line in lines for mark in "\t;," if mark in line), None)
    if separator is None:
        raise BadFile([DataError("data.own.one_column")])
    return separator


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The non-empty rows with their line numbers; the first has the headings."""
    reader, found = csv.reader(io.StringIO(text, newline=""), delimiter=separator), 0
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if not any(cells):
                continue
            found += 1
            _refuse([DataError("data.own.lines", most=LINES)] if found > LINES + 1 else [])
            _refuse([DataError("data.own.columns", most=COLUMNS)] if len(cells) > COLUMNS else [])
            too_long = max(map(len, cells)) > CELL
            _refuse([DataError("data.own.cell", line=str(reader.line_num), most=CELL)] if too_long else [])
            yield reader.line_num, cells
    except csv.Error as problem:
        raise BadFile([DataError("data.own.broken", line=str(reader.line_num))]) from problem


def _read(rows: list[tuple[int, list[str]]], separator: str) -> ReadTable:
    rows = _below_titles(rows)
    _refuse([DataError("data.own.no_figures")] if len(rows) < 2 else [])
    (_, headings), *lines = rows
    key = _key(headings, [row for _, row in lines])
    _refuse([DataError("data.own.no_headings", name=headings[key])] if is_country(headings[key]) else [])
    names = _names(headings, key)
    found = ReadTable({name: ReadColumn(headings[at]) for at, name in names.items()}, [])
    problems, where = found.problems, dict[str, int]()  # ISO code → line
    cells: dict[str, dict[str, str]] = {name: {} for name in names.values()}
    for line, row in lines:
        if len(problems) >= PROBLEMS:
            problems.append(DataError("data.own.stopped", line=str(line)))
            break
        if len(row) != len(headings):
            problems.append(DataError("data.own.row_length", line=str(line), found=len(row), wanted=len(headings)))
            continue
        try:
            iso = find_country(row[key])
        except DataError as unknown:
            why = "country" if unknown.params["near"] else "no_country"
            problems.append(DataError(f"data.own.{why}", line=str(line), **unknown.params))
            continue
        if iso in where:
            problems.append(DataError("data.own.twice", line=str(line), first=str(where[iso]), name=row[key]))
        where[iso] = line
        for at, name in names.items():
            if plain_cell(row[at]).casefold() not in NOTHING:
                cells[name][iso] = row[at]
    for name, column in found.columns.items():
        column.figures = _numbers(cells[name], separator, where, column.problems)
    return found


def _below_titles(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """The rows from the headings on, without titles above them, which fill one cell."""
    first = next((at for at, (_, row) in enumerate(rows[:TITLES]) if sum(map(bool, row)) > 1), 0)
    return rows[first:]


def _key(headings: list[str], rows: list[list[str]]) -> int:
    """The index of the country column: by heading, else the one with most countries, else the first."""
    keys = [plain(heading) for heading in headings]
    if named := [keys.index(k) for k in KEYS if k in keys]:
        return named[0]
    counts = [sum(is_country(row[at]) for row in rows if at < len(row)) for at in range(len(headings))]
    return counts.index(max(counts))


def _names(headings: list[str], key: int) -> dict[int, str]:
    """Index → name of the columns of figures, without further columns of names or codes."""
    named = {at: column_name(h) for at, h in enumerate(headings) if at != key and plain(h) not in KEYS}
    names = {at: name for at, name in named.items() if name}
    twice = {name: headings[at] for at, name in names.items() if list(names.values()).count(name) > 1}
    _refuse(DataError("data.own.heading_twice", column=heading) for _, heading in sorted(twice.items()))
    _refuse([DataError("data.own.no_figures")] if not names else [])
    return names


def _numbers(
    cells: Mapping[str, str], separator: str, where: Mapping[str, int], problems: list[DataError]
) -> dict[str, float]:
    """Parse the cells of a column, which share one number format."""
    plain_cells = {iso: plain_cell(cell) for iso, cell in cells.items()}
    thousands, point = _marks(plain_cells.values(), separator)
    written = re.compile(rf"[+-]?(\d{{1,3}}([{thousands}]\d{{3}})+|\d+)([{point}]\d*)?(e[+-]?\d\d?)?", re.I)
    found: dict[str, float] = {}
    for iso, cell in plain_cells.items():
        figure = float(re.sub(f"[{thousands}]", "", cell).replace(",", ".")) if written.fullmatch(cell) else inf
        if abs(figure) < HIGHEST:
            found[iso] = figure
        else:
            key = "data.own.formula" if cell.startswith("=") else "data.own.number"
            problems.append(DataError(key, line=str(where[iso]), cell=cells[iso]))
    return found


def _marks(cells: Iterable[str], separator: str) -> tuple[str, str]:
    """The thousands separator and the decimal mark, inferred from all cells of a column."""
    together = "\n".join(cells)
    if re.search(r",\d+[.,]", together):
        return ",", "."
    if re.search(r"\.\d+[.,]", together):
        return ".", ","
    # in comma-separated files the decimal mark is a point, and a quoted 1,234 is more than a thousand
    commas = re.findall(r"^.*,.*$", together, re.MULTILINE)
    if separator == "," and commas and all(re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", cell) for cell in commas):
        return ",", "."
    return "_", ".,"


def plain_cell(cell: str) -> str:
    """Normalise a number: no spaces, thousands separators or per cent sign, minus as a hyphen."""
    return SPACES.sub("", cell).removesuffix("%").replace("−", "-")


def _refuse(problems: Iterable[DataError]) -> None:
    if found := list(problems):
        raise BadFile(found)
