"""Spywhere's bots: each level earns more points than the one below, seeing only its view and its legal moves."""

import pytest

from geoclass import bots, games
from geoclass.bots.spywhere import Good, leads, odds, suspicion
from geoclass.games.rng import Rng

NAMES = ["Ana", "Ben", "Chloé", "Dan"]
ITA, FRA, JPN, MEX, IND = NATIONALITIES = ["ITA", "FRA", "JPN", "MEX", "IND"]


def points(levels, teams, n):
    """The mean points of two levels over *n* games, taking turns at the seats."""
    total = dict.fromkeys(levels, 0)
    for seed in range(n):
        seats = [levels[(seat + seed) % 2] for seat in range(teams)]
        game = games.new("spywhere", NAMES[:teams], seed)
        players = [bots.make("spywhere", level, 10 * seed + seat) for seat, level in enumerate(seats)]
        while game.actors:
            seat = game.actors[0]
            game.play(players[seat].choose(game.view(seat), game.legal(seat)))
        for level, scored in zip(seats, game.result["scores"], strict=True):
            total[level] += scored
    return [total[level] / n / (teams / 2) for level in levels]


@pytest.mark.parametrize("teams", [2, 4])
@pytest.mark.parametrize(
    ("low", "high", "times"),
    [
        ("random", "pupil", 1.25),
        ("random", "keen", 1.5),
        ("random", "geographer", 1.5),
        ("pupil", "keen", 1.15),
        ("keen", "geographer", 1.05),
    ],
)
def test_each_level_beats_the_one_below(low, high, times, teams):
    below, above = points((low, high), teams, 40)
    assert above > times * below


def view(history=(), clues=None, *, teams=3, open_=NATIONALITIES, hand=(ITA, FRA, JPN, MEX), pile=50, laid=()):
    """What seat 0, the Italian spy, sees in its turn."""
    return {
        "seat": 0,
        "phase": "choose",
        "players": NAMES[:teams],
        "nationalities": NATIONALITIES,
        "passports": [[ITA], None, None],
        "open": list(open_),
        "hand": list(hand),
        "hand_counts": [len(hand), 3, 3],
        "history": [list(h) for h in history],
        "clues": clues or [{}, {}, {}],
        "tried": [[0, target] for target, _ in laid],
        "laid": list(laid),
        "pile_count": pile,
    }


def exchanges(seen):
    return [
        {"seat": 0, "move": "exchange", "give": give, "take": take}
        for give in dict.fromkeys(seen["hand"])
        for take in dict.fromkeys(seen["open"])
    ]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_level_takes_its_own_dish(level):
    seen = view()
    move = Good(level, Rng(1, "bot")).choose(seen, exchanges(seen))
    assert move["take"] == ITA
    assert move["give"] != ITA


def test_suspicion_is_what_was_taken_less_what_was_given():
    seen = view([(1, FRA, JPN), (1, MEX, JPN), (2, JPN, MEX), (1, JPN, ITA)], [{}, {IND: 3}, {}])
    assert suspicion(seen, 1) == {ITA: -1000, FRA: -1, JPN: 1, MEX: -1, IND: -1000}


def test_odds_see_all_opponents_together():
    chance = odds(view([(1, FRA, JPN)] * 4 + [(2, FRA, JPN), (2, FRA, MEX)]))
    assert chance[1][JPN] > 0.9
    assert chance[2][MEX] > chance[2][IND] > chance[2][JPN]  # Japan is taken
    assert all(abs(sum(c.values()) - 1) < 1e-9 for c in chance.values())
    assert ITA not in chance[1]


def test_the_keen_and_the_geographer_name_whom_the_history_shows():
    closing = view([(1, FRA, JPN), (2, FRA, MEX)] * 4) | {"phase": "closing"}
    legal = [
        *({"seat": 0, "move": "identify", "target": t, "nationality": c} for t in (1, 2) for c in NATIONALITIES),
        {"seat": 0, "move": "done"},
    ]
    for level in (2, 3):
        named = Good(level, Rng(1, "bot")).choose(closing, legal)
        assert (named["target"], named["nationality"]) in ((1, JPN), (2, MEX))


def test_the_geographer_keeps_from_others_what_they_are_after():
    seen = view([(1, FRA, JPN), (2, FRA, MEX)] * 4, hand=(FRA, JPN, MEX), open_=[ITA, FRA, IND])
    assert Good(3, Rng(1, "bot")).choose(seen, exchanges(seen)) == {
        "seat": 0, "move": "exchange", "give": FRA, "take": ITA
    }  # fmt: skip


def test_the_geographer_looks_like_another_spy_when_nothing_else_is_to_gain():
    seen = view([(0, FRA, IND)], hand=(FRA, FRA), open_=[IND, FRA, FRA])
    assert Good(3, Rng(1, "bot")).choose(seen, exchanges(seen))["take"] == IND


def test_the_geographer_ends_the_game_only_when_it_leads():
    history, laid = [(1, FRA, JPN), (2, FRA, MEX)] * 4, [(1, JPN)]
    legal = [{"seat": 0, "move": "identify", "target": 2, "nationality": MEX}, {"seat": 0, "move": "end"}]
    for own, pile, kind in ((3, 50, "end"), (8, 50, "identify"), (3, 2, "identify")):
        seen = view(history, hand=[ITA] * own, laid=laid, pile=pile)
        assert leads(seen) is (kind == "identify")
        assert Good(3, Rng(1, "bot")).choose(seen, legal)["move"] == kind
