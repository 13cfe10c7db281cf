"""Spywhere, rule by rule (S1–S7)."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoclass import games
from geoclass.games.spywhere.reveal import Points
from tests.games.spywhere_table import (
    BEL,
    DEALT,
    FRA,
    IND,
    ITA,
    JPN,
    MEX,
    NAMES,
    SIX,
    done,
    eliminate,
    end,
    exchange,
    identify,
    new,
    play_out,
    refused,
    threefold,
    turn,
)

# S1, S2: the deal


@pytest.mark.parametrize(("teams", "in_play"), [(2, 5), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_S1_with_four_teams_or_fewer_the_last_nationality_is_out(teams, in_play):
    game = games.new("spywhere", NAMES[:teams], seed=5)
    assert game.view(0)["nationalities"] == SIX[:in_play]
    assert game.view(0)["cards_left"] == SIX[:in_play]
    refused(game, exchange(0, "DEU", ITA), "unknown")
    if in_play == 5:
        refused(game, exchange(0, BEL, ITA), "unknown")
    passports = [c for s in range(teams) for c in game.view(s)["passports"][s]]
    assert len(set(passports)) == len(passports) == (4 if teams == 2 else teams)
    assert set(passports) <= set(SIX[:in_play])


def test_S1_passports_are_random_and_every_nationality_can_be_dealt():
    dealt = Counter(games.new("spywhere", NAMES[:3], seed).view(0)["passports"][0][0] for seed in range(100))
    assert set(dealt) == set(SIX[:5])
    assert max(dealt.values()) < 40


def test_S1_without_names_the_nationality_left_out():
    game = games.new("spywhere", NAMES[:3], 1, {"without": ITA})
    assert game.view(0)["nationalities"] == SIX[1:]
    assert games.new("spywhere", NAMES[:5], 1, {"without": ITA}).view(0)["nationalities"] == SIX


@pytest.mark.parametrize("teams", range(2, 7))
def test_S2_three_cards_each_and_five_open(teams):
    view = games.new("spywhere", NAMES[:teams], seed=3).view(0)
    assert view["hand_counts"] == [4] + [3] * (teams - 1)  # the first team has drawn
    assert len(view["open"]) == 5
    assert view["pile_count"] == 18 * (6 if teams > 4 else 5) - 3 * teams - 5 - 1


def test_S2_the_deck_is_dealt_hands_seat_by_seat_then_the_middle_then_the_pile():
    game = new(3, hands=[[ITA] * 3, [FRA] * 3, [JPN] * 3], middle=[MEX, IND, MEX, IND, MEX], pile=[FRA, JPN])
    assert game.view(0)["hand"] == [ITA, ITA, ITA, FRA]
    assert game.view(1)["hand"] == [FRA, FRA, FRA]
    assert game.view(2)["hand"] == [JPN, JPN, JPN]
    assert game.view(None)["open"] == [MEX, IND, MEX, IND, MEX]
    assert game.view(None)["pile_count"] == 1


# S3: draw and exchange


def test_S3_a_team_draws_then_must_exchange():
    game = new(pile=[MEX, MEX, MEX])
    assert game.phase == "exchange"
    assert game.view(0)["hand"] == [*DEALT, MEX]
    assert {m["move"] for m in game.legal(0)} == {"exchange"}
    refused(game, end(0), "exchange_first")
    refused(game, identify(0, 1, FRA), "exchange_first")
    refused(game, eliminate(0, FRA), "exchange_first")
    assert game.play(exchange(0, MEX, IND)) == [{"event": "exchanged", "seat": 0, "give": MEX, "take": IND}]
    assert game.view(0)["hand"] == [*DEALT, IND]
    assert sorted(game.view(None)["open"]) == sorted([ITA, FRA, JPN, MEX, MEX])
    assert game.view(None)["history"] == [[0, MEX, IND]]


def test_S3_one_exchange_a_turn_of_cards_that_are_there():
    game = new(middle=[ITA, ITA, FRA, FRA, MEX], pile=[FRA, FRA])
    refused(game, exchange(0, MEX, ITA), "not_in_hand")
    refused(game, exchange(0, ITA, IND), "not_open")
    refused(game, exchange(0, ITA, "XXX"), "unknown")
    refused(game, exchange(1, ITA, FRA))
    assert len(game.legal(0)) == 3 * 3
    game.play(exchange(0, ITA, MEX))
    refused(game, exchange(0, ITA, FRA), "exchanged_already")


# S4: eliminate


def test_S4_three_alike_may_be_eliminated_and_are_clues():
    game = threefold(pile=[MEX, IND, IND, JPN, ITA, ITA])
    before = game.view(0)
    assert eliminate(0, FRA) in game.legal(0)
    events = game.play(eliminate(0, FRA))
    assert events == [{"event": "eliminated", "seat": 0, "nationality": FRA, "bonus": True, "laid": [IND, IND, JPN]}]
    view = game.view(0)
    assert view["clues"] == [{FRA: 3}, {}, {}]
    assert Counter(view["hand"]) - Counter(before["hand"]) == {MEX: 1}
    assert view["open"] == [MEX, ITA, IND, IND, JPN]
    assert view["pile_count"] == 2
    assert view["phase"] == "choose"


def test_S4_the_french_spy_cannot_eliminate_french_cards_any_other_may():
    game = threefold(passports=[FRA, ITA, JPN])
    assert all(m["move"] != "eliminate" for m in game.legal(0))
    refused(game, eliminate(0, FRA), "own")
    for spy in (ITA, JPN, MEX, IND):
        others = [c for c in (FRA, ITA, JPN) if c != spy]
        threefold(passports=[spy, *others[:2]]).play(eliminate(0, FRA))


def test_S4_only_three_alike():
    game = threefold()
    refused(game, eliminate(0, IND), "not_three")
    refused(game, eliminate(0, "XXX"), "unknown")
    game = new(3, middle=[IND, IND, MEX, ITA, FRA], pile=[FRA] * 9)
    game.play(exchange(0, FRA, ITA))
    refused(game, eliminate(0, IND), "not_three")  # two are not enough


# S5: identify


def test_S5_one_opponent_a_turn_each_opponent_once():
    game = new(4, pile=[MEX] * 9)
    turn(game, identify(0, 2, MEX))
    assert game.actors == (1,)  # there was no choice
    assert game.view(1)["tried"] == [[0, 2]]
    for _ in range(3):
        turn(game)
    game.play(exchange(0, ITA, ITA))
    refused(game, identify(0, 2, FRA), "tried_already")
    refused(game, identify(0, 0, FRA), "yourself")
    refused(game, identify(0, 1, "XXX"), "unknown")
    refused(game, identify(0, 4, FRA))
    refused(game, identify(0, -1, FRA))
    refused(game, identify(0, True, FRA))
    assert {(m["target"], m["nationality"]) for m in game.legal(0) if m["move"] == "identify"} == {
        (t, c) for t in (1, 3) for c in (ITA, FRA, JPN, IND)
    }


# S6: the end and the closing round


def test_S6_the_game_ends_when_the_pile_is_empty():
    game = new(3, pile=[MEX, MEX])
    turn(game)
    assert (game.phase, game.actors) == ("exchange", (1,))
    game.play(exchange(1, ITA, ITA))
    assert game.phase == "choose"
    events = game.play(end(1))
    assert [e["event"] for e in events] == ["pile_empty", "closing"]
    assert (game.phase, game.actors) == ("closing", (0, 1, 2))
    refused(game, end(1), "closing")
    refused(game, exchange(1, ITA, ITA), "closing")
    refused(game, eliminate(1, ITA), "closing")
    for seat in (2, 0, 1):
        game.play(done(seat))
    assert (game.phase, game.actors, game.ending) == ("over", (), "pile_empty")


def test_S6_the_game_ends_when_a_team_has_tried_everybody():
    game = new(3, pile=[MEX] * 15)
    turn(game, identify(0, 1, FRA))
    turn(game)
    turn(game, identify(2, 0, ITA))
    game.play(exchange(0, ITA, ITA))
    events = game.play(identify(0, 2, MEX))
    assert [e["event"] for e in events] == ["identified", "all_tried", "closing"]
    assert (game.phase, game.actors) == ("closing", (1, 2))  # seat 0 has nobody left to identify
    game.play(identify(1, 0, MEX))
    assert game.actors == (1, 2)
    game.play(identify(2, 1, FRA))  # has tried everybody and leaves
    assert game.actors == (1,)
    refused(game, done(2))
    refused(game, identify(1, 0, FRA), "tried_already")
    game.play(identify(1, 2, JPN))
    assert (game.phase, game.ending) == ("over", "all_tried")
    assert game.view(None)["identifications"] == [[[1, FRA], [2, MEX]], [[0, MEX], [2, JPN]], [[0, ITA], [1, FRA]]]


def test_S6_closing_moves_may_come_in_any_order():
    moves = {0: [identify(0, 2, JPN), identify(0, 1, MEX)], 1: [identify(1, 2, JPN), done(1)], 2: [done(2)]}
    ends = []
    for order in ([0, 0, 1, 1, 2], [2, 1, 0, 1, 0], [1, 0, 2, 0, 1]):
        game = new(3, pile=[MEX])
        turn(game)
        left = {seat: list(todo) for seat, todo in moves.items()}
        for seat in order:
            game.play(left[seat].pop(0))
        ends.append(json.dumps([game.view(s) for s in (None, 0, 1, 2)]))
    assert len(set(ends)) == 1


def test_S6_attempts_of_the_closing_round_follow_those_of_the_turns_in_seat_order():
    game = new(3, pile=[MEX] * 3)
    turn(game)
    turn(game, identify(1, 2, ITA))
    turn(game, identify(2, 0, ITA))
    game.play(identify(1, 0, FRA))
    game.play(identify(0, 2, FRA))
    game.play(identify(0, 1, JPN))
    assert game.view(None)["tried"] == [[1, 2], [2, 0], [0, 2], [0, 1], [1, 0]]


def test_S6_done_is_for_the_closing_round():
    game = threefold()
    refused(game, done(0), "not_closing")


def test_S6_a_team_that_is_done_stays_done():
    game = new(3, pile=[MEX])
    turn(game)
    game.play(done(0))
    refused(game, identify(0, 1, MEX), "through")


# S7: points


def test_S7_seven_own_cards_two_right_ended_the_game_is_24():
    hands, middle = [[ITA] * 3, [FRA, JPN, MEX], [FRA, JPN, MEX]], [ITA, ITA, ITA, ITA, IND]
    game = new(3, hands=hands, middle=middle, pile=[FRA, IND, IND, JPN, IND, IND, MEX, IND, IND, IND, FRA])
    for drawn, then in ((FRA, identify(0, 1, FRA)), (JPN, end(0)), (MEX, end(0)), (IND, identify(0, 2, JPN))):
        game.play(exchange(0, drawn, ITA))
        game.play(then)
        while game.phase != "closing" and game.actors != (0,):
            turn(game)
    game.play(done(1))
    game.play(done(2))
    assert game.view(None)["hands"][0] == [ITA] * 7
    assert game.result["scores"][0] == 7 + 14 + 3 == 24
    assert game.result["winners"] == [0]
    assert game.view(0)["reveal"]["points"][0] == {
        "seat": 0, "cards": 7, "right": 2, "times": 14, "bonus": 3, "total": 24
    }  # fmt: skip


@given(st.integers(0, 18), st.integers(0, 5), st.booleans())
def test_S7_points_card_by_card(cards, right, ended):
    naive = sum(1 for _ in range(cards)) + sum(1 for _ in range(right) for _ in range(cards)) + (3 if ended else 0)
    assert Points(cards, right, 3 if ended else 0).total == naive


@pytest.mark.parametrize("teams", range(2, 7))
def test_S7_the_result_follows_from_what_is_shown_at_the_end(teams):
    for seed in range(8):
        game = play_out(games.new("spywhere", NAMES[:teams], seed), seed)
        view = game.view(None)
        for seat in range(teams):
            own = sum(view["hands"][seat].count(c) for c in view["passports"][seat])
            right = sum(c in view["passports"][t] for t, c in view["identifications"][seat])
            bonus = 3 if view["reveal"]["ended_by"] == seat else 0
            assert view["scores"][seat] == own * (1 + right) + bonus
        best = max(view["scores"])
        assert view["result"] == {
            "winners": [s for s in range(teams) if view["scores"][s] == best],
            "scores": view["scores"],
        }


def test_S7_all_is_shown_at_the_end_and_nothing_before():
    game = new(3, pile=[MEX])
    view = game.view(None)
    hidden = ("hand", "hands", "laid", "cards_left", "identifications", "scores", "reveal", "result")
    assert [view[k] for k in hidden] == [None] * 8
    assert view["passports"] == [None, None, None]
    assert game.view(1)["passports"] == [None, [FRA], None]
    assert game.view(1)["hands"] is None
    turn(game, identify(0, 1, JPN))
    assert game.view(0)["laid"] == [[1, JPN]]
    assert game.view(0)["cards_left"] == [ITA, FRA, MEX, IND]
    assert game.view(1)["laid"] == []
    assert game.view(None)["tried"] == [[0, 1]]
    for seat in range(3):
        game.play(done(seat))
    view = game.view(None)
    assert view["passports"] == [[ITA], [FRA], [JPN]]
    assert view["hands"] == [[*DEALT, MEX], DEALT, DEALT]
    assert view["identifications"] == [[[1, JPN]], [], []]
    assert view["scores"] == [1, 1, 1]
