"""A live game on many screens: who may see and do what. A room is its rows, as a game is its log.

Every event becomes a row, stored durably before any screen is notified. Reading the rows gives the same room again:
after a restart, in another process, a year later.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from inspect import signature
from secrets import token_urlsafe
from threading import Timer
from typing import Any

from geoclass import bots, games
from geoclass.games.rng import Rng
from geoclass.rooms import together, voting
from geoclass.rooms.actions import ACTIONS, ONCE, fresh_name, is_full, known_seat, shown_name
from geoclass.rooms.bus import Bus, Leave, Listener, counts
from geoclass.rooms.clock import clock_view
from geoclass.rooms.points import points_view
from geoclass.rooms.presence import Presence
from geoclass.rooms.reading import serialise, understood
from geoclass.rooms.refused import Refused, Unstored
from geoclass.rooms.rows import RoomRows, in_turn
from geoclass.rooms.state import State
from geoclass.rooms.store import RowConflict, Store, StoreError
from geoclass.rooms.views import game_view, pupils, room_view, teacher_view

Token = str
PHONES = 120  # in a room: enough for two a pupil in a large class
TAKEOVER = 3.0  # seconds beyond the bots' delay after which another process takes over the bots of a silent one

log = logging.getLogger(__name__)


class Room(RoomRows):
    """One live game. Tokens say who asks: a team's phone, a projector or a teacher."""

    def __init__(
        self, code: str, store: Store, bus: Bus, bot_delay: float = 0.9, presence: Presence | None = None
    ) -> None:
        super().__init__(code, store, bus)
        self._bot_delay = bot_delay
        self._presence, self._here = presence or Presence(store), set[str]()  # the phones here at the last look
        self._faltered: set[int] = set()  # seats whose bot has failed
        self._timer: Timer | None = None
        self._catch_up()
        self._start_bots()

    def begin(self, settings: Mapping[str, Any], teams: Sequence[Mapping[str, Any]]) -> Token:
        """Write the first row and return the teacher's token. Raises `RowConflict` if the code is in use."""
        if self.version:
            raise RowConflict
        token = token_urlsafe(24)
        self._write("open", {"settings": settings, "teams": list(teams), "teacher": self._key(token)})
        return token

    # for everybody

    @in_turn
    def submit(self, token: Token, move: Any, tap: Any, choice: Any = None) -> int:
        """Play *move* for the token's team (a teacher names the ``seat``); return the new version.

        A *tap* seen before is not played again: it returns the version of the first time. An illegal move meant for an
        earlier *choice* (the second of two quick taps) is ignored, not refused.
        """
        tap = self._tap(token, tap)
        if not isinstance(move, Mapping):
            raise Refused("rooms.refused.tap")
        if tap in self._state.taps:
            return self._state.taps[tap]
        teacher = self.role(token) == "teacher"
        seat = move.get("seat") if teacher else self._seat_of(token)
        try:
            self._may_play(teacher)
            if not teacher and self._state.game and move.get("move") in self._state.game.teachers_moves:
                raise Refused("rooms.refused.not_teacher")
            meant = {**understood(self._state.game, move), "seat": seat}
            return self._play(meant, tap) if teacher else self._play_together(token, meant, tap)
        except Unstored:
            raise
        except Refused:
            if choice in (None, self._state.choice(None), self._state.choice(seat)):  # the same choice is still open
                raise
            return self.version

    def _play_together(self, token: Token, move: games.Move, tap: str) -> int:
        """Play a phone's move, or, where the team decides together, propose it to the team's other phones."""
        state, phone, seat = self._state, self._state.phones[self._key(token)], move["seat"]
        if not state.together or not set(self._team_here(seat)) - {phone.number}:
            return self._play(move, tap)
        pending = state.proposal(seat)
        if pending and pending.move == json.loads(serialise(move)):
            return self._agreed(pending, phone.number, seat, tap)
        return self._write("propose", together.proposal_row(state, seat, phone.number, move) | {"tap": tap})

    @in_turn
    def agree(self, token: Token, proposal: Any, tap: Any) -> int:
        """Agree to another phone's proposal, or insist on one's own. It is played when half of the team agree or its
        phone insists after a while. A proposal no longer open is ignored."""
        seat, pending, tap = self._proposed(token, proposal, tap)
        if pending is None or tap in self._state.taps:
            return self.version
        self._may_play(teacher=False)
        return self._agreed(pending, self._state.phones[self._key(token)].number, seat, tap)

    @in_turn
    def withdraw(self, token: Token, proposal: Any, tap: Any) -> int:
        """Withdraw this phone's proposal to its team."""
        seat, pending, tap = self._proposed(token, proposal, tap)
        if pending is None or pending.phone != self._state.phones[self._key(token)].number:
            return self.version
        return self._write("withdraw", {"seat": seat, "tap": tap})

    def _proposed(self, token: Token, proposal: Any, tap: Any) -> tuple[int, together.Proposal | None, str]:
        """The phone's seat, its team's proposal if it is still the one meant, and the checked tap."""
        tap, seat = self._tap(token, tap), self._seat_of(token)
        if type(proposal) is not int:
            raise Refused("rooms.refused.tap")
        pending = self._state.proposal(seat)
        return seat, pending if pending and pending.id == proposal else None, tap

    def _agreed(self, pending: together.Proposal, number: int, seat: int, tap: str) -> int:
        if pending.is_decided(number, self._team_here(seat)):
            assert pending.move is not None
            return self._play(pending.move, tap)
        if number == pending.phone:
            raise Refused("rooms.refused.insists_early", n=max(1, pending.wait()))
        if number in pending.agreed:
            return self.version
        return self._write("agree", {"seat": seat, "phone": number, "tap": tap})

    def _team_here(self, seat: int) -> list[int]:
        return together.team_here(self._state, seat, self._presence.here(self.code))

    @in_turn
    def answer(self, token: Token, prompt: Any, vote: Any, answer: Any) -> int:
        """Store a phone's answer to the current prompt; return the version. Phones are not notified."""
        self._seat_of(token)
        body = voting.ballot(self._state, self._state.phones[self._key(token)], prompt, vote, answer)
        if body is None:
            return self.version
        self._keep("answer", body)
        self._bus.soon(counts(self.code), self.version)
        return self.version

    def answers(self, token: Token) -> list[Any]:
        """This phone's answers to the current prompt, in the first and the second vote."""
        with self._lock:
            phone = self._state.phones.get(self._key(token))
            return voting.own_answers(self._state, phone) if phone else []

    def answer_before(self, token: Token) -> Any:
        """This phone's answer to the latest prompt whose truth has been revealed."""
        with self._lock:
            phone, asked = self._state.phones.get(self._key(token)), voting.last_told(self._state)
            return asked.latest(phone.number) if phone and asked else None

    def beliefs(self, token: Token, reveal: Mapping[str, Any] | None) -> list[dict[str, Any]]:
        """Tallies of what the class believed about *reveal*; None: about prompts that need no reveal."""
        with self._lock:
            self.role(token)
            return voting.believed(self._state, reveal)

    def _refresh(self) -> None:
        super()._refresh()
        self._here = self._presence.here(self.code)

    def view(self, token: Token, latest: bool = True) -> dict[str, Any]:
        """All that the holder of *token* may see: room, game, own part, moves; or as of the last look at the store."""
        with self._lock:
            if latest:
                self._refresh()
            role, state = self.role(token), self._state
            phone, game = state.phones.get(self._key(token)), state.game
            seat, here = phone.seat if phone else None, self._here
            return {
                "version": state.version,
                "role": role,
                "seat": seat,
                "wish": phone.wish if phone else None,
                "choice": state.choice(seat),
                "room": room_view(self.code, state, here),
                **game_view(state, seat),
                "legal": self._own_moves(game, seat) if game and seat is not None and not state.held else [],
                "teacher": teacher_view(state, here, self._faltered) if role == "teacher" else None,
                "clock": clock_view(state),
                "proposal": together.proposal_view(state, seat, here),
                "points": points_view(state, seat),
                **voting.asked_view(state, role != "team", pupils(state, here)),
            }

    def history(self, token: Token) -> list[games.Reveal]:
        """The reveals that the holder of *token* may see, oldest first."""
        with self._lock:
            self.role(token)
            return self._state.game.reveals if self._state.game else []

    def role(self, token: Token) -> str:
        """``team``, ``projector`` or ``teacher``."""
        key = self._key(token)
        if key not in self._state.phones and key not in self._state.screens:  # it may have joined at another process
            with self._lock:
                self._catch_up()  # may raise StoreError; do not call the device unknown then
        if key in self._state.phones:
            return "team"
        if key not in self._state.screens:
            raise Refused("rooms.refused.unknown_token")
        return self._state.screens[key]

    def number(self, token: Token) -> int | None:
        """The number by which the teacher and the team see a phone; None for other screens."""
        phone = self._state.phones.get(self._key(token))
        return phone.number if phone else None

    def prepared(self, token: Token) -> State:
        """The room's state, for its teacher only."""
        if self.role(token) != "teacher":
            raise Refused("rooms.refused.not_teacher")
        return self._state

    def place(self, token: Token) -> tuple[str, int | None, int | None]:
        """Role, seat and wished seat of a token: screens that share all three see the same."""
        role, phone = self.role(token), self._state.phones.get(self._key(token))
        return role, phone.seat if phone else None, phone.wish if phone else None

    def lobby(self) -> dict[str, Any]:
        """What anybody with the code may see: the teams, nothing of the game."""
        with self._lock:
            self._refresh()
            return room_view(self.code, self._state, self._here)

    def watch(self, listener: Listener) -> Leave:
        """Call *listener* with each new version, without a token: for a device that has not joined yet."""
        return self._bus.subscribe(self.code, listener)

    def subscribe(self, token: Token, listener: Listener) -> Leave:
        """Call *listener* with each new version; the device counts as present until the returned function is called."""
        is_phone, key = self.role(token) == "team", self._key(token)
        leave = self._bus.subscribe(self.code, listener, first=not is_phone)  # the projector before the phones
        uncount: Leave = (lambda: None) if is_phone else self._bus.subscribe(counts(self.code), listener)
        if is_phone:
            self._presence.come(self.code, key)
            self._bus.publish(self.code, self.version)

        def gone() -> None:
            leave()
            uncount()
            if is_phone:
                self._presence.go(self.code, key)
                self._bus.publish(self.code, self.version)

        return gone

    # joining

    @in_turn
    def join(self, seat: int | None = None, name: str | None = None) -> Token:
        """Let a phone in and return its token. It joins the team *seat*; without one, a new team if the room grows
        (called *name* if names are free) or the smallest team; once the game has begun it waits for the next. In a game
        with hidden hands a late phone waits until the teacher admits it."""
        self._unlocked()
        body: dict[str, Any] = {}
        if seat is not None:
            known_seat(self._state, seat)
            if self._state.closed:
                seat, body = None, {"wish": seat}
        elif self._state.game is None:
            seat, body = self._assign_seat(name)
        self._make_space()
        token = token_urlsafe(24)
        self._write("join", {"key": self._key(token), "seat": seat} | body)
        return token

    @in_turn
    def change_team(self, token: Token, seat: int) -> int:
        """Move a phone to another team; in a game with hidden hands a waiting phone only states its wish."""
        self._unlocked()
        if self.role(token) != "team":
            raise Refused("rooms.refused.not_a_team")
        known_seat(self._state, seat)
        key = self._key(token)
        if self._state.closed and self._state.phones[key].seat is not None:
            raise Refused("rooms.refused.closed")
        return self._write("wish" if self._state.closed else "change_team", {"key": key, "seat": seat})

    # for the teacher

    @in_turn
    def control(self, token: Token, action: Any, /, tap: Any = None, at: Any = None, **what: Any) -> int:
        """Run one of the teacher's `ACTIONS`; return the new version. A *tap* seen before is not repeated; an action of
        `ONCE` asked for *at* an earlier point of the lesson is ignored."""
        self._teacher(token)
        tap = None if tap is None else self._tap(token, tap)
        if tap in self._state.taps:
            return self._state.taps[tap]
        if at not in (None, self._state.at) and action in ONCE:
            return self.version
        prepare = ACTIONS.get(action) if type(action) is str else None
        if prepare is None:
            raise Refused("rooms.refused.unknown_action")
        try:
            bound = signature(prepare).bind(self._state, **what)
        except TypeError:
            raise Refused("rooms.refused.bad_action") from None
        return self._write(action, prepare(*bound.args, **bound.kwargs) | ({"tap": tap} if tap else {}))

    def peek(self, teacher: Token, seat: int) -> dict[str, Any]:
        """A team's view and moves on the teacher's device, for games without phones: the device is passed round."""
        with self._lock:
            self._teacher(teacher)
            known_seat(self._state, seat)
            game = self._state.game
            if game is None:
                raise Refused("rooms.refused.not_started")
            return {
                "version": self.version,
                "role": "team",
                "seat": seat,
                "choice": self._state.choice(seat),
                "room": room_view(self.code, self._state, self._presence.here(self.code)),
                **game_view(self._state, seat),
                "legal": [] if self._state.held else game.legal(seat),
                "teacher": None,
                **voting.NOTHING_ASKED,
            }

    @in_turn
    def screen(self, teacher: Token, role: str) -> Token:
        """A token for another screen of the teacher: a ``projector`` or a second ``teacher`` device."""
        self._teacher(teacher)
        if role not in ("teacher", "projector"):
            raise Refused("rooms.refused.bad_action")
        return self.new_screen(role)

    @in_turn
    def new_screen(self, role: str) -> Token:
        """A token for a screen. The caller has checked the right to it by other means: see `Hall.reopen`."""
        token = token_urlsafe(24)
        self._write("screen", {"key": self._key(token), "role": role})
        return token

    # playing

    def _play(self, move: games.Move, tap: str | None, bot: bool = False) -> int:
        """Play the move as it will be read back, store its row (or undo the move), notify the screens."""
        game = self._state.game
        assert game is not None
        reveals_before = game.reveal_count
        body = {"move": move, "tap": tap} | ({"bot": True} if bot else {})
        text = serialise(body)
        if voting.before(self._state, move):
            return self._vote_before(json.loads(text)["move"], tap, bot)
        try:
            game.play(json.loads(text)["move"], bot)
        except games.IllegalMove as refusal:
            raise Refused.like(refusal) from None
        except Exception:  # a bug in the engine may have left half a move behind
            self._state.game = games.replay(game.log)
            raise
        try:
            self._append("move", text)
        except Exception:  # whatever it was, the move is not known to be kept
            game.undo()
            raise
        self._state.moved(tap, reveals_before)
        self._tell()
        return self.version

    def _vote_before(self, move: games.Move, tap: str | None, bot: bool) -> int:
        """Open a vote; the legal move is held until the vote closes."""
        assert self._state.game
        together.refuse_illegal(self._state.game, move)
        by = tap.partition(":")[0] if tap else None
        return self._write("vote", {"move": move, "by": by, "bot": bot} | ({"tap": tap} if tap else {}))

    # bots

    @in_turn
    def bot_turn(self) -> bool:
        """Play for the bot whose turn it is; return whether there was one. A bot that fails plays at random this
        once."""
        seat, game = self._bot_to_play(), self._state.game
        if seat is None or game is None:
            return False
        level = self._state.seats[seat].bot or "random"
        try:
            self._bot_move(game, seat, level)
            self._faltered.discard(seat)
        except (Unstored, RowConflict):
            raise
        except Exception:  # a bug in the bot must not stop the class
            log.exception("the bot %s of %s failed in seat %d", level, game.id, seat)
            self._faltered.add(seat)
            self._bot_move(game, seat, "random")
        return True

    def _bot_move(self, game: games.Game, seat: int, level: str) -> None:
        seed = Rng(game.setup["seed"], f"bot:{seat}:{self.version}").below(2**48)
        self._play(bots.move(bots.make(game.id, level, seed), game, seat), None, bot=True)

    def close(self) -> None:
        """Stop the timers; a room is rebuilt from its rows."""
        super().close()
        if self._timer:
            self._timer.cancel()

    def _bot_to_play(self) -> int | None:
        state = self._state
        if state.game is None or state.held:
            return None
        return next((seat for seat in state.game.actors if state.seats[seat].bot), None)

    def _start_bots(self) -> None:
        """Start the timer for the bot whose turn it is."""
        if self._timer is None and self._bot_to_play() is not None:
            self._timer = Timer(self._bot_delay, self._bots_due)
            self._timer.daemon = True
            self._timer.start()

    def _bots_due(self) -> None:
        with self._lock:
            self._timer = None
            try:
                if self._store.lease(self.code, "bots", self._presence.process, self._bot_delay + TAKEOVER):
                    self.bot_turn()
                self._start_bots()  # even if another process holds the lease: it may die
            except (Unstored, StoreError) as why:  # try again later
                if why.key != "rooms.refused.no_room":
                    self._start_bots()
            except Exception:  # no legal move, or unreadable rows: the next row starts the timer again
                log.exception("no bot can play")

    # who may do what

    def _own_moves(self, game: games.Game, seat: int) -> list[games.Move]:
        """A team's legal moves, without those reserved to the teacher."""
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
            why = "nod" if self._state.closed else "waiting" if self._state.game else "not_a_team"
            raise Refused(f"rooms.refused.{why}")
        return phone.seat

    def _may_play(self, teacher: bool) -> None:
        state = self._state
        if state.game is None:
            raise Refused("rooms.refused.not_started")
        if state.ended:
            raise Refused("rooms.refused.over")
        if state.paused:
            raise Refused("rooms.refused.paused")
        if state.vote:
            raise Refused("rooms.refused.voting")
        if state.showing and not teacher:
            raise Refused("rooms.refused.showing")

    def _make_space(self) -> None:
        """In a full room, remove a disconnected phone to make room, first one that has never played."""
        phones = self._state.phones
        if len(phones) >= PHONES:
            here = self._presence.here(self.code)
            gone = [phone for key, phone in phones.items() if key not in here]
            if not gone:
                raise Refused("rooms.refused.many_phones", n=PHONES)
            self._write("remove_all", {"numbers": [min(gone, key=lambda phone: (phone.played, phone.number)).number]})

    def _assign_seat(self, name: str | None) -> tuple[int, dict[str, Any]]:
        """The seat for a phone that named no team, and the row's field for a new team."""
        state = self._state
        if name is not None and not state.settings["free_names"]:
            raise Refused("rooms.refused.names_given")
        if state.settings["grow"] and not is_full(state):
            return len(state.seats), {"team": fresh_name(state) if name is None else shown_name(name)}
        if name is not None or not state.seats:
            raise Refused("rooms.refused.full")
        return state.smallest_team(), {}

    def _tap(self, token: Token, tap: Any) -> str:
        """The key of a tap: the device's and its own."""
        if type(tap) is not str or not 0 < len(tap) <= 64:
            raise Refused("rooms.refused.tap")
        return f"{self._key(token)}:{tap}"

    def _key(self, token: Token) -> str:
        """What is stored of a token: a hash."""
        return blake2b(f"{self.code}:{token}".encode(errors="surrogatepass"), digest_size=16).hexdigest()
