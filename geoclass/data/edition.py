"""Editions: the 2022 tables plus files of a teacher's figures, each identified by its digest.

An `Edition` is immutable. Files that were read are found by digest; those *on the desk* are offered everywhere
(Explore, forms, notebooks). A game uses its own edition (`using`), so two games can use different figures of the same
name.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from math import floor, log10
from types import MappingProxyType
from typing import TYPE_CHECKING

from geoclass import i18n
from geoclass.data.columns import Column, built_in
from geoclass.data.tables import EDITION, DataError, UnknownName, described, plain, table

if TYPE_CHECKING:
    import pandas as pd


ABOUT = ("more", "less", "source", "year")  # optional metadata of a teacher's figures


class BadFile(DataError):
    """All errors in a file of figures, one sentence per line."""

    def __init__(self, problems: Iterable[DataError]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems[0].key)

    def text(self, lang: str | None = None) -> str:
        return "\n".join(problem.text(lang) for problem in self.problems)


@dataclass(frozen=True)
class Figures:
    """The figures of one file."""

    digest: str
    values: Mapping[str, Mapping[str, float]]  # column → ISO code → figure; whole numbers are int
    headings: Mapping[str, str]  # column → heading in the file
    about: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # column → metadata, see `ABOUT`

    @classmethod
    def of(
        cls,
        values: Mapping[str, Mapping[str, float]],
        headings: Mapping[str, str],
        about: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    ) -> "Figures":
        known = {name: {key: said for key in ABOUT if (said := about.get(name, {}).get(key))} for name in values}
        told = {name: said for name, said in known.items() if said}
        digested = json.dumps([values, told] if told else values, sort_keys=True)
        digest = hashlib.sha256(digested.encode()).hexdigest()[:8]
        return cls(
            digest, {name: _whole(found) for name, found in values.items()}, {n: headings[n] for n in values}, told
        )

    @cached_property
    def columns(self) -> Mapping[str, Column]:
        return {
            name: about_own(name, self.headings[name], found, self.digest, self.about.get(name, {}))
            for name, found in self.values.items()
        }


@dataclass(frozen=True)
class Edition:
    """The 2022 tables with these files."""

    files: tuple[Figures, ...] = ()

    @cached_property
    def name(self) -> str:
        return "+".join([EDITION, *sorted(file.digest for file in self.files)])

    @cached_property
    def own(self) -> Mapping[str, Figures]:
        """Column → file, for columns not in the tables."""
        return MappingProxyType({name: file for file in self.files for name in file.values})


_known: dict[str, Figures] = {}  # every file that was read, by digest
_desk = Edition()
current: ContextVar[Edition | None] = ContextVar("edition", default=None)


def edition(name: str) -> Edition:
    """The edition of this name, such as ``2022+1a2b3c4d``. Raises `UnknownName`."""
    require_edition(name)
    return Edition(tuple(_known[digest] for digest in name.split("+")[1:]))


@contextmanager
def using(edition: Edition) -> Iterator[None]:
    """A context in which figures are those of this edition; figures of no edition are found too."""
    before = current.set(edition)
    try:
        yield
    finally:
        current.reset(before)


def in_use() -> Edition:
    """The current edition: a game's, or the desk's."""
    return current.get() or _desk


def edition_on_desk() -> Edition:
    """The edition of the figures offered everywhere."""
    return _desk


def register(figures: Figures) -> list[Column]:
    """Put figures on the desk as columns; has no effect when repeated."""
    global _desk
    if figures not in _desk.files:
        taken = [h for name, h in figures.headings.items() if name in _desk.own or name in built_in("countries")]
        if taken:
            raise BadFile([DataError("data.own.taken", column=heading) for heading in taken])
        _desk = Edition((*_desk.files, know(figures)))
    return list(figures.columns.values())


def know(figures: Figures) -> Figures:
    """Make figures findable by their digest, without putting them on the desk."""
    return _known.setdefault(figures.digest, figures)


def known() -> Mapping[str, Figures]:
    return _known


def forget_own(column: str = "") -> None:
    """Take a column's file from the desk (games that use it go on); without a column, forget all files."""
    global _desk
    if column:
        _desk = Edition(tuple(file for file in _desk.files if column not in file.values))
    else:
        _known.clear()
        _desk = Edition()


def forget_file(digest: str) -> None:
    """Take a file from the desk; games that use it go on."""
    global _desk
    _desk = Edition(tuple(file for file in _desk.files if file.digest != digest))


