"""A store in memory, for tests and as the baseline of benchmarks."""

from threading import Lock
from time import monotonic

from geoclass.data.shelf import checked
from geoclass.rooms.store import NoRoom, Row, RowConflict, StoredRoom, now


class MemoryStore:
    def __init__(self) -> None:
        self._lock = Lock()
        self._rows: dict[str, list[Row]] = {}
        self._notes: dict[str, dict[str, tuple[str, float]]] = {}
        self._kept: dict[str, str] = {}
        self._shelves: dict[str, MemoryShelf] = {}

    def append(self, room: str, n: int, kind: str, text: str, at: str | None = None) -> None:
        with self._lock:
            last = self._rows[room][-1].n if room in self._rows else 0
            if n <= last:
                raise RowConflict
            if n > last + 1:
                raise NoRoom
            self._rows.setdefault(room, []).append(Row(n, at or now(), kind, text))

    def rows(self, room: str, after: int = 0) -> list[Row]:
        with self._lock:
            return self._rows.get(room, [])[after:]

    def rooms(self) -> list[StoredRoom]:
        with self._lock:
            found = [StoredRoom(code, rows[0].at, rows[-1].at, len(rows)) for code, rows in self._rows.items()]
        return sorted(found, key=lambda room: room.changed, reverse=True)

    def delete(self, room: str) -> None:
        with self._lock:
            self._rows.pop(room, None)
            self._notes.pop(room, None)

    def note(self, room: str, name: str, text: str, seconds: float) -> None:
        with self._lock:
            self._notes.setdefault(room, {})[name] = text, monotonic() + seconds

    def notes(self, room: str) -> dict[str, str]:
        with self._lock:
            return {name: text for name, (text, until) in self._notes.get(room, {}).items() if until > monotonic()}

    def lease(self, room: str, name: str, who: str, seconds: float) -> bool:
        with self._lock:
            held, until = self._notes.setdefault(room, {}).get(name, (who, 0.0))
            if held != who and until > monotonic():
                return False
            self._notes[room][name] = who, monotonic() + seconds
            return True

    def kept(self, name: str) -> str:
        return self._kept.get(name, "")

    def keep(self, name: str, text: str, instead_of: str = "") -> str:
        with self._lock:
            if self._kept.get(name, "") == instead_of:
                self._kept[name] = text
            return self._kept[name]

    def shelf(self, name: str) -> "MemoryShelf":
        return self._shelves.setdefault(name, MemoryShelf())

    def ping(self) -> None:
        """Always available."""


class MemoryShelf:
    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def names(self) -> list[str]:
        return sorted(self._texts)

    def get(self, name: str) -> str:
        return self._texts.get(checked(name), "")

    def put(self, name: str, text: str) -> None:
        self._texts[checked(name)] = text

    def drop(self, name: str) -> None:
        self._texts.pop(checked(name), None)
