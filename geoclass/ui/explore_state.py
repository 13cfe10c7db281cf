"""What one visitor of Explore looks at; all of it stands in the address, so that a view can be linked to."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from geoclass import data
from geoclass.charts.classes import EQUAL_COUNTS, EQUAL_STEPS
from geoclass.charts.scatter import CONTINENTS

FIRST, AGAINST = "median_age", "gdp_per_capita_usd"
MOST = 6  # countries compared
TABS = ("map", "compare", "country", "games", "data")
SHOWN = ("neighbours", "flights")
EXAMPLE = ("NER", "JPN")  # chosen when somebody comes for the first time, so that there is something to compare


@dataclass(frozen=True)
class State:
    """*countries* are the chosen ones, the latest last: that is the one the country page is about."""

    figure: str = FIRST
    against: str = AGAINST  # nothing: the distribution instead
    countries: tuple[str, ...] = ()
    where: str = ""  # a continent, or the whole world
    tab: str = "map"
    show: tuple[str, ...] = ()  # on the map, of the latest country
    steps: str = EQUAL_COUNTS
    game: str = ""  # of this computer; nothing: all of them
    judged: str = ""  # the figure whose misjudgements are shown; nothing: all

    @property
    def country(self) -> str:
        return self.countries[-1] if self.countries else ""

    @classmethod
    def read(cls, argument: Callable[[str], str]) -> "State":
        """The state that an address gives; what it gives wrongly is as if it had said nothing."""
        figures, first = data.figures(), cls()
        figure = argument("figure") if argument("figure") in figures else first.figure
        against = argument("against") if argument("against") in ("none", *figures) else first.against
        countries = [iso for name in argument("countries").split(",") if (iso := _found(name))]
        if not any(argument(name) for name in ("figure", "countries", "tab")):  # what every address of a view has
            countries = list(EXAMPLE)
        asked = argument("show").split(",")
        return cls(
            figure=figure,
            against="" if against in ("none", figure) else against,
            countries=tuple(dict.fromkeys(countries))[:MOST],
            where=argument("where") if argument("where") in CONTINENTS else "",
            tab=argument("tab") if argument("tab") in TABS else first.tab,
            show=tuple(what for what in SHOWN if what in asked),
            steps=EQUAL_STEPS if argument("classes") == EQUAL_STEPS else EQUAL_COUNTS,
            game=argument("game")[:24],
            judged=argument("judged")[:48],
        )

    def query(self, lang: str, dark: bool) -> str:
        """The address of this view, without what is as usual."""
        given = {
            "lang": lang,
            "figure": self.figure,
            "against": self.against or "none",
            "countries": ",".join(self.countries),
            "where": self.where,
            "tab": self.tab if self.tab != "map" else "",
            "show": ",".join(self.show),
            "classes": self.steps if self.steps != EQUAL_COUNTS else "",
            "game": self.game if self.tab == "games" else "",
            "judged": self.judged if self.tab == "games" else "",
            "theme": "dark" if dark else "",
        }
        return urlencode({name: value for name, value in given.items() if value}, safe=",")

    def with_figures(self, figure: str, against: str) -> "State":
        """With these figures; one against itself says nothing, so its distribution is shown instead."""
        return replace(self, figure=figure, against="" if against == figure else against)

    def toggled(self, iso: str) -> "State":
        """With a country more, or without it if it was chosen. More than `MOST` are not taken."""
        if iso in self.countries:
            return replace(self, countries=tuple(c for c in self.countries if c != iso))
        return replace(self, countries=(*self.countries, iso)) if len(self.countries) < MOST else self

    def about(self, iso: str) -> "State":
        """With the country page about a country; the earliest chosen one makes room for it."""
        others = [c for c in self.countries if c != iso]
        return replace(self, countries=(*others[1 - MOST :], iso))

    def among(self) -> frozenset[str] | None:
        """The countries of the continent looked at; none for the world."""
        continents = data.attribute("continent")
        return frozenset(iso for iso, name in continents.items() if name == self.where) if self.where else None


def _found(name: str) -> str:
    try:
        return data.find_country(name)
    except data.UnknownName:
        return ""
