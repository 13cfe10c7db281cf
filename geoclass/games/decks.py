"""The option to choose the deck of a game whose cards are countries."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from geoclass import data, i18n
from geoclass.games.options import COUNTRIES, CustomOption, countries, named_countries, one_of, texts
from geoclass.i18n.numbers import NotANumber, whole_number

CONTINENTS = ("Europe", "Asia", "America", "Africa", "Oceania")
REGIONS = ("south-america", "north-central-america", "middle-east", "far-east")  # that are not continents
FILTER = "filter"  # the form's input of a figure and a bound
SIDES = ("over", "under")
HIGHEST = 10**18  # far above every figure


class Deck(CustomOption):
    """The cards in play: all (None), a continent, a region, a named deck of the game, countries filtered by a figure
    (``{"figure": "population", "over": 10000000}``), or a list of countries."""

    __slots__ = ["cards", "named", "pool"]
    by_hand = (COUNTRIES, FILTER)

    def __init__(
        self,
        cards: Callable[[], Sequence[str]],
        named: Mapping[str, Callable[[], Collection[str]]] | None = None,
        pool: Callable[[], Sequence[str]] | None = None,  # what can be picked by hand; default: the game's cards
        **more: Any,
    ) -> None:
        self.cards, self.named, self.pool = cards, named or {}, pool or cards
        super().__init__(None, **more)

    def allows(self, value: Any) -> bool:
        if type(value) is dict:
            return _is_filter(value)
        return one_of(*self.named, *CONTINENTS, *REGIONS)(value) or (texts(value) and set(value) <= set(self.pool()))

    def offers(self) -> Sequence[Any]:
        return [None, *self.named, *CONTINENTS, *REGIONS]

    def of(self, value: Any) -> list[str]:
        """The cards chosen by *value*, in the order of the deck."""
        if value is None:
            return list(self.cards())
        chosen = self._chosen(value)
        return [card for card in (self.pool() if type(value) is list else self.cards()) if card in chosen]

    def _chosen(self, value: Any) -> Collection[str]:
        if type(value) is dict:
            figures = data.values(value["figure"]).items()
            if "over" in value:
                return {iso for iso, figure in figures if figure > value["over"]}
            return {iso for iso, figure in figures if figure < value["under"]}
        if type(value) is list:
            return value
        if value in self.named:
            return self.named[value]()
        places = data.attribute("continent" if value in CONTINENTS else "board_region")
        return {iso for iso, place in places.items() if place == value}

    def figures(self, value: Any) -> Collection[str]:
        figure = value.get("figure") if type(value) is dict else None
        return [figure] if type(figure) is str else ()

    def says(self, value: Any, lang: str) -> str:
        if type(value) is dict:
            [side] = [side for side in SIDES if side in value]
            column = data.column(value["figure"])
            return i18n.text(f"games.deck.{side}", lang, figure=column, value=column.format(value[side], lang))
        if type(value) is list:
            return i18n.text("games.deck.picked", lang, n=len(value))
        for places in ("continent", "region"):
            if f"tell.{places}.{value}" in i18n.sentences(lang):
                return i18n.text(f"tell.{places}.{value}", lang)
        return super().says(value, lang)

    def typed(self, value: Any, lang: str) -> Any:
        return named_countries(value, lang) if type(value) is list else value

    def read(self, typed: Any) -> Any:
        if type(typed) is not dict:
            return countries(typed)
        return {key: _number(value) if key in SIDES else value for key, value in typed.items()}


def _is_filter(value: dict[str, Any]) -> bool:
    figure, bounds = value.get("figure"), [value[side] for side in SIDES if side in value]
    if len(value) != 2 or len(bounds) != 1 or type(figure) is not str or figure not in data.figures():
        return False
    return type(bounds[0]) in (int, float) and -HIGHEST < bounds[0] < HIGHEST


def _number(typed: Any) -> Any:
    """Read a bound as people type it: 10 million, 37,5."""
    if type(typed) is not str:
        return typed
    try:
        return whole_number(typed)
    except NotANumber:
        pass
    try:
        return float(typed.replace(",", "."))
    except ValueError:
        raise data.DataError("games.deck.bound", typed=typed) from None
