"""Countries, rule by rule (C1–C10), and the examples of the rules file."""

import json
from collections import Counter
from itertools import permutations

import pytest

from geoclass import data, games
from geoclass.games.countries import tables as countries_tables
from geoclass.games.countries.engine import EXAMPLE_GUESS, FIGURES
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
    random_game,
    refused,
    row_of,
    table,
)

# the examples of the rules file


def test_example_iceland_belongs_left_of_india_by_population():
    game = table([[FEW], []], [MOST, LOTS, MANY])
    place(game, FEW, 0)
    doubt(game)
    assert game.reveal["right"]


def test_example_china_belongs_right_of_india_by_longitude():
    for at, right in ((1, True), (0, False)):
        game = table([["CHN"], []], [MOST, LOTS, MANY], "longitude")
        place(game, "CHN", at)
        doubt(game)
        assert game.reveal["right"] is right


def test_example_right_row_doubted_the_doubter_draws_and_the_next_team_begins():
    game = table([[FEW], [], []], [MOST, LOTS, MANY, SOME])
    place(game, FEW, 0)
    doubt(game)
    assert hand_sizes(game) == [2, 5, 3]
    assert game.actors == (2,)


def test_example_wrong_through_seat_0_but_seat_1_laid_last():
    game = table([[FEW], [LOTS], []], [MOST, MANY, SOME, "CHN"])
    place(game, FEW, 1)  # wrong
    place(game, LOTS, 0)  # France is less than India
    doubt(game)
    assert hand_sizes(game) == [2, 4, 3]
    assert game.actors == (2,)
    assert game.reveal["misplaced"] == [FEW]


# C1 to C10


def test_C1_hands_are_dealt_one_after_the_other_and_open_to_all():
    deck = list(countries_tables.deck())
    game = games.new("countries", ["Ana", "Ben", "Chloé"], seed=1, deck=deck, category_order=list(FIGURES))
    for seat in (None, 0, 1, 2):
        view = game.view(seat)
        assert view["hands"] == [deck[:7], deck[7:14], deck[14:21]]
        assert (view["pile_top"], view["pile_count"], view["discard_count"]) == (deck[21], 131, 0)
        assert view["category"] == "area_km2"


def test_C1_every_view_is_the_same_but_for_the_seat():
    for game in random_game(3):
        everybody = game.view(None)
        assert all(game.view(seat) == everybody | {"seat": seat} for seat in range(3))


def test_C1_no_figure_is_in_a_view_before_a_reveal():
    game = table([[FEW, MANY], [LOTS]], [MOST, SOME], "area_km2")
    place(game, FEW, 0)
    shown = json.dumps(game.view(0))
    assert game.view(0)["reveal"] is None
    assert not any(str(int(data.values("area_km2")[card])) in shown for card in (FEW, MANY, LOTS, MOST))


def test_C1_the_pile_below_its_top_is_in_no_view():
    a = table([[], []], [MOST, LOTS, MANY, SOME, FEW])
    b = table([[], []], [MOST, LOTS, FEW, MANY, SOME])
    assert a.view(None) == b.view(None)
    assert a.legal(0) == b.legal(0)


def test_C2_the_nearest_guess_plays_first():
    game = table([[], [], []], [LOTS, MOST, MANY], first="guess")
    truth = data.values("population")[LOTS]
    assert (game.phase, game.actors, row_of(game)) == ("guess", (0, 1, 2), [])
    guess(game, 0, truth + 500)
    guess(game, 1, 3 * truth)
    guess(game, 2, truth - 499)
    assert (game.phase, game.actors) == ("play", (2,))


def test_C2_guesses_are_secret_until_all_are_in():
    a, b = (table([[], [], []], [LOTS, MOST, MANY], first="guess") for _ in range(2))
    events = [guess(a, 1, 60_000_000), guess(b, 1, 7)]
    assert events == [[{"event": "guessed", "seat": 1}]] * 2
    for seat in (None, 0, 1, 2):
        assert a.view(seat) == b.view(seat)
        assert a.view(seat)["guessed"] == [1]
        assert a.view(seat)["reveal"] is None
    assert a.actors == (0, 2)


