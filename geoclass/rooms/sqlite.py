"""Rooms in a local folder: one SQLite file that several processes may share, and a bus that polls for what the others
have written."""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from threading import Event, Lock, Thread
from time import monotonic, sleep, time
from typing import Any, NamedTuple
from weakref import finalize, ref

from geoclass.data.shelf import FolderShelf
from geoclass.os_errors import Reason
from geoclass.rooms.bus import QUIET, Leave, Listener, LocalBus, counts
from geoclass.rooms.store import NoRoom, NotStored, Row, RowConflict, StoredRoom, StoreError, now

FILE = "rooms.sqlite"
NOTES = "notes.sqlite"  # short-lived notes: written without waiting for the disk
VERSION = 1  # of the file's layout; 0 is the same layout before it was numbered
WAIT = 1.0  # seconds for another process's lock
TURN = 0.02  # seconds of one attempt
OPEN = 5.0  # the same, while the store is opened
POLL = 0.01  # seconds between two polls
APPEND = (
    "INSERT INTO rows SELECT :room, :n, :at, :kind, :body"
    " WHERE :n = 1 OR EXISTS (SELECT 1 FROM rows WHERE room = :room AND n = :n - 1)"
)
TOLD = "SELECT n FROM rows WHERE room = ? AND kind <> ? ORDER BY n DESC LIMIT 1"
NOTE = "INSERT INTO notes VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET text = excluded.text, until = excluded.until"

log = logging.getLogger(__name__)


class SqliteStore:
    """SQLite with a write-ahead log, flushed to disk with every row."""

    def __init__(self, folder: Path, wait: float = WAIT) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder = folder
        _keep_private(folder / FILE)
        _keep_private(folder / NOTES)
        self._lock, self._wait, self._patience = Lock(), wait, wait
        self._db, self._notes_db = _connected(folder / FILE, wait), _connected(folder / NOTES, wait)
        self.close = finalize(self, _close, self._db, self._notes_db)  # also runs when the store is garbage-collected
        with self._using() as db:
            for one in (db, self._notes_db):  # others may be opening it at the same moment
                one.execute(f"PRAGMA busy_timeout = {round(1000 * max(wait, OPEN))}")
            self._prepare(db)
            db.execute(f"PRAGMA busy_timeout = {round(1000 * TURN)}")
            self._notes_db.execute(f"PRAGMA busy_timeout = {round(1000 * WAIT)}")

    def _prepare(self, db: sqlite3.Connection) -> None:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise StoreError("rooms.store.newer", file=FILE)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(
            "CREATE TABLE IF NOT EXISTS rows"
            " (room TEXT, n INTEGER, at TEXT, kind TEXT, body TEXT, PRIMARY KEY (room, n)) WITHOUT ROWID"
        )
        if version < VERSION:
            db.execute(f"PRAGMA user_version = {VERSION}")
        self._notes_db.execute("PRAGMA journal_mode = WAL")
        self._notes_db.execute("PRAGMA synchronous = OFF")
        self._notes_db.execute(
            "CREATE TABLE IF NOT EXISTS notes"
            " (room TEXT, name TEXT, text TEXT, until REAL, PRIMARY KEY (room, name)) WITHOUT ROWID"
        )

    def append(self, room: str, n: int, kind: str, text: str, at: str | None = None) -> None:
        row = {"room": room, "n": n, "at": at or now(), "kind": kind, "body": text}
        with self._lock:
            try:
                added = self._execute_patiently(APPEND, row)
            except sqlite3.IntegrityError:
                raise RowConflict from None
            except sqlite3.Error as error:
                self._patience = 0.0
                raise NotStored(str(error)) from error
            self._patience = self._wait
        if not added:
            raise NoRoom

    def _execute_patiently(self, asked: str, given: Any) -> int:
        """Execute, waiting for another process's lock in short attempts: SQLite's own busy handler backs off, and
        starves beside busy writers. After a failure there is no wait until a row has been stored again, so callers do
        not queue up."""
        until = monotonic() + self._patience
        while True:
            try:
                return self._db.execute(asked, given).rowcount
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                    raise

    def rows(self, room: str, after: int = 0) -> list[Row]:
        with self._using() as db:
            found = db.execute("SELECT n, at, kind, body FROM rows WHERE room = ? AND n > ? ORDER BY n", (room, after))
            return [Row(*row) for row in found]

    def rooms(self) -> list[StoredRoom]:
        with self._using() as db:
            found = db.execute("SELECT room, min(at), max(at), count(*) FROM rows GROUP BY room ORDER BY max(at) DESC")
            return [StoredRoom(*row) for row in found]

    def delete(self, room: str) -> None:
        with self._using():
            self._execute_patiently("DELETE FROM rows WHERE room = ?", (room,))
            self._notes_db.execute("DELETE FROM notes WHERE room = ?", (room,))

    def note(self, room: str, name: str, text: str, seconds: float) -> None:
        with self._using(NOTES):
            self._notes_db.execute("DELETE FROM notes WHERE until < ?", (time(),))
            self._notes_db.execute(NOTE, (room, name, text, time() + seconds))

    def notes(self, room: str) -> dict[str, str]:
        with self._using(NOTES):
            asked = "SELECT name, text FROM notes WHERE room = ? AND until > ?"
            return dict(self._notes_db.execute(asked, (room, time())).fetchall())

    def lease(self, room: str, name: str, who: str, seconds: float) -> bool:
        with self._using(NOTES):
            taken = f"{NOTE} WHERE notes.text = excluded.text OR notes.until < ?"
            return self._notes_db.execute(taken, (room, name, who, time() + seconds, time())).rowcount == 1

    def kept(self, name: str) -> str:
        file = self.folder / name
        return file.read_text("utf-8", "replace").strip() if file.exists() else ""

    def keep(self, name: str, text: str, instead_of: str = "") -> str:
        """A separate file beside the rooms, readable by its owner only, created atomically."""
        file = self.folder / name
        if file.exists() and self.kept(name) == instead_of:
            file.unlink(missing_ok=True)
        with NamedTemporaryFile("w", dir=self.folder, encoding="utf-8") as made:
            made.write(text + "\n")
            made.flush()
            with suppress(FileExistsError):  # another process was first
                os.link(made.name, file)
        return self.kept(name)

    def shelf(self, name: str) -> "SqliteShelf":
        return SqliteShelf(self.folder / name)

    def ping(self) -> None:
        with self._using() as db:
            db.execute("SELECT 1 FROM rows LIMIT 1").fetchone()

    @contextmanager
    def _using(self, file: str = FILE) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as error:
                raise StoreError("rooms.store.failed", file=file, why=str(error)) from error


