"""La course autour du monde in a terminal: asking for moves."""

from collections.abc import Sequence

from geoclass import data
from geoclass.games.course.tables import visa
from geoclass.terminal.asking import Choice, Pick, Sentence
from geoclass.terminal.steps import Answers, Step, Turn, asked, that_is_all


def _fly(turn: Turn, given: Answers) -> Step:
    """Ask for a flight leg by leg; None ends it."""
    if given and given[-1] is None:
        return turn.move("fly", routes=list(given[:-1]))
    cities, way = data.cities_by_id(), [turn.view["cities"][turn.seat]]
    for card in given:
        way.append(_other_end(card, way[-1]))
    here = cities[way[-1]]
    choices = []
    for card in turn.view["hand"]:
        if card not in given and (end := _other_end(card, here.id)):
            there, route = cities[end], data.route(card)
            leg = Sentence("course.cli.leg", city=there, km=route.km if route else 0, visa=_visa(turn, way, there))
            choices.append(Choice(card, leg, (there, route)))
    if not given:
        return Pick(asked(turn, "first", city=here), choices)
    return Pick(asked(turn, "next", city=here), [*choices, that_is_all()], skip=True)


def _other_end(card: str, city: str) -> str:
    """The other city of a route from *city*; empty if it does not touch *city*."""
    route = data.route(card)
    if route is None or city not in (route.city_a, route.city_b):
        return ""
    return route.city_b if city == route.city_a else route.city_a


def _visa(turn: Turn, way: Sequence[str], city: data.City) -> Sentence | str:
    """The new visa that a team would get there after this *way*."""
    there = visa(city.id)
    if there is None or there in (*turn.view["visas"][turn.seat], *map(visa, way)):
        return ""
    return Sentence("course.cli.leg_visa", continent=Sentence(f"tell.continent.{there}"))


def _stay(turn: Turn, given: Answers) -> Step:
    """Ask for two cards to discard (D4: fewer with a small hand), then where to take each of two from."""
    hand, off = turn.view["hand"], min(2, len(turn.view["hand"]))
    if len(given) < off:
        cards = [Choice(card, data.route(card)) for card in hand if card not in given]
        return Pick(asked(turn, f"off_{len(given) + 1}"), cards)
    taken = given[off:]
    if len(taken) == 2:
        return turn.move("stay", off=list(given[:off]), take=list(taken))
    stock = (Sentence("course.pile.stock"), Sentence("course.cli.stock_alone"))
    piles = [Choice("stock", Sentence("course.cli.stock"), stock)]
    for slot, top in zip(("slot_a", "slot_b"), turn.view["slots"], strict=True):
        if top and slot not in taken:
            name, card = Sentence(f"course.pile.{slot}"), data.route(top)
            piles.append(Choice(slot, Sentence("course.cli.slot", slot=name, card=card), (name, card)))
    return Pick(asked(turn, f"take_{len(taken) + 1}"), piles, skip=True)


STEPS = {"fly": _fly, "stay": _stay}
