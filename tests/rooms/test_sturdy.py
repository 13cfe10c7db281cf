"""Faults that must not break a room: text that cannot be stored, failing listeners and bots, locks, two servers."""

import asyncio
import json
import logging
import os
import sqlite3
import stat
import time

import pytest
from tornado.websocket import websocket_connect

from geoclass import bots, cli, games, i18n, review
from geoclass.rooms import Hall, LocalBus, NotStored, Refused, SqliteStore
from geoclass.rooms.reading import is_fit
from geoclass.rooms.sqlite import FILE, NOTES
from geoclass.ui.console import Console
from geoclass.ui.kit.parts import board_of, figures_of
from geoclass.ui.stage import Stage
from tests.rooms.classroom import Device, gather, hang_up, run

HALF = "\ud800"


def _why(act, *args, **what):
    with pytest.raises(Refused) as refusal:
        act(*args, **what)
    assert refusal.value.text("fr") != refusal.value.text("en")
    return refusal.value.key


def _asked_for_a_capital(hall):
    """A room of Globalissimo whose team must type a capital; the room, the teacher's token, that team's phone."""
    for seed in range(50):
        room, teacher = hall.open("globalissimo", ["Ana", "Ben"], hold=False)
        phones = [room.join(seat=seat) for seat in range(2)]
        room.control(teacher, "start", seed=seed)
        for tap in range(60):
            view = room.view(teacher)
            if view["game"]["result"]:
                break
            seat = view["game"]["actors"][0]
            if (view["game"]["question"] or {}).get("colour") == "orange":
                return room, teacher, phones[seat]
            room.submit(teacher, view["teacher"]["legal"][str(seat)][0], f"t{tap}")
    raise AssertionError("no capital was asked for")


# S3


def test_S3_a_typed_half_letter_is_refused_on_a_running_server_and_nothing_of_it_is_kept(server):
    room, teacher, token = _asked_for_a_capital(server.hall)
    phone, before = Device(server, room.code, token), len(server.hall.store.rows(room.code))

    async def work():
        for answer in (HALF, "Par\udfffis", "Paris\x00", "Par\x1bis"):
            said = await phone.ask(type="move", move={"move": "answer", "text": answer})
            assert (said["type"], said["key"]) == ("refused", "rooms.refused.unfit")
        assert len(server.hall.store.rows(room.code)) == before
        said = await phone.ask(type="move", move={"move": "answer", "text": "Ouagadougou 🌍 é"})
        assert said["type"] == "played"

    run(gather([phone], work()))
    room.control(teacher, "again")
    again = Hall.at(server.folder, bot_delay=3600).room(room.code)  # as after a restart
    assert again.logs() == room.logs()
    assert review.parse(json.dumps(again.logs(), ensure_ascii=False).encode()) == again.logs()
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize("screen", ["stage", "console"])
def test_S3_what_a_screen_sends_is_read_as_strictly(hall, screen):
    room, teacher, _ = _asked_for_a_capital(hall)
    game = "globalissimo"
    stage = ("en", board_of(game), figures_of(game), game)
    one = Stage(room, teacher, *stage) if screen == "stage" else Console(room, teacher, "fr", game)
    told, before = [], room.version
    one.surface.tell = told.append
    seat = room.view(teacher)["game"]["actors"][0]
    one.surface._handle_msg({"do": "move", "tap": "1", "move": {"seat": seat, "move": "answer", "text": HALF}})
    one.surface._handle_msg({"do": "control", "action": "rename", "what": {"seat": 0, "name": f"A{HALF}"}})
    lang = "en" if screen == "stage" else "fr"
    assert told == [{"toast": i18n.text("rooms.refused.unfit", lang)}] * 2
    assert room.version == before


