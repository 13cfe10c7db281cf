"""Hostile messages in all roles and states: no effect, no traceback, no leak. ``make soak`` sends ten times more."""

import asyncio
import json
import os
import random
from contextlib import suppress
from functools import cache
from itertools import product

import pytest
from tornado.websocket import WebSocketClosedError, websocket_connect

from geoclass import bots, games
from tests.rooms.classroom import Device, Inspected, gather, hang_up, run
from tests.rooms.hostile import Hostile
from tests.rooms.panels import PanelPage

LONG = bool(os.environ.get("GEOCLASS_SOAK"))
PHONE, SURFACE = (12_000, 10_000) if LONG else (1_200, 900)
BATCH = 25  # per socket: below the rate limit
TOUCHES = 100  # per page
STATES = ("lobby", "playing", "showing", "paused", "over", "locked")
ROLES = ("stranger", "watcher", "phone", "waiting", "projector", "teacher")
SCREENS = ("home", "stage", "projector", "console", "explore")
SEED = 20


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Inspected(tmp_path_factory.mktemp("fuzz")).wait()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def rooms(server):
    """A function that returns a room of a game in a state (created once), and the token of each role."""

    @cache
    def made(game, state):
        room, teacher = server.hall.open(game, ["Ana", "Ben", "Chloé"], "fr", hold=True)
        tokens = {"teacher": teacher, "projector": room.screen(teacher, "projector"), "phone": room.join(seat=0)}
        if state != "lobby":
            room.control(teacher, "start", seed=1)
        tokens["waiting"] = room.join() if state != "lobby" else room.join(seat=1)
        if state == "showing":
            _until_shown(room, teacher)
        elif state in ("paused", "over", "locked"):
            room.control(teacher, {"paused": "pause", "over": "end", "locked": "lock"}[state])
        return room, tokens

    return made


def _until_shown(room, teacher):
    brain = bots.make(room.lobby()["game"], "random", 1)
    for tap in range(300):
        view = room.view(teacher)
        if view["room"]["showing"]:
            return
        seen = room.peek(teacher, view["game"]["actors"][0])
        room.submit(teacher, brain.choose(seen["game"], seen["legal"]), f"t{tap}")


def _kept(server):
    return sorted((stored.code, stored.rows) for stored in server.hall.store.rooms())


