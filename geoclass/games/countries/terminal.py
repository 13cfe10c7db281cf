"""Countries in a terminal: asking for moves and describing them."""

from collections.abc import Sequence

from geoclass import data, games, i18n
from geoclass.terminal.asking import Choice, Pick, Sentence, Write, a_number
from geoclass.terminal.steps import Answers, Step, Turn, asked

AFTER_REVEAL = ("row_started",)  # events told after the reveal


def _guess(turn: Turn, given: Answers) -> Step:
    if given:
        return turn.move("guess", population=given[0])
    return Write(asked(turn, "population", card=data.Country(turn.view["pile_top"])), a_number)


def _place(turn: Turn, given: Answers) -> Step:
    row = [laid["card"] for laid in turn.view["row"]]
    if not given:
        hand = [Choice(card, data.Country(card)) for card in turn.view["hands"][turn.seat]]
        return Pick(asked(turn, "card"), hand)
    if len(given) == 1:
        places = [Choice(at, place_in_words(row, at)) for at in range(len(row) + 1)]
        category = data.column(turn.view["category"])
        return Pick(asked(turn, "at", card=data.Country(given[0]), category=category), places)
    return turn.move("place", card=given[0], at=given[1])


def place_in_words(row: Sequence[str], at: int) -> Sentence:
    """Describe the place *at* in the row: left of the first card, between two, right of the last."""
    less, more = (data.Country(row[at - 1]) if at else None), (data.Country(row[at]) if at < len(row) else None)
    where = "between" if less and more else "right" if less else "left"
    return Sentence(f"countries.cli.place.{where}", less=less or "", more=more or "")


def event_in_words(before: games.View, event: games.Event) -> str | None:
    """Describe a laid card by its neighbours in the row before the move."""
    if event["event"] != "placed":
        return None
    where = place_in_words([laid["card"] for laid in before["row"]], event["at"])
    team, card = before["players"][event["seat"]], data.Country(event["card"])
    return i18n.text("countries.cli.event.placed", team=team, card=card, where=where)


STEPS = {"guess": _guess, "place": _place}
