"""A teacher's own figures: a CSV of country and number, loaded as columns like the built-in ones."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from geoclass import i18n
from geoclass.data.columns import Column, all_columns, own_columns
from geoclass.data.tables import EDITION, DataError, UnknownName, described, plain, table
from geoclass.data.words import find_country

if TYPE_CHECKING:
    import pandas as pd

# headings of the key, the best first
KEYS = ("iso3", "iso", "iso code", "code iso", "code", "country", "pays", "name", "nom")
NOTHING = {"", "-", "–", "—", ".", "..", "...", "…", "na", "n/a", "nd", "nan", "null"}
SPACES = re.compile(r"[\s\u00a0\u202f'’]+")


class BadFile(DataError):
    """All that is wrong with a file of figures, one sentence a line."""

    def __init__(self, problems: Iterable[DataError]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0].key)

    def text(self, lang: str | None = None) -> str:
        return "\n".join(problem.text(lang) for problem in self.problems)


@dataclass(frozen=True)
class Figures:
    """The figures of one file."""

    digest: str
    values: Mapping[str, Mapping[str, float]]  # column → ISO code → figure


_loaded: dict[str, Figures] = {}  # by digest


def load_own(file: Path | str | bytes) -> list[Column]:
    """Load a CSV, given by its path, its text or its bytes. All of it is loaded, or a `BadFile` says why nothing is."""
    text = _text(file)
    separator = _separator(text)
    rows = list(_rows(text, separator))
    values = _figures(rows, separator)
    labels = {_name(label): label for label in rows[0][1]}
    digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:8]
    if digest not in _loaded:
        _refuse(DataError("data.own.taken", column=labels[name]) for name in values if name in all_columns())
        _loaded[digest] = Figures(digest, values)
        own_columns.update({name: _column(name, labels[name], figures, digest) for name, figures in values.items()})
        _forget_caches()
    return [own_columns[name] for name in values]


def forget_own() -> None:
    """Forget all loaded figures."""
    _loaded.clear()
    own_columns.clear()
    _forget_caches()


def edition_of(names: Iterable[str]) -> str:
    """The edition of a game played with these columns: ``2022``, or ``2022+1a2b3c4d`` where some were loaded."""
    used = set(names)
    return "+".join([EDITION, *sorted(digest for digest, own in _loaded.items() if used & own.values.keys())])


def has_edition(edition: object) -> bool:
    """Whether the tables of an edition are here, loaded figures included."""
    if not isinstance(edition, str):
        return False
    first, *digests = edition.split("+")
    return first == EDITION and digests == sorted(set(digests)) and all(digest in _loaded for digest in digests)


def require_edition(edition: str) -> None:
    """Raise a sentence that says what to do if the tables of an edition are not here."""
    if not has_edition(edition):
        raise UnknownName(
            "data.unknown.edition", name=str(edition), near=[EDITION, *(f"{EDITION}+{d}" for d in _loaded)]
        )


@cache
def full_table() -> "pd.DataFrame":
    """The country table with the loaded columns. It is kept: do not change it."""
    import pandas as pd

    built_in = table("countries")
    if not _loaded:
        return built_in
    own = {name: pd.Series(figures) for loaded in _loaded.values() for name, figures in loaded.values.items()}
    return pd.concat([built_in, pd.DataFrame(own, index=built_in.index)], axis=1)


def countries() -> "pd.DataFrame":
    """All countries by ISO code, with every figure, loaded ones included."""
    return described(full_table().copy(), "countries")


def _forget_caches() -> None:
    from geoclass.data import facts

    for cached in (full_table, facts.figures, facts.values, facts.extremes):
        cached.cache_clear()


def _column(name: str, label: str, figures: Mapping[str, float], digest: str) -> Column:
    """What a heading such as ``Café par an (kg)`` and the figures under it tell of a column."""
    heading = re.fullmatch(r"(.+?)\s*[(\[]([^()\[\]]+)[)\]]", label)
    label, unit = (heading[1], heading[2]) if heading else (label, "")
    both, units = dict.fromkeys(i18n.LANGUAGES, label), dict.fromkeys(i18n.LANGUAGES, unit)
    low, high = min(figures.values()), max(figures.values())
    return Column(
        name=name,
        label=both,
        source="own",
        unit=units,
        short_unit=units,
        more={lang: i18n.text("data.own.more", lang, column=label) for lang in i18n.LANGUAGES},
        less={lang: i18n.text("data.own.less", lang, column=label) for lang in i18n.LANGUAGES},
        scale="log" if low > 0 and high > 100 * low else "linear",
        decimals=max(min(len(repr(float(v)).partition(".")[2].rstrip("0")), 3) for v in figures.values()),
        note={lang: i18n.text("data.own.note", lang) for lang in i18n.LANGUAGES},
        edition=f"{EDITION}+{digest}",
    )


def _text(file: Path | str | bytes) -> str:
    if isinstance(file, str) and "\n" in file:
        return file.removeprefix("\ufeff")
    if not isinstance(file, bytes):
        try:
            file = Path(file).read_bytes()
        except OSError as problem:
            raise BadFile([DataError("data.own.unreadable", file=str(file))]) from problem
    if file.startswith((b"PK", b"\xd0\xcf")):
        raise BadFile([DataError("data.own.excel")])
    wide = file.startswith((b"\xff\xfe", b"\xfe\xff"))  # as spreadsheets write “Unicode text”
    if b"\0" in file and not wide:
        raise BadFile([DataError("data.own.not_text")])
    try:
        return file.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        return file.decode("cp1252", errors="replace")  # as older spreadsheets write it


def _separator(text: str) -> str:
    heading = next((line for line in text.splitlines() if line.strip()), "")
    separator = next((mark for mark in "\t;," if mark in heading), None)
    if separator is None:
        raise BadFile([DataError("data.own.one_column")])
    return separator


def _rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with its line number; the first is the headings."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, [cell.strip() for cell in row]
    except csv.Error as problem:
        raise BadFile([DataError("data.own.broken", line=str(reader.line_num))]) from problem


def _figures(rows: list[tuple[int, list[str]]], separator: str) -> dict[str, dict[str, float]]:
    """Column → ISO code → figure."""
    _refuse([DataError("data.own.no_figures")] if len(rows) < 2 else [])
    (_, headings), *lines = rows
    keys = [plain(heading) for heading in headings]
    key = next((keys.index(k) for k in KEYS if k in keys), 0)
    names = {at: _name(h) for at, h in enumerate(headings) if at != key and keys[at] not in KEYS and _name(h)}
    called = {name: headings[at] for at, name in names.items()}
    twice = {name for name in names.values() if list(names.values()).count(name) > 1}
    _refuse(DataError("data.own.heading_twice", column=called[name]) for name in sorted(twice))
    _refuse([DataError("data.own.no_figures")] if not names else [])

    problems: list[DataError] = []
    where: dict[str, int] = {}  # ISO code → line
    cells: dict[str, dict[str, str]] = {name: {} for name in names.values()}
    for line, row in lines:
        if len(row) != len(headings):
            problems.append(DataError("data.own.row_length", line=str(line), found=len(row), wanted=len(headings)))
            continue
        try:
            iso = find_country(row[key])
        except DataError as unknown:
            problems.append(DataError("data.own.country", line=str(line), **unknown.params))
            continue
        if iso in where:
            problems.append(DataError("data.own.twice", line=str(line), first=str(where[iso]), name=row[key]))
        where[iso] = line
        for at, name in names.items():
            if plain_cell(row[at]).casefold() not in NOTHING:
                cells[name][iso] = row[at]
    figures = {name: _numbers(found, separator, where, problems) for name, found in cells.items()}
    _refuse(sorted(problems, key=lambda problem: int(problem.params["line"])))
    _refuse(DataError("data.own.empty", column=called[name]) for name, found in cells.items() if not found)
    return figures


def _numbers(
    cells: Mapping[str, str], separator: str, where: Mapping[str, int], problems: list[DataError]
) -> dict[str, float]:
    """The figures in the cells of a column, which are all written in one way."""
    plain_cells = {iso: plain_cell(cell) for iso, cell in cells.items()}
    thousands, point = _marks(plain_cells.values(), separator)
    written = re.compile(rf"[+-]?(\d{{1,3}}([{thousands}]\d{{3}})+|\d+)([{point}]\d*)?")
    found: dict[str, float] = {}
    for iso, cell in plain_cells.items():
        if written.fullmatch(cell) and len(cell) < 40:
            found[iso] = float(re.sub(f"[{thousands}]", "", cell).replace(",", "."))
        else:
            problems.append(DataError("data.own.number", line=str(where[iso]), cell=cells[iso]))
    return found


def _marks(cells: Iterable[str], separator: str) -> tuple[str, str]:
    """What parts thousands and what begins the decimals, as the cells of a column together show."""
    together = "\n".join(cells)
    if re.search(r",\d+[.,]", together):
        return ",", "."
    if re.search(r"\.\d+[.,]", together):
        return ".", ","
    # where commas part the cells, the decimal mark is a point, and 1,234 in quotes a thousand and more
    commas = re.findall(r"^.*,.*$", together, re.MULTILINE)
    if separator == "," and commas and all(re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", cell) for cell in commas):
        return ",", "."
    return "_", ".,"


def plain_cell(cell: str) -> str:
    """A number's cell without spaces, marks between thousands and a per cent sign, its minus a hyphen."""
    return SPACES.sub("", cell).removesuffix("%").replace("−", "-")


def _name(heading: str) -> str:
    """What a column is called in code: ``Café par an (kg)`` → ``cafe_par_an``."""
    return plain(re.sub(r"[(\[][^()\[\]]*[)\]]$", "", heading.strip())).replace(" ", "_")


def _refuse(problems: Iterable[DataError]) -> None:
    if found := list(problems):
        raise BadFile(found)
