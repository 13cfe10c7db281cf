"""Countries: the decisions, and the bell."""

from itertools import combinations

import pytest

from geoclass import data, games
from geoclass.games.rng import Rng
from geoclass.review.misjudged import judgements
from tests.games.countries_table import (
    FEW,
    LOTS,
    MANY,
    MOST,
    OTHERS,
    SOME,
    doubt,
    guess,
    hand_sizes,
    lay_out_hand_of_ana,
    place,
    refused,
    row_of,
    table,
)

# D1 to D6


def test_D1_equal_figures_are_right_in_either_order():
    latitude = data.values("latitude")
    a, b = next((a, b) for a, b in combinations(OTHERS, 2) if latitude[a] == latitude[b])
    for at in (0, 1):
        game = table([[a], []], [b, LOTS, MANY], "latitude")
        place(game, a, at)
        doubt(game)
        assert (game.reveal["right"], game.reveal["misplaced"]) == (True, [])
        assert game.reveal["true_order"] == ([a, b] if at == 0 else [b, a])


def test_D2_the_starting_team_cannot_doubt():
    game = table([[FEW], []], [MOST, LOTS, MANY, SOME])
    refused(game, {"seat": 0, "move": "doubt"}, "countries.refused.nothing_to_doubt", "D2")
    place(game, FEW, 0)
    doubt(game)
    assert game.actors == (0,)
    refused(game, {"seat": 0, "move": "doubt"}, "countries.refused.nothing_to_doubt", "D2")


def test_D3_a_wrong_last_card_ends_the_round():
    game, _ = lay_out_hand_of_ana(0)
    view = game.view(None)
    assert (view["round"], view["category"], view["row"]) == (2, "latitude", [{"card": "BRA", "seat": None}])
    assert view["discard_count"] == 6
    assert game.actors == (1,)


def test_D4_a_tie_goes_to_the_lowest_seat():
    game = table([[], [], []], [LOTS, MOST, MANY], first="guess")
    truth = data.values("population")[LOTS]
    guess(game, 2, truth + 5)
    guess(game, 1, truth - 5)
    guess(game, 0, truth + 6)
    assert game.actors == (1,)


def test_D4_a_guess_is_a_whole_number_from_0():
    game = table([[], []], [LOTS, MOST, MANY], first="guess")
    refused(game, {"seat": 0, "move": "guess", "population": -1}, "countries.refused.negative_guess", "D4")
    refused(game, {"seat": 0, "move": "guess", "population": 1.0}, "games.malformed.fields")
    guess(game, 0, 0)
    assert game.view(None)["guessed"] == [0]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_D4_the_longest_guess_can_be_put_into_words(lang):
    game = table([[], []], [LOTS, MOST, MANY], first="guess")
    refused(game, {"seat": 0, "move": "guess", "population": 10**100}, "countries.refused.huge_guess", "D4")
    guess(game, 0, 10**100 - 1)
    guess(game, 1, 0)
    assert game.actors == (1,)
    for words in (game.say(game.log["moves"][0], lang), *(game.ask(q, lang) for q in game.reveal["questions"])):
        assert words.count("9") == 100


def test_D5_an_empty_pile_is_made_anew_from_the_discards_when_next_needed():
    game = table([[FEW], []], [MOST, LOTS, MANY, SOME])
    place(game, FEW, 1)
    doubt(game)  # draws Angola and France, Namibia starts: the pile is empty, the discards are not touched yet
    view = game.view(None)
    assert (view["pile_count"], view["pile_top"], view["discard_count"]) == (0, None, 2)
    place(game, game.view(None)["hands"][1][0], 0)
    doubt(game)  # the two discards are drawn; the row just turned is not among them, but starts the next one
    view = game.view(None)
    drew = game.reveal["drew"]
    assert sorted(game.reveal["drawn"]) == sorted([FEW, MOST])
    assert sorted(view["hands"][drew][-2:]) == sorted([FEW, MOST])
    assert (view["pile_count"], view["discard_count"], len(view["row"])) == (1, 0, 1)


def test_D5_a_draw_goes_on_from_the_new_pile():
    game = table([[FEW], []], [MOST, LOTS, MANY, SOME, "BRA"])
    place(game, FEW, 1)
    doubt(game)
    assert game.view(None)["pile_count"] == 1
    place(game, game.view(None)["hands"][1][0], 0)
    doubt(game)
    assert game.reveal["drawn"][0] == "BRA"
    assert game.reveal["drawn"][1] in (FEW, MOST)


