"""The states of Spywhere that are pictured."""

from collections.abc import Callable, Iterator
from typing import Any

from geoclass import bots
from geoclass.rooms import Hall, Room
from tests.ui.screenshots import phone

TEAMS = {
    "fr": ["Bleus", "Oranges", "Verts", "Roses", "Ciels", "Ardoises"],
    "en": ["Blues", "Oranges", "Greens", "Pinks", "Skies", "Slates"],
}
LEVELS = ("geographer", "pupil", "geographer", "keen", "pupil", "keen")
OWN = {"ITA": "tiramisu", "PER": "ceviche", "JPN": "sushi", "MEX": "tacos", "ETH": "injera", "SEN": "thieboudienne"}
OPENED = (".passing .button", ".curtain .accent")
GIVEN = (".secret .picks button >> nth=1", ".secret .picks >> nth=1 >> button >> nth=1")
TRIED = (".secret .target", ".secret .picks >> nth=-1 >> button >> nth=2")


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    room, token = played(hall, lang, 5, lambda _view: True)
    yield "first", address(room, token, lang)
    room, token = played(hall, lang, 5, lambda view: exchanging(view) and len(view["game"]["tried"]) > 2)
    yield "play", address(room, token, lang)
    yield "curtain", address(room, token, lang), OPENED[:1]
    yield "secret", address(room, token, lang), OPENED + GIVEN
    yield "exchanges", address(room, token, lang), ".tries .tool"
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2"
    mine = room.view(token)["game"]["actors"][0]
    yield "phone-exchange", phone(room, mine, lang), ("[data-key=give-1]", "[data-key=take-1]")
    yield "phone-waits", phone(room, (mine + 1) % 5, lang)
    room, token = played(hall, lang, 5, can_eliminate)
    yield "next", address(room, token, lang), OPENED + TRIED
    mine = room.view(token)["game"]["actors"][0]
    yield "phone-next", phone(room, mine, lang), ("[data-key^=target]", "[data-key^=nation]")
    room, token = played(hall, lang, 5, lambda view: view["game"]["phase"] == "closing")
    yield "closing", address(room, token, lang)
    yield "phone-closing", phone(room, room.view(token)["game"]["actors"][0], lang)
    for name, step in (("passports", 3), ("points", 7), ("tell", 8), ("countries", 9), ("map", 10), ("end", None)):
        room, token = played(hall, lang, 5, over)
        room.control(token, "next", step=step)
        yield name, address(room, token, lang)
    yield "phone-end", phone(room, 0, lang)
    room, token = played(hall, lang, 6, lambda view: exchanging(view) and len(view["game"]["tried"]) > 4, OWN)
    yield "six-teams", address(room, token, lang)
    room, token = played(hall, lang, 2, lambda view: view["game"]["turns"][0] > 5 and not exchanging(view))
    yield "two-teams", address(room, token, lang), OPENED + TRIED


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
    """A game played by bots up to some moment, always the same."""
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
