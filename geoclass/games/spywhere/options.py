"""The options of Spywhere."""

import re
from collections.abc import Sequence
from typing import Any

from geoclass import data, i18n
from geoclass.data.tables import plain
from geoclass.games.options import TEXT, CustomOption, First, GameOptions, YesNo, split
from geoclass.games.spywhere import tables
from geoclass.games.spywhere.words import Dish
from geoclass.games.text import is_written


class Six(CustomOption):
    """Six countries of the table, each with its dish: ``{"ITA": "pizza", …}``, in the order of the list."""

    by_hand = (TEXT,)

    def allows(self, value: Any) -> bool:
        return (
            type(value) is dict
            and len(value) == 6
            and all(type(iso) is str and iso in data.attribute("name_en") for iso in value)
            and all(map(is_written, value.values()))
        )

    def offers(self) -> Sequence[Any]:
        return tables.Sixes()

    def says(self, value: Any, lang: str) -> str:
        return ", ".join(data.Country(iso).words(lang) for iso in value)

    def typed(self, value: Any, lang: str) -> str:
        """In one line, as a message can hold it; the form makes lines of it: ``Italy: pizza; France: cheese``."""

        def line(iso: str, dish: str) -> str:
            return i18n.text("spywhere.typed.nationalities.line", lang, country=data.Country(iso), dish=Dish(dish))

        return "; ".join(line(iso, dish) for iso, dish in value.items())

    def read(self, typed: Any) -> Any:
        named = [re.split(r"\s*[:=]\s*|\s+[-–]\s+", line, maxsplit=1) for line in split(str(typed))]
        return {data.find_country(name): _dish(*dish) for name, *dish in named}


def _dish(typed: str = "") -> str:
    """The id of a known dish typed in any language; an unknown dish is returned as typed."""
    keys = [key for lang in i18n.LANGUAGES for key in i18n.sentences(lang) if key.startswith("spywhere.dish.")]
    ours = {plain(i18n.text(key, lang)): key.rpartition(".")[2] for key in keys for lang in i18n.LANGUAGES}
    return ours.get(plain(typed), typed.strip())


class Without(CustomOption):
    """One of the six; default: the last."""

    by_hand = (TEXT,)

    def allows(self, value: Any) -> bool:
        return type(value) is str

    def offers(self) -> Sequence[Any]:
        return tables.Sixes(each=True)

    def says(self, value: Any, lang: str) -> str:
        known = value in data.attribute("name_en")
        return data.Country(value).words(lang) if known else super().says(value, lang)

    def read(self, typed: Any) -> Any:
        return data.find_country(str(typed))


class Options(GameOptions):
    without = Without()
    nationalities = Six(lambda: dict(tables.dishes()), front=True)
    first = First(*range(6), "random")
    reshuffle_threes = YesNo(False)
