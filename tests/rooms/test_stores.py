"""Conformance of stores and buses: rows are stored in order, once and durably, and listeners are notified."""

import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from geoclass import data
from geoclass.rooms import Hall, MemoryStore, NoRoom, RowConflict, SqliteStore
from geoclass.rooms import StoreError as Failed
from geoclass.rooms.bus import QUIET, counts
from tests.rooms.classroom import ROOT
from tests.rooms.places import eventually, every, shared


@every
def test_rows_come_back_in_order_as_they_were(place):
    store = place.store()
    texts = ["{}", '{"name": "Zoé · Ω 🐘"}', '{"a": "' + "x" * 50_000 + '"}', " \n\t", ""]
    for n, text in enumerate(texts, 1):
        store.append("BALTA", n, "move", text)
    store.append("OTHER", 1, "open", "{}")
    rows = place.store().rows("BALTA")
    assert [(row.n, row.kind, row.text) for row in rows] == [(n, "move", text) for n, text in enumerate(texts, 1)]
    assert [row.n for row in store.rows("BALTA", 3)] == [4, 5]
    assert sorted(row.at for row in rows) == [row.at for row in rows]
    assert store.rows("NOBODY") == []


@every
def test_a_number_is_taken_once(place):
    first, second = place.store(), place.store()
    first.append("BALTA", 1, "open", "{}")
    with pytest.raises(RowConflict):
        second.append("BALTA", 1, "open", "{}")
    second.append("BALTA", 2, "move", "{}")
    with pytest.raises(RowConflict):
        first.append("BALTA", 1, "move", "{}")
    assert [row.kind for row in first.rows("BALTA")] == ["open", "move"]


RACE = """
import sys
from geoclass.rooms import Hall, NotStored, RowConflict
from pathlib import Path
store = Hall.on(sys.argv[1], Path(sys.argv[2])).store
done = n = 0
while done < 50:
    n += 1
    try:
        store.append("BALTA", n, "move", '{"by": "%s %d"}' % (sys.argv[3], done))
        done += 1
    except (RowConflict, NotStored):  # taken, or the others held the lock for long
        n = max((row.n for row in store.rows("BALTA")), default=0)
"""


@shared
def test_racing_processes_leave_no_gap_and_lose_no_row(place):
    racers = [
        subprocess.Popen([sys.executable, "-c", RACE, place.name, str(place.folder), str(who)], cwd=ROOT)
        for who in range(3)
    ]
    assert [racer.wait(120) for racer in racers] == [0] * 3
    rows = place.store().rows("BALTA")
    assert [row.n for row in rows] == list(range(1, 151))
    assert len({row.text for row in rows}) == 150


@every
def test_rooms_are_listed_and_a_deleted_one_takes_no_more_rows(place):
    store = place.store()
    for code in ("FIRST", "AGAIN"):
        store.append(code, 1, "open", "{}", "2024-01-01T08:00:00.000+00:00")
    store.append("FIRST", 2, "move", "{}")
    store.note("FIRST", "here", "x", 60)
    listed = place.store().rooms()
    assert [(room.code, room.rows) for room in listed] == [("FIRST", 2), ("AGAIN", 1)]
    assert listed[0].opened == listed[1].changed == "2024-01-01T08:00:00.000+00:00"
    place.store().delete("FIRST")
    with pytest.raises(NoRoom):
        store.append("FIRST", 3, "move", "{}")
    assert [room.code for room in store.rooms()] == ["AGAIN"]
    assert (store.rows("FIRST"), store.notes("FIRST")) == ([], {})
    assert place.hall().purge(timedelta(days=1)) == ["AGAIN"]
    store.append("FIRST", 1, "open", "{}")  # its code may be used again


@every
def test_notes_end_by_themselves_and_are_every_process_s(place):
    store, other = place.store(), place.store()
    store.note("BALTA", "here:a", "one two", 60)
    store.note("BALTA", "brief", "", 0.3)
    assert other.notes("BALTA") == {"here:a": "one two", "brief": ""}
    other.note("BALTA", "here:a", "two", 60)
    eventually(lambda: store.notes("BALTA") == {"here:a": "two"})
    assert store.notes("OTHER") == {}


