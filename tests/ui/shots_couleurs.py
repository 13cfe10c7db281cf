"""The states of Couleurs du monde that have a picture."""

from collections.abc import Iterator

from geoclass import bots
from geoclass.rooms import Hall, Room

TEAMS = {"fr": ["Bleus", "Oranges", "Verts", "Roses"], "en": ["Blues", "Oranges", "Greens", "Pinks"]}
SEED = 5
CORNER = {"board": ["south-america", "north-central-america", "oceania"], "hand": 3}


def states(hall: Hall, lang: str) -> Iterator[tuple[str, str, str | None]]:
    room, token = begun(hall, lang, {}, 48, "keen")
    yield "play", address(room, token, lang), None
    yield "europe", address(room, token, lang), ".region >> nth=3"
    yield "close", address(room, token, lang), ".passing .button"
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2"
    room, token = begun(hall, lang, CORNER, 18, "random", seed=0)
    yield "corner", address(room, token, lang), ".passing .button"
    room, token = begun(hall, lang, {"board": ["africa", "europe"]}, 500, "pupil")
    yield "end", address(room, token, lang), None


def begun(
    hall: Hall, lang: str, options: dict[str, object], turns: int, level: str, seed: int = SEED
) -> tuple[Room, str]:
    """A room in which bots have played so many turns, or to the end."""
    room, token = hall.open("couleurs", TEAMS[lang], lang, options)
    room.control(token, "start", seed=seed)
    for turn in range(turns):
        view = room.view(token)
        if view["room"]["phase"] == "over":
            break
        seat = view["game"]["actors"][0]
        bot = bots.make("couleurs", level if seat else "pupil", turn)
        move = bot.choose({**view["game"], "seat": seat}, view["teacher"]["legal"][str(seat)])
        room.submit(token, {**move, "seat": seat}, f"turn{turn}")
    return room, token


def address(room: Room, token: str, lang: str) -> str:
    return f"/couleurs?room={room.code}&token={token}&lang={lang}"
