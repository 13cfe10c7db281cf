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
from pathlib import Path

from tornado.websocket import WebSocketClosedError, websocket_connect

from geoclass import bots
from geoclass.rooms import Hall

ROOT = Path(__file__).parents[2]
SERVE = [sys.executable, "-c", "from geoclass.cli import main; raise SystemExit(main())", "serve", "--local"]
LIGHT = [sys.executable, "-m", "tests.rooms.light"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server process that can be killed and started again at the same address."""

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


class Device:
    """What holds a token: says hello again whenever the connection comes back, and remembers all it was told."""

    def __init__(self, server, code, token=None, lang="fr"):
        self.server, self.code, self.token, self.lang = server, code, token, lang
        self.frames, self.view, self.answers, self.taken, self.waiting = [], None, {}, {}, None
        self.changed, self.resumed, self._socket = asyncio.Event(), 0, None

    async def run(self):
        """Stay connected until cancelled."""
        while True:
            with suppress(OSError, WebSocketClosedError):
                self._socket = await websocket_connect(f"ws://localhost:{self.server.port}/phone/socket")
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
        elif message["type"] == "view":
            self.view = message
        elif message["type"] in ("played", "refused") and message.get("tap"):
            self.answers[message["tap"]] = message
            if self.waiting and self.waiting["tap"] == message["tap"]:
                self.waiting = None
        self.changed.set()

    async def ask(self, seconds=20, **message):
        """Say it, as a phone does, until it is answered: again after a second, and when the connection is back."""
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
    """Play as a bot of this level would, until the game is over. What was acknowledged is in ``device.taken``."""
    brain, made = None, None
    while True:
        await device.until(lambda: device.view and device.view["room"]["phase"] != "lobby", seconds)
        view = device.view
        if view["room"]["phase"] == "over":
            return
        if not view["legal"]:
            await device.until(lambda seen=view["version"]: device.view["version"] > seen, seconds)
            continue
        if made != view["game"]["game"]:
            brain, made = bots.make(view["game"]["game"], level, seed), view["game"]["game"]
        move = {k: v for k, v in brain.choose(view["game"], view["legal"]).items() if k != "seat"}
        answer = await device.ask(type="move", move=move, seconds=seconds)
        if answer["type"] == "played":
            device.taken[answer["tap"]] = (answer["version"], move)
            await device.until(lambda at=answer["version"]: device.view["version"] >= at, seconds)
        await asyncio.sleep(pause)


def run(work):
    """Do *work* on a loop and a thread of its own: a browser of other tests may hold those of this one."""
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
    await device.until(lambda: device.view["version"] >= answer["version"])  # its screen shows it


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
    """A teacher who lets every reveal pass."""
    while True:
        await device.until(lambda: device.view and device.view["room"]["showing"], 600)
        with suppress(AssertionError):  # shown on by now
            await teacher_control(device, "next")
        await device.until(lambda: not device.view["room"]["showing"], 60)
