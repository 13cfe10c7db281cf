"""Rooms that this version cannot open: listed, exported as far as readable, deleted, and no harm to other rooms."""

import json
import shutil
import sqlite3
import subprocess

import pytest

from geoclass import cli, data, games, i18n
from geoclass.rooms import Hall, SqliteStore, StoreError, Unreadable
from geoclass.rooms.sqlite import FILE, VERSION
from geoclass.ui import explore_games, home, live
from tests.ports import free_port
from tests.rooms.classroom import ROOT, SERVE, Device, Server, gather, run
from tests.rooms.panels import PanelPage
from tests.rooms.test_old import CODES, KEPT

COFFEE = "Country;Café\n" + "".join(f"{iso};{n}\n" for n, iso in enumerate(list(data.attribute("iso2"))[:60]))


def _unknown_game(row):
    if row["kind"] == "open":
        row["body"]["settings"]["game"] = "chess"
    elif row["kind"] in ("start", "again"):
        row["body"]["setup"]["game"] = "chess"


def _newer_kind(row):
    if row["n"] == 6:
        row["kind"] = "unheard_of"


def _broken_json(row):
    if row["n"] == 6:
        row["body"] = '{"move": {"mo'


def _unknown_option(row):
    if row["kind"] in ("start", "again"):
        row["body"]["setup"]["options"]["wings"] = True


def _flipped_bytes(row):
    if row["n"] == 6:
        row["body"] = b'{"move"\xff\xfe\x00 {'


def _another_type(row):
    if row["n"] == 6:
        row["body"] = "[1]"


def _flipped_number(row):
    if row["kind"] == "join":
        row["body"]["seat"] = 9


def _flipped_move(row):
    if row["kind"] == "move" and row["n"] > 6:
        row["body"]["move"]["seat"] = 7


def _flipped_time(row):
    row["at"] = "2O22-\u0007"
    _broken_json(row)


def _other_rules(row):
    if row["kind"] in ("start", "again"):
        row["body"]["setup"]["rules"] = 99


def _half_a_letter(row):
    if row["kind"] == "move" and row["n"] == 6:
        row["body"]["move"] = {"seat": 0, "move": "answer", "text": "\ud800"}


WAYS = [
    _unknown_game, _newer_kind, _broken_json, _unknown_option, _flipped_bytes, _another_type, _flipped_number,
    _flipped_move, _flipped_time, _other_rules, _half_a_letter,
]  # fmt: skip
DEEP = (_flipped_number, _flipped_move, _half_a_letter)  # found only on opening the room


def _spoil(folder, code, way):
    """Change the rows of a room on the disk, as a newer version or a bad disk would."""
    with sqlite3.connect(folder / FILE) as db:
        for n, at, kind, body in db.execute("SELECT n, at, kind, body FROM rows WHERE room = ?", (code,)).fetchall():
            row = {"n": n, "at": at, "kind": kind, "body": json.loads(body)}
            way(row)
            body = row["body"] if isinstance(row["body"], str | bytes) else json.dumps(row["body"])
            db.execute(
                "UPDATE rows SET at = ?, kind = ?, body = CAST(? AS TEXT) WHERE room = ? AND n = ?",
                (row["at"], row["kind"], body, code, n),
            )
    db.close()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    shutil.copy(KEPT, tmp_path / FILE)
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    live.hall.cache_clear()
    explore_games._in_room.cache_clear()
    yield tmp_path
    live.hall.cache_clear()
    explore_games._in_room.cache_clear()


@pytest.mark.parametrize("way", WAYS)
def test_S4_one_unreadable_room_leaves_the_others_alone(folder, way, capsys):
    code = CODES["globalissimo"]
    _spoil(folder, code, way)
    others = set(CODES.values()) - {code}
    with pytest.raises(Unreadable) as refusal:
        live.hall().room(code)
    assert refusal.value.text("fr") != refusal.value.text("en")
    assert refusal.value.why.text("fr") != refusal.value.why.text("en")

    first = home.Home()
    listed = {room["code"]: room for room in first.scene()["board"]["rooms"]}
    assert {c for c, room in listed.items() if not room.get("unreadable")} == others
    assert i18n.text("home.unreadable", first.lang, why="") in listed[code]["text"]
    assert {played.id.split("-")[0] for played in explore_games.here()} == others

    with i18n.use("en"):
        given = ["--lang", "en", "--data-dir", str(folder)]
        assert cli.main(["rooms", "list", *given]) == 0
        said = capsys.readouterr().out
        assert all(c in said for c in CODES.values())
        assert said.count("cannot be opened here") == (way not in DEEP)
        assert cli.main(["rooms", "export", code, "--to", str(folder / "room.json"), *given]) == 0
        assert "cannot be opened here" in capsys.readouterr().err
    kept = json.loads((folder / "room.json").read_bytes())
    assert len(kept["rows"]) == 15
    moves = kept["games"][0]["moves"] if kept["games"] else []
    assert moves or way in (_flipped_time, _broken_json, _flipped_bytes, _another_type)
    assert cli.main(["rooms", "delete", code, *given]) == 0
    assert {room.code for room in live.hall().rooms()} == others


