"""Bots for Countries: they play from memory, more exact at higher levels."""

from functools import cache
from itertools import pairwise
from math import erf, log, sqrt

from geoclass import data
from geoclass.games import Move, View
from geoclass.games.memory import Scale, error, roughly
from geoclass.games.rng import Rng

ERROR = {1: 0.5, 2: 0.2, 3: 0.005}  # error of a belief, in standard deviations of the column
DOUBT_ABOVE = {
    1: 0.75,
    2: 0.6,
    3: 0.5,
}  # doubt from this probability that the row is wrong; weak players had better trust the others


class Good:
    """Lays the card it is surest of and doubts a row that is probably wrong. Its beliefs do not change during a
    game."""

    def __init__(self, level: int, rng: Rng) -> None:
        self._error = ERROR[level]
        self._doubt_above = DOUBT_ABOVE[level]
        self._seed = rng.below(1 << 62)
        # the remaining uncertainty of a figure, given the belief
        self._unsure = self._error / sqrt(1 + self._error**2)
        self._digits = 3 if level == 3 else 2  # significant digits of a guess
        self._believed = cache(self._belief)

    def choose(self, view: View, legal: list[Move]) -> Move:
        if view["phase"] == "guess":
            return legal[0] | {"population": self._guess(view["pile_top"])}
        column = view["category"]
        row = [self._believed(column, laid["card"]) for laid in view["row"]]
        steps = [self._surety(a, b) for a, b in pairwise(row)]
        right = sum(steps)  # log probability that the row is right
        places = [move for move in legal if move["move"] == "place"]
        doubt = next((move for move in legal if move["move"] == "doubt"), None)
        if doubt is not None and (not places or right < log(1 - self._doubt_above)):
            return doubt

        def gain(move: Move) -> float:
            at, card = move["at"], self._believed(column, move["card"])
            around = [*row[max(at - 1, 0) : at], card, *row[at : at + 1]]
            parted = steps[at - 1] if 0 < at < len(row) else 0.0
            return sum(self._surety(a, b) for a, b in pairwise(around)) - parted

        return max(places, key=gain)

    def _guess(self, card: str) -> int:
        """The believed population, rounded and within the real range; only a geographer may be exact."""
        populations = data.values("population")
        believed = scale("population").figure(self._believed("population", card))
        possible = min(max(believed, min(populations.values())), max(populations.values()))
        return roughly(possible, self._digits, but=None if self._digits == 3 else int(populations[card]))

    def _belief(self, column: str, card: str) -> float:
        """The believed standard score of a figure, shrunk towards the mean."""
        true = scale(column).score(data.values(column)[card])
        return (true + self._error * error(self._seed, f"{column}:{card}")) / (1 + self._error**2)

    def _surety(self, less: float, more: float) -> float:
        """The log probability that *less* is really no more than *more*."""
        return log(max(0.5 * (1 + erf((more - less) / (2 * self._unsure))), 1e-12))


def scale(column: str) -> Scale:
    return Scale.of(column, data.values(column))
