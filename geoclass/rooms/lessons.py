"""Saved lessons: a prepared game with its figures, for the next class or a colleague.

A lesson is one small file of plain data: game, options, figures, teams, language, deal and the room's settings. It
holds neither the room's class and title nor any moves.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from secrets import randbits
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n
from geoclass.data.shelf import Shelf
from geoclass.games.text import is_plain
from geoclass.rooms.actions import known_level
from geoclass.rooms.names import NAME_LENGTH, clean_name
from geoclass.rooms.refused import Refused
from geoclass.rooms.room import Room, Token

if TYPE_CHECKING:
    from geoclass.rooms.hall import Hall

VERSION = 1
SWITCHES = ("free_names", "grow", "hold", "together")
LONGEST = 1_400_000  # characters of a file
LONGEST_NAME = 60
LETTERS = re.compile(r"[\w-]+", re.ASCII)  # of a packed lesson
LONGEST_LINK = 16_000  # characters: what a message and a browser take


class BadLesson(Refused):
    """Why a file cannot be opened as a lesson here."""


@dataclass(frozen=True)
class Lesson:
    """A saved lesson. `read` checks untrusted files."""

    name: str
    game: str
    lang: str
    options: Mapping[str, Any]
    teams: Sequence[Mapping[str, Any]]  # name, bot
    seed: int
    phones: bool = True
    votes: bool = False
    switches: Mapping[str, bool] = field(default_factory=dict)  # settings of its room
    figures: Mapping[str, Any] = field(default_factory=dict)  # in the format of a game's setup
    edition: str = data.EDITION

    @property
    def id(self) -> str:
        """The key it is stored under, a hash of its content."""
        return sha256(self.text().encode()).hexdigest()[:12]

    def text(self) -> str:
        """The content of the file."""
        return json.dumps({"geoclass": "lesson", "version": VERSION, **asdict(self)}, ensure_ascii=False, indent=1)

    def packed(self) -> str:
        """The lesson as letters that a link can carry; nothing where it is too long for one."""
        text = json.dumps(json.loads(self.text()), ensure_ascii=False, separators=(",", ":"))
        found = urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
        return found if len(found) <= LONGEST_LINK else ""

    def playable(self) -> None:
        """Raise `BadLesson` if it cannot be opened here."""
        with _using_figures(self):
            try:
                games.new(self.game, [str(n) for n in range(len(self.teams))], self.seed, self.options)
            except games.BadSetup as bad:
                raise BadLesson("rooms.lesson.setup", why=bad) from None


def prepared(
    name: str,
    game: str,
    teams: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    lang: str,
    *,
    seed: int | None = None,
    phones: bool = True,
    votes: bool = False,
    switches: Mapping[str, bool] | None = None,
) -> Lesson:
    """Make a lesson of the choices of the new-game form."""
    edition = data.edition_of(games.game_type(game).options.named_figures(options))
    lesson = Lesson(
        named_lesson(name),
        game,
        lang,
        dict(options),
        [{"name": clean_name(str(t.get("name") or "")), "bot": known_level(t.get("bot") or None)} for t in teams],
        randbits(48) if seed is None else seed,
        phones,
        votes,
        dict(switches or {}),
        data.carried(data.edition(edition)),
        edition,
    )
    lesson.playable()
    return lesson


def of_room(room: Room, token: Token, name: str) -> Lesson:
    """Make a lesson of a room, for its teacher; names chosen by pupils are left out."""
    state = room.prepared(token)
    settings = state.settings
    theirs = settings.get("free_names") or settings.get("grow")
    seed = state.game.setup["seed"] if state.game else settings.get("seed")
    with data.using(data.Edition(tuple(data.take_carried(settings.get("figures", {}))))):
        return prepared(
            name,
            settings["game"],
            [{"name": "" if theirs else seat.name, "bot": seat.bot} for seat in state.seats],
            settings["options"],
            settings["lang"],
            seed=seed,
            phones=bool(state.phones) or state.game is None,
            votes=state.voting,
            switches={key: settings[key] for key in SWITCHES if type(settings.get(key)) is bool}
            | {"together": state.together},
        )


def read(text: str | bytes) -> Lesson:
    """Read and check a lesson, from a file or a link. Raises `BadLesson`."""
    if len(text) > LONGEST:
        raise BadLesson("rooms.lesson.broken")
    try:
        found = json.loads(_unpacked(text) if isinstance(text, str) and LETTERS.fullmatch(text) else text)
    except (ValueError, RecursionError, zlib.error):
        found = None
    if not isinstance(found, dict) or found.get("geoclass") != "lesson" or type(found.get("version")) is not int:
        raise BadLesson("rooms.lesson.broken")
    if found["version"] > VERSION:
        raise BadLesson("rooms.lesson.newer")
    given = {name: found[name] for name in Lesson.__dataclass_fields__ if name in found}
    if not _is_valid(given):
        raise BadLesson("rooms.lesson.broken")
    if given["game"] not in games.GAMES:
        raise BadLesson("rooms.lesson.no_game", game=given["game"])
    try:
        lesson = Lesson(**given)
        data.take_carried(lesson.figures)
    except data.DataError as bad:
        raise BadLesson("rooms.lesson.figures", why=bad) from None
    if not data.has_edition(lesson.edition):
        raise BadLesson("rooms.lesson.no_figures")
    return lesson


def _unpacked(packed: str) -> bytes:
    return zlib.decompressobj().decompress(urlsafe_b64decode(packed + -len(packed) % 4 * "="), LONGEST)


def open_room(hall: "Hall", lesson: Lesson, *, same: bool, lang: str = "", **more: Any) -> tuple[Room, Token]:
    """Open a room from a lesson, with the *same* deal or a new one."""
    lesson.playable()
    with _using_figures(lesson):
        seed, lang = lesson.seed if same else None, lang or lesson.lang
        given = {**lesson.switches, **more, "seed": seed}
        room, token = hall.open(lesson.game, lesson.teams, lang, lesson.options, **given)
    if lesson.votes:
        room.control(token, "voting", on=True)
    return room, token


class Lessons:
    """The lessons on a shelf."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def keep(self, lesson: Lesson) -> str:
        """Store a lesson, replacing one of the same name; return its key."""
        earlier = [key for key, found in self.all() if isinstance(found, Lesson) and found.name == lesson.name]
        self._shelf.put(lesson.id, lesson.text())
        for key in earlier:
            if key != lesson.id:
                self._shelf.drop(key)
        return lesson.id

    def all(self) -> list[tuple[str, "Lesson | BadLesson"]]:
        """Every lesson with its key, by name; those that cannot be opened come last, as the reason why."""
        found = [(key, self._read(key)) for key in self._shelf.names()]
        last = chr(0x10FFFF)
        return sorted(found, key=lambda one: (one[1].name.casefold() if isinstance(one[1], Lesson) else last, one[0]))

    def get(self, key: str) -> Lesson:
        if key not in self._shelf.names():
            raise BadLesson("rooms.lesson.gone")
        return read(self._shelf.get(key))

    def text(self, key: str) -> str:
        """The content of the file, even if it cannot be opened here."""
        if key not in self._shelf.names():
            raise BadLesson("rooms.lesson.gone")
        return self._shelf.get(key)

    def drop(self, key: str) -> None:
        if key not in self._shelf.names():
            raise BadLesson("rooms.lesson.gone")
        self._shelf.drop(key)

    def _read(self, key: str) -> "Lesson | BadLesson":
        try:
            return read(self._shelf.get(key))
        except BadLesson as bad:
            return bad


