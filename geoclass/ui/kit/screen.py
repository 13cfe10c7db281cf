"""The interface of boards: a scene is a pure function of one screen's state.

A state holds only what one seat (or nobody) may see, so no board can show anything its screen may not know.
"""
# ruff: noqa: ARG002 (overridable methods get arguments that some boards need)

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypedDict
from urllib.parse import quote

from geoclass import data, i18n
from geoclass.games import tell
from geoclass.ui.kit import vote

Scene = dict[str, Any]  # plain, translated data for a browser
AnyScene = Mapping[str, Any]  # a board's whole scene: boards declare theirs as TypedDicts, distinguished by ``kind``
Reveal = Mapping[str, Any]
NO_GROUND: Scene = {}


class Button(TypedDict):
    """A button's text, and the message it sends."""

    text: str
    send: Scene


class Turn(TypedDict):
    seat: int | None
    title: str
    hint: str


NOBODYS_TURN: Turn = {"seat": None, "title": "", "hint": ""}


class StageFields(TypedDict, total=False):
    """What a screen adds to its board's scene."""

    next: Button | None  # leads on from a reveal, on the stage
    again: Button | None  # at the end, on the stage
    report: Button
    beliefs: Scene  # of a reveal: what the class believed
    believed: bool  # whether that is the step being shown
    not_so: Scene  # at the end: false beliefs of the majority
    ours: Scene  # at the end, on a phone: its seat, and its team's result as text


def _none() -> Sequence[Reveal]:
    return ()


def _no_summary() -> Any:
    return None


def _no_beliefs(_reveal: Reveal | None) -> Sequence[Mapping[str, Any]]:
    return ()


@dataclass(frozen=True)
class ScreenState:
    """What a screen may know and do, its language, and light or dark."""

    view: Mapping[str, Any]  # `Room.view` of the screen's token; behind a curtain, the team's view
    lang: str
    dark: bool = False
    past: int | None = None  # the reveal of the history that is open on this screen
    page: int = 0  # the page of it
    fetch_reveals: Callable[[], Sequence[Reveal]] = field(default=_none, compare=False)
    fetch_summary: Callable[[], Any] = field(default=_no_summary, compare=False)
    beliefs: Callable[[Reveal | None], Sequence[Mapping[str, Any]]] = field(default=_no_beliefs, compare=False)

    @property
    def game(self) -> Mapping[str, Any]:
        game: Mapping[str, Any] = self.view["game"]
        return game

    @property
    def room(self) -> Mapping[str, Any]:
        """The public part of the room: code, phase, teams with their bots and phones."""
        room: Mapping[str, Any] = self.view["room"]
        return room

    @property
    def seat(self) -> int | None:
        """The seat of a phone or of the private screen behind a curtain; None: the class's screen."""
        seat: int | None = self.view["seat"]
        return seat

    @property
    def acting(self) -> int | None:
        """The seat this screen plays for: its own, or, on the class's screen, the one on turn."""
        if self.seat is not None:
            return self.seat
        return next(iter(self.game["actors"]), None)

    @property
    def teacher(self) -> bool:
        return bool(self.view["role"] == "teacher") and self.seat is None

    @property
    def paused(self) -> bool:
        return bool(self.room["paused"])

    @property
    def showing(self) -> bool:
        """Whether a reveal holds the game until the teacher goes on."""
        return bool(self.room["showing"])

    def legal(self, seat: int | None) -> list[dict[str, Any]]:
        """The moves this screen may make for a team: a phone for its own, the teacher's screen for all."""
        if seat is None or self.paused:
            return []
        if self.seat is not None:
            return list(self.view["legal"]) if seat == self.seat else []
        return list(self.view["teacher"]["legal"].get(str(seat), [])) if self.teacher else []

    @cached_property
    def reveals(self) -> Sequence[Reveal]:
        """Every reveal that this screen may see, oldest first."""
        return self.fetch_reveals()

    @cached_property
    def summary(self) -> Any:
        """The game's review, see `geoclass.review`."""
        return self.fetch_summary()

    @property
    def events(self) -> Sequence[Mapping[str, Any]]:
        """The public events of the latest move."""
        events: Sequence[Mapping[str, Any]] = self.view["events"]
        return events

    @property
    def reveal_count(self) -> int:
        return int(self.view["reveals"])

    @property
    def ending(self) -> str:
        """The id of how the game ended (by which rule, or by the teacher); empty before the end."""
        return str(self.view["ending"])

    @property
    def closed(self) -> bool:
        """Whether the teacher ended the game before the rules did."""
        return bool(self.game.get("closed"))

    def in_its_edition(self) -> AbstractContextManager[None]:
        """A context in which `data` uses the game's edition."""
        own = (self.view["game"] or {}).get("edition")
        return data.using(data.edition(own)) if own else nullcontext()

    @property
    def standing(self) -> Mapping[str, Any]:
        """``leaders`` and ``scores`` of a game that was closed early."""
        standing: Mapping[str, Any] = self.game["standing"]
        return standing

    # words

    def text(self, key: str, **params: Any) -> str:
        return i18n.text(key, self.lang, **params)

    def own(self, key: str, **params: Any) -> str:
        """A sentence from the ``board`` section of the game's own texts."""
        return i18n.text(f"{self.room['game']}.stage.{key}", self.lang, **params)

    def team(self, seat: int) -> str:
        return str(self.game["players"][seat])

    def country(self, iso: str) -> Scene:
        return {"iso": iso, "flag": flag_of(iso), "name": data.Country(iso).words(self.lang)}

    def say(self, thing: Mapping[str, Any]) -> str:
        """Word a move or an event."""
        return tell.say(self.game, thing, self.lang)

    def ask(self, question: Mapping[str, Any]) -> str:
        """Word a question of a reveal."""
        return tell.ask(self.game, question, self.lang)

    def file(self, *parts: object) -> str:
        """A file name for a picture of this screen."""
        return "-".join(["geoclass", str(self.room["code"]), *map(str, parts)])


