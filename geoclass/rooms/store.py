"""Where rooms are kept: rows that are only ever added, durable before anybody is told.

The protocol is narrow on purpose: a room is its rows, and a row's number can be taken once. Whoever comes second with
the same number, also from another process, is told so and reads on first.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol
from weakref import finalize

FILE = "rooms.sqlite"


class Row(NamedTuple):
    """One thing that happened in a room."""

    n: int
    at: str  # when, as ISO text in UTC
    kind: str
    body: dict[str, Any]


class Kept(NamedTuple):
    """A room in the store."""

    code: str
    opened: str
    changed: str
    rows: int


class Taken(Exception):
    """The row of this number has been written already, by somebody else."""


class NotStored(Exception):
    """The row could not be made durable: disk full, database locked."""


class Store(Protocol):
    def append(self, room: str, n: int, kind: str, body: Mapping[str, Any]) -> None:
        """Keep row *n*, durably, or raise `Taken` or `NotStored` and keep nothing of it."""

    def rows(self, room: str, after: int = 0) -> list[Row]:
        """The rows of a room from number *after* + 1 on."""

    def rooms(self) -> list[Kept]:
        """Every room, the latest changed first."""

    def delete(self, room: str) -> None:
        """Forget a room."""


class SqliteStore:
    """Rooms in one SQLite file: write-ahead log, flushed to the disk with every row."""

    def __init__(self, folder: Path, wait: float = 2.0) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = Lock()
        self._db = sqlite3.connect(folder / FILE, timeout=wait, check_same_thread=False, isolation_level=None)
        finalize(self, self._db.close)  # when nobody holds the store any more
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS rows"
            " (room TEXT, n INTEGER, at TEXT, kind TEXT, body TEXT, PRIMARY KEY (room, n)) WITHOUT ROWID"
        )

    def append(self, room: str, n: int, kind: str, body: Mapping[str, Any]) -> None:
        row = (room, n, datetime.now(UTC).isoformat(timespec="milliseconds"), kind, json.dumps(body))
        with self._using() as db:
            try:
                db.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?)", row)
            except sqlite3.IntegrityError:
                raise Taken from None
            except sqlite3.Error as error:
                raise NotStored(str(error)) from error

    def rows(self, room: str, after: int = 0) -> list[Row]:
        with self._using() as db:
            found = db.execute("SELECT n, at, kind, body FROM rows WHERE room = ? AND n > ? ORDER BY n", (room, after))
            return [Row(n, at, kind, json.loads(body)) for n, at, kind, body in found]

    def rooms(self) -> list[Kept]:
        with self._using() as db:
            found = db.execute("SELECT room, min(at), max(at), count(*) FROM rows GROUP BY room ORDER BY max(at) DESC")
            return [Kept(*row) for row in found]

    def delete(self, room: str) -> None:
        with self._using() as db:
            db.execute("DELETE FROM rows WHERE room = ?", (room,))

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            yield self._db
