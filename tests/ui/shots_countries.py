"""The states of Countries that have a picture."""

from collections.abc import Iterator

from geoclass import bots, data
from geoclass.rooms import Hall, Room

TEAMS = {"fr": ["Bleus", "Oranges", "Verts", "Roses"], "en": ["Blues", "Oranges", "Greens", "Pinks"]}
LEVELS = ("keen", "pupil", "random", "geographer")
SEED = 7


def states(hall: Hall, lang: str) -> Iterator[tuple[str, str, str | None]]:
    room, token = hall.open("countries", TEAMS[lang], lang)
    for seat in (0, 0, 1, 2):
        room.join(seat)
    yield "lobby", address(room, token, lang), None
    yield "guess", address(*begun(hall, lang, {}), lang), None
    room, token = begun(hall, lang, {})
    play(room, token, until="showing")
    yield "guessed", address(room, token, lang), None
    room, token = begun(hall, lang, {"first": 1})
    play(room, token, moves=5)
    yield "play", address(room, token, lang), None
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2"
    room, token = begun(hall, lang, {"first": 1})
    lay_badly(room, token, 5)
    yield "verdict", address(room, token, lang), None
    room.control(token, "next", step=3)
    yield "reveal", address(room, token, lang), None
    for figure in ("latitude", "longitude"):
        room, token = begun(hall, lang, {"first": 1, "categories": [figure]})
        lay_badly(room, token, 5)
        room.control(token, "next", step=3)
        yield figure, address(room, token, lang), None
    long = sorted(data.deck("countries"), key=lambda iso: -len(data.Country(iso).words(lang)))[:48]
    room, token = begun(hall, lang, {"first": 1, "deck_filter": long, "categories": ["population"]})
    lay_badly(room, token, 13, doubt=False)
    yield "long", address(room, token, lang), None
    room.submit(token, {"seat": room.view(token)["game"]["actors"][0], "move": "doubt"}, "doubt")
    room.control(token, "next", step=3)
    yield "long-reveal", address(room, token, lang), None
    room, token = begun(hall, lang, {"hand": 4})
    play(room, token, until="over")
    yield "end", address(room, token, lang), None


def begun(hall: Hall, lang: str, options: dict[str, object]) -> tuple[Room, str]:
    room, token = hall.open("countries", TEAMS[lang], lang, options)
    room.control(token, "start", seed=SEED)
    return room, token


def address(room: Room, token: str, lang: str) -> str:
    return f"/countries?room={room.code}&token={token}&lang={lang}"


def play(room: Room, token: str, moves: int = 500, until: str = "") -> None:
    """Four bots play in their own ways: so many moves, or until the room shows something or the game is over."""
    players = [bots.make("countries", level, 3) for level in LEVELS]
    for n in range(moves):
        view = room.view(token)
        if view["room"]["showing"]:
            if until == "showing":
                return
            room.control(token, "next")
            view = room.view(token)
        if view["room"]["phase"] == "over":
            return
        seat = view["game"]["actors"][0]
        move = players[seat].choose(view["game"], view["teacher"]["legal"][str(seat)])
        if move["move"] == "guess":
            move = {**move, "population": (2_000_000, 17_000_000, 60_000_000, 9_000_000)[seat]}
        room.submit(token, move, f"tap{n}")


def lay_badly(room: Room, token: str, cards: int, doubt: bool = True) -> None:
    """A row that is wrong here and there, and a doubt."""
    for n in range(cards):
        view = room.view(token)
        seat = view["game"]["actors"][0]
        places = [move for move in view["teacher"]["legal"][str(seat)] if move["move"] == "place"]
        room.submit(token, places[(n * 7 + 3) % len(places)], f"tap{n}")
    if doubt:
        seat = room.view(token)["game"]["actors"][0]
        room.submit(token, {"seat": seat, "move": "doubt"}, "doubt")