def test_S4_the_first_page_exports_and_deletes_what_it_cannot_open(folder):
    _spoil(folder, CODES["course"], _flipped_move)  # found only by replaying the game
    page, told = home.Home(), []
    page.surface.tell = told.append
    page._asked({"do": "reopen", "code": CODES["course"]})
    assert i18n.text("rooms.refused.unreadable", page.lang, code=CODES["course"]) in told[-1]["toast"]
    assert [room["code"] for room in page.scene()["board"]["rooms"] if room.get("unreadable")] == [CODES["course"]]
    page._asked({"do": "export", "code": CODES["course"]})
    assert told[-1]["file"]["name"].endswith(".json")
    page._asked({"do": "delete", "code": CODES["course"]})
    assert CODES["course"] not in [room["code"] for room in page.scene()["board"]["rooms"]]
    page._asked({"do": "delete", "code": "NOONE"})
    assert told[-1]["toast"] == i18n.text("rooms.refused.no_room", page.lang, code="NOONE")


async def _document(address, headers):
    page = await PanelPage(address, headers).open()
    await page.close()
    return json.dumps(page.document, ensure_ascii=False)


def test_S4_a_running_server_shows_its_first_page_and_tells_phones(tmp_path):
    shutil.copy(KEPT, tmp_path / FILE)
    _spoil(tmp_path, CODES["spywhere"], _newer_kind)
    server = Server(tmp_path).wait()
    try:
        shown = run(_document(f"{server.url}/home?lang=en", server.as_teacher))
        assert "cannot be opened here" in shown
        assert all(code in shown for code in CODES.values())
        phone = Device(server, CODES["spywhere"])
        run(gather([phone], phone.until(lambda: phone.frames)))
        assert json.loads(phone.frames[0])["key"] == "rooms.refused.unreadable"
        assert "unheard_of" not in phone.frames[0]  # the reason is only for the teacher
        assert "Traceback" not in server.log.read_text()
    finally:
        server.kill()


def test_S4_a_newer_folder_is_refused_in_a_sentence(folder, capsys):
    with sqlite3.connect(folder / FILE) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    with pytest.raises(StoreError) as refusal:
        SqliteStore(folder)
    given = ["--lang", "fr", "--data-dir", str(folder)]
    assert cli.main(["rooms", "list", *given]) == 2
    assert capsys.readouterr().err.strip() == refusal.value.text("fr")
    command = [*SERVE, "--port", str(free_port()), *given]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (2, refusal.value.text("fr"))


def test_S4_a_file_that_is_no_database_is_a_sentence(folder, capsys):
    live.hall().rooms()
    page = home.Home()
    (folder / FILE).write_bytes(b"not a database at all" * 500)
    for more in folder.glob(f"{FILE}-*"):
        more.unlink()
    live.hall.cache_clear()
    assert cli.main(["rooms", "list", "--lang", "en", "--data-dir", str(folder)]) == 2
    assert FILE in capsys.readouterr().err
    hall = Hall.at(folder.parent / "other")
    hall.store._db.execute("DROP TABLE rows")
    live.hall.cache_clear()
    live_hall, live.hall = live.hall, lambda: hall
    try:
        assert FILE in page.scene()["board"]["no_rooms"]
        assert explore_games.here() == []
    finally:
        live.hall = live_hall


