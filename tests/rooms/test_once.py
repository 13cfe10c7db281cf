"""P7 and P8: undo takes back a person's move, and each request takes effect once."""

import pytest

from geoclass.rooms import Hall, Refused, SqliteStore


def _countries(hall, teams):
    room, teacher = hall.open("countries", teams, options={"first": 0}, seed=7)
    room.control(teacher, "start")
    return room, teacher


def _lay(room, teacher, tap):
    view = room.view(teacher)
    legal = view["teacher"]["legal"][str(view["game"]["actors"][0])]
    room.submit(teacher, next(move for move in legal if move["move"] == "place"), tap)


def _doubt(room, teacher, tap, choice=None):
    seat = room.view(teacher)["game"]["actors"][0]
    return room.submit(teacher, {"move": "doubt", "seat": seat}, tap, choice)


BOTS = [{"name": "Ana"}, {"name": "Bot", "bot": "pupil"}, {"name": "Bit", "bot": "pupil"}]


def _one_slip_then_bots(hall):
    room, teacher = _countries(hall, BOTS)
    room.control(teacher, "bot", seat=0, level="pupil")
    assert all(room.bot_turn() for _ in range(3))
    room.control(teacher, "bot", seat=0, level=None)
    before = room.log()
    while room.view(teacher)["game"]["actors"] != [0]:
        room.bot_turn() or room.control(teacher, "next")
        before = room.log()
    _lay(room, teacher, "slip")
    assert room.bot_turn()
    return room, teacher, before


def test_P7_undo_goes_back_to_before_the_last_move_of_a_person(hall, tmp_path):
    room, teacher, before = _one_slip_then_bots(hall)
    after = room.log()
    assert len(after["moves"]) == len(before["moves"]) + 2
    room.control(teacher, "undo")
    assert room.log() == before
    assert room.view(teacher)["game"]["actors"] == [0]
    again = Hall.at(tmp_path, bot_delay=3600)
    assert again.room(room.code).log() == before
    assert again.export(room.code)["games"] == [before]


def test_P7_a_game_of_bots_alone_goes_back_one_move(hall):
    room, teacher = _countries(hall, [{"name": f"Bot {n}", "bot": "pupil"} for n in range(3)])
    assert room.bot_turn()
    before = room.log()
    assert room.bot_turn()
    room.control(teacher, "undo")
    assert room.log() == before


def test_P7_a_row_of_the_last_version_still_takes_one_move_back(hall, tmp_path):
    room, _, before = _one_slip_then_bots(hall)
    SqliteStore(tmp_path).append(room.code, room.version + 1, "undo", "{}")  # as written by 0.1
    again = Hall.at(tmp_path, bot_delay=3600)
    assert len(again.room(room.code).log()["moves"]) == len(before["moves"]) + 1
    assert again.export(room.code)["games"] == [again.room(room.code).log()]


def test_P8_what_a_screen_asks_for_once_is_done_once(hall):
    room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0}, seed=7)
    at = room.view(teacher)["room"]["at"]
    version = room.control(teacher, "start", at=at)
    assert room.control(teacher, "start", at=at) == version == room.version
    _lay(room, teacher, "t1")
    _doubt(room, teacher, "t2")
    at = room.view(teacher)["room"]["at"]
    version = room.control(teacher, "next", step=1, at=at)
    assert room.control(teacher, "next", step=2, at=at) == version
    assert room.view(teacher)["room"]["step"] == 1
    at = room.view(teacher)["room"]["at"]
    room.control(teacher, "next", at=at)
    room.control(teacher, "next", at=at)
    _lay(room, teacher, "t3")
    moves, at = len(room.log()["moves"]), room.view(teacher)["room"]["at"]
    room.control(teacher, "undo", at=at)
    room.control(teacher, "undo", at=at)
    assert len(room.log()["moves"]) == moves - 1
    room.control(teacher, "end")
    with pytest.raises(Refused, match="game is over"):  # it keeps showing the reveal
        room.control(teacher, "end")
    at = room.view(teacher)["room"]["at"]
    room.control(teacher, "again", at=at)
    room.control(teacher, "again", at=at)
    assert room.games_begun() == 2


def test_P8_a_second_doubt_is_not_refused_over_the_reveal(hall):
    room, teacher = _countries(hall, ["Ana", "Ben"])
    phone = room.join(seat=1)
    _lay(room, teacher, "t1")
    choice = room.view(phone)["choice"]
    version = room.submit(phone, {"move": "doubt"}, "t2", choice)
    assert room.submit(phone, {"move": "doubt"}, "t3", choice) == version == room.version
    with pytest.raises(Refused, match="Look at the board"):  # meant for the current state, so it is answered
        room.submit(phone, {"move": "doubt"}, "t4", room.view(phone)["choice"])


def test_P8_a_move_that_is_wrong_in_itself_is_answered_whatever_others_do(hall):
    room, teacher = hall.open("countries", ["Ana", "Ben"], seed=7)
    room.control(teacher, "start")
    phones = [room.join(seat=seat) for seat in range(2)]
    choice = room.view(phones[1])["choice"]
    room.submit(phones[0], {"move": "guess", "population": 5}, "t1")
    assert room.view(phones[1])["choice"] == choice  # P16: not by others' moves
    with pytest.raises(Refused):
        room.submit(phones[1], {"move": "guess", "population": -5}, "t2", choice)
    room.submit(phones[1], {"move": "guess", "population": 7}, "t3", choice)
    assert room.view(phones[1])["choice"] != choice
