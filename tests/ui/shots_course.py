"""The states of La course for screenshots."""

from collections.abc import Iterator

from geoclass import bots
from geoclass.rooms import Hall, Room
from tests.ui.screenshots import phone

TEAMS = {
    "fr": ["Bleus", "Oranges", "Verts", "Roses", "Azurs", "Gris"],
    "en": ["Blues", "Oranges", "Greens", "Pinks", "Sky Blues", "Greys"],
}
SEED = 11
BOTH, ALL = "fr en", "fr en dark"
OPENED = (".course-hand .go .button", ".curtain .accent")
TICKET = ".ticket:not(.faint):not(.chosen)"
STAY = ".segments button >> nth=1"


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    room, token = begun(hall, lang, 4, {})
    yield "first", address(room, token, lang), None, BOTH
    yield "curtain", address(room, token, lang), OPENED[0], "fr"
    yield "start", address(room, token, lang), OPENED, BOTH
    yield "phone-start", phone(room, token, 0, lang), None, BOTH
    play(room, token, 26)
    until_it_flies(room, token)
    yield "play", address(room, token, lang), None, ALL
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2", BOTH
    yield "legs", address(room, token, lang), OPENED, BOTH
    mine = room.view(token)["game"]["actors"][0]
    yield "phone-fly", phone(room, token, mine, lang), TICKET, ALL
    yield "phone-stay", phone(room, token, mine, lang), (STAY, ".ticket", ".ticket >> nth=3", "button.pile-card"), BOTH
    yield "phone-waits", phone(room, token, (mine + 1) % 4, lang), None, BOTH
    room, token = begun(hall, lang, 4, {"open_hands": True})
    play(room, token, 26)
    until_it_flies(room, token)
    yield "way", address(room, token, lang), (TICKET, TICKET), BOTH
    yield "stay", address(room, token, lang), (STAY, ".ticket", ".ticket >> nth=4", "button.pile-card"), ALL
    yield "flight", address(room, token, lang), ".flight.brief", BOTH
    room, token = begun(hall, lang, 6, {})
    play(room, token, 40)
    yield "six-teams", address(room, token, lang), None, BOTH
    room, token = begun(hall, lang, 4, {"network": "short"})
    play(room, token, 1000)
    yield "end", address(room, token, lang), None, ALL
    yield "tour", address(room, token, lang), ".course-over tbody button", "fr"
    yield "shortest", address(room, token, lang), ".best-tour", BOTH
    yield "phone-end", phone(room, token, 1, lang), None, BOTH
    room, token = begun(hall, lang, 4, {"open_hands": True})
    play(room, token, 26)
    until_it_flies(room, token)
    yield "flying", address(room, token, lang), (TICKET, TICKET, ".go .accent"), "fr", ".plane"


def begun(hall: Hall, lang: str, teams: int, options: dict[str, object]) -> tuple[Room, str]:
    room, token = hall.open("course", TEAMS[lang][:teams], lang, options)
    room.control(token, "start", seed=SEED)
    return room, token


def address(room: Room, token: str, lang: str) -> str:
    return f"/course?room={room.code}&token={token}&lang={lang}"


def until_it_flies(room: Room, token: str) -> None:
    """Play until a team can fly two legs or more, whichever ticket it begins with."""
    while True:
        seat = room.view(token)["game"]["actors"][0]
        seen = room.peek(token, seat)
        here = seen["game"]["cities"][seat]
        ends = [card.split("--") for card in seen["game"]["hand"]]
        there = {b if a == here else a for a, b in ends if here in (a, b)}
        onward = {city for leg in ends if here not in leg for city in leg}
        if there and there <= onward:
            return
        play(room, token, 1)


def play(room: Room, token: str, moves: int) -> None:
    """Good bots play *moves* moves, or to the end."""
    for n in range(moves):
        view = room.view(token)
        if view["room"]["phase"] == "over":
            return
        seat = view["game"]["actors"][0]
        seen = room.peek(token, seat)
        move = bots.make("course", "geographer", n).choose(seen["game"], seen["legal"])
        room.submit(token, {**move, "seat": seat}, f"{room.version}")
