"""The countdown of a turn: set by the teacher, shown on every screen, without effect on the game."""

import json
import time

import pytest

from geoclass.rooms import Hall
from geoclass.rooms import clock as clocks
from tests.rooms.test_votes import begun, doubt, lay, on_turn, why


def left(room, token):
    clock = room.view(token)["clock"]
    return clock and clock["left"]


@pytest.fixture
def now(monkeypatch):
    """A clock that only moves when it is set."""
    at = [1_000_000.0]
    monkeypatch.setattr(clocks, "time", lambda: at[0])
    return at


def test_it_is_told_to_every_screen_in_seconds_left(hall, now):
    room, teacher, phones = begun(hall)
    projector = room.screen(teacher, "projector")
    assert left(room, projector) is None
    room.control(teacher, "clock", seconds=60)
    now[0] += 20.0
    assert [left(room, token) for token in (teacher, projector, *phones)] == [40] * 6
    assert str(now[0]) not in json.dumps(room.view(phones[0]))
    room.control(teacher, "clock", seconds=30)  # longer
    assert left(room, projector) == 70
    now[0] += 100
    assert left(room, projector) == 0
    room.control(teacher, "clock", seconds=30)
    assert left(room, projector) == 30
    room.control(teacher, "clock", seconds=None)
    assert left(room, projector) is None


def test_it_plays_for_nobody_and_is_in_no_log(hall, now):
    room, teacher, phones = begun(hall)
    before, seat = room.log(), on_turn(room, phones)
    room.control(teacher, "clock", seconds=30)
    now[0] += 1000
    assert room.log() == before
    assert on_turn(room, phones) == seat
    lay(room, phones, "late")  # a late team may still play


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("end", ["move", "doubt", "vote", "undo", "end", "again"])
def test_it_ends_with_the_turn(hall, end):
    room, teacher, phones = begun(hall, voting=end == "vote")
    room.control(teacher, "clock", seconds=30)
    if end == "move":
        lay(room, phones, "x")
    elif end in ("doubt", "vote"):
        doubt(room, phones)
    else:
        room.control(teacher, end)
    assert left(room, teacher) is None


@pytest.mark.usefixtures("now")
def test_of_teams_that_act_together_it_waits_for_the_last(hall):
    room, teacher = hall.open("countries", ["Ana", "Ben", "Chloé"])
    room.control(teacher, "start", seed=7)
    room.control(teacher, "clock", seconds=30)
    for seat in (1, 0):
        room.submit(teacher, {"move": "guess", "population": 5_000_000, "seat": seat}, f"g{seat}")
        assert left(room, teacher) == 30
    room.submit(teacher, {"move": "guess", "population": 5_000_000, "seat": 2}, "g2")
    assert left(room, teacher) is None


def test_a_restart_and_a_pause_leave_as_much_as_there_was(hall, now, tmp_path):
    room, teacher, _ = begun(hall)
    room.control(teacher, "clock", seconds=60)
    now[0] += 15
    again = Hall.at(tmp_path, bot_delay=60).room(room.code)
    assert left(again, teacher) == 45
    room.control(teacher, "pause")
    now[0] += 500
    assert room.view(teacher)["clock"] == {"left": 45, "stopped": True}
    assert why(room.control, teacher, "clock", seconds=30) == "rooms.refused.paused"
    assert left(Hall.at(tmp_path, bot_delay=60).room(room.code), teacher) == 45
    room.control(teacher, "resume")
    now[0] += 5
    assert room.view(teacher)["clock"] == {"left": 40, "stopped": False}


@pytest.mark.parametrize("what", [{"seconds": 0}, {"seconds": -5}, {"seconds": 10**9}, {"seconds": "30"}, {}, {"x": 1}])
def test_a_countdown_of_no_length_is_refused(hall, what):
    room, teacher, _ = begun(hall)
    assert why(room.control, teacher, "clock", **what) == "rooms.refused.bad_action"


def test_only_the_teacher_starts_one_and_only_for_a_turn(hall):
    room, teacher, phones = begun(hall)
    assert why(room.control, phones[0], "clock", seconds=30) == "rooms.refused.not_teacher"
    doubt(room, phones)
    assert why(room.control, teacher, "clock", seconds=30) == "rooms.refused.voting"
    room.control(teacher, "vote_close")
    assert why(room.control, teacher, "clock", seconds=30) == "rooms.refused.showing"
    lobby, other = hall.open("countries", ["Ana", "Ben"])
    assert why(lobby.control, other, "clock", seconds=30) == "rooms.refused.not_started"


def test_it_is_the_real_clock(hall):
    room, teacher, _ = begun(hall)
    room.control(teacher, "clock", seconds=60)
    assert 30 < left(room, teacher) <= 60
    assert room._state.clock.until > time.time()
