"""Positions and moves of Spywhere for the tests."""

import pytest

from geoclass import games
from geoclass.games.rng import Rng

ITA, FRA, JPN, MEX, IND, BEL = SIX = ["ITA", "FRA", "JPN", "MEX", "IND", "BEL"]
NAMES = ["Ana", "Ben", "Chloé", "Dan", "Eva", "Finn"]
DEALT = [ITA, FRA, JPN]  # a hand of three
RULE_OF = {  # the rule named in a refusal
    "unknown": "S1",
    "exchange_first": "S3",
    "exchanged_already": "S3",
    "not_in_hand": "S3",
    "not_open": "S3",
    "not_three": "S4",
    "own": "S4",
    "yourself": "S5",
    "tried_already": "S5",
    "closing": "S6",
    "not_closing": "S6",
    "through": "S6",
    "too_early": "S8",
    "spent": "D3",
    "eliminated_already": "D5",
}


def new(teams=3, *, hands=None, middle=(ITA, FRA, JPN, MEX, IND), pile=(), passports=SIX, seed=1, **options):
    """A position; by default each hand has one card of each of the first three countries. Team s spies for SIX[s]."""
    hands = hands or [DEALT] * teams
    deck = [c for hand in hands for c in hand] + [*middle, *pile]
    passports = [[ITA, FRA], [JPN, MEX]] if teams == 2 and passports is SIX else passports[:teams]
    return games.new("spywhere", NAMES[:teams], seed, options, deck=deck, passports=passports)


def exchange(seat, give, take):
    return {"seat": seat, "move": "exchange", "give": give, "take": take}


def identify(seat, target, nationality):
    return {"seat": seat, "move": "identify", "target": target, "nationality": nationality}


def eliminate(seat, nationality):
    return {"seat": seat, "move": "eliminate", "nationality": nationality}


def end(seat):
    return {"seat": seat, "move": "end"}


def done(seat):
    return {"seat": seat, "move": "done"}


def turn(game, *moves):
    """A turn of the seat to move: an exchange without consequences, then *moves*, then the end of the turn."""
    (seat,) = game.actors
    game.play(next(m for m in game.legal(seat) if m["give"] == m["take"]))
    for move in moves:
        game.play(move)
    if game.phase == "choose" and game.actors == (seat,):
        game.play(end(seat))


def refused(game, move, key=None):
    before = [game.view(s) for s in (None, *range(len(game.players)))], game.log
    with pytest.raises(games.IllegalMove) as refusal:
        game.play(move)
    assert before == ([game.view(s) for s in (None, *range(len(game.players)))], game.log)
    assert refusal.value.text("fr") != refusal.value.text("en")
    if key:
        assert (refusal.value.key, refusal.value.rule) == (f"spywhere.refused.{key}", RULE_OF[key])


def play_out(game, seed=1):
    rng = Rng(seed, "play")
    while game.actors:
        game.play(rng.choice(game.legal(rng.choice(game.actors))))
    return game


def threefold(passports=SIX, pile=(IND,) * 9, **options):
    """A position in which seat 0 may eliminate: three French cards are open."""
    game = new(3, middle=[FRA, FRA, IND, MEX, ITA], pile=[JPN, *pile], passports=passports, **options)
    game.play(exchange(0, FRA, IND))
    return game
