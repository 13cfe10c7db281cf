"""The states of Spywhere that are pictured: public ones only, and what the end shows."""

from collections.abc import Iterator

from geoclass import bots
from geoclass.rooms import Hall, Room

TEAMS = {
    "fr": ["Bleus", "Oranges", "Verts", "Roses", "Ciels"],
    "en": ["Blues", "Oranges", "Greens", "Pinks", "Skies"],
}


def states(hall: Hall, lang: str) -> Iterator[tuple[str, str, str | None]]:
    for name, click in (("play", None), ("curtain", ".passing .button"), ("exchanges", ".tries .tool")):
        yield name, _address(*_played(hall, lang, 90), lang), click
    for name, step in (("passports", 3), ("points", 7), ("tell", 8), ("countries", 9), ("map", 10), ("end", None)):
        room, token = _played(hall, lang, 10_000)
        room.control(token, "next", step=step)
        yield name, _address(room, token, lang), None


def _played(hall: Hall, lang: str, moves: int) -> tuple[Room, str]:
    """A game so many moves old, or over, always the same."""
    room, token = hall.open("spywhere", TEAMS[lang], lang)
    room.control(token, "start", seed=12)
    bot = bots.make("spywhere", "keen", 1)
    for n in range(moves):
        if room.view(token)["room"]["phase"] == "over":
            break
        seen = room.peek(token, room.view(token)["game"]["actors"][0])
        room.submit(token, bot.choose(seen["game"], seen["legal"]), str(n))
    return room, token


def _address(room: Room, token: str, lang: str) -> str:
    return f"/spywhere?room={room.code}&token={token}&lang={lang}"
