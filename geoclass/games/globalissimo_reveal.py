"""What a round of Globalissimo shows when the cards are turned."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Reveal

Ranked = dict[str, Any]  # a card, whose tile lies on it, and where that team's figure goes: filled in as figures move
Asked = dict[str, Any]  # a question: at the barrier after which square, of what colour, about which card
Question = dict[str, Any]  # for the class


class Turned(NamedTuple):
    """The cards of a round, turned and ranked."""

    round: int
    category: str
    first: int  # the team that moves first
    ranking: list[Ranked]  # the greatest figure first
    world_count: int  # how many countries have this figure
    questions: list[Question]


def answers(asked: Asked) -> list[str]:
    """What is right: the spellings of the capitals, or the ISO code on the map."""
    return list(data.capital_names(asked["card"])) if asked["colour"] == "orange" else [asked["card"]]


def turn(
    round_: int,
    category: str,
    first: int,
    cards: Sequence[str],
    tiles: Mapping[str, Mapping[str, int]],
    squares: Sequence[int],
) -> Turned:
    """G4, G5: the cards by their rank, here and in the world, and the points of the tile on each that has one."""
    values, world = data.values(category), _world_ranks(category)
    ranking: list[Ranked] = []
    rank = world_rank = 0
    for place, card in enumerate(sorted(cards, key=world.__getitem__), 1):
        if world[card] > world_rank:
            rank, world_rank = place, world[card]
        seat = tile = points = None
        if card in tiles:
            seat, tile = tiles[card]["seat"], tiles[card]["rank"]
            points = max(0, 3 - abs(tile - rank))
        ranking.append(
            {
                "card": card,
                "value": values[card],
                "rank": rank,
                "world_rank": world_rank,
                "seat": seat,
                "tile": tile,
                "points": points,
                "from": None if seat is None else squares[seat],
                "to": None,
                "stopped": None,  # by the barrier after this square
            }
        )
    return Turned(round_, category, first, ranking, len(world), _questions(category, ranking))


def _questions(category: str, ranking: list[Ranked]) -> list[Question]:
    """What the class may talk about when the cards are turned."""
    found: list[Question] = []
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
            found.append({"key": "globalissimo.question.tie", "card": above["card"], "other": below["card"]})
            break
    return found


def reveal(turned: Turned, unsolved: Asked | None) -> Reveal:
    """The ranking, the figures' moves so far and, once the round is over, the question nobody could answer."""
    questions = list(map(dict.copy, turned.questions))
    if unsolved:
        questions.append({"key": f"globalissimo.question.unsolved.{unsolved['colour']}", "card": unsolved["card"]})
    return {
        "kind": "round",
        "round": turned.round,
        "category": turned.category,
        "first": turned.first,
        "ranking": list(map(dict.copy, turned.ranking)),
        "world_count": turned.world_count,
        "unsolved": unsolved.copy() if unsolved else None,
        "questions": questions,
    }


def in_turn(reveal: Mapping[str, Any]) -> list[Ranked]:
    """G6: the teams' cards in the order their figures move; *to* is None where one has not moved yet."""
    played = [ranked for ranked in reveal["ranking"] if ranked["seat"] is not None]
    return sorted(played, key=lambda ranked: (ranked["seat"] - reveal["first"]) % len(played))


@cache
def _world_ranks(category: str) -> dict[str, int]:
    """1 and how many countries have a greater figure."""
    values = data.values(category)
    ascending = sorted(values.values())
    return {iso: 1 + len(ascending) - bisect_right(ascending, value) for iso, value in values.items()}
