"""Games with hidden hands: nobody changes teams, and late phones wait for the teacher."""

import json
import shutil

import pytest

from geoclass import games, i18n
from geoclass.rooms import Hall, Refused
from geoclass.rooms.sqlite import FILE
from geoclass.ui.console import Console
from tests.rooms.classroom import Device, Server, gather, run, teacher_control
from tests.rooms.test_old import CODES, KEPT

HIDDEN = [game for game in games.GAMES if games.game_type(game).hidden]
TEAMS = ["Ana", "Ben", "Chloé"]


def _begun(hall, game="spywhere"):
    room, teacher = hall.open(game, TEAMS)
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=1)
    return room, teacher, phones


def _why(act, *args, **what):
    with pytest.raises(Refused) as refusal:
        act(*args, **what)
    assert refusal.value.text("fr") != refusal.value.text("en")
    return refusal.value.key


@pytest.mark.parametrize("game", HIDDEN)
def test_S7_nobody_hops_in_mid_game_where_hands_are_hidden(hall, game):
    room, teacher, phones = _begun(hall, game)
    before = room.version
    assert _why(room.change_team, phones[0], 1) == "rooms.refused.closed"
    assert (room.view(phones[0])["seat"], room.version) == (0, before)
    room.control(teacher, "end")
    room.change_team(phones[0], 1)  # nothing is hidden any more
    assert room.view(phones[0])["seat"] == 1


def test_S7_where_nothing_is_hidden_phones_go_where_they_like(hall):
    room, _, phones = _begun(hall, "countries")
    room.change_team(phones[0], 1)
    assert room.view(room.join(seat=2))["seat"] == 2
    assert not room.lobby()["closed"]


@pytest.mark.parametrize("game", HIDDEN)
def test_S7_a_late_phone_sees_what_the_projector_sees_until_the_teacher_nods(hall, game):
    room, teacher, phones = _begun(hall, game)
    projector = room.screen(teacher, "projector")
    late = room.join(seat=1)
    view = room.view(late)
    assert (view["seat"], view["wish"], view["legal"]) == (None, 1, [])
    assert view["game"] == room.view(projector)["game"] != room.view(phones[1])["game"]
    assert _why(room.submit, late, {"move": "end"}, "t") == "rooms.refused.nod"
    room.change_team(late, 2)  # only a wish
    assert (room.view(late)["seat"], room.view(late)["wish"]) == (None, 2)
    number = room.view(teacher)["teacher"]["phones"][-1]["number"]
    room.control(teacher, "admit", number=number)
    assert (room.view(late)["seat"], room.view(late)["wish"]) == (2, None)
    assert room.view(late)["game"] == room.view(phones[2])["game"]
    assert _why(room.change_team, late, 0) == "rooms.refused.closed"


def test_S7_the_teacher_lets_one_into_another_team_or_all_in_at_once_and_it_is_kept(tmp_path):
    hall = Hall.at(tmp_path, bot_delay=3600)
    room, teacher, _ = _begun(hall)
    late = [room.join(seat=0), room.join(), room.join(seat=1)]
    numbers = [phone["number"] for phone in room.view(teacher)["teacher"]["phones"] if phone["seat"] is None]
    room.control(teacher, "admit", number=numbers[0], seat=2)
    room.control(teacher, "admit")
    seats = [room.view(token)["seat"] for token in late]
    assert seats == [2, 0, 1]  # the teacher's choice; the smallest team; the phone's wish
    assert _why(room.control, teacher, "admit") == "rooms.refused.nobody_waits"
    assert _why(room.control, teacher, "admit", number=numbers[0]) == "rooms.refused.nobody_waits"
    again = Hall.at(tmp_path, bot_delay=3600).room(room.code)
    assert [again.view(token)["seat"] for token in late] == seats


def test_S7_who_still_waits_is_in_the_next_game_in_the_team_it_wished(hall):
    room, teacher, _ = _begun(hall)
    late = room.join(seat=2)
    assert _why(room.control, teacher, "admit", number=99) == "rooms.refused.nobody_waits"
    assert _why(room.control, teacher, "admit", seat=7) == "rooms.refused.no_such_team"
    room.control(teacher, "again")
    assert room.view(late)["seat"] == 2


def test_S7_the_console_shows_who_waits(hall):
    room, teacher, _ = _begun(hall)
    room.join(seat=2)
    room.join()
    console = Console(room, teacher, "en", "spywhere")
    waiting = console.scene()["board"]["waiting"]
    assert [phone["text"] for phone in waiting] == [
        i18n.text("stage.console.wish", "en", team="Chloé"),
        i18n.text("stage.console.no_wish", "en"),
    ]
    console._asked({"do": "control", "action": "admit", "what": {"number": waiting[0]["number"]}})
    console.redraw()
    assert [phone["number"] for phone in console.scene()["board"]["waiting"]] == [waiting[1]["number"]]


def test_S7_hops_that_a_room_of_the_last_version_has_seen_do_not_keep_it_from_opening(tmp_path):
    shutil.copy(KEPT, tmp_path / FILE)
    hall = Hall.at(tmp_path, bot_delay=3600)
    assert "change_team" in [row.kind for row in hall.store.rows(CODES["spywhere"])]
    room, teacher = hall.reopen(CODES["spywhere"])
    assert [phone["seat"] for phone in room.view(teacher)["teacher"]["phones"]] == [1]


def test_S7_on_a_running_server_a_phone_that_hops_or_a_second_tab_sees_no_other_hand(tmp_path):
    server = Server(tmp_path).wait()
    room, token = server.hall.open("spywhere", TEAMS)
    teacher = Device(server, room.code, token)
    phones = [Device(server, room.code, room.join(seat=seat)) for seat in range(3)]
    tab = Device(server, room.code)

    async def work():
        await teacher_control(teacher, "start", seed=1)
        passports = [None] * 3
        for seat, phone in enumerate(phones):
            await phone.until(lambda phone=phone: phone.view and phone.view["game"])
            passports[seat] = phone.view["game"]["passports"]
        await phones[0].say(type="team", seat=1)
        await phones[0].until(lambda: any("rooms.refused.closed" in frame for frame in phones[0].frames))
        await tab.say(type="join", code=room.code, seat=1, lang="fr")
        await tab.until(lambda: tab.scene["board"]["kind"] == "phone.lobby")
        assert tab.view["room"]["closed"]
        for device in (phones[0], tab):
            seen = [json.loads(frame) for frame in device.frames]
            boards = [frame["scene"]["board"] for frame in seen if frame["type"] == "scene"]
            assert boards
            assert all([p["iso"] for p in board.get("passports", ())] != passports[1][1] for board in boards)
        await teacher.until(lambda: any(p["seat"] is None for p in teacher.view["teacher"]["phones"]))
        await teacher_control(teacher, "admit")
        await tab.until(lambda: tab.scene["me"]["seat"] == 1)
        assert [p["iso"] for p in tab.scene["board"]["passports"]] == passports[1][1]

    try:
        run(gather([teacher, *phones, tab], work()))
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()
