"""Taps beside hostile traffic: the p95 of an honest tap under each attack, to its idle p95 in the same run.

A tap is one phone's move until every phone of the class shows it. The attackers are processes of their own, of lower
priority; what the machine gives them all the same it takes from the server.
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
GONE = 30  # seconds after which Bokeh has let go of what nobody looks at, and its memory is given back
SCALE = 1.0  # of each attack
POLITE = ("nice", "-n", "10")  # in a classroom the attackers are other computers, and take nothing from ours
SAID = {
    "explore": "30 phones open Explore at once",
    "loop": "one phone loads it again and again",
    "csv": "20,000 and 900 wrong lines uploaded",
    "deaf": "60 sockets that never read",
    "half_open": "400 half-open connections",
    "joins": "a flood of joins",
}


def run() -> None:
    asyncio.run(_hostile())


async def _hostile() -> None:
    async with classroom() as ours:
        await _look_at_explore(ours, 3)  # what is made once is not counted
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
            await asyncio.sleep(GONE)  # until nothing of the attack is left
            quiet += await _taps(room, IDLE)
            report(f"a tap beside {SAID[name]}, p95: to an idle one", p95(held) / p95(quiet), 5)
            grown = ours.memory() / before
            print(f"    idle p95 {1000 * p95(quiet):.0f} ms, {len(held)} taps, memory {grown:.2f} ×", flush=True)
        report("memory after all of them: to that after a class", ours.memory() / before, 1.2)
        await room.close()


async def _look_at_explore(ours: Served, pupils: int) -> None:
    """So many open it at once, and leave; until the server has let go of their pages."""
    pages = [PanelPage(f"{ours.address}/explore?lang=fr", source=f"127.0.6.{n + 1}") for n in range(pupils)]
    await asyncio.gather(*(page.open() for page in pages))
    await asyncio.gather(*(page.close() for page in pages))
    await asyncio.sleep(GONE)


async def _taps(room: Class, seconds: float, while_: Callable[[], bool] = lambda: True) -> list[float]:
    """Somebody taps all the time, as long as that and *while_* it holds."""
    until, times = perf_counter() + seconds, [await room.tap()]
    while perf_counter() < until and while_():
        await asyncio.sleep(PAUSE)
        times.append(await room.tap())
    return times


@asynccontextmanager
async def _attack(name: str, ours: Served, room: Class) -> AsyncIterator[Callable[[], bool]]:
    """An attack that has begun; whether it goes on. What came of it is told at its end."""
    key = (ours.folder / teacher.FILE).read_text().strip()
    given = [name, str(ours.port), room.room.code, str(SECONDS), str(SCALE), key]
    attacker = await asyncio.create_subprocess_exec(
        *POLITE, sys.executable, "-m", "benchmarks._attacks", *given, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    said: Any = attacker.stdout
    try:
        await said.readline()
        end = asyncio.create_task(said.readline())
        yield lambda: not end.done()
        print(f"  {(await asyncio.wait_for(end, PATIENCE)).decode().strip() or 'it failed'}:", flush=True)
    finally:
        if attacker.returncode is None:
            attacker.kill()
        await attacker.wait()
