"""A class of phones compared with a bare Panel app (one button, one text), alternating in one run.

The baseline is `panel serve` with default settings. Its clients speak Bokeh's protocol, ours the phones' websocket.
Scripts and styles are not fetched on either side, as browsers cache them.
"""

import asyncio
import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from time import perf_counter

from benchmarks._live import Class, Served, bare, chromium, classroom, p95, report
from benchmarks._screens import Clicks, Projector
from geoclass.rooms import SqliteStore
from tests.rooms.panels import PanelPage

PHONES = 40
REPEATS = 3  # of joining; the best counts, as other work on the machine can only slow it down
TAPS = 60
ROOMS, IN_EACH, ROUNDS, PACE = 10, 50, 20, 1.0  # a school: one tap per second in every room
ROWS = 300


def run() -> None:
    asyncio.run(_live())
    report("durable append: to a bare SQLite insert", _append(), 2)


async def _live() -> None:
    async with bare() as base, classroom() as ours:
        first = await PanelPage(f"{base.address}/bare").open()  # warm up both servers
        await first.close()
        await (await Class(ours, 2, 2).open()).close()
        report("server memory of a phone: to a session", await _memory(ours, base), 0.5)
        report("40 phones join at once: to 40 sessions", await _joins(ours, base), 0.25)
        report("tap until the last of 40 phones has it, p95: to a broadcast", await _taps(ours, base), 0.3)
        report("tap until the projector's page changes, p95: to a click", await _projector(ours, base), 0.4)
        report("500 phones in ten rooms, tap to all, p95: to one of 40", await _school(ours), 3)


async def _memory(ours: Served, base: Served) -> float:
    """The growth of memory after the first ten clients, so that what is loaded once is not counted."""
    await asyncio.gather(*(PanelPage(f"{base.address}/bare").open() for _ in range(10)))
    await Class(ours, 10).open()
    before = ours.memory(), base.memory()
    await Class(ours, PHONES).open()
    await asyncio.gather(*(PanelPage(f"{base.address}/bare").open() for _ in range(PHONES)))
    return max(0.0, ours.memory() - before[0]) / (base.memory() - before[1])


async def _joins(ours: Served, base: Served) -> float:
    phones, sessions = [], []
    for _ in range(REPEATS):
        room = Class(ours, PHONES)
        started = perf_counter()
        await asyncio.gather(*(phone.open() for phone in room.phones))
        phones.append(perf_counter() - started)
        await asyncio.gather(*(phone.close() for phone in room.phones))
        pages = [PanelPage(f"{base.address}/bare") for _ in range(PHONES)]
        started = perf_counter()
        await asyncio.gather(*(page.open() for page in pages))
        sessions.append(perf_counter() - started)
        await asyncio.gather(*(page.close() for page in pages))
    return min(phones) / min(sessions)


async def _taps(ours: Served, base: Served) -> float:
    room = await Class(ours, PHONES).open()
    pages = [await PanelPage(f"{base.address}/bare").open() for _ in range(PHONES)]
    taps, broadcasts = [], []
    for _ in range(TAPS):
        taps.append(await room.tap())
        for page in pages:
            page.changed.clear()
        started = perf_counter()
        await pages[0].click(pages[0].find("Button"))
        await asyncio.gather(*(page.changed.wait() for page in pages))
        broadcasts.append(perf_counter() - started)
    await asyncio.gather(room.close(), *(page.close() for page in pages))
    return p95(taps) / p95(broadcasts)


async def _projector(ours: Served, base: Served) -> float:
    async with chromium() as browser:
        app, stage = await Clicks(browser, base).open(), await Projector(browser, ours, "countries", hold=False).open()
        moves = [await stage.move() for _ in range(TAPS)]
        clicks = [await app.click() for _ in range(TAPS)]
    return p95(moves[5:]) / p95(clicks[5:])


async def _school(ours: Served) -> float:
    one = await Class(ours, PHONES).open()
    alone = await _lesson(one, ROOMS * ROUNDS, 0.1)
    await one.close()
    rooms = [await Class(ours, IN_EACH).open() for _ in range(ROOMS)]
    together = await asyncio.gather(*(_lesson(room, ROUNDS, PACE, n / ROOMS) for n, room in enumerate(rooms)))
    await asyncio.gather(*(room.close() for room in rooms))
    return p95([tap for taps in together for tap in taps]) / p95(alone)


async def _lesson(room: Class, rounds: int, pace: float, delay: float = 0.0) -> list[float]:
    await asyncio.sleep(delay)
    taps = []
    for _ in range(rounds):
        taps.append(await room.tap())
        await asyncio.sleep(max(0.0, pace * room.rng.uniform(0.5, 1.5) - taps[-1]))
    return taps


def _append() -> float:
    """The ratio of the medians of alternating appends and inserts: a single flush to the disk may take any time."""
    text = json.dumps({"move": {"move": "place", "card": "ISL", "at": 3, "seat": 0}, "tap": "0" * 49})
    row = ("BALTA", "2026-01-01T00:00:00.000+00:00", "move", text)
    with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as base:
        store = SqliteStore(Path(ours))
        with closing(sqlite3.connect(Path(base) / "rows.sqlite", isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("CREATE TABLE rows (room TEXT, n INTEGER PRIMARY KEY, at TEXT, kind TEXT, body TEXT)")
            appends, inserts = [], []
            for n in range(1, ROWS + 1):
                started = perf_counter()
                store.append("BALTA", n, "move", text)
                appends.append(perf_counter() - started)
                started = perf_counter()
                db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", (row[0], n, *row[1:]))
                inserts.append(perf_counter() - started)
    return sorted(appends)[ROWS // 2] / sorted(inserts)[ROWS // 2]
