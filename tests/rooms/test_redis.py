"""Failures of Redis: killed, full, unresponsive or configured unsafely; nothing is lost or doubled, and games go on."""

import socket
import threading
import time
from contextlib import suppress

import pytest
import redis

from geoclass.rooms import Hall, NotStored, Refused, RowConflict
from geoclass.rooms import StoreError as Failed
from geoclass.rooms.redis import RedisBus, RedisStore
from tests.rooms.places import eventually, on_redis
from tests.rooms.redises import Redis


@on_redis
def test_a_killed_redis_loses_nothing_and_everybody_is_back_by_themselves(place):
    hall, other = place.hall(), place.hall()
    room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0})
    screen, heard = other.room(room.code), []
    screen.subscribe(teacher, heard.append)
    version = room.control(teacher, "lock")
    place.redis.kill()
    with pytest.raises(Refused) as refused:
        room.control(teacher, "unlock")
    assert refused.value.key == "rooms.refused.not_stored"
    assert room.view(teacher)["room"]["locked"]  # undone, and the last known state is still shown
    with pytest.raises(Failed):
        hall.rooms()
    with pytest.raises(Failed):
        place.hall()
    place.redis.start()
    assert [row.n for row in place.store().rows(room.code)] == list(range(1, version + 1))
    version = room.control(teacher, "unlock")
    eventually(lambda: version in heard)
    assert not screen.view(teacher)["room"]["locked"]


@on_redis
def test_a_full_or_read_only_redis_refuses_the_move_and_play_goes_on(place):
    room, teacher = place.hall().open("countries", ["Ana", "Ben"])
    for name, value, again in (("maxmemory", "1", "0"), ("min-replicas-to-write", "1", "0")):
        place.redis.set(name, value)
        with pytest.raises(Refused) as refused:
            room.control(teacher, "lock")
        assert refused.value.key == "rooms.refused.not_stored"
        assert not room.view(teacher)["room"]["locked"]
        place.redis.set(name, again)
    room.control(teacher, "lock")
    assert room.view(teacher)["room"]["locked"]


@on_redis
def test_a_redis_that_does_not_answer_holds_up_one_and_nobody_else(place, monkeypatch):
    monkeypatch.setattr("geoclass.rooms.redis.AGAIN", 3600)
    store, waited = RedisStore(place.redis.url, wait=0.2), []
    store.append("BALTA", 1, "open", "{}")
    pipeline = store._redis.pipeline
    monkeypatch.setattr(store._redis, "pipeline", lambda **how: waited.append(1) or pipeline(**how))
    place.redis.freeze()
    try:
        for _ in range(5):
            with pytest.raises(NotStored):
                store.append("BALTA", 2, "move", "{}")
    finally:
        place.redis.thaw()
    assert len(waited) == 1
    store._down = 0.0
    eventually(lambda: _appended(store))
    assert [row.n for row in store.rows("BALTA")][:2] == [1, 2]


@on_redis
def test_a_row_whose_word_came_while_the_rows_could_not_be_read_is_shown_when_they_can(place):
    """A timeout of the store must not lose the only notification of a row."""
    writer, teacher = place.hall().open("countries", ["Ana", "Ben"])
    screen, shown = place.hall().room(writer.code), []
    screen.subscribe(teacher, lambda _version: shown.append(screen.view(teacher)["version"]))
    screen._store._down = time.monotonic() + 1.5  # as after a late response
    version = writer.control(teacher, "lock")
    eventually(lambda: bool(shown))
    assert shown[0] < version
    eventually(lambda: shown[-1] == version)


@on_redis
def test_whether_a_token_is_known_is_not_answered_without_the_rows(place):
    writer, _teacher = place.hall().open("countries", ["Ana", "Ben"])
    screen = place.hall().room(writer.code)
    token = writer.join(0)
    screen._store._down = time.monotonic() + 1
    with pytest.raises(Failed):
        screen.role(token)
    eventually(lambda: monotonic_past(screen._store._down))
    assert screen.role(token) == "team"


def monotonic_past(moment):
    return time.monotonic() > moment


def _appended(store):
    try:
        store.append("BALTA", store.rows("BALTA")[-1].n + 1, "move", "{}")
    except (NotStored, RowConflict, Failed):
        return False
    return True


