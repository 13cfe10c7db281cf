"""The tables as frames, read on first use and verified by checksum."""

import hashlib
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from geoclass import i18n

if TYPE_CHECKING:
    import pandas as pd

Frame = TypeVar("Frame", bound="pd.DataFrame")

EDITION = "2022"
EDITION_TITLE = {"fr": "Édition 2022 (29 décembre 2022)", "en": "2022 edition (29 December 2022)"}
SECOND = {"products": "dishes"}  # table → the table whose folder it is in


class DataError(ValueError):
    """An error in a table, a name or a file of figures; its message is a sentence that says what to do."""

    def __init__(self, key: str, /, **params: Any) -> None:
        super().__init__(key)
        self.key, self.params = key, params

    def text(self, lang: str | None = None) -> str:
        return i18n.text(self.key, lang, **self.params)

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        """The message as part of another sentence."""
        return self.text(lang)

    def __str__(self) -> str:
        return self.text()


class UnknownName(DataError, KeyError):
    """An unknown column, country, deck, table or edition; the sentence suggests similar names."""

    def __init__(self, key: str, /, **params: Any) -> None:
        super().__init__(key, n=len(params["near"]), **params)

    @classmethod
    def of(cls, kind: str, name: object, known: Iterable[str]) -> "UnknownName":
        return cls(f"data.unknown.{kind}", name=str(name), near=nearest(str(name), known))


def nearest(name: str, known: Iterable[str], limit: int = 3, least: float = 0) -> list[str]:
    """The names in *known* most similar to *name*, best first; *least*: the smallest similarity (0 to 100) accepted."""
    from rapidfuzz import fuzz, process

    choices = list(dict.fromkeys(known))
    found = process.extract(name, choices, scorer=fuzz.WRatio, processor=plain, limit=2 * limit)
    found.sort(key=lambda hit: (-round(hit[1]), -fuzz.ratio(name, hit[0], processor=plain)))
    return [choice for choice, like, _ in found[:limit] if like >= max(least, found[0][1] - 20)]


def plain(name: str) -> str:
    """Normalise a name for comparison: lower case, no accents or punctuation, single spaces; ``&`` and ``St`` are
    spelt out."""
    letters = unicodedata.normalize("NFKD", name.replace("&", " and ")).casefold()
    words = "".join(c if c.isalnum() else " " for c in letters if not unicodedata.combining(c)).split()
    return " ".join("saint" if word == "st" else word for word in words)


def folder() -> Path:
    """The folder of the tables: inside the installed package, or beside it in a checkout."""
    here = Path(__file__).parents[1]
    inside = here / "datasets"
    return inside if inside.is_dir() else here.parent / "datasets"


def read(name: str) -> bytes:
    """The bytes of a file of the datasets, such as ``countries/countries.csv``, verified by checksum."""
    path = folder() / name
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise DataError("data.missing", file=str(path)) from problem
    if name in checksums() and hashlib.sha256(content).hexdigest() != checksums()[name]:
        raise DataError("data.damaged", file=str(path))
    return content


@cache
def checksums() -> Mapping[str, str]:
    """The SHA-256 of every table as shipped."""
    return read_toml("checksums.toml")


def read_toml(name: str) -> dict[str, Any]:
    path = folder() / name
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise DataError("data.missing", file=str(path)) from problem
    except ValueError as problem:
        raise DataError("data.damaged", file=str(path)) from problem


@cache
def meta(name: str) -> Mapping[str, Any]:
    """The metadata of a table from ``meta.toml``: ``table`` (title, note, sources) and ``columns``."""
    if name in SECOND:
        return dict(read_toml(f"{SECOND[name]}/meta.toml")[name])
    return read_toml(f"{name}/meta.toml")


@cache
def table(name: str, file: str = "") -> "pd.DataFrame":
    """A table, indexed by its first column. It is cached: do not change it."""
    from io import BytesIO

    import pandas as pd

    path = f"{name}/{file or name}.csv"
    content = BytesIO(read(path))
    try:
        return pd.read_csv(content, keep_default_na=False, na_values=[""], index_col=0)
    except ValueError as problem:  # pandas' own parser and empty-file errors are ValueErrors
        raise DataError("data.damaged", file=str(folder() / path)) from problem


def frame(name: str) -> "pd.DataFrame":
    """A copy of a table, which the caller may change."""
    return described(table(name).copy(), name)


def described(copy: Frame, name: str) -> Frame:
    """Set the ``attrs`` of *copy*: table, edition, title, note, sources."""
    about = meta(name)["table"]
    copy.attrs = {
        "table": name,
        "edition": EDITION,
        "title": about["title"],
        "note": about["note"],
        "sources": about["sources"],
    }
    return copy


def capitals() -> "pd.DataFrame":
    """All capitals by the ISO code of their country; some countries have several."""
    return frame("capitals")


def borders() -> "pd.DataFrame":
    """All land borders with their length in km, one row per pair of countries."""
    return described(table("borders").reset_index(), "borders")


def cities() -> "pd.DataFrame":
    """The cities that the air routes connect."""
    return frame("cities")


def routes() -> "pd.DataFrame":
    """The non-stop air routes between these cities."""
    return frame("routes")


def notes() -> "pd.DataFrame":
    """Explanations of unusual figures: one row per country and column, with the sentence in both languages."""
    return described(table("notes").reset_index(), "notes")


def years() -> "pd.DataFrame":
    """The year of each figure of the country table; missing for figures without a year, such as areas."""
    return described(table("countries", "years").astype("Int64"), "countries")
