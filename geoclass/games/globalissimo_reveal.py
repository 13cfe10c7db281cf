"""What a round of Globalissimo shows when the cards are turned."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Reveal


class Turned(NamedTuple):
    """The cards of a round, turned and ranked."""

    round: int
    category: str
    ranking: list[dict[str, Any]]  # the greatest figure first
    questions: list[dict[str, Any]]


@dataclass(slots=True)
class Walk:
    """A figure's move in this round. It changes only together with the reveal."""

    seat: int
    points: int
    path: list[int]  # the squares stood on, the one it came from first
    taken: list[int] = field(default_factory=list)  # barriers
    stopped: int | None = None  # the barrier that stays in its way

    def told(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "points": self.points,
            "path": self.path.copy(),
            "taken": self.taken.copy(),
            "stopped": self.stopped,
        }


class Asked(NamedTuple):
    """A question: at the barrier after which square, of what colour, about which card."""

    after: int
    colour: str
    card: str

    def told(self) -> dict[str, Any]:
        return {"after": self.after, "colour": self.colour, "card": self.card}

    def solved(self) -> dict[str, Any]:
        return {"after": self.after, "colour": self.colour, "card": self.card, "answers": self.answers()}

    def answers(self) -> list[str]:
        return list(data.capital_names(self.card)) if self.colour == "orange" else [self.card]


def turn(round_: int, category: str, cards: Sequence[str], tiles: Mapping[str, Mapping[str, int]]) -> Turned:
    """G4, G5: the cards by their rank, here and in the world, and the points of the tile on each that has one."""
    values, world = data.values(category), _world_ranks(category)
    ranking: list[dict[str, Any]] = []
    for place, card in enumerate(sorted(cards, key=world.__getitem__), 1):
        rank = ranking[-1]["rank"] if ranking and ranking[-1]["world_rank"] == world[card] else place
        tile = tiles.get(card)
        ranking.append(
            {
                "card": card,
                "value": values[card],
                "rank": rank,
                "seat": tile["seat"] if tile else None,
                "tile": tile["rank"] if tile else None,
                "points": max(0, 3 - abs(tile["rank"] - rank)) if tile else None,
                "world_rank": world[card],
            }
        )
    return Turned(round_, category, ranking, _questions(category, ranking))


def _questions(category: str, ranking: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the class may talk about when the cards are turned."""
    found: list[dict[str, Any]] = []
    top, bottom = ranking[0], ranking[-1]
    if top["value"] > bottom["value"]:
        found.append({"key": f"globalissimo.question.gap.{category}", "top": top["card"], "bottom": bottom["card"]})
    missed = [0 if r["tile"] is None else abs(r["tile"] - r["rank"]) for r in ranking]
    if most := max(missed):
        worst = ranking[missed.index(most)]
        miss = {"card": worst["card"], "tile": worst["tile"], "rank": worst["rank"]}
        found.append({"key": "globalissimo.question.miss", **miss})
    else:
        found.append({"key": "globalissimo.question.all_right"})
    for above, below in pairwise(ranking):
        if above["value"] == below["value"]:
            found.append({"key": "globalissimo.question.tie", "cards": (above["card"], below["card"])})
            break
    return found


def reveal(turned: Turned, walks: Sequence[Walk], unsolved: Sequence[Asked] | None) -> Reveal:
    """The ranking, the figures' moves so far and, once the round is over, the answers nobody found."""
    questions = [
        question | {"cards": list(question["cards"])} if "cards" in question else question.copy()
        for question in turned.questions
    ]
    if unsolved:
        asked = unsolved[0]
        questions.append({"key": f"globalissimo.question.unsolved.{asked.colour}", "card": asked.card})
    return {
        "kind": "round",
        "round": turned.round,
        "category": turned.category,
        "ranking": list(map(dict.copy, turned.ranking)),
        "world_count": len(_world_ranks(turned.category)),
        "moves": [walk.told() for walk in walks],
        "answers": None if unsolved is None else [asked.solved() for asked in unsolved],
        "questions": questions,
    }


@cache
def _world_ranks(category: str) -> dict[str, int]:
    """1 and how many countries have a greater figure."""
    values = data.values(category)
    ascending = sorted(values.values())
    return {iso: 1 + len(ascending) - bisect_right(ascending, value) for iso, value in values.items()}