def named_lesson(name: str) -> str:
    shown = clean_name(name, LONGEST_NAME)
    if not shown:
        raise BadLesson("rooms.lesson.name")
    return shown


def _using_figures(lesson: Lesson) -> Any:
    return data.using(data.Edition(tuple(data.take_carried(lesson.figures))))


def _is_valid(given: Mapping[str, Any]) -> bool:
    """Whether all fields have the right types; the game itself checks their values."""
    texts = ("name", "game", "lang", "edition")
    wanted = {"options": dict, "teams": list, "seed": int, "phones": bool, "votes": bool, "switches": dict}
    if not {"name", "game", "lang", "options", "teams", "seed"} <= given.keys():
        return False
    if not all(type(given[key]) is str and is_plain(given[key]) for key in texts if key in given):
        return False
    if not all(type(given[key]) is kind for key, kind in wanted.items() if key in given):
        return False
    teams, switches = given["teams"], given.get("switches", {})
    return (
        given["lang"] in i18n.LANGUAGES
        and clean_name(given["name"], LONGEST_NAME) == given["name"] != ""
        and len(teams) <= 100
        and all(type(team) is dict and _is_valid_team(team) for team in teams)
        and all(key in SWITCHES and type(on) is bool for key, on in switches.items())
    )


def _is_valid_team(team: Mapping[str, Any]) -> bool:
    name, bot = team.get("name"), team.get("bot")
    try:
        known_level(bot)
    except (Refused, TypeError):
        return False
    return type(name) is str and len(name) <= NAME_LENGTH and clean_name(name) == name
