"""The end of a game of Couleurs du monde: points and their sources, best chains, map."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from geoclass import data
from geoclass.games.couleurs.pages import covered
from geoclass.games.couleurs.tables import board
from geoclass.ui.kit.screen import Scene, ScreenState

PARTS = ("chains", "regions", "out", "fines", "left")
FINEST = 3


class Over(TypedDict):
    kind: Literal["couleurs.over"]
    title: str
    winners: list[int]  # or the leaders of a game closed early
    how: str
    head: list[str]
    team: str
    table: list[Scene]  # seat, name, total, won, parts
    finest_title: str
    finest: list[Scene]  # seat, name, points, cards, text
    found: Scene | None  # share, text, note
    not_found: str
    map_title: str
    covered: dict[str, int]
    file: str


def end_scene(screen: ScreenState) -> Over:
    game, turns, closed = screen.game, screen.reveals, screen.closed
    winners = screen.standing["leaders"] if closed else game["result"]["winners"]
    names = [screen.team(s) for s in winners]
    level = closed and len(names) == len(game["players"])
    title = "level" if level else "leads" if closed else "title"
    found = screen.summary.count
    return {
        "kind": "couleurs.over",
        "title": screen.own(f"end.{title}", teams=names, n=len(names)),
        "winners": [] if level else winners,
        "how": screen.own(f"end.how_{screen.ending}"),
        "head": [screen.own(f"end.{part}") for part in (*PARTS, "total")],
        "team": screen.own("end.team"),
        "table": _table(screen, turns, [] if closed else winners),
        "finest_title": screen.own("end.finest"),
        "finest": [_fine(screen, turn) for turn in _finest(turns)],
        "found": {
            "share": found.value / 100,
            "text": screen.own("end.found", n=found.said(screen.lang)),
            "note": screen.own("end.found_note"),
        }
        if found
        else None,
        "not_found": screen.text("review.only_bots") if screen.summary.only_bots else "",
        "map_title": screen.own("end.map", n=len(game["covered"]), all=len(board(game["options"]).nations)),
        "covered": covered(turns),
        "file": screen.file(),
    }


def _table(screen: ScreenState, turns: Sequence[Mapping[str, Any]], winners: Sequence[int]) -> list[Scene]:
    """The teams by points, each with the sources of its points."""
    scores = screen.game["scores"]
    rows = []
    for seat in sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat)):
        parts = _parts(turns, seat)
        row = {"seat": seat, "name": screen.team(seat), "total": scores[seat], "won": seat in winners}
        rows.append(row | {"parts": [parts[part] for part in PARTS]})
    return rows


def _parts(turns: Sequence[Mapping[str, Any]], seat: int) -> dict[str, int]:
    """A team's points by source."""
    own = [turn for turn in turns if turn["seat"] == seat]
    ends = [event for event in (turns[-1]["end"] or [] if turns else []) if event.get("seat") == seat]
    return {
        "chains": sum(turn["points"] for turn in own),
        "regions": sum(region["points"] for turn in own for region in turn["regions"]),
        "fines": -sum(turn["fine"] for turn in own),
        "out": sum(event["points"] for event in ends if event["event"] == "out"),
        "left": sum(event["points"] for event in ends if event["event"] == "left"),
    }


def _finest(turns: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted((turn for turn in turns if turn["chain"]), key=lambda turn: -turn["points"])[:FINEST]


def _fine(screen: ScreenState, turn: Mapping[str, Any]) -> Scene:
    return {
        "seat": turn["seat"],
        "name": screen.team(turn["seat"]),
        "points": turn["points"],
        "cards": [screen.country(step["card"]) for step in turn["chain"]],
        "text": ", ".join(data.Country(step["card"]).words(screen.lang) for step in turn["chain"]),
    }