def test_C2_the_order_of_the_guesses_does_not_matter():
    ended = []
    for order in permutations(range(3)):
        game = table([[], [], []], [LOTS, MOST, MANY, SOME], first="guess")
        for seat in order:
            guess(game, seat, (1_000, 80_000_000, 50_000_000)[seat])
        ended.append([game.view(None), [game.legal(seat) for seat in range(3)], game.reveals])
    assert all(end == ended[0] for end in ended)


def test_C2_the_guess_card_goes_back_into_the_pile_at_any_place():
    starts, tops = set(), set()
    for seed in range(40):
        game = games.new(
            "countries",
            ["Ana", "Ben"],
            seed,
            {"hand": 3},
            deck=[*OTHERS[:6], LOTS, MOST, MANY],
            category_order=["population"],
        )
        assert game.view(None)["pile_top"] == LOTS
        assert game.view(None)["pile_count"] == 3
        guess(game, 0, 1)
        guess(game, 1, 2)
        starts.add(*row_of(game))
        tops.add(game.view(None)["pile_top"])
        assert game.view(None)["pile_count"] == 2
    assert starts == {LOTS, MOST}  # possibly the top card again
    assert tops == {LOTS, MOST, MANY}


def test_C2_every_place_in_the_pile_is_as_likely():
    places = Counter()
    for seed in range(300):
        deck = [*OTHERS[:6], LOTS, MOST, MANY]
        game = games.new("countries", ["Ana", "Ben"], seed, {"hand": 3}, deck=deck, category_order=["population"])
        guess(game, 0, 1)
        guess(game, 1, 2)
        places[0 if row_of(game) == [LOTS] else 1 if game.view(None)["pile_top"] == LOTS else 2] += 1
    assert all(70 < places[place] < 130 for place in range(3))


def test_C2_the_reveal_shows_the_truth_and_every_guess():
    game = table([[], []], [LOTS, MOST, MANY], first="guess")
    truth = data.values("population")[LOTS]
    guess(game, 1, truth + 10)
    guess(game, 0, 1_000)
    reveal = game.view(None)["reveal"]
    assert (reveal["kind"], reveal["rule"], reveal["round"]) == ("guess", "C2", 1)
    assert (reveal["card"], reveal["value"]) == (LOTS, truth)
    assert reveal["guesses"] == [
        {"seat": 0, "population": 1_000, "off": truth - 1_000},
        {"seat": 1, "population": truth + 10, "off": 10},
    ]
    assert reveal["first"] == 1
    assert [q["key"] for q in reveal["questions"]] == ["countries.question.near"]


TRUTH = 68_305_148  # people in France


@pytest.mark.parametrize(
    ("guesses", "key"),
    [
        ((1, 2), "all_below"),
        ((10**9, 10**10), "all_above"),
        ((1, 10**9), "around"),
        ((1, int(TRUTH * 0.98)), "near"),  # T12: 2 % off is not "all below"
        ((int(TRUTH * 1.02), 10**9), "near"),
        ((TRUTH, 10**9), "exact"),
    ],
)
def test_C2_the_question_says_on_which_side_all_guesses_were(guesses, key):
    game = table([[], []], [LOTS, MOST, MANY], first="guess")
    for seat, population in enumerate(guesses):
        guess(game, seat, population)
    assert game.reveal["questions"][0]["key"] == f"countries.question.{key}"


def test_C2_the_example_guess_tells_nothing_and_is_never_the_truth():
    assert EXAMPLE_GUESS not in data.values("population").values()
    for top in (LOTS, MOST):
        game = table([[], []], [top, MANY, SOME], first="guess")
        assert game.legal(1) == [{"seat": 1, "move": "guess", "population": EXAMPLE_GUESS}]


def test_C2_only_guesses_while_guessing_and_none_later():
    game = table([[FEW], []], [LOTS, MOST, MANY], first="guess")
    refused(game, {"seat": 0, "move": "place", "card": FEW, "at": 0}, "countries.refused.guess_first", "C2")
    refused(game, {"seat": 0, "move": "doubt"}, "countries.refused.guess_first", "C2")
    guess(game, 0, 5)
    refused(game, {"seat": 0, "move": "guess", "population": 6}, "countries.refused.guessed_already", "C2")
    assert game.legal(0) == []
    guess(game, 1, 5)
    refused(game, {"seat": 0, "move": "guess", "population": 6}, "countries.refused.guess_is_over", "C2")