class Board:
    """How a game looks: subclasses build scenes, their ``board.js`` draws them on every screen."""

    def __init__(self, game: str) -> None:
        self.game = game

    # for games to override

    def play(self, screen: ScreenState) -> AnyScene:
        """The scene of the game in play."""
        raise NotImplementedError

    def reveal(self, screen: ScreenState, reveal: Reveal, step: int) -> AnyScene | None:
        """The scene of a reveal, up to *step*; None: the game shows it as part of `play`."""
        return None

    def steps(self, reveal: Reveal) -> int:
        """The number of steps of a reveal."""
        return 1

    def end(self, screen: ScreenState) -> AnyScene:
        """The scene of the end of the game."""
        return self.play(screen)

    def history(self, screen: ScreenState) -> list[Scene]:
        """The reveals so far, each with index, title, text, right."""
        return []

    def has_past(self, screen: ScreenState) -> bool:
        """Whether the history holds anything."""
        return bool(screen.game["reveal"])

    def revealed(self, screen: ScreenState) -> Sequence[Reveal]:
        """The reveals that the history lists."""
        return screen.reveals

    def note(self, screen: ScreenState) -> str:
        """The text beside the game's name in the header."""
        return ""

    def said(self, screen: ScreenState) -> str:
        """The text for screen readers after a change."""
        return ""

    def way_on(self, screen: ScreenState) -> str:
        """The text of the button that ends a reveal."""
        return screen.text("stage.to_the_end" if screen.room["phase"] == "over" else "stage.go_on")

    def asked(self, screen: ScreenState) -> tuple[str, list[Button]]:
        """For the teacher's console only: the answer to the open question, and the buttons to judge it."""
        return "", []

    def curtains(self, screen: ScreenState) -> Mapping[int, str]:
        """The teams that may open their private screen on the teacher's device, each with a mark of its turn."""
        return {}

    def alone(self, screen: ScreenState) -> int | None:
        """The only human team, if it has no phone: its screen is shown on the teacher's device without a curtain."""
        return None

    def ground(self, screen: ScreenState) -> Scene:
        """Constant data such as a map's outlines, sent once: must return the same dict each time."""
        return NO_GROUND

    # shared by all boards

    def past(self, screen: ScreenState) -> Reveal | None:
        """The reveal of the history that is open on this screen."""
        found = self.revealed(screen) if screen.past is not None else ()
        return found[screen.past] if screen.past is not None and 0 <= screen.past < len(found) else None

    def teams(self, screen: ScreenState, **more: Any) -> list[Scene]:
        """The teams, with the one on turn marked."""
        actors = [] if screen.game["result"] else screen.game["actors"]
        return [
            {"seat": seat, "name": name, "active": seat in actors, **{k: v[seat] for k, v in more.items()}}
            for seat, name in enumerate(screen.game["players"])
        ]

    def no_move(self, screen: ScreenState, seat: int) -> str:
        """Why the team on turn need not act (a pause, or its bot plays); empty if it must."""
        if screen.paused:
            return screen.text("stage.paused")
        return screen.text("stage.bot_thinks") if screen.room["teams"][seat]["bot"] else ""

    def help(self, lang: str) -> Scene:
        """The rules from the game's ``help`` sentences, as sections of title and lines; house rules are marked.
        A line whose key names rules (``C5``, ``M4_M5``, ``C6b``) ends in their numbers, which refusals cite.
        """
        known, prefix = i18n.sentences(lang), f"{self.game}.help."
        parts: dict[str, Scene] = {}
        for key, sentence in known.items():
            if key.startswith(prefix):
                part, _, line = key.removeprefix(prefix).partition(".")
                entry = parts.setdefault(part, {"title": "", "lines": []})
                if line == "title":
                    entry["title"] = str(sentence)
                elif line:
                    rules = ", ".join(re.findall(r"[A-Z]\d+", line))
                    text = f"{sentence}\u00a0({rules})" if rules else str(sentence)
                    entry["lines"].append({"text": text, "house": line.startswith("D")})
        title = i18n.text(f"{self.game}.name", lang)
        return {"title": title, "parts": [parts[name] for name in sorted(parts)]}

    def ask_more(self, screen: ScreenState) -> Scene:
        """Extra data for a phone's prompt, such as a map."""
        return {}

    def believed_of(self, screen: ScreenState, reveal: Reveal) -> Reveal:
        """The reveal whose beliefs are shown with this one."""
        return reveal

    def all_steps(self, screen: ScreenState, reveal: Reveal) -> int:
        """The number of steps, with those at the end for the class's beliefs."""
        return self.steps(reveal) + len(vote.pages(screen, self.believed_of(screen, reveal)))

    # choosing the scene to show

    def now(self, screen: ScreenState) -> tuple[AnyScene, Reveal | None, int]:
        """The current scene, with its reveal (or None) and step."""
        reveal, step = self.shown_reveal(screen)
        last = self.steps(reveal) - 1 if reveal is not None else 0
        if reveal is not None and (scene := self.reveal(screen, reveal, min(step, last))) is not None:
            return {**scene, **self._beliefs(screen, reveal, step, not scene.get("questions"))}, reveal, step
        if screen.room["phase"] != "over":
            return self.play(screen), None, 0
        return {**self.end(screen), **vote.not_so_scene(screen)}, None, 0

    def _beliefs(self, screen: ScreenState, reveal: Reveal, step: int, alone: bool) -> StageFields:
        """The class's beliefs about a reveal. Pads would give away what is revealed one by one, so they wait for the
        last step, on phones for the one after it."""
        last, reveal = self.steps(reveal) - 1, self.believed_of(screen, reveal)
        page = max(0, step - last - 1) if screen.seat is None else 0  # phones show their own answer beside it
        beliefs = vote.beliefs_scene(screen, reveal, page, alone)
        if beliefs is None or (beliefs["kind"] == "pad" and step < last + (screen.seat is not None)):
            return {}
        return {"beliefs": beliefs, "believed": step > last}

    def shown_reveal(self, screen: ScreenState) -> tuple[Reveal | None, int]:
        """The open reveal of the history in full, or the room's reveal up to its step."""
        if past := self.past(screen):
            return past, self.steps(past) - 1
        if screen.showing:
            return screen.game["reveal"], int(screen.room["step"])
        return None, 0


def flag_of(iso: str) -> str:
    """The name of a country's flag file; ``v`` lets browsers cache it for ever."""
    return f"{data.attribute('iso2')[iso].lower()}.svg?v={data.EDITION}"


def picture(svg: str) -> str:
    """SVG as a data URL."""
    return "data:image/svg+xml," + quote(svg, safe="/:=,;()*!@ '")
