"""What the five games share: a game is its log, a setup and the moves played since.

An engine subclasses `Game` and lists its options, orders and moves; `play` reads a move strictly and hands it to the
engine's method for its kind (``_play_place``), which first refuses what the rules refuse, and only then changes things.
"""

import marshal
import reprlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from secrets import randbits
from typing import Any, ClassVar, Self

from geoclass import data, i18n
from geoclass.games.rng import Rng

Move = dict[str, Any]
Event = dict[str, Any]
View = dict[str, Any]
Reveal = dict[str, Any]
Log = dict[str, Any]
LONGEST_QUOTE = 80
Fields = Mapping[str, type | list[type]]  # [str] is a list of str


class Refusal(ValueError):
    """Why something cannot be done: a sentence in the reader's language, naming the rule where there is one."""

    def __init__(self, key: str, /, rule: str | None = None, **params: Any) -> None:
        super().__init__(key)
        self.key, self.rule = key, rule
        self.params = {name: _shortened(value) for name, value in params.items()}  # what was sent may be of any length

    def text(self, lang: str | None = None) -> str:
        sentence = i18n.text(self.key, lang, **self.params)
        return f"{sentence} {rule_name(self.rule, lang)}" if self.rule else sentence

    def __str__(self) -> str:
        return self.text()


class IllegalMove(Refusal):
    """A move that the rules, or its own form, refuse. The game stays as it was."""


class BadSetup(Refusal):
    """A setup that no game can be started from."""


def rule_name(rule: str, lang: str | None = None) -> str:
    """How a sentence cites a rule: (rule C5), (house rule D2)."""
    return i18n.text("games.house_rule" if rule.startswith("D") else "games.rule", lang, rule=rule)


@dataclass(frozen=True)
class Option:
    """An option of a game: its default, which is the published rule, and which other values it may have."""

    default: Any
    allows: Callable[[Any], bool]


