"""A room's rows: read, applied and appended, durably, before any screen is notified."""

import json
from collections.abc import Callable, Mapping
from functools import wraps
from threading import RLock, Timer
from typing import Any, Concatenate, ParamSpec, TypeVar

from geoclass import games
from geoclass.rooms.bus import Bus
from geoclass.rooms.reading import serialise
from geoclass.rooms.refused import Refused, Unreadable, Unstored
from geoclass.rooms.salvage import Occasion, occasions
from geoclass.rooms.state import State, unpack_log
from geoclass.rooms.store import NoRoom, NotStored, RowConflict, Store, StoreError

P = ParamSpec("P")
R = TypeVar("R", bound="RoomRows")
T = TypeVar("T")
RETRY = 1.0  # seconds until a store that did not answer is tried again


def in_turn(act: Callable[Concatenate[R, P], T]) -> Callable[Concatenate[R, P], T]:
    """Run under the room's lock on the latest rows; retry when another process appended first."""

    @wraps(act)
    def acting(room: R, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with room._lock:
            while True:
                try:
                    room._catch_up()
                except StoreError:
                    raise Unstored("rooms.refused.not_stored") from None
                try:
                    return act(room, *args, **kwargs)
                except RowConflict:
                    continue

    return acting


class RoomRows:
    """The state built from a room's rows, which changes only by another row."""

    def __init__(self, code: str, store: Store, bus: Bus) -> None:
        self.code = code
        self._store, self._bus = store, bus
        self._lock = RLock()
        self._state = State()
        self._retry: Timer | None = None

    @property
    def version(self) -> int:
        return self._state.version

    def logs(self) -> list[games.Log]:
        """The logs of the games played here, latest last: team names and moves, no tokens."""
        with self._lock:
            latest = [self._state.told_log] if self._state.game else []
            return [*map(unpack_log, self._state.past), *latest]

    def occasions(self) -> list[Occasion]:
        """When and for which class each game was played."""
        return occasions(self._store.rows(self.code))

    def log(self) -> games.Log:
        """The log of the latest game."""
        with self._lock:
            if self._state.game is None:
                raise Refused("rooms.refused.not_started")
            return self._state.told_log

    def games_begun(self) -> int:
        """The number of games begun here."""
        return len(self._state.past) + (self._state.game is not None)

    def close(self) -> None:
        if self._retry:
            self._retry.cancel()

    def _start_bots(self) -> None:
        """Called after each row, this process's or another's."""

    def _write(self, kind: str, body: Mapping[str, Any]) -> int:
        """Store the row, then notify the screens."""
        self._keep(kind, body)
        self._tell()
        return self.version

    def _keep(self, kind: str, body: Mapping[str, Any]) -> None:
        """Apply the row, as it will be read back, to a copy of the state; store it; then switch to the copy."""
        text = serialise(body)
        state = self._state.after(kind, json.loads(text))
        self._append(kind, text)
        self._state = state

    def _append(self, kind: str, text: str) -> None:
        try:
            self._store.append(self.code, self.version + 1, kind, text)
        except NotStored:
            raise Unstored("rooms.refused.not_stored") from None
        except NoRoom:
            raise Unstored("rooms.refused.no_room", code=self.code) from None

    def _tell(self) -> None:
        self._bus.publish(self.code, self.version)
        self._start_bots()

    def _refresh(self) -> None:
        """Catch up; while the store does not answer, keep the last known state and try again later."""
        try:
            self._catch_up()
        except StoreError:
            if not self.version:
                raise
            self._retry_later()

    def _retry_later(self) -> None:
        with self._lock:
            if self._retry is None:
                self._retry = Timer(RETRY, self._retry_refresh)
                self._retry.daemon = True
                self._retry.start()

    def _retry_refresh(self) -> None:
        """Notify every screen once the store answers again: a row may have been missed meanwhile."""
        self._retry = None
        try:
            self._store.ping()
        except StoreError:
            self._retry_later()
        else:
            self._bus.publish(self.code, self.version)

    def _catch_up(self) -> None:
        """Apply the rows that other processes have written. Raises `Unreadable`."""
        rows = self._store.rows(self.code, self.version)
        for row in rows:
            try:
                if row.n != self.version + 1:
                    raise ValueError(f"row {row.n} after row {self.version}")
                self._state.apply(row.kind, row.body)
            except games.Refusal as why:
                raise Unreadable(self.code, why) from why
            except Exception as error:  # a damaged row can fail in any way
                raise Unreadable(self.code, Refused("rooms.unreadable.damaged", n=row.n)) from error
        if rows:
            self._start_bots()
