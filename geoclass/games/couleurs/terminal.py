"""Couleurs du monde in a terminal: asking for moves."""

from geoclass import data, i18n
from geoclass.games.couleurs.tables import board
from geoclass.terminal.asking import Choice, Pick
from geoclass.terminal.steps import Answers, Step, Turn, asked, that_is_all

REVEALS_OF_OTHERS = False  # every turn has a reveal: skip those of bots


def _chain(turn: Turn, given: Answers) -> Step:
    """Ask for a chain card by card; None ends it."""
    on = board(turn.view["options"])
    if given and given[-1] is None:
        return turn.move("play", cards=list(given[:-1]))
    if given:
        hand = turn.view["hands"][turn.seat]
        can_follow = [card for card in hand if card in on.links[given[-1]] and card not in given]
    else:
        can_follow = [m["cards"][0] for m in turn.legal if m["move"] == "play" and len(m["cards"]) == 1]
    times = len(given) + 1
    choices = [
        Choice(
            card,
            i18n.text("couleurs.cli.card", card=data.Country(card), n=times * on.value[card]),
            (data.Country(card),),
        )
        for card in can_follow
    ]
    if not given:
        return Pick(asked(turn, "first"), choices)
    question = asked(turn, "next", card=data.Country(given[-1]), n=on.points(given))
    return Pick(question, [*choices, that_is_all()], skip=True)


STEPS = {"play": _chain}
