"""The state of a room, built from its rows alone: the same rows give the same state in any process."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from geoclass import data, games, i18n
from geoclass.games.prompts import Answer, Prompt
from geoclass.rooms.clock import Clock
from geoclass.rooms.points import CountedPoints
from geoclass.rooms.refused import Refused
from geoclass.rooms.together import Proposal
from geoclass.rooms.votes import (
    SECOND,
    SHOWN,
    TALK,
    Answers,
    PromptAnswers,
    Vote,
    for_log,
    pads,
    prompt_of,
    prompts_of,
    told,
)


def pack_log(log: games.Log) -> bytes:
    return zlib.compress(json.dumps(log, ensure_ascii=False).encode())


def unpack_log(log: bytes) -> games.Log:
    found: games.Log = json.loads(zlib.decompress(log))
    return found


def cut_log(log: games.Log, to: int | None) -> games.Log:
    """A log cut to its first *to* moves; None: all but the last."""
    moves = log["moves"][: len(log["moves"]) - 1 if to is None else to]
    return log | {"moves": moves, "bots": [index for index in log.get("bots", ()) if index < len(moves)]}


@dataclass
class Seat:
    """A team: its name, and the level of its bot if a bot plays it."""

    name: str
    bot: str | None = None


@dataclass
class Phone:
    """A pupil's device. The teacher sees its number; its token never leaves it."""

    number: int
    seat: int | None  # None: waits for the teacher or for the next game
    wish: int | None = None  # the team it asks to join
    played: bool = False  # whether it has ever moved or answered