def test_C3_play_goes_by_seat_order():
    game = table([[], [], []], [MOST, LOTS], first=1)
    seen = []
    for _ in range(5):
        seen += game.actors
        place(game, game.view(None)["hands"][game.actors[0]][0], 0)
    assert seen == [1, 2, 0, 1, 2]


def test_C4_a_round_starts_with_the_top_card_alone():
    game = table([[FEW, SOME], [MANY]], [MOST, LOTS])
    assert game.view(None)["row"] == [{"card": MOST, "seat": None}]
    assert (game.view(None)["pile_top"], game.view(None)["pile_count"], game.round) == (LOTS, 1, 1)


def test_C4_the_starting_team_must_lay_left_or_right_of_it():
    game = table([[FEW, SOME, MANY], []], [MOST, LOTS])
    assert game.legal(0) == [
        {"seat": 0, "move": "place", "card": card, "at": at} for card in (FEW, SOME, MANY) for at in (0, 1)
    ]
    refused(game, {"seat": 0, "move": "place", "card": FEW, "at": 2}, "countries.refused.no_such_place", "C4")
    events = place(game, FEW, 1)
    assert events == [{"event": "placed", "seat": 0, "card": FEW, "at": 1}]
    assert row_of(game) == [MOST, FEW]


def test_C5_a_following_team_lays_anywhere_or_doubts():
    game = table([[FEW], [LOTS, MANY, SOME], []], [MOST, "CHN"])
    place(game, FEW, 0)
    legal = game.legal(1)
    assert legal[:-1] == [
        {"seat": 1, "move": "place", "card": card, "at": at} for card in (LOTS, MANY, SOME) for at in (0, 1, 2)
    ]
    assert legal[-1] == {"seat": 1, "move": "doubt"}
    place(game, LOTS, 1)
    assert game.view(None)["row"] == [
        {"card": FEW, "seat": 0},
        {"card": LOTS, "seat": 1},
        {"card": MOST, "seat": None},
    ]
    assert game.view(None)["hands"][1] == [MANY, SOME]
    assert game.legal(0) == game.legal(1) == []


@pytest.mark.parametrize("at", [-1, 3, 10**30])
def test_C5_a_place_outside_the_row_is_refused(at):
    game = table([[FEW], [LOTS]], [MOST, "CHN"])
    place(game, FEW, 0)
    refused(game, {"seat": 1, "move": "place", "card": LOTS, "at": at}, "countries.refused.no_such_place", "C5")


@pytest.mark.parametrize("card", [FEW, SOME, MOST, "CHN", "VAT", "XXX", "", "france"])
def test_C5_only_cards_of_ones_own_hand_can_be_laid(card):
    game = table([[FEW, SOME], [LOTS]], [MOST, "CHN"])
    place(game, FEW, 0)
    sentence = "not_your_card" if card in (FEW, SOME, MOST, "CHN") else "unknown_card"
    refused(game, {"seat": 1, "move": "place", "card": card, "at": 0}, f"countries.refused.{sentence}", "C5")


@pytest.mark.parametrize(
    "move",
    [
        {"seat": 0, "move": "place", "card": FEW},
        {"seat": 0, "move": "place", "card": FEW, "at": 0.0},
        {"seat": 0, "move": "place", "card": FEW, "at": False},
        {"seat": 0, "move": "place", "card": [FEW], "at": 0},
        {"seat": 0, "move": "place", "card": FEW, "at": 0, "why": "x"},
        {"seat": 0, "move": "doubt", "card": FEW},
        {"seat": 0, "move": "guess", "population": True},
        {"seat": 0, "move": "guess", "population": "5"},
    ],
)
def test_malformed_moves_are_refused(move):
    refused(table([[FEW], []], [MOST, LOTS]), move, "games.malformed.fields")


def test_C6_last_team_draws_when_the_row_is_wrong():
    game = table([[FEW], [], []], [MOST, LOTS, MANY, SOME])
    place(game, FEW, 1)
    events = doubt(game)
    assert game.view(None)["hands"][0][-2:] == [LOTS, MANY]
    assert hand_sizes(game) == [4, 3, 3]
    assert [e["event"] for e in events] == ["doubted", "row_wrong", "drew", "row_started"]
    assert events[2] == {"event": "drew", "seat": 0, "cards": [LOTS, MANY], "n": 2}
    assert row_of(game) == [SOME]


