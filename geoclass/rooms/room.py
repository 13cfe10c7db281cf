"""A live game on many screens: who may see or do what. A room is its rows, as a game is its log.

Whatever happens becomes a row, and the row is durable before anybody is told. Reading the rows again gives the same
room: after a restart, in another process, in a year.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from hashlib import blake2b
from inspect import signature
from secrets import token_urlsafe
from threading import RLock, Timer
from typing import Any, Concatenate, ParamSpec, TypeVar

from geoclass import bots, games
from geoclass.games.rng import Rng
from geoclass.rooms.actions import ACTIONS, Refused, fresh_name, is_full, known_seat, shown_name
from geoclass.rooms.bus import Bus, Leave, Listener
from geoclass.rooms.state import Phone, State, unpacked
from geoclass.rooms.store import NotStored, Store, Taken

Token = str
P = ParamSpec("P")
T = TypeVar("T")


def _in_turn(act: Callable[Concatenate["Room", P], T]) -> Callable[Concatenate["Room", P], T]:
    """One at a time and on the latest rows; anew where another process was faster and its row comes first."""

    @wraps(act)
    def acting(room: "Room", /, *args: P.args, **kwargs: P.kwargs) -> T:
        with room._lock:
            while True:
                room._catch_up()
                try:
                    return act(room, *args, **kwargs)
                except Taken:
                    continue

    return acting


class Room:
    """One live game. Tokens say who asks: a team's phone, a projector or a teacher."""

    def __init__(self, code: str, store: Store, bus: Bus, bot_delay: float = 0.9) -> None:
        self.code = code
        self._store, self._bus, self._bot_delay = store, bus, bot_delay
        self._lock = RLock()
        self._state = State()
        self._timer: Timer | None = None
        self._catch_up()
        self._conduct()

    @property
    def version(self) -> int:
        return self._state.version

    def begin(self, settings: Mapping[str, Any], teams: Sequence[Mapping[str, Any]]) -> Token:
        """The first row of a room, and the teacher's token. Raises `Taken` where the code is in use."""
        token = token_urlsafe(24)
        body = {"settings": settings, "teams": list(teams), "teacher": self._key(token)}
        try:
            self._store.append(self.code, 1, "open", body)
        except NotStored:
            raise Refused("rooms.refused.not_stored") from None
        self._state.happened("open", body)
        return token

    # for everybody

    @_in_turn
    def submit(self, token: Token, move: Mapping[str, Any], tap: str) -> int:
        """Play *move* for the token's team (a teacher names the ``seat``); give the version it made.

        A *tap* seen before does nothing twice: it gets the version it made the first time.
        """
        if type(tap) is not str or not 0 < len(tap) <= 64 or not isinstance(move, Mapping):
            raise Refused("rooms.refused.tap")
        tap = f"{self._key(token)}:{tap}"
        if tap in self._state.taps:
            return self._state.taps[tap]
        teacher = self.role(token) == "teacher"
        seat = move.get("seat") if teacher else self._seat_of(token)
        self._may_play(teacher)
        if not teacher and self._state.game and move.get("move") in self._state.game.teachers_moves:
            raise Refused("rooms.refused.not_teacher")
        return self._play({**move, "seat": seat}, tap)

    def view(self, token: Token) -> dict[str, Any]:
        """All that the holder of *token* may see: the room, its own part in it, its view of the game and its moves."""
        with self._lock:
            self._catch_up()
            role, state = self.role(token), self._state
            phone, game = state.phones.get(self._key(token)), state.game
            seat = phone.seat if phone else None
            return {
                "version": state.version,
                "role": role,
                "seat": seat,
                "room": self._room_view(),
                "game": game.view(seat) if game else None,
                "legal": self._own_moves(game, seat) if game and seat is not None and not state.held else [],
                "teacher": self._teacher_view() if role == "teacher" else None,
            }

    def role(self, token: Token) -> str:
        """``team``, ``projector`` or ``teacher``."""
        key = self._key(token)
        if key not in self._state.phones and key not in self._state.screens:  # another process may have let it in
            with self._lock:
                self._catch_up()
        if key in self._state.phones:
            return "team"
        if key not in self._state.screens:
            raise Refused("rooms.refused.unknown_token")
        return self._state.screens[key]

    def place(self, token: Token) -> tuple[str, int | None]:
        """The role and the seat of a token: those who share both see the same."""
        role, phone = self.role(token), self._state.phones.get(self._key(token))
        return role, phone.seat if phone else None

    def lobby(self) -> dict[str, Any]:
        """What anybody with the code may see: the teams to choose from, nothing of the game."""
        with self._lock:
            return self._room_view()

    def watch(self, listener: Listener) -> Leave:
        """Be told of each new version without a token: for a device that has not joined yet."""
        return self._bus.subscribe(self.code, listener)

    def subscribe(self, token: Token, listener: Listener) -> Leave:
        """Be told of each new version; the device counts as here until the returned function is called."""
        self.role(token)
        phone = self._state.phones.get(self._key(token))
        leave = self._bus.subscribe(self.code, listener, first=phone is None)  # the class looks at the projector
        self._present(phone, 1)

        def gone() -> None:
            leave()
            self._present(phone, -1)

        return gone

    # joining

    @_in_turn
    def join(self, seat: int | None = None, name: str | None = None) -> Token:
        """Let a phone in: into the team *seat*; or a new team where the room grows, under *name* if it may choose one;
        or the smallest team; or, when the game has begun and no team was named, to wait for the next game."""
        self._unlocked()
        body: dict[str, Any] = {}
        if seat is not None:
            known_seat(self._state, seat)
        elif self._state.game is None:
            seat, body = self._place(name)
        token = token_urlsafe(24)
        self._write("join", {"key": self._key(token), "seat": seat} | body)
        return token

    @_in_turn
    def change_team(self, token: Token, seat: int) -> int:
        """A phone goes over to another team."""
        self._unlocked()
        if self.role(token) != "team":
            raise Refused("rooms.refused.not_a_team")
        known_seat(self._state, seat)
        return self._write("change_team", {"key": self._key(token), "seat": seat})

    # for the teacher

    @_in_turn
    def control(self, token: Token, action: str, /, **what: Any) -> int:
        """One of the teacher's `ACTIONS`; gives the version it made."""
        self._teacher(token)
        prepare = ACTIONS.get(action) if type(action) is str else None
        if prepare is None:
            raise Refused("rooms.refused.unknown_action")
        try:
            bound = signature(prepare).bind(self._state, **what)
        except TypeError:
            raise Refused("rooms.refused.bad_action") from None
        return self._write(action, prepare(*bound.args, **bound.kwargs))

    def peek(self, teacher: Token, seat: int) -> dict[str, Any]:
        """A team's view and moves, for the teacher's device in that team's hands: a game played without phones."""
        with self._lock:
            self._teacher(teacher)
            known_seat(self._state, seat)
            game = self._state.game
            if game is None:
                raise Refused("rooms.refused.not_started")
            return {"game": game.view(seat), "legal": [] if self._state.held else game.legal(seat)}

    @_in_turn
    def screen(self, teacher: Token, role: str) -> Token:
        """A token for another screen of the teacher's: a ``projector``, or a second ``teacher`` device."""
        self._teacher(teacher)
        if role not in ("teacher", "projector"):
            raise Refused("rooms.refused.bad_action")
        return self.new_screen(role)

    @_in_turn
    def new_screen(self, role: str) -> Token:
        """A token for a screen. Whoever may call this has been let in by other means: see `Hall.reopen`."""
        token = token_urlsafe(24)
        self._write("screen", {"key": self._key(token), "role": role})
        return token

    def logs(self) -> list[games.Log]:
        """The logs of the games played here, the latest last: team names and moves, no token."""
        with self._lock:
            latest = [self._state.game.log] if self._state.game else []
            return [*map(unpacked, self._state.past), *latest]

    def log(self) -> games.Log:
        """The log of the latest game."""
        with self._lock:
            if self._state.game is None:
                raise Refused("rooms.refused.not_started")
            return self._state.game.log

    def games_begun(self) -> int:
        """How many games have been begun here."""
        return len(self._state.past) + (self._state.game is not None)

    # bots

    @_in_turn
    def bot_turn(self) -> bool:
        """Let the bot whose turn it is play; whether there was one."""
        seat, game = self._bot_to_play(), self._state.game
        if seat is None or game is None:
            return False
        seed = Rng(game.setup["seed"], f"bot:{seat}:{self.version}").below(2**48)
        bot = bots.make(game.id, self._state.seats[seat].bot or "random", seed)
        self._play(bot.choose(game.view(seat), game.legal(seat)), None)
        return True

    def close(self) -> None:
        """Let the bots rest; the room is there again when its rows are read."""
        if self._timer:
            self._timer.cancel()

    def _bot_to_play(self) -> int | None:
        state = self._state
        if state.game is None or state.held:
            return None
        return next((seat for seat in state.game.actors if state.seats[seat].bot), None)

    def _conduct(self) -> None:
        """Wake the bot whose turn it is, a moment later."""
        if self._timer is None and self._bot_to_play() is not None:
            self._timer = Timer(self._bot_delay, self._woken)
            self._timer.daemon = True
            self._timer.start()

    def _woken(self) -> None:
        with self._lock:
            self._timer = None
            try:
                self.bot_turn()
            except Refused:  # could not be stored: it tries again, as everybody does
                self._conduct()

    # rows

    def _play(self, move: games.Move, tap: str | None) -> int:
        """The engine plays; then the row is kept, or the move taken back; then everybody is told."""
        game = self._state.game
        assert game is not None
        turned = game.turned
        try:
            game.play(move)
        except games.IllegalMove as refusal:
            raise Refused(refusal.key, refusal.rule, **refusal.params) from None
        try:
            self._store.append(self.code, self.version + 1, "move", {"move": move, "tap": tap})
        except Taken:
            game.undo()
            raise
        except NotStored:
            game.undo()
            raise Refused("rooms.refused.not_stored") from None
        self._state.moved(tap, turned)
        self._tell()
        return self.version

    def _write(self, kind: str, body: Mapping[str, Any]) -> int:
        try:
            self._store.append(self.code, self.version + 1, kind, body)
        except NotStored:
            raise Refused("rooms.refused.not_stored") from None
        self._state.happened(kind, body)
        self._tell()
        return self.version

    def _tell(self) -> None:
        self._bus.publish(self.code, self.version)
        self._conduct()

    def _catch_up(self) -> None:
        """Take in the rows that others have written."""
        for row in self._store.rows(self.code, self.version):
            self._state.happened(row.kind, row.body)

    # who may do what

    def _own_moves(self, game: games.Game, seat: int) -> list[games.Move]:
        """What a team may do by itself."""
        return [move for move in game.legal(seat) if move["move"] not in game.teachers_moves]

    def _teacher(self, token: Token) -> None:
        if self.role(token) != "teacher":
            raise Refused("rooms.refused.not_teacher")

    def _unlocked(self) -> None:
        if self._state.locked:
            raise Refused("rooms.refused.locked")

    def _seat_of(self, token: Token) -> int:
        phone = self._state.phones.get(self._key(token))
        if phone is None or phone.seat is None:
            raise Refused("rooms.refused.waiting" if self._state.game else "rooms.refused.not_a_team")
        return phone.seat

    def _may_play(self, teacher: bool) -> None:
        state = self._state
        if state.game is None:
            raise Refused("rooms.refused.not_started")
        if state.ended:
            raise Refused("rooms.refused.over")
        if state.paused:
            raise Refused("rooms.refused.paused")
        if state.showing and not teacher:
            raise Refused("rooms.refused.showing")

    def _place(self, name: str | None) -> tuple[int, dict[str, Any]]:
        """Where a phone goes that named no team, and the row's word of a new team."""
        state = self._state
        if name is not None and not state.settings["free_names"]:
            raise Refused("rooms.refused.names_given")
        if state.settings["grow"] and not is_full(state):
            return len(state.seats), {"team": fresh_name(state) if name is None else shown_name(name)}
        if name is not None or not state.seats:
            raise Refused("rooms.refused.full")
        return state.smallest_team(), {}

    def _key(self, token: Token) -> str:
        """What is kept of a token: enough to know it again, not enough to make it."""
        return blake2b(f"{self.code}:{token}".encode(), digest_size=16).hexdigest()

    def _present(self, phone: Phone | None, change: int) -> None:
        if phone is not None:
            with self._lock:
                phone.here += change
            self._bus.publish(self.code, self.version)

    # what screens are told of the room

    def _room_view(self) -> dict[str, Any]:
        state = self._state
        phones = list(state.phones.values())
        return {
            "code": self.code,
            "phase": state.phase,
            "paused": state.paused,
            "locked": state.locked,
            "showing": state.showing,
            "step": state.step,
            **{name: state.settings[name] for name in ("game", "lang", "free_names", "grow")},
            "teams": [
                {
                    "name": seat.name,
                    "bot": seat.bot,
                    "phones": sum(phone.seat == n for phone in phones),
                    "here": sum(phone.seat == n and phone.here > 0 for phone in phones),
                }
                for n, seat in enumerate(state.seats)
            ],
        }

    def _teacher_view(self) -> dict[str, Any]:
        state, game = self._state, self._state.game
        return {
            "phones": [{"number": p.number, "seat": p.seat, "here": p.here > 0} for p in state.phones.values()],
            "legal": {str(seat): game.legal(seat) for seat in game.actors} if game and not state.ended else {},
            "answer": game.answer() if game else None,
        }