def test_S3_a_script_cannot_make_a_room_keep_what_cannot_be_read_back(hall):
    room, teacher, phone = _asked_for_a_capital(hall)
    before = room.version
    assert _why(room.submit, phone, {"move": "answer", "text": HALF}, "t") == "rooms.refused.unfit"
    assert _why(room.submit, phone, {"move": "answer", "text": "x"}, HALF) == "rooms.refused.unfit"
    assert _why(room.control, teacher, "start", options={"x": float("nan")}) == "rooms.refused.started"
    assert room.version == before


class _Failing(SqliteStore):
    fails = False

    def append(self, room, n, kind, text):
        if self.fails:
            raise NotStored
        super().append(room, n, kind, text)


def test_S3_whatever_cannot_be_stored_has_not_happened(tmp_path):
    """The disk refuses every kind of row: the room stays unchanged, and goes on when the disk works again."""
    store = _Failing(tmp_path)
    room, teacher = Hall(store, bot_delay=3600).open("countries", ["Ana", "Ben"], options={"first": 0})
    phone = room.join(seat=0)
    room.control(teacher, "start", seed=1)
    room.submit(phone, room.view(phone)["legal"][0], "t")
    number = room.view(teacher)["teacher"]["phones"][0]["number"]
    before = room.view(teacher), room.view(phone), room.logs()
    acts = [
        lambda: room.control(teacher, "undo"),
        lambda: room.control(teacher, "rename", seat=0, name="Lynx"),
        lambda: room.control(teacher, "again"),
        lambda: room.control(teacher, "end"),
        lambda: room.control(teacher, "bot", seat=1, level="keen"),
        lambda: room.change_team(phone, 1),
        lambda: room.control(teacher, "remove", number=number),
        lambda: room.join(seat=1),
        lambda: room.screen(teacher, "projector"),
        lambda: room.submit(teacher, room.view(teacher)["teacher"]["legal"]["1"][0], "u"),
    ]
    for act in acts:
        store.fails = True
        assert _why(act) == "rooms.refused.not_stored"
        assert (room.view(teacher), room.view(phone), room.logs()) == before
    store.fails = False
    for act in acts[:-1]:
        act()
    assert Hall.at(tmp_path, bot_delay=3600).room(room.code).logs() == room.logs()


def test_S3_an_engine_that_breaks_in_the_middle_of_a_move_leaves_nothing_behind(hall, monkeypatch):
    room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0})
    room.control(teacher, "start", seed=1)
    before = room.view(teacher)
    move, engine = before["teacher"]["legal"]["0"][0], games.game_type("countries")
    play = engine._play_place

    def breaks(game, seat, **fields):
        play(game, seat, **fields)
        raise RuntimeError("a rule that is broken")

    with monkeypatch.context() as patched:
        patched.setattr(engine, "_play_place", breaks)
        with pytest.raises(RuntimeError):
            room.submit(teacher, move, "t")
    assert room.view(teacher) == before
    room.submit(teacher, move, "t")


def test_S3_fit_is_what_a_row_can_hold():
    deep = "x"
    for _ in range(50):
        deep = [deep]
    for unfit in (HALF, {HALF: 1}, [["\x1b"]], float("nan"), float("inf"), deep, {1: 2}, b"x", {"a": object()}):
        assert not is_fit(unfit)
    assert is_fit({"a": ["é 🌍", 1, 1.5, None, True, {}]})
    assert not is_fit("a\nb")
    assert is_fit("a\nb\tc\r", lines=True)


# S12


S12 = [
    {"type": "move", "tap": HALF, "move": {"move": "doubt"}},
    {"type": "hello", "code": "BALTA", "token": HALF},
    {"type": "control", "action": "pause", "what": "abc"},
    {"type": "hello", "code": HALF},
    {"type": "join", "code": "BALTA", "name": HALF},
    {"type": "lang", "lang": HALF},
    {"type": "move", "tap": "1", "move": {HALF: 1}},
    {HALF: 1, "type": "lang"},
]


