"""Countries, rule by rule."""

import json
from collections import Counter
from itertools import combinations, permutations

import pytest

from geoclass import data, games
from geoclass.games.countries import tables as countries_tables
from geoclass.games.countries.engine import EXAMPLE_GUESS, FIGURES
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


def lay_out_hand_of_ana(at_last):
    """Ana lays Iceland, Namibia and finally Angola; the others correctly lay cards with fewer people than Angola."""
    game = table(
        [[FEW, SOME, MANY], ["MNG", "JAM"]], [MOST, LOTS, "CHN", "BRA"], category_order=["population", "latitude"]
    )
    place(game, FEW, 0)  # ISL IND
    place(game, "MNG", 1)  # ISL MNG IND
    place(game, SOME, 1)  # ISL NAM MNG IND
    place(game, "JAM", 2)  # ISL NAM JAM MNG IND
    return game, place(game, MANY, at_last)


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
