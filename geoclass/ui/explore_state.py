"""The state of one visitor of Explore, and its form in the address, so that views can be linked."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import param

from geoclass import data, i18n
from geoclass.charts.points import CONTINENTS
from geoclass.data.tables import plain
from geoclass.maps.classes import EQUAL_COUNTS, EQUAL_STEPS

FIRST, AGAINST = "median_age", "gdp_per_capita_usd"
MOST = 6  # countries compared
BRIEF = 8  # rows of the collapsed ranking
TABS = ("map", "compare", "country", "games", "data")
SHOWN = ("neighbours", "flights")
STEPS = (EQUAL_COUNTS, EQUAL_STEPS)
LARGE = ("map", "ranking", "plot", "compare")  # panels that can fill the page
EXAMPLE = ("NER", "JPN")  # chosen on a first visit, so that there is something to compare
NONE = "none"  # in the address: explicitly nothing, where there is a default
# parameter → its name in the address
ADDRESS = {name: name for name in ("figure", "against", "countries", "where", "tab", "large", "game", "judged", "lang")}
ADDRESS |= {"overlays": "show", "steps": "classes", "dark": "theme"}


class Figure(param.Parameter[str]):
    """A column of figures, set by name, by label, or as a Series indexed by country."""

    def __set__(self, obj: Any, value: Any) -> None:
        nothing = self.allow_None and isinstance(value, str | None) and not value
        super().__set__(obj, "" if nothing else data.given(value).name)

    @classmethod
    def serialize(cls, value: str) -> str:
        return value or NONE

    @classmethod
    def deserialize(cls, value: Any) -> str:
        return "" if value == NONE else str(value)


class Countries(param.List[Any]):
    """Countries by any of their names, at most six."""

    def __set__(self, obj: Any, value: Any) -> None:
        codes = data.find_countries(value or ())
        if len(codes) > MOST:
            raise data.DataError("explore.six")
        super().__set__(obj, codes)

    @classmethod
    def serialize(cls, value: Iterable[str]) -> str:
        return ",".join(value) or NONE

    @classmethod
    def deserialize(cls, value: Any) -> list[str]:
        """Read countries from an address, skipping unknown ones."""
        return list(dict.fromkeys(iso for name in str(value).split(",") if (iso := _found(name))))[:MOST]


class Continent(param.Selector[Any]):
    """A continent by its name in any language; nothing: the world."""

    def __set__(self, obj: Any, value: Any) -> None:
        names = {one: f"tell.continent.{one}" for one in CONTINENTS} | {"": "explore.word.world"}
        named = {plain(i18n.text(key, lang)): one for one, key in names.items() for lang in i18n.LANGUAGES}
        super().__set__(obj, named.get(plain(str(value or "")), value or ""))


class Overlays(param.ListSelector):
    """A subset of a few options, in their order."""

    @classmethod
    def serialize(cls, value: Iterable[str]) -> str:
        return ",".join(value)

    @classmethod
    def deserialize(cls, value: Any) -> list[str]:
        return [what for what in SHOWN if what in str(value).split(",")]


class Night(param.Boolean[bool]):
    """Dark mode: ``theme=dark`` in the address."""

    @classmethod
    def serialize(cls, value: bool) -> str:
        return "dark" if value else ""

    @classmethod
    def deserialize(cls, value: Any) -> bool:
        return bool(value == "dark")


@dataclass(frozen=True)
class State:
    """*countries*: the chosen ones, latest last; the country page shows the last."""

    figure: str = FIRST
    against: str = AGAINST  # empty: the distribution is shown instead
    countries: tuple[str, ...] = ()
    where: str = ""  # a continent, or the whole world
    tab: str = "map"
    show: tuple[str, ...] = ()  # on the map, of the latest country
    steps: str = EQUAL_COUNTS
    game: str = ""  # of this computer; empty: all of them
    judged: str = ""  # the figure whose misjudgements are shown; empty: all
    large: str = ""  # the panel that fills the page

    @property
    def country(self) -> str:
        return self.countries[-1] if self.countries else ""

    def toggled(self, iso: str) -> "State":
        """Add a country, or remove it if chosen; at most `MOST`."""
        if iso in self.countries:
            return replace(self, countries=tuple(c for c in self.countries if c != iso))
        return replace(self, countries=(*self.countries, iso)) if len(self.countries) < MOST else self

    def about(self, iso: str) -> "State":
        """Show a country's page; if the list is full, the earliest chosen country drops out."""
        others = [c for c in self.countries if c != iso]
        return replace(self, countries=(*others[1 - MOST :], iso))

    def among(self) -> frozenset[str] | None:
        """The countries of the selected continent; None for the world."""
        continents = data.attribute("continent")
        return frozenset(iso for iso, name in continents.items() if name == self.where) if self.where else None


def _found(name: str) -> str:
    try:
        return data.find_country(name)
    except data.UnknownName:
        return ""