@pytest.mark.parametrize("message", S12, ids=range(len(S12)))
def test_S12_half_letters_and_wrong_types_get_a_sentence_and_no_traceback(server, message):
    async def work():
        line = await websocket_connect(f"ws://localhost:{server.port}/phone/socket")
        await line.write_message(json.dumps(message))
        answer = json.loads(await asyncio.wait_for(line.read_message(), 10))
        await hang_up(line)
        return answer

    answer = run(work())
    assert answer["type"] == "refused"
    assert answer["key"] in ("rooms.refused.unfit", "phone.refused.not_understood")
    assert "could not be handled" not in server.log.read_text()


def test_S12_a_token_that_is_no_text_is_unknown(hall):
    room, _ = hall.open("countries", ["Ana", "Ben"])
    for token in (HALF, None, 7, ["x"]):
        assert _why(room.role, token) == "rooms.refused.unknown_token"


@pytest.mark.parametrize("what", ["abc", 7, ["x"], {"x": 1}, {"state": 1}])
def test_S12_an_action_that_is_not_one_is_a_toast(hall, what):
    room, teacher = hall.open("countries", ["Ana", "Ben"])
    console, told = Console(room, teacher, "en", "countries"), []
    console.surface.tell = told.append
    console.surface._handle_msg({"do": "control", "action": "lock", "what": what})
    assert told == [{"toast": i18n.text("rooms.refused.bad_action", "en")}]


def test_S12_a_log_whose_moves_are_spelt_otherwise_is_a_sentence(tmp_path, capsys):
    log = games.new("countries", ["Ana", "Ben"], 1).log | {"moves": [{"seat": 0, "move": "fly"}]}
    text = json.dumps(log).replace('"moves"', '"\\u006doves"')
    (tmp_path / "log.json").write_text(text, "utf-8")
    assert cli.main(["replay", str(tmp_path / "log.json"), "--lang", "en"]) == 2
    assert "Move 1" in capsys.readouterr().err


def test_S12_escape_codes_in_team_names_do_not_reach_the_terminal(tmp_path, capsys):
    evil = "\x1b]0;owned\x07\x1b[31mAna\x9b2J"
    game = games.new("couleurs", [evil, "Ben", "Chloé"], 1)
    game.play(game.legal(game.actors[0])[0])
    (tmp_path / "log.json").write_text(json.dumps(game.log), "utf-8")
    assert cli.main(["replay", str(tmp_path / "log.json"), "--lang", "en"]) == 0
    hall = Hall.at(tmp_path)
    room, teacher = hall.open("couleurs", ["Ana", "Ben", "Chloé"])
    room.control(teacher, "start")
    with sqlite3.connect(tmp_path / FILE) as db:  # as another program might store it
        kept = db.execute("SELECT body FROM rows WHERE kind = 'start'").fetchone()[0]
        db.execute("UPDATE rows SET body = ? WHERE kind = 'start'", (kept.replace('"Ana"', json.dumps(evil)),))
    db.close()
    assert cli.main(["rooms", "list", "--lang", "en", "--data-dir", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert not {"\x1b", "\x07", "\x9b"} & set(said.out + said.err)
    assert "Ana" in said.out


@pytest.mark.skipif(os.name == "nt", reason="rights of files are POSIX's")
def test_S12_what_is_kept_is_its_owners_alone(tmp_path):
    folder = tmp_path / "new"
    hall = Hall.at(folder)
    hall.open("countries", ["Ana", "Ben"])
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert modes == dict.fromkeys((f"{file}{end}" for file in (FILE, NOTES) for end in ("", "-wal", "-shm")), 0o600)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (folder / FILE).chmod(0o644)  # as stored by the last version
    SqliteStore(folder)
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600


def test_S12_a_locked_database_holds_nobody_up(tmp_path):
    """Requests to a locked database do not wait one after the other: one short wait, then an immediate sentence."""
    store = SqliteStore(tmp_path, wait=30)
    room, teacher = Hall(store, bot_delay=3600).open("countries", ["Ana", "Ben"], options={"first": 0})
    room.control(teacher, "start")
    blocker = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    store._patience = 0.05  # the only wait of this test; the full one would be half a minute
    assert _why(room.control, teacher, "pause") == "rooms.refused.not_stored"
    assert store._patience == 0
    assert _why(room.control, teacher, "pause") == "rooms.refused.not_stored"
    blocker.execute("ROLLBACK")
    blocker.close()
    room.control(teacher, "pause")
    assert store._patience == 30


# R2


def test_R2_a_listener_that_raises_is_logged_and_the_others_are_told(hall, caplog):
    room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0})
    told = []

    def breaks(_version):
        raise RuntimeError("a screen that is broken")

    for listener in (told.append, breaks, told.append):
        room.watch(listener)
    with caplog.at_level(logging.ERROR):
        version = room.control(teacher, "start")
    assert told == [version, version]
    assert "a screen that is broken" in caplog.text


