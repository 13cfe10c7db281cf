"""Reads what it can of a room from its rows, without opening it or replaying its games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from geoclass import games
from geoclass.rooms.refused import Refused
from geoclass.rooms.state import KINDS, cut_log
from geoclass.rooms.store import Row


@dataclass
class SalvagedRoom:
    """What the rows of a room say, up to the first damaged one."""

    game: str = ""
    group: str = ""  # the class it is for
    label: str = ""  # its title
    teams: list[str] = field(default_factory=list)
    logs: list[games.Log] = field(default_factory=list)
    ended: bool = False
    held: bool = False  # a vote is open and holds a move
    problem: games.Refusal | None = None  # why the room cannot be opened here; replaying its games may find more

    def take(self, kind: str, body: dict[str, Any]) -> None:
        match kind:
            case "open":
                self.game = str(body["settings"]["game"])
                self.group, self.label = (str(body["settings"].get(name, "")) for name in ("class", "title"))
                self.teams = [str(team["name"]) for team in body["teams"]]
            case "start" | "again":
                self.logs.append({"setup": body["setup"], "moves": [], "bots": []})
                self.teams, self.ended = [str(name) for name in body["setup"]["players"]], False
            case "add_team":
                self.teams.append(str(body["name"]))
            case "join" if body.get("team") is not None:
                self.teams.append(str(body["team"]))
            case "move":
                if body.get("bot", body["tap"] is None):
                    self.logs[-1]["bots"].append(len(self.logs[-1]["moves"]))
                self.logs[-1]["moves"].append(body["move"])
            case "vote_close" if body["move"] is not None:
                self.take("move", {"move": body["move"], "tap": None, "bot": body["bot"]})
                self.held = False
            case "vote":
                self.held = True
            case "undo" if self.held:
                self.held = False
            case "undo" if not self.ended:
                self.logs[-1] = cut_log(self.logs[-1], body.get("to"))
            case "undo" | "end":
                self.ended = self.logs[-1]["closed"] = kind == "end"
            case "rename":
                self.teams[body["seat"]] = str(body["name"])
                if self.logs:
                    self.logs[-1]["setup"]["players"][body["seat"]] = body["name"]


def salvaged(rows: Iterable[Row]) -> SalvagedRoom:
    """Read *rows*: skip unknown kinds, stop at a damaged one."""
    found = SalvagedRoom()
    for row in rows:
        try:
            body = row.body
            found.problem = found.problem or _problem(row.kind, body)
            found.take(row.kind, body)
        except (ValueError, TypeError, LookupError, AttributeError):  # what a damaged body can raise
            found.problem = found.problem or Refused("rooms.unreadable.damaged", n=row.n)
            break
    for log in found.logs:
        for name in ("bots", "closed"):
            if not log.get(name, True):
                del log[name]
    return found


class Occasion(NamedTuple):
    """When a game was begun, for which class and under which title: for the teacher's files, not in the log."""

    begun: str
    group: str = ""
    label: str = ""


def occasions(rows: Sequence[Row]) -> list[Occasion]:
    """The occasions of the games in *rows*."""
    found = salvaged(rows)
    return [Occasion(row.at, found.group, found.label) for row in rows if row.kind in ("start", "again")]


def _problem(kind: str, body: dict[str, Any]) -> games.Refusal | None:
    """Why a row cannot be applied here, as far as can be seen without replaying the game."""
    try:
        if kind == "open":
            games.game_type(body["settings"]["game"])
        elif kind in ("start", "again"):
            games.game_type(body["setup"]["game"]).check(body["setup"])
        elif kind != "move" and kind not in KINDS:
            return Refused("rooms.unreadable.newer", kind=str(kind))
    except games.Refusal as why:
        return why
    return None
