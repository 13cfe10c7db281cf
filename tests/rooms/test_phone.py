"""Phones on the real server, over real websockets: what they receive, and what they cannot do."""

import asyncio
import json
import time
from functools import partial

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from geoclass import games, i18n, review
from geoclass.rooms import ACTIONS, LocalBus, MemoryStore, Room, SqliteStore, sqlite
from geoclass.ui.kit.parts import board_of
from geoclass.ui.kit.screen import ScreenState
from geoclass.ui.phone.limits import Bucket, Guesses
from geoclass.ui.phone.scenes import phone_scene
from tests.rooms.classroom import Device, Inspected, gather, go_on, hang_up, pupil, run, teacher_control
from tests.rooms.places import shared


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Inspected(tmp_path_factory.mktemp("server")).wait()
    yield server
    server.kill()


def _room(server, game="countries", teams=3, **more):
    room, token = server.hall.open(game, [f"Équipe {n}" for n in range(teams)], **more)
    phones = [Device(server, room.code, room.join(seat=seat)) for seat in range(teams)]
    return room, Device(server, room.code, token), phones


async def _whole_game(teacher, phones, **start):
    letting_pass = asyncio.create_task(go_on(teacher))
    await teacher_control(teacher, "start", **start)
    await asyncio.gather(*(pupil(phone, seed=seat) for seat, phone in enumerate(phones)))
    await asyncio.gather(*(phone.until(lambda phone=phone: _shows_the_end(phone)) for phone in phones))
    letting_pass.cancel()


def _shows_the_end(phone):
    return phone.scene["me"]["state"] == i18n.text("phone.turn.over", phone.lang)


@pytest.mark.parametrize("game", games.GAMES)
def test_a_whole_game_and_every_phone_knows_its_end(server, game):
    options = {"max_rounds": 4} if game == "course" else {}
    room, teacher, phones = _room(server, game, options=options)
    run(gather([teacher, *phones], _whole_game(teacher, phones)))
    log = server.hall.room(room.code)
    log._catch_up()
    result = games.replay(log.logs()[-1]).result
    assert result is not None
    assert [phone.view["game"]["result"] for phone in phones] == [result] * 3


@pytest.mark.parametrize("game", games.GAMES)
def test_every_frame_is_the_scene_of_what_its_seat_may_see(server, game):
    """Every frame can be rebuilt from the seat's view at that version, so it contains nothing else; and it names no
    card that only another seat holds."""
    room, teacher, phones = _room(server, game, options={"max_rounds": 8} if game == "course" else {})
    phones[2].lang = "en"
    run(gather([teacher, *phones], _whole_game(teacher, phones)))
    past = Past(server.folder, room.code)
    compared = 0
    for seat, phone in enumerate(phones):
        for frame in map(json.loads, phone.frames):
            if frame["type"] == "scene":
                if "ground" in frame:
                    assert frame["ground"] == board_of(game).ground(past.state(phone, room.version))
                screen = past.state(phone, frame["version"])
                assert frame["scene"] == _plain(phone_scene(screen, board_of(game)))
                compared += screen.view["game"] is not None
                _hides(frame, screen, [past.state(other, frame["version"]) for other in phones if other is not phone])
            else:
                assert frame.keys() <= {"type", "code", "token", "number", "tap", "version", "key", "text"}
        assert json.loads(phone.frames[-1])["version"] == room.view(phone.token)["version"], seat
    assert compared > 3 * len(phones)


class Past:
    """A room at each earlier version, rebuilt from its rows."""

    def __init__(self, folder, code):
        self.code, self.rows, self._rooms = code, SqliteStore(folder).rows(code), {}

    def state(self, phone, version):
        """The state of a phone's screen at that version: plain data."""
        if version not in self._rooms:
            self._rooms[version] = Room(self.code, Rows(self.rows[:version]), LocalBus(), 3600)
        room = self._rooms[version]
        view = _plain(room.view(phone.token))
        log = room.log() if view["game"] else None
        assert view["game"] == (log and _plain(games.replay(log).view(view["seat"])))
        reveals, summary = partial(room.history, phone.token), partial(review.Summary, log)
        return ScreenState(view, phone.lang, fetch_reveals=reveals, fetch_summary=summary)


