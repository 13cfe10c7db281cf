"""The deck of Countries, from the country table."""

from geoclass import data


def deck() -> tuple[str, ...]:
    """The 152 cards: ISO codes, alphabetically."""
    return data.marked("deck_countries")
