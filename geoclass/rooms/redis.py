"""Rooms in Redis (7.0 or newer) or Valkey, for processes on one computer or many.

A room is a stream and row n its entry ``n-0``, so Redis itself refuses a number that is taken. A message on one channel
says that a room has changed. A lost connection loses nothing: after reconnecting, a row of unknown fate is looked up
and every listener reads the missing rows.
"""

import logging
from collections.abc import Callable
from contextlib import closing
from secrets import token_hex
from threading import Event, Lock, Thread
from time import monotonic, sleep, time
from typing import Any, TypeVar
from weakref import ref

from geoclass.data.shelf import checked
from geoclass.rooms.bus import QUIET, Leave, Listener, LocalBus, counts
from geoclass.rooms.refused import Refused
from geoclass.rooms.store import NoRoom, NotStored, Row, RowConflict, StoredRoom, StoreError, now

try:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry
except ImportError:
    redis = None  # type: ignore[assignment]

T = TypeVar("T")
WAIT = 2.0  # seconds for an answer
AGAIN = 1.0  # seconds after a timeout during which calls fail at once
TRIES = 3  # attempts to write a row when the connection is lost
ROOMS, KEPT, TOLD = "geoclass:rooms", "geoclass:kept", "geoclass:told"
DURABLE = {"appendonly": ("yes",), "appendfsync": ("always",)}

log = logging.getLogger(__name__)


def _rows(room: str) -> str:
    return f"geoclass:room:{{{room}}}"  # the braces keep a room's keys on one node of a cluster


def _notes(room: str) -> str:
    return f"geoclass:notes:{{{room}}}"


def client(url: str, wait: float = WAIT) -> Any:
    """A client without retries of its own: this module decides when to retry."""
    if redis is None:
        raise StoreError("rooms.store.no_redis")
    try:
        return redis.Redis.from_url(
            url,
            decode_responses=True,
            encoding_errors="replace",
            socket_timeout=wait,
            socket_connect_timeout=wait,
            retry=Retry(NoBackoff(), 0),
        )
    except ValueError as error:
        raise StoreError("rooms.store.redis_url", why=str(error)) from None