@every
def test_a_lease_is_one_s_until_it_ends(place):
    store, other = place.store(), place.store()
    assert store.lease("BALTA", "bots", "a", 60)
    assert store.lease("BALTA", "bots", "a", 0.3)
    assert not other.lease("BALTA", "bots", "b", 60)
    assert other.lease("OTHER", "bots", "b", 60)
    eventually(lambda: other.lease("BALTA", "bots", "b", 60))
    assert not store.lease("BALTA", "bots", "a", 60)


@every
def test_what_is_kept_is_kept_once(place):
    assert place.store().kept("key") == ""
    with ThreadPoolExecutor(4) as threads:
        found = {*threads.map(lambda n: place.store().keep("key", f"key {n}"), range(4))}
    (kept,) = found
    store = place.store()
    assert store.keep("key", "late") == store.kept("key") == kept
    assert store.keep("key", "new", kept) == place.store().kept("key") == "new"


# buses


@every
def test_who_listens_is_told_of_each_row_until_it_leaves(place):
    store, bus, heard = place.store(), place.bus(), []
    hall = Hall(store, place.bus(), bot_delay=3600)
    room, teacher = hall.open("countries", ["Ana", "Ben"])
    leave = bus.subscribe(room.code, heard.append)
    version = room.control(teacher, "lock")
    eventually(lambda: version in heard)
    leave()
    heard.clear()
    other = []
    bus.subscribe(room.code, other.append)
    version = room.control(teacher, "unlock")
    eventually(lambda: version in other)
    assert heard == []


@shared
def test_rows_that_are_quiet_wake_the_screens_of_another_process_and_no_phone(place):
    store, bus, all_told, counted = place.store(), place.bus(), [], []
    store.append("BALTA", 1, "open", "{}")
    bus.subscribe("BALTA", all_told.append)
    bus.subscribe(counts("BALTA"), counted.append)
    store.append("BALTA", 2, "move", "{}")
    eventually(lambda: 2 in all_told)
    for n in range(3, 30):
        store.append("BALTA", n, QUIET, "{}")
    eventually(lambda: counted and counted[-1] == 29)
    assert max(all_told) == 2
    assert len(counted) < 10  # once for many
    store.append("BALTA", 30, "move", "{}")
    eventually(lambda: 30 in all_told)


@every
def test_S11_a_screen_of_one_process_follows_another_at_once(place, monkeypatch):
    monkeypatch.setattr("geoclass.rooms.presence.BEAT", 3600)  # only the notification of the row wakes it
    room, teacher = place.hall().open("countries", ["Ana", "Ben"], options={"first": 0})
    phone = room.join(seat=0)
    other, seen = place.hall().room(room.code), threading.Event()
    other.subscribe(phone, lambda _: seen.set() if other.view(phone)["room"]["phase"] == "playing" else None)
    room.control(teacher, "start")
    assert seen.wait(60)


@every
def test_S11_who_is_here_is_known_at_every_process(place):
    room, teacher = place.hall().open("countries", ["Ana", "Ben"])
    phone, other = room.join(seat=1), place.hall().room(room.code)
    heard = threading.Event()
    room.subscribe(teacher, lambda _: heard.set())
    leave = other.subscribe(phone, lambda _: None)
    assert heard.wait(5)
    eventually(lambda: [team["here"] for team in room.view(teacher)["room"]["teams"]] == [0, 1])
    leave()
    eventually(lambda: [team["here"] for team in room.view(teacher)["room"]["teams"]] == [0, 0])


@every
def test_S11_phones_of_a_process_that_died_are_taken_for_gone(place, monkeypatch):
    monkeypatch.setattr("geoclass.rooms.presence.LIFE", 0.5)
    room, teacher = place.hall().open("countries", ["Ana", "Ben"])
    here, there = room.join(seat=0), room.join(seat=1)
    dead = place.hall()
    dead.room(room.code).subscribe(there, lambda _: None)
    dead.presence.beat = lambda: None  # no longer renews its notes
    room.subscribe(here, lambda _: None)
    told = threading.Event()
    room.subscribe(teacher, lambda _: told.set())

    def teams():
        room._presence.beat()
        return [team["here"] for team in room.view(teacher)["room"]["teams"]]

    assert teams() == [1, 1]
    told.clear()
    eventually(lambda: teams() == [1, 0])
    assert told.is_set()