def test_R1_a_room_with_a_teachers_own_figures_goes_on_after_a_restart(tmp_path):
    """Its log contains them; so does a room whose game has not begun."""
    data.load_own(COFFEE)
    options = {"categories": ["cafe"], "hand": 3, "first": 0}
    try:
        hall = Hall.at(tmp_path, bot_delay=3600)
        room, teacher = hall.open("countries", ["Ana", "Ben"], options=options)
        room.control(teacher, "start", seed=1)
        room.submit(teacher, room.view(teacher)["teacher"]["legal"]["0"][0], "t")
        log = room.log()
        data.forget_own()
        again = Hall.at(tmp_path, bot_delay=3600).room(room.code)  # as after a restart
        assert again.log() == log
        assert data.values("cafe") == log["setup"]["figures"][data.column("cafe").edition[5:]]["cafe"]["figures"]
        again.submit(teacher, again.view(teacher)["teacher"]["legal"]["1"][0], "u")
        data.forget_own()
        assert games.replay(json.loads(json.dumps(log))).log == log
        waiting, teacher = hall.open("countries", ["Ana", "Ben"], options=options)
        data.forget_own()
        Hall.at(tmp_path, bot_delay=3600).room(waiting.code).control(teacher, "start", seed=2)
    finally:
        data.forget_own()


@pytest.mark.parametrize("damage", ["value", "heading", "digest", "country", "text", "nothing"])
def test_R1_figures_that_were_changed_on_the_way_are_refused_in_a_sentence(damage):
    data.load_own(COFFEE)
    try:
        log = games.new("countries", ["Ana", "Ben"], 1, {"categories": ["cafe"], "hand": 3}).log
    finally:
        data.forget_own()
    ((digest, columns),) = log["setup"]["figures"].items()
    figures = columns["cafe"]["figures"]
    match damage:
        case "value":
            figures[next(iter(figures))] += 1
        case "heading":
            columns["cafe"]["heading"] = "Thé"
        case "digest":
            log["setup"]["figures"] = {"00000000": columns}
        case "country":
            figures["XXX"] = 1.0
        case "text":
            figures[next(iter(figures))] = "12"
        case "nothing":
            log["setup"]["figures"] = [digest]
    with pytest.raises(games.BadSetup) as refusal:
        games.replay(log)
    assert refusal.value.key == "games.setup.figures"
    assert "cafe" not in data.figures()
    assert refusal.value.text("fr") != refusal.value.text("en")


def test_R4_a_room_of_rules_that_we_do_not_play_says_so_and_one_of_older_rules_plays_on(folder, monkeypatch):
    engine = games.game_type("countries")
    monkeypatch.setattr(engine, "rules", 2)
    with pytest.raises(Unreadable) as refusal:
        Hall.at(folder).room(CODES["countries"])
    assert isinstance(refusal.value.why, games.OtherRules)
    assert [room.problem.key for room in Hall.at(folder).rooms() if room.problem] == ["games.setup.rules"]
    monkeypatch.setattr(engine, "plays", range(1, 2))
    room, teacher = Hall.at(folder, bot_delay=3600).reopen(CODES["countries"])
    assert room.log()["setup"]["rules"] == 1
    room.control(teacher, "again")
    assert [log["setup"]["rules"] for log in room.logs()] == [1, 2]


def test_S4_a_room_whose_very_code_is_damaged_can_be_deleted(folder):
    with sqlite3.connect(folder / FILE) as db:
        db.execute("UPDATE rows SET room = 'TE7\u001bA' WHERE room = ?", (CODES["spywhere"],))
    db.close()
    hall = Hall.at(folder)
    assert "TE7\u001bA" in [room.code for room in hall.rooms()]
    assert hall.export("TE7\u001bA")["games"]
    hall.delete("TE7\u001bA")
    assert len(hall.rooms()) == 4


def test_S4_a_room_that_can_be_opened_is_not_said_to_be_unreadable(tmp_path):
    """Added and renamed teams, undone moves, ended games: all kinds of rows."""
    hall = Hall.at(tmp_path, bot_delay=3600)
    room, teacher = hall.open("countries", grow=True, options={"first": 0})
    phone = room.join()
    room.join()
    room.control(teacher, "add_team", name="Lynx")
    room.control(teacher, "rename", seat=2, name="Ours")
    assert hall.rooms()[0].teams[2] == "Ours"
    room.control(teacher, "start", seed=1)
    room.submit(phone, room.view(phone)["legal"][0], "t")
    room.control(teacher, "bot", seat=1, level="random")
    room.bot_turn()
    room.control(teacher, "undo")
    room.control(teacher, "end")
    room.control(teacher, "undo")
    room.control(teacher, "rename", seat=0, name="Zèbres")
    room.control(teacher, "again")
    room.control(teacher, "end")
    (listed,) = hall.rooms()
    assert (listed.problem, listed.teams) == (None, room.log()["setup"]["players"])
    assert hall.export(room.code)["games"] == room.logs()
