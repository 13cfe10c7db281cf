"""Storage of a teacher's figures: in the setup of a game, and on a shelf.

Both use the same format: digest → column → ``heading`` and ``figures`` by ISO code.
"""

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from geoclass.data.columns import Column
from geoclass.data.edition import (
    ABOUT,
    Edition,
    Figures,
    column_name,
    forget_file,
    forget_own,
    in_use,
    know,
    known,
    register,
)
from geoclass.data.files import COLUMNS
from geoclass.data.own import CELL, read_own
from geoclass.data.shelf import FolderShelf, Shelf
from geoclass.data.tables import DataError, UnknownName, table

FOLDER = "figures"

Carried = dict[str, Any]
Place = Shelf | Path  # a shelf, or a data folder that contains it

_shelved: set[str] = set()  # digests on the desk because they are on the shelf


def carried(edition: Edition) -> Carried:
    """The figures of an edition as plain data for a setup; empty for the tables alone."""
    return {file.digest: plain_data(file) for file in edition.files}


def take_carried(found: Any) -> list[Figures]:
    """Register the figures of a setup: all of them, or raise a `DataError`."""
    if not isinstance(found, Mapping):
        raise DataError("data.kept.damaged")
    return [know(file) for file in [known().get(digest) or _read(digest, c) for digest, c in found.items()]]


def keep(file: Path | str | bytes, place: Place, years: Sequence[int] = ()) -> list[Column]:
    """Load a file of figures and store it on a shelf, from which `load_kept` restores it."""
    return keep_figures(read_own(file, years), place)


def keep_figures(figures: Figures, place: Place) -> list[Column]:
    """Put figures on the desk and on a shelf: on both, or on neither."""
    was_there = figures in in_use().files
    columns = register(figures)
    try:
        _shelf(place).put(figures.digest, json.dumps({figures.digest: plain_data(figures)}, ensure_ascii=False))
    except Exception:
        if not was_there:
            forget_file(figures.digest)
        raise
    _shelved.add(figures.digest)
    return columns


def load_kept(place: Place) -> list[DataError]:
    """Sync the desk with a shelf that other processes may change; return the errors of unreadable files."""
    shelf, on_desk, problems = _shelf(place), {file.digest for file in in_use().files}, list[DataError]()
    names = shelf.names()
    for digest in _shelved - set(names):
        forget_file(digest)
        _shelved.discard(digest)
    for name in names:
        if name in on_desk:
            continue
        try:
            for figures in take_carried(json.loads(shelf.get(name) or "0")):
                register(figures)
                _shelved.add(figures.digest)
        except (OSError, ValueError, RecursionError) as problem:  # a `DataError` is a ValueError
            why = problem if isinstance(problem, DataError) else DataError("data.kept.damaged")
            problems.append(DataError("data.kept.file", file=f"{FOLDER}/{name}.json", why=why))
    return problems


def remove_kept(column: str, place: Place) -> list[str]:
    """Remove a column's file from desk and shelf; return the removed columns."""
    file = in_use().own.get(column)
    if file is None:
        raise UnknownName.of("column", column, in_use().own)
    _shelf(place).drop(file.digest)
    _shelved.discard(file.digest)
    forget_own(column)
    return list(file.values)


def _shelf(place: Place) -> Shelf:
    return FolderShelf(place / FOLDER) if isinstance(place, Path) else place


def plain_data(own: Figures) -> Carried:
    return {
        name: {"heading": own.headings[name], "figures": dict(figures), **own.about.get(name, {})}
        for name, figures in own.values.items()
    }


def _read(digest: Any, columns: Any) -> Figures:
    """Read figures from untrusted plain data."""
    try:
        index = table("countries").index
        values = {name: _numbers(about["figures"], index) for name, about in columns.items()}
        headings = {name: about["heading"] for name, about in columns.items()}
        told = {name: {key: about[key] for key in ABOUT if key in about} for name, about in columns.items()}
        texts = [*headings.values(), *(said for about in told.values() for said in about.values())]
        sound = len(values) <= COLUMNS and all(len(text.encode()) <= 4 * CELL for text in texts)
        if sound and all(name and column_name(heading) == name for name, heading in headings.items()):
            figures = Figures.of(values, headings, told)
            if values and figures.digest == digest:
                return figures
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        pass
    raise DataError("data.kept.damaged")


def _numbers(found: Mapping[str, Any], index: Any) -> dict[str, float]:
    if not found or not all(type(value) in (int, float) and isfinite(value) for value in found.values()):
        raise ValueError("figures")
    return {iso: float(value) for iso, value in found.items() if index.get_loc(iso) >= 0}
