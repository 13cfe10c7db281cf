"""Globalissimo: the decisions, unknown answers, and the bell."""

import json

import pytest

from geoclass import data, games
from geoclass.games.globalissimo import tables as globalissimo_tables
from geoclass.games.rng import Rng
from tests.games.globalissimo_table import (
    DECK,
    OPEN,
    POPULATION_FIRST,
    answer,
    estimate,
    judge,
    judged,
    names,
    new,
    refused,
    walks,
)

# decisions


def test_D2_ending_right_before_a_barrier_asks_nothing():
    game = new()
    estimate(game, 2, 1)
    assert game.phase == "estimate"
    assert game.view(None)["squares"] == [2, 1]


def test_D2_solved_it_goes_to_four_and_is_not_asked_again():
    """The rules' example: on square 2 with 2 points."""
    game = judged()
    estimate(game, 2, 0)
    estimate(game, 0, 2)
    assert game.view(None)["question"]["after"] == 2
    judge(game, True)
    assert game.view(None)["squares"] == [4, 0]
    assert game.phase == "estimate"


def test_D3_the_card_leaves_the_pile_when_the_question_is_put():
    game = judged()
    assert game.view(None)["pile_count"] == 95
    estimate(game, 3, 0)
    assert game.view(None)["pile_count"] == 94
    judge(game, False)
    assert game.view(None)["pile_count"] == 89


def test_D3_an_empty_pile_is_made_anew_from_the_discards_when_a_card_is_drawn():
    game = new(deck=DECK[:8], options={"barriers": False})
    estimate(game, 0, 0)
    view = game.view(None)
    assert view["open"][:3] == DECK[5:8]
    assert set(view["open"][3:]) < set(DECK[:5])
    assert view["pile_count"] == 3
    ten = new(deck=DECK[:10], options={"barriers": False})
    estimate(ten, 0, 0)
    assert ten.view(None)["pile_count"] == 0
    estimate(ten, 0, 0)
    assert sorted(ten.view(None)["open"]) != sorted(DECK[5:10])
    assert ten.view(None)["pile_count"] == 5


def test_D3_each_card_comes_back_once_however_often_the_pile_is_made_anew():
    game = new(deck=DECK[:8], options={"barriers": False})
    for _ in range(5):
        view = game.view(None)
        assert (len(set(view["open"])), view["pile_count"]) == (5, 3)
        estimate(game, 0, 0)


def test_D3_cards_set_aside_come_back_only_after_the_round():
    game = judged(3, deck=DECK[:7], options={"track": {"squares": 30, "barriers": [1, 2]}})
    estimate(game, 3, 3, 3)
    judge(game, True)  # BOL is discarded
    assert game.view(None)["question"] == {"after": 2, "colour": "orange", "card": "PER"}
    judge(game, False)
    judge(game, False)
    judge(game, False)
    assert game.view(None)["pile_count"] == 2
    assert set(game.view(None)["open"]) <= set(DECK[:7])


def test_D3_without_any_card_left_a_barrier_stays_shut():
    game = judged(deck=DECK[:5], options={"rounds": 1})
    estimate(game, 3, 1)
    assert game.result == {"winners": [0], "scores": [2, 1]}
    assert walks(game)[0]["stopped"] == 2


def test_D3_pile_and_coming_categories_are_in_no_view():
    others = POPULATION_FIRST[1:]
    one = new(3, options={"judge": "teacher"})
    two = new(
        3,
        options={"judge": "teacher"},
        deck=DECK[:6] + Rng(1, "other").shuffled(DECK[6:]),
        category_order=["population", *others[::-1]],
    )
    for game in (one, two):
        estimate(game, 3, 3, 0)
    for seat in (None, 0, 1, 2):
        assert one.view(seat) == two.view(seat)
    assert one.legal(0) == two.legal(0)
    coming = json.dumps(one.view(None))
    assert not any(card in coming for card in DECK[6:])
    assert not any(category in coming for category in others if category != "population_density")
    assert judge(one, False) == judge(two, False)


@pytest.mark.parametrize("text", ["la paz", "LA-PAZ", "Lapaz", "Paz", "La Pas", "Sucer", "sucré"])
def test_D4_a_typed_name_is_judged_leniently(text):
    game = new()
    estimate(game, 3, 0)
    assert names(answer(game, text=text))[0] == "right"


@pytest.mark.parametrize("text", ["Lima", "Scr", "Bolivia", "?", "…", "BOL", "Sucre La Paz", "x" * 100])
def test_D4_what_is_not_the_capital_is_wrong(text):
    game = new()
    estimate(game, 3, 0)
    assert names(answer(game, text=text))[0] == "wrong"


@pytest.mark.parametrize("text", ["", "   ", "\n", "x" * 101])
def test_D4_nothing_or_far_too_much_is_no_answer(text):
    game = new()
    estimate(game, 3, 0)
    refused(game, {"seat": 0, "move": "answer", "text": text}, "D4", "no_name")


@pytest.mark.parametrize("country", ["PER", "VAT", "ISL", "PSE"])
def test_D4_another_real_country_is_wrong(country):
    game = new(colours="violet")
    estimate(game, 3, 0)
    assert names(answer(game, country=country))[0] == "wrong"


