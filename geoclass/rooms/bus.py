"""How screens learn that their room has changed: the bus says only that room X is at version n."""

from collections.abc import Callable
from threading import Lock
from typing import Protocol

Listener = Callable[[int], None]
Leave = Callable[[], None]


class Bus(Protocol):
    def publish(self, room: str, version: int) -> None:
        """Tell every listener of the room that it is at *version*."""

    def subscribe(self, room: str, listener: Listener, first: bool = False) -> Leave:
        """Call *listener* with each new version, ahead of others if *first*, until the returned function is called."""


class LocalBus:
    """The bus of one process. Listeners are called in the publisher's thread: they must hand over, never work there."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._listeners: dict[str, dict[object, Listener]] = {}

    def publish(self, room: str, version: int) -> None:
        with self._lock:
            listeners = list(self._listeners.get(room, {}).values())
        for listener in listeners:
            listener(version)

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

    def listening(self, room: str) -> int:
        """How many listen to a room now."""
        with self._lock:
            return len(self._listeners.get(room, {}))
