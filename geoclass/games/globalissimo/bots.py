"""Bots for Globalissimo: they remember figures, capitals and places, better at higher levels."""

from math import erf, sqrt

from geoclass import data
from geoclass.games import Move, View
from geoclass.games.globalissimo import tables
from geoclass.games.memory import Scale, error
from geoclass.games.rng import Rng

# pupil, keen pupil, geographer
ERROR = (1.0, 0.5, 0.15)  # error of a remembered figure, in standard deviations
KNOWS = {tables.CAPITAL: (0.35, 0.65, 0.95), tables.MAP: (0.45, 0.75, 0.97)}  # shares of capitals and places known


class Good:
    """Lays the tile with the highest expected points, and answers what it knows."""

    def __init__(self, level: int, rng: Rng) -> None:
        self._level = level - 1
        self._mind = rng.below(1 << 62)  # fixes this bot's knowledge: the same belief every time

    def choose(self, view: View, legal: list[Move]) -> Move:
        move = legal[0]
        if move["move"] == "estimate":
            return self._estimate(view, legal)
        question = view["question"]
        known = self._knows(question["colour"], question["card"])
        if move["move"] == "judge":
            return move | {"right": known}
        card = question["card"] if known else self._mistaken_for(question["card"])
        return move | ({"text": data.capital_names(card)[0]} if "text" in move else {"country": card})

    def _estimate(self, view: View, legal: list[Move]) -> Move:
        believed = {card: self._believed(card, view["category"]) for card in view["open"]}
        doubt = ERROR[self._level] * sqrt(2)
        chances = {card: _rank_chances(card, believed, doubt) for card in view["open"]}
        return max(legal, key=lambda move: _promise(move["rank"], chances[move["card"]]))

    def _believed(self, card: str, column: str) -> float:
        """The standard score of a figure as this bot remembers it."""
        values = data.values(column)
        true = Scale.of(column, [c for c in tables.deck() if c in values] or values).score(values[card])
        return true + ERROR[self._level] * error(self._mind, f"{column}:{card}")

    def _knows(self, colour: str, card: str) -> bool:
        return Rng(self._mind, f"{colour}:{card}").uniform() < KNOWS[colour][self._level]

    def _mistaken_for(self, card: str) -> str:
        """Another country of the same continent."""
        continents = data.attribute("continent")
        others = [c for c in tables.deck() if continents[c] == continents[card] and c != card]
        return Rng(self._mind, f"mistaken:{card}").choice(others)


def _rank_chances(card: str, believed: dict[str, float], doubt: float) -> list[float]:
    """The probability of each rank: that 0, 1, 2 … of the others are higher, taken as independent."""
    chances = [1.0]
    for other, score in believed.items():
        if other != card:
            higher = (1 + erf((score - believed[card]) / (doubt * sqrt(2)))) / 2
            none, some = [c * (1 - higher) for c in chances], [c * higher for c in chances]
            chances = [a + b for a, b in zip([*none, 0.0], [0.0, *some], strict=True)]
    return chances


def _promise(tile: int, chances: list[float]) -> float:
    """The expected points of a tile (globalissimo G4)."""
    return sum(chance * max(0, 3 - abs(tile - rank)) for rank, chance in enumerate(chances, 1))