class RedisStore:
    def __init__(self, url: str, wait: float = WAIT) -> None:
        self.url, self._wait = url, wait
        self._redis = client(url, wait)
        self._lock, self._down = Lock(), 0.0  # until then calls fail at once
        self.ping()

    def append(self, room: str, n: int, kind: str, text: str, at: str | None = None) -> None:
        """After a lost connection, reconnect and try again. If the number is taken by then, the row's random mark tells
        whether the first attempt had succeeded."""
        row = {"at": at or now(), "kind": kind, "text": text, "by": token_hex(8)}
        for attempt in range(TRIES):
            try:
                return self._add(room, n, row)
            except RowConflict:
                if attempt and self._mark(room, n) == row["by"]:
                    return None
                raise
            except _Unreachable as error:
                lost = error
        raise NotStored(str(lost)) from lost

    def _add(self, room: str, n: int, row: dict[str, Any]) -> None:
        def adding() -> list[Any]:
            with self._redis.pipeline(transaction=False) as line:
                if n == 1:
                    line.sadd(ROOMS, room)
                line.xadd(_rows(room), row, id=f"{n}-0", nomkstream=n > 1)
                line.publish(TOLD, f"{counts(room) if row['kind'] == QUIET else room} {n}")
                found: list[Any] = line.execute(raise_on_error=False)
                return found

        added = self._call_once(adding)[-2]
        if isinstance(added, redis.ResponseError) and "equal or smaller" in str(added):
            raise RowConflict
        if isinstance(added, Exception):  # out of memory, read-only, disk error
            raise NotStored(str(added)) from added
        if added is None:
            raise NoRoom

    def _mark(self, room: str, n: int) -> str:
        try:
            found = self._call(lambda: self._redis.xrange(_rows(room), f"{n}-0", f"{n}-0"))
        except StoreError as error:  # if it was stored, the next read finds it
            raise NotStored(str(error)) from error
        return str(found[0][1].get("by")) if found else ""

    def rows(self, room: str, after: int = 0) -> list[Row]:
        found = self._call(lambda: self._redis.xrange(_rows(room), f"{after + 1}-0"))
        return [_row(*entry) for entry in found]

    def rooms(self) -> list[StoredRoom]:
        def asking() -> list[StoredRoom]:
            codes = sorted(self._redis.smembers(ROOMS))
            with self._redis.pipeline(transaction=False) as line:
                for code in codes:
                    line.xrange(_rows(code), count=1)
                    line.xrevrange(_rows(code), count=1)
                    line.xlen(_rows(code))
                found = line.execute()
            parts = zip(codes, found[::3], found[1::3], found[2::3], strict=True)
            return [StoredRoom(code, _row(*a[0]).at, _row(*z[0]).at, n) for code, a, z, n in parts if n]

        return sorted(self._call(asking), key=lambda room: room.changed, reverse=True)

    def delete(self, room: str) -> None:
        def deleting() -> None:
            self._redis.unlink(_rows(room))
            self._redis.unlink(_notes(room))
            self._redis.srem(ROOMS, room)
            self._redis.publish(TOLD, f"{room} 0")

        self._call(deleting)

    def note(self, room: str, name: str, text: str, seconds: float) -> None:
        """A field of the room's hash, prefixed by its expiry time; the hash expires with its last note."""

        def noting() -> None:
            with self._redis.pipeline(transaction=False) as line:
                line.hget(_notes(room), name)
                line.hset(_notes(room), name, f"{time() + seconds} {text}")
                line.pexpire(_notes(room), _ms(seconds), nx=True)
                line.pexpire(_notes(room), _ms(seconds), gt=True)
                before = line.execute()[0]
            if str(before).partition(" ")[2] != text:
                self._redis.publish(TOLD, f"{room} 0")

        self._call(noting)

    def notes(self, room: str) -> dict[str, str]:
        found, late = self._call(lambda: self._redis.hgetall(_notes(room))), time()
        parts = ((name, kept.partition(" ")) for name, kept in found.items())
        return {name: text for name, (end, _, text) in parts if float(end) > late}

    def lease(self, room: str, name: str, who: str, seconds: float) -> bool:
        key = f"geoclass:lease:{name}:{{{room}}}"

        def leasing() -> bool:
            if self._redis.set(key, who, nx=True, px=_ms(seconds)):
                return True
            return self._redis.get(key) == who and bool(self._redis.pexpire(key, _ms(seconds)))

        return self._call(leasing)

    def kept(self, name: str) -> str:
        return str(self._call(lambda: self._redis.hget(KEPT, name)) or "")

    def keep(self, name: str, text: str, instead_of: str = "") -> str:
        def keeping(line: Any) -> None:
            before = line.hget(KEPT, name) or ""
            line.multi()
            if before == instead_of:
                line.hset(KEPT, name, text)

        self._call(lambda: self._redis.transaction(keeping, KEPT))
        return self.kept(name)

    def shelf(self, name: str) -> "RedisShelf":
        return RedisShelf(self, name)

    def ping(self) -> None:
        self._call(self._redis.ping)

    def risks(self) -> list[Refused]:
        """Warnings about settings of this Redis that could lose rows."""
        try:
            found: dict[str, str] = {}
            for name in (*DURABLE, "maxmemory-policy"):
                found |= self._redis.config_get(name)
        except redis.RedisError:
            return [Refused("rooms.store.redis_unknown")]
        said = []
        if any(found.get(name) not in wanted for name, wanted in DURABLE.items()):
            said.append(Refused("rooms.store.redis_loses"))
        if found.get("maxmemory-policy", "").startswith("allkeys"):
            said.append(Refused("rooms.store.redis_evicts"))
        return said

    def _call(self, ask: Callable[[], T]) -> T:
        try:
            try:
                return self._call_once(ask)
            except _Unreachable:
                return self._call_once(ask)  # on a new connection
        except (_Unreachable, redis.RedisError) as error:
            raise StoreError("rooms.store.redis_failed", why=str(error).rstrip(".")) from error

    def _call_once(self, ask: Callable[[], T]) -> T:
        """Call Redis; for `AGAIN` seconds after a timeout, fail at once instead of making everybody wait."""
        with self._lock:
            if monotonic() < self._down:
                raise _Unreachable("no answer")
        try:
            return ask()
        except redis.BusyLoadingError as error:  # it is loading its data after a restart
            raise _Unreachable(str(error)) from error
        except (redis.ConnectionError, redis.TimeoutError) as error:
            if isinstance(error, redis.TimeoutError):  # spare the others the same wait
                with self._lock:
                    self._down = monotonic() + AGAIN
            raise _Unreachable(str(error)) from error