class Rows(MemoryStore):
    """A read-only store of some rows."""

    def __init__(self, rows):
        super().__init__()
        self._rows = rows

    def rows(self, _code, after=0):
        return self._rows[after:]


def _plain(data):
    return json.loads(json.dumps(data))


def _hides(frame, screen, others):
    """Whether a frame names no card or passport that only others hold; Spywhere deals some cards twice."""
    if not screen.view["game"] or screen.game["result"] or frame["game"] not in ("spywhere", "course"):
        return
    told = json.dumps(frame["scene"]["board"], ensure_ascii=False)
    for other in others:
        if frame["game"] == "course":
            assert not [card for card in other.game["hand"] if card in told]
        else:
            assert [p["iso"] for p in frame["scene"]["board"]["passports"]] == screen.game["passports"][screen.seat]
            assert _plain(board_of("spywhere").play(other))["passports"] != frame["scene"]["board"]["passports"]


def test_what_only_a_teacher_may_do_is_refused_to_phones_and_projectors(server):
    room, teacher, phones = _room(server)
    projector = Device(server, room.code, room.screen(teacher.token, "projector"))

    async def work():
        for device in (phones[0], projector):
            for action in ACTIONS:
                answer = await device.ask(type="control", action=action, what={})
                assert (answer["type"], answer["key"]) == ("refused", "rooms.refused.not_teacher")
        assert room.lobby()["phase"] == "lobby"

    run(gather([teacher, phones[0], projector], work()))


def test_a_refused_move_is_told_in_the_phones_language_and_to_it_alone(server):
    _, teacher, phones = _room(server, options={"first": 0})
    phones[1].lang = "en"

    async def work():
        await teacher_control(teacher, "start")
        answer = await phones[1].ask(type="move", move={"move": "doubt"})
        assert answer["text"] == i18n.text("games.not_your_turn", "en", team="Équipe 1") + " (rule C3)"
        assert not any('"refused"' in frame for phone in (phones[0], phones[2]) for frame in phone.frames)

    run(gather([teacher, *phones], work()))


MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"hello"',
    "{}",
    '{"type":7}',
    '{"type":"fly"}',
    '{"type":"__init__"}',
    "[" * 2000,
    "\x00",
    '{"type":"move"}',
    '{"type":"move","tap":"x"}',
    '{"type":"move","tap":7,"move":[]}',
    '{"type":"move","tap":"y","move":{}}',
    '{"type":"move","tap":"z","move":{"move":["place"],"seat":{}}}',
    '{"type":"hello"}',
    '{"type":"team","seat":"0"}',
    '{"type":"team","seat":99}',
    '{"type":"control"}',
    '{"type":"control","action":"start","what":[]}',
    '{"type":"lang","lang":[]}',
    '{"type":"join","code":7}',
    '{"type":"control","action":[],"what":{}}',
    '{"type":"move","tap":"n","move":{"move":"place","card":NaN}}',
]


def test_malformed_messages_get_a_sentence_and_the_socket_lives(server):
    async def work():
        for message in MALFORMED:
            socket = await websocket_connect(f"ws://localhost:{server.port}/phone/socket")
            await socket.write_message(message)
            answer = json.loads(await asyncio.wait_for(socket.read_message(), 10)) if "lang" not in message else {}
            if answer:
                assert answer["type"] == "refused", message
                assert answer["text"]
                assert "Traceback" not in answer["text"]
                assert answer["key"] != "phone.refused.failed", message
            await socket.write_message(json.dumps({"type": "move"}))
            assert json.loads(await asyncio.wait_for(socket.read_message(), 10))["type"] == "refused"
            await hang_up(socket)

    run(work())
    assert "could not be handled" not in server.log.read_text()


