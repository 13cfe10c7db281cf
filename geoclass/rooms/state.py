"""What the rows of a room add up to. Pure: the same rows give the same state, in any process, at any time."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from geoclass import games


def packed(log: games.Log) -> bytes:
    return zlib.compress(json.dumps(log, ensure_ascii=False).encode())


def unpacked(log: bytes) -> games.Log:
    found: games.Log = json.loads(zlib.decompress(log))
    return found


@dataclass
class Seat:
    """A team's place in the game: its name, and the level of the bot that plays it, if one does."""

    name: str
    bot: str | None = None


@dataclass
class Phone:
    """A pupil's device. Its number is what the teacher sees of it; its token never leaves it."""

    number: int
    seat: int | None  # None: waits for the next game
    here: int = 0  # how many connections it has now (not in the rows: a restart has none)


@dataclass
class State:
    version: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    screens: dict[str, str] = field(default_factory=dict)  # key → teacher or projector
    phones: dict[str, Phone] = field(default_factory=dict)  # key → phone
    let_in: int = 0  # phones ever
    game: games.Game | None = None
    past: list[bytes] = field(default_factory=list)  # logs, packed: they are only asked for to be taken away
    taps: dict[str, int] = field(default_factory=dict)  # tap → the version it made
    ended: bool = False  # by the teacher, before the rules did
    paused: bool = False
    locked: bool = False
    showing: bool = False  # a reveal holds the game until the teacher goes on
    step: int = 0  # how far that reveal has been shown

    @property
    def held(self) -> bool:
        """Whether teams must wait although it is somebody's turn."""
        return self.paused or self.showing or self.ended

    @property
    def phase(self) -> str:
        if self.game is None:
            return "lobby"
        return "over" if self.ended or self.game.result else "playing"

    def smallest_team(self) -> int:
        sizes = [sum(phone.seat == seat for phone in self.phones.values()) for seat in range(len(self.seats))]
        return sizes.index(min(sizes))

    def happened(self, kind: str, body: Mapping[str, Any]) -> None:
        """Take in a row."""
        if kind == "move" and self.game:
            turned = self.game.turned
            self.game.play(body["move"])
            self.moved(body["tap"], turned)
        else:
            getattr(self, f"_{kind}")(**body)
            self.version += 1

    def moved(self, tap: str | None, turned: int) -> None:
        """The game has taken a move; *turned* is how many reveals there had been before it."""
        self.version += 1
        if tap:
            self.taps[tap] = self.version
        if self.settings["hold"] and self.game and self.game.turned > turned:
            self.showing, self.step = True, 0

    # what each kind of row does

    def _open(self, settings: Mapping[str, Any], teams: list[dict[str, Any]], teacher: str) -> None:
        self.settings = dict(settings)
        self.seats = [Seat(**team) for team in teams]
        self.screens = {teacher: "teacher"}

    def _start(self, setup: Mapping[str, Any]) -> None:
        self.game = games.replay({"setup": setup, "moves": []})
        self.ended = self.paused = self.showing = False
        self.taps = {}

    def _again(self, setup: Mapping[str, Any]) -> None:
        if self.game:
            self.past.append(packed(self.game.log))
        for phone in self.phones.values():  # those who waited are let in now
            if phone.seat is None:
                phone.seat = self.smallest_team()
        self._start(setup)

    def _undo(self) -> None:
        """What is taken back is the teacher's end of the game, or else the latest move."""
        if self.game and not self.ended:
            self.game.undo()
        self.showing = self.ended = False

    def _next(self, step: int | None) -> None:
        self.showing, self.step = (False, 0) if step is None else (True, step)

    def _end(self) -> None:
        self.ended, self.showing = True, False

    def _pause(self) -> None:
        self.paused = True

    def _resume(self) -> None:
        self.paused = False

    def _lock(self) -> None:
        self.locked = True

    def _unlock(self) -> None:
        self.locked = False

    def _bot(self, seat: int, level: str | None) -> None:
        self.seats[seat].bot = level

    def _rename(self, seat: int, name: str) -> None:
        self.seats[seat].name = name
        if self.game:
            self.game.players[seat] = name

    def _add_team(self, name: str, level: str | None = None) -> None:
        self.seats.append(Seat(name, level))

    def _join(self, key: str, seat: int | None, team: str | None = None) -> None:
        if team is not None:
            self.seats.append(Seat(team))
        self.let_in += 1
        self.phones[key] = Phone(self.let_in, seat)

    def _change_team(self, key: str, seat: int) -> None:
        self.phones[key].seat = seat

    def _remove(self, number: int) -> None:
        self.phones = {key: phone for key, phone in self.phones.items() if phone.number != number}

    def _screen(self, key: str, role: str) -> None:
        self.screens[key] = role
