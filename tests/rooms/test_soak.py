"""A class of forty phones and a projector under load: an hour in ``make soak``, half a minute in `make test`."""

import asyncio
import json
import os
import random
import time
from contextlib import suppress

import pytest
from tornado.simple_httpclient import HTTPTimeoutError
from tornado.websocket import WebSocketClosedError, websocket_connect

from geoclass import games
from geoclass.rooms import Hall, Refused, SqliteStore
from tests.rooms.classroom import Device, Inspected, gather, hang_up, pupil, run, teacher_control
from tests.rooms.panels import PanelPage

LONG = bool(os.environ.get("GEOCLASS_SOAK"))
SECONDS = 3600 if LONG else 24
WARM = 300 if LONG else 10  # lazy imports and caches are done by then
FLOOD = 10_000 if LONG else 500
PHONES, TEAMS = 40, 8


class Pupil(Device):
    """A device that does not record its messages, as an hour's would use too much memory."""

    async def _heard(self, frame):
        await super()._heard(frame)
        del self.frames[:-5]
        for tap in list(self.answers)[:-50]:
            del self.answers[tap]


@pytest.fixture
def server(tmp_path):
    server = Inspected(tmp_path).wait()
    yield server
    server.kill()


def test_a_class_for_a_while(server):
    """Memory stays flat, closed screens leave nothing behind, and misbehaving phones delay nobody."""
    room, token = server.hall.open("countries", [f"Équipe {n}" for n in range(TEAMS)], hold=False)
    phones = [Pupil(server, room.code, room.join(seat=n % TEAMS)) for n in range(PHONES)]
    teacher = Pupil(server, room.code, token)
    projector = f"{server.url}/countries?room={room.code}&token={room.screen(token, 'projector')}"
    memory = run(_lessons(server, teacher, phones, projector))
    assert max(memory[-3:]) < 1.1 * memory[0], memory
    log = Hall.at(server.folder).room(room.code).logs()
    assert len(log) > LONG  # in an hour several games are played
    assert sum(len(played["moves"]) for played in log) > TEAMS  # the room kept playing
    assert "Traceback" not in (said := server.log.read_text()), said[-3000:]


async def _lessons(server, teacher, phones, projector):
    quiet, unruly = phones[:-4], phones[-4:]
    end, memory = time.monotonic() + WARM + SECONDS, []

    def on():
        return time.monotonic() < end

    async def lead():
        await teacher_control(teacher, "start")
        while on():
            await teacher.until(lambda: _over(teacher) or not on(), WARM + SECONDS + 60)
            if _over(teacher):
                await teacher_control(teacher, "again")

    async def play(phone, seed):
        while on():
            with suppress(TimeoutError):
                await pupil(phone, seed=seed, pause=0.02, seconds=5)
            await asyncio.sleep(0.1)  # the game is over, or it is not the team's turn for a long time

    async def watch():
        await asyncio.sleep(WARM)
        while on():
            memory.append(server.memory())
            await asyncio.sleep(SECONDS / 12)

    async def show():
        """Keep one projector open, and open and close others."""
        stays = await PanelPage(projector).open()
        while on():
            with suppress(WebSocketClosedError, HTTPTimeoutError):  # a busy server may close a slow connection
                other = await PanelPage(projector).open()
                await asyncio.sleep(1)
                await other.close()
        assert stays.patches > 0
        await stays.close()

    trouble = [_vanish, _repeat, _out_of_turn, _flood]
    ways = [way(phone, on) for way, phone in zip(trouble, unruly, strict=True)]
    players = (play(phone, n) for n, phone in enumerate(quiet))
    await gather([teacher, *quiet, *unruly[1:]], lead(), watch(), show(), *players, *ways)
    assert not any('"failed"' in frame for phone in quiet for frame in phone.frames)
    await _nothing_is_kept(server)
    return memory


async def _vanish(phone, on):
    """Disconnect repeatedly: by reloading, or by losing the network without closing."""
    rng = random.Random(1)
    while on():
        line = await websocket_connect(f"ws://localhost:{phone.server.port}/phone/socket")
        with suppress(WebSocketClosedError):  # reconnects, as its page would
            await line.write_message(json.dumps({"type": "hello", "code": phone.code, "token": phone.token}))
        await asyncio.sleep(rng.random())
        if rng.random() < 0.5 and line.protocol:
            line.protocol._abort()
            line.close()
        else:
            await hang_up(line)


async def _repeat(phone, on):
    """Send everything twice."""
    while on():
        with suppress(TimeoutError):
            await phone.until(lambda: phone.view and phone.view["legal"], 2)
            move = {k: v for k, v in phone.view["legal"][0].items() if k != "seat"}
            for _ in range(2):
                await phone.say(type="move", move=move, tap=f"twice{phone.version}")
        await asyncio.sleep(0.3)


async def _out_of_turn(phone, on):
    while on():
        with suppress(WebSocketClosedError, AttributeError):
            await phone.say(type="move", move={"move": "doubt"}, tap=f"early{time.monotonic()}")
        await asyncio.sleep(0.2)


async def _flood(phone, on):
    nonsense = ["", "{", "null", '{"type":"fly"}', '{"type":"move","tap":7,"move":[]}', "[" * 2000, "x" * 5000]
    sent = 0
    while on() or sent < FLOOD:  # on a slow machine the rest is sent at the end
        with suppress(WebSocketClosedError, AttributeError):
            await phone._socket.write_message(nonsense[sent % len(nonsense)])
        sent += 1
        await asyncio.sleep((WARM + SECONDS) / FLOOD / 2 if on() else 0)
    assert sent >= FLOOD


def _over(device):
    return device.view and device.view["room"]["phase"] == "over"


async def _nothing_is_kept(server):
    """Assert that nothing is left after the last screen has closed: Panel discards sessions some seconds later, and
    waits up to a minute for a browser that does not read."""
    nothing = {"listening": 0, "rooms": 0, "followers": 0, "screens": 0, "sessions": 0}
    for _ in range(200):
        held = await server.held()
        if held == nothing or held == nothing | {"screens": 1}:  # at most the one drawn last
            return
        await asyncio.sleep(0.5)
    assert held == nothing


def test_a_full_disk_refuses_the_move_and_play_goes_on_when_there_is_room(tmp_path):
    store = SqliteStore(tmp_path)
    room, teacher = Hall(store, bot_delay=3600).open("couleurs", ["Ana", "Ben", "Chloé"])
    phones = [room.join(seat=seat) for seat in range(3)]
    room.control(teacher, "start", seed=1)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")  # simulates a full disk: SQLite gets no more pages
    with pytest.raises(Refused) as refusal:
        _moves(room, phones, 1000)
    assert refusal.value.key == "rooms.refused.not_stored"
    assert refusal.value.text("fr") != refusal.value.text("en")
    before = [room.view(phone) for phone in phones]
    again = Hall.at(tmp_path).room(room.code)  # the stored rows are what everybody saw
    assert [again.view(phone) for phone in phones] == before
    assert store._db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with pytest.raises(Refused):  # still
        _moves(room, phones, 1)
    store._db.execute("PRAGMA max_page_count = 1073741823")
    _moves(room, phones, 5)
    assert games.replay(room.logs()[-1]).view(None) == room.view(room.screen(teacher, "projector"))["game"]


def _moves(room, phones, n):
    for _ in range(n):
        token = next(phone for phone in phones if room.view(phone)["legal"])
        room.submit(token, room.view(token)["legal"][-1], f"tap{room.version}")