class RedisShelf:
    """A hash, name → text."""

    def __init__(self, store: RedisStore, name: str) -> None:
        self._call, self._redis, self._key = store._call, store._redis, f"geoclass:shelf:{name}"

    def names(self) -> list[str]:
        return sorted(self._call(lambda: self._redis.hkeys(self._key)))

    def get(self, name: str) -> str:
        return str(self._call(lambda: self._redis.hget(self._key, checked(name))) or "")

    def put(self, name: str, text: str) -> None:
        self._call(lambda: self._redis.hset(self._key, checked(name), text))

    def drop(self, name: str) -> None:
        self._call(lambda: self._redis.hdel(self._key, checked(name)))


class RedisBus(LocalBus):
    """Learns through one channel what other processes write; after a gap every listener is notified."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self._url, self._told = url, dict[str, int]()
        self._thread: Thread | None = None
        self._hears = Event()  # set once the channel is open

    def publish(self, room: str, version: int) -> None:
        self._told[room] = max(version, self._told.get(room, 0))
        super().publish(room, version)

    def subscribe(self, room: str, listener: Listener, first: bool = False) -> Leave:
        leave = super().subscribe(room, listener, first)
        if self._thread is None:
            self._thread = Thread(target=_listen, args=[ref(self), self._url], name="bus", daemon=True)
            self._thread.start()
            self._hears.wait(WAIT)
        return leave

    def hear(self, message: str) -> None:
        """Handle a message of any process, this one included: a room and its version, or 0 for a change without a
        row."""
        room, _, version = message.partition(" ")
        told = self._told.get(room, 0)
        if room.endswith(counts("")):
            self.soon(room, int(version))
        elif not self.listening(room):
            self._told.pop(room, None)
        elif int(version) == 0 or int(version) > told:
            self.publish(room, max(told, int(version)))

    def read_on(self, last: Callable[[str], int]) -> None:
        """After a gap, notify the listeners of every room, whatever was missed."""
        for room in self.rooms():
            self.publish(room, max(last(room), self._told.get(room, 0)))
        self._hears.set()


def _listen(bus: "ref[RedisBus]", url: str) -> None:
    """Listen until the bus is garbage-collected; reopen a lost channel."""
    pause, line = AGAIN / 8, client(url)
    while bus() is not None:
        try:
            with closing(line.pubsub(ignore_subscribe_messages=False)) as channel:
                channel.subscribe(TOLD)
                _handle_messages(bus, line, channel)
        except redis.RedisError:
            log.debug("the channel of rooms was lost", exc_info=True)
        except Exception:  # another program's message, or a bug: keep listening
            log.exception("a message on the channel of rooms could not be handled")
        sleep(pause)
        pause = min(AGAIN, 2 * pause)


def _handle_messages(bus: "ref[RedisBus]", line: Any, channel: Any) -> None:
    def last(room: str) -> int:
        found = line.xrevrange(_rows(room), count=1)
        return _row(*found[0]).n if found else 0

    asked = False
    while True:
        message = channel.get_message(timeout=WAIT)
        if (hearing := bus()) is None:
            return
        if message and message["type"] == "subscribe":
            hearing.read_on(last)
        elif message and message["type"] == "message":
            hearing.hear(message["data"])
        elif message is None and asked:  # no answer to the ping: the connection is dead
            raise redis.ConnectionError
        elif message is None:
            channel.ping()  # makes the next read notice a dead connection
            asked = message is None
        del hearing


class _Unreachable(Exception):
    """Redis did not answer."""


def _row(entry: str, fields: dict[str, str]) -> Row:
    return Row(int(entry.partition("-")[0]), fields.get("at", ""), fields.get("kind", ""), fields.get("text", ""))


def _ms(seconds: float) -> int:
    return max(1, round(1000 * seconds))
