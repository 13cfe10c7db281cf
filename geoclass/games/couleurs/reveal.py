"""The reveal of Couleurs du monde, after each turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Event, Reveal
from geoclass.games.couleurs.tables import REGION_BONUS, Best, Board, best_chain

COMPARED = ("population", "median_age", "gdp_per_capita_usd")


@dataclass(slots=True)
class Turn:
    """A turn and the position before it, fixed once over."""

    board: Board
    seat: int
    hand: tuple[str, ...]  # before the turn, as the next two
    firsts: tuple[str, ...]  # the cards that could start a chain
    open_in: Mapping[str, int]  # open nations of each corner region that this hand could complete
    cards: tuple[str, ...]  # empty: a pass
    points: int  # of the chain
    fine: int  # of a pass
    before: str | None = None  # the nation covered last
    onward: tuple[str, ...] = ()  # the open nations that could have followed
    regions: tuple[str, ...] = ()  # completed by this chain

    def best(self) -> Best:
        """The best chain possible with this hand."""
        best = best_chain(self.board, self.hand, self.firsts, self.open_in)
        return best if best.exact or best.points >= self.scored() else Best(self.cards, self.scored(), exact=False)

    def scored(self) -> int:
        """The chain's points, including completed regions (M9)."""
        return self.points + REGION_BONUS * len(self.regions)


def reveal(turn: Turn, drawn: Sequence[str], end: Sequence[Event] | None) -> Reveal:
    board, cards, best = turn.board, turn.cards, turn.best()
    around = board.links[cards[0]] if len(cards) == 1 else ()
    by_value = _compared(cards, around, (board.figure,), board.edition) if board.figure else None
    compared = by_value or _compared(cards, around)
    return {
        "move": "play" if cards else "pass",
        "seat": turn.seat,
        "before": turn.before,
        "chain": [
            {"card": card, "value": board.value[card], "times": times, "points": times * board.value[card]}
            for times, card in enumerate(cards, 1)
        ],
        "points": turn.points,
        "fine": turn.fine,
        "regions": [
            {"region": corner, "points": REGION_BONUS, "figures": _figures(board.corners[corner])}
            for corner in turn.regions
        ],
        "onward": list(turn.onward),
        "borders": [{"from": a, "to": b, "km": data.border_km().get((a, b))} for a, b in pairwise(cards)],
        "comparison": {"column": compared.column, "figures": compared.figures} if compared else None,
        "drawn": list(drawn),
        "best": {"chain": list(best.chain), "points": best.points, "exact": best.exact} if best.chain else None,
        "end": list(end) if end else None,
        "questions": _questions(turn, compared, best),
    }


def _figures(nations: Sequence[str]) -> dict[str, dict[str, float | None]]:
    """Nation → the figures that are compared."""
    return {a: {column: data.values(column).get(a) for column in COMPARED} for a in nations}


@cache
def _standing(column: str, edition: str) -> dict[str, int]:  # noqa: ARG001  (the edition is part of the cache key)
    """Country → the number of countries with a smaller figure."""
    figures = data.values(column)
    ranked = sorted(figures.values())
    return {iso: ranked.index(figure) for iso, figure in figures.items()}


class ChainComparison(NamedTuple):
    column: str
    figures: dict[str, float]  # by nation
    high: str
    low: str


@lru_cache(maxsize=4096)
def _compared(
    chain: tuple[str, ...],
    around: tuple[str, ...] = (),
    columns: tuple[str, ...] = COMPARED,
    edition: str = data.EDITION,
) -> ChainComparison | None:
    """Of these figures, the one in which two nations of the chain are furthest apart in the world ranking.

    A single card is compared with its neighbours.
    """
    pairs = [(chain[0], near) for near in around] or list(combinations(chain, 2))
    furthest, most = None, 0
    for column in columns:
        standing = _standing(column, edition)
        for a, b in pairs:
            if a in standing and b in standing and abs(standing[a] - standing[b]) > most:
                furthest, most = (column, a, b), abs(standing[a] - standing[b])
    if furthest is None:
        return None
    column, a, b = furthest
    figures = data.values(column)
    high, low = (a, b) if figures[a] > figures[b] else (b, a)
    return ChainComparison(
        column, {nation: figures[nation] for nation in (*chain, *around) if nation in figures}, high, low
    )


def _questions(turn: Turn, compared: ChainComparison | None, best: Best) -> list[dict[str, Any]]:
    """Questions for the class: keys of sentences and their parameters."""
    asked: list[dict[str, Any]] = []
    if compared and compared.column in COMPARED:
        asked.append({"key": f"couleurs.question.{compared.column}", "high": compared.high, "low": compared.low})
    for region in turn.regions:
        if len(turn.board.corners[region]) > 1:
            asked.append({"key": "couleurs.question.region", "region": region})
    if turn.onward:
        asked.append({"key": "couleurs.question.onward", "card": turn.cards[-1], "n": len(turn.onward)})
    if len(best.chain) > 1 and best.points > turn.scored():
        asked.append({"key": "couleurs.question.better", "points": best.points})
    if turn.hand and not turn.firsts:
        asked.append({"key": "couleurs.question.unable"})
    return asked
