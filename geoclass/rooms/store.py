"""The store of rooms: append-only rows, durable before anybody is notified.

The protocol is narrow on purpose: a room is its rows, and a row's number can be taken once. A writer that comes second,
in any process, gets `RowConflict` and reads the new rows first. Short-lived facts (who is connected, who runs the bots,
who guesses codes) are notes that expire. What belongs to no room (a teacher's figures, lessons) is kept on shelves.
"""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from geoclass.data.shelf import Shelf
from geoclass.rooms.refused import Refused

FIGURES, LESSONS = SHELVES = ("figures", "lessons")


class Row(NamedTuple):
    """One event of a room."""

    n: int
    at: str  # when, as ISO text in UTC
    kind: str
    text: str  # the body as JSON

    @property
    def body(self) -> dict[str, Any]:
        """Raises `ValueError` if the text is damaged."""
        found = json.loads(self.text)
        if not isinstance(found, dict):
            raise ValueError("not the body of a row")
        return found


class StoredRoom(NamedTuple):
    """A room in the store."""

    code: str
    opened: str
    changed: str
    rows: int


class RowConflict(Exception):
    """Another writer has already taken this row number."""


class NotStored(Exception):
    """The row could not be stored: disk full, database locked, Redis unreachable."""


class NoRoom(Exception):
    """The row's room has been deleted."""


class StoreError(Refused):
    """Why the store as a whole cannot be used."""


class Store(Protocol):
    def append(self, room: str, n: int, kind: str, text: str, at: str | None = None) -> None:
        """Store row *n* durably, or raise `RowConflict`, `NotStored` or `NoRoom` and store nothing.

        *at*: when it happened, for a row copied from another store.
        """

    def rows(self, room: str, after: int = 0) -> list[Row]:
        """The rows of a room after number *after*."""

    def rooms(self) -> list[StoredRoom]:
        """All rooms, most recently changed first."""

    def delete(self, room: str) -> None:
        """Delete a room and its notes."""

    def note(self, room: str, name: str, text: str, seconds: float) -> None:
        """Write a note that expires, replacing one of the same name. It need not survive a crash."""

    def notes(self, room: str) -> dict[str, str]:
        """The notes of a room that have not expired."""

    def lease(self, room: str, name: str, who: str, seconds: float) -> bool:
        """Take or renew the lease *name* for *who*; False if somebody else holds it."""

    def kept(self, name: str) -> str:
        """The text kept under this name for all processes, or an empty one."""

    def keep(self, name: str, text: str, instead_of: str = "") -> str:
        """Compare and swap: keep *text* if *instead_of* is kept now; return what is kept afterwards."""

    def shelf(self, name: str) -> Shelf:
        """The shelf of this name, shared by all processes; its methods raise `StoreError`."""

    def ping(self) -> None:
        """Raise `StoreError` if the store cannot be reached."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
