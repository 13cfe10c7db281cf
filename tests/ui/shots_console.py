"""The states of the teacher's console for screenshots."""

from collections.abc import Iterator

from geoclass.rooms import Hall, Room
from tests.ui.shots_countries import TEAMS, begun, lay_badly, play


def states(hall: Hall, lang: str) -> Iterator[tuple[str, ...]]:
    room, token = hall.open("countries", TEAMS[lang], lang)
    for seat in (0, 0, 1, 2):
        room.join(seat)
    yield "lobby", address(room, token, lang)
    room, token = begun(hall, lang, {"first": 1})
    for seat in (0, 0, 1, 2):
        room.join(seat)
    room.control(token, "bot", seat=3, level="keen")
    room.join()
    yield "play", address(room, token, lang)
    yield "remove", address(room, token, lang), ".device"
    yield "end", address(room, token, lang), ".now .button:nth-child(2)"
    room, token = begun(hall, lang, {"first": 1})
    lay_badly(room, token, 5)
    yield "reveal", address(room, token, lang)
    room, token = begun(hall, lang, {"hand": 4})
    play(room, token, until="over")
    yield "over", address(room, token, lang)


def address(room: Room, token: str, lang: str) -> str:
    return f"/console?room={room.code}&token={token}&lang={lang}"
