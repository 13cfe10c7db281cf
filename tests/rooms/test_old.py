"""Rooms of the last version: opened, played on and exported. ``fixtures/rooms-0.1.sqlite`` was written by 0.1.0."""

import shutil
from pathlib import Path

import pytest

from geoclass import bots, games
from geoclass.rooms import Hall
from geoclass.rooms.sqlite import FILE, VERSION, SqliteStore

KEPT = Path(__file__).parent / "fixtures" / "rooms-0.1.sqlite"
CODES = {"countries": "SIPFO", "globalissimo": "PENTU", "couleurs": "KENNA", "spywhere": "TEDTA", "course": "VIGLA"}


@pytest.fixture
def folder(tmp_path):
    shutil.copy(KEPT, tmp_path / FILE)
    return tmp_path


@pytest.mark.parametrize("game", games.GAMES)
def test_a_room_of_the_last_version_opens_plays_on_and_is_there_again(folder, game):
    hall = Hall.at(folder, bot_delay=3600)
    listed = {room.code: room for room in hall.rooms()}
    assert (listed[CODES[game]].game, listed[CODES[game]].problem) == (game, None)
    room, teacher = hall.reopen(CODES[game])
    before = room.logs()[-1]
    brain = bots.make(game, "random", 1)
    for tap in range(5):
        view = room.view(teacher)
        if view["room"]["showing"]:
            room.control(teacher, "next")
            view = room.view(teacher)
        seat = view["game"]["actors"][0]
        seen = room.peek(teacher, seat)
        room.submit(teacher, brain.choose(seen["game"], seen["legal"]), f"t{tap}")
    assert room.log()["moves"][:-5] == before["moves"]
    assert Hall.at(folder, bot_delay=3600).room(room.code).logs() == room.logs()
    assert hall.export(room.code)["games"][-1]["moves"] == room.log()["moves"]


@pytest.mark.parametrize("game", games.GAMES)
def test_T3_the_bots_of_the_last_version_are_known_by_their_rows(folder, game):
    """Seat 2 was played by a bot, the others by a phone and by the teacher."""
    room = Hall.at(folder, bot_delay=3600).room(CODES[game])
    log = room.logs()[0]
    assert log["bots"] == [index for index, move in enumerate(log["moves"]) if move["seat"] == 2] != []
    assert Hall.at(folder).export(room.code)["games"][0]["bots"] == log["bots"]


def test_S4_a_folder_of_the_last_version_is_taken_over_as_it_is(folder):
    store = SqliteStore(folder)
    assert len(store.rooms()) == 5
    assert store._db.execute("PRAGMA user_version").fetchone() == (VERSION,)
