"""Positions and moves of Couleurs du monde for the tests."""

import pytest

from geoclass import games
from geoclass.games.couleurs.tables import board

ISLANDS = ["ISL", "JAM", "JPN", "LKA", "MDG", "NZL", "PHL", "SGP"]
AFRICA, ASIA = ["EGY", "SDN", "TCD", "NGA"], ["CHN", "VNM", "LAO", "THA"]
WORLD = board({"board": "world", "centre": None, "values": "links"})


def position(*hands, stock=(), **options):
    """A game with these hands (all of equal size) and this stock."""
    names = [f"Team {seat}" for seat in range(len(hands))]
    deck = [card for hand in hands for card in hand] + list(stock)
    return games.new("couleurs", names, seed=1, options={"hand": len(hands[0]), **options}, deck=deck)


def play(game, *cards):
    return game.play({"seat": game.actors[0], "move": "play", "cards": list(cards)})


def skip(game):
    return game.play({"seat": game.actors[0], "move": "pass"})


def refused(game, *cards):
    """The rule that refuses this chain."""
    before, log = game.view(None), game.log
    with pytest.raises(games.IllegalMove) as refusal:
        play(game, *cards)
    assert game.view(None) == before
    assert game.log == log
    return refusal.value.rule


def firsts(game):
    seat = game.actors[0]
    return {move["cards"][0] for move in game.legal(seat) if move["move"] == "play"}
