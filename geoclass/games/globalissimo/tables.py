"""The deck, figures and barriers of Globalissimo."""

from functools import cache

from geoclass import data

CATEGORIES = (
    "population",
    "population_density",
    "gdp_per_capita_usd",
    "life_expectancy",
    "fertility_rate",
    "physicians_per_1000",
    "roadways_km",
    "forest_pct",
    "co2_mt",
    "mobile_per_100",
)

CAPITAL, MAP = COLOURS = ("orange", "violet")  # of barriers: what they ask for


def deck() -> tuple[str, ...]:
    """The 100 cards: ISO codes, alphabetically."""
    return data.marked("deck_globalissimo")


@cache
def pool() -> tuple[str, ...]:
    """The countries a deck can be picked from: all of the table."""
    return tuple(sorted(data.attribute("un_status")))
