"""Phones on the real server, over real websockets: what they are told, and what they cannot do."""

import asyncio
import json

import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from geoclass import games, i18n
from geoclass.games.tell import tell
from geoclass.rooms import ACTIONS, SqliteStore
from geoclass.ui.phone.limits import Bucket, Guesses
from geoclass.ui.phone.words import move_words, view_words
from tests.rooms.classroom import Device, Server, gather, go_on, hang_up, pupil, run, teacher_control


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server")).wait()
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
    letting_pass.cancel()


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


@pytest.mark.parametrize(("game", "options"), [("spywhere", {}), ("course", {"max_rounds": 8})])
def test_no_frame_holds_what_another_seat_hides(server, game, options):
    """Every frame of every phone, against the game as it truly stood at that version."""
    room, teacher, phones = _room(server, game, options=options)
    run(gather([teacher, *phones], _whole_game(teacher, phones)))
    truths = _truths(server.folder, room.code)
    compared = 0
    for seat, phone in enumerate(phones):
        for frame in phone.frames:
            told = json.loads(frame)
            if told["type"] != "view":
                assert told.keys() <= {"type", "code", "token", "tap", "version", "room"}
                continue
            truth = truths.get(told["version"])
            _holds_nothing_but_its_view(told, truth, seat)
            if truth and truth.result is None:
                compared += 1
                for secret in _secrets(truth, seat):
                    assert secret not in frame, secret
    assert compared > 3 * len(phones)


def _truths(folder, code):
    """The game at each version of the room."""
    found, game = {}, None
    for row in SqliteStore(folder).rows(code):
        if row.kind == "start":
            game = games.replay({"setup": row.body["setup"], "moves": []})
        elif row.kind == "move":
            game.play(row.body["move"])
        if game:
            found[row.n] = games.replay(game.log)
    return found


def _holds_nothing_but_its_view(told, truth, seat):
    view = truth.view(seat) if truth else None
    assert told.keys() == {
        "type", "version", "role", "seat", "room", "game", "legal", "teacher",
        "title", "question", "words", "legal_words",
    }  # fmt: skip
    assert (told["role"], told["seat"], told["teacher"]) == ("team", seat, None)
    assert told["room"].keys() == {
        "code", "phase", "paused", "locked", "showing", "step", "game", "lang", "free_names", "grow", "teams",
    }  # fmt: skip
    assert told["game"] == json.loads(json.dumps(view))
    if truth:
        assert told["legal"] == truth.legal(seat)
        assert told["words"] == tell(view, "fr")
        assert told["legal_words"] == [move_words(view, move, "fr") for move in told["legal"]]


def _secrets(truth, seat):
    """What the other seats hide now, as it would stand in a frame."""
    others = [other for other in range(len(truth.players)) if other != seat]
    if truth.id == "course":
        return [json.dumps(card) for other in others for card in truth.view(other)["hand"]]
    hidden = []
    for other in others:
        theirs, own = truth.view(other), truth.view(seat)
        assert theirs["passports"] != own["passports"]
        hidden += [_field(key, theirs) for key in ("passports", "hand") if theirs[key] != own[key]]
    return hidden


def _field(key, view):
    return json.dumps({key: view[key]}, separators=(",", ":"))[1:-1]


def test_what_only_a_teacher_may_do_is_refused_to_phones_and_projectors(server):
    room, teacher, phones = _room(server)
    projector = Device(server, room.code, room.screen(teacher.token, "projector"))

    async def work():
        for device in (phones[0], projector):
            for action in ACTIONS:
                answer = await device.ask(type="control", action=action, what={})
                assert (answer["type"], answer["key"]) == ("refused", "rooms.refused.not_teacher")
        assert teacher.view["room"]["phase"] == "lobby"

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
    assert "could not be dealt with" not in server.log.read_text()


def test_a_flood_of_nonsense_leaves_the_others_unaffected(server):
    room, teacher, players = _room(server, "couleurs")
    flooder = Device(server, room.code, room.join(seat=0))

    async def flood():
        await flooder.until(lambda: flooder.view)
        for n in range(500):
            await flooder.say(type="move", tap=str(n), move={"move": "x" * 50})
        await asyncio.sleep(1)
        assert len(flooder.answers) < 300  # most of it was not even read
        await flooder._socket.write_message("x" * 5000)  # too large: this socket is closed, and comes back
        await flooder.until(lambda: flooder.resumed == 2)
        if teacher.view["room"]["phase"] != "over":
            await teacher_control(teacher, "end")

    async def play():
        await teacher_control(teacher, "start")
        await asyncio.gather(flood(), *(pupil(phone, pause=0.1) for phone in players))  # no hand is quicker

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
        assert [team["name"] for team in json.loads(phone.frames[0])["room"]["teams"]] == ["Un", "Deux"]
        await phone.say(type="join", code=room.code, name="Trois", lang="fr")
        await phone.until(lambda: phone.view)
        assert phone.view["seat"] == 2
        await late.until(lambda: late.frames and '"Trois"' in late.frames[-1])  # who is still choosing sees it too
        await phone.say(type="team", seat=0)
        await phone.until(lambda: phone.view["seat"] == 0)
        await teacher.until(lambda: teacher.view["teacher"]["phones"])
        await teacher_control(teacher, "remove", number=teacher.view["teacher"]["phones"][0]["number"])
        await phone.until(lambda: '"gone"' in phone.frames[-1])
        answer = await phone.ask(type="move", move={"move": "doubt"})
        assert answer["key"] == "rooms.refused.unknown_token"

    run(gather([teacher, phone, late], work()))


def test_nothing_is_kept_of_phones_that_have_gone(server):
    _, teacher, phones = _room(server)

    async def work():
        await teacher.until(lambda: teacher.view and sum(t["here"] for t in teacher.view["room"]["teams"]) == 0)
        await gather(phones, teacher.until(lambda: sum(t["here"] for t in teacher.view["room"]["teams"]) == 3))
        await teacher.until(lambda: sum(t["here"] for t in teacher.view["room"]["teams"]) == 0)

    run(gather([teacher], work()))


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_move_has_words_of_its_own_for_its_button(game, lang):
    played = games.new(game, ["Ana", "Ben", "Chloé"], seed=2)
    for _ in range(12):
        seat, room = played.actors[0], {"showing": False}
        view = {"room": room, "game": played.view(seat), "legal": played.legal(seat)}
        said = view_words(view, lang)["legal_words"]
        assert all(said)
        assert not any("Ana" in words for words in said if view["game"]["seat"] == 0)
        played.play(view["legal"][-1])
        if played.result:
            break


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


def test_only_so_many_addresses_are_remembered():
    guesses = Guesses(_Clock())
    for n in range(1500):
        guesses.wrong(str(n))
    assert len(guesses._wrong) == 1000