@on_redis
def test_a_row_whose_answer_was_lost_is_not_taken_for_somebody_else_s(place):
    store = place.store()
    store.append("BALTA", 1, "open", "{}")
    execute, lost = store._redis.pipeline, []

    def pipeline(**how):
        line = execute(**how)
        if not lost:
            answer = line.execute

            def losing(**more):
                lost.append(answer(**more))
                raise redis.ConnectionError("lost")

            line.execute = losing
        return line

    store._redis.pipeline = pipeline
    store.append("BALTA", 2, "move", "{}")
    assert lost
    assert [row.n for row in store.rows("BALTA")] == [1, 2]
    lost.clear()
    ask = store._redis.xrange
    store._redis.xrange = lambda *_: store._redis.execute_command("DEBUG", "no such thing")
    with pytest.raises(NotStored):  # it is unknown now which process appended it
        store.append("BALTA", 3, "move", "{}")
    store._redis.xrange = ask
    assert [row.n for row in store.rows("BALTA")] == [1, 2, 3]


class DeadEnd:
    """A proxy to Redis that silently stops forwarding on existing connections; new connections work."""

    def __init__(self, port):
        self._to, self._lines = ("127.0.0.1", port), []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._door.getsockname()[1]}/0"
        threading.Thread(target=self._let_in, daemon=True).start()

    def _let_in(self):
        with suppress(OSError):
            while True:
                alive, (came, _) = threading.Event(), self._door.accept()
                alive.set()
                to = socket.create_connection(self._to)
                self._lines.append((alive, came, to))
                for a, b in ((came, to), (to, came)):
                    threading.Thread(target=self._pass_on, args=[a, b, alive], daemon=True).start()

    def _pass_on(self, came, to, alive):
        with suppress(OSError):
            while chunk := came.recv(4096):
                if alive.is_set():
                    to.sendall(chunk)
            to.shutdown(socket.SHUT_RDWR)

    def die(self):
        for alive, *_ in self._lines:
            alive.clear()

    def close(self):
        self._door.shutdown(socket.SHUT_RDWR)  # wakes the accepting thread
        self._door.close()
        for _, *ends in self._lines:
            for end in ends:
                end.close()


@on_redis
def test_a_line_that_is_dead_without_a_word_is_noticed(place, monkeypatch):
    monkeypatch.setattr("geoclass.rooms.redis.WAIT", 0.2)
    monkeypatch.setattr("geoclass.rooms.presence.BEAT", 3600)
    through = DeadEnd(place.redis.port)
    room, teacher = place.hall().open("countries", ["Ana", "Ben"])
    screen, heard = Hall(place.store(), RedisBus(through.url)).room(room.code), []
    screen.subscribe(teacher, heard.append)
    version = room.control(teacher, "lock")
    eventually(lambda: version in heard)
    through.die()
    version = room.control(teacher, "unlock")
    eventually(lambda: version in heard, 30)
    through.close()


def test_a_redis_that_could_lose_rows_is_told_in_a_sentence(tmp_path):
    server = Redis(tmp_path, "--appendfsync", "everysec", "--maxmemory-policy", "allkeys-lru")
    try:
        store = RedisStore(server.url)
        assert [risk.key for risk in store.risks()] == ["rooms.store.redis_loses", "rooms.store.redis_evicts"]
        server.set("appendfsync", "always")
        server.set("maxmemory-policy", "noeviction")
        assert store.risks() == []
        with pytest.raises(Failed) as refused:
            RedisStore("http://nonsense")
        assert refused.value.key == "rooms.store.redis_url"
    finally:
        server.kill()


@on_redis
def test_a_shelf_that_cannot_be_reached_says_so(place):
    shelf = place.store().shelf("figures")
    place.redis.kill()
    for ask in (shelf.names, lambda: shelf.get("a"), lambda: shelf.put("a", ""), lambda: shelf.drop("a")):
        with pytest.raises(Failed) as refused:
            ask()
        assert refused.value.key == "rooms.store.redis_failed"


@on_redis
def test_nonsense_on_the_channel_makes_nobody_deaf(place, caplog):
    room, teacher = place.hall().open("countries", ["Ana", "Ben"])
    screen, heard = place.hall().room(room.code), []
    screen.subscribe(teacher, heard.append)
    with redis.Redis.from_url(place.redis.url) as somebody:
        for word in (f"{room.code} soon", "", "\udcff nonsense"):
            somebody.publish("geoclass:told", word.encode(errors="surrogateescape"))
    version = room.control(teacher, "lock")
    eventually(lambda: version in heard, 30)
    assert "could not be handled" in caplog.text