def test_a_flood_of_nonsense_leaves_the_others_unaffected(server):
    room, teacher, players = _room(server, hold=False)
    flooder = Device(server, room.code, room.join(seat=0))

    async def flood():
        await flooder.until(lambda: flooder.scene)
        for n in range(500):
            await flooder.say(type="move", tap=str(n), move={"move": "x" * 50})
        await flooder.ask(type="move", move={"move": "x"})  # its answer comes after all others
        assert len(flooder.answers) < 300  # most of it was not even parsed
        await flooder._socket.write_message("x" * 5000)  # too large: this socket is closed and reconnects
        await flooder.until(lambda: flooder.resumed == 2)
        if teacher.view["room"]["phase"] != "over":
            await teacher_control(teacher, "end")

    async def play():
        await teacher_control(teacher, "start")
        await asyncio.gather(flood(), *(pupil(phone, pause=0.1) for phone in players))  # nobody taps faster

    run(gather([teacher, flooder, *players], play()))
    refused = [frame for phone in players for frame in phone.frames if '"refused"' in frame]
    assert [frame for frame in refused if "rooms.refused.over" not in frame] == []  # the teacher ends the game
    assert sum(len(phone.taken) for phone in players) > 10


def test_a_page_of_another_site_cannot_connect(server):
    async def connect(origin):
        socket = await websocket_connect(
            HTTPRequest(f"ws://localhost:{server.port}/phone/socket", headers={"Origin": origin})
        )
        await hang_up(socket)

    run(connect(server.url))
    for origin in ("http://evil.example", f"http://localhost:{server.port + 1}", f"http://evil.example:{server.port}"):
        with pytest.raises(HTTPClientError, match="403"):
            run(connect(origin))


def test_joining_changing_team_and_being_removed(server):
    room, token = server.hall.open("countries", ["Un", "Deux"], free_names=True, grow=True)
    teacher, phone, late = (Device(server, room.code, t) for t in (token, None, None))

    async def work():
        await phone.until(lambda: phone.frames)
        assert [team["name"] for team in phone.scene["board"]["room"]["teams"]] == ["Un", "Deux"]
        await phone.say(type="join", code=room.code, name="Trois", lang="fr")
        await phone.until(lambda: "me" in phone.scene)
        assert phone.scene["me"]["seat"] == 2
        await late.until(lambda: late.frames and '"Trois"' in late.frames[-1])  # phones without a team see it too
        await phone.say(type="team", seat=0)
        await phone.until(lambda: phone.scene["me"]["seat"] == 0)
        await teacher_control(teacher, "remove", number=teacher.view["teacher"]["phones"][0]["number"])
        await phone.until(lambda: '"gone"' in phone.frames[-1])
        answer = await phone.ask(type="move", move={"move": "doubt"})
        assert answer["key"] == "rooms.refused.unknown_token"

    run(gather([teacher, phone, late], work()))


def test_nothing_is_kept_of_phones_that_have_gone(server):
    _, _, phones = _room(server)

    async def followers(n):
        async with asyncio.timeout(20):
            while (await server.held())["followers"] != n:
                await asyncio.sleep(0.05)

    async def work():
        await followers(0)
        await gather(phones, followers(3))
        await followers(0)

    run(work())


# limits


class _Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_a_bucket_lets_a_burst_through_and_then_so_many_a_second():
    clock = _Clock()
    bucket = Bucket(3, 2, clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    clock.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_codes_guessed_at_speed_wait_longer_and_longer_and_behind_each_other():
    clock = _Clock()
    guesses = Guesses(clock)
    for _ in range(5):
        assert guesses.delay("a") == 0
        guesses.wrong("a")
    assert guesses.delay("a") == 0
    waits = []
    for _ in range(4):
        guesses.wrong("a")
        waits.append(guesses.delay("a"))
    assert waits == [0.25, 0.75, 1.75, 3.75]  # each waits for those before it
    assert guesses.delay("b") == 0
    clock.now += 121
    assert guesses.delay("a") == 0


@shared
def test_codes_guessed_at_one_process_wait_at_all(place):
    clock, stores = _Clock(), [place.store(), place.store()]
    one, other = Guesses(clock, lambda: stores[0]), Guesses(clock, lambda: stores[1])
    clock.now = time.time()
    for _ in range(4):
        one.wrong("a")
        other.wrong("a")
    assert one.delay("a") > 0
    assert other.delay("a") > 0


def test_addresses_are_forgotten(tmp_path, monkeypatch):
    store, clock = SqliteStore(tmp_path), _Clock()
    monkeypatch.setattr(sqlite, "time", clock)
    guesses = Guesses(clock, lambda: store)
    for n in range(50):
        guesses.wrong(str(n))
    clock.now += 3600
    guesses.wrong("another")
    assert store._notes_db.execute("SELECT count(*) FROM notes").fetchone() == (1,)
