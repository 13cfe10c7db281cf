"""The options of La course autour du monde."""

from collections.abc import Sequence
from typing import Any

from geoclass import data, i18n
from geoclass.games.course.tables import NETWORKS
from geoclass.games.options import CITIES, CustomOption, GameOptions, Whole, YesNo, cities, named_cities, texts

STARTS = ("paris", "new-york", "tokyo")  # R2


class Starts(CustomOption):
    """Three cities or more."""

    by_hand = (CITIES,)

    def allows(self, value: Any) -> bool:
        return texts(value) and len(value) >= 3 and all(city in data.cities_by_id() for city in value)

    def says(self, value: Any, lang: str) -> str:
        return named_cities(value, lang)

    def read(self, typed: Any) -> Any:
        return cities(typed)


class Network(CustomOption):
    """A named network, all routes between some cities, or a list of routes."""

    by_hand = (CITIES,)

    def allows(self, value: Any) -> bool:
        if type(value) is str:
            return value in NETWORKS
        known = data.cities_by_id()
        return texts(value) and (all(data.route(r) for r in value) or all(city in known for city in value))

    def offers(self) -> Sequence[Any]:
        return NETWORKS

    def says(self, value: Any, lang: str) -> str:
        if type(value) is str:
            return super().says(value, lang)
        kind = "cities" if value[0] in data.cities_by_id() else "routes"
        return i18n.text(f"course.{kind}", lang, n=len(value))

    def typed(self, value: Any, lang: str) -> str:
        return named_cities(list(dict.fromkeys(city for one in value for city in one.split("--"))), lang)

    def read(self, typed: Any) -> Any:
        return cities(typed)


class Options(GameOptions):
    network = Network("full", front=True)
    starts = Starts(list(STARTS))
    hand = Whole(None, bounds=(1, 54), listed=(None, *range(5, 16)))
    max_rounds = Whole(60, bounds=(1, 1000), listed=(12, 18, 30, 60))
    open_hands = YesNo(False)