class SqliteShelf(FolderShelf):
    """Files in a folder beside the rooms."""

    @contextmanager
    def trying(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise StoreError("rooms.store.shelf", folder=str(self.folder), why=Reason(error)) from error


class SqliteBus(LocalBus):
    """Polls the files a hundred times a second while anybody listens: ``PRAGMA data_version`` tells within microseconds
    whether another process has written."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder, self._needed, self._seen = folder, Event(), dict[str, RoomMark]()
        self._thread: Thread | None = None

    def publish(self, room: str, version: int) -> None:
        if seen := self._seen.get(room):
            self._seen[room] = seen._replace(told=max(version, seen.told))
        super().publish(room, version)

    def subscribe(self, room: str, listener: Listener, first: bool = False) -> Leave:
        leave = super().subscribe(room, listener, first)
        self._needed.set()
        if self._thread is None:
            self._thread = Thread(target=_poll_forever, args=[ref(self), self._folder], name="bus", daemon=True)
            self._thread.start()
        return leave

    def poll(self, changed: Callable[[], bool], state: Callable[[str], "RoomMark"]) -> None:
        """Notify listeners of what has changed since the last poll; also at the first poll of a room, which may have
        changed since its listener subscribed."""
        listened = self.rooms()
        if not listened:
            self._needed.clear()
            self._seen.clear()
            return
        for room in listened if changed() else listened - self._seen.keys():
            found, before = state(room), self._seen.get(room, NOTHING)
            self._seen[room] = found
            if found.told > before.told or found.notes != before.notes:
                super().publish(room, found.rows)
            elif found.rows > before.rows:
                self.soon(counts(room), found.rows)


class RoomMark(NamedTuple):
    """A room as last polled: its last row, its last row that wakes phones too, and its notes."""

    rows: int = 0
    told: int = 0
    notes: str | None = None


NOTHING = RoomMark()


def _poll_forever(bus: "ref[SqliteBus]", folder: Path) -> None:
    """Poll until the bus is garbage-collected; if the folder cannot be read, try again later."""
    while (hearing := bus()) is not None:
        needed = hearing._needed
        try:
            with closing(_connected(folder / FILE, 0)) as rows, closing(_connected(folder / NOTES, 0)) as notes:
                _poll_files(bus, rows, notes)
        except sqlite3.Error:
            log.debug("the rooms cannot be polled", exc_info=True)
        del hearing
        needed.wait(1)


def _poll_files(bus: "ref[SqliteBus]", rows: sqlite3.Connection, notes: sqlite3.Connection) -> None:
    seen: list[Any] = []

    def changed() -> bool:
        found = [db.execute("PRAGMA data_version").fetchone() for db in (rows, notes)]
        seen[:], news = found, found != seen
        return news

    def state(room: str) -> RoomMark:
        (last,) = rows.execute("SELECT max(n) FROM rows WHERE room = ?", (room,)).fetchone()
        told = rows.execute(TOLD, (room, QUIET)).fetchone()
        about = notes.execute("SELECT name, text FROM notes WHERE room = ? ORDER BY name", (room,)).fetchall()
        return RoomMark(last or 0, told[0] if told else 0, repr(about))

    while (hearing := bus()) is not None:
        hearing.poll(changed, state)
        needed = hearing._needed
        del hearing
        if needed.is_set():
            sleep(POLL)
        else:
            needed.wait(1)


def _connected(file: Path, wait: float) -> sqlite3.Connection:
    db = sqlite3.connect(file, timeout=wait, check_same_thread=False, isolation_level=None)
    db.text_factory = lambda found: found.decode("utf-8", "replace")  # a damaged text makes a damaged row
    return db


def _close(*connections: sqlite3.Connection) -> None:
    for connection in connections:
        connection.close()


def _keep_private(file: Path) -> None:
    """Restrict the file to its owner; SQLite gives its companion files the same mode."""
    with suppress(PermissionError):  # the file belongs to another user
        file.touch(0o600)  # never opens a file that exists: closing it would drop the locks of this process
        for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
            with suppress(FileNotFoundError):  # another process has just closed the last connection
                file.with_name(name).chmod(0o600)
