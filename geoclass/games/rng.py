"""Random numbers that are the same on every machine and Python version, so that logs replay.

SplitMix64 (Steele, Lea and Flood, 2014), seeded through BLAKE2b. Each purpose has its own stream, so giving the order
of one pile in the setup does not change the others.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
_STEP, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_ALL = 1 << 64
_MASK = _ALL - 1


class Rng:
    """A random stream, determined by a seed and a purpose."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, purpose: str) -> None:
        self._state = int.from_bytes(blake2b(f"{seed}:{purpose}".encode(), digest_size=8).digest(), "big")

    def below(self, n: int) -> int:
        """A uniform whole number from 0 to n - 1."""
        while (bits := self._bits()) >= _ALL - _ALL % n:  # reject the remainder, for uniformity
            pass
        return bits % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of *items* in random order (Fisher–Yates, from the last place down)."""
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
        self._state = z = (self._state + _STEP) & _MASK
        z = (z ^ (z >> 30)) * _MIX_1 & _MASK
        z = (z ^ (z >> 27)) * _MIX_2 & _MASK
        return z ^ (z >> 31)
