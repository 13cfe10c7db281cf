"""The states of a vote in each game for screenshots; those of Countries are in its own set."""

from collections.abc import Iterator

from geoclass import games
from geoclass.rooms import Hall
from geoclass.ui.kit.parts import board_of
from tests.review.answered import Class
from tests.ui.lessons import NAMES
from tests.ui.screenshots import phone

TURNS = 6  # before the vote
BOTH = "fr en dark phone"


def states(hall: Hall, lang: str) -> Iterator[tuple[object, ...]]:
    for game in games.OWN[1:]:
        played = begun(hall, game, lang)
        room, token = played.room, played.teacher
        stage = f"/{game}?room={room.code}&token={token}&lang={lang}"
        off_turn = next(seat for seat in range(4) if seat not in room.view(token)["game"]["actors"])
        yield f"{game}-phone", phone(room, token, off_turn, lang)
        played.answer()
        yield f"{game}-open", stage, None, BOTH
        room.control(token, "vote_talk", seconds=90)
        yield f"{game}-talk", stage, None, BOTH
        room.control(token, "vote_again")
        played.answer(2)
        yield f"{game}-again", stage, None, BOTH
        room.control(token, "vote_close")
        view = room.view(token)
        if view["room"]["showing"]:
            room.control(token, "next", step=board_of(game).steps(view["game"]["reveal"]))
        yield f"{game}-believed", stage, None, BOTH
        yield f"{game}-phone-believed", phone(room, token, off_turn, lang)
        ended = Class(hall, game, 3, 8, lang, NAMES[lang][:4]).play()
        yield f"{game}-end", f"/{game}?room={ended.room.code}&token={ended.teacher}&lang={lang}", None, BOTH


def begun(hall: Hall, game: str, lang: str) -> Class:
    """A class of 24 phones in four teams, with a vote just opened."""
    played = Class(hall, game, 3, 24, lang, NAMES[lang][:4])
    for one in played.phones:
        played.room.subscribe(one, lambda _version: None)  # it is connected
    for _ in range(500):
        view = played.room.view(played.teacher)
        if view["vote"]:
            break
        if played.taps >= TURNS and not hasattr(played.part, "EVERY") and not view["room"]["showing"]:
            played.room.control(played.teacher, "vote")
            break
        played.turn()
    return played
