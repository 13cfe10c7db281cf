"""Taps have priority: other requests are limited or delayed (findings S6, S8, S9, S10)."""

import asyncio
import base64
import json
import socket
import threading
from contextlib import closing, suppress

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.web import Application
from tornado.websocket import websocket_connect

from benchmarks._attacks import Attack, _part, frame
from geoclass import i18n
from geoclass.data import own
from geoclass.rooms import Hall
from geoclass.rooms.room import PHONES
from geoclass.ui import application, gate, guard, live, turns
from geoclass.ui.explore_files import TOLD
from geoclass.ui.phone import limits
from geoclass.ui.phone.audience import audience
from geoclass.ui.phone.socket import UNREAD, Socket
from tests.ports import free_port
from tests.rooms.classroom import Device, Server, gather, run
from tests.rooms.panels import TOKEN, PanelPage

WAIT = 60  # seconds, on a slow and busy machine


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("load")).wait()
    yield server
    server.kill()


@pytest.fixture
def room(server):
    room, teacher = server.hall.open("countries", ["Ana", "Ben"], options={"first": 0}, hold=False)
    room.control(teacher, "start", seed=1)
    return room, teacher


def _log(server):
    return server.log.read_text("utf-8", "replace")


def _from(source, port):
    """A connection from the given source address, as each pupil has one in a network."""
    return socket.create_connection(("127.0.0.1", port), WAIT, source_address=(source, 0))


def _get(server, path, source, headers=""):
    with closing(_from(source, server.port)) as line:
        asked = f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n{headers}\r\n"
        line.sendall(asked.encode())
        found = b""
        while part := line.recv(1 << 16):
            found += part
    return found


def _ends(line):
    """Whether the server closes the connection."""
    line.settimeout(WAIT)
    with suppress(ConnectionError):
        while line.recv(1 << 16):
            pass
    return True


# S6: pages are built outside the event loop, one at a time


def test_S6_a_tap_is_answered_before_the_pages_that_were_asked_for_earlier(server, room):
    opened, teacher = room
    order = []

    async def page(n):
        await Attack(server.port, "", WAIT).get("/explore", f"127.0.1.{n + 1}")
        order.append("page")

    async def taps(device):
        await device.until(lambda: device.view)
        pages = [asyncio.create_task(page(n)) for n in range(8)]
        while "page" not in order:  # the first is ready: seven are being built or waiting
            await asyncio.sleep(0.01)
        for _ in range(3):
            await device.ask(type="control", action="pause", what={})
            await device.ask(type="control", action="resume", what={})
        order.append("taps")
        await asyncio.gather(*pages)

    device = Device(server, opened.code, teacher)
    run(gather([device], taps(device)))
    assert order.index("taps") < len(order) - 1, order  # and not only after the last page


def test_S6_pages_come_in_turns_between_addresses_and_one_at_a_time():
    running, order = [], []

    async def all_of_them():
        lane = turns.Turns("test")

        def work(name):
            running.append(name)
            assert len(running) == 1
            order.append(name)
            running.pop()

        asked = ["a1", "a2", "a3", "a4", "b1", "c1"]
        await asyncio.gather(*(lane.run(lambda name=name: work(name), name[0]) for name in asked))
        assert lane.waiting == 0

    run(all_of_them())
    assert order == ["a1", "a2", "b1", "c1", "a3", "a4"]


def test_S6_what_was_begun_is_ended_before_another_page_is_begun():
    order = []

    async def all_of_them():
        lane = turns.Turns("test")

        async def page(name):
            await lane.run(lambda: order.append(f"{name} built"), name)
            await lane.run(lambda: order.append(f"{name} written"), ahead=True)

        await asyncio.gather(*map(page, "abc"))

    run(all_of_them())
    assert order.index("a written") < order.index("c built")
    assert order[-1] == "c written"


def test_S6_work_that_fails_or_is_given_up_leaves_the_turn_to_the_next():
    async def all_of_them():
        lane = turns.Turns("test")
        first = asyncio.create_task(lane.run(lambda: 1 / 0))
        given_up = asyncio.create_task(lane.run(lambda: "given up"))
        last = asyncio.create_task(lane.run(lambda: "done"))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(ZeroDivisionError):
            await first
        return await last

    assert run(all_of_them()) == "done"


def test_S6_an_address_that_asks_for_too_many_pages_is_told_so_in_its_language_and_others_are_served(server):
    async def many():
        asking = Attack(server.port, "", WAIT)
        return await asyncio.gather(*(asking.get("/home?lang=fr", "127.0.6.1") for _ in range(turns.BURST + 20)))

    answers = run(many())
    pages = [b" 200 " in answer[:20] for answer in answers]
    assert guard.UNSEEN <= sum(pages) < len(pages)  # the limit: unused pages are discarded after a while
    page = answers[pages.index(False)]
    assert b" 429 " in page[:20]
    assert i18n.text("serve.busy", "fr") in page.decode()
    assert b'http-equiv="refresh"' in page
    assert b"Retry-After" in page
    assert b" 200 " in _get(server, "/home", "127.0.6.2")[:20]


