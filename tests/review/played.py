"""Logs of games between bots, and a small game of Countries set up by hand."""

from functools import cache

from geoclass import bots, games
from geoclass.simulate import play_out

NAMES = ["Zoé", "Ben", "=1+1", "Dan"]


@cache
def _played(game: str, seed: int) -> games.Game:
    live = games.new(game, NAMES, seed)
    play_out(live, [bots.make(game, level, i) for i, level in enumerate(("random", "pupil", "keen", "pupil"))])
    return live


def log(game: str, seed: int = 5) -> games.Log:
    return _played(game, seed).log


def row_of_five() -> games.Log:
    """A game on population in which the row India, Iceland, France, Germany was turned; France was the start."""
    hands = ["IND", "ISL", "KEN", "DEU", "NOR", "PER"]
    game = games.new(
        "countries",
        ["Zoé", "Ben"],
        seed=1,
        options={"hand": 3, "first": 0},
        deck=[*hands, "FRA", "BRA", "JPN", "EGY", "CHL"],
        category_order=["population", "area_km2"],
    )
    game.play({"seat": 0, "move": "place", "card": "ISL", "at": 0})
    game.play({"seat": 1, "move": "place", "card": "DEU", "at": 2})
    game.play({"seat": 0, "move": "place", "card": "IND", "at": 0})
    game.play({"seat": 1, "move": "doubt"})
    return game.log