@dataclass
class State:
    version: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    seats: list[Seat] = field(default_factory=list)
    screens: dict[str, str] = field(default_factory=dict)  # key → teacher or projector
    phones: dict[str, Phone] = field(default_factory=dict)  # key → phone
    let_in: int = 0  # phones that have ever joined
    game: games.Game | None = None
    past: list[bytes] = field(default_factory=list)  # logs, compressed: only exports need them
    taps: dict[str, int] = field(default_factory=dict)  # tap → the version it made
    ended: bool = False  # by the teacher, before the rules did
    paused: bool = False
    locked: bool = False
    showing: bool = False  # a reveal holds the game until the teacher goes on
    step: int = 0  # how far that reveal has been shown
    answers: Answers = field(default_factory=dict)  # to prompts of the latest game
    vote: Vote | None = None  # the open vote
    voted: frozenset[str] = frozenset()  # ids of the prompts on which a vote has closed
    voting: bool = False  # whether the class votes on each prompt of the kinds `EVERY`
    vote_soon: bool = False  # whether it votes at the next move that a vote can precede
    clock: Clock | None = None  # the countdown of this turn
    together: bool = False  # whether a team's phones agree on its moves
    proposals: dict[int, Proposal] = field(default_factory=dict)  # seat → the latest; void ones too
    points_shown: bool = False  # whether the class sees the points at the end
    counted: CountedPoints | None = field(default=None, compare=False, repr=False)  # cache of the points
    _asked: tuple[int, int, Prompt | None] | None = field(default=None, compare=False, repr=False)

    @property
    def held(self) -> bool:
        """Whether the game is on hold although it is somebody's turn."""
        return self.paused or self.showing or self.ended or self.vote is not None

    @property
    def prompt(self) -> Prompt | None:
        """What everybody can answer now; cached per move."""
        if self.vote:
            return self.vote.prompt
        at = (id(self.game), self.game.move_count if self.game else 0)
        if self._asked is None or self._asked[:2] != at:
            self._asked = (*at, prompt_of(self.game))
        return self._asked[2]

    @property
    def log(self) -> games.Log:
        """The log of the latest game, with everybody's answers."""
        return self._log_with(self.answers)

    @property
    def told_log(self) -> games.Log:
        """The log for exports: while the game goes on, without answers whose truth has not been revealed."""
        assert self.game
        goes_on = self.phase == "playing" and self.answers
        return self._log_with(told(self.game, self.answers, self.prompt) if goes_on else self.answers)

    def _log_with(self, answers: Answers) -> games.Log:
        assert self.game
        return self.game.log | ({"votes": for_log(answers)} if answers else {})

    @property
    def closed(self) -> bool:
        """Whether phones cannot change teams: a game with hidden hands is being played."""
        return self.game is not None and self.game.hidden and self.phase == "playing"

    @property
    def phase(self) -> str:
        if self.game is None:
            return "lobby"
        return "over" if self.ended or self.game.result else "playing"

    @property
    def at(self) -> str:
        """A mark of how far the lesson is, so that a repeated action of `ONCE` is recognised as outdated."""
        game = self.game
        if game is None:
            return "lobby"
        shown = self.step if self.showing else "-"
        vote = self.vote.phase if self.vote else ""
        return f"{len(self.past)}.{game.reveal_count}.{shown}.{self.ended}.{game.last_own}.{vote}"

    def choice(self, seat: int | None) -> str:
        """A mark of what a seat (None: the first to act) has to choose now; other teams' moves do not change it."""
        game = self.game
        if game is None:
            return "lobby"
        acting = next(iter(game.actors), None) if seat is None else seat
        own = game.move_count if acting is None else game.moves_of(acting)
        held = "shown" if self.showing else "vote" if self.vote else self.phase
        return f"{len(self.past)}.{held}.{game.reveal_count}.{acting}.{acting in game.actors}.{own}"

    def proposal(self, seat: int) -> Proposal | None:
        """The team's open proposal for its present choice."""
        found = self.proposals.get(seat)
        is_open = self.together and found and found.move is not None and found.choice == self.choice(seat)
        return found if is_open else None

    def smallest_team(self) -> int:
        sizes = [sum(phone.seat == seat for phone in self.phones.values()) for seat in range(len(self.seats))]
        return sizes.index(min(sizes))

    def after(self, kind: str, body: Mapping[str, Any]) -> "State":
        """A copy of the state with a row applied that is not a move."""
        copy = replace(
            self,
            seats=[replace(seat) for seat in self.seats],
            screens=self.screens.copy(),
            phones={key: replace(phone) for key, phone in self.phones.items()},
            past=self.past.copy(),
            taps=self.taps.copy(),
        )
        copy.apply(kind, body)
        return copy

    def apply(self, kind: str, body: Mapping[str, Any]) -> None:
        """Apply a row in place."""
        if kind == "move" and self.game:
            reveals_before = self.game.reveal_count
            self.game.play(body["move"], body.get("bot", body["tap"] is None))  # rooms of 0.1 do not mark bots' moves
            self.moved(body["tap"], reveals_before)
        elif kind in KINDS:
            getattr(self, f"_{kind}")(**{name: value for name, value in body.items() if name != "tap"})
            self.version += 1
            if tap := body.get("tap"):
                self.taps[tap] = self.version
        else:
            raise Refused("rooms.unreadable.newer", kind=kind)

    def moved(self, tap: str | None, reveals_before: int) -> None:
        """Update the room after a move; *reveals_before*: the number of reveals before it."""
        self.version += 1
        if tap:
            self.taps[tap] = self.version
            if phone := self.phones.get(tap.partition(":")[0]):
                phone.played = True
        if self.clock and self.game:
            self.clock = self.clock.after(self.game)
        self._hold_reveal(reveals_before)

    def _hold_reveal(self, before: int) -> None:
        """Hold the game if there is a new reveal and the setting says so; *before*: the number of reveals before."""
        if self.settings["hold"] and self.game and self.game.reveal_count > before:
            self.showing, self.step = True, 0

    # what each kind of row does

    def _open(self, settings: Mapping[str, Any], teams: list[dict[str, Any]], teacher: str) -> None:
        games.game_type(settings["game"])  # raises `BadSetup` if it is not installed
        missing = {"lang", "options", "free_names", "grow", "hold"} - settings.keys()
        if missing or settings["lang"] not in i18n.LANGUAGES:
            raise ValueError(f"settings: {missing or settings['lang']}")
        data.take_carried(settings.get("figures", {}))
        self.settings = dict(settings)
        self.together = bool(settings.get("together"))
        self.seats = [Seat(**team) for team in teams]
        self.screens = {teacher: "teacher"}

    def _start(self, setup: Mapping[str, Any]) -> None:
        self.game = games.replay({"setup": setup, "moves": []})
        self.ended = self.paused = self.showing = False
        self.taps, self.answers, self.vote, self.clock, self.proposals = {}, {}, None, None, {}
        self.points_shown = self.vote_soon = False
        self.voted = frozenset()

    def _again(self, setup: Mapping[str, Any]) -> None:
        if self.game:
            self.past.append(pack_log(self.log))
        self._admit()  # waiting phones join now
        self._start(setup)

    def _undo(self, to: int | None = None) -> None:
        """Take back the move held by a vote, the teacher's end of the game, or else all but the first *to* moves. Rows
        of the last version have no *to*: the latest move."""
        self.clock = None
        if self.vote:
            self.vote = None
            return
        if self.game and not self.ended:
            self.game = games.replay(cut_log(self.game.log, to))
        elif self.game:
            self.game = games.replay(self.game.log | {"closed": False})
        self.showing = self.ended = False

    def _next(self, step: int | None) -> None:
        self.showing, self.step = (False, 0) if step is None else (True, step)

    def _end(self) -> None:
        """The teacher ends the game; unless the rules have ended it already, everything hidden is revealed."""
        self.ended, self.showing, self.vote, self.clock = True, False, None, None
        if self.game and self.game.result is None:
            open_reveals = self.game.reveal_count
            self.game = games.replay(self.game.log | {"closed": True})
            self._hold_reveal(open_reveals)

    def _pause(self, left: float | None = None) -> None:
        self.paused = True
        if self.clock and left is not None:
            self.clock = replace(self.clock, left=left)

    def _resume(self, until: float | None = None) -> None:
        self.paused = False
        if self.clock and until is not None:
            self.clock = replace(self.clock, until=until, left=None)

    def _clock(self, until: float | None) -> None:
        game = self.game
        self.clock = Clock(until, tuple(game.actors), game.reveal_count) if game and until is not None else None

    def _lock(self) -> None:
        self.locked = True

    def _unlock(self) -> None:
        self.locked = False

    def _bot(self, seat: int, level: str | None) -> None:
        self.seats[seat].bot = level

    def _rename(self, seat: int, name: str) -> None:
        self.seats[seat].name = name
        if self.game:
            log = self.game.log
            log["setup"]["players"][seat] = name
            self.game = games.replay(log)

    def _add_team(self, name: str, level: str | None = None) -> None:
        self.seats.append(Seat(name, level))

    def _join(self, key: str, seat: int | None, team: str | None = None, wish: int | None = None) -> None:
        if team is not None:
            self.seats.append(Seat(team))
        self.let_in += 1
        self.phones[key] = Phone(self.let_in, self._checked_seat(seat), self._checked_seat(wish))

    def _change_team(self, key: str, seat: int) -> None:
        self.phones[key].seat = self._checked_seat(seat)

    def _wish(self, key: str, seat: int) -> None:
        self.phones[key].wish = self._checked_seat(seat)

    def _admit(self, number: int | None = None, seat: int | None = None) -> None:
        """Let the phone *number*, or all that wait, into *seat*, the team they wish, or the smallest."""
        for phone in self.phones.values():
            if phone.seat is None and number in (None, phone.number):
                wished = phone.wish if seat is None else self._checked_seat(seat)
                phone.seat, phone.wish = self.smallest_team() if wished is None else wished, None

    def _checked_seat(self, seat: int | None) -> int | None:
        if seat is not None and not 0 <= seat < len(self.seats):
            raise ValueError(f"no seat {seat}")
        return seat

    def _remove(self, number: int) -> None:
        self.phones = {key: phone for key, phone in self.phones.items() if phone.number != number}

    def _remove_all(self, numbers: list[int]) -> None:
        self.phones = {key: phone for key, phone in self.phones.items() if phone.number not in numbers}

    def _screen(self, key: str, role: str) -> None:
        self.screens[key] = role

    # a team decides together

    def _together(self, on: bool) -> None:
        self.together = on

    def _propose(self, seat: int, phone: int, move: games.Move, choice: str, since: float) -> None:
        before = self.proposals.get(seat)
        count = before.count + 1 if before and before.choice == choice else 1
        new = Proposal(self.version + 1, choice, phone, move, since, count=count)
        self.proposals = self.proposals | {seat: new}
        self._has_played(phone)

    def _agree(self, seat: int, phone: int) -> None:
        proposal = self.proposals[seat]
        self.proposals = self.proposals | {seat: replace(proposal, agreed=proposal.agreed | {phone})}
        self._has_played(phone)

    def _withdraw(self, seat: int) -> None:
        self.proposals = self.proposals | {seat: replace(self.proposals[seat], move=None)}

    def _has_played(self, number: int) -> None:
        for phone in self.phones.values():
            phone.played = phone.played or phone.number == number

    # what everybody answers

    def _answer(self, phone: int, prompt: str, vote: int, answer: Answer) -> None:
        self.answers = self.answers | {prompt: self._asked_about(prompt).answered(phone, vote, answer)}
        self._has_played(phone)

    def _hands(self, prompt: str, vote: int, counts: dict[str, int]) -> None:
        self.answers = self.answers | {prompt: self._asked_about(prompt).raised(vote, counts)}

    def _points(self, on: bool) -> None:
        self.points_shown = on

    def _asked_about(self, key: str) -> PromptAnswers:
        """The answers to the open prompt so far."""
        if self.prompt is None or self.prompt.id != key:
            raise ValueError(f"no prompt {key}")
        return self.answers.get(key) or PromptAnswers(self.prompt, voted=self.vote is not None)

    def _voting(self, on: bool) -> None:
        self.voting = on

    def _vote_soon(self, on: bool) -> None:
        self.vote_soon = on

    def _vote(self, move: games.Move | None, by: str | None, bot: bool) -> None:
        prompt = self.prompt
        if prompt is None:
            raise ValueError("nothing to vote on")
        on_pads = pads(self.answers.values())
        if prompt.id in self.answers or (prompt.kind == "pad" and on_pads):
            asked = self.answers.get(prompt.id, PromptAnswers(prompt))
            self.answers = self.answers | {prompt.id: asked.voted_on(on_pads)}
        self.vote, self.clock, self.vote_soon = Vote(prompt, move=move, by=by, bot=bot), None, False
        if by and (phone := self.phones.get(by)):
            phone.played = True

    def _vote_talk(self, until: float | None) -> None:
        self.vote = replace(self._open_vote(), phase=TALK, until=until)

    def _vote_again(self) -> None:
        self.vote = replace(self._open_vote(), phase=SECOND, until=None)

    def _vote_close(self, drop: bool, move: games.Move | None, bot: bool) -> None:
        """Close the vote and play the move it held. It shows the truth, or a later reveal does."""
        vote, self.vote = self._open_vote(), None
        asked = self.answers.get(vote.prompt.id)
        if not drop:
            self.voted |= {vote.prompt.id}
        elif asked and vote.prompt.kind == "pad":  # it keeps what is written on it
            self.answers = self.answers | {vote.prompt.id: asked.voted_on(pads(self.answers.values()))}
        elif asked:
            self.answers = {key: asked for key, asked in self.answers.items() if key != vote.prompt.id}
        if self.game and move is not None:
            reveals_before = self.game.reveal_count
            self.game = games.replay(self.game.log)  # a copy: the state before must stay unchanged
            self.game.play(move, bot)
            self._hold_reveal(reveals_before)
        elif not drop and self.game and vote.phase != SHOWN and prompts_of(self.game).truth(vote.prompt, None):
            self.vote = replace(vote, phase=SHOWN, until=None)

    def _open_vote(self) -> Vote:
        if self.vote is None:
            raise ValueError("no vote")
        return self.vote


KINDS = (
    "open", "start", "again", "undo", "next", "end", "pause", "resume", "lock", "unlock", "bot", "rename", "add_team",
    "join", "change_team", "wish", "admit", "remove", "remove_all", "screen", "answer", "voting", "vote", "vote_talk",
    "vote_again", "vote_close", "vote_soon", "hands", "clock", "together", "propose", "agree", "withdraw",
    "points",
)  # fmt: skip
