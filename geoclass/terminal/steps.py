"""How a move is put together in the terminal: what to ask next, given what has been answered so far.

A game known here is asked field by field, each with the values that its legal moves still leave; a chain or a flight is
laid card by card. Of any other game the legal moves are listed in words.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from geoclass import data, games, i18n
from geoclass.games.globalissimo import called
from geoclass.terminal.asking import (
    Choice,
    Pick,
    Question,
    Sentence,
    Write,
    a_country,
    a_number,
    a_number_from,
    in_words,
)

Answers = Sequence[Any]
Step = Question | games.Move


@dataclass
class Turn:
    """The moment at which a team is asked."""

    game: games.Game
    seat: int

    @cached_property
    def view(self) -> games.View:
        return self.game.view(self.seat)

    @cached_property
    def legal(self) -> list[games.Move]:
        return self.game.legal(self.seat)

    def move(self, kind: str, **fields: Any) -> games.Move:
        return {"seat": self.seat, "move": kind, **fields}


def step(turn: Turn, answers: Answers) -> Step:
    """The next question, or the move when nothing is left to ask."""
    kinds = list(dict.fromkeys(move["move"] for move in turn.legal))
    if not all(f"cli.kind.{turn.game.id}.{kind}" in i18n.sentences("en") for kind in kinds):
        return answers[0] if answers else _any_move(turn)
    if not answers:
        names = [Choice(kind, Sentence(f"cli.kind.{turn.game.id}.{kind}")) for kind in kinds]
        return Pick(i18n.text("cli.play.kind"), names, skip=bool(turn.game.moves[kinds[0]]))
    kind, *given = answers
    own = _OWN.get((turn.game.id, kind))
    return own(turn, given) if own else _by_fields(turn, kind, given)


def _any_move(turn: Turn) -> Step:
    """All legal moves; those that read alike are told apart by their fields, and a country alone names its move."""
    said, fields = [turn.game.say(move) for move in turn.legal], [_fields(move) for move in turn.legal]
    choices = []
    for move, words, values in zip(turn.legal, said, fields, strict=True):
        shown = words if said.count(words) == 1 else f"{words} ({', '.join(map(in_words, values))})"
        alone = fields.count(values) == 1 and len(values) == 1
        choices.append(Choice(move, shown, tuple(values) if alone else ()))
    return Pick(i18n.text("cli.play.kind"), choices)


def _fields(move: games.Move) -> list[Any]:
    """What a move says, countries as such."""
    values = [move[name] for name in move if name not in ("seat", "move")]
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    known = data.attribute("un_status")
    return [data.Country(item) if isinstance(item, str) and item in known else str(item) for item in flat]


def _by_fields(turn: Turn, kind: str, given: Answers) -> Step:
    """Each field in turn, with the values that legal moves have for it after what was answered."""
    fields = [name for name in next(m for m in turn.legal if m["move"] == kind) if name not in ("seat", "move")]
    chosen = dict(zip(fields, given, strict=False))
    if len(chosen) == len(fields):
        return turn.move(kind, **chosen)
    name = fields[len(chosen)]
    possible = [m for m in turn.legal if m["move"] == kind and all(m[n] == v for n, v in chosen.items())]
    values = list(dict.fromkeys(move[name] for move in possible))
    about = {n: _shown(turn, n, v) for n, v in chosen.items()}
    return Pick(_asked(turn, name, **about), [Choice(value, _shown(turn, name, value)) for value in values])


def _asked(turn: Turn, what: str, **about: Any) -> str:
    return i18n.text(f"cli.ask.{turn.game.id}.{what}", **about)


def _shown(turn: Turn, name: str, value: Any) -> Any:
    if name == "target":
        return turn.game.players[value]
    if name == "city":
        return data.cities_by_id()[value]
    return data.Country(value)


# Countries


def _guess(turn: Turn, given: Answers) -> Step:
    if given:
        return turn.move("guess", population=given[0])
    return Write(_asked(turn, "population", card=data.Country(turn.view["pile_top"])), a_number)


def _place(turn: Turn, given: Answers) -> Step:
    row = [laid["card"] for laid in turn.view["row"]]
    if not given:
        hand = [Choice(card, data.Country(card)) for card in turn.view["hands"][turn.seat]]
        return Pick(_asked(turn, "card"), hand)
    if len(given) == 1:
        places = [Choice(at, place_in_words(row, at)) for at in range(len(row) + 1)]
        category = data.column(turn.view["category"])
        return Pick(_asked(turn, "at", card=data.Country(given[0]), category=category), places)
    return turn.move("place", card=given[0], at=given[1])


def place_in_words(row: Sequence[str], at: int) -> Sentence:
    """Where in the row of these cards the place *at* is: left of the first, between two, right of the last."""
    less, more = (data.Country(row[at - 1]) if at else None), (data.Country(row[at]) if at < len(row) else None)
    where = "between" if less and more else "right" if less else "left"
    return Sentence(f"cli.place.{where}", less=less or "", more=more or "")


# Globalissimo


def _estimate(turn: Turn, given: Answers) -> Step:
    view = turn.view
    if not given:
        free = [card for card in view["open"] if card not in view["tiles"]]
        return Pick(
            _asked(turn, "card", category=data.column(view["category"])),
            [Choice(card, called(view, card)) for card in free],
        )
    if len(given) == 1:
        last = len(view["open"])
        return Write(_asked(turn, "rank", card=called(view, given[0]), last=last), a_number_from(1, last))
    return turn.move("estimate", card=given[0], rank=given[1])


def _answer(turn: Turn, given: Answers) -> Step:
    question = turn.view["question"]
    card = question["card"]
    if question["colour"] == "orange":
        if given:
            return turn.move("answer", text=given[0])
        return Write(_asked(turn, "text", card=data.Country(card)), str)
    if given:
        return turn.move("answer", country=given[0])
    return Write(_asked(turn, "country", clues=_clues(card)), a_country)


def _clues(card: str) -> str:
    """Where a country lies, without its name: a terminal has no map to point at."""
    lies = [data.column(side).format(data.values(side)[card]) for side in ("latitude", "longitude")]
    continent = i18n.text(f"tell.continent.{data.attribute('continent')[card]}")
    near = [data.Country(iso) for iso in data.neighbours(card)]
    key = "cli.clues.neighbours" if near else "cli.clues.alone"
    return i18n.text(key, continent=continent, lies=", ".join(lies), near=near, n=len(near))


def _judge(turn: Turn, given: Answers) -> Step:
    if given:
        return turn.move("judge", right=given[0])
    yes_no = [Choice(True, Sentence("review.yes")), Choice(False, Sentence("review.no"))]
    question = turn.view["question"]
    right = data.capital(question["card"], i18n.language())
    return Pick(_asked(turn, f"judge_{question['colour']}", card=data.Country(question["card"]), answer=right), yes_no)


# Couleurs du monde


def _chain(turn: Turn, given: Answers) -> Step:
    """A chain, card by card; None ends it."""
    board = turn.game.board  # type: ignore[attr-defined]
    if given and given[-1] is None:
        return turn.move("play", cards=list(given[:-1]))
    if given:
        hand = turn.view["hands"][turn.seat]
        can_follow = [card for card in hand if card in board.links[given[-1]] and card not in given]
    else:
        can_follow = [m["cards"][0] for m in turn.legal if m["move"] == "play" and len(m["cards"]) == 1]
    times = len(given) + 1
    choices = [
        Choice(
            card,
            i18n.text("cli.couleurs_card", card=data.Country(card), n=times * board.value[card]),
            (data.Country(card),),
        )
        for card in can_follow
    ]
    if not given:
        return Pick(_asked(turn, "first"), choices)
    question = _asked(turn, "next", card=data.Country(given[-1]), n=board.points(given))
    return Pick(question, [*choices, _that_is_all()], skip=True)


def _that_is_all() -> Choice:
    return Choice(None, Sentence("cli.play.all"))


# La course autour du monde


def _fly(turn: Turn, given: Answers) -> Step:
    """A flight, leg by leg; None ends it."""
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
            leg = Sentence("cli.leg", city=there, km=route.km if route else 0, visa=_visa(turn, way, there))
            choices.append(Choice(card, leg, (there, route)))
    if not given:
        return Pick(_asked(turn, "first", city=here), choices)
    return Pick(_asked(turn, "next", city=here), [*choices, _that_is_all()], skip=True)


def _other_end(card: str, city: str) -> str:
    """The city that a route leads to from *city*; none if it does not leave from there."""
    route = data.route(card)
    if route is None or city not in (route.city_a, route.city_b):
        return ""
    return route.city_b if city == route.city_a else route.city_a


def _visa(turn: Turn, way: Sequence[str], city: data.City) -> Sentence | str:
    """The visa that a team would get there and has not got yet, nor on this *way*."""
    passed = [data.cities_by_id()[c].continent for c in way if data.cities_by_id()[c].visa]
    if not city.visa or city.continent in (*turn.view["visas"][turn.seat], *passed):
        return ""
    return Sentence("cli.leg_visa", continent=Sentence(f"tell.continent.{city.continent}"))


def _stay(turn: Turn, given: Answers) -> Step:
    """Two cards to lay off (D4: fewer if the hand has fewer), then where to take each of two from."""
    hand, off = turn.view["hand"], min(2, len(turn.view["hand"]))
    if len(given) < off:
        cards = [Choice(card, data.route(card)) for card in hand if card not in given]
        return Pick(_asked(turn, f"off_{len(given) + 1}"), cards)
    taken = given[off:]
    if len(taken) == 2:
        return turn.move("stay", off=list(given[:off]), take=list(taken))
    piles = [Choice("stock", Sentence("cli.stock"), (Sentence("course.pile.stock"), Sentence("cli.stock_alone")))]
    for slot, top in zip(("slot_a", "slot_b"), turn.view["slots"], strict=True):
        if top and slot not in taken:
            name, card = Sentence(f"course.pile.{slot}"), data.route(top)
            piles.append(Choice(slot, Sentence("cli.slot", slot=name, card=card), (name, card)))
    return Pick(_asked(turn, f"take_{len(taken) + 1}"), piles, skip=True)


_OWN: dict[tuple[str, str], Callable[[Turn, Answers], Step]] = {
    ("countries", "guess"): _guess,
    ("countries", "place"): _place,
    ("globalissimo", "estimate"): _estimate,
    ("globalissimo", "answer"): _answer,
    ("globalissimo", "judge"): _judge,
    ("couleurs", "play"): _chain,
    ("course", "fly"): _fly,
    ("course", "stay"): _stay,
}
