"""All rooms of this computer: opened, found again, listed, exported, deleted."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from platformdirs import user_data_path

from geoclass import data, games, i18n
from geoclass.games.text import is_storable
from geoclass.rooms import shelves
from geoclass.rooms.actions import known_level
from geoclass.rooms.bus import Bus, LocalBus
from geoclass.rooms.names import clean_name, new_room_code, new_team, read_code
from geoclass.rooms.presence import Presence
from geoclass.rooms.refused import Refused, Unreadable
from geoclass.rooms.room import Room, Token
from geoclass.rooms.salvage import Occasion, SalvagedRoom, occasions, salvaged
from geoclass.rooms.sqlite import SqliteBus, SqliteStore
from geoclass.rooms.store import Row, RowConflict, Store, StoredRoom

NEVER = datetime.fromtimestamp(0, UTC).isoformat(timespec="milliseconds")


class RoomListing(NamedTuple):
    """A room as an entry of a list. One that cannot be opened says why; its game is empty if its rows do not name
    it."""

    code: str
    game: str
    teams: list[str]
    phase: str  # lobby, playing or over
    moves: int  # of its latest game
    opened: str
    changed: str
    problem: games.Refusal | None = None
    group: str = ""  # the class it is for
    label: str = ""  # the teacher's title

    def title(self, lang: str | None = None) -> str:
        """The name of its game, or the id in its rows if that game is not installed."""
        key = f"{self.game}.name"
        return i18n.text(key, lang) if key in i18n.sentences(lang or i18n.language()) else self.game or "–"


class CopyReport(NamedTuple):
    """What `Hall.copy` did: the codes copied, the codes that belong to different rooms there, and the number of figures
    and lessons copied."""

    rooms: list[str]
    other: list[str]
    kept: int = 0


class Hall:
    def __init__(self, store: Store, bus: Bus | None = None, bot_delay: float = 0.9) -> None:
        self.store, self._bus, self._bot_delay = store, bus or LocalBus(), bot_delay
        self.presence = Presence(store, self._tell)
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()  # kept alive by their screens
        self._unreadable: dict[str, tuple[int, games.Refusal]] = {}  # code → number of rows, error of replaying
        self._ended: dict[str, tuple[int, bool]] = {}  # code → number of rows, and whether the latest game is over
        self._lock = Lock()

    @classmethod
    def at(cls, folder: Path | None = None, **more: Any) -> "Hall":
        """The hall whose rooms are kept in *folder*, or in the user's data folder."""
        folder = folder or user_data_path("geoclass", appauthor=False)
        return cls(SqliteStore(folder), SqliteBus(folder), **more)

    @classmethod
    def on(cls, store: str, folder: Path | None = None, **more: Any) -> "Hall":
        """The hall whose rooms are kept in the *store* ``redis://…``, or in *folder* if it is empty."""
        if not store:
            return cls.at(folder, **more)
        from geoclass.rooms.redis import RedisBus, RedisStore  # imported only when used: redis-py is optional

        return cls(RedisStore(store), RedisBus(store), **more)

    def open(
        self,
        game: str,
        teams: Sequence[str | Mapping[str, Any]] = (),
        lang: str = "fr",
        options: Mapping[str, Any] | None = None,
        *,
        free_names: bool = False,
        grow: bool = False,
        hold: bool | None = None,
        together: bool = False,
        seed: int | None = None,
        group: str = "",
        label: str = "",
    ) -> tuple[Room, Token]:
        """Open a room; return it and its teacher's token. A team is a name or ``{"name": …, "bot": level}``; an empty
        name is replaced by an invented one.

        *grow*: each phone that joins makes a new team, up to the game's limit; *free_names*: phones choose the names of
        their teams; *hold*: reveals wait for the teacher; *together*: the phones of a team agree on its moves; *seed*:
        of the first game; *group* and *label*: class and title, for lists and reports on this computer.
        """
        engine = games.game_type(game)
        settings = {
            "game": engine.id,
            "lang": lang,
            "options": dict(options or {}),
            "free_names": free_names,
            "grow": grow,
            "hold": engine.hold if hold is None else hold,
            **({"together": True} if together else {}),
            **({} if seed is None else {"seed": seed}),
            **{name: said for name, given in (("class", group), ("title", label)) if (said := clean_name(given))},
            **_figures_setting(game, options or {}),
        }
        seats = _seats(teams, lang)
        while True:
            try:
                room = Room(new_room_code(), self.store, self._bus, self._bot_delay, self.presence)
                token = room.begin(settings, seats)
            except (RowConflict, Unreadable):  # the code is in use
                continue
            with self._lock:
                self._rooms[room.code] = room
            return room, token

    def room(self, code: str) -> Room:
        """The room of this code, rebuilt from its rows if it is not in memory. Raises `Unreadable`."""
        code = _read_typed_code(code)
        with self._lock:
            room = self._rooms.get(code)
            if room is None:
                code, rows = self._find(code)
                try:
                    room = self._rooms[code] = Room(code, self.store, self._bus, self._bot_delay, self.presence)
                except Unreadable as unreadable:
                    self._unreadable[code] = len(rows), unreadable.why
                    raise
            return room

    def reopen(self, code: str) -> tuple[Room, Token]:
        """The room and a new teacher's token: for the person at the server's own computer."""
        room = self.room(code)
        return room, room.new_screen("teacher")

    @property
    def shown(self) -> int:
        """The number of rooms in memory, that is, on screens of this process."""
        return len(self._rooms)

    def rooms(self) -> list[RoomListing]:
        """All rooms, most recently changed first."""
        return [self._listed(stored) for stored in self.store.rooms()]

    def export(self, code: str) -> dict[str, Any]:
        """Everything stored of a room, also of one that cannot be opened: the readable part of its games, and its
        rows."""
        code, rows = self._find(code)
        return {"room": code, "games": salvaged(rows).logs, "rows": [row._asdict() for row in rows]}

    def occasions(self, code: str) -> list[Occasion]:
        """When and for which class each game of a room was played."""
        return occasions(self._find(code)[1])

    def delete(self, code: str) -> str:
        """Delete a room, whether it can be opened or not; return its code."""
        code, _ = self._find(code)
        with self._lock:
            room = self._rooms.pop(code, None)
        if room:
            room.close()
        self.store.delete(code)
        return code

    def copy(self, to: "Hall") -> "CopyReport":
        """Copy all rooms and the teacher's figures and lessons; a room that exists there gets its missing rows only. A
        different room with the same code is left alone."""
        copied, other = [], []
        for stored in self.store.rooms():
            rows, there = self.store.rows(stored.code), to.store.rows(stored.code)
            if any(mine[2:] != theirs[2:] for mine, theirs in zip(rows, there, strict=False)):
                other.append(stored.code)
                continue
            for row in rows[len(there) :]:
                to.store.append(stored.code, row.n, row.kind, row.text, row.at)
            copied.append(stored.code)
        return CopyReport(copied, other, shelves.copy(self.store, to.store))

    def purge(self, older_than: timedelta) -> list[str]:
        """Delete the rooms that have not changed for so long; return their codes."""
        before = (datetime.now(UTC) - older_than).isoformat(timespec="milliseconds")
        gone = [stored.code for stored in self.store.rooms() if str(stored.changed) < before]
        for code in gone:
            self.delete(code)
        return gone

    def _tell(self, code: str) -> None:
        """Notify a room's screens that somebody has come or gone."""
        if room := self._rooms.get(code):
            self._bus.publish(code, room.version)

    def _find(self, code: Any) -> tuple[str, list[Row]]:
        """Look up a room by its exact code or as somebody typed it; return its code and rows."""
        listed = code if isinstance(code, str) and is_storable(code) else ""
        for known in dict.fromkeys((listed, _read_typed_code(code))):
            if rows := self.store.rows(known):
                return known, rows
        raise Refused("rooms.refused.no_room", code=_read_typed_code(code) or "–")

    def _listed(self, stored: StoredRoom) -> RoomListing:
        """Describe a room from its rows. Its games are not replayed, so it may still prove unreadable when opened."""
        rows = self.store.rows(stored.code)
        found, (seen, why) = salvaged(rows), self._unreadable.get(stored.code, (0, None))
        told = why if seen == len(rows) and not isinstance(why, games.BadSetup) else None  # figures may be there now
        return RoomListing(
            stored.code,
            found.game,
            found.teams,
            ("over" if self._is_over(stored.code, len(rows), found) else "playing") if found.logs else "lobby",
            len(found.logs[-1]["moves"]) if found.logs else 0,
            _read_time(stored.opened),
            _read_time(stored.changed),
            found.problem or told,
            found.group,
            found.label,
        )

    def _is_over(self, code: str, rows: int, found: SalvagedRoom) -> bool:
        """Whether its latest game is over, by the teacher or by the rules (found by one replay, then cached)."""
        if found.ended or found.problem:
            return found.ended
        if self._ended.get(code, (0, False))[0] != rows:
            try:
                over = games.replay(found.logs[-1]).result is not None
            except games.Refusal:  # opening the room will say why
                over = False
            self._ended[code] = rows, over
        return self._ended[code][1]


def _seats(teams: Sequence[str | Mapping[str, Any]], lang: str) -> list[dict[str, Any]]:
    """The teams with valid names and bots; empty names are replaced by invented ones."""
    seats: list[dict[str, Any]] = []
    for team in teams:
        given = {"name": team} if isinstance(team, str) else dict(team)
        name = clean_name(given["name"]) or new_team(lang, (seat["name"] for seat in seats))
        seats.append({"name": name, "bot": known_level(given.get("bot"))})
    return seats


def _read_typed_code(code: Any) -> str:
    return read_code(code)[:12] if isinstance(code, str) else ""


def _read_time(stamp: Any) -> str:
    """A stored time, or `NEVER` if it is damaged."""
    try:
        return datetime.fromisoformat(stamp).astimezone(UTC).isoformat(timespec="milliseconds")
    except (TypeError, ValueError, OverflowError):
        return NEVER


def _figures_setting(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The setting that stores the teacher's own figures named in *options*, for a room whose game has not begun."""
    named = games.game_type(game).options.named_figures(options)
    own = data.carried(data.edition(data.edition_of(named)))
    return {"figures": own} if own else {}
