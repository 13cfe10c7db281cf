"""The reveal of Globalissimo, when the cards of a round are turned."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Reveal
from geoclass.games.globalissimo.tables import CAPITAL, CATEGORIES

Ranked = dict[str, Any]  # a card, its tile's team, and where that team's pawn goes (filled in as pawns move)
Asked = dict[str, Any]  # a question: square before the barrier, colour, card
Question = dict[str, Any]  # for the class


class TurnedRound(NamedTuple):
    """A round's cards, turned and ranked."""

    round: int
    category: str
    first: int  # the team that moves first
    ranking: list[Ranked]  # highest figure first
    world_count: int  # number of countries with this figure
    questions: list[Question]


def answers(asked: Asked) -> list[str]:
    """The right answers: spellings of the capitals, or the ISO code on the map."""
    return list(data.capital_names(asked["card"])) if asked["colour"] == CAPITAL else [asked["card"]]


def turn(
    round_: int,
    category: str,
    first: int,
    cards: Sequence[str],
    tiles: Mapping[str, Mapping[str, int]],
    squares: Sequence[int],
) -> TurnedRound:
    """Rank the cards, here and in the world, and score their tiles (G4, G5)."""
    values, world = data.values(category), _world_ranks(category, data.edition_of([category]))
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
                "stopped": None,  # square before the barrier that stopped it
            }
        )
    return TurnedRound(round_, category, first, ranking, len(world), _questions(category, ranking))


def _questions(category: str, ranking: list[Ranked]) -> list[Question]:
    """Questions for the class when the cards are turned."""
    found: list[Question] = []
    top, bottom = ranking[0], ranking[-1]
    if top["value"] > bottom["value"]:
        about = category if category in CATEGORIES else "any"
        found.append({"key": f"globalissimo.question.gap.{about}", "top": top["card"], "bottom": bottom["card"]})
    missed = [0 if r["tile"] is None else abs(r["tile"] - r["rank"]) for r in ranking]
    most = max(missed)
    if most > 1:  # being one rank off is not a misconception
        worst = ranking[missed.index(most)]
        miss = {"card": worst["card"], "tile": worst["tile"], "rank": worst["rank"]}
        found.append({"key": "globalissimo.question.miss", **miss})
    elif not most and any(r["tile"] for r in ranking):
        found.append({"key": "globalissimo.question.all_right"})
    for above, below in pairwise(ranking):
        if above["value"] == below["value"]:
            found.append({"key": "globalissimo.question.tie", "card": above["card"], "other": below["card"]})
            break
    return found


def reveal(turned: TurnedRound, solved: Sequence[Asked], unsolved: Asked | None, unfinished: bool = False) -> Reveal:
    """The ranking and the pawns' moves so far, the questions solved (with seats), the unsolved one once the round is
    over, and whether the game was closed before the round ended."""
    questions = list(turned.questions)
    if unsolved and not unfinished:
        questions.append({"key": f"globalissimo.question.unsolved.{unsolved['colour']}", "card": unsolved["card"]})
    found: Reveal = {
        "kind": "round",
        "round": turned.round,
        "category": turned.category,
        "first": turned.first,
        "ranking": turned.ranking,  # not a copy: the pawns' moves are filled in later
        "world_count": turned.world_count,
        "solved": list(solved),
        "unsolved": unsolved,
        "questions": questions,
    }
    return found | ({"unfinished": True} if unfinished else {})


def in_turn(reveal: Mapping[str, Any]) -> list[Ranked]:
    """The teams' cards in the order their pawns move (G6); *to* is None for those that have not moved."""
    played = [ranked for ranked in reveal["ranking"] if ranked["seat"] is not None]
    return sorted(played, key=lambda ranked: (ranked["seat"] - reveal["first"]) % len(played))


@lru_cache(maxsize=256)
def _world_ranks(category: str, edition: str) -> dict[str, int]:  # noqa: ARG001  (the edition is part of the cache key)
    """Country → world rank."""
    values = data.values(category)
    ascending = sorted(values.values())
    return {iso: 1 + len(ascending) - bisect_right(ascending, value) for iso, value in values.items()}
