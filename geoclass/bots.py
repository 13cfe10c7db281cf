"""Players that see only ``view(seat)`` and ``legal(seat)``.

>>> from geoclass import bots, games
>>> game = games.new("countries", players=["Ana", "Bot"], seed=7, options={"first": 1})
>>> bot = bots.make("countries", "keen", seed=3)
>>> events = game.play(bots.move(bot, game, 1))

The levels: ``random`` plays any legal move (or as the game's own ``Random`` bot does); ``pupil``, ``keen`` and
``geographer`` play increasingly well (``good`` is the geographer).
"""

from typing import Protocol

from geoclass.games import Game, Move, View, part
from geoclass.games.editions import in_edition
from geoclass.games.rng import Rng

LEVELS = ("random", "pupil", "keen", "geographer")


class Bot(Protocol):
    """A player that picks a move from its seat's view and legal moves."""

    def choose(self, view: View, legal: list[Move]) -> Move: ...


class RandomBot:
    """Plays a random legal move."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, view: View, legal: list[Move]) -> Move:  # noqa: ARG002
        return self._rng.choice(legal)


def make(game: str, level: str, seed: int) -> Bot:
    """A bot of *level* for *game*; a random one if the game has no bots of its own."""
    level = "geographer" if level == "good" else level
    if level not in LEVELS:
        raise ValueError(f"no bot level {level!r}: the levels are {', '.join(LEVELS)}")
    rng = Rng(seed, f"bot:{game}:{level}")
    own = part(game, "bots")
    if level == "random" or own is None:
        chance: Bot = getattr(own, "Random", RandomBot)(rng)
        return chance
    bot: Bot = own.Good(LEVELS.index(level), rng)
    return bot


def move(bot: Bot, game: Game, seat: int) -> Move:
    """What *bot* plays in *seat*, by the figures that *game* is played with."""
    with in_edition(game.edition):
        return bot.choose(game.view(seat), game.legal(seat))
