"""The end of a race: all tours on one map, each team's flights, and the best possible tour."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from geoclass import data
from geoclass.games.course import tables as course_tables
from geoclass.games.course.reveal import Way
from geoclass.ui.kit.screen import Reveal, Scene, ScreenState

if TYPE_CHECKING:
    from geoclass.games.course.board import Board

COLUMNS = ("team", "km", "share", "legs", "visas", "landed", "over")


class World(TypedDict):
    """The parts common to all maps of the race."""

    tours: list[list[str]]
    text: dict[str, str]
    map_said: str


class Over(World):
    kind: Literal["course.over"]
    title: str
    winners: list[int]
    detail: str
    columns: dict[str, str]
    teams: list[Scene]  # see `Board.stamped`, with km, share, legs, landed, landed_said, over, over_said, hand
    hand_title: str
    hand_hint: str
    own: list[str] | None  # on a phone: the team's own tour, in sentences
    best_title: str
    best_hint: str
    best: list[Scene]  # start, title, text, way, cities
    ask: str
    questions: list[str]
    file: str


def end_scene(board: "Board", screen: ScreenState) -> Over:
    game = screen.game
    ahead, reveal = first(screen), game["reveal"]
    rows = [team | _row(screen, tour) for team, tour in zip(board.stamped(screen), reveal["tours"], strict=True)]
    hands = reveal.get("hands") or [None] * len(rows)
    return {
        "kind": "course.over",
        **board.world(screen, game["tours"]),
        "title": title(screen),
        "winners": ahead,
        "detail": screen.own(f"end.how.{screen.ending}", n=game["round"]),
        "columns": {name: screen.own(f"end.{name}") for name in COLUMNS},
        "teams": sorted(
            [row | {"hand": hand} for row, hand in zip(rows, hands, strict=True)],
            key=lambda r: (r["seat"] not in ahead, -len(game["visas"][r["seat"]])),
        ),
        "hand_title": screen.own("end.hand"),
        "hand_hint": screen.own("end.hand_hint"),
        "own": None if screen.seat is None else _own(screen, reveal, screen.seat),
        "best_title": screen.own("end.best"),
        "best_hint": screen.own("end.best_hint"),
        "best": [_best(screen, start, found) for start, found in reveal["shortest"].items()],
        "ask": screen.text("stage.ask"),
        "questions": [screen.ask(question) for question in reveal["questions"]],
        "file": screen.file(),
    }


def first(screen: ScreenState) -> list[int]:
    """The winners, or the leaders of a race closed early."""
    result = screen.game["result"] or {"winners": screen.standing["leaders"]}
    return list(result["winners"])


def title(screen: ScreenState) -> str:
    ahead = first(screen)
    if not ahead:
        return screen.own("end.stopped")
    won = "leads" if screen.closed else "title"
    return screen.own(f"end.{won}", teams=[screen.team(seat) for seat in ahead], n=len(ahead))


def _row(screen: ScreenState, tour: Mapping[str, Any]) -> Scene:
    return {
        "km": screen.own("km", km=tour["km"]),
        "share": screen.own("end.times", times=round(tour["share"], 1)),
        "legs": tour["legs"],
        "landed": len(tour["landed"]),
        "landed_said": _names(screen, tour["landed"]),
        "over": len(tour["over"]),
        "over_said": _names(screen, tour["over"]),
    }


def _own(screen: ScreenState, reveal: Reveal, seat: int) -> list[str]:
    """A team's own tour in sentences, for its phone."""
    tour = reveal["tours"][seat]
    if not tour["legs"]:
        return []
    best = reveal["shortest"][tour["start"]]
    lines = [
        screen.own("end.own.tour", n=tour["legs"], km=tour["km"]),
        screen.own("end.own.around", n=round(tour["share"], 1)),
    ]
    return [*lines, screen.own("end.own.best", km=best["fewest_km"]["km"])] if best else lines


def _names(screen: ScreenState, codes: list[str]) -> str:
    return ", ".join(data.Country(iso).words(screen.lang) for iso in codes)


def _best(screen: ScreenState, start: str, found: Mapping[str, Any] | None) -> Scene:
    """The shortest tour from a start: kilometres and cities, drawn on demand."""
    city = data.cities_by_id()[start]
    title = screen.own("end.from", city=city)
    if not found:
        return {"start": start, "title": title, "text": screen.own("end.no_tour"), "way": "", "cities": []}
    short, few = found["fewest_km"], found["fewest_legs"]
    text = screen.own("end.shortest", km=short["km"], n=short["legs"])
    if few["legs"] < short["legs"]:
        text += " " + screen.own("end.fewest", km=few["km"], n=few["legs"])
    return {
        "start": start,
        "title": title,
        "text": text,
        "way": Way(tuple(short["cities"])).words(screen.lang),
        "cities": short["cities"],
    }


def network_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The routes in play."""
    return course_tables.routes_of(options["network"])
