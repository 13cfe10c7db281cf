"""The states of Spywhere for screenshots."""

from collections.abc import Callable, Iterator
from typing import Any

from geoclass import bots
from geoclass.rooms import Hall, Room
from tests.ui.screenshots import phone

TEAMS = {
    "fr": ["Bleus", "Oranges", "Verts", "Roses", "Azurs", "Gris"],
    "en": ["Blues", "Oranges", "Greens", "Pinks", "Sky Blues", "Greys"],
}
LEVELS = ("geographer", "pupil", "geographer", "keen", "pupil", "keen")
OWN = {"ITA": "tiramisu", "PER": "ceviche", "JPN": "sushi", "MEX": "tacos", "ETH": "injera", "SEN": "thieboudienne"}
BOTH, ALL = "fr en", "fr en dark"
REVEAL = (  # the part, its step, its pictures
    ("passports", 3, ALL),
    ("points", 7, BOTH),
    ("tell", 8, ALL),
    ("countries", 9, ALL),
    ("map", 10, ALL),
    ("end", None, BOTH),
)
OPENED = (".passing .button", ".curtain .accent")
GIVEN = (".secret .picks button >> nth=1", ".five button >> nth=1")
TRIED = (".targets .target", ".nations .target >> nth=2")


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    room, token = played(hall, lang, 5, lambda _view: True)
    yield "first", address(room, token, lang), None, BOTH
    room, token = played(hall, lang, 5, lambda view: exchanging(view) and len(view["game"]["tried"]) > 2)
    yield "play", address(room, token, lang), None, ALL
    yield "curtain", address(room, token, lang), OPENED[:1], BOTH
    yield "secret", address(room, token, lang), OPENED + GIVEN, ALL
    yield "exchanges", address(room, token, lang), ".tries .tool", "fr"
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2", BOTH
    mine = room.view(token)["game"]["actors"][0]
    yield "phone-exchange", phone(room, token, mine, lang), GIVEN, ALL
    yield "phone-waits", phone(room, token, (mine + 1) % 5, lang), None, BOTH
    room, token = played(hall, lang, 5, can_eliminate)
    yield "next", address(room, token, lang), OPENED + TRIED, BOTH
    mine = room.view(token)["game"]["actors"][0]
    yield "phone-next", phone(room, token, mine, lang), TRIED, BOTH
    room, token = played(hall, lang, 5, lambda view: view["game"]["phase"] == "closing")
    yield "closing", address(room, token, lang), None, BOTH
    yield "phone-closing", phone(room, token, room.view(token)["game"]["actors"][0], lang), None, BOTH
    for name, step, only in REVEAL:
        room, token = played(hall, lang, 5, over)
        room.control(token, "next", step=step)
        yield name, address(room, token, lang), None, only
    yield "phone-end", phone(room, token, 0, lang), None, BOTH
    room, token = played(hall, lang, 6, lambda view: exchanging(view) and len(view["game"]["tried"]) > 4, OWN)
    yield "six-teams", address(room, token, lang), None, BOTH
    room, token = played(hall, lang, 2, lambda view: view["game"]["turns"][0] > 5 and not exchanging(view))
    yield "two-teams", address(room, token, lang), OPENED + TRIED, "fr"


def exchanging(view: dict[str, Any]) -> bool:
    return bool(view["game"]["phase"] == "exchange")


def can_eliminate(view: dict[str, Any]) -> bool:
    return len(view["game"]["tried"]) > 1 and any(
        move["move"] == "eliminate" for moves in view["teacher"]["legal"].values() for move in moves
    )


def over(view: dict[str, Any]) -> bool:
    return bool(view["room"]["phase"] == "over")


def played(
    hall: Hall,
    lang: str,
    teams: int,
    until: Callable[[dict[str, Any]], bool],
    nationalities: dict[str, str] | None = None,
) -> tuple[Room, str]:
    """A game played by bots up to a given moment, always the same."""
    options = {"nationalities": nationalities} if nationalities else {}
    room, token = hall.open("spywhere", TEAMS[lang][:teams], lang, options)
    room.control(token, "start", seed=10)
    players = [bots.make("spywhere", level, 1) for level in LEVELS]
    while not (over(view := room.view(token)) or until(view)):
        seat = view["game"]["actors"][0]
        seen = room.peek(token, seat)
        room.submit(token, players[seat].choose(seen["game"], seen["legal"]), str(view["version"]))
    return room, token


def address(room: Room, token: str, lang: str) -> str:
    return f"/spywhere?room={room.code}&token={token}&lang={lang}"
