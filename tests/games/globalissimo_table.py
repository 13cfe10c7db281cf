"""Positions and moves of Globalissimo for the tests."""

import pytest

from geoclass import data, games, i18n
from geoclass.games.globalissimo import tables as globalissimo_tables
from geoclass.games.globalissimo.engine import CATEGORIES
from geoclass.games.globalissimo.reveal import in_turn

OPEN = [
    "CHN",
    "USA",
    "BRA",
    "DEU",
    "CUB",
    "JPN",
]  # by population, highest first: the sixth lies open from five teams on
ASKED = ["BOL", "PER", "KEN", "EGY", "THA"]  # the cards that the questions are about, in this order
REST = [card for card in globalissimo_tables.deck() if card not in OPEN + ASKED]
DECK = OPEN[:5] + ASKED + REST + OPEN[5:]
POPULATION_FIRST = sorted(CATEGORIES, key=lambda c: c != "population")


def new(teams=2, deck=DECK, colours="orange", **setup):
    """A game on population first, all barriers of one colour."""
    options = setup.pop("options", {})
    afters = options.get("track", {}).get("barriers", range(2, 30, 2))
    setup.setdefault("category_order", POPULATION_FIRST)
    setup.setdefault("barrier_order", [colours] * len(afters))
    players = ["Ana", "Ben", "Chloé", "Dan", "Eve", "Fay"][:teams]
    return games.new("globalissimo", players=players, seed=7, options=options, deck=deck, **setup)


def judged(teams=2, **setup):
    """A game in which the teacher judges."""
    return new(teams, **setup | {"options": {"judge": "teacher"} | setup.get("options", {})})


def rank_of(card, view):
    """The rank of the first equal figure in the sorted list, computed without the engine."""
    values = data.values(view["category"])
    return 1 + sorted((values[c] for c in view["open"]), reverse=True).index(values[card])


def estimate(game, *points):
    """Each team in turn places a tile on the first country that scores the given points."""
    for wanted in points:
        view = game.view(None)
        (seat,) = game.actors
        card, rank = next(
            (card, rank)
            for card in view["open"]
            for rank in range(1, len(view["open"]) + 1)
            if card not in view["tiles"] and max(0, 3 - abs(rank - rank_of(card, view))) == wanted
        )
        events = game.play({"seat": seat, "move": "estimate", "card": card, "rank": rank})
    return events


def judge(game, right):
    return game.play({"seat": game.actors[0], "move": "judge", "right": right})


def answer(game, **what):
    return game.play({"seat": game.actors[0], "move": "answer"} | what)


def refused(game, move, rule=None, key=None):
    before, seen = game.log, [game.view(seat) for seat in (None, *range(len(game.players)))]
    with pytest.raises(games.IllegalMove) as refusal:
        game.play(move)
    assert refusal.value.rule == rule
    assert key is None or refusal.value.key == f"globalissimo.refused.{key}"
    assert game.log == before
    assert [game.view(seat) for seat in (None, *range(len(game.players)))] == seen
    return " ".join(refusal.value.text(lang) for lang in i18n.LANGUAGES)


def walks(game):
    """The moves of the figures in the reveal, starting with the first player's."""
    told = ("seat", "points", "from", "to", "stopped")
    return [{key: ranked[key] for key in told} for ranked in in_turn(game.view(None)["reveal"])]


def names(events):
    return [event["event"] for event in events]