def test_S6_pages_that_are_looked_at_are_not_counted_so_a_class_behind_one_address_is_served(server):
    async def one_after_another():
        pages = [await PanelPage(f"{server.url}/home", source="127.0.6.3").open() for _ in range(guard.UNSEEN + 2)]
        await asyncio.gather(*(page.close() for page in pages))
        return all(page.document for page in pages)

    assert run(one_after_another())


def test_S6_a_page_built_beside_the_loop_works(server):
    async def open_it():
        page = await PanelPage(f"{server.url}/explore?lang=fr").open()
        await page.touch({"do": "figure", "value": "population"})
        await asyncio.wait_for(page.changed.wait(), WAIT)
        await page.close()

    run(open_it())
    assert "Traceback" not in _log(server)


def test_a_page_that_is_being_drawn_when_the_table_moves_on_shows_it_all_the_same(server, room):
    """Panel treats changes between sending a document and its drawing as part of that document."""
    opened, teacher = room

    async def look():
        page = PanelPage(f"{server.url}/countries?room={opened.code}&token={opened.screen(teacher, 'projector')}")
        await page.fetch()
        opened.control(teacher, "pause")
        await page.arrive()
        async with asyncio.timeout(WAIT):
            while '\\"paused\\":\\"' not in json.dumps(page.told):
                await page.changed.wait()
                page.changed.clear()
        await page.close()

    run(look())


def test_S6_what_many_pages_leave_is_collected_once_and_beside_the_loop(monkeypatch):
    """A garbage collection blocks every thread."""
    done = threading.Event()
    collected = []

    def collect():
        collected.append(threading.current_thread().name)
        done.set()

    monkeypatch.setattr(application.gc, "collect", collect)
    monkeypatch.setattr(application, "REST", 0.01)

    async def end():
        for _ in range(30):
            application.give_back_soon()
        await asyncio.to_thread(done.wait, WAIT)
        done.clear()
        application.give_back_soon()  # later ones get another collection
        await asyncio.to_thread(done.wait, WAIT)

    run(end())
    assert len(collected) == 2
    assert all(name.startswith("pages") for name in collected)


# S8: a wrong file


def test_S8_a_tap_is_answered_while_a_wrong_file_is_looked_into(server, room):
    opened, teacher = room
    lines = "\n".join(f"Nulpar {n};x" for n in range(900))
    file = base64.b64encode(f"pays;café\n{lines}".encode()).decode()

    async def upload(device):
        await device.until(lambda: device.view)
        page = await PanelPage(f"{server.url}/explore?lang=fr&tab=data", server.as_teacher).open()
        page.changed.clear()
        await page.touch({"do": "load", "value": file})
        await device.ask(type="control", action="pause", what={})
        await device.ask(type="control", action="resume", what={})
        async with asyncio.timeout(WAIT):
            while more not in json.dumps(page.told, ensure_ascii=False):
                page.changed.clear()
                await page.changed.wait()
        await page.close()

    more = i18n.text("explore.own.more", "fr", n=own.PROBLEMS + 1 - TOLD)  # and that the rest was not checked
    device = Device(server, opened.code, teacher)
    run(gather([device], upload(device)))


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
    with closing(_from("127.0.7.1", server.port)) as line:
        line.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 80000000\r\n\r\n" + b"x" * 1000)
        assert _ends(line)
    with closing(_from("127.0.7.1", server.port)) as line:
        line.sendall(b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n" + b"x" * 1000)
        assert _ends(line)  # after the timeout for a body


def test_S9_half_open_connections_of_an_address_go_the_oldest_first_and_a_phone_gets_in(server):
    lines = []
    try:
        for _ in range(gate.IDLE + 20):
            lines.append(_from("127.0.7.2", server.port))
            lines[-1].sendall(b"GET /join HTTP/1.1\r\n")
        assert all(_ends(line) for line in lines[:10])
        assert b" 200 " in _get(server, "/join", "127.0.7.2")[:20]
    finally:
        for line in lines:
            line.close()


def test_S9_packed_messages_are_bounded_and_leave_a_short_log(server):
    before = len(_log(server))

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
    assert len(_log(server)) > before  # it is notified
    assert len(_log(server)) - before < 10 * gate.RECORD


def test_S9_a_message_before_the_session_is_there_is_no_traceback(server):
    before = len(_log(server))

    async def send():
        reader, writer = await Attack(server.port, "", WAIT).page_line("/home", "127.0.7.3")
        writer.write(frame({"msgid": "1", "msgtype": "PULL-DOC-REQ"}))
        await asyncio.wait_for(reader.read(1 << 16), WAIT)  # either a late response or the end
        writer.close()

    for _ in range(10):
        run(send())
    assert "Traceback" not in _log(server)[before:]


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
