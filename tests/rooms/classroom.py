"""A classroom for tests: a real server in its own process, phones on real websockets, pupils that are bots."""

import asyncio
import json
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClosedError, websocket_connect

from geoclass import bots
from geoclass.rooms import Hall
from geoclass.ui import teacher
from tests.ports import free_port
from tests.rooms.panels import fetch

ROOT = Path(__file__).parents[2]
SERVE = [sys.executable, "-c", "from geoclass.cli import main; raise SystemExit(main())", "serve", "--local"]
LIGHT = [sys.executable, "-m", "tests.rooms.light"]


class Server:
    """A server process that can be killed and restarted at the same address."""

    def __init__(self, folder, light=False):
        self.folder, self.port = folder, free_port()
        at = [str(self.port)] if light else ["--port", str(self.port), "--data-dir", str(folder)]
        self.command = [*(LIGHT if light else SERVE), *at]
        self.url = f"http://localhost:{self.port}"
        self.log = folder / "server.log"
        self.hall = Hall.at(folder, bot_delay=3600)
        self.start()

    def start(self):
        with self.log.open("ab") as log:
            env = os.environ | {"GEOCLASS_DATA_DIR": str(self.folder)}
            self.process = subprocess.Popen(self.command, cwd=ROOT, env=env, stdout=log, stderr=log)

    def wait(self, seconds=60):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            assert self.process.poll() is None, self.log.read_text()
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return self
            time.sleep(0.05)
        raise TimeoutError(self.log.read_text())

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def as_teacher(self):
        """The headers of the teacher's browser."""
        return {"Cookie": f"{teacher.COOKIE}={(self.folder / teacher.FILE).read_text().strip()}"}


class Inspected(Server):
    """The server with an extra page that reports its memory and objects."""

    def start(self):
        self.command = [sys.executable, "-m", "tests.rooms.inspected", str(self.port)]
        super().start()

    def memory(self):
        """In kB."""
        shown = Path(f"/proc/{self.process.pid}/status")
        if shown.exists():
            return int(shown.read_text().split("VmRSS:")[1].split()[0])
        return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.process.pid)]))

    async def held(self):
        return json.loads(await fetch(f"{self.url}/held"))


class Device:
    """A device with a token: reconnects with ``hello``, and records all messages.

    It receives scenes only; its team's legal moves are read from the room's rows, as a pupil reads them off the screen.
    """

    def __init__(self, server, code, token=None, lang="fr"):
        self.server, self.code, self.token, self.lang = server, code, token, lang
        self.frames, self.scene, self.version, self._view = [], None, -1, None
        self.answers, self.taken, self.waiting = {}, {}, None
        self.changed, self.resumed, self._socket = asyncio.Event(), 0, None

    @cached_property
    def room(self):
        return self.server.hall.room(self.code)

    @property
    def view(self):
        """The view of its token, at least as new as its scene; None before the first scene."""
        if self.token is None or self.scene is None:
            return None
        if self._view is None or self._view["version"] < self.version:
            self._view = self.room.view(self.token)
        return self._view

    trust = None  # the trusted certificate, if encrypted

    @property
    def address(self):
        return f"ws://localhost:{self.server.port}/phone/socket"

    async def run(self):
        """Stay connected until cancelled."""
        while True:
            with suppress(OSError, WebSocketClosedError, HTTPClientError):
                self._socket = await websocket_connect(HTTPRequest(self.address, ssl_options=self.trust))
                try:
                    await self.say(type="hello", code=self.code, token=self.token, lang=self.lang)
                    while (frame := await self._socket.read_message()) is not None:
                        await self._heard(frame)
                except asyncio.CancelledError:
                    await hang_up(self._socket)
                    raise
                finally:
                    self._socket.close()
            await asyncio.sleep(0.03)

    async def say(self, **message):
        await self._socket.write_message(json.dumps(message))

    async def _heard(self, frame):
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "joined":
            self.token = message["token"]
            self.resumed += 1
            if self.waiting:
                await self.say(**self.waiting)
        elif message["type"] == "scene":
            self.scene, self.version = message["scene"], message["version"]
        elif message["type"] in ("played", "refused") and message.get("tap"):
            self.answers[message["tap"]] = message
            if self.waiting and self.waiting["tap"] == message["tap"]:
                self.waiting = None
        self.changed.set()

    async def ask(self, seconds=60, **message):
        """Send a message as a phone does: again after a second and after reconnecting, until it is answered."""
        tap = secrets.token_hex(8)
        self.waiting = {**message, "tap": tap}
        for _ in range(seconds):
            with suppress(WebSocketClosedError, AttributeError):
                await self.say(**message, tap=tap)
            with suppress(TimeoutError):
                await self.until(lambda: tap in self.answers, 1)
                return self.answers[tap]
        raise TimeoutError(message)

    async def until(self, true, seconds=20):
        async with asyncio.timeout(seconds):
            while not true():
                self.changed.clear()
                await self.changed.wait()


async def hang_up(line):
    """Close a websocket and wait until it is closed."""
    line.close()
    while await line.read_message() is not None:
        pass


async def pupil(device, level="random", seed=0, pause=0.0, seconds=120):
    """Play like a bot of this level until the game is over; acknowledged moves are in ``device.taken``."""
    brain, made = None, None
    while True:
        await device.until(lambda: device.view and device.view["room"]["phase"] != "lobby", seconds)
        view = device.view
        if view["room"]["phase"] == "over":
            return
        if not view["legal"]:
            await device.until(lambda seen=view["version"]: device.version > seen, seconds)
            continue
        if made != view["game"]["game"]:
            brain, made = bots.make(view["game"]["game"], level, seed), view["game"]["game"]
        move = {k: v for k, v in brain.choose(view["game"], view["legal"]).items() if k != "seat"}
        answer = await device.ask(type="move", move=move, seconds=seconds)
        if answer["type"] == "played":
            device.taken[answer["tap"]] = (answer["version"], move)
            await device.until(lambda at=answer["version"]: device.version >= at, seconds)
        await asyncio.sleep(pause)


def run(work):
    """Run *work* on its own loop and thread: another test's browser may block this one's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def gather(devices, *work):
    """Run the work while the devices are connected."""
    lines = [asyncio.create_task(device.run()) for device in devices]
    try:
        await asyncio.gather(*work)
    finally:
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)


async def teacher_control(device, action, **what):
    answer = await device.ask(type="control", action=action, what=what)
    assert answer["type"] == "played", answer
    await device.until(lambda: device.version >= answer["version"])  # its screen shows it


class Crowd:
    """Devices in a thread of their own, for tests whose thread drives browsers."""

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._lines = []

    def connect(self, server, code, token=None):
        return self.call(self._device(server, code, token))

    def go(self, work):
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, work, seconds=30):
        return self.go(work).result(seconds)

    def close(self):
        self.call(self._rest())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _device(self, server, code, token):
        device = Device(server, code, token)
        self._lines.append(asyncio.create_task(device.run()))
        return device

    async def _rest(self):
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)


async def go_on(device):
    """Play a teacher who continues past every reveal."""
    while True:
        await device.until(lambda: device.view and device.view["room"]["showing"], 600)
        seen = device.version
        with suppress(AssertionError):  # it has moved on meanwhile
            await teacher_control(device, "next")
        await device.until(lambda seen=seen: device.version > seen, 60)  # perhaps at the next reveal already
