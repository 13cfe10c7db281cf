"""Globalissimo in a terminal: asking for moves and describing them."""

from collections.abc import Callable
from typing import Any

from geoclass import data, games, i18n
from geoclass.games.globalissimo.tables import CAPITAL, MAP
from geoclass.games.globalissimo.words import Place, called
from geoclass.terminal.asking import Choice, Pick, Sentence, Write, a_country, a_number_from
from geoclass.terminal.steps import Answers, Step, Turn, asked

AFTER_REVEAL = ("round", "moved", "asked")  # events told after the reveal


def _estimate(turn: Turn, given: Answers) -> Step:
    view = turn.view
    if not given:
        free = [card for card in view["open"] if card not in view["tiles"]]
        return Pick(
            asked(turn, "card", category=data.column(view["category"])),
            [Choice(card, called(view, card)) for card in free],
        )
    if len(given) == 1:
        last = len(view["open"])
        return Write(asked(turn, "rank", card=called(view, given[0]), last=last), a_number_from(1, last))
    return turn.move("estimate", card=given[0], rank=given[1])


def _answer(turn: Turn, given: Answers) -> Step:
    card, capital = turn.view["question"]["card"], turn.view["question"]["colour"] == CAPITAL
    if given and given[0] is None:
        return turn.move("answer", unknown=True)
    if given:
        return turn.move("answer", **{"text" if capital else "country": given[0]})
    if capital:
        return Write(asked(turn, "text", card=data.Country(card)), _or_unknown(str))
    return Write(asked(turn, "country", clues=_clues(card)), _or_unknown(a_country))


def _or_unknown(understood: Callable[[str], Any]) -> Callable[[str], Any]:
    """Wrap a parser so that a dash gives None: the team does not know."""
    return lambda said: None if said in ("-", "–", "—") else understood(said)


def _clues(card: str) -> str:
    """A country's position without its name: a terminal has no map to point at."""
    continent = i18n.text(f"tell.continent.{data.attribute('continent')[card]}")
    near = [data.Country(iso) for iso in data.neighbours(card)]
    key = "globalissimo.cli.clues.neighbours" if near else "globalissimo.cli.clues.alone"
    return i18n.text(key, continent=continent, lies=Place(card), near=near, n=len(near))


def _judge(turn: Turn, given: Answers) -> Step:
    if given:
        return turn.move("judge", right=given[0])
    yes_no = [Choice(True, Sentence("review.yes")), Choice(False, Sentence("review.no"))]
    question = turn.view["question"]
    right = data.capital(question["card"], i18n.language())
    return Pick(asked(turn, f"judge_{question['colour']}", card=data.Country(question["card"]), answer=right), yes_no)


def move_in_words(view: games.View, move: games.Move) -> str | None:
    """Describe an answer."""
    if move["move"] != "answer":
        return None
    team = view["players"][move["seat"]]
    if "unknown" in move:
        return i18n.text("globalissimo.cli.move.unknown", team=team)
    if "text" in move:
        return i18n.text("globalissimo.cli.move.capital", team=team, said=move["text"])
    return i18n.text("globalissimo.cli.move.country", team=team, card=data.Country(move["country"]))


def event_in_words(before: games.View, event: games.Event) -> str | None:
    if event["event"] in ("turned", "scored"):  # the reveal describes it in full
        return ""
    if event["event"] == "asked" and event["colour"] == MAP:  # its name would be the answer here
        return i18n.text("globalissimo.cli.event.asked_map", team=before["players"][event["seat"]])
    return None


STEPS = {"estimate": _estimate, "answer": _answer, "judge": _judge}
