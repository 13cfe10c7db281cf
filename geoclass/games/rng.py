"""Chance, written out, so that a log replays alike on every machine and every Python.

SplitMix64 (Steele, Lea and Flood, 2014) seeded through BLAKE2b. Each purpose draws from a stream of its own: giving the
order of one pile in the setup leaves the others as the seed has them.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Rng:
    """A stream of chance, fixed by a seed and the name of its purpose."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, purpose: str) -> None:
        self._state = int.from_bytes(blake2b(f"{seed}:{purpose}".encode(), digest_size=8).digest(), "big")

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as the others."""
        limit = (1 << 64) - (1 << 64) % n
        while (bits := self._bits()) >= limit:
            pass
        return bits % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of *items* in a random order (Fisher and Yates, from the last place down)."""
        pack = list(items)
        for i in range(len(pack) - 1, 0, -1):
            j = self.below(i + 1)
            pack[i], pack[j] = pack[j], pack[i]
        return pack

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def uniform(self) -> float:
        """A number in [0, 1), one of 2**53."""
        return (self._bits() >> 11) * 2.0**-53

    def _bits(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)