def test_D5_a_team_draws_what_is_left():
    for pile, n in (([MOST], 0), ([MOST, LOTS], 1)):
        game = table([[FEW], []], pile)
        place(game, FEW, 1)
        events = doubt(game)
        assert hand_sizes(game) == [2 + n, 3]
        assert game.reveal["drawn"] == pile[1:]
        assert events[2]["event"] == ("drew" if n else "drew_nothing")
        assert (row_of(game)[0] in (FEW, MOST), game.view(None)["pile_count"]) == (True, 1)


def test_D5_a_team_left_without_a_card_can_only_doubt_and_does_not_begin():
    game = table([[FEW, SOME, MANY], []], [MOST])
    for _ in range(2):
        place(game, game.view(None)["hands"][0][0], 1)
        place(game, game.view(None)["hands"][1][0], 0)
    place(game, game.view(None)["hands"][0][0], 1)  # wrong, and nothing is left to draw
    assert hand_sizes(game) == [0, 1]
    assert game.actors == (1,)
    place(game, game.view(None)["hands"][1][0], 0)
    # either Ben has won, or he drew two cards and, as Ana has none, begins again
    assert game.result == {"winners": [1], "scores": [0, 0]} or (game.actors == (1,) and hand_sizes(game) == [0, 2])


def test_D5_without_a_card_a_team_may_still_doubt():
    game = table([[], [], []], [MOST])
    chance = Rng(1, "test")
    while len(game.legal(game.actors[0])) > 1:  # at random, until a team can only doubt
        game.play(chance.choice(game.legal(game.actors[0])))
        if not game.actors:
            game = table([[], [], []], [MOST])
    (seat,) = game.actors
    assert hand_sizes(game)[seat] == 0
    assert game.legal(seat) == [{"seat": seat, "move": "doubt"}]
    refused(game, {"seat": seat, "move": "place", "card": MOST, "at": 0}, "countries.refused.not_your_card", "C5")
    rounds = game.round
    doubt(game)
    assert game.round == rounds + 1
    assert hand_sizes(game)[game.actors[0]] > 0


@pytest.mark.parametrize("first", ["guess", 0, 1])
def test_D5_without_a_pile_the_game_ends_and_is_shared(first):
    game = table([[], []], [], first=first)
    assert (game.phase, game.actors, game.round) == ("over", (), 1)
    assert game.result == {"winners": [0, 1], "scores": [3, 3]}
    assert game.view(None)["row"] == []


def test_D6_discards_are_the_rows_as_they_lay_oldest_first():
    game = table([[FEW], []], [MOST, LOTS, MANY, SOME])
    place(game, FEW, 1)
    doubt(game)  # discards: IND, ISL
    card = game.view(None)["hands"][1][0]
    place(game, card, 0)
    start = row_of(game)[1]
    drawn = Rng(5, "reshuffle").shuffled([MOST, FEW])
    doubt(game)
    assert game.reveal["drawn"] == drawn
    chance = Rng(5, "reshuffle")
    chance.shuffled([MOST, FEW])
    assert row_of(game) == chance.shuffled([card, start])[:1]


# P15


def test_P15_at_the_bell_the_row_is_turned_and_the_fewest_cards_lead():
    game = table([[FEW, MOST], [SOME, LOTS]], [MANY, *OTHERS[40:70]])
    game.play({"seat": 0, "move": "place", "card": MOST, "at": 0})
    game.close()
    reveal = game.reveal
    assert (reveal["cause"], reveal["right"], reveal["by"], reveal["drew"]) == ("bell", False, None, None)
    assert (reveal["unfinished"], reveal["misplaced"]) == (True, [MOST])
    assert game.standing == {"leaders": [0], "scores": [2, 3]}
    judged = [j for j in judgements(game.log) if j["kind"] == "order"]
    assert [(j["iso3"], j["right"]) for j in judged] == [(MOST, False)]


def test_P15_at_the_bell_guesses_are_told_and_a_row_of_one_card_is_not():
    game = games.new("countries", ["Ana", "Ben"], 5)
    guess(game, 1, 1_000_000)
    game.close()
    reveal = game.reveal
    assert ([g["seat"] for g in reveal["guesses"]], reveal["first"], reveal["unfinished"]) == ([1], None, True)
    game = games.new("countries", ["Ana", "Ben"], 5, {"first": 0})
    game.close()
    assert game.reveal is None
    assert game.standing["leaders"] == [0, 1]
