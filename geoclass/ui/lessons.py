"""Saved lessons on the first page and the stage: save, list, show, export."""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from geoclass import data, games, i18n
from geoclass.data.tables import plain
from geoclass.rooms import LESSONS, StoreError, lessons
from geoclass.rooms.lessons import BadLesson, Lesson, Lessons
from geoclass.ui import live
from geoclass.ui.kit.screen import Scene

FIRST = 3  # shown on the first page
LISTED = 8  # values of an option that are listed

Tell = Callable[[Mapping[str, Any]], None]


def shelf() -> Lessons:
    return Lessons(live.shelf(LESSONS))


def listed(lang: str) -> list[Scene]:
    """Every lesson of this server as an entry of the list."""
    try:
        found = shelf().all()
    except StoreError:  # the list of rooms reports it
        return []
    return [
        {"id": key, "name": one.name, "game": i18n.text(f"{one.game}.name", lang)}
        if isinstance(one, Lesson)
        else {"id": key, "name": key, "game": "", "problem": one.text(lang)}
        for key, one in found
    ]


def told(lesson: Lesson, lang: str) -> Scene:
    """The content of a lesson in words."""

    def text(key: str, **params: Any) -> str:
        return i18n.text(f"home.lesson.{key}", lang, **params)

    try:
        lesson.playable()
        problem = ""
    except BadLesson as bad:
        problem = bad.text(lang)
    names = [str(team["name"]) for team in lesson.teams if team["name"]]
    own = [column for file in data.take_carried(lesson.figures) for column in file.columns.values()]
    lines = [
        (text("game"), i18n.text(f"{lesson.game}.name", lang)),
        (text("teams"), text("so_many", n=len(lesson.teams)) + (f" ({', '.join(names)})" if names else "")),
        *((text("figures"), f"{column.label[lang]} · {column.origin(lang)}") for column in own),
        *(_option(lesson, name, value, lang) for name, value in lesson.options.items()),
        (text("language"), i18n.text("ui.language_name", lesson.lang)),
        *([(text("votes"), i18n.text("games.yes", lang))] if lesson.votes else []),
        *([(text("together"), i18n.text("games.yes", lang))] if lesson.switches.get("together") else []),
    ]
    return {
        "name": lesson.name,
        "lines": [list(line) for line in lines],
        "problem": problem,
        "link": "" if problem else lesson.packed(),
    }


def file_of(key: str) -> dict[str, Any]:
    """A lesson of the shelf as a file, also one that cannot be opened here."""
    try:
        name = shelf().get(key).name
    except BadLesson:
        name = key
    return _file(name, shelf().text(key))


def _file(name: str, text: str) -> dict[str, Any]:
    stem = re.sub(r"[^\w-]+", "-", plain(name)).strip("-") or "geoclass"
    content = b64encode(text.encode()).decode()
    return {"name": f"{stem}.geoclass.json", "kind": "application/json", "content": content, "open": False}


def keep(lesson: Lesson, lang: str, tell: Tell, on_shelf: bool) -> None:
    """Save a lesson on the shelf or as a file."""
    if on_shelf:
        shelf().keep(lesson)
        tell({"toast": i18n.text("home.lesson.kept", lang, name=lesson.name)})
    else:
        tell({"file": _file(lesson.name, lesson.text())})


def from_form(message: Mapping[str, Any], options: Mapping[str, Any], lang: str) -> Lesson:
    """The lesson that the form of a new game describes."""
    given, seed = message.get("teams"), message.get("seed")
    if not isinstance(given, list) or not all(isinstance(team, dict) for team in given):
        raise BadLesson("rooms.refused.bad_action")
    name, game, phones = str(message.get("name") or ""), str(message.get("game")), bool(message.get("phones"))
    switches = {"together": message.get("together") is True}
    return lessons.prepared(name, game, given, options, lang, seed=seed, phones=phones, switches=switches)


def _option(lesson: Lesson, name: str, value: Any, lang: str) -> tuple[str, str]:
    """An option's label and value in words; an invalid value is shown as it is, and `told` reports it."""
    declared = games.game_type(lesson.game).options
    with data.using(data.Edition(tuple(data.take_carried(lesson.figures)))):
        if name not in declared or not declared[name].allows(value):
            return name, str(value)
        cut = type(value) is list and len(value) > LISTED
        said = declared[name].says(value[:LISTED] if cut else value, lang)
    return declared.label(name, lang), f"{said} …" if cut else said
