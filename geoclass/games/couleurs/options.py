"""The options of Couleurs du monde."""

import re
from collections.abc import Collection, Sequence
from typing import Any

from geoclass import data, i18n
from geoclass.games.couleurs.tables import REGIONS, is_board, is_centre, is_values
from geoclass.games.couleurs.words import Region
from geoclass.games.options import (
    COUNTRIES,
    TEXT,
    CustomOption,
    Figure,
    GameOptions,
    Whole,
    countries,
    named_countries,
    split,
)

LESSON = ["africa", "europe", "far-east", "south-america"]  # regions that fit a lesson
FEWEST = 4  # cards of the smallest hand offered


class Board(CustomOption):
    """The world, some of its regions, or nations picked by hand."""

    by_hand = (COUNTRIES,)

    def allows(self, value: Any) -> bool:
        return is_board(value)

    def offers(self) -> Sequence[Any]:
        return ["world", LESSON, *([region] for region in REGIONS)]

    def says(self, value: Any, lang: str) -> str:
        if type(value) is list and not set(value) <= set(REGIONS):
            return i18n.text("games.deck.picked", lang, n=len(value))
        return Region(value).words(lang) if value in REGIONS else super().says(value, lang)

    def typed(self, value: Any, lang: str) -> Any:
        return named_countries(value, lang)

    def read(self, typed: Any) -> Any:
        return countries(typed)


class Centre(CustomOption):
    """The nations with which a chain may always start; default: D6, D8."""

    by_hand = (COUNTRIES,)

    def allows(self, value: Any) -> bool:
        return is_centre(value)

    def says(self, value: Any, lang: str) -> str:
        return named_countries(value, lang) if value else super().says(value, lang)

    def read(self, typed: Any) -> Any:
        return countries(typed)


class Values(Figure):
    """The nations' values: by links, all equal, by a figure, or typed by the teacher."""

    by_hand = (TEXT,)

    def allows(self, value: Any) -> bool:
        return is_values(value)

    def offers(self) -> Sequence[Any]:
        return ["links", "flat", *super().offers()[1:]]

    def figures(self, value: Any) -> Collection[str]:
        return [value] if type(value) is str else ()

    def says(self, value: Any, lang: str) -> str:
        if type(value) is dict:
            return self.typed(value, lang)
        return data.column(value).label[lang] if value in data.figures() else super(Figure, self).says(value, lang)

    def typed(self, value: Any, lang: str) -> str:
        return ", ".join(f"{data.Country(iso).words(lang)} {points}" for iso, points in value.items())

    def read(self, typed: Any) -> Any:
        """``France 3, Spain 8``."""
        found = {}
        for part in split(typed):
            name, points = re.fullmatch(r"(.*?)[\s:=]*([0-9]{0,9})", part).groups()  # type: ignore[union-attr]
            found[data.find_country(name)] = int(points or -1)
        return found


class Options(GameOptions):
    board = Board("world", front=True)
    centre = Centre()
    hand = Whole(9, bounds=(1, 50), listed=range(FEWEST, 13))
    values = Values("links")
