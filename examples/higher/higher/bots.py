"""A player that remembers figures with an error that depends on its level."""

from geoclass import data
from geoclass.games import Move, View
from geoclass.games.memory import Scale, error
from geoclass.games.rng import Rng

ERROR = (1.0, 0.5, 0.15)  # pupil, keen, geographer: in standard deviations of the figure


class Good:
    def __init__(self, level: int, rng: Rng) -> None:
        self._error, self._mind = ERROR[level - 1], rng.below(1 << 62)

    def choose(self, view: View, legal: list[Move]) -> Move:
        figure = view["options"]["figure"]
        values = data.values(figure)
        scale = Scale.of(figure, values)
        return max(
            legal, key=lambda m: scale.score(values[m["card"]]) + self._error * error(self._mind, figure + m["card"])
        )
