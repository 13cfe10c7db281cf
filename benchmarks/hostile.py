"""Taps under attack: the p95 of an honest tap during each attack, as a ratio to its idle p95 in the same run.

A tap lasts from one phone's move until every phone of the class shows it. The attackers are separate processes of lower
priority; the processor time that they still get is taken from the server.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any

from benchmarks._attacks import ATTACKS, PUPILS, TEAMS
from benchmarks._live import ROOT, Class, Served, classroom, p95, report
from geoclass.ui import teacher
from tests.rooms.panels import PanelPage

PHONES = 12
SECONDS, IDLE, PAUSE = 20.0, 5.0, 0.05  # of an attack at most; of idle time before and after it; between two taps
PATIENCE = 120  # seconds that an attacker may take to end, on a busy machine
GONE = 30  # seconds after which Bokeh has discarded closed sessions and freed their memory
SCALE = 1.0  # of each attack
POLITE = ("nice", "-n", "10")  # real attackers run on other computers
LABELS = {
    "explore": "30 phones open Explore at once",
    "loop": "one phone loads it repeatedly",
    "csv": "20,000 and 900 wrong lines uploaded",
    "never_read": "60 sockets that never read",
    "half_open": "400 half-open connections",
    "joins": "a flood of joins",
}


def run() -> None:
    asyncio.run(_hostile())


async def _hostile() -> None:
    async with classroom() as ours:
        await _look_at_explore(ours, 3)  # warm up
        room = await Class(ours, PHONES, TEAMS).open()
        await _taps(room, 2)
        fresh = ours.memory()
        await _look_at_explore(ours, PUPILS)
        before = ours.memory()
        print(f"  memory after a class has looked at Explore: {before / fresh:.2f} × a fresh server's", flush=True)
        for name in ATTACKS:
            quiet = await _taps(room, IDLE)
            async with _attack(name, ours, room) as goes_on:
                held = await _taps(room, SECONDS, goes_on)
            await asyncio.sleep(GONE)  # until the attack has no effect any more
            quiet += await _taps(room, IDLE)
            report(f"a tap during: {LABELS[name]}, p95: to an idle one", p95(held) / p95(quiet), 5)
            grown = ours.memory() / before
            print(f"    idle p95 {1000 * p95(quiet):.0f} ms, {len(held)} taps, memory {grown:.2f} ×", flush=True)
        report("memory after all of them: to that after a class", ours.memory() / before, 1.2)
        await room.close()


async def _look_at_explore(ours: Served, pupils: int) -> None:
    """Open Explore *pupils* times at once, close all pages, and wait until the server has discarded them."""
    pages = [PanelPage(f"{ours.address}/explore?lang=fr", source=f"127.0.6.{n + 1}") for n in range(pupils)]
    await asyncio.gather(*(page.open() for page in pages))
    await asyncio.gather(*(page.close() for page in pages))
    await asyncio.sleep(GONE)


async def _taps(room: Class, seconds: float, while_: Callable[[], bool] = lambda: True) -> list[float]:
    """The times of consecutive taps, for *seconds* or until *while_* is false."""
    until, times = perf_counter() + seconds, [await room.tap()]
    while perf_counter() < until and while_():
        await asyncio.sleep(PAUSE)
        times.append(await room.tap())
    return times


@asynccontextmanager
async def _attack(name: str, ours: Served, room: Class) -> AsyncIterator[Callable[[], bool]]:
    """Run an attack; yields a function that tells whether it is still running. Prints its result at the end."""
    key = (ours.folder / teacher.FILE).read_text().strip()
    given = [name, str(ours.port), room.room.code, str(SECONDS), str(SCALE), key]
    attacker = await asyncio.create_subprocess_exec(
        *POLITE, sys.executable, "-m", "benchmarks._attacks", *given, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    output: Any = attacker.stdout
    try:
        await output.readline()
        end = asyncio.create_task(output.readline())
        yield lambda: not end.done()
        print(f"  {(await asyncio.wait_for(end, PATIENCE)).decode().strip() or 'it failed'}:", flush=True)
    finally:
        if attacker.returncode is None:
            attacker.kill()
        await attacker.wait()
