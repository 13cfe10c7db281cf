"""Spywhere: two teams (S8), and the decisions."""

from collections import Counter

import pytest

from geoclass import games
from tests.games.spywhere_table import (
    DEALT,
    FRA,
    IND,
    ITA,
    JPN,
    MEX,
    NAMES,
    done,
    eliminate,
    end,
    exchange,
    identify,
    new,
    refused,
    threefold,
    turn,
)

# S8: two teams


def two_at(turns, **more):
    """Two teams, seat 0 in its turn number *turns*, without three open cards alike."""
    game = new(2, pile=[MEX, IND] * 10, **more)
    while game.view(0)["turns"][0] < turns or game.actors != (0,):
        turn(game)
    return game


def test_S8_two_passports_each():
    game = games.new("spywhere", NAMES[:2], seed=2)
    assert [len(game.view(s)["passports"][s]) for s in (0, 1)] == [2, 2]
    assert game.view(0)["passports"][1] is None


def test_S8_identify_is_refused_on_the_4th_own_turn_and_accepted_on_the_5th():
    game = two_at(4)
    threes = new(2, middle=[FRA, IND, MEX, MEX, JPN], pile=[MEX, IND] * 10, passports=[[ITA, FRA], [JPN, IND]])
    while threes.view(0)["turns"][0] < 4 or threes.actors != (0,):
        turn(threes)
    threes.play(exchange(0, MEX, IND))
    assert threes.phase == "choose"
    refused(threes, identify(0, 1, JPN), "too_early")
    assert threes.legal(0) == [eliminate(0, MEX), end(0)]
    game.play(exchange(0, ITA, ITA))
    assert game.actors == (1,)  # there was no choice
    turn(game)
    game.play(exchange(0, ITA, ITA))
    game.play(identify(0, 1, JPN))
    assert game.view(None)["tried"] == [[0, 1]]


def test_S8_two_identification_cards_end_the_game():
    game = two_at(5)
    turn(game, identify(0, 1, JPN))
    turn(game)
    turn(game, identify(0, 1, IND))
    assert (game.phase, game.actors) == ("closing", (1,))
    game.play(identify(1, 0, ITA))
    assert game.phase == "closing"
    game.play(identify(1, 0, FRA))
    assert game.view(None)["tried"] == [[0, 1], [0, 1], [1, 0], [1, 0]]
    own = [
        sum(hand.count(c) for c in p) for hand, p in zip(*map(game.view(0).get, ("hands", "passports")), strict=True)
    ]
    assert game.result["scores"] == [own[0] * 2 + 3, own[1] * 3]


# decisions


def test_D1_the_turn_in_which_the_pile_empties_is_finished():
    game = new(3, pile=[MEX])
    assert game.view(None)["pile_count"] == 0
    assert game.phase == "exchange"
    turn(game, identify(0, 1, FRA))
    assert game.phase == "closing"


def test_D1_an_empty_pile_at_the_start_leaves_one_turn_without_a_draw():
    game = new(3)
    assert game.view(0)["hand"] == DEALT
    turn(game)
    assert game.phase == "closing"


@pytest.mark.parametrize(
    ("pile", "bonus", "middle"), [(0, 0, 2), (1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 1, 5), (5, 1, 5)]
)
def test_D1_the_bonus_card_comes_first_and_the_middle_may_stay_short(pile, bonus, middle):
    game = threefold(pile=[MEX, IND, IND, JPN, ITA][:pile])
    events = game.play(eliminate(0, FRA))
    assert events[0]["bonus"] is bool(bonus)
    assert game.view(0)["hand_counts"][0] == 4 + bonus
    assert game.view(0)["hand"].count(MEX) == bonus
    assert len(game.view(None)["open"]) == middle
    assert game.phase == "choose"
    game.play(end(0))
    assert game.phase == ("closing" if pile < 5 else "exchange")


def test_D2_neither_own_nationality_may_be_eliminated_and_both_count():
    game = new(2, middle=[FRA, FRA, MEX, IND, ITA], pile=[JPN, *[MEX, IND] * 9], passports=[[JPN, FRA], [ITA, MEX]])
    game.play(exchange(0, FRA, IND))
    refused(game, eliminate(0, FRA), "own")
    game = new(2, pile=[IND], hands=[[ITA, ITA, FRA], [JPN, MEX, MEX]])
    turn(game)
    game.play(done(0))
    game.play(done(1))
    assert game.result["scores"] == [3, 3]


def test_D2_two_cards_of_different_nationalities_in_two_turns():
    game = two_at(5)
    turn(game, identify(0, 1, JPN))
    refused(game, identify(0, 1, MEX))  # the turn is over
    turn(game)
    game.play(exchange(0, ITA, ITA))
    refused(game, identify(0, 1, JPN), "spent")
    game.play(identify(0, 1, MEX))
    game.play(done(1))
    assert [i["right"] for i in game.view(None)["reveal"]["identifications"]] == [True, True]


