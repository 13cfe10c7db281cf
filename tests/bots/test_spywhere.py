"""The bots of Spywhere: each level earns more points than the one below, knowing only its view and legal moves."""

from statistics import median

import pytest

from geoclass import bots, games
from geoclass.games.rng import Rng
from geoclass.games.spywhere.bots import Good, leads, must_race, odds, suspicion

NAMES = ["Ana", "Ben", "Chloé", "Dan", "Eve", "Flo"]
ITA, FRA, JPN, MEX, IND = NATIONALITIES = ["ITA", "FRA", "JPN", "MEX", "IND"]


def play(levels, seed):
    """A game played out by bots of these levels, seat by seat."""
    game = games.new("spywhere", NAMES[: len(levels)], seed)
    players = [bots.make("spywhere", level, 10 * seed + seat) for seat, level in enumerate(levels)]
    while game.actors:
        seat = game.actors[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))
    return game


def points(levels, teams, n):
    """The mean points of two levels over *n* games, taking turns at the seats."""
    total = dict.fromkeys(levels, 0)
    for seed in range(n):
        seats = [levels[(seat + seed) % 2] for seat in range(teams)]
        for level, scored in zip(seats, play(seats, seed).result["scores"], strict=True):
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


def share(level, other, teams, n):
    """The share of games won by one bot of *level* among *others*, in each seat in turn; chance would be 1 / teams."""
    won = 0.0
    for seed in range(n):
        seats = [level if seat == seed % teams else other for seat in range(teams)]
        winners = play(seats, seed).result["winners"]
        won += (seed % teams in winners) / len(winners)
    return won / n


@pytest.mark.parametrize("level", ["pupil", "keen", "geographer"])
@pytest.mark.parametrize(("teams", "at_least"), [(2, 0.8), (3, 0.38), (4, 0.31), (5, 0.3), (6, 0.35)])
def test_each_level_alone_beats_chance_whatever_the_number_of_teams(level, teams, at_least):
    assert share(level, "random", teams, 90) > at_least


@pytest.mark.parametrize("teams", [4, 5])
def test_who_watches_beats_those_who_try_at_random_more_often_than_the_pupil(teams):
    pupil, keen, geographer = (share(level, "random", teams, 240) for level in ("pupil", "keen", "geographer"))
    assert min(keen, geographer) > pupil + 0.03


@pytest.mark.parametrize(("high", "low"), [("keen", "pupil"), ("geographer", "keen")])
@pytest.mark.parametrize(("teams", "at_least"), [(2, 0.6), (3, 0.45), (6, 0.3)])
def test_each_level_alone_beats_the_one_below_whatever_the_number_of_teams(high, low, teams, at_least):
    assert share(high, low, teams, 60) > at_least


@pytest.mark.parametrize("level", ["pupil", "keen", "geographer"])
def test_bots_of_one_level_do_not_race(level):
    """A game of four lasts several rounds: nobody identifies just in the hope of three points."""
    assert median(len(play([level] * 4, seed).view(None)["history"]) for seed in range(15)) > 4 * 3


def test_the_first_of_three_teams_tries_at_once_and_the_others_need_not():
    assert must_race(view() | {"turns": [1, 0, 0], "tried": []})
    assert not must_race(view(teams=4) | {"turns": [1, 0, 0, 0], "tried": []})
    assert not must_race(view() | {"turns": [1, 1, 0], "tried": [[1, 0]]})  # it is too late


def test_a_team_that_lets_no_turn_pass_is_beaten_to_the_end():
    for tried, race in (([], False), ([[1, 2]], False), ([[1, 2], [1, 0]], True)):
        seen = view(teams=4, laid=[(2, JPN), (3, MEX)]) | {"turns": [3, 2, 2, 2]}
        assert must_race(seen | {"tried": seen["tried"] + tried}) is race


@pytest.mark.parametrize(
    ("level", "teams", "kind"), [(1, 4, "end"), (2, 4, "identify"), (3, 4, "identify"), (2, 3, "end"), (3, 3, "end")]
)
def test_who_watches_tries_once_others_do_unless_there_are_three(level, teams, kind):
    legal = [{"seat": 0, "move": "identify", "target": 2, "nationality": MEX}, {"seat": 0, "move": "end"}]
    for tried, expected in (([], "end"), ([[0, 1]], "end"), ([[1, 2]], kind)):
        seen = view(teams=teams) | {"tried": tried}
        assert Good(level, Rng(1, "bot")).choose(seen, legal)["move"] == expected


def view(history=(), clues=None, *, teams=3, open_=NATIONALITIES, hand=(ITA, FRA, JPN, MEX), pile=50, laid=()):
    """The view of seat 0, the Italian spy, in its turn."""
    return {
        "seat": 0,
        "phase": "choose",
        "players": NAMES[:teams],
        "nationalities": NATIONALITIES,
        "passports": [[ITA]] + [None] * (teams - 1),
        "open": list(open_),
        "hand": list(hand),
        "hand_counts": [len(hand)] + [3] * (teams - 1),
        "history": [list(h) for h in history],
        "clues": clues or [{}] * teams,
        "tried": [[0, target] for target, _ in laid],
        "laid": list(laid),
        "turns": [5] * teams,
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


@pytest.mark.parametrize(("teams", "at_least"), [(2, 20), (4, 30), (6, 45)])
def test_P21_a_chance_player_does_not_spoil_the_game(teams, at_least):
    lengths = [len(play(["random"] * teams, seed).view(None)["history"]) for seed in range(30)]
    assert median(lengths) > at_least
    assert min(lengths) > 2 * teams
    among = [len(play(["random", *["pupil"] * (teams - 1)], seed).view(None)["history"]) for seed in range(20)]
    assert median(among) > at_least / 2
