"""How bots misremember figures: normal errors on the scale of the column."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import copysign, expm1, floor, log1p, log10
from statistics import fmean, pstdev

from geoclass import data
from geoclass.games.rng import Rng


@dataclass(frozen=True)
class Scale:
    """Converts a column's figures to standard scores; log columns by a logarithm extended to zero and negatives."""

    log: bool
    unit: float  # far below the positive figures; the extended logarithm is linear around zero
    mean: float
    spread: float

    @classmethod
    def of(cls, column: str, cards: Iterable[str]) -> "Scale":
        return _scale(column, tuple(cards), data.edition_of([column]))

    def score(self, figure: float) -> float:
        return (self._bent(figure) - self.mean) / self.spread

    def figure(self, score: float) -> float:
        bent = self.mean + self.spread * score
        return copysign(self.unit * expm1(abs(bent)), bent) if self.log else bent

    def _bent(self, figure: float) -> float:
        return copysign(log1p(abs(figure) / self.unit), figure) if self.log else figure


@lru_cache(maxsize=128)
def _scale(column: str, cards: tuple[str, ...], edition: str) -> Scale:  # noqa: ARG001  (a teacher's figures may change)
    figures = [data.values(column)[card] for card in cards]
    unit = min((figure for figure in figures if figure > 0), default=1.0) / 10
    raw = Scale(data.column(column).scale == "log", unit, 0.0, 1.0)
    bent = [raw.score(figure) for figure in figures]
    return Scale(raw.log, unit, fmean(bent), pstdev(bent) or 1.0)


def error(mind: int, what: str) -> float:
    """A bot's (by its seed) fixed error about something: about normal, standard deviation 1."""
    chance = Rng(mind, what)
    return sum(chance.uniform() for _ in range(12)) - 6


def roughly(figure: float, digits: int, but: int | None = None) -> int:
    """Round a figure from 1 up to so many significant digits; take the next value if that equals *but*."""
    step: int = 10 ** max(0, floor(log10(figure)) + 1 - digits)
    rough = round(figure / step) * step
    return rough + step if rough == but else rough
