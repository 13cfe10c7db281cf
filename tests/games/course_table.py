"""Positions and moves of La course autour du monde for the tests."""

import pytest

from geoclass import games
from geoclass.games.course import tables as course_tables

NAMES = ["Ana", "Ben", "Chloé", "Dan", "Eva", "Fay"]

# A small network: a ring round the world with some branches.
RING = [
    "new-york--paris",
    "anchorage--new-york",
    "anchorage--tokyo",
    "honolulu--tokyo",
    "honolulu--sydney",
    "darwin--sydney",
    "darwin--singapore",
    "cairo--singapore",
    "cairo--paris",
    "london--paris",
    "paris--rome",
    "cairo--tehran",
]
TOUR = [*RING[:9]]  # Paris, New York, Anchorage, Tokyo, Honolulu, Sydney, Darwin, Singapore, Cairo, Paris


def table(*hands, stock=(), **options):
    """A game of Ana, Ben, … with these hands (equally many cards) and this stock, top first."""
    deck = [card for hand in hands for card in hand] + list(stock)
    network = options.pop("network", sorted({*deck, *RING}))
    options = {"hand": len(hands[0]), "network": network} | options
    return games.new("course", NAMES[: len(hands)], seed=1, options=options, deck=deck)


def start(game, city="paris"):
    return game.play({"seat": game.actors[0], "move": "start", "city": city})


def fly(game, *routes):
    return game.play({"seat": game.actors[0], "move": "fly", "routes": list(routes)})


def stay(game, off, take=("stock", "stock")):
    return game.play({"seat": game.actors[0], "move": "stay", "off": list(off), "take": list(take)})


def refused(game, rule, **move):
    """The sentence that refuses a move; assert that it names *rule* and that nothing changed."""
    seats = range(len(game.players))
    before = [game.view(seat) for seat in (None, *seats)], game.log
    with pytest.raises(games.IllegalMove) as why:
        game.play({"seat": game.actors[0], **move})
    assert ([game.view(seat) for seat in (None, *seats)], game.log) == before
    assert why.value.rule == rule
    assert why.value.text("fr") != why.value.text("en")
    return why.value.text("en")


def cards(n, but=()):
    """Some cards of the full network."""
    return [card for card in course_tables.network() if card not in but][:n]


def world_tour(*legs, home="paris"):
    """Ana alone flies: her hand is *legs*, Ben has as many others, and both have started."""
    others = cards(len(legs), legs)
    game = table(legs, others, stock=cards(8, [*legs, *others]), network=list(course_tables.network()) + _new(legs))
    start(game, home)
    return game


def _new(legs):
    return [leg for leg in legs if leg not in course_tables.network()]