@every
def test_one_process_conducts_the_bots_and_another_takes_over(place, monkeypatch):
    monkeypatch.setattr("geoclass.rooms.room.TAKEOVER", 0.3)
    first, second = place.hall(bot_delay=0.02), place.hall(bot_delay=0.02)
    room, teacher = first.open("couleurs", [{"name": name, "bot": "random"} for name in "ABC"])
    other = second.room(room.code)
    leave = other.subscribe(teacher, lambda _: other.view(teacher))
    room.control(teacher, "start", seed=1)
    eventually(lambda: room.version > 6, 20)
    room.close()
    room._start_bots = lambda: None  # it has died
    at = room.version
    eventually(lambda: other.version > at + 6 or other.view(teacher)["room"]["phase"] == "over", 20)
    leave()
    other.close()
    moves = [row for row in place.store().rows(room.code) if row.kind == "move"]
    assert all(row.body["bot"] for row in moves)


@every
def test_a_move_that_a_store_fails_to_keep_in_any_way_is_taken_back(place, monkeypatch):
    room, teacher = place.hall().open("countries", ["Ana", "Ben"], options={"first": 0})
    room.control(teacher, "start", seed=1)
    before, legal = room.view(teacher), room.view(teacher)["teacher"]["legal"]["0"]

    def broken(*_args, **_more):
        raise RuntimeError("something of the store's")

    with monkeypatch.context() as breaking:
        breaking.setattr(room._store, "append", broken)
        with pytest.raises(RuntimeError):
            room.submit(teacher, legal[0], "tap")
    assert room.view(teacher) == before
    room.submit(teacher, legal[0], "tap")
    assert place.hall().room(room.code).log() == room.log()


# shelves


@every
def test_what_lies_on_a_shelf_is_every_process_s_until_it_is_taken_off(place):
    shelf, other = place.store().shelf("lessons"), place.store().shelf("lessons")
    assert (shelf.names(), shelf.get("nothing")) == ([], "")
    texts = {"b": '{"name": "Zoé · Ω 🐘"}', "a-1": "x" * 200_000, "c_2": "\n"}
    for name, text in texts.items():
        shelf.put(name, text)
    assert other.names() == sorted(texts)
    assert {name: other.get(name) for name in texts} == texts
    other.put("b", "other")
    assert shelf.get("b") == "other"
    shelf.drop("b")
    shelf.drop("b")
    assert (other.names(), other.get("b")) == (["a-1", "c_2"], "")
    assert place.store().shelf("figures").names() == []
    assert place.store().rooms() == []
    for name in ("", "../key", "a/b", "A", ".a", "x" * 100):
        with pytest.raises(ValueError, match="shelf"):
            shelf.put(name, "")


def test_a_shelf_on_a_disk_that_refuses_says_so(tmp_path):
    (tmp_path / "figures").write_text("in the way")
    with pytest.raises(Failed) as refused:
        SqliteStore(tmp_path).shelf("figures").put("a", "")
    assert "figures" in refused.value.text("fr")
    assert refused.value.text("fr") != refused.value.text("en")


ADD = """
import sys
from pathlib import Path
from geoclass import data, rooms
data.keep("iso3,Luck\\nFRA,1\\nDEU,2\\nITA,3\\nESP,4\\n", rooms.shelf("figures", sys.argv[1], Path(sys.argv[2])))
"""


@shared
def test_figures_that_another_process_adds_are_there_and_go_with_it(place):
    data.forget_own()
    shelf = place.store().shelf("figures")
    try:
        assert data.load_kept(shelf) == []
        subprocess.run([sys.executable, "-c", ADD, place.name, str(place.folder)], cwd=ROOT, check=True, timeout=120)
        assert data.load_kept(shelf) == []
        assert data.values("luck") == {"FRA": 1, "DEU": 2, "ITA": 3, "ESP": 4}
        (digest,) = shelf.names()
        shelf.drop(digest)  # in any process
        assert data.load_kept(shelf) == []
        assert "luck" not in data.figures()
    finally:
        data.forget_own()


def test_shelves_are_copied_with_the_rooms_and_what_is_there_stays(tmp_path):
    here, there = Hall(MemoryStore()), Hall(SqliteStore(tmp_path))
    for name in ("figures", "lessons"):
        here.store.shelf(name).put("a", f"my {name}")
        here.store.shelf(name).put("b", f"my {name}")
    there.store.shelf("lessons").put("b", "theirs")
    assert here.copy(there).kept == 3
    assert [there.store.shelf("lessons").get(name) for name in "ab"] == ["my lessons", "theirs"]
    assert here.copy(there).kept == 0