def _places(all_places, n, seed):
    """*n* of the places in random order, all equally often."""
    found = list(all_places) * (n // len(all_places) + 1)
    random.Random(seed).shuffle(found)
    return found[:n]


def test_no_phone_message_has_an_effect(server, rooms):
    rng = random.Random(SEED)
    batches = _places(list(product(games.GAMES, STATES, ROLES)), PHONE // BATCH, SEED)
    memory = []
    for number, (game, state, role) in enumerate(batches):
        room, tokens = rooms(game, state)
        witness = Device(server, room.code, tokens["teacher"])
        hostile = Hostile(rng, role, game, room.code)
        run(gather([witness], _phone_batch(server, witness, hostile, role, tokens)))
        if number >= len(batches) // 4:
            memory.append(server.memory())
    assert max(memory[-3:]) < 1.2 * memory[0], memory
    _is_quiet(server)


async def _phone_batch(server, witness, hostile, role, tokens):
    await witness.until(lambda: witness.scene)
    before, kept = witness.scene, _kept(server)
    line = await websocket_connect(f"ws://localhost:{server.port}/phone/socket")
    if role != "stranger":
        await line.write_message(json.dumps({"type": "hello", "code": hostile.code, "token": tokens.get(role)}))
    said = [hostile.text() for _ in range(BATCH)]
    for text in said:
        await line.write_message(text)
    refused = []
    while len(refused) < BATCH:
        frame = await asyncio.wait_for(line.read_message(), 30)
        assert frame is not None, said
        if (answer := json.loads(frame))["type"] == "refused":
            assert answer["key"] not in ("phone.refused.failed", "phone.refused.too_fast"), said
            refused.append(answer)
        else:
            assert answer["type"] in ("scene", "joined"), frame
    await hang_up(line)
    asked = len(witness.frames)
    await witness.say(type="lang", lang="fr")  # answered with its full view
    await witness.until(lambda: len(witness.frames) > asked)
    assert witness.scene == before, said
    assert _kept(server) == kept, said


@pytest.mark.parametrize("size", [70_000, 3_000_000])
def test_a_huge_message_ends_its_socket_and_nothing_else(server, rooms, size):
    room, tokens = rooms("countries", "playing")
    kept = _kept(server)

    async def work(times):
        for _ in range(times):
            line = await websocket_connect(f"ws://localhost:{server.port}/phone/socket")
            await line.write_message(json.dumps({"type": "hello", "code": room.code, "token": tokens["phone"]}))
            with suppress(WebSocketClosedError):  # the server may close the connection before everything is written
                await line.write_message(json.dumps({"type": "move", "tap": "x" * size}))
            while await asyncio.wait_for(line.read_message(), 30) is not None:
                pass

    run(work(2))  # lazy imports and caches
    memory = server.memory()
    run(work(20))
    assert _kept(server) == kept
    assert server.memory() < 1.2 * memory
    _is_quiet(server)


def _is_quiet(server):
    said = server.log.read_text()
    assert "Traceback" not in said, said[-5000:]
    assert "could not be handled" not in said, said[-5000:]


class Touched(PanelPage):
    """A page that sends arbitrary messages to its surface."""

    latest = ""  # the patches since it last settled

    async def touch(self, message):
        model = {"id": self.find("ReactiveESM")}
        await self._event("data_event", [["model", model], ["data", _encoded(message)]])

    async def settle(self, lang):
        """Wait until all messages have been handled, by switching the language last."""
        self.latest = ""
        await self.touch({"do": "lang", "lang": lang, "value": lang})
        while f'\\"lang\\":\\"{lang}\\"' not in self.latest:
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), 60)
            except TimeoutError:
                raise AssertionError(f"{self.address} is silent; it last said {self.latest[-500:]}") from None

    async def _read(self):
        while (message := await self._message()) is not None:
            if message[0]["msgtype"] == "PATCH-DOC":
                self.latest += json.dumps(message[1], ensure_ascii=False)
                self.changed.set()


def _encoded(value):
    """Plain data as encoded by Bokeh's protocol: an object is a map of entries."""
    if isinstance(value, dict):
        return {"type": "map", "entries": [[key, _encoded(inside)] for key, inside in value.items()]}
    return [_encoded(inside) for inside in value] if isinstance(value, list) else value


def test_no_surface_message_has_an_effect(server, rooms):
    rng = random.Random(SEED)
    pages = _places(list(product(SCREENS, games.GAMES, STATES)), SURFACE // TOUCHES, SEED)
    pages[: len(SCREENS)] = [(screen, "globalissimo", "playing") for screen in SCREENS]  # each at least once
    memory = []
    for screen, game, state in pages:
        room, tokens = rooms(game, state)
        path = {"home": "home", "explore": "explore", "console": "console"}.get(screen, game)
        token = tokens["projector" if screen == "projector" else "teacher"]
        address = f"{server.url}/{path}?room={room.code}&token={token}&lang=fr"
        run(_touches(server, address, Hostile(rng, screen, game, room.code)))
        memory.append(server.memory())
    warm = memory[len(SCREENS) :]  # every kind of page has been loaded
    assert max(warm[-3:]) < 1.2 * warm[0], memory
    _is_quiet(server)


async def _touches(server, address, hostile):
    page, kept = await Touched(address).open(), _kept(server)
    said = [hostile.message() for _ in range(TOUCHES)]
    for message in said:
        await page.touch(message)
    await page.settle("en")
    await page.settle("fr")
    await page.close()
    assert _kept(server) == kept, said
