"""What a round of Globalissimo shows when the cards are turned."""

from bisect import bisect_right
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Reveal


class Ranked(NamedTuple):
    """An open country, and the tile on it if it has one."""

    card: str
    value: float
    rank: int
    seat: int | None
    tile: int | None
    points: int | None


class Walked(NamedTuple):
    """How far a figure has gone in this round."""

    seat: int
    points: int
    start: int
    to: int
    taken: tuple[int, ...]
    stopped: int | None


class Asked(NamedTuple):
    """A question: at the barrier after which square, of what colour, about which card."""

    after: int
    colour: str
    card: str

    def answers(self) -> list[str]:
        return list(data.capital_names(self.card)) if self.colour == "orange" else [self.card]


def reveal(
    round_: int,
    category: str,
    ranking: tuple[Ranked, ...],
    walked: tuple[Walked, ...],
    unsolved: tuple[Asked, ...] | None,
) -> Reveal:
    """The ranking, the figures' moves so far and, once the round is over, the answers nobody found."""
    world = _ascending(category)
    return {
        "kind": "round",
        "round": round_,
        "category": category,
        "ranking": [r._asdict() | {"world_rank": 1 + len(world) - bisect_right(world, r.value)} for r in ranking],
        "world_count": len(world),
        "moves": [
            {
                "seat": w.seat,
                "points": w.points,
                "path": list(range(w.start, w.to + 1)),
                "taken": list(w.taken),
                "stopped": w.stopped,
            }
            for w in walked
        ],
        "answers": None if unsolved is None else [u._asdict() | {"answers": u.answers()} for u in unsolved],
        "questions": _questions(category, ranking, unsolved or ()),
    }


def _questions(category: str, ranking: tuple[Ranked, ...], unsolved: tuple[Asked, ...]) -> list[dict[str, Any]]:
    """What the class may talk about now."""
    found: list[dict[str, Any]] = []
    top, bottom = ranking[0], ranking[-1]
    if top.value > bottom.value:
        found.append({"key": f"globalissimo.question.gap.{category}", "top": top.card, "bottom": bottom.card})
    missed = [(abs(r.tile - r.rank), r) for r in ranking if r.tile is not None and r.tile != r.rank]
    if missed:
        worst = max(missed, key=lambda miss: miss[0])[1]
        found.append({"key": "globalissimo.question.miss", "card": worst.card, "tile": worst.tile, "rank": worst.rank})
    else:
        found.append({"key": "globalissimo.question.all_right"})
    for above, below in pairwise(ranking):
        if above.value == below.value:
            found.append({"key": "globalissimo.question.tie", "cards": [above.card, below.card]})
            break
    if unsolved:
        asked = unsolved[0]
        found.append({"key": f"globalissimo.question.unsolved.{asked.colour}", "card": asked.card})
    return found


@cache
def _ascending(category: str) -> list[float]:
    return sorted(data.values(category).values())