def test_R2_the_bus_itself_goes_on(caplog):
    bus, told = LocalBus(), []
    bus.subscribe("BALTA", lambda _version: 1 / 0)
    bus.subscribe("BALTA", told.append)
    bus.publish("BALTA", 3)
    assert told == [3]
    assert "ZeroDivisionError" in caplog.text


# R3


class _Illegal:
    def choose(self, _view, _legal):
        return {"seat": 0, "move": "fly"}


class _Broken:
    def choose(self, _view, _legal):
        raise RuntimeError("a bot that is broken")


def _spoil(monkeypatch, brain):
    """Replace every keen bot by a *brain*; return the original factory."""
    make = bots.make
    monkeypatch.setattr(bots, "make", lambda game, level, seed: brain() if level == "keen" else make(game, level, seed))
    return make


@pytest.mark.parametrize("brain", [_Illegal, _Broken])
def test_R3_a_bot_that_fails_plays_at_random_once_and_the_console_says_so(hall, monkeypatch, caplog, brain):
    make = _spoil(monkeypatch, brain)
    room, teacher = hall.open("countries", [{"name": "Bot", "bot": "keen"}, "Ben"], options={"first": 0})
    room.control(teacher, "start", seed=1)
    assert room.bot_turn()
    assert len(room.log()["moves"]) == 1
    assert room.log()["bots"] == [0]
    assert "failed in seat 0" in caplog.text
    assert room.code not in caplog.text
    teams = Console(room, teacher, "fr", "countries").scene()["board"]["teams"]
    assert [team["trouble"] for team in teams] == [i18n.text("stage.console.faltered", "fr"), None]
    monkeypatch.setattr(bots, "make", make)
    room.control(teacher, "undo")
    assert room.bot_turn()  # it finds its move again, and there is no further message
    assert room.view(teacher)["teacher"]["faltered"] == []


def test_R3_a_bot_that_fails_by_itself_moves_on_by_itself(tmp_path, monkeypatch):
    _spoil(monkeypatch, _Broken)
    room, teacher = Hall.at(tmp_path, bot_delay=0).open("couleurs", [{"name": n, "bot": "keen"} for n in "ABC"])
    room.control(teacher, "start", seed=1)
    until = time.monotonic() + 60
    while len(room.log()["moves"]) < 3:
        assert time.monotonic() < until
        time.sleep(0.01)
    room.control(teacher, "end")


def test_R3_a_bot_with_a_full_disk_waits_and_tries_again(tmp_path):
    store = _Failing(tmp_path)
    room, teacher = Hall(store, bot_delay=3600).open("countries", [{"name": "Bot", "bot": "random"}, "Ben"])
    room.control(teacher, "start", seed=1)
    while 0 not in room.view(teacher)["game"]["actors"]:
        room.submit(teacher, room.view(teacher)["teacher"]["legal"]["1"][0], f"t{room.version}")
    room.close()
    store.fails, room._timer = True, None
    room._bots_due()
    assert room._timer is not None  # it will try again
    assert room.view(teacher)["teacher"]["faltered"] == []
    room.close()
