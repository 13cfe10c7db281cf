"""What every board does: say what is to be seen now, in words already, and keep its figures up to date."""
# ruff: noqa: ARG002 (what a board may override gets what a board may need)

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, TypeVar
from weakref import WeakKeyDictionary

import panel as pn

from geoclass import data, games, i18n
from geoclass.rooms import Room
from geoclass.ui.kit.surface import flag_of

Scene = dict[str, Any]
T = TypeVar("T")
NO_GROUND: Scene = {}


@dataclass
class Shown:
    """How a screen shows its room: what it may know and do, in which language and light."""

    room: Room
    token: str
    lang: str
    dark: bool = False
    past: int | None = None  # the reveal of the history that this screen has open

    def __post_init__(self) -> None:
        self.refresh()

    def refresh(self) -> None:
        self.view = self.room.view(self.token)

    @property
    def game(self) -> Mapping[str, Any]:
        game: Mapping[str, Any] = self.view["game"]
        return game

    @property
    def teacher(self) -> bool:
        return bool(self.view["role"] == "teacher")

    @property
    def paused(self) -> bool:
        return bool(self.view["room"]["paused"])

    def legal(self, seat: int) -> list[dict[str, Any]]:
        """What this screen may play for a team: only the teacher's plays."""
        return list(self.view["teacher"]["legal"].get(str(seat), [])) if self.teacher and not self.paused else []

    def text(self, key: str, **params: Any) -> str:
        return i18n.text(key, self.lang, **params)

    def team(self, seat: int) -> str:
        return str(self.game["players"][seat])

    def country(self, iso: str) -> Scene:
        return {"iso": iso, "flag": flag_of(iso), "name": data.Country(iso).words(self.lang)}


class Board:
    """A game on the stage. Subclasses give the scenes; `figures` are the places of Bokeh figures in them."""

    figure_count: ClassVar[int] = 0  # how many Bokeh figures its scenes have places for
    scripts: ClassVar[tuple[str, ...]] = ()  # the .js (and .css) files beside the boards that draw the scenes

    def __init__(self, game: str) -> None:
        self.game = game
        # empty at first: what a figure shows is made when it is first needed
        self.figures = [pn.Column(sizing_mode="stretch_both", margin=0) for _ in range(self.figure_count)]

    # the board's part

    def play(self, shown: Shown) -> Scene:
        """The game going on."""
        raise NotImplementedError

    def reveal(self, shown: Shown, reveal: Mapping[str, Any], step: int) -> Scene | None:
        """What has just been turned over, shown up to *step*; None: the game shows it in its own screen."""
        return None

    def steps(self, reveal: Mapping[str, Any]) -> int:
        """How many steps a reveal is shown in."""
        return 1

    def over(self, shown: Shown) -> Scene:
        """The end of the game."""
        return self.play(shown)

    def history(self, shown: Shown) -> list[Scene]:
        """The reveals so far: index, title, text, right."""
        return []

    def has_past(self, shown: Shown) -> bool:
        """Whether the history holds anything."""
        return latest_game(shown.room).turned > 0

    def revealed(self, shown: Shown) -> Sequence[Mapping[str, Any]]:
        """The reveals that the history lists."""
        return reveals(shown.room)

    def past(self, shown: Shown, index: int) -> Mapping[str, Any] | None:
        """A reveal of the history."""
        found = self.revealed(shown)
        return found[index] if 0 <= index < len(found) else None

    def note(self, shown: Shown) -> str:
        """What stands beside the game's name in the header."""
        return ""

    def said(self, shown: Shown) -> str:
        """What a screen reader says when something has changed."""
        return ""

    def way_on(self, shown: Shown) -> str:
        """What the button says that ends a reveal."""
        return shown.text("stage.to_the_end" if shown.game["result"] else "stage.go_on")

    def touched(self, shown: Shown, message: Mapping[str, Any]) -> None:
        """What the board's own script sent as ``{"do": "board", …}``: for what is no move, such as zooming."""

    def curtains(self, shown: Shown) -> Mapping[int, str]:
        """The teams that may look at their private screen on the teacher's device, each with what its turn changes."""
        return {}

    def behind(self, shown: Shown, seat: int, seen: Mapping[str, Any]) -> Scene:
        """What a team sees behind the curtain, from its own view and moves."""
        return {}

    def ground(self, shown: Shown) -> Scene:
        """What stays all game long, such as a map's outlines: the very same dict each time, as it is sent once."""
        return NO_GROUND

    def recolour(self, shown: Shown) -> None:
        """Day or night, or another language: the figures follow."""

    # what boards share

    def put(self, index: int, plot: Any) -> None:
        """A Bokeh figure into one of the places, if it is not there yet."""
        place = self.figures[index]
        if not place.objects or place.objects[0].object is not plot:
            place.objects = [pn.pane.Bokeh(plot, sizing_mode="stretch_both", margin=0)]

    def teams(self, shown: Shown, **more: Any) -> list[Scene]:
        """The teams with their letter's shape; whose turn it is."""
        actors = [] if shown.game["result"] else shown.game["actors"]
        return [
            {"seat": seat, "name": name, "active": seat in actors, **{k: v[seat] for k, v in more.items()}}
            for seat, name in enumerate(shown.game["players"])
        ]

    def help(self, lang: str) -> Scene:
        """The rules in our own words: ``help_<game>.toml`` holds parts, each with a title and lines; D rules marked."""
        known, prefix = i18n.sentences(lang), f"help_{self.game}."
        parts: dict[str, Scene] = {}
        for key, sentence in known.items():
            if key.startswith(prefix):
                part, _, line = key.removeprefix(prefix).partition(".")
                entry = parts.setdefault(part, {"title": "", "lines": []})
                if line == "title":
                    entry["title"] = str(sentence)
                elif line:
                    entry["lines"].append({"text": str(sentence), "house": line.startswith("D")})
        title = i18n.text(f"{self.game}.name", lang)
        return {"title": title, "parts": [parts[name] for name in sorted(parts)]}


def once_a_version(work: Callable[[Room], T]) -> Callable[[Room], T]:
    """What is read from a room's log is worked out once for each version, however often and on how many screens."""
    kept: WeakKeyDictionary[Room, tuple[int, T]] = WeakKeyDictionary()

    @wraps(work)
    def working(room: Room) -> T:
        version = room.version
        if room not in kept or kept[room][0] != version:
            kept[room] = version, work(room)
        return kept[room][1]

    return working


@once_a_version
def latest_log(room: Room) -> games.Log:
    """The log of the game going on; to be read only."""
    return room.log()


_replayed: WeakKeyDictionary[Room, games.Game] = WeakKeyDictionary()


@once_a_version
def latest_game(room: Room) -> games.Game:
    """The game as its log gives it: for what the view does not hold (history, the end of the game); to be read only.

    The same object for as long as moves are only added, so that a move does not cost the replay of all before it.
    """
    log, game = latest_log(room), _replayed.get(room)
    before = game.log if game else None
    if game is None or before is None or not _goes_on(before, log):
        _replayed[room] = game = games.replay(log)
    else:
        for move in log["moves"][len(before["moves"]) :]:
            game.play(move)
    return game


@once_a_version
def reveals(room: Room) -> list[games.Reveal]:
    """Every reveal of the game going on; to be read only."""
    return latest_game(room).reveals


def _goes_on(before: games.Log, log: games.Log) -> bool:
    """Whether *log* is *before* and perhaps more moves."""
    return bool(before["setup"] == log["setup"] and before["moves"] == log["moves"][: len(before["moves"])])
