"""Chance, written out, so that a log replays alike on every machine and every Python.

SplitMix64 (Steele, Lea and Flood, 2014) seeded through BLAKE2b. Each purpose draws from a stream of its own: giving the
order of one pile in the setup leaves the others as the seed has them.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from operator import mod
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
_STEP, _MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_ALL = 1 << 64
_MASK = _ALL - 1


class Rng:
    """A stream of chance, fixed by a seed and the name of its purpose."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, purpose: str) -> None:
        self._state = int.from_bytes(blake2b(f"{seed}:{purpose}".encode(), digest_size=8).digest(), "big")

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as the others."""
        while (bits := self._bits()) > _MASK - n and bits >= _ALL - _ALL % n:  # the last few, not enough for all
            pass
        return bits % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of *items* in a random order (Fisher and Yates, from the last place down)."""
        pack = list(items)
        for i, j in zip(range(len(pack) - 1, 0, -1), self._falling(len(pack)), strict=True):
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

    def stream(self) -> Iterator[int]:
        """What `_bits` would give, again and again."""
        while True:
            yield from _numbers(64).unpack(self._many_bits(64))

    def _falling(self, n: int) -> Iterable[int]:
        """What `below` n, then n - 1, … and at last 2 would give."""
        if n < 2:
            return ()
        state, bits = self._state, self._many_bits(n - 1)
        if b"\xff\xff\xff\xff" in bits:  # perhaps one that `below` would not take
            self._state = state
            return [self.below(k) for k in range(n, 1, -1)]
        return map(mod, _numbers(n - 1).unpack(bits), range(n, 1, -1))

    def _many_bits(self, n: int) -> bytes:
        """What *n* times `_bits` would give, worked out side by side: each in a lane of 128 bits of one long number."""
        ones, steps, mask = _lanes(n)
        z = (self._state * ones + steps) & mask
        z = ((z ^ (z >> 30)) & mask) * _MIX_1 & mask
        z = ((z ^ (z >> 27)) & mask) * _MIX_2 & mask
        self._state = (self._state + n * _STEP) & _MASK
        return (z ^ (z >> 31)).to_bytes(16 * n, "little")


@lru_cache(maxsize=256)
def _lanes(n: int) -> tuple[int, int, int]:
    """In *n* lanes: 1 in each; one step in the first, two in the second, …; ones in the lower half of each."""
    whole = (1 << 128 * n) - 1
    ones = whole // ((1 << 128) - 1)
    return ones, (ones * ones & whole) * _STEP, ones * _MASK


@lru_cache(maxsize=256)
def _numbers(n: int) -> Struct:
    """Reads the lower halves of *n* lanes."""
    return Struct("<" + "Q8x" * n)
