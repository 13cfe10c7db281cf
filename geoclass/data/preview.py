"""The preview of a table of figures: what was understood, what was not, and the teacher's entries.

Pure: nothing is loaded or stored. `Preview.figures` is what would be added, once there are no errors.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from geoclass import i18n
from geoclass.data.columns import Column, built_in
from geoclass.data.edition import BadFile, Figures, about_own, column_name, in_use
from geoclass.data.own import CELL, ReadColumn, ReadTable, read_table
from geoclass.data.tables import DataError, plain, table
from geoclass.data.words import Country

FEW = 12  # countries: fewer are too few for any game
WORDS = ("label", "unit", "more", "less", "source", "year")  # metadata a teacher can enter for a column
RANKS = {"rank", "ranking", "rang", "classement", "position", "no", "nr", "num", "numero"}  # off by default
UNKNOWN = ("data.own.country", "data.own.no_country")
TOLD = 12  # problems listed

About = Mapping[str, Mapping[str, Any]]  # heading → WORDS, and whether to ``take`` the column


@dataclass(frozen=True)
class ColumnPreview:
    """A column as it would be added: *id* from the file, *words* from the teacher."""

    id: str
    words: Mapping[str, str]
    taken: bool
    figures: Mapping[str, float]
    problems: Sequence[DataError]
    is_text: bool

    @property
    def heading(self) -> str:
        label, unit = self.words["label"].strip(), self.words["unit"].strip()
        return f"{label} ({unit})" if unit else label

    @property
    def column(self) -> Column:
        return about_own(column_name(self.heading), self.heading, self.figures, "", self.words)


@dataclass(frozen=True)
class Preview:
    """The content of a file of figures, before anything is added."""

    columns: Sequence[ColumnPreview] = ()
    problems: Sequence[DataError] = ()  # while there are any, nothing can be added
    remarks: Sequence[DataError] = ()
    years: Mapping[int, int] | None = None  # of a download: year → number of countries with a figure
    chosen: Sequence[int] = ()
    left_out: Sequence[str] = ()  # entries that are not countries
    missing: Sequence[str] = ()  # ISO codes of countries without any figure
    unknown: int = 0  # number of lines with an unknown country
    figures: Figures | None = None

    def told(self, lang: str) -> dict[str, Any]:
        """The preview as plain, translated data."""
        missing = [Country(iso).words(lang) for iso in self.missing]
        return {
            "columns": [_column(column, lang) for column in self.columns],
            "problems": _shortened([problem.text(lang) for problem in self.problems], lang),
            "remarks": [remark.text(lang) for remark in self.remarks],
            "years": [[year, n] for year, n in (self.years or {}).items()],
            "chosen": list(self.chosen),
            "left_out": _names("left_out", self.left_out, lang),
            "missing": _names("missing", sorted(missing, key=plain), lang),
            "unknown": self.unknown,
            "ready": self.figures is not None,
        }


def preview(
    file: Path | str | bytes, years: Sequence[int] = (), about: About | None = None, leave_out: bool = False
) -> Preview:
    """Preview a file, or a table pasted from a spreadsheet.

    *years*: of a download with several; *about*: the teacher's entries for columns; *leave_out*: skip lines with an
    unknown country.

    >>> from geoclass import data
    >>> seen = data.preview("country\\tTea (kg)\\nKenya\\t1.5\\nIrland\\t2.2\\n")
    >>> [column.heading for column in seen.columns], seen.figures
    (['Tea (kg)'], None)
    >>> data.preview("country\\tTea (kg)\\nKenya\\t1.5\\nIrland\\t2.2\\n", leave_out=True).figures.values["tea"]["KEN"]
    1.5
    """
    try:
        found = read_table(file, years)
    except BadFile as bad:
        return Preview(problems=bad.problems)
    unknown = [problem for problem in found.problems if problem.key in UNKNOWN]
    columns = [_previewed(name, column, found, (about or {}).get(name, {})) for name, column in found.columns.items()]
    taken = [column for column in columns if column.taken]
    lines = [problem for problem in found.problems if not (leave_out and problem in unknown)]
    lines += [problem for column in taken for problem in column.problems]
    problems = [*sorted(lines, key=lambda problem: int(problem.params["line"])), *_wrong(taken)]
    figures = None if problems else _figures(taken)
    named = {iso for column in taken for iso in column.figures}
    if figures in in_use().files:
        problems, figures = [DataError("data.own.already")], None
    elif figures:
        problems = _in_the_way(taken)
        figures = None if problems else figures
    return Preview(
        columns,
        problems,
        _remarks(taken),
        found.download.years if found.download else None,
        found.download.chosen if found.download else (),
        found.download.left_out if found.download else (),
        [str(iso) for iso in table("countries").index if iso not in named],
        len(unknown),
        figures,
    )


def _previewed(name: str, column: ReadColumn, found: ReadTable, said: Mapping[str, Any]) -> ColumnPreview:
    known = about_own(name, column.heading, column.figures or {"": 0}, "")
    words = {"label": known.label["en"], "unit": known.unit["en"], "more": "", "less": "", "source": "", "year": ""}
    words |= found.download.about(column.heading) if found.download else {}
    words |= {key: said[key].strip()[:CELL] for key in WORDS if isinstance(said.get(key), str)}
    shown, take = ColumnPreview(name, words, True, column.figures, column.problems, column.is_text), said.get("take")
    return replace(shown, taken=not column.is_text and name not in RANKS if take is None else take is True)


def _figures(taken: Sequence[ColumnPreview]) -> Figures:
    by_name = {column_name(column.heading): column for column in taken}
    return Figures.of(
        {name: column.figures for name, column in by_name.items()},
        {name: column.heading for name, column in by_name.items()},
        {name: column.words for name, column in by_name.items()},
    )


def _wrong(taken: Sequence[ColumnPreview]) -> list[DataError]:
    """The errors in columns as they would be added."""
    names = [column_name(column.heading) for column in taken]
    return [
        *([] if taken else [DataError("data.own.no_figures")]),
        *(DataError("data.own.empty", column=c.heading) for c in taken if not c.figures and not c.problems),
        *(DataError("data.own.no_name", column=c.id) for c, name in zip(taken, names, strict=True) if not name),
        *(DataError("data.own.heading_twice", column=n) for n in dict.fromkeys(names) if n and names.count(n) > 1),
    ]


def _in_the_way(taken: Sequence[ColumnPreview]) -> list[DataError]:
    known = {*built_in("countries"), *in_use().own}
    return [DataError("data.own.taken", column=c.heading) for c in taken if column_name(c.heading) in known]


def _remarks(taken: Sequence[ColumnPreview]) -> list[DataError]:
    """Warnings for the teacher before playing."""
    some = [column for column in taken if column.figures]
    return [
        *(DataError("data.own.few", column=c.words["label"], n=len(c.figures)) for c in some if len(c.figures) < FEW),
        *(
            DataError("data.own.equal", column=c.words["label"])
            for c in some
            if len(c.figures) > 1 and len(set(c.figures.values())) == 1
        ),
    ]


def _column(previewed: ColumnPreview, lang: str) -> dict[str, Any]:
    found = {"id": previewed.id, "words": dict(previewed.words), "taken": previewed.taken, "text": previewed.is_text}
    if not previewed.figures or not column_name(previewed.heading):
        return found | {"about": i18n.text("data.preview.words_only", lang)}
    figures, column = previewed.figures, previewed.column
    low, high = min(figures, key=figures.__getitem__), max(figures, key=figures.__getitem__)
    about = {"low": Country(low), "low_figure": column.format(figures[low], lang)}
    key = "about" if len(figures) == 1 or figures[low] < figures[high] else "same"
    about |= {"high": Country(high), "high_figure": column.format(figures[high], lang)}
    return found | {"about": i18n.text(f"data.preview.{key}", lang, n=len(figures), **about)}


def _names(key: str, names: Sequence[str], lang: str) -> dict[str, Any]:
    """The number of names, the first of them, and the full list."""
    if not names:
        return {"text": "", "names": ""}
    return {"text": i18n.text(f"data.preview.{key}", lang, n=len(names)), "names": ", ".join(names)}


def _shortened(lines: list[str], lang: str) -> list[str]:
    more = len(lines) - TOLD
    return [*lines[:TOLD], i18n.text("data.preview.more", lang, n=more)] if more > 0 else lines
