"""Storage for rooms in tests: in memory, in a folder or in a real Redis."""

import time

import pytest

from geoclass.rooms import Hall, LocalBus, MemoryStore, SqliteBus, SqliteStore
from geoclass.rooms.redis import RedisBus, RedisStore
from tests.rooms.redises import Redis


class Place:
    """Storage for rooms; each new `store` and `bus` behaves like that of another process."""

    def __init__(self, kind, folder):
        self.kind, self.folder = kind, folder
        self.redis = Redis(folder) if kind == "redis" else None
        self._memory = MemoryStore(), LocalBus()

    def store(self):
        if self.kind == "memory":
            return self._memory[0]
        return RedisStore(self.redis.url) if self.redis else SqliteStore(self.folder)

    def bus(self):
        if self.kind == "memory":
            return self._memory[1]
        return RedisBus(self.redis.url) if self.redis else SqliteBus(self.folder)

    def hall(self, bot_delay=3600.0):
        return Hall(self.store(), self.bus(), bot_delay=bot_delay)

    @property
    def name(self):
        """The argument with which another process opens it."""
        return self.redis.url if self.redis else ""

    def close(self):
        if self.redis:
            self.redis.kill()


every = pytest.mark.parametrize("place", ["memory", "sqlite", "redis"], indirect=True)
shared = pytest.mark.parametrize("place", ["sqlite", "redis"], indirect=True)  # between processes
on_redis = pytest.mark.parametrize("place", ["redis"], indirect=True)


def eventually(true, seconds=10):
    until = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < until
        time.sleep(0.01)
    return found