def whole(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def one_of(*values: Any) -> Callable[[Any], bool]:
    return lambda value: any(type(value) is type(v) and value == v for v in values)


def flag(value: Any) -> bool:
    return type(value) is bool


def texts(value: Any) -> bool:
    """A list of one or more different strings."""
    return type(value) is list and bool(value) and all(type(v) is str for v in value) and len(set(value)) == len(value)


def is_written(value: Any) -> bool:
    """Text with something in it that a file can hold: half of a surrogate pair it cannot."""
    return type(value) is str and bool(value.strip()) and value.encode("utf-8", "ignore").decode() == value


def once(work_out: Callable[[], Reveal]) -> Callable[[], Reveal]:
    """What tells a reveal that is dear to work out: that is done when somebody first asks; then all get copies."""
    copies: Callable[[], Reveal] | None = None

    def tell() -> Reveal:
        nonlocal copies
        copies = copies or _copier(work_out())
        return copies()

    return tell


class Game(ABC):
    """A game in play. What a seat may know comes from `view` alone, what it may do from `legal`."""

    id: ClassVar[str]
    teams: ClassVar[range]
    options: ClassVar[Mapping[str, Option]]
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}  # options that go well together, by name
    orders: ClassVar[tuple[str, ...]] = ("deck",)  # what the setup may give an explicit order of
    moves: ClassVar[Mapping[str, Fields | tuple[Fields, ...]]]  # kind of move → its fields (or the ways to give them)

    turns: ClassVar[Mapping[str, str]] = {}  # phase → the rule that says who moves in it
    through: ClassVar[Mapping[str, str]] = {}  # phase in which several act → what one is told that has done so
    teachers_moves: ClassVar[tuple[str, ...]] = ()  # kinds of move that a team does not make by itself
    _forms: ClassVar[Mapping[str, list["_Form"]]]

    phase: str
    actors: tuple[int, ...]

    def __init_subclass__(cls) -> None:
        if "moves" in cls.__dict__:
            cls._forms = _forms(cls.moves)

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.setup: dict[str, Any] = self._checked(setup)
        self.players: list[str] = self.setup["players"]
        self.option: dict[str, Any] = self.setup["options"]
        self._result: dict[str, list[int]] | None = None
        self._played: list[tuple[int, str, dict[str, Any]]] = []  # seat, kind of move, its fields
        self._streams: dict[str, Rng] = {}
        self._shown: list[Callable[[], Reveal]] = []  # what tells each reveal there has been
        self.ending = ""  # in a word, how the game came to its end
        self._begin()
        published = self._defaults()
        self._options = published if self.option == published() else _copier(self.option)

    # the engine's part

    @abstractmethod
    def _begin(self) -> None:
        """Lay out the game; refuse a setup that cannot be played."""

    @abstractmethod
    def _legal(self, seat: int) -> list[Move]:
        """The legal moves of a seat that may act."""

    @abstractmethod
    def _view(self, seat: int | None) -> View:
        """What *seat* knows beyond the keys that every view has."""

    @abstractmethod
    def _scores(self) -> list[int] | None:
        """The scores that everybody may know now."""

    def answer(self) -> Any:
        """What the teacher alone may know now: the answer to the question being asked, in games that ask some."""
        return None

    def _worded(self, thing: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of a move or event as a sentence wants them (a country as `data.Country`, …)."""
        return dict(thing)

    # the names that scripts, notebooks and other clients rely on

    def legal(self, seat: int) -> list[Move]:
        """The legal moves of *seat* as full dicts; none for a seat that may not act."""
        return self._legal(seat) if type(seat) is int and seat in self.actors else []

    def play(self, move: Move) -> list[Event]:
        """Play *move* and say what everybody saw happen. Raises `IllegalMove`, changing nothing."""
        seat, form, fields = self._read(move)
        events: list[Event] = getattr(self, form.method)(seat, **fields)
        self._played.append((seat, form.kind, fields))
        return events

    def view(self, seat: int | None) -> View:
        """What *seat* may know, and nothing else; ``None`` is the projector: what everybody may know."""
        if seat is not None:
            self._known_seat(seat)
        return {
            "game": self.id,
            "seat": seat,
            "phase": self.phase,
            "players": self.players.copy(),
            "options": self._options(),
            "actors": list(self.actors),
            "scores": self._scores(),
            "result": self._result and self.result,
            "reveal": self._shown[-1]() if self._shown else None,
            **self._view(seat),
        }

    @property
    def result(self) -> dict[str, list[int]] | None:
        """Who has won, and the scores; None before the end."""
        return deepcopy(self._result) if self._result else None

    @property
    def reveal(self) -> Reveal | None:
        """The latest reveal."""
        return self._shown[-1]() if self._shown else None

    @property
    def reveals(self) -> list[Reveal]:
        """Every reveal so far, oldest first."""
        return [tell() for tell in self._shown]

    @property
    def turned(self) -> int:
        """How many reveals there have been."""
        return len(self._shown)

    @property
    def log(self) -> Log:
        return _copy({"setup": self.setup, "moves": self._moves()})

    def _moves(self) -> list[Move]:
        return [{"seat": seat, "move": kind, **fields} for seat, kind, fields in self._played]

    def undo(self) -> None:
        """Take back the last move."""
        if not self._played:
            raise IllegalMove("games.nothing_to_undo")
        before = type(self)(self.setup)
        for move in self._moves()[:-1]:
            before.play(move)
        self.__dict__ = before.__dict__

    def say(self, thing: Mapping[str, Any], lang: str | None = None) -> str:
        """A move or an event in words."""
        sort = "move" if "move" in thing else "event"
        team = self.players[thing["seat"]] if thing.get("seat") is not None else ""
        return i18n.text(f"{self.id}.{sort}.{thing[sort]}", lang, **({"team": team} | self._worded(thing)))

    def ask(self, question: Mapping[str, Any], lang: str | None = None) -> str:
        """A question of a reveal in words."""
        team = {} if question.get("seat") is None else {"team": self.players[question["seat"]]}
        return i18n.text(
            question["key"], lang, **(team | self._worded({k: v for k, v in question.items() if k != "key"}))
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.setup, self._played) == (other.setup, other._played)

    __hash__ = None  # type: ignore[assignment]

    # what engines use

    def _rng(self, purpose: str) -> Rng:
        """Chance for one purpose, from the setup's seed: a stream that goes on where it was."""
        if purpose not in self._streams:
            self._streams[purpose] = Rng(self.setup["seed"], purpose)
        return self._streams[purpose]

    def _after(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def _over(self, winners: Iterable[int], scores: Sequence[int], how: str) -> None:
        self.phase, self.actors, self.ending = "over", (), how
        self._result = {"winners": sorted(winners), "scores": list(scores)}

    def _show(self, reveal: Callable[[], Reveal]) -> None:
        """There is a new reveal, which *reveal* tells anew to all who ask."""
        self._shown.append(reveal)

    def _order(self, name: str, known: Iterable[str], at_least: int = 0) -> list[str] | None:
        """The order that the setup gives for *name*, or None: different cards out of *known*, enough of them."""
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

    # the reading of setups and moves

    @classmethod
    def _checked(cls, setup: Mapping[str, Any]) -> dict[str, Any]:
        """*setup* with every option written out, or `BadSetup`."""
        for key in setup:
            if key not in ("game", "edition", "players", "seed", "options", *cls.orders):
                raise BadSetup("games.setup.unknown_key", key=named(key))
        edition = setup.get("edition", data.EDITION)
        if edition != data.EDITION and not data.has_edition(edition):
            raise BadSetup("games.setup.edition", edition=named(edition))
        players, seed, options = setup.get("players"), setup.get("seed"), setup.get("options")
        if type(players) is not list or not all(map(is_written, players)):
            raise BadSetup("games.setup.players")
        if len(players) not in cls.teams:
            raise BadSetup("games.setup.teams", low=cls.teams[0], high=cls.teams[-1], n=len(players))
        if type(seed) is not int or abs(seed) >= 1 << 64:
            raise BadSetup("games.setup.seed")
        if options is None:
            options = {}
        if type(options) is not dict:
            raise BadSetup("games.setup.options")
        for name, value in options.items():
            if name not in cls.options:
                raise BadSetup("games.setup.unknown_option", option=named(name))
            if value is not None and not cls.options[name].allows(value):
                raise cls._bad_option(name, value)
        written = cls._defaults()() | _copy({name: value for name, value in options.items() if value is not None})
        orders = {name: _order_copied(setup[name]) for name in cls.orders if setup.get(name) is not None}
        return {
            "game": cls.id,
            "edition": edition,
            "players": players.copy(),
            "seed": seed,
            "options": written,
            **orders,
        }

    @classmethod
    @cache
    def _defaults(cls) -> Callable[[], dict[str, Any]]:
        """What makes copies of the published rules."""
        return _copier({name: option.default for name, option in cls.options.items()})

    @classmethod
    def _bad_option(cls, name: str, value: Any) -> BadSetup:
        return BadSetup("games.setup.bad_option", option=name, value=_printed(value), must=_Must(cls.id, name))

    def _read(self, move: Any) -> tuple[int, "_Form", dict[str, Any]]:
        """The seat, form and fields of a move, its types checked and its turn."""
        if type(move) is not dict:
            raise IllegalMove("games.malformed.not_a_move")
        seat: Any = move.get("seat")
        kind = move.get("move")
        may_act = type(seat) is int and seat in self.actors
        if not may_act:
            self._known_seat(seat)
        if type(kind) is not str or kind not in self._forms:
            raise IllegalMove("games.malformed.unknown_kind", move=kind if type(kind) is str else "?")
        for form in self._forms[kind]:
            if (fields := form.read(move)) is not None:
                break
        else:
            raise IllegalMove("games.malformed.fields", move=kind)
        if may_act:
            return seat, form, fields
        if self._result is not None:
            raise IllegalMove("games.over")
        why, rule = self.through.get(self.phase, "games.not_your_turn"), self.turns.get(self.phase)
        raise IllegalMove(why, rule=rule, team=self.players[seat])

    def _known_seat(self, seat: Any) -> int:
        if type(seat) is int and 0 <= seat < len(self.players):
            return seat
        raise IllegalMove("games.malformed.seat", n=len(self.players))

    @classmethod
    def new(
        cls, players: Sequence[str], seed: int | None = None, options: Mapping[str, Any] | None = None, **orders: Any
    ) -> Self:
        """A new game; without a seed, chance picks one and the log keeps it."""
        seed = randbits(48) if seed is None else seed
        options = {} if options is None else options
        return cls({"game": cls.id, "players": _as_list(players), "seed": seed, "options": options} | orders)


@dataclass(frozen=True)
class _Must:
    """What an option must be, in words."""

    game: str
    option: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text(f"{self.game}.option.{self.option}.must", lang)


def named(value: Any) -> str:
    """What stands where a name should, as a sentence quotes it."""
    return value if type(value) is str else _printed(value)


def _printed(value: Any) -> str:
    try:
        return reprlib.repr(value)
    except ValueError:  # a number of thousands of digits
        return "…"


def _shortened(value: Any) -> Any:
    return f"{value[:LONGEST_QUOTE]}…" if isinstance(value, str) and len(value) > LONGEST_QUOTE else value


def _order_copied(order: Any) -> Any:
    """A copy of a list of cards, or of a list of them per seat; anything else the engine refuses."""
    return [item.copy() if type(item) is list else item for item in order] if type(order) is list else order


def _as_list(players: Any) -> Any:
    return list(players) if isinstance(players, tuple) else players


@dataclass(slots=True)
class _Form:
    """One way to give a kind of move: just these keys, each with a value of its very type."""

    kind: str
    method: str  # that plays it
    fields: tuple[tuple[str, type, frozenset[type] | None], ...]  # name, type, and that of a list's items

    def read(self, move: Move) -> dict[str, Any] | None:
        """The fields of a move in this form, or None. Types are strict: true is not 1, 1.0 is not a whole number."""
        if len(move) != 2 + len(self.fields):  # seat and move are there
            return None
        fields = {}
        for name, sort, items in self.fields:
            value: Any = move.get(name)
            kind = type(value)
            if kind is not sort or (items and not items.issuperset(map(type, value))):
                return None
            fields[name] = value.copy() if items else value
        return fields


def _forms(moves: Mapping[str, Fields | tuple[Fields, ...]]) -> dict[str, list[_Form]]:
    def field(name: str, sort: type | list[type]) -> tuple[str, type, frozenset[type] | None]:
        return (name, list, frozenset(sort)) if isinstance(sort, list) else (name, sort, None)

    return {
        kind: [
            _Form(kind, f"_play_{kind}", tuple(field(*f) for f in way.items()))
            for way in (ways if isinstance(ways, tuple) else (ways,))
        ]
        for kind, ways in moves.items()
    }


def _copy(data: dict[str, Any]) -> dict[str, Any]:
    """A copy of plain data."""
    copy: dict[str, Any] = marshal.loads(marshal.dumps(data))
    return copy


def _copier(value: Any) -> Callable[[], Any]:
    """What makes copies of plain data: fast, as what can be changed in it is looked for only once."""
    if type(value) not in (dict, list):
        return lambda: value
    items = value.items() if type(value) is dict else enumerate(value)
    parts = [(key, _copier(item)) for key, item in items if type(item) in (dict, list)]
    if not parts:
        copy: Callable[[], Any] = value.copy
        return copy

    def copied() -> Any:
        copy = value.copy()
        for key, copy_part in parts:
            copy[key] = copy_part()
        return copy

    return copied
