"""The end of a race: all tours on one map, what each team flew, and the best that the network allows."""

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from geoclass import data
from geoclass.games import course_reveal
from geoclass.games.course_reveal import CONTINENTS, Way
from geoclass.ui.boards.base import Scene, Shown, latest_game

if TYPE_CHECKING:
    from geoclass.ui.boards.course import CourseBoard


def result(board: "CourseBoard", shown: Shown) -> Scene:
    game = shown.game
    winners = (game["result"] or {}).get("winners", [])
    reveal = game["reveal"] if game["result"] else _so_far(game)
    if winners:
        title = shown.text("stage_course.end.title", teams=[shown.team(s) for s in winners], n=len(winners))
    else:
        title = shown.text("stage_course.end.stopped")
    how = latest_game(shown.room).ending
    return {
        "kind": "course.over",
        **board.world(shown, game["tours"]),
        "title": title,
        "winners": winners,
        "detail": shown.text(f"stage_course.end.how.{how}", n=game["round"]) if how else "",
        "columns": [
            shown.text(f"stage_course.end.{name}")
            for name in ("team", "km", "share", "legs", "visas", "landed", "over")
        ],
        "teams": [team | _row(shown, tour) for team, tour in zip(board.stamped(shown), reveal["tours"], strict=True)],
        "best_title": shown.text("stage_course.end.best"),
        "best_hint": shown.text("stage_course.end.best_hint"),
        "best": [_best(shown, start, found) for start, found in reveal["shortest"].items()],
        "ask": shown.text("stage.ask"),
        "questions": [latest_game(shown.room).ask(question, shown.lang) for question in reveal["questions"]],
        "file": f"geoclass-{shown.room.code}",
    }


def _row(shown: Shown, tour: Mapping[str, Any]) -> Scene:
    return {
        "km": shown.text("stage_course.km", km=tour["km"]),
        "share": shown.text("stage_course.end.times", times=round(tour["share"], 1)),
        "legs": tour["legs"],
        "had": f"{len(tour['visas'])}/{len(CONTINENTS)}",
        "landed": len(tour["landed"]),
        "landed_said": _names(shown, tour["landed"]),
        "over": len(tour["over"]),
        "over_said": _names(shown, tour["over"]),
    }


def _names(shown: Shown, codes: list[str]) -> str:
    return ", ".join(data.Country(iso).words(shown.lang) for iso in codes)


def _best(shown: Shown, start: str, found: Mapping[str, Any] | None) -> Scene:
    """The shortest tour from a start: its kilometres and its way, drawn when asked for."""
    city = data.cities_by_id()[start]
    title = shown.text("stage_course.end.from", city=city)
    if not found:
        return {"start": start, "title": title, "text": shown.text("stage_course.end.no_tour"), "way": "", "cities": []}
    short, few = found["fewest_km"], found["fewest_legs"]
    text = shown.text("stage_course.end.shortest", km=short["km"], n=short["legs"])
    if few["legs"] < short["legs"]:
        text += " " + shown.text("stage_course.end.fewest", km=few["km"], n=few["legs"])
    return {
        "start": start,
        "title": title,
        "text": text,
        "way": Way(tuple(short["cities"])).words(shown.lang),
        "cities": short["cities"],
    }


def _so_far(game: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same table for a race that was ended before anybody was home."""
    tours = tuple(
        course_reveal.Tour(seat, tuple(tour), tuple(_cards(tour)), tuple(game["visas"][seat]))
        for seat, tour in enumerate(game["tours"])
    )
    return course_reveal.at_the_end(network_of(game["options"]), tours, [0], None)


def network_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """The routes played with."""
    network = options["network"]
    return data.network(network) if isinstance(network, str) else tuple(sorted(network))


def _cards(tour: list[str]) -> list[str]:
    return ["--".join(sorted(pair)) for pair in pairwise(tour)]
