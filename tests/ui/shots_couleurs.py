"""The states of Couleurs du monde for screenshots."""

from collections.abc import Iterator

from geoclass import bots
from geoclass.rooms import Hall, Room
from tests.ui.screenshots import phone

TEAMS = {"fr": ["Bleus", "Oranges", "Verts", "Roses"], "en": ["Blues", "Oranges", "Greens", "Pinks"]}
SEED = 5
CORNER = {
    "board": ["south-america", "north-central-america", "oceania"],
    "centre": ["AUS", "COL", "PAN"],
    "hand": 3,
}


STAGE = "fr en dark"  # without the stage on a small device
FIRST = ".hand-card.can"


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    room, token = begun(hall, lang, {}, 48, "keen")
    seat = acting(room, token)
    yield "play", address(room, token, lang)
    yield "chain", address(room, token, lang), (FIRST, FIRST), STAGE
    yield "europe", address(room, token, lang), ".region >> nth=3"
    yield "pass", address(room, token, lang), ".pass", STAGE
    yield "list", address(room, token, lang), ".listed", STAGE
    yield "close", address(room, token, lang), ".last-turn .look"
    yield "waits", address(room, token, lang), ".score >> nth=2", STAGE
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2", STAGE
    yield "phone-play", phone(room, token, seat, lang)
    yield "phone-chain", phone(room, token, seat, lang), (FIRST, FIRST)
    yield "phone-pass", phone(room, token, seat, lang), ".dock .pass"
    yield "phone-waits", phone(room, token, (seat + 1) % 4, lang)
    yield "phone-hands", phone(room, token, (seat + 1) % 4, lang), ".standing .score >> nth=0"
    room, token = begun(hall, lang, {}, 23, "random")
    yield "better", address(room, token, lang), ".last-turn .better", STAGE
    room, token = begun(hall, lang, CORNER, 18, "random", seed=0)
    yield "corner", address(room, token, lang), (".last-turn .look", ".segments button >> nth=1"), STAGE
    room, token = begun(hall, lang, {"board": ["africa", "europe"]}, 500, "pupil")
    yield "end", address(room, token, lang)
    yield "phone-end", phone(room, token, 0, lang)


def acting(room: Room, token: str) -> int:
    return int(room.view(token)["game"]["actors"][0])


def begun(
    hall: Hall, lang: str, options: dict[str, object], turns: int, level: str, seed: int = SEED
) -> tuple[Room, str]:
    """A room in which bots have played *turns* turns, or to the end."""
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