def test_C6_doubter_draws_when_the_row_is_right():
    game = table([[FEW], [], []], [MOST, LOTS, MANY, SOME])
    place(game, FEW, 0)
    events = doubt(game)
    assert game.view(None)["hands"][1][-2:] == [LOTS, MANY]
    assert [e["event"] for e in events] == ["doubted", "row_right", "drew", "row_started"]


def test_C7_a_doubt_ends_the_round():
    game = table([[FEW], [], []], [MOST, LOTS, MANY, SOME], category_order=["population", "latitude", "median_age"])
    place(game, FEW, 1)
    doubt(game)
    view = game.view(None)
    assert (view["round"], view["category"], view["row"]) == (2, "latitude", [{"card": SOME, "seat": None}])
    assert (view["discard_count"], view["pile_count"], view["pile_top"]) == (2, 0, None)
    assert game.actors == (1,)  # the team after the one that drew, here the doubter itself


def test_C7_used_categories_come_round_again():
    order = ["population", "latitude", "median_age"]
    game = games.new("countries", ["Ana", "Ben"], 4, {"first": 0}, category_order=order)
    seen = []
    for _ in range(7):
        seen.append(game.view(None)["category"])
        place(game, game.view(None)["hands"][game.actors[0]][0], 0)
        doubt(game)
    assert seen == [*order, *order, "population"]


def test_C7_a_single_category_repeats():
    game = table([[FEW], []], [MOST, LOTS, MANY, SOME])
    place(game, FEW, 1)
    doubt(game)
    assert (game.view(None)["category"], game.view(None)["round"]) == ("population", 2)


def test_C8_the_last_card_on_a_right_row_wins():
    game, events = lay_out_hand_of_ana(4)
    assert game.result == {"winners": [0], "scores": [0, 1]}
    assert (game.phase, game.actors, game.legal(0), game.legal(1)) == ("over", (), [], [])
    assert [e["event"] for e in events] == ["placed", "row_right", "won"]
    view = game.view(1)
    assert [laid["card"] for laid in view["row"]] == [FEW, SOME, "JAM", "MNG", MANY, MOST]  # as after the last move
    assert (view["scores"], view["round"], view["category"]) == ([0, 1], 1, "population")
    assert (view["reveal"]["rule"], view["reveal"]["drew"], view["reveal"]["right"]) == ("C8", None, True)
    refused(game, {"seat": 1, "move": "doubt"}, "games.over")


def test_C8_the_last_card_on_a_wrong_row_draws_two():
    game, events = lay_out_hand_of_ana(0)
    assert game.result is None
    assert game.view(None)["hands"][0] == [LOTS, "CHN"]
    assert [e["event"] for e in events] == ["placed", "row_wrong", "drew", "row_started"]
    reveal = game.reveal
    assert (reveal["rule"], reveal["cause"], reveal["by"], reveal["drew"], reveal["drawn"]) == (
        "C8",
        "last_card",
        0,
        0,
        [LOTS, "CHN"],
    )


def test_C8_a_last_card_loses_by_anothers_fault_too():
    game = table([[FEW, SOME, MANY], ["MNG"]], [MOST, LOTS, "CHN", "BRA"])
    place(game, FEW, 0)
    place(game, "MNG", 2)  # wrong
    place(game, SOME, 1)
    place(game, game.view(None)["hands"][1][0], 0)
    place(game, MANY, 3)
    assert hand_sizes(game)[0] == 2
    assert game.result is None


@pytest.mark.parametrize(("column", "less", "more"), [("latitude", "NAM", "ISL"), ("longitude", "ISL", "IND")])
def test_C9_less_is_south_and_west(column, less, more):
    game = table([[less], []], [more, LOTS, MANY], column)
    place(game, less, 0)
    doubt(game)
    assert game.reveal["right"]


def test_C10_the_figures_of_the_table_are_law():
    game = table([["CHN"], []], [MOST, LOTS, MANY])  # India has overtaken China since, but not on the cards
    place(game, "CHN", 1)
    doubt(game)
    assert game.reveal["right"]
    assert game.reveal["row"][1] == {"card": "CHN", "seat": 0, "value": 1410539758, "misplaced": False}
