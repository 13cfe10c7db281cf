"""The states of Countries for screenshots."""

from collections.abc import Iterator

from geoclass import bots, data
from geoclass.games.countries import tables as countries_tables
from geoclass.rooms import Hall, Room
from tests.ui.screenshots import phone

TEAMS = {"fr": ["Bleus", "Oranges", "Verts", "Roses"], "en": ["Blues", "Oranges", "Greens", "Pinks"]}
LEVELS = ("keen", "pupil", "random", "geographer")
SEED = 7


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    room, token = hall.open("countries", TEAMS[lang], lang)
    for seat in (0, 0, 1, 2):
        room.join(seat)
    yield "lobby", address(room, token, lang), None
    room, token = begun(hall, lang, {})
    yield "guess", address(room, token, lang), None
    yield "phone-guess", phone(room, token, 0, lang), None
    play(room, token, until="showing")
    yield "guessed", address(room, token, lang), None
    room, token = begun(hall, lang, {"first": 1})
    play(room, token, moves=5)
    yield "play", address(room, token, lang), None
    yield "help", address(room, token, lang), ".tools .tool >> nth=-2"
    mine = room.view(token)["game"]["actors"][0]
    yield "phone-play", phone(room, token, mine, lang), (".pick", "[data-slot='1']")
    yield "phone-waits", phone(room, token, (mine + 1) % 4, lang), None
    room, token = begun(hall, lang, {"first": 1})
    lay_badly(room, token, 5)
    yield "verdict", address(room, token, lang), None
    room.control(token, "next", step=3)
    yield "reveal", address(room, token, lang), None
    yield "phone-reveal", phone(room, token, 0, lang), None
    room, token, phones = voting(hall, lang)
    yield "phone-asked", phone(room, token, 0, lang), "[data-value=wrong]"
    say(room, phones, 1, 11)
    yield "vote", address(room, token, lang), None
    room.control(token, "vote_talk", seconds=90)
    yield "talk", address(room, token, lang), None
    room.control(token, "vote_again")
    say(room, phones, 2, 7)
    room.control(token, "vote_close")
    room.control(token, "next", step=4)
    yield "believed", address(room, token, lang), None
    yield "phone-believed", phone(room, token, 0, lang), None
    for figure in ("latitude", "longitude"):
        room, token = begun(hall, lang, {"first": 1, "categories": [figure]})
        lay_badly(room, token, 5)
        room.control(token, "next", step=3)
        yield figure, address(room, token, lang), None
    long = sorted(countries_tables.deck(), key=lambda iso: -len(data.Country(iso).words(lang)))[:48]
    room, token = begun(hall, lang, {"first": 1, "deck_filter": long, "categories": ["population"]})
    lay_badly(room, token, 13, doubt=False)
    yield "long", address(room, token, lang), None
    room.submit(token, {"seat": room.view(token)["game"]["actors"][0], "move": "doubt"}, "doubt")
    room.control(token, "next", step=3)
    yield "long-reveal", address(room, token, lang), None
    room, token = begun(hall, lang, {"hand": 4})
    play(room, token, until="over")
    yield "end", address(room, token, lang), None
    yield "phone-end", phone(room, token, 0, lang), None


def begun(hall: Hall, lang: str, options: dict[str, object]) -> tuple[Room, str]:
    room, token = hall.open("countries", TEAMS[lang], lang, options)
    room.control(token, "start", seed=SEED)
    return room, token


def voting(hall: Hall, lang: str) -> tuple[Room, str, list[str]]:
    """A doubted row, and 24 phones that vote on it."""
    room, token = hall.open("countries", TEAMS[lang], lang, {"first": 1})
    phones = [room.join(seat=n % 4) for n in range(24)]
    for one in phones:
        room.subscribe(one, lambda _version: None)  # it is connected
    room.control(token, "start", seed=SEED)
    room.control(token, "voting", on=True)
    lay_badly(room, token, 5)
    return room, token, phones


def say(room: Room, phones: list[str], vote: int, right: int) -> None:
    """Answer: *right* phones find the row right; most of the others suspect its last card."""
    prompt = room.view(phones[0])["prompt"]
    for n, token in enumerate(phones):
        card = prompt["cards"][-1 - n % 3]
        answer = {"say": "right"} if n < right else {"say": "wrong", "which": card}
        room.answer(token, prompt["id"], vote, answer | {"sure": n % 3 == 0})


def address(room: Room, token: str, lang: str) -> str:
    return f"/countries?room={room.code}&token={token}&lang={lang}"


def play(room: Room, token: str, moves: int = 500, until: str = "") -> None:
    """Four different bots play *moves* moves, or until the room shows something or the game is over."""
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
    """Lay a row with several errors, and doubt it."""
    for n in range(cards):
        view = room.view(token)
        seat = view["game"]["actors"][0]
        places = [move for move in view["teacher"]["legal"][str(seat)] if move["move"] == "place"]
        room.submit(token, places[(n * 7 + 3) % len(places)], f"tap{n}")
    if doubt:
        seat = room.view(token)["game"]["actors"][0]
        room.submit(token, {"seat": seat, "move": "doubt"}, "doubt")
