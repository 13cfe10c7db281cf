"""Notifies screens that their room has changed. A message says only: room X is at version n."""

import logging
from collections.abc import Callable
from threading import Lock, Timer
from typing import Protocol

Listener = Callable[[int], None]
Leave = Callable[[], None]
SOON = 0.5  # seconds between two updates of the number of answers
QUIET = "answer"  # the kind of row that updates counts on screens and does not wake phones

log = logging.getLogger(__name__)


def counts(room: str) -> str:
    """The channel on which screens, but not phones, learn that somebody has answered."""
    return f"{room}.counts"


class Bus(Protocol):
    def publish(self, room: str, version: int) -> None:
        """Call every listener of the room with *version*; one that raises is logged and does not stop the others."""

    def soon(self, room: str, version: int) -> None:
        """Publish after a short delay; calls made meanwhile are merged into one."""

    def subscribe(self, room: str, listener: Listener, first: bool = False) -> Leave:
        """Call *listener* with each new version (*first*: before the others) until the returned function is called."""


class LocalBus:
    """The bus of one process. Listeners are called in the publisher's thread: they must hand over and return."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[str, dict[object, Listener]] = {}
        self._soon: dict[str, int] = {}

    def publish(self, room: str, version: int) -> None:
        with self._lock:
            listeners = list(self._listeners.get(room, {}).values())
        for listener in listeners:
            try:
                listener(version)
            except Exception:  # the listener's own fault: the move stands, and the others must be notified
                log.exception("a listener failed on version %d", version)

    def soon(self, room: str, version: int) -> None:
        with self._lock:
            waits, self._soon[room] = room in self._soon, version
        if not waits:
            timer = Timer(SOON, lambda: self.publish(room, self._soon.pop(room)))
            timer.daemon = True
            timer.start()

    def subscribe(self, room: str, listener: Listener, first: bool = False) -> Leave:
        key = object()
        with self._lock:
            others = self._listeners.get(room, {})
            self._listeners[room] = {key: listener} | others if first else others | {key: listener}

        def leave() -> None:
            with self._lock:
                listeners = self._listeners.get(room, {})
                listeners.pop(key, None)
                if not listeners:
                    self._listeners.pop(room, None)

        return leave

    def rooms(self) -> set[str]:
        """The rooms with at least one listener."""
        with self._lock:
            return {room.removesuffix(counts("")) for room in self._listeners}

    def listening(self, room: str) -> int:
        """The number of listeners of a room."""
        with self._lock:
            return len(self._listeners.get(room, {}))
