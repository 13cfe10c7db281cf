"""A team's private view on the teacher's device: only a teacher's token opens it."""

import pytest

from geoclass import games
from geoclass.rooms import Hall, Refused


@pytest.fixture
def room(tmp_path):
    room, teacher = Hall.at(tmp_path, bot_delay=3600).open("spywhere", ["Ana", "Ben", "Chloé"])
    return room, teacher


def _why(act, *args):
    with pytest.raises(Refused) as refusal:
        act(*args)
    assert refusal.value.text("fr") != refusal.value.text("en")
    return refusal.value.key


def test_a_teacher_sees_what_the_team_would_see_and_nothing_else(room):
    room, teacher = room
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=5)
    game = games.replay(room.logs()[-1])
    for seat in range(3):
        peeked, phone = room.peek(teacher, seat), room.view(phones[seat])
        assert (peeked["game"], peeked["legal"]) == (game.view(seat), game.legal(seat))
        asked = {key: phone[key] for key in ("prompt", "round")}  # the prompt is for a phone
        assert peeked | asked == {key: phone[key] for key in peeked}
    assert room.peek(teacher, 0)["game"]["hand"] != room.view(teacher)["game"]["hand"] is None


def test_nobody_else_may_peek(room):
    room, teacher = room
    projector, phone = room.screen(teacher, "projector"), room.join(seat=1)
    room.control(teacher, "start", seed=5)
    assert _why(room.peek, projector, 1) == "rooms.refused.not_teacher"
    assert _why(room.peek, phone, 1) == "rooms.refused.not_teacher"
    assert _why(room.peek, "no token at all", 1) == "rooms.refused.unknown_token"


def test_there_must_be_a_game_and_a_team(room):
    room, teacher = room
    assert _why(room.peek, teacher, 0) == "rooms.refused.not_started"
    room.control(teacher, "start", seed=5)
    for seat in (3, -1, "0", True, None):
        assert _why(room.peek, teacher, seat) == "rooms.refused.no_such_team"


def test_a_pause_leaves_no_moves(room):
    room, teacher = room
    room.control(teacher, "start", seed=5)
    room.control(teacher, "pause")
    assert room.peek(teacher, 0)["legal"] == []
    assert room.peek(teacher, 0)["game"]["hand"]
