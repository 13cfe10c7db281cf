"""A teacher's stage is projected: the moves that the teacher may play for a team reveal its hand; scenes omit them."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from geoclass import bots, games
from geoclass.rooms import Hall, Room
from geoclass.ui.kit.parts import board_of, figures_of
from geoclass.ui.stage import Stage

OPTIONS: dict[str, dict[str, object]] = {"spywhere": {}, "course": {"max_rounds": 4}}
OTHER: dict[str, games.Move] = {  # a move that names cards which nobody holds
    "spywhere": {"move": "exchange", "give": "TUV", "take": "NRU"},
    "course": {"move": "stay", "off": ["dakar--sydney", "lima--tokyo"], "take": ["stock", "stock"]},
}


def begun(folder: Path, game: str, lang: str) -> tuple[Room, str]:
    room, teacher = Hall.at(folder, bot_delay=1000).open(game, ["Blues", "Oranges", "Greens"], lang, OPTIONS[game])
    room.control(teacher, "start", seed=5)
    return room, teacher


def turns(room: Room, teacher: str, game: str) -> Iterator[int]:
    """The seats on turn, to the end of the game; bots play the moves."""
    players = [bots.make(game, level, 1) for level in ("geographer", "pupil", "random")]
    while room.view(teacher)["room"]["phase"] != "over":
        seat = room.view(teacher)["game"]["actors"][0]
        yield seat
        seen = room.peek(teacher, seat)
        room.submit(teacher, {**players[seat].choose(seen["game"], seen["legal"]), "seat": seat}, str(room.version))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", OTHER)
def test_what_a_team_may_play_changes_no_scene(tmp_path: Path, game: str, lang: str):
    room, teacher = begun(tmp_path, game, lang)
    stage = Stage(room, teacher, lang, board_of(game), figures_of(game), game)
    compared = 0
    for seat in turns(room, teacher, game):
        stage.redraw()
        scene, moves = stage.scene(), stage.shown.view["teacher"]["legal"]
        assert moves[str(seat)]
        moves[str(seat)] = [{"seat": seat, **OTHER[game]}]
        assert stage.scene() == scene
        compared += 1
    assert compared > 12


@pytest.mark.parametrize("role", ["teacher", "projector"])
def test_no_card_of_a_hand_is_in_a_scene(tmp_path: Path, role: str):
    room, teacher = begun(tmp_path, "course", "en")
    token = teacher if role == "teacher" else room.screen(teacher, role)
    stage = Stage(room, token, "en", board_of("course"), figures_of("course"), "course")
    slots = 0
    for _ in turns(room, teacher, "course"):
        stage.redraw()
        scene = json.dumps(stage.scene())
        slots += sum(card in scene for card in stage.shown.game["slots"] if card)  # control: these are public
        for seat in range(3):
            assert not [card for card in room.peek(teacher, seat)["game"]["hand"] if card in scene]
    assert slots