def find_own(name: str) -> Figures | None:
    """The file with this column: in the current edition, on the desk, or else the latest read."""
    if found := in_use().own.get(name) or _desk.own.get(name):
        return found
    return next((file for file in reversed(_known.values()) if name in file.values), None)


def own_columns() -> dict[str, Column]:
    """The current edition's columns that are not in the tables."""
    return {name: file.columns[name] for name, file in in_use().own.items()}


def edition_of(names: Iterable[str]) -> str:
    """The edition of a game played with these columns: ``2022``, or ``2022+1a2b3c4d`` where some were loaded."""
    own = {name: find_own(name) for name in names if name not in built_in("countries")}
    return Edition(tuple({file.digest: file for file in own.values() if file}.values())).name


def has_edition(name: object) -> bool:
    """Whether an edition is available, including its loaded figures."""
    if not isinstance(name, str):
        return False
    first, *digests = name.split("+")
    return first == EDITION and digests == sorted(set(digests)) and all(digest in _known for digest in digests)


def require_edition(name: str) -> None:
    """Raise an error that says what to do if an edition is not available."""
    if not has_edition(name):
        near = [EDITION, *(f"{EDITION}+{digest}" for digest in _known)]
        raise UnknownName("data.unknown.edition", name=str(name), near=near)


def countries() -> "pd.DataFrame":
    """All countries by ISO code, with every figure, loaded ones included."""
    import pandas as pd

    frame, own = table("countries"), in_use().own
    if own:
        columns = {name: pd.Series(file.values[name], dtype=float) for name, file in own.items()}
        frame = pd.concat([frame, pd.DataFrame(columns, index=frame.index)], axis=1)
    return described(frame.copy(), "countries")


def column_name(heading: str) -> str:
    """A column's name in code: ``Café par an (kg)`` → ``cafe_par_an``."""
    return plain(re.sub(r"[(\[][^()\[\]]*[)\]]$", "", heading.strip())).replace(" ", "_")


def about_own(
    name: str,
    label: str,
    figures: Mapping[str, float],
    digest: str,
    about: Mapping[str, str] = MappingProxyType({}),
) -> Column:
    """A column's metadata from its heading (``Café par an (kg)``), its figures and a teacher's entries."""
    heading = re.fullmatch(r"(.+?)\s*[(\[]([^()\[\]]+)[)\]]", label)
    label, unit = (heading[1], heading[2]) if heading else (label, "")
    both, units = dict.fromkeys(i18n.LANGUAGES, label), dict.fromkeys(i18n.LANGUAGES, unit)
    low, high = min(figures.values()), max(figures.values())
    places = min(3 if max(-low, high) >= 1 else 6, _places(figures.values()))
    return Column(
        name=name,
        label=both,
        source="own",
        unit=units,
        short_unit=units,
        more={lang: about.get("more") or i18n.text("data.own.more", lang, column=label) for lang in i18n.LANGUAGES},
        less={lang: _less(about) or i18n.text("data.own.less", lang, column=label) for lang in i18n.LANGUAGES},
        cited=about.get("source", ""),
        year=about.get("year", ""),
        scale="log" if low > 0 and high > 100 * low else "linear",
        decimals=max(len(f"{v:.{places}f}".partition(".")[2].rstrip("0")) for v in figures.values()),
        note={lang: i18n.text("data.own.note", lang) for lang in i18n.LANGUAGES},
        edition=f"{EDITION}+{digest}",
    )


def _places(figures: Iterable[float]) -> int:
    """The decimals that give the smallest figure four digits: downloads have fifteen."""
    return max(0, 3 - min((floor(log10(abs(figure))) for figure in figures if figure), default=0))


def _less(about: Mapping[str, str]) -> str:
    """What a teacher says of less, or what follows from *more*: ``plus de café``, ``moins de café``."""
    first, _, rest = about.get("more", "").partition(" ")
    opposites = dict(i18n.text("data.own.opposite", lang).split("|") for lang in i18n.LANGUAGES)
    return about.get("less") or (
        f"{opposites[first.casefold()]} {rest}" if rest and first.casefold() in opposites else ""
    )


def _whole(figures: Mapping[str, float]) -> Mapping[str, float]:
    whole = all(value % 1 == 0 for value in figures.values())
    return MappingProxyType({iso: int(v) if whole else float(v) for iso, v in sorted(figures.items())})
