"""What devices send and leave unread is bounded: buffers, bodies, frames, log records, connections, joins (S9, S10)."""

import asyncio
import json
import socket
from contextlib import closing

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.web import Application
from tornado.websocket import websocket_connect

from benchmarks._attacks import Attack, _part, frame
from geoclass.rooms import Hall
from geoclass.rooms.room import PHONES
from geoclass.ui import gate, guard, live
from geoclass.ui.phone import limits
from geoclass.ui.phone.audience import audience
from geoclass.ui.phone.socket import UNREAD, Socket
from tests.ports import free_port
from tests.rooms.classroom import Device, gather, run
from tests.rooms.panels import TOKEN
from tests.rooms.wire import WAIT, connected_from, fetched, is_ended, log_of

# S9: bounded buffers, bodies, frames, records, connections


def test_S9_a_phone_that_takes_nothing_is_hung_up_on_and_gets_the_latest_when_it_is_ready():
    class Line:
        closed = False

        def close(self):
            self.closed = True

    class Phone(Socket):
        def __init__(self):
            self.lang, self.frames, self.futures = "fr", [], []
            self.ws_connection = type("Connection", (), {"stream": Line()})()
            self._audience = type("Audience", (), {"tell": lambda _self, phone: phone.say("the latest")})()

        def write_message(self, text):
            self.frames.append(text)
            self.futures.append(asyncio.get_running_loop().create_future())
            return self.futures[-1]

    async def told():
        phone = Phone()
        for n in range(500):
            phone.say(f"state {n}")
        assert phone.frames == ["state 0"]
        phone.futures[0].set_result(None)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert phone.frames == ["state 0", "the latest"]
        for _ in range(100):
            phone._send(text="x" * (UNREAD // 50))
        assert phone.ws_connection.stream.closed
        assert sum(map(len, phone.frames)) <= UNREAD + 100

    run(told())


def test_S9_a_phone_that_never_reads_costs_one_state_and_gets_the_latest_when_it_reads(tmp_path, monkeypatch):
    """Over real sockets with small system buffers, so that unsent data would have to be stored in the server."""
    hall = Hall.at(tmp_path, bot_delay=3600)
    monkeypatch.setattr(live, "hall", lambda: hall)
    room, teacher = hall.open("countries", ["Ana", "Ben"], options={"first": 0}, hold=False)
    room.control(teacher, "start", seed=1)

    async def told():
        phones = Application([(r"/phone/socket", Socket)])
        port = free_port()
        phones.websocket_origins = {f"localhost:{port}"}
        server = phones.listen(port, "127.0.0.1")
        reader, writer = await Attack(port, room.code, WAIT).line("127.0.7.9")
        writer.write(frame({"type": "join", "code": room.code, "seat": 0, "lang": "fr"}))
        while b'"joined"' not in await _part(reader):
            pass
        writer.transport.pause_reading()
        (phone,) = audience(room)._followers
        phone.ws_connection.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        for n in range(200):
            version = room.control(teacher, ("pause", "resume")[n % 2])
            while audience(room)._telling or audience(room)._woken:
                await asyncio.sleep(0)
        held = phone._unread
        writer.transport.resume_reading()
        scenes = 0
        while f'"version":{version},'.encode() not in (part := await asyncio.wait_for(_part(reader), WAIT)):
            scenes += 1
        writer.close()
        server.stop()
        return held, scenes, len(part)

    held, scenes, size = run(told())
    assert held < 2 * size
    assert scenes < 20


def test_S9_a_large_body_is_refused_and_a_half_sent_one_let_go(server):
    with closing(connected_from("127.0.7.1", server.port)) as line:
        line.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 80000000\r\n\r\n" + b"x" * 1000)
        assert is_ended(line)
    with closing(connected_from("127.0.7.1", server.port)) as line:
        line.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n" + b"x" * 1000)
        assert is_ended(line)  # after the timeout for a body


def test_S9_half_open_connections_of_an_address_go_the_oldest_first_and_a_phone_gets_in(server):
    lines = []
    try:
        for _ in range(gate.IDLE + 20):
            lines.append(connected_from("127.0.7.2", server.port))
            lines[-1].sendall(b"GET /join HTTP/1.1\r\n")
        assert all(is_ended(line) for line in lines[:10])
        assert b" 200 " in fetched(server, "/join", "127.0.7.2")[:20]
    finally:
        for line in lines:
            line.close()


def test_S9_packed_messages_are_bounded_and_leave_a_short_log(server):
    before = len(log_of(server))

    async def send(*parts):
        page = await AsyncHTTPClient().fetch(f"{server.url}/home")
        token, cookie = TOKEN.search(page.body.decode())[1], page.headers["Set-Cookie"].partition(";")[0]
        where = HTTPRequest(f"{server.url.replace('http', 'ws')}/home/ws", headers={"Cookie": cookie})
        line = await websocket_connect(where, subprotocols=["bokeh", token], compression_options={})
        await line.read_message()
        for part in parts:
            await line.write_message(part)  # compressed it is a thousand times smaller
        async with asyncio.timeout(WAIT):
            while await line.read_message() is not None:
                pass
        return line.close_code

    assert run(send("x" * (guard.MESSAGE + 1))) == 1009  # too big
    run(send("[" + "7" * (guard.MESSAGE - 10), "{}", "{}"))
    assert len(log_of(server)) > before  # it is notified
    assert len(log_of(server)) - before < 10 * gate.RECORD


def test_S9_a_message_before_the_session_is_there_is_no_traceback(server):
    before = len(log_of(server))

    async def send():
        reader, writer = await Attack(server.port, "", WAIT).page_line("/home", "127.0.7.3")
        writer.write(frame({"msgid": "1", "msgtype": "PULL-DOC-REQ"}))
        await asyncio.wait_for(reader.read(1 << 16), WAIT)  # either a late response or the end
        writer.close()

    for _ in range(10):
        run(send())
    assert "Traceback" not in log_of(server)[before:]


def test_S9_log_records_are_cut_and_few(caplog):
    import logging

    factory = logging.getLogRecordFactory()
    logging.setLogRecordFactory(gate._short(factory))
    try:
        try:
            raise ValueError("y" * 1_000_000)
        except ValueError:
            logging.getLogger("test").exception("a message %r of %s", b"x" * 1_000_000, "z" * 1_000_000)
    finally:
        logging.setLogRecordFactory(factory)
    (record,) = caplog.records
    assert len(logging.Formatter().format(record)) < 3 * gate.RECORD
    let = gate._few()
    assert sum(let(record) for _ in range(10_000)) < 2 * gate.RECORDS


# S10: joins


def test_S10_a_socket_is_one_phone_however_often_it_joins(server, room):
    opened, _ = room

    async def joins():
        device = Device(server, opened.code)

        async def again():
            await device.until(lambda: device.frames)
            for _ in range(20):
                await device.say(type="join", code=opened.code, seat=0, lang="fr")
            await device.until(lambda: sum('"joined"' in frame for frame in device.frames) >= 2)

        await gather([device], again())
        return {json.loads(frame)["token"] for frame in device.frames if '"joined"' in frame}

    assert len(run(joins())) == 1


def test_S10_whole_classes_behind_one_address_get_in_and_a_flood_does_not(server, room):
    opened, teacher = room

    async def joins(n, code=opened.code):
        tokens, refused = set(), []
        for _ in range(n):
            reader, writer = await Attack(server.port, code, WAIT).line("127.0.5.9")
            writer.write(frame({"type": "join", "code": code, "seat": 0, "lang": "fr"}))
            seen = b""
            while b'"type": "joined"' not in seen and b'"type": "refused"' not in seen:
                seen += await asyncio.wait_for(reader.read(1 << 16), WAIT)
            (tokens.add if b'"joined"' in seen else refused.append)(seen)
            writer.close()
        return len(tokens), refused

    assert run(joins(60)) == (60, [])
    let_in, refused = run(joins(60))
    assert refused
    assert b"phone.refused.many_joins" in refused[0]
    assert let_in < 60
    assert len(opened.view(teacher)["teacher"]["phones"]) <= PHONES
    other, _ = server.hall.open("couleurs", ["Ana", "Ben"])  # of the same school
    assert run(joins(60, other.code)) == (60, [])


def test_S10_a_full_room_makes_place_for_one_that_comes_first_from_those_who_never_played():
    import tempfile
    from pathlib import Path

    from geoclass.rooms import Refused, SqliteStore

    with tempfile.TemporaryDirectory() as folder, closing(SqliteStore(Path(folder))) as store:
        room, teacher = Hall(store).open("countries", ["Ana", "Ben"], options={"first": 0}, hold=False)
        played = room.join(0)
        room.control(teacher, "start", seed=1)
        move = next(m for m in room.view(played)["legal"])
        room.submit(played, {k: v for k, v in move.items() if k != "seat"}, "tap")
        tokens = [room.join(1) for _ in range(PHONES - 1)]
        newcomer = room.join(1)
        assert room.role(played) == room.role(newcomer) == "team"
        with pytest.raises(Refused):
            room.role(tokens[0])
        leaves = [room.subscribe(token, lambda _version: None) for token in (played, newcomer, *tokens[1:])]
        with pytest.raises(Refused) as full:
            room.join(1)
        assert full.value.key == "rooms.refused.many_phones"
        leaves[-1]()
        room.join(1)

        room.control(teacher, "remove_all")
        assert [phone["played"] for phone in room.view(teacher)["teacher"]["phones"]] == [True]
        room.join(1)
        room.join(1)
        room.control(teacher, "remove_all", seat=1)
        assert [phone["seat"] for phone in room.view(teacher)["teacher"]["phones"]] == [0]
        for leave in leaves:
            leave()
        again = Hall(store).room(room.code)
        assert again.view(teacher)["teacher"]["phones"] == room.view(teacher)["teacher"]["phones"]
        with pytest.raises(Refused):
            room.control(teacher, "remove_all", seat=7)


def test_S10_limits_forget_addresses_and_spare_this_computer():
    now = [0.0]
    buckets = limits.Buckets(2, 1, lambda: now[0])
    assert [buckets.take("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert all(buckets.take("127.0.0.1") for _ in range(100))
    now[0] = 1.0
    assert buckets.take("10.0.0.1")
    for n in range(limits.ADDRESSES + 10):
        buckets.take(f"10.1.{n // 256}.{n % 256}")
    assert len(buckets._buckets) == limits.ADDRESSES
