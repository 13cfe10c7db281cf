"""The base of all games: a game is its log, that is, a setup and the moves played since.

An engine subclasses `Game` and declares its options, orders and moves. `play` validates a move's fields and calls the
engine's method for its kind (``_play_place``), which first checks the rules and only then changes anything.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from secrets import randbits
from typing import Any, ClassVar, Self

from geoclass import data
from geoclass.games import tell
from geoclass.games.editions import in_edition, in_its_edition
from geoclass.games.forms import Fields, Form, forms
from geoclass.games.options import GameOptions
from geoclass.games.refusals import BadSetup, IllegalMove
from geoclass.games.rng import Rng
from geoclass.games.setups import bad_option, checked, copied

Move = dict[str, Any]
Event = dict[str, Any]
View = dict[str, Any]
Reveal = dict[str, Any]
Log = dict[str, Any]
BELL = "bell"  # the ending of a game that was closed early


class LazyReveal:
    """A lazily computed reveal; each caller gets a copy."""

    def __init__(self, compute: Callable[..., Reveal], *facts: Any) -> None:
        self._compute, self._facts = compute, facts
        self._reveal: Reveal | None = None

    def copy(self) -> Reveal:
        if self._reveal is None:
            self._reveal = self._compute(*self._facts)
        reveal: Reveal = copied(self._reveal)
        return reveal


class Game(ABC):
    """A game in play. `view` gives what a seat may know, `legal` what it may do."""

    id: ClassVar[str]
    teams: ClassVar[range]
    options: ClassVar[type[GameOptions]] = GameOptions  # used by rules, forms, terminal and docs
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}  # name → options
    orders: ClassVar[tuple[str, ...]] = ("deck",)  # what a setup may give an explicit order for
    moves: ClassVar[Mapping[str, Fields | tuple[Fields, ...]]]  # kind of move → its fields, or alternative sets of them

    turns: ClassVar[Mapping[str, str]] = {}  # phase → the rule cited to a seat that may not act in it
    through: ClassVar[Mapping[str, str]] = {}  # phase in which several act → the refusal of a second move
    hold: ClassVar[bool] = False  # whether reveals wait for the teacher, rather than pass by
    pace: ClassVar[Mapping[str, int]] = {"turn": 30, "reveal": 90}  # typical seconds, to estimate a game's length

    tile_flags: ClassVar[Sequence[str]] = ()  # countries whose flags are on the game's home tile
    teachers_moves: ClassVar[tuple[str, ...]] = ()  # kinds of move reserved to the teacher
    hidden: ClassVar[bool] = False  # whether seats have secrets from each other
    rules: ClassVar[int] = 1  # version of the rules, written into setups
    plays: ClassVar[Container[int]] = ()  # older versions still supported (see ``self.setup["rules"]``)
    _forms: ClassVar[Mapping[str, list[Form]]]  # kind of move → its sets of fields

    phase: str
    actors: tuple[int, ...]

    def __init_subclass__(cls) -> None:
        if "moves" in cls.__dict__:
            cls._forms = forms(cls.moves)
        if "options" in cls.__dict__:
            cls.options.game = cls.id

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.setup: dict[str, Any] = checked(type(self), setup)
        self.edition: data.Edition = self._own_edition()
        self.players: list[str] = self.setup["players"]
        self.option: dict[str, Any] = self.setup["options"]
        self._result: dict[str, list[int]] | None = None
        self._played: list[tuple[int, str, dict[str, Any]]] = []  # seat, kind of move, its fields
        self._bots: list[int] = []  # indexes of moves made by bots
        self._events: list[Event] = []  # of the latest move
        self._streams: dict[str, Rng] = {}
        self._reveals: list[LazyReveal] = []
        self.ending = ""  # id of how the game ended
        self.closed = False  # ended before its end by the rules
        with in_edition(self.edition):
            self._begin()
        if self.edition.files:  # so that the log can be replayed anywhere
            self.setup["figures"] = data.carried(self.edition)

    def _own_edition(self) -> data.Edition:
        """The setup's edition, or that of the teacher's figures named in its options, which the log then names too."""
        given = data.edition(self.setup["edition"])
        if self.options.takes_figures():
            with in_edition(given):
                self.setup["edition"] = data.edition_of(self.options.named_figures(self.setup["options"]))
        return data.edition(self.setup["edition"])

    # for engines to implement

    @abstractmethod
    def _begin(self) -> None:
        """Set up the game; raise `BadSetup` if it cannot be played."""

    @abstractmethod
    def _legal(self, seat: int) -> list[Move]:
        """Legal moves of a seat that may act; the override's docstring says what is left out."""

    @abstractmethod
    def _view(self, seat: int | None) -> View:
        """What *seat* knows beyond the keys that every view has."""

    @abstractmethod
    def _scores(self) -> list[int] | None:
        """The public scores."""

    def _show_hidden(self) -> None:  # noqa: B027 (most games hide nothing)
        """Reveal what is still hidden when a game is closed; such a reveal has ``"unfinished": True``."""

    def _standing(self) -> tuple[list[int], list[int] | None]:
        """Leaders and scores of a closed game."""
        scores = self._scores()
        return ([seat for seat, score in enumerate(scores) if score == max(scores)] if scores else []), scores

    def answer(self) -> Any:
        """The answer to the open question, if any: for the teacher only."""
        return None

    # public API

    def __repr__(self) -> str:
        return tell.headline(self)

    def _repr_html_(self) -> str:
        from geoclass.games.still import as_html  # imports this module's package

        return as_html(self)

    @in_its_edition
    def legal(self, seat: int) -> list[Move]:
        """Legal moves of *seat* as full, independent dicts; none for a seat that may not act.

        If there are too many to list (typed numbers or names, chains of cards), the list has examples of each kind; the
        engine's `_legal` says which. `is_legal` answers for any move.
        """
        return self._legal(seat) if type(seat) is int and seat in self.actors else []

    def is_legal(self, move: Any) -> bool:
        """Whether `play` would accept *move*, listed by `legal` or not. Changes nothing."""
        try:
            self._read(move)
            self._replayed(self._moves()).play(move)
        except IllegalMove:
            return False
        return True

    def understood(self, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """Parse what a person typed in a move. Raises `IllegalMove` if it means nothing."""
        return move

    @in_its_edition
    def play(self, move: Move, bot: bool = False) -> list[Event]:
        """Play *move* and return the public events. Raises `IllegalMove`, changing nothing.

        *bot*: record in the log that a bot made the move.
        """
        seat, form, fields = self._read(move)
        events: list[Event] = getattr(self, form.method)(seat, **fields)
        if bot:
            self._bots.append(len(self._played))
        self._played.append((seat, form.kind, fields))
        self._events = events
        return events

    def play_all(self, moves: Iterable[Move], bots: Iterable[int] = ()) -> None:
        """Play *moves* in order; *bots*: the indexes of bots' moves."""
        made = frozenset(bots)
        for index, move in enumerate(moves, len(self._played)):
            self.play(move, index in made)

    @in_its_edition
    def close(self) -> None:
        """End the game early, as at the bell: nobody wins or acts any more, and what was hidden is revealed."""
        if self.closed or self._result is not None:
            raise IllegalMove("games.over")
        self.closed, self.actors, self.ending = True, (), BELL
        self._show_hidden()

    @in_its_edition
    def view(self, seat: int | None) -> View:
        """What *seat* may know, and nothing else; ``None``: what everybody may know, as on the projector.

        A closed game adds its standing; a game with a teacher's figures adds its edition.
        """
        if seat is not None:
            self._check_seat(seat)
        return {
            "game": self.id,
            "seat": seat,
            "phase": self.phase,
            "players": self.players.copy(),
            "options": copied(self.option),
            "actors": list(self.actors),
            "scores": self._scores(),
            "result": self.result,
            "reveal": self.reveal,
            **self._view(seat),
            **({"closed": True, "standing": self.standing} if self.closed else {}),
            **({"edition": self.edition.name} if self.edition.files else {}),
        }

    @property
    def standing(self) -> dict[str, Any]:
        """``leaders`` and ``scores``."""
        leaders, scores = self._standing()
        return {"leaders": leaders, "scores": copied(scores)}

    @property
    def result(self) -> dict[str, list[int]] | None:
        """``winners`` and ``scores``; None before the end."""
        result: dict[str, list[int]] | None = copied(self._result)
        return result

    @property
    @in_its_edition
    def reveal(self) -> Reveal | None:
        """The latest reveal."""
        return self._reveals[-1].copy() if self._reveals else None

    @property
    @in_its_edition
    def reveals(self) -> list[Reveal]:
        """All reveals so far, oldest first."""
        return [reveal.copy() for reveal in self._reveals]

    @property
    def reveal_count(self) -> int:
        """The number of reveals so far."""
        return len(self._reveals)

    @property
    def events(self) -> list[Event]:
        """The public events of the latest move."""
        events: list[Event] = copied(self._events)
        return events

    @property
    def move_count(self) -> int:
        return len(self._played)

    @property
    def last_own(self) -> int:
        """The index of a person's latest move; if there are only bots' moves, of the latest one; -1: no moves."""
        last = len(self._played) - 1
        for bot in reversed(self._bots):
            if bot != last:
                return last
            last -= 1
        return last if last >= 0 else len(self._played) - 1

    def moves_of(self, seat: int) -> int:
        """The number of a seat's moves."""
        return sum(played[0] == seat for played in self._played)

    @property
    def log(self) -> Log:
        """Setup and moves; ``bots`` (if any) holds the indexes of bots' moves; ``closed`` marks a game closed early."""
        log: Log = {"setup": self.setup, "moves": self._moves()}
        log |= ({"bots": self._bots} if self._bots else {}) | ({"closed": True} if self.closed else {})
        copy: Log = copied(log)
        return copy

    def _moves(self) -> list[Move]:
        return [{"seat": seat, "move": kind, **fields} for seat, kind, fields in self._played]

    def undo(self) -> None:
        """Reopen a closed game, or else take back the last move."""
        if not self._played and not self.closed:
            raise IllegalMove("games.nothing_to_undo")
        self.__dict__ = self._replayed(self._moves()[: None if self.closed else -1]).__dict__

    def _replayed(self, moves: Iterable[Move]) -> Self:
        """A new game of the same setup after *moves*."""
        game = type(self)(self.setup)
        game.play_all(moves, self._bots)
        return game

    @in_its_edition
    def say(self, thing: Mapping[str, Any], lang: str | None = None) -> str:
        """Word a move or an event."""
        return tell.say(self._for_words(), thing, lang)

    @in_its_edition
    def ask(self, question: Mapping[str, Any], lang: str | None = None) -> str:
        """Word a question of a reveal."""
        return tell.ask(self._for_words(), question, lang)

    def _for_words(self) -> View:
        """The part of the public view that sentences need."""
        shared = {"game": self.id, "players": self.players, "options": self.option, "phase": self.phase}
        return shared | self._view(None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return False
        return (self.setup, self._played, self.closed) == (other.setup, other._played, other.closed)

    __hash__ = None  # type: ignore[assignment]

    # helpers for engines

    def _rng(self, purpose: str) -> Rng:
        """A random stream for one purpose, seeded by the setup."""
        if purpose not in self._streams:
            self._streams[purpose] = Rng(self.setup["seed"], purpose)
        return self._streams[purpose]

    def _after(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def _over(self, winners: Iterable[int], scores: Sequence[int], how: str) -> None:
        self.phase, self.actors, self.ending = "over", (), how
        self._result = {"winners": sorted(winners), "scores": list(scores)}

    def _show(self, compute: Callable[..., Reveal], *facts: Any) -> None:
        """Add a reveal, computed as ``compute(*facts)`` on first use. *facts* must not change later."""
        self._reveals.append(LazyReveal(compute, *facts))

    def _order(self, name: str, known: Iterable[str], at_least: int = 0) -> list[str] | None:
        """The setup's order for *name*, or None; checks that its cards are *known*, distinct, and enough."""
        given = self.setup.get(name)
        if given is None:
            return None
        if type(given) is not list or not all(type(card) is str for card in given):
            raise BadSetup("games.setup.not_a_list", order=name)
        allowed, seen = set(known), set()
        for card in given:
            if card not in allowed:
                raise BadSetup("games.setup.unknown_card", order=name, card=card)
            if card in seen:
                raise BadSetup("games.setup.card_twice", order=name, card=card)
            seen.add(card)
        if len(given) < at_least:
            raise BadSetup("games.setup.too_few", order=name, n=len(given), needed=at_least)
        return list(given)

    # validation of setups and moves

    @classmethod
    def fitted(cls, options: Mapping[str, Any], teams: int) -> dict[str, Any] | None:
        """Adjust *options* as little as needed for so many teams; None if they cannot be played."""
        return dict(options) if cls.why_not(options, teams) is None else None

    @classmethod
    def why_not(cls, options: Mapping[str, Any], teams: int) -> BadSetup | None:
        """Why a form does not offer these options to so many teams, or None."""
        try:
            cls.new([str(n) for n in range(teams)], 1, options)
        except BadSetup as why:
            return why
        return None

    @classmethod
    def check(cls, setup: Mapping[str, Any]) -> None:
        """Raise `BadSetup` if *setup* is not well formed for this game; does not check that it can be dealt."""
        checked(cls, setup)

    @classmethod
    def _bad_option(cls, name: str, value: Any) -> BadSetup:
        return bad_option(cls.id, name, value)

    def _read(self, move: Any) -> tuple[int, Form, dict[str, Any]]:
        """The seat, form and fields of a move; checks types and turn."""
        if type(move) is not dict:
            raise IllegalMove("games.malformed.not_a_move")
        seat: Any = move.get("seat")
        kind = move.get("move")
        may_act = type(seat) is int and seat in self.actors
        if not may_act:
            self._check_seat(seat)
        if type(kind) is not str or kind not in self._forms:
            raise IllegalMove("games.malformed.unknown_kind", move=kind if type(kind) is str else "?")
        for form in self._forms[kind]:
            if (fields := form.read(move)) is not None:
                break
        else:
            raise IllegalMove("games.malformed.fields", move=kind)
        if may_act:
            return seat, form, fields
        if self._result is not None or self.closed:
            raise IllegalMove("games.over")
        why, rule = self.through.get(self.phase, "games.not_your_turn"), self.turns.get(self.phase)
        raise IllegalMove(why, rule=rule, team=self.players[seat])

    def _check_seat(self, seat: Any) -> None:
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise IllegalMove("games.malformed.seat", n=len(self.players))

    @classmethod
    def new(
        cls, players: Sequence[str], seed: int | None = None, options: Mapping[str, Any] | None = None, **orders: Any
    ) -> Self:
        """A new game; without a seed a random one is drawn and kept in the log."""
        seed = randbits(48) if seed is None else seed
        options = {} if options is None else options
        setup = {"game": cls.id, "rules": cls.rules, "players": _as_list(players), "seed": seed, "options": options}
        return cls(setup | orders)


def _as_list(players: Any) -> Any:
    return list(players) if isinstance(players, tuple) else players
