"""Globalissimo: the reveal, the options, what is refused, and whole games."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geoclass import data, games, i18n
from geoclass.games.globalissimo import tables as globalissimo_tables
from geoclass.games.globalissimo.engine import CATEGORIES, Globalissimo
from geoclass.games.rng import Rng
from tests.games.globalissimo_table import DECK, OPEN, answer, estimate, judge, judged, new, refused, walks

# the reveal


def test_the_reveal_shows_tiles_truth_and_place_in_the_world():
    game = new(options={"rounds": 1})
    game.play({"seat": 0, "move": "estimate", "card": "USA", "rank": 4})
    game.play({"seat": 1, "move": "estimate", "card": "CUB", "rank": 5})
    answer(game, text="?")
    reveal = game.view(None)["reveal"]
    values = data.values("population")
    assert (reveal["round"], reveal["category"], reveal["world_count"]) == (1, "population", len(values))
    assert reveal["ranking"][1] == {
        "card": "USA",
        "value": values["USA"],
        "rank": 2,
        "world_rank": 3,
        "seat": 0,
        "tile": 4,
        "points": 1,
        "from": 0,
        "to": 1,
        "stopped": None,
    }
    assert reveal["ranking"][0]["seat"] is None
    assert [(walk["from"], walk["to"]) for walk in walks(game)] == [(0, 1), (0, 2)]
    assert reveal["questions"] == [
        {"key": "globalissimo.question.gap.population", "top": "CHN", "bottom": "CUB"},
        {"key": "globalissimo.question.miss", "card": "USA", "tile": 4, "rank": 2},
        {"key": "globalissimo.question.unsolved.orange", "card": "BOL"},
    ]


def test_the_reveal_asks_about_the_tile_furthest_from_the_truth():
    game = new(options={"barriers": False})
    game.play({"seat": 0, "move": "estimate", "card": "DEU", "rank": 5})  # off by one
    game.play({"seat": 1, "move": "estimate", "card": "BRA", "rank": 1})  # by two
    miss = {"key": "globalissimo.question.miss", "card": "BRA", "tile": 1, "rank": 3}
    assert miss in game.view(None)["reveal"]["questions"]


def test_the_reveal_stays_until_the_next_scoring():
    game = new(options={"barriers": False})
    estimate(game, 3, 3)
    first = game.view(None)["reveal"]
    assert {"key": "globalissimo.question.all_right"} in first["questions"]
    estimate(game, 1)
    assert game.view(None)["reveal"] == first
    estimate(game, 1)
    assert game.view(None)["reveal"]["round"] == 2


def test_a_round_is_revealed_once_and_again_for_each_answer_that_may_be_told():
    game = judged()
    turned = [game.reveal_count]
    for right in (True, False):
        for step in (lambda: estimate(game, 3), lambda: estimate(game, 3), lambda right=right: judge(game, right)):
            step()
            turned.append(game.reveal_count)
    assert turned == [0, 0, 1, 2, 2, 3, 3]  # the second round is still at a question
    judge(game, False)
    assert game.reveal_count == 4


def test_a_changed_view_changes_nothing():
    game = judged()
    estimate(game, 3, 3)
    before = json.dumps(game.view(0))
    view = game.view(0)
    view["open"].clear()
    view["tiles"].clear()
    view["squares"][0] = 99
    view["barriers"][0]["taken_by"] = 1
    view["question"]["card"] = "FRA"
    view["reveal"]["ranking"][0]["to"] = 99
    view["reveal"]["questions"].clear()
    assert json.dumps(game.view(0)) == before


# options


def test_option_rounds():
    for rounds in (0, 11, True, 2.0, "3"):
        with pytest.raises(games.BadSetup):
            new(options={"rounds": rounds})
    with pytest.raises(games.BadSetup):
        new(category_order=["population"], options={"rounds": 2})


def test_option_judge_teacher_takes_the_place_of_answers():
    game = judged()
    estimate(game, 3, 0)
    refused(game, {"seat": 0, "move": "answer", "text": "Sucre"}, "G7", "teacher_judges")
    assert game.legal(0) == [{"seat": 0, "move": "judge", "right": right} for right in (True, False)]
    refused(game, {"seat": 1, "move": "judge", "right": True}, "G6")
    refused(game, {"seat": 0, "move": "judge", "right": 1})
    judge(game, True)
    assert game.view(None)["squares"] == [3, 0]


def test_option_judge_auto_lets_nobody_judge():
    game = new()
    estimate(game, 3, 0)
    refused(game, {"seat": 0, "move": "judge", "right": True}, "G7", "answer_yourself")


def test_the_teacher_alone_sees_the_answer():
    for colour, right in (("orange", list(data.capital_names("BOL"))), ("violet", ["BOL"])):
        game = judged(colours=colour)
        assert game.answer() is None
        estimate(game, 3, 0)
        assert game.answer() == right
        told = json.dumps([game.view(None), game.view(0), game.view(1), game.legal(0)], ensure_ascii=False)
        assert "Sucre" not in told
        judge(game, True)
        assert game.answer() is None


def test_option_flags_only_keeps_the_names_out_of_sentences_until_the_cards_are_turned():
    game = new(options={"flags_only": True, "rounds": 1})
    assert game.view(None)["open"] == OPEN[:5]
    move = {"seat": 0, "move": "estimate", "card": "CHN", "rank": 1}
    game.play(move)
    assert "China" not in game.say(move, "en")
    assert "Chine" not in game.say(move, "fr")
    assert "China" not in refused(game, move | {"seat": 1}, "G3", "has_a_tile")
    estimate(game, 0)
    assert "China" in game.say(move, "en")


@pytest.mark.parametrize(
    "track",
    [
        [],
        {},
        {"squares": 30},
        {"squares": 0, "barriers": []},
        {"squares": 101, "barriers": []},
        {"squares": True, "barriers": []},
        {"squares": 30.0, "barriers": []},
        {"squares": 30, "barriers": (2, 4)},
        {"squares": 30, "barriers": [0]},
        {"squares": 30, "barriers": [30]},
        {"squares": 30, "barriers": [4, 2]},
        {"squares": 30, "barriers": [2, 2]},
        {"squares": 30, "barriers": ["2"]},
        {"squares": 30, "barriers": [[2]]},
        {"squares": 30, "barriers": [], "start": 1},
    ],
)
def test_option_track_is_checked(track):
    with pytest.raises(games.BadSetup) as refusal:
        games.new("globalissimo", players=["a", "b"], seed=1, options={"track": track})
    assert refusal.value.text("fr") != refusal.value.text("en")


@pytest.mark.parametrize("squares", [1, 100])
def test_option_track_may_be_very_short_or_long(squares):
    game = new(options={"track": {"squares": squares, "barriers": []}, "rounds": 1})
    estimate(game, 3, 1)
    assert game.result["scores"] == [min(3, squares), 1]


def test_option_track_has_half_of_each_colour_and_one_more_orange():
    for n in range(6):
        track = {"squares": 7, "barriers": list(range(1, n + 1))}
        game = games.new("globalissimo", players=["a", "b"], seed=3, options={"track": track})
        colours = [barrier["colour"] for barrier in game.view(None)["barriers"]]
        assert (colours.count("orange"), colours.count("violet")) == ((n + 1) // 2, n // 2)


def test_the_track_of_the_box():
    game = games.new("globalissimo", players=["a", "b"], seed=3)
    barriers = game.view(None)["barriers"]
    assert game.view(None)["options"]["track"]["squares"] == 30
    assert [barrier["after"] for barrier in barriers] == list(range(2, 29, 2))
    assert sorted(barrier["colour"] for barrier in barriers) == ["orange"] * 7 + ["violet"] * 7
    other = games.new("globalissimo", players=["a", "b"], seed=4).view(None)["barriers"]
    assert barriers != other


def test_option_barriers_off_is_a_short_game():
    game = games.new("globalissimo", players=["a", "b"], seed=3, options={"barriers": False})
    assert game.view(None)["barriers"] == []
    while game.actors:
        estimate(game, 3, 3)
    assert len(game.log["moves"]) == 20
    assert game.result == {"winners": [0, 1], "scores": [30, 30]}


# bad setups, bad moves


@pytest.mark.parametrize(
    "orders",
    [
        {"deck": DECK[:4]},
        {"deck": [*DECK, "CHN"]},
        {"deck": [*DECK[:5], "VAT"]},
        {"deck": "CHN"},
        {"deck": []},
        {"category_order": ["area_km2", *CATEGORIES[:9]]},
        {"category_order": list(CATEGORIES[:9])},
        {"category_order": [CATEGORIES[0]] * 10},
        {"barrier_order": ["orange"] * 13},
        {"barrier_order": ["orange"] * 15},
        {"barrier_order": ["green"] * 14},
        {"barrier_order": [1] * 14},
        {"barrier_order": [["orange"]] * 14},
        {"barrier_order": "orange"},
        {"colours": ["orange"] * 14},
    ],
)
def test_bad_orders_are_refused(orders):
    with pytest.raises(games.BadSetup):
        games.new("globalissimo", players=["a", "b"], seed=1, **orders)


def test_six_cards_are_needed_for_five_teams():
    with pytest.raises(games.BadSetup):
        new(5, deck=DECK[:5])


@pytest.mark.parametrize("option", ["judge", "flags_only", "barriers", "first"])
def test_bad_options_are_refused_in_both_languages(option):
    with pytest.raises(games.BadSetup) as refusal:
        new(options={option: "perhaps"})
    assert refusal.value.text("fr") != refusal.value.text("en")


@pytest.mark.parametrize(
    "move",
    [
        {"card": "CHN", "rank": True},
        {"card": "CHN", "rank": 1.0},
        {"card": "CHN", "rank": "1"},
        {"card": "CHN"},
        {"card": ["CHN"], "rank": 1},
        {"card": "CHN", "rank": 1, "at": 0},
        {"move": "answer", "text": "Sucre", "country": "BOL"},
        {"move": "answer"},
        {"move": "answer", "text": None},
        {"move": "judge", "right": 1},
        {"move": "pass"},
    ],
)
def test_malformed_moves_are_refused(move):
    refused(new(), {"seat": 0, "move": "estimate"} | move)


# whole games


@settings(max_examples=40)
@given(choices=st.data())
def test_the_track_against_a_plain_walk(choices):
    """Squares, barriers and cards asked, compared step by step with an independent count."""
    teams = choices.draw(st.integers(2, 4))
    squares = choices.draw(st.integers(2, 14))
    afters = sorted(choices.draw(st.sets(st.integers(1, squares - 1), max_size=8)))
    game = judged(teams, options={"track": {"squares": squares, "barriers": afters}, "rounds": 5})
    where, holder = [0] * teams, dict.fromkeys(afters)
    for round_ in range(5):
        points = [choices.draw(st.integers(0, 3)) for _ in range(teams)]
        if points.count(3) > 1 and points.count(0) > 2:
            points[points.index(0)] = 1
        estimate(game, *points)
        asked = {}
        for i, score in enumerate(points):
            seat = (round_ + i) % teams
            for _ in range(score):
                if where[seat] == squares:
                    break
                if where[seat] in holder and holder[where[seat]] is None:
                    question = game.view(None)["question"]
                    assert (game.actors, question["after"]) == ((seat,), where[seat])
                    assert asked.setdefault(where[seat], question["card"]) == question["card"]
                    right = choices.draw(st.booleans())
                    judge(game, right)
                    if not right:
                        break
                    holder[where[seat]] = seat
                where[seat] += 1
        assert game.view(None)["squares"] == where
        assert game.view(None)["question"] is None
    held = [list(holder.values()).count(seat) for seat in range(teams)]
    best = max(zip(where, held, strict=True))
    assert game.result["winners"] == [s for s in range(teams) if (where[s], held[s]) == best]
    assert games.replay(json.loads(json.dumps(game.log))).view(None) == game.view(None)


@pytest.mark.parametrize("teams", range(2, 7))
def test_random_games_end_say_everything_and_lose_no_card(teams):
    rng = Rng(teams, "test")
    options = {"judge": "teacher"} if teams % 2 else {}
    game = games.new("globalissimo", players=list("abcdef")[:teams], seed=teams, options=options)
    assert isinstance(game, Globalissimo)
    while game.actors:
        move = rng.choice(game.legal(game.actors[0]))
        view = json.dumps(game.view(None))
        events = game.play(move)
        game.undo()
        assert json.dumps(game.view(None)) == view
        assert game.play(move) == events
        for lang in i18n.LANGUAGES:
            assert all("{" not in game.say(thing, lang) for thing in (move, *events))
        for question in (game.view(None)["reveal"] or {"questions": []})["questions"]:
            assert game.ask(question, "fr") != game.ask(question, "en")
        shut = [barrier["after"] for barrier in game.view(None)["barriers"] if barrier["taken_by"] is None]
        assert max(game.view(None)["squares"]) <= min(shut, default=30)  # so that there is only one question per round
        cards = [*game._pile, *game._discards, *([game._aside["card"]] if game._aside else [])]
        if game.phase != "over":
            assert sorted([*cards, *game.view(None)["open"]]) == list(globalissimo_tables.deck())
    assert len(game.log["moves"]) >= 10 * teams
