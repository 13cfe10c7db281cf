"""All rooms of this computer: opened, found again, listed, exported, deleted."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from platformdirs import user_data_path

from geoclass import games
from geoclass.rooms.actions import Refused
from geoclass.rooms.bus import Bus, LocalBus
from geoclass.rooms.names import clean_name, new_code, new_team, read_code
from geoclass.rooms.room import Room, Token
from geoclass.rooms.store import SqliteStore, Store, Taken

HOLDS = ("countries", "globalissimo", "spywhere")  # games whose reveals wait for the teacher; others show in passing


class Listed(NamedTuple):
    """A room as a list shows it."""

    code: str
    game: str
    teams: list[str]
    phase: str
    moves: int
    opened: str
    changed: str


class Hall:
    def __init__(self, store: Store, bus: Bus | None = None, bot_delay: float = 0.9) -> None:
        self._store, self._bus, self._bot_delay = store, bus or LocalBus(), bot_delay
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()  # kept alive by the screens that show them
        self._lock = Lock()

    @classmethod
    def at(cls, folder: Path | None = None, **more: Any) -> "Hall":
        """The hall whose rooms are kept in *folder*, or in the user's data folder."""
        return cls(SqliteStore(folder or user_data_path("geoclass", appauthor=False)), **more)

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
        seed: int | None = None,
    ) -> tuple[Room, Token]:
        """A room and its teacher's token. A team is a name or ``{"name": …, "bot": level}``; an empty name is made up.

        *grow*: phones that join found teams of their own, as long as the game has place; *free_names*: under names that
        they choose; *hold*: reveals wait for the teacher; *seed*: of the first game.
        """
        engine = games.game_type(game)
        settings = {
            "game": engine.id,
            "lang": lang,
            "options": dict(options or {}),
            "free_names": free_names,
            "grow": grow,
            "hold": engine.id in HOLDS if hold is None else hold,
            **({} if seed is None else {"seed": seed}),
        }
        seats: list[dict[str, Any]] = []
        for team in teams:
            given = {"name": team} if isinstance(team, str) else dict(team)
            name = clean_name(given["name"]) or new_team(lang, (seat["name"] for seat in seats))
            seats.append({"name": name, "bot": given.get("bot")})
        while True:
            room = Room(new_code(), self._store, self._bus, self._bot_delay)
            try:
                token = room.begin(settings, seats)
            except Taken:
                continue
            with self._lock:
                self._rooms[room.code] = room
            return room, token

    def room(self, code: str) -> Room:
        """The room of this code, read from its rows if no screen shows it now."""
        code = read_code(code)[:12] if isinstance(code, str) else ""
        with self._lock:
            room = self._rooms.get(code)
            if room is None:
                if not self._store.rows(code):
                    raise Refused("rooms.refused.no_room", code=code or "–")
                room = self._rooms[code] = Room(code, self._store, self._bus, self._bot_delay)
            return room

    def reopen(self, code: str) -> tuple[Room, Token]:
        """A room of this computer, with a new teacher's token: for whoever sits at the computer itself."""
        room = self.room(code)
        return room, room.new_screen("teacher")

    def rooms(self) -> list[Listed]:
        """Every room, the latest changed first."""
        return [self._listed(kept.code, kept.opened, kept.changed) for kept in self._store.rooms()]

    def delete(self, code: str) -> None:
        with self._lock:
            room = self._rooms.pop(code, None)
        if room:
            room.close()
        self._store.delete(code)

    def purge(self, older_than: timedelta) -> list[str]:
        """Delete the rooms in which nothing has happened for so long; their codes."""
        before = (datetime.now(UTC) - older_than).isoformat(timespec="milliseconds")
        gone = [kept.code for kept in self._store.rooms() if kept.changed < before]
        for code in gone:
            self.delete(code)
        return gone

    def _listed(self, code: str, opened: str, changed: str) -> Listed:
        rows = self._store.rows(code)
        settings = rows[0].body["settings"]
        setups = [row.body["setup"] for row in rows if row.kind in ("start", "again")]
        teams = setups[-1]["players"] if setups else [team["name"] for team in rows[0].body["teams"]]
        phase = "playing" if setups else "lobby"
        moves = sum(row.kind == "move" for row in rows)
        return Listed(code, settings["game"], teams, phase, moves, opened, changed)
