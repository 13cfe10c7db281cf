"""The states of Globalissimo for screenshots."""

from collections.abc import Iterator
from typing import Any

from geoclass import bots
from geoclass.rooms import Hall, Room
from tests.ui.screenshots import phone

TEAMS = {"fr": ["Bleus", "Oranges", "Verts", "Roses"], "en": ["Blues", "Oranges", "Greens", "Pinks"]}
LEVELS = ("geographer", "pupil", "keen", "pupil")
SEED = 7
STAGE = "fr en dark"  # without the stage on a small device
ROUND = 4  # the first round pictured: by then the figures have spread out


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    room, token = begun(hall, lang, {})
    play(room, token, lambda view: view["game"]["round"] == ROUND and len(view["game"]["tiles"]) == 2)
    yield "play", address(room, token, lang), None
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2", STAGE
    yield "phone-estimate", phone(room, token, acting(room, token), lang), "button.open-card"
    for step, name in enumerate(("ranking", "lesson", "moves")):
        play(room, token, showing)
        room.control(token, "next", step=step)
        yield name, address(room, token, lang), None, "fr en dark phone" if name == "lesson" else STAGE
    for colour, name in (("orange", "capital"), ("violet", "map")):
        play(room, token, lambda view, colour=colour: asked(view) == colour)
        yield name, address(room, token, lang), ".zoomable .world" if colour == "violet" else None, STAGE
        yield f"phone-{name}", phone(room, token, acting(room, token), lang), None
    for name in ("solved", "unsolved"):
        play(room, token, lambda view, name=name: showing(view) and view["game"]["reveal"][name])
        yield name, address(room, token, lang), None, STAGE
    play(room, token, lambda view: view["room"]["phase"] == "over")
    yield "end", address(room, token, lang), None
    room, token = begun(hall, lang, {"judge": "teacher"})
    play(room, token, lambda view: asked(view) == "orange")
    yield "judged", address(room, token, lang), None, STAGE
    yield "console", f"/console?room={room.code}&token={token}&lang={lang}", None, "fr en"
    room, token = begun(hall, lang, {"flags_only": True})
    play(room, token, lambda view: len(view["game"]["tiles"]) == 2)
    yield "flags", address(room, token, lang), None, STAGE
    yield "phone-flags", phone(room, token, acting(room, token), lang), None


def begun(hall: Hall, lang: str, options: dict[str, object]) -> tuple[Room, str]:
    room, token = hall.open("globalissimo", TEAMS[lang], lang, options)
    room.control(token, "start", seed=SEED)
    return room, token


def address(room: Room, token: str, lang: str) -> str:
    return f"/globalissimo?room={room.code}&token={token}&lang={lang}"


def acting(room: Room, token: str) -> int:
    return int(room.view(token)["game"]["actors"][0])


def showing(view: dict[str, Any]) -> bool:
    return bool(view["room"]["showing"])


def asked(view: dict[str, Any]) -> str | None:
    """The colour of the barrier question on the stage."""
    question = view["game"]["question"]
    return question["colour"] if question and not showing(view) else None


def play(room: Room, token: str, until: Any) -> None:
    """Four different bots play, and the teacher continues after each reveal."""
    players = [bots.make("globalissimo", level, SEED) for level in LEVELS]
    while not until(view := room.view(token)):
        if showing(view):
            room.control(token, "next")
            continue
        seat = view["game"]["actors"][0]
        move = players[seat].choose({**view["game"], "seat": seat}, view["teacher"]["legal"][str(seat)])
        room.submit(token, {**move, "seat": seat}, f"{room.version}")
