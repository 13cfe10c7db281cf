"""The scenes of Couleurs du monde without a browser: plain data, made from the view of one seat or of nobody."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import pytest

from geoclass import bots, data, games, i18n, review
from geoclass.games.couleurs.tables import board
from geoclass.games.rng import Rng
from geoclass.review.report import report
from geoclass.ui.kit.parts import board_of
from geoclass.ui.kit.screen import ScreenState

TEAMS = ["Bleus", "Oranges", "Verts"]
LESSON = {"board": ["africa", "europe", "far-east", "south-america"]}
BOARD = board_of("couleurs")


def played(turns: int, options: Mapping[str, Any] = LESSON, seed: int = 5) -> games.Game:
    nations = board(games.new("couleurs", TEAMS, seed, options).view(None)["options"]).nations
    game = games.new("couleurs", TEAMS, seed, options, deck=Rng(seed, "test deck").shuffled(nations))
    for turn in range(turns):
        if game.result:
            break
        seat = game.actors[0]
        game.play({**bots.make("couleurs", "random", turn).choose(game.view(seat), game.legal(seat)), "seat": seat})
    return game


def state(game: games.Game, seat: int | None, lang: str = "fr", teacher: bool = False, **more: Any) -> ScreenState:
    """A screen's state as a room would make it, from plain data."""
    actor = {str(s): game.legal(s) for s in game.actors}
    teams = [{"name": name, "bot": None, "phones": 1, "here": 1} for name in game.players]
    view = {
        "role": "teacher" if teacher else "phone" if seat is not None else "projector",
        "seat": seat,
        "room": {
            **{"code": "ABCDE", "game": "couleurs", "paused": False, "showing": False, "step": 0, "teams": teams},
            "phase": "over" if game.result or game.closed else "playing",
        },
        **{"game": game.view(seat), "events": game.events, "moves": game.move_count, "reveals": game.reveal_count},
        "ending": game.ending,
        "legal": actor.get(str(seat), []),
        "teacher": {"legal": actor} if teacher else {},
    }
    reveals, summary = (lambda: game.reveals), partial(review.Summary, game.log)
    return ScreenState(json.loads(json.dumps(view)), lang, fetch_reveals=reveals, fetch_summary=summary, **more)


def test_a_scene_is_made_from_a_view_alone_for_everybody_the_teacher_and_a_seat():
    game = played(7)
    seat = game.actors[0]
    for lang in i18n.LANGUAGES:
        all_see, teacher, own = (
            BOARD.play(state(game, s, lang, teacher=t)) for s, t in ((None, False), (None, True), (seat, False))
        )
        assert (all_see["seat"], all_see["can"], all_see["plan"], all_see["fine"]) == (seat, False, False, None)
        assert (teacher["can"], teacher["plan"]) == (True, False)
        assert (own["seat"], own["can"], own["plan"]) == (seat, True, True)
        assert own["first"] == teacher["first"] == all_see["first"]
        assert own["fine"] == teacher["fine"]
        assert own["last"]["look"] == own["last"]["better"] == ""  # phones have no history
        json.dumps([all_see, teacher, own], allow_nan=False)


def test_a_team_that_waits_has_its_own_hand_to_plan_with_and_nothing_to_play():
    game = played(7)
    waits = (game.actors[0] + 1) % 3
    scene = BOARD.play(state(game, waits))
    assert (scene["seat"], scene["can"], scene["plan"], scene["fine"]) == (waits, False, True, None)
    assert set(scene["first"]) <= set(game.view(waits)["hands"][waits])
    assert scene["turn"]["seat"] == game.actors[0]


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_the_order_of_the_stock_makes_no_difference_to_any_scene(seat: int | None):
    game = played(9)
    setup, left = game.log["setup"], game.view(None)["stock_count"]
    assert left > 20
    deck = setup["deck"][:-left] + setup["deck"][-left:][::-1]
    again = games.replay({**game.log, "setup": {**setup, "deck": deck}})
    assert again.view(None)["hands"] == game.view(None)["hands"]
    one, other = state(game, seat), state(again, seat)
    assert BOARD.play(one) == BOARD.play(other)
    assert BOARD.ground(one) is BOARD.ground(other)
    assert BOARD.said(one) == BOARD.said(other)
    assert BOARD.history(one) == BOARD.history(other)
    reveals = one.reveals
    assert BOARD.reveal(one, reveals[-1], 0) == BOARD.reveal(other, other.reveals[-1], 0)


def test_every_page_of_a_past_turn_has_its_own_address_and_the_board_of_that_turn():
    game = played(25)
    turns = game.reveals
    index = next(i for i, turn in enumerate(turns) if BOARD.steps(turn) > 1)
    for page in range(BOARD.steps(turns[index])):
        screen = state(game, None, teacher=True, past=index, page=page)
        scene, _, _ = BOARD.now(screen)
        assert [tab["send"] for tab in scene["tabs"]] == [
            {"do": "past", "index": index, "page": n} for n in range(BOARD.steps(turns[index]))
        ]
        assert [tab["here"] for tab in scene["tabs"]].index(True) == page
        covered = [step["card"] for turn in turns[: index + 1] for step in turn["chain"]]
        assert list(scene["covered"]) == covered
    beyond, _, _ = BOARD.now(state(game, None, past=index, page=99))
    assert beyond["page"] == "best"


def test_the_end_says_how_the_game_ended_and_where_the_points_come_from():
    game = played(500, {"board": ["south-america"], "hand": 3}, seed=1)
    assert game.result
    for seat in (None, 1):
        scene, _, _ = BOARD.now(state(game, seat))
        assert scene["how"] == i18n.text(f"couleurs.stage.end.how_{game.ending}", "fr")
        for row in scene["table"]:
            assert sum(row["parts"]) == row["total"] == game.result["scores"][row["seat"]]


def test_the_ground_is_the_whole_board_in_few_letters():
    game = played(0, {})
    ground = BOARD.ground(state(game, 0))
    assert len(json.dumps(ground, ensure_ascii=False, separators=(",", ":")).encode()) < 14_000
    assert len(ground["nations"]) == 152
    links = {(a, b.strip("~")) for a, line in ground["links"].items() for b in line.split()}
    assert {("FRA", "ITA"), ("GBR", "NLD")} <= links
    assert "~NLD" in ground["links"]["GBR"]
    assert all(a < b for a, b in links)
    assert "{card}" in ground["words"]["why"]["first"]


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_values_by_an_own_figure_are_of_the_games_edition_named_and_compared(lang):
    options = {"board": ["africa", "europe"], "values": "luck"}
    nations = board(games.new("couleurs", TEAMS, 1, options | {"values": "flat"}).view(None)["options"]).nations
    worth = []
    for step in (1, -1):
        data.load_own("iso3,Luck (%)\n" + "".join(f"{iso},{step * n}\n" for n, iso in enumerate(nations)))
        game = played(9, options)
        data.forget_own("luck")
        with data.using(game.edition):
            ground = BOARD.ground(state(game, None, lang))
            turn = next(reveal for reveal in game.reveals if len(reveal["chain"]) > 1)
            shown = BOARD.reveal(state(game, None, lang), turn, 0)
        worth.append(ground["nations"][nations[0]][5])
        assert "Luck" in ground["words"]["worth"]
        assert turn["comparison"]["column"] == "luck"
        assert shown["compare"]["title"] == "Luck"
        assert i18n.text("data.origin.class", lang) in report(game.log, lang)
    data.forget_own()
    assert worth == [1, 10]  # other figures of the same name, in another room
