"""Many classes on one, two and four processes: the cost of a phone, of a tap that crosses processes, and of durable
appends on SQLite and Redis. Everything runs on this computer, including the phones, which use part of its cores."""

import asyncio
import copy
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from benchmarks import rooms
from benchmarks._crowd import Crowd, cpu, tree
from benchmarks._live import Class, Served, classroom, p95, report
from geoclass.rooms.redis import RedisStore, client
from geoclass.ui.phone.limits import PER_SECOND
from tests.rooms.redises import Redis
from tests.rooms.school import School

PHONES = 40  # of the class used as baseline
ROOMS, IN_EACH = (5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 80), 50
BOUND = 0.1  # seconds from a tap to all phones, at the 95th percentile: a class does not notice this delay
PROCESSES = (1, 2, 4)
PACE = 10.0  # seconds between two taps of a phone
SECONDS = 10.0
TAPS, ROWS = 60, 300
TICK = 1 / os.sysconf("SC_CLK_TCK")  # the shortest processor time that the system tells
GAIN = 1.6  # the goal: throughput of two processes on two cores, to one


class Capacity(NamedTuple):
    phones: int
    tap: float  # seconds of a core, in the smallest of the schools


def run() -> None:
    report("durable append on SQLite: to a bare insert", rooms._append(), 2)
    report("durable append on Redis: to a bare XADD", _append(), 2)
    asyncio.run(_crossing())
    one, two = [asyncio.run(_school(n)) for n in PROCESSES][:2]
    report("processor time of a tap with two processes: to one", two.tap / one.tap, 2 / GAIN)
    report("phones that one process holds: to two", one.phones / max(1, two.phones), 1 / GAIN)


def _append() -> float:
    """The ratio of the medians of alternating appends: ours and bare ones."""
    row = {"kind": "move", "text": json.dumps({"move": {"move": "place", "card": "ISL", "at": 3}, "tap": "0" * 49})}
    with tempfile.TemporaryDirectory() as folder:
        server = Redis(Path(folder))
        try:
            store, bare = RedisStore(server.url), client(server.url)
            ours, theirs = [], []
            for n in range(1, ROWS + 1):
                started = perf_counter()
                store.append("BALTA", n, row["kind"], row["text"])
                ours.append(perf_counter() - started)
                started = perf_counter()
                bare.xadd("bare", row, id=f"{n}-0")
                theirs.append(perf_counter() - started)
        finally:
            server.kill()
    print(f"  an append on Redis: {1000 * sorted(ours)[ROWS // 2]:.2f} ms", flush=True)
    return sorted(ours)[ROWS // 2] / sorted(theirs)[ROWS // 2]


async def _crossing() -> None:
    """Compare a tap until a phone at the other process shows it with one until a phone at the same process does."""
    async with classroom("--processes", "2") as served:
        here, there = [_at(served, port) for port in await _ports(served)]
        room = Class(served, 2, 2)
        tapper, near, far = room.teacher, room.phones[0], room.phones[1]
        tapper.served = near.served = here
        far.served = there
        for phone in (tapper, near, far):
            await phone.open()
        same, crossed = [], []
        for n in range(TAPS):
            version, started = tapper.version + 1, perf_counter()
            await tapper.say(type="control", action=("lock", "unlock")[n % 2], what={}, tap=f"tap{n}")
            times = await asyncio.gather(_seen(near, version, started), _seen(far, version, started))
            same.append(times[0])
            crossed.append(times[1])
            await tapper.at(version)
            await asyncio.sleep(1 / PER_SECOND)  # faster taps are refused
        await asyncio.gather(*(phone.close() for phone in (tapper, near, far)))
    print(f"  a tap that crosses, p50: {1000 * sorted(crossed)[TAPS // 2]:.1f} ms", flush=True)
    report(
        "a tap that crosses processes, p50: to one that does not",
        sorted(crossed)[TAPS // 2] / sorted(same)[TAPS // 2],
        3,
    )


async def _seen(phone: object, version: int, started: float) -> float:
    await phone.at(version)  # type: ignore[attr-defined]
    return perf_counter() - started


async def _school(processes: int) -> Capacity:
    """Add rooms until taps take longer than `BOUND`; the number of phones before that, and the cost of a tap."""
    with _hosted(processes) as school:
        ours, others = tree(school.process.pid), [*tree(school.nginx.process.pid), school.redis.process.pid]
        one = await Crowd(school.hall, school.port, PHONES).open()
        alone = p95(await _lesson(one, 0.0))
        one.close()
        held, costs, rooms = 0, list[float](), list[Crowd]()
        for n in ROOMS:
            before, memory, fresh = cpu(ours), _memory(ours), n - len(rooms)
            for _ in range(fresh):
                rooms.append(await Crowd(school.hall, school.port, IN_EACH).open())
            joined, between, own, started = cpu(ours), cpu(others), process_time(), perf_counter()
            grown = (_memory(ours) - memory) / (fresh * IN_EACH)
            lessons = await asyncio.gather(*(_lesson(room, number / n) for number, room in enumerate(rooms)))
            taps, took = [tap for some in lessons for tap in some], perf_counter() - started
            busy, together = max(cpu(ours) - joined, TICK), p95(taps)
            costs.append(busy / len(taps))
            print(
                f"  {processes} processes, {n * IN_EACH} phones in {n} rooms: tap to all p95 {1000 * together:.0f} ms"
                f" ({together / alone:.1f} × one class of {PHONES}); % of a core: {100 * busy / took:.0f}, nginx and"
                f" Redis {100 * (cpu(others) - between) / took:.0f}, phones {100 * (process_time() - own) / took:.0f};"
                f" {1000 * costs[-1]:.1f} ms of a core a tap, {grown:.0f} kB a phone,"
                f" joining {1000 * (joined - before) / fresh / IN_EACH:.1f} ms of a core each",
                flush=True,
            )
            if together > BOUND:
                break
            held = n * IN_EACH
        for room in rooms:
            room.close()
    return Capacity(held, costs[0])


@contextmanager
def _hosted(processes: int) -> Iterator[School]:
    """The setup of docs/hosting.md with nginx and Redis, but no TLS, which would cost the phones processor time."""
    with tempfile.TemporaryDirectory() as folder:
        school = School(Path(folder), light=False, processes=processes, tls=False)
        try:
            yield school.wait()
        finally:
            school.kill()


async def _lesson(room: Crowd, delay: float) -> list[float]:
    """The times of taps that are due at a fixed rate, about one per phone in ten seconds. A tap that waits for the one
    before it is timed from when it was due; those still waiting at the end are not counted."""
    pace = PACE / IN_EACH
    taps, due = [], perf_counter() + delay * pace
    until = due + SECONDS
    while due < until > perf_counter():
        await asyncio.sleep(max(0.0, due - perf_counter()))
        taps.append(await room.tap(due))
        due += pace
    return taps


def _at(served: Served, port: int) -> Served:
    """The server as reached at this port."""
    copied = copy.copy(served)
    copied.port, copied.address = port, f"http://localhost:{port}"
    return copied


async def _ports(served: Served) -> list[int]:
    """The port of each worker process, once all of them accept connections."""
    while True:
        words = [Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid in tree(served.process.pid)[1:]]
        ports = [int(line[line.index(str(served.port)) + 2]) for line in words if str(served.port) in line]
        up = 0
        for port in ports:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                up += 1
            except OSError:
                break
        if ports and up == len(ports):
            return ports
        await asyncio.sleep(0.1)


def _memory(pids: list[int]) -> float:
    """The resident memory of these processes, in kB."""
    return sum(float(Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0]) for pid in pids)
