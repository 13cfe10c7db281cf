"""Which phones are connected to a room, in all processes: each process repeats its own list as a note in the store."""

import logging
from collections import Counter
from collections.abc import Callable
from secrets import token_hex
from threading import Lock, Thread
from time import sleep
from weakref import ref

from geoclass.rooms.store import Store, StoreError

BEAT = 5.0  # seconds
LIFE = 3 * BEAT + 1  # after so long without a note from its process, a phone counts as gone

log = logging.getLogger(__name__)


class Presence:
    """The connected phones of this process and, as their notes say, of the others."""

    def __init__(self, store: Store, on_change: Callable[[str], None] = lambda _room: None) -> None:
        self.process = token_hex(6)
        self._store, self._on_change = store, on_change
        self._lock = Lock()
        self._own: dict[str, Counter[str]] = {}  # room → phone → its number of connections
        self._others: dict[str, set[str]] = {}
        self._thread: Thread | None = None

    def come(self, room: str, phone: str) -> None:
        with self._lock:
            self._own.setdefault(room, Counter())[phone] += 1
            if self._thread is None:
                self._thread = Thread(target=_beat, args=[ref(self)], name="presence", daemon=True)
                self._thread.start()
        self._announce(room)

    def go(self, room: str, phone: str) -> None:
        with self._lock:
            here = self._own.get(room, Counter())
            here[phone] -= 1
            self._own[room] = +here
            gone = not self._own[room]
        self._announce(room)
        if gone:
            with self._lock:
                if not self._own.get(room):
                    self._own.pop(room, None)
                    self._others.pop(room, None)

    def here(self, room: str) -> set[str]:
        """The phones connected to a room; while the store does not answer, those last known."""
        try:
            said = self._store.notes(room)
            others = {
                phone
                for name, phones in said.items()
                if name.startswith("here:") and name != f"here:{self.process}"
                for phone in phones.split()
            }
            if room in self._own:
                self._others[room] = others
        except StoreError:
            others = self._others.get(room, set())
        return others | self._own.get(room, Counter()).keys()

    def phones(self) -> int:
        """The number of phones connected to this process."""
        with self._lock:
            return sum(map(len, self._own.values()))

    def beat(self) -> None:
        """Renew this process's notes; report rooms whose phones have changed elsewhere without notice (a process
        died)."""
        for room in list(self._own):
            self._announce(room)
            before = self._others.get(room, set())
            self.here(room)
            if self._others.get(room, set()) != before:
                self._on_change(room)

    def _announce(self, room: str) -> None:
        try:
            self._store.note(room, f"here:{self.process}", " ".join(sorted(self._own.get(room, ()))), LIFE)
        except StoreError:  # the next beat tries again
            log.debug("the note of connected phones could not be written", exc_info=True)


def _beat(presence: "ref[Presence]") -> None:
    """Call `beat` until the object is garbage-collected."""
    while (beating := presence()) is not None:
        beating.beat()
        del beating
        sleep(BEAT)