@pytest.mark.parametrize("country", ["", "XXX", "bol", "Bolivia", "ATA"])
def test_D4_no_country_at_all_is_malformed(country):
    game = new(colours="violet")
    estimate(game, 3, 0)
    refused(game, {"seat": 0, "move": "answer", "country": country}, "D4", "no_country")


def test_D4_every_country_may_be_pointed_at():
    game = new(colours="violet")
    estimate(game, 3, 0)
    legal = game.legal(0)
    assert legal.pop() == {"seat": 0, "move": "answer", "unknown": True}
    assert sorted(move["country"] for move in legal) == sorted(data.countries().index)
    assert all(move == {"seat": 0, "move": "answer", "country": move["country"]} for move in legal)


def test_D4_the_moves_that_legal_lists_say_nothing():
    """They are the same for every card asked about, and the first is wrong."""
    for colour in ("orange", "violet"):
        seen = []
        for card in globalissimo_tables.deck():
            if card in OPEN:
                continue
            game = new(colours=colour, deck=[*OPEN[:5], card, *(c for c in DECK[5:] if c != card)])
            estimate(game, 3, 0)
            seen.append(game.legal(0))
            assert names(game.play(game.legal(0)[0]))[0] == "wrong"
        assert all(legal == seen[0] for legal in seen)


def test_D5_the_ranking_is_public_before_figures_move_the_answers_after_the_round():
    game = new()
    game.play({"seat": 0, "move": "estimate", "card": "CHN", "rank": 1})
    assert game.view(None)["reveal"] is None
    events = estimate(game, 3)
    assert names(events) == ["estimate", "turned", "scored", "scored", "asked"]
    view = game.view(None)
    assert [ranked["card"] for ranked in view["reveal"]["ranking"]] == OPEN[:5]
    assert view["open"] == OPEN[:5]
    assert view["tiles"]["CHN"] == {"seat": 0, "rank": 1}
    assert view["reveal"]["unsolved"] is None
    assert [(walk["seat"], walk["from"], walk["to"]) for walk in walks(game)] == [(0, 0, 2), (1, 0, None)]  # so far
    answer(game, text="Lima")
    assert game.view(None)["reveal"]["unsolved"] is None
    assert [walk["to"] for walk in walks(game)] == [2, 2]
    answer(game, text="Cuzco")
    reveal = game.view(None)["reveal"]
    assert reveal["round"] == 1
    assert reveal["unsolved"] == {"after": 2, "colour": "orange", "card": "BOL"}


def test_D5_a_question_that_was_solved_needs_no_answer():
    game = new()
    estimate(game, 3, 3)
    answer(game, text="Lima")
    events = answer(game, text="Sucre")
    assert "Sucre" not in json.dumps(events)
    assert game.view(None)["reveal"]["unsolved"] is None


# P10, P15


@pytest.mark.parametrize("colour", ["orange", "violet"])
def test_P10_who_does_not_know_says_so_and_it_counts_as_wrong(colour):
    game = new(colours=colour)
    estimate(game, 3, 0)
    events = game.play({"seat": 0, "move": "answer", "unknown": True})
    assert names(events)[0] == "wrong"
    assert game.view(None)["reveal"]["unsolved"]["card"] == "BOL"
    assert games.replay(game.log) == game


def test_P10_unknown_is_true_and_no_answer_beside_it():
    game = new()
    estimate(game, 3, 0)
    refused(game, {"seat": 0, "move": "answer", "unknown": False}, "G7", "orange")
    refused(game, {"seat": 0, "move": "answer", "unknown": 1})
    refused(game, {"seat": 0, "move": "answer", "unknown": True, "text": "Sucre"})
    spoken = judged()
    estimate(spoken, 3, 0)
    refused(spoken, {"seat": 0, "move": "answer", "unknown": True}, "G7", "teacher_judges")


def test_P10_a_solved_question_is_revealed_at_once_and_an_unsolved_one_only_after_the_round():
    game = new()
    estimate(game, 3, 3)
    answer(game, text="Lima")
    assert game.view(None)["reveal"]["solved"] == []
    answer(game, text="Sucre")
    reveal = game.view(None)["reveal"]
    assert reveal["solved"] == [{"seat": 1, "after": 2, "colour": "orange", "card": "BOL"}]
    assert (reveal["round"], reveal["unsolved"]) == (1, None)


def test_P15_at_the_bell_tiles_are_turned_and_the_open_question_is_answered():
    game = new()
    game.close()
    assert game.reveal is None  # nothing was estimated yet
    game = new()
    game.play({"seat": 0, "move": "estimate", "card": "CHN", "rank": 2})
    game.close()
    reveal = game.reveal
    assert [(r["tile"], r["rank"]) for r in reveal["ranking"] if r["card"] == "CHN"] == [(2, 1)]
    assert reveal["unfinished"] is True
    game = new()
    estimate(game, 3, 0)
    game.close()
    assert (game.reveal["unsolved"]["card"], game.reveal["unfinished"]) == ("BOL", True)


def test_P15_the_furthest_leads_and_barriers_break_a_tie():
    game = new()
    estimate(game, 3, 3)
    answer(game, text="Lima")
    answer(game, text="Sucre")
    game.close()
    assert game.standing == {"leaders": [1], "scores": [2, 3]}
