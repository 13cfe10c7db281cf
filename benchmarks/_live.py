"""Servers, phones and a browser for measurements; every server is a separate process on this computer."""

import asyncio
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

from tornado.httpclient import HTTPClientError
from tornado.websocket import websocket_connect

from geoclass.rooms import Hall
from tests.ports import free_port
from tests.rooms.classroom import SERVE
from tests.rooms.panels import fetch

ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds
SCENE = re.compile(r'\{"type":"scene","version":(\d+),"game":[^{]*"scene":\{"me"')  # of a phone that has joined
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")

BARE = """
import panel as pn
import param

pn.extension()


class Shared(param.Parameterized):
    taps = param.Integer(0)


shared = pn.state.as_cached("shared", Shared)
button = pn.widgets.Button(name="Tap")
button.on_click(lambda _event: shared.param.update(taps=shared.taps + 1))
pn.Column(button, pn.pane.Str(shared.param.taps)).servable()
"""
FIGURE = """
import panel as pn
from bokeh.plotting import figure

pn.extension()
plot = figure(width=900, height=500)
plot.line([1, 2, 3], [3, 1, 2])
pn.pane.Bokeh(plot).servable()
"""


class Served:
    """A running server."""

    def __init__(self, process: "subprocess.Popen[bytes]", port: int, folder: Path) -> None:
        self.process, self.port, self.folder = process, port, folder
        self.address = f"http://localhost:{port}"

    def memory(self) -> float:
        """Its resident memory now, in kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return float(status.split("VmRSS:")[1].split()[0])


@asynccontextmanager
async def bare() -> AsyncIterator[Served]:
    """`panel serve` with default settings and two apps: a button and a text, and a figure."""
    with tempfile.TemporaryDirectory() as name:
        apps = {Path(name) / "bare.py": BARE, Path(name) / "figure.py": FIGURE}
        for path, source in apps.items():
            path.write_text(source)
        port = free_port()
        where = ["--port", str(port), "--address", "127.0.0.1", "--allow-websocket-origin", f"localhost:{port}"]
        command = [sys.executable, "-m", "panel", "serve", *map(str, apps), *where, "--log-level", "warning"]
        async with _running(command, port, Path(name), "/bare") as served:
            yield served


@asynccontextmanager
async def classroom(*more: str) -> AsyncIterator[Served]:
    """`geoclass serve` with its own data folder and *more* options."""
    with tempfile.TemporaryDirectory() as name:
        port = free_port()
        command = [*SERVE, "--port", str(port), "--data-dir", name, *more]
        async with _running(command, port, Path(name), "/join") as served:
            yield served


@asynccontextmanager
async def _running(command: Sequence[str], port: int, folder: Path, path: str) -> AsyncIterator[Served]:
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    served = Served(process, port, folder)
    try:
        until = perf_counter() + PATIENCE
        while True:
            try:
                await fetch(served.address + path)
                break
            except (OSError, HTTPClientError):
                if process.poll() is not None or perf_counter() > until:
                    raise RuntimeError((folder / "server.log").read_text()) from None
                await asyncio.sleep(0.1)
        yield served
    finally:
        process.kill()
        process.wait()


class Phone:
    """A phone as the server sees it: it fetches the page, opens the websocket, sends and receives JSON."""

    def __init__(self, served: Served, code: str, seat: int | None = None, token: str | None = None) -> None:
        self.served, self.code, self.seat, self.token = served, code, seat, token
        self.version = 0
        self.changed = asyncio.Event()

    async def open(self) -> "Phone":
        """Join the room; wait until its team's screen arrives."""
        await fetch(f"{self.served.address}/join/{self.code}")
        self.line = await websocket_connect(f"ws://localhost:{self.served.port}/phone/socket")
        await self.say(type="hello", code=self.code, token=self.token, lang="fr")
        if self.token is None:
            await self.line.read_message()  # the teams to choose from
            await self.say(type="join", code=self.code, seat=self.seat, lang="fr")
        while not self.version:
            self._received(await self.line.read_message())
        self._reading = asyncio.create_task(self._read())
        return self

    async def say(self, **message: Any) -> None:
        await self.line.write_message(json.dumps(message))

    async def at(self, version: int) -> None:
        """Wait until it shows the room at this version."""
        while self.version < version:
            self.changed.clear()
            await self.changed.wait()

    async def close(self) -> None:
        self.line.close()
        await self._reading

    async def _read(self) -> None:
        while (frame := await self.line.read_message()) is not None:
            self._received(frame)

    def _received(self, frame: Any) -> None:
        if found := SCENE.match(frame):  # not parsed: real phones have a processor each, these share one
            self.version = int(found[1])
            self.changed.set()


class Class:
    """A room with its phones, several to a team, and its teacher."""

    def __init__(self, served: Served, phones: int, teams: int = 8, game: str = "countries", **options: Any) -> None:
        self.served, self.teams, self.rng = served, teams, random.Random(phones)
        self.room, token = Hall.at(served.folder, bot_delay=3600).open(
            game, [f"Équipe {n}" for n in range(teams)], options={"first": 0}, hold=False, **options
        )
        self.room.control(token, "start", seed=1)
        self.token = token
        self.teacher = Phone(served, self.room.code, token=token)
        self.phones = [Phone(served, self.room.code, n % teams) for n in range(phones)]

    async def open(self) -> "Class":
        await self.teacher.open()
        await asyncio.gather(*(phone.open() for phone in self.phones))
        await asyncio.sleep(0.2)  # until every phone has been told that all are here
        return self

    async def tap(self) -> float:
        """Play a legal move from a phone on turn; the seconds until the last phone shows its result."""
        while (legal := self._legal()) is None:
            version = self.teacher.version + 1
            await self.teacher.say(type="control", action="again", what={}, tap=f"again{version}")
            await asyncio.gather(*(phone.at(version) for phone in (self.teacher, *self.phones)))
        phone, move = self.rng.choice(self.phones[legal[0] :: self.teams]), self.rng.choice(legal[1])
        version = 1 + max(other.version for other in self.phones)  # phones that answered are at a later one
        started = perf_counter()
        await phone.say(type="move", move=move, tap=f"tap{version}")
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(other.at(version) for other in self.phones))
        return perf_counter() - started

    def _legal(self) -> tuple[int, list[dict[str, Any]]] | None:
        """A team on turn and its legal moves, read from the rows, as phones get scenes only."""
        moves = self.room.view(self.token)["teacher"]["legal"]
        return next(((int(seat), legal) for seat, legal in moves.items() if legal), None)

    async def close(self) -> None:
        await asyncio.gather(*(phone.close() for phone in (self.teacher, *self.phones)))


def p95(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]


def report(what: str, figure: float, goal: float, unit: str = "×") -> None:
    """Print a line of the report; a missed goal is marked."""
    missed = "" if figure <= goal else "   MISSED"
    print(f"  {what:58} {figure:7.2f} {unit}   (goal {goal:g} {unit}){missed}", flush=True)


@asynccontextmanager
async def chromium() -> AsyncIterator[Any]:
    """A headless Chromium, or Chrome."""
    from playwright.async_api import async_playwright

    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    if path is None:
        raise RuntimeError("These measurements need Chromium: apt-get install chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield browser
        finally:
            await browser.close()
