"""The states of La course that have a picture."""

from collections.abc import Iterator

from geoclass import bots
from geoclass.rooms import Hall, Room

TEAMS = {
    "fr": ["Bleus", "Oranges", "Verts", "Roses", "Ciels", "Ardoises"],
    "en": ["Blues", "Oranges", "Greens", "Pinks", "Skies", "Slates"],
}
SEED = 11


def states(hall: Hall, lang: str) -> Iterator[tuple[str, str, str | None]]:
    room, token = begun(hall, lang, 4, {})
    yield "start", address(room, token, lang), None
    yield "curtain", address(room, token, lang), ".course-hand .go .button"
    play(room, token, 26)
    yield "play", address(room, token, lang), None
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2"
    room, token = begun(hall, lang, 4, {"open_hands": True})
    play(room, token, 26)
    while not any(move["move"] == "fly" for move in next(iter(room.view(token)["teacher"]["legal"].values()))):
        play(room, token, 1)
    yield "open-hands", address(room, token, lang), ".ticket:not(.faint)"
    yield "stay", address(room, token, lang), ".course-hand .segments button >> nth=1"
    yield "flight", address(room, token, lang), ".flight.small"
    room, token = begun(hall, lang, 2, {"open_hands": True})
    play(room, token, 12)
    yield "two-teams", address(room, token, lang), None
    room, token = begun(hall, lang, 6, {})
    play(room, token, 40)
    yield "six-teams", address(room, token, lang), None
    room, token = begun(hall, lang, 4, {"network": "short"})
    play(room, token, 1000)
    yield "end", address(room, token, lang), None
    yield "shortest", address(room, token, lang), ".best-tour"
    room, token = begun(hall, lang, 6, {"max_rounds": 9})
    play(room, token, 1000)
    yield "end-six", address(room, token, lang), ".course-over tbody button"


def begun(hall: Hall, lang: str, teams: int, options: dict[str, object]) -> tuple[Room, str]:
    room, token = hall.open("course", TEAMS[lang][:teams], lang, options)
    room.control(token, "start", seed=SEED)
    return room, token


def address(room: Room, token: str, lang: str) -> str:
    return f"/course?room={room.code}&token={token}&lang={lang}"


def play(room: Room, token: str, moves: int) -> None:
    """Bots that know their way play so many moves, or to the end."""
    for n in range(moves):
        view = room.view(token)
        if view["room"]["phase"] == "over":
            return
        seat = view["game"]["actors"][0]
        seen = room.peek(token, seat)
        move = bots.make("course", "geographer", n).choose(seen["game"], seen["legal"])
        room.submit(token, {**move, "seat": seat}, f"{room.version}")
