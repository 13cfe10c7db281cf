"""Globalissimo, rule by rule (G1–G12)."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoclass import data, games
from geoclass.games.globalissimo import tables as globalissimo_tables
from geoclass.games.globalissimo.engine import CATEGORIES
from tests.games.globalissimo_table import (
    DECK,
    OPEN,
    POPULATION_FIRST,
    REST,
    answer,
    estimate,
    judge,
    judged,
    names,
    new,
    refused,
    walks,
)

# the table


@pytest.mark.parametrize(("teams", "cards"), [(2, 5), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_G1_five_countries_up_to_four_teams_six_beyond(teams, cards):
    game = new(teams)
    assert game.view(None)["open"] == DECK[:cards]
    assert game.view(None)["pile_count"] == 100 - cards


@pytest.mark.parametrize("teams", [1, 7])
def test_G1_two_to_six_teams(teams):
    with pytest.raises(games.BadSetup):
        games.new("globalissimo", players=list("abcdefg")[:teams])


def test_G2_the_first_player_token_passes_on_each_round():
    game = new(3, options={"barriers": False})
    for first in (0, 1, 2, 0):
        assert game.actors == (first,)
        estimate(game, 0, 0, 0)


def test_G2_another_team_may_be_the_youngest():
    game = new(3, options={"barriers": False, "first": 2})
    assert game.actors == (2,)
    estimate(game, 0, 0, 0)
    assert game.actors == (0,)
    assert new(6, options={"first": 5}).actors == (5,)
    with pytest.raises(games.BadSetup) as refusal:
        new(3, options={"first": 3})
    assert refusal.value.rule == "G2"
    for first in (-1, 6):
        with pytest.raises(games.BadSetup) as refusal:
            new(6, options={"first": first})
        assert refusal.value.key == "games.setup.bad_option"


# estimates


def test_G3_each_team_in_turn_puts_one_tile():
    game = new(3)
    for seat, card, rank in ((0, "CHN", 1), (1, "CUB", 1), (2, "USA", 5)):
        assert game.actors == (seat,)
        assert game.view(None)["phase"] == "estimate"
        events = game.play({"seat": seat, "move": "estimate", "card": card, "rank": rank})
        assert events[0] == {"event": "estimate", "seat": seat, "card": card, "rank": rank}
        if seat < 2:
            assert game.view(1)["tiles"][card] == {"seat": seat, "rank": rank}
    refused(game, {"seat": 2, "move": "answer", "text": "Sucre"}, "G6")


def test_G3_one_tile_a_country():
    game = new()
    game.play({"seat": 0, "move": "estimate", "card": "CHN", "rank": 1})
    text = refused(game, {"seat": 1, "move": "estimate", "card": "CHN", "rank": 2}, "G3", "has_a_tile")
    assert "China" in text
    assert "Chine" in text
    assert {move["card"] for move in game.legal(1)} == {"USA", "BRA", "DEU", "CUB"}


@pytest.mark.parametrize("card", ["BOL", "VAT", "", "chn", "XXX"])
def test_G3_only_on_an_open_country(card):
    refused(new(), {"seat": 0, "move": "estimate", "card": card, "rank": 1}, "G3", "not_open")


def test_G3_legal_lists_every_tile():
    game = new()
    assert game.legal(0) == [
        {"seat": 0, "move": "estimate", "card": card, "rank": rank} for card in OPEN[:5] for rank in range(1, 6)
    ]
    assert game.legal(1) == []


@pytest.mark.parametrize("rank", [0, -1, 6])
def test_D1_the_ranks_are_one_to_the_number_of_open_countries(rank):
    refused(new(4), {"seat": 0, "move": "estimate", "card": "CHN", "rank": rank}, "D1", "no_such_rank")
    if rank == 6:
        new(5).play({"seat": 0, "move": "estimate", "card": "CHN", "rank": 6})


# scoring


@pytest.mark.parametrize(("rank", "points"), [(3, 3), (2, 2), (4, 2), (1, 1), (5, 1)])
def test_G4_the_nearer_the_more_points(rank, points):
    game = new(options={"barriers": False})
    game.play({"seat": 0, "move": "estimate", "card": "BRA", "rank": rank})
    estimate(game, 0)
    assert game.view(None)["squares"] == [points, 0]


@pytest.mark.parametrize(("rank", "points"), [(1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_G4_more_than_two_off_scores_nothing(rank, points):
    game = new(options={"barriers": False})
    game.play({"seat": 0, "move": "estimate", "card": "CHN", "rank": rank})
    events = estimate(game, 0)
    assert game.view(None)["scores"] == [points, 0]
    assert walks(game)[0]["points"] == next(e["n"] for e in events if e["event"] == "scored") == points


def test_G4_the_cards_are_ranked_by_their_figure_however_they_lay():
    game = new(deck=["CUB", "CHN", "DEU", "USA", "BRA", *DECK[5:]], options={"barriers": False})
    estimate(game, 3, 3)
    reveal = game.view(None)["reveal"]
    assert [(ranked["card"], ranked["rank"]) for ranked in reveal["ranking"]] == [
        (card, rank) for rank, card in enumerate(OPEN[:5], 1)
    ]
    assert (reveal["questions"][0]["top"], reveal["questions"][0]["bottom"]) == ("CHN", "CUB")


def tied(above, below):
    """Cards in order of rank: *above* higher ones, two with equal figures, and *below* lower ones."""
    values = data.values("mobile_per_100")
    cards = sorted(globalissimo_tables.deck(), key=lambda card: -values[card])
    for i in range(20, 80):
        if values[cards[i]] == values[cards[i + 1]]:
            higher = [c for c in cards if values[c] > values[cards[i]]]
            lower = [c for c in cards if values[c] < values[cards[i]]]
            different = {values[c]: c for c in higher}, {values[c]: c for c in lower}
            return [*list(different[0].values())[:above], cards[i], cards[i + 1], *list(different[1].values())[:below]]
    raise AssertionError("no two equal figures")


@pytest.mark.parametrize(("tile", "points"), [(4, 1), (3, 2), (2, 3), (1, 2), (5, 0)])
def test_G5_equal_figures_share_the_better_rank_and_leave_the_next_empty(tile, points):
    cards = tied(1, 2)
    deck = cards + [card for card in REST if card not in cards]
    for shared in cards[1:3]:
        order = ["mobile_per_100", "population"]
        game = new(deck=deck, category_order=order, options={"barriers": False, "rounds": 2})
        game.play({"seat": 0, "move": "estimate", "card": shared, "rank": tile})
        estimate(game, 0)
        reveal = game.view(None)["reveal"]
        assert [ranked["rank"] for ranked in reveal["ranking"]] == [1, 2, 2, 4, 5]
        assert game.view(None)["squares"][0] == points
        assert {"key": "globalissimo.question.tie", "card": cards[1], "other": cards[2]} in reveal["questions"]


def test_G5_several_ties_in_one_round_and_one_question_about_them():
    deck = ["SYR", "FRA", "ECU", "ITA", "BLR"]  # they live for 74.28, 82.59, 78.0, 82.59 and 74.28 years
    game = new(deck=deck, category_order=["life_expectancy"], options={"barriers": False, "rounds": 1})
    game.play({"seat": 0, "move": "estimate", "card": "ITA", "rank": 3})
    game.play({"seat": 1, "move": "estimate", "card": "BLR", "rank": 5})
    assert game.result["scores"] == [1, 2]
    ranks = {ranked["card"]: ranked["rank"] for ranked in game.reveal["ranking"]}
    assert ranks == {"FRA": 1, "ITA": 1, "ECU": 3, "SYR": 4, "BLR": 4}
    ties = [question for question in game.reveal["questions"] if question["key"] == "globalissimo.question.tie"]
    assert [{tie["card"], tie["other"]} for tie in ties] == [{"FRA", "ITA"}]


@settings(max_examples=60)
@given(
    cards=st.lists(st.sampled_from(globalissimo_tables.deck()), min_size=6, max_size=6, unique=True),
    tiles=st.lists(st.integers(1, 6), min_size=6, max_size=6),
    category=st.sampled_from(CATEGORIES),
)
def test_G4_G5_points_against_a_plain_count(cards, tiles, category):
    options = {"barriers": False, "rounds": 1}
    game = new(6, deck=cards, category_order=[category], options=options)
    values = data.values(category)
    points = []
    for seat, (card, tile) in enumerate(zip(cards, tiles, strict=True)):
        game.play({"seat": seat, "move": "estimate", "card": card, "rank": tile})
        better = len([c for c in cards if values[c] > values[card]])
        points.append({0: 3, 1: 2, 2: 1}.get(abs(tile - better - 1), 0))
    assert game.result["scores"] == points


# figures and barriers


def test_G6_from_the_first_player_on_each_figure_moves():
    game = new(3, options={"barriers": False})
    estimate(game, 1, 2, 3)
    events = estimate(game, 1, 2, 3)
    moved = [(e["seat"], e["from"], e["to"]) for e in events if e["event"] == "moved"]
    assert moved == [(1, 2, 3), (2, 3, 5), (0, 1, 4)]


def test_G6_barrier_squares_are_not_counted_and_squares_are_shared():
    game = judged()
    estimate(game, 3, 3)
    judge(game, True)
    assert game.view(None)["squares"] == [3, 3]


def test_G6_the_first_player_is_asked_first():
    game = judged(3, options={"first": 1})
    estimate(game, 3, 3, 3)
    asked = []
    while game.phase == "question":
        asked.append(game.actors[0])
        judge(game, False)
    assert asked == [1, 2, 0]


def test_G6_the_reveal_tells_the_moves_from_the_first_player_on():
    game = new(3, options={"barriers": False, "rounds": 2})
    for first in ([0, 1, 2], [1, 2, 0]):
        estimate(game, 3, 0, 1)
        assert [(walk["seat"], walk["points"]) for walk in walks(game)] == list(zip(first, [3, 0, 1], strict=True))
    assert [(walk["from"], walk["to"]) for walk in walks(game)] == [(0, 3), (1, 1), (3, 4)]


def test_G6_a_figure_stops_at_the_last_square():
    game = judged(options={"track": {"squares": 2, "barriers": [1]}, "rounds": 2})
    estimate(game, 3, 1)
    judge(game, True)
    assert game.view(None)["squares"] == [2, 1]
    assert walks(game)[0] == {"seat": 0, "points": 3, "from": 0, "to": 2, "stopped": None}
    estimate(game, 0, 3)
    assert game.result["scores"] == [2, 1]


def test_G7_orange_asks_for_the_capital_of_the_top_card():
    game = new()
    events = estimate(game, 3, 0)
    view = game.view(None)
    assert view["phase"] == "question"
    assert view["actors"] == [0]
    assert view["question"] == {"after": 2, "colour": "orange", "card": "BOL"}
    assert view["squares"] == [2, 0]
    assert events[-1] == {"event": "asked", "seat": 0, "after": 2, "colour": "orange", "card": "BOL"}
    answer(game, text="La Paz")
    assert game.view(None)["squares"] == [3, 0]


@pytest.mark.parametrize("text", ["La Paz", "Sucre"])
def test_G7_any_of_the_capitals_counts(text):
    game = new()
    estimate(game, 3, 0)
    assert names(answer(game, text=text))[0] == "right"


def test_G7_violet_asks_for_the_place_on_the_map():
    game = new(colours="violet")
    estimate(game, 3, 0)
    assert game.view(1)["question"] == {"after": 2, "colour": "violet", "card": "BOL"}
    answer(game, country="BOL")
    assert game.view(None)["squares"] == [3, 0]


def test_G7_each_colour_has_its_own_way_to_answer():
    orange, violet = new(), new(colours="violet")
    estimate(orange, 3, 0)
    estimate(violet, 3, 0)
    refused(orange, {"seat": 0, "move": "answer", "country": "BOL"}, "G7", "orange")
    refused(violet, {"seat": 0, "move": "answer", "text": "Sucre"}, "G7", "violet")


def test_G7_no_question_no_answer_and_a_question_first():
    game, aloud = new(), judged()
    refused(game, {"seat": 0, "move": "answer", "text": "Sucre"}, "G7", "no_question")
    refused(aloud, {"seat": 0, "move": "judge", "right": True}, "G7", "no_question")
    estimate(game, 3, 3)
    refused(game, {"seat": 0, "move": "estimate", "card": "BRA", "rank": 3}, "G7", "question_first")
    refused(game, {"seat": 1, "move": "answer", "text": "Sucre"}, "G6")


def test_G8_right_keeps_the_barrier_and_goes_on():
    game = new()
    estimate(game, 3, 0)
    events = answer(game, text="sucre")
    assert names(events) == ["right", "moved", "round"]
    barriers = game.view(None)["barriers"]
    assert barriers[0] == {"after": 2, "colour": "orange", "taken_by": 0}
    assert all(barrier["taken_by"] is None for barrier in barriers[1:])
    assert game.view(None)["squares"] == [3, 0]


def test_G8_two_barriers_in_one_move():
    game = judged(options={"track": {"squares": 30, "barriers": [1, 2, 5]}})
    estimate(game, 3, 0)
    assert game.view(None)["question"] == {"after": 1, "colour": "orange", "card": "BOL"}
    assert names(judge(game, True)) == ["right", "asked"]
    assert game.view(None)["question"] == {"after": 2, "colour": "orange", "card": "PER"}
    assert game.view(None)["squares"] == [2, 0]
    judge(game, True)
    assert game.view(None)["squares"] == [3, 0]
    assert [b["taken_by"] for b in game.view(None)["barriers"]] == [0, 0, None]
    assert walks(game)[0] == {"seat": 0, "points": 3, "from": 0, "to": 3, "stopped": None}


def test_G8_a_solved_card_is_discarded():
    """With only one card in the pile: once solved it is the only discard, and so the next card asked about."""
    game = judged(deck=DECK[:6], options={"track": {"squares": 30, "barriers": [1, 2]}})
    estimate(game, 3, 0)
    assert game.view(None)["question"] == {"after": 1, "colour": "orange", "card": "BOL"}
    judge(game, True)
    assert game.view(None)["question"] == {"after": 2, "colour": "orange", "card": "BOL"}


def test_G9_wrong_stays_before_the_barrier():
    game = new()
    estimate(game, 3, 0)
    assert names(answer(game, text="Lima"))[:2] == ["wrong", "moved"]
    view = game.view(None)
    assert view["squares"] == [2, 0]
    assert view["barriers"][0]["taken_by"] is None
    assert walks(game)[0]["stopped"] == 2


def test_G9_the_next_team_at_the_barrier_answers_about_the_same_card():
    game = new()
    estimate(game, 3, 3)
    events = answer(game, text="Lima")
    assert names(events) == ["wrong", "moved", "asked"]
    assert game.actors == (1,)
    assert game.view(None)["question"] == {"after": 2, "colour": "orange", "card": "BOL"}
    assert game.view(None)["pile_count"] == 94
    answer(game, text="La Paz")
    assert game.view(None)["squares"] == [2, 3]
    assert game.view(None)["barriers"][0]["taken_by"] == 1


def test_G9_another_barrier_has_another_card():
    game = judged(options={"track": {"squares": 30, "barriers": [1, 2]}})
    estimate(game, 3, 3)
    judge(game, False)
    assert game.view(None)["question"] == {"after": 1, "colour": "orange", "card": "BOL"}
    judge(game, True)
    assert game.view(None)["question"] == {"after": 2, "colour": "orange", "card": "PER"}
    assert game.actors == (1,)


def test_G9_next_round_the_barrier_gets_a_new_card():
    game = judged()
    estimate(game, 3, 0)
    first = game.view(None)["question"]["card"]
    judge(game, False)
    estimate(game, 0, 3)
    second = game.view(None)["question"]
    assert second["after"] == 2
    assert second["card"] not in (first, *game.view(None)["open"])


def test_G9_the_answer_is_not_told():
    game = new()
    estimate(game, 3, 3)
    events = answer(game, text="Limma")
    for shown in (events, game.view(None), game.view(0), game.view(1), game.legal(1)):
        told = json.dumps(shown, ensure_ascii=False)
        assert not any(name in told for name in (*data.capital_names("BOL"), "Limma"))


def test_G10_a_barrier_once_taken_is_open_to_everybody():
    game = judged(3)
    estimate(game, 3, 3, 3)
    assert names(judge(game, True)) == ["right", "moved", "moved", "moved", "round"]
    assert game.view(None)["squares"] == [3, 3, 3]
    assert game.view(None)["barriers"][0]["taken_by"] == 0


def test_G11_new_countries_next_category():
    game = new(options={"barriers": False})
    estimate(game, 1, 1)
    view = game.view(None)
    assert view["open"] == DECK[5:10]
    assert view["category"] == POPULATION_FIRST[1]
    assert view["round"] == 2
    assert view["tiles"] == {}
    assert view["question"] is None


def test_G11_the_cards_follow_the_ones_asked_about():
    game = judged()
    estimate(game, 3, 0)
    judge(game, False)
    assert game.view(None)["open"] == DECK[6:11]


def test_G12_the_furthest_wins_after_the_last_round():
    game = new(3, options={"barriers": False, "rounds": 2})
    estimate(game, 1, 2, 0)
    assert game.result is None
    events = estimate(game, 2, 0, 0)  # seats 1, 2, 0
    assert game.result == {"winners": [1], "scores": [1, 4, 0]}
    assert events[-1] == {"event": "over", "winners": [1], "n": 1}
    view = game.view(None)
    assert (view["phase"], view["round"], view["actors"]) == ("over", 2, [])
    assert view["open"] == DECK[5:10]
    assert len(view["tiles"]) == 3


def test_G12_ties_by_barriers_held():
    game = judged(options={"rounds": 1})
    estimate(game, 3, 3)
    judge(game, False)
    judge(game, True)
    assert game.result == {"winners": [1], "scores": [2, 3]}
    game = judged(3, options={"rounds": 1})
    estimate(game, 0, 3, 3)
    judge(game, True)
    assert game.result == {"winners": [1], "scores": [0, 3, 3]}


def test_G12_then_the_victory_is_shared():
    game = new(3, options={"rounds": 1})
    estimate(game, 2, 2, 1)
    assert game.result == {"winners": [0, 1], "scores": [2, 2, 1]}


def test_G12_ten_rounds():
    game = new(options={"barriers": False})
    categories = []
    while game.actors:
        categories.append(game.view(None)["category"])
        estimate(game, 3, 0)  # the first player of each round
    assert categories == POPULATION_FIRST
    assert game.result == {"winners": [0, 1], "scores": [15, 15]}
