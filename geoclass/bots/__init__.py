"""Players that see only ``view(seat)`` and ``legal(seat)``.

>>> from geoclass import bots, games
>>> game = games.new("countries", players=["Ana", "Bot"], seed=7, options={"first": 1})
>>> bot = bots.make("countries", "keen", seed=3)
>>> events = game.play(bot.choose(game.view(1), game.legal(1)))

The levels: ``random`` takes any legal move; ``pupil``, ``keen`` and ``geographer`` play well, and better from one to
the next (``good`` is the geographer).
"""

from pkgutil import resolve_name
from typing import Protocol

from geoclass.games import GAMES, Move, View
from geoclass.games.rng import Rng

LEVELS = ("random", "pupil", "keen", "geographer")


class Bot(Protocol):
    """A player: given what its seat sees and may do, it picks a move."""

    def choose(self, view: View, legal: list[Move]) -> Move: ...


class RandomBot:
    """Takes any legal move, each as likely as the others (but for one part in 10**17)."""

    def __init__(self, rng: Rng) -> None:
        self._chances = rng.stream()

    def choose(self, view: View, legal: list[Move]) -> Move:  # noqa: ARG002
        return legal[next(self._chances) % len(legal)]


def make(game: str, level: str, seed: int) -> Bot:
    """A bot of *level* for *game*. A game that brings no good bot of its own is played at random."""
    level = "geographer" if level == "good" else level
    if level not in LEVELS:
        raise ValueError(f"no bot level {level!r}: the levels are {', '.join(LEVELS)}")
    rng = Rng(seed, f"bot:{game}:{level}")
    if level == "random" or game not in GAMES:
        return RandomBot(rng)
    bot: Bot = resolve_name(f"geoclass.bots.{game}:Good")(LEVELS.index(level), rng)
    return bot
