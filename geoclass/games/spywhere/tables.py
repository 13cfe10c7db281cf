"""The nationalities of Spywhere, from the table of dishes, and the ingredients of the dishes."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any

from geoclass.data.tables import table

# Dish → ingredients → farm products that provide them, as named in `data.products`. Dishes typed by teachers are left
# for the class to judge.
NEEDED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "pizza": {"wheat": ("wheat",), "tomatoes": ("tomatoes",), "milk": ("milk", "buffalo milk", "cheese")},
    "cheese": {"milk": ("milk", "goat milk", "sheep milk", "buffalo milk", "cheese")},
    "sushi": {"rice": ("rice",), "fish": ("fish",)},
    "tacos": {"maize": ("maize",), "tomatoes": ("tomatoes",), "peppers": ("chillies and peppers", "peppers")},
    "curry": {"rice": ("rice",), "vegetables": ("vegetables", "onions", "pulses"), "spices": ("spices", "ginger")},
    "fries": {"potatoes": ("potatoes",)},
}


# Other sets of six offered in the form of a new game.
THEMES: tuple[Mapping[str, str], ...] = (
    {"BEL": "fries", "ESP": "paella", "FRA": "cheese", "GRC": "moussaka", "HUN": "goulash", "ITA": "pizza"},
    {"BRA": "feijoada", "JPN": "sushi", "MAR": "couscous", "PER": "ceviche", "SEN": "thieboudienne", "VNM": "pho"},
)


class Sixes(Sequence[Any]):
    """The sets of six to choose from, published one first; with *each*: None and every nationality in them. Read from
    the table on access."""

    def __init__(self, each: bool = False) -> None:
        self._each = each

    @cached_property
    def _all(self) -> list[Any]:
        sixes = [dict(six) for six in (dishes(), *THEMES)]
        return [None, *dict.fromkeys(iso for six in sixes for iso in six)] if self._each else sixes

    def __getitem__(self, at: Any) -> Any:
        return self._all[at]

    def __len__(self) -> int:
        return len(self._all)


@cache
def dishes() -> Mapping[str, str]:
    """The six default nationalities in order, each with the id of its dish."""
    return MappingProxyType({str(iso): str(dish) for iso, dish in table("dishes")["dish"].items()})
