"""How much a device may ask: so many messages a second, and ever fewer room codes that do not exist."""

import asyncio
from collections.abc import Callable
from time import monotonic

BURST, PER_SECOND = 30, 15  # messages of one socket: far more than thumbs do
FREE, STEP, LONGEST = 5, 0.25, 4.0  # wrong codes that cost nothing; then seconds, doubled each time, up to these
FORGOTTEN = 120.0  # seconds without a wrong code
ADDRESSES = 1000  # remembered at most


class Bucket:
    """Lets *burst* messages through at once, and *per_second* in the long run."""

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


class Guesses:
    """Wrong room codes by address. After some, every code from there, right or wrong, waits for its turn."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: dict[
            str, tuple[int, float, float]
        ] = {}  # address → how many, the last one, when the next may come

    async def turn(self, address: str) -> None:
        """Wait until this address may try a code."""
        await asyncio.sleep(self.delay(address))

    def delay(self, address: str) -> float:
        """How long a code from this address must wait now; the next one waits behind it."""
        now = self._clock()
        n, last, free = self._wrong.get(address, (0, now, now))
        if n <= FREE or now - last > FORGOTTEN:
            return 0.0
        turn = max(now, free) + min(LONGEST, STEP * 2.0 ** (n - FREE - 1))
        self._wrong[address] = n, last, turn
        return turn - now

    def wrong(self, address: str) -> None:
        """This address has tried a code that does not exist."""
        now = self._clock()
        n, last, free = self._wrong.pop(address, (0, now, now))
        if now - last > FORGOTTEN:
            n = 0
        self._wrong[address] = n + 1, now, free
        if len(self._wrong) > ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