def test_D2_the_5th_turn_limit_does_not_hold_in_the_closing_round():
    game = new(2, pile=[MEX])
    turn(game)
    game.play(identify(1, 0, ITA))
    game.play(identify(1, 0, IND))
    assert game.actors == (0,)
    game.play(done(0))
    assert game.result["scores"] == [2, 1 * 2]


def test_D3_a_nationality_is_named_once_and_naming_the_own_is_a_bluff():
    game = new(3, pile=[MEX] * 9)
    turn(game, identify(0, 1, ITA))
    for _ in range(2):
        turn(game)
    game.play(exchange(0, ITA, ITA))
    refused(game, identify(0, 2, ITA), "spent")
    assert all(m.get("nationality") != ITA for m in game.legal(0))
    game.play(identify(0, 2, JPN))
    for seat in (1, 2):
        game.play(done(seat))
    assert [i["right"] for i in game.view(None)["reveal"]["identifications"]] == [False, True]


def test_D4_the_three_points_also_when_the_pile_empties_in_the_same_turn():
    game = new(3, pile=[MEX] * 4)
    turn(game, identify(0, 1, IND))
    turn(game)
    turn(game)
    assert game.view(None)["pile_count"] == 0
    turn(game, identify(0, 2, MEX))
    for target, card in ((0, MEX), (2, IND)):
        game.play(identify(1, target, card))
    game.play(done(2))
    assert game.result["scores"] == [1 + 3, 1, 1]  # nobody gets three in the closing round
    assert game.view(None)["reveal"]["ended_by"] == 0


def test_D5_identify_gives_the_elimination_up_and_eliminate_is_once_a_turn():
    game = threefold()
    game.play(identify(0, 1, FRA))
    assert game.actors == (1,)
    refused(game, eliminate(0, FRA))
    game = threefold(pile=[MEX, IND, IND, IND, ITA])
    game.play(eliminate(0, FRA))
    assert game.view(None)["open"].count(IND) == 3
    assert all(m["move"] != "eliminate" for m in game.legal(0))
    refused(game, eliminate(0, IND), "eliminated_already")
    game.play(identify(0, 1, FRA))
    assert game.actors == (1,)


def test_D5_the_turn_ends_by_itself_without_a_move_in_the_log():
    game = two_at(1)
    game.play(exchange(0, ITA, ITA))
    assert game.actors == (1,)
    assert game.log["moves"] == [exchange(0, ITA, ITA)]
    early = new(2, middle=[IND, IND, MEX, FRA, ITA], pile=[IND, MEX, *[JPN, MEX] * 9])
    early.play(exchange(0, IND, MEX))
    early.play(eliminate(0, IND))
    assert (early.phase, early.actors) == ("exchange", (1,))
    assert games.replay(early.log) == early


def test_D5_whether_three_open_cards_are_the_teams_own_does_not_show():
    views = []
    for passports in ([[ITA, FRA], [JPN, MEX]], [[FRA, IND], [JPN, MEX]], [[ITA, IND], [JPN, MEX]]):
        game = new(2, middle=[FRA, FRA, MEX, IND, ITA], pile=[JPN, *[MEX, IND] * 9], passports=passports)
        game.play(exchange(0, FRA, IND))
        views.append((game.view(None), game.view(1)))
        assert (eliminate(0, FRA) in game.legal(0)) is (FRA not in passports[0])
        game.play(end(0))
        assert game.actors == (1,)
    assert views[0] == views[1] == views[2]


def test_D5_an_exchange_may_give_and_take_the_same_nationality():
    game = new(pile=[MEX, MEX])
    game.play(exchange(0, ITA, ITA))
    assert game.view(0)["hand"] == [*DEALT, MEX]
    assert game.view(None)["history"] == [[0, ITA, ITA]]


def test_D6_of_four_or_five_alike_three_are_taken():
    game = new(middle=[FRA, FRA, FRA, FRA, IND], pile=[JPN, *[MEX] * 9])
    game.play(exchange(0, FRA, IND))
    game.play(eliminate(0, FRA))
    assert game.view(None)["open"] == [FRA, FRA, MEX, MEX, MEX]
    assert game.view(None)["clues"][0] == {FRA: 3}


def test_D7_equal_points_share_the_victory():
    game = new(3, pile=[MEX])
    turn(game)
    for seat in range(3):
        game.play(done(seat))
    assert game.result == {"winners": [0, 1, 2], "scores": [1, 1, 1]}


def test_D7_the_first_seat():
    assert games.new("spywhere", NAMES[:3], 1).actors == (0,)
    assert games.new("spywhere", NAMES[:3], 1, {"first": 2}).actors == (2,)
    assert games.new("spywhere", NAMES, 1, {"first": 5}).actors == (5,)
    firsts = Counter(games.new("spywhere", NAMES[:3], s, {"first": "random"}).actors for s in range(60))
    assert set(firsts) == {(0,), (1,), (2,)}
    game = new(3, pile=[MEX] * 9, first=2)
    turn(game)
    assert game.actors == (0,)
    assert game.view(None)["turns"] == [1, 0, 1]
