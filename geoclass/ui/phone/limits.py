"""Rate limits of phones: messages per second, and growing delays after wrong room codes.

Wrong codes are a matter of security, so they are counted in the store for all processes; limits of load count per
process.
"""

import asyncio
from collections.abc import Callable
from time import monotonic, time

from tornado.websocket import WebSocketHandler

from geoclass.rooms import MemoryStore, Store

BURST, PER_SECOND = 30, 15  # messages of one socket: far more than a pupil sends
ALL_BURST, ALL_PER_SECOND = 2000, 500  # of one address, which a whole school may share
JOINS, JOINS_PER_SECOND = 80, 1  # of one address to one room
HERE = ("127.0.0.1", "::1")  # this computer, or a proxy on it for many clients: not limited
FREE, STEP, LONGEST = 5, 0.25, 4.0  # free wrong codes; then a delay in seconds, doubled each time, up to the last
FORGOTTEN = 120.0  # seconds after which wrong codes are forgotten
ADDRESSES = 1000  # remembered at most


def hang_up(handler: WebSocketHandler) -> None:
    """Close a socket at once: a close frame would queue behind unread data."""
    line = handler.ws_connection
    if line is not None and line.stream is not None:  # None if it is closed already
        line.stream.close()


class Bucket:
    """A token bucket: *burst* messages at once, *per_second* in the long run."""

    def __init__(
        self, burst: float = BURST, per_second: float = PER_SECOND, clock: Callable[[], float] = monotonic
    ) -> None:
        self._burst, self._per_second, self._clock = burst, per_second, clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket per address, and per room if one is named; the least recently used is forgotten first."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._new = lambda: Bucket(burst, per_second, clock)
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def take(self, address: str, room: str = "") -> bool:
        if address in HERE:
            return True
        bucket = self._buckets.pop((address, room), None) or self._new()
        self._buckets[address, room] = bucket
        if len(self._buckets) > ADDRESSES:
            del self._buckets[next(iter(self._buckets))]
        return bucket.take()


class Guesses:
    """Wrong room codes per address, counted across processes. After some, every further code from there is delayed,
    right or wrong."""

    def __init__(self, clock: Callable[[], float] = time, store: Callable[[], Store] | None = None) -> None:
        memory = MemoryStore()
        self._clock, self._store = clock, store or (lambda: memory)

    def _known(self, address: str) -> tuple[int, float, float]:
        """The number of wrong codes, the time of the last, and when the next is allowed."""
        now = self._clock()
        n, last, free = self._store().notes(f"guesses:{address}").get("wrong", f"0 {now} {now}").split()
        return int(n), float(last), float(free)

    def _know(self, address: str, n: int, last: float, free: float) -> None:
        self._store().note(f"guesses:{address}", "wrong", f"{n} {last} {free}", FORGOTTEN + LONGEST)

    async def turn(self, address: str) -> None:
        """Wait until this address may try another code."""
        await asyncio.sleep(self.delay(address))

    def delay(self, address: str) -> float:
        """Reserve the next slot for a code from this address; return the delay."""
        now = self._clock()
        n, last, free = self._known(address)
        if n <= FREE or now - last > FORGOTTEN:
            return 0.0
        turn = max(now, free) + min(LONGEST, STEP * 2.0 ** (n - FREE - 1))
        self._know(address, n, last, turn)
        return turn - now

    def wrong(self, address: str) -> None:
        """Count a wrong code."""
        now = self._clock()
        n, last, free = self._known(address)
        self._know(address, 1 if now - last > FORGOTTEN else n + 1, now, free)
