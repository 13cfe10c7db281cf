"""Countries: one growing row of cards from Less to More, and the doubt that turns it over."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from geoclass import data, i18n
from geoclass.games.base import (
    BadSetup,
    Event,
    Game,
    IllegalMove,
    Move,
    Option,
    View,
    one_of,
    texts,
    whole,
)
from geoclass.games.countries_reveal import Laid, Turned, guess_reveal, never_decreases, row_reveal

FIGURES = ("area_km2", "population", "median_age", "highest_point_m", "latitude", "longitude")
CONTINENTS = ("Europe", "Asia", "America", "Africa", "Oceania")
EXAMPLE_GUESS = 10_000_000  # the same for every country, so that it tells nothing; no country has just this many
TOO_MANY = 10**100  # people; no screen has room for more
MOST_TEAMS = 12


def _are_figures(value: Any) -> bool:
    return texts(value) and set(value) <= set(data.figures())


def _is_filter(value: Any) -> bool:
    return one_of(*CONTINENTS)(value) or (texts(value) and set(value) <= set(data.deck("countries")))


class Countries(Game):
    id = "countries"
    teams = range(2, MOST_TEAMS + 1)
    options = {
        "hand": Option(7, whole(3, 12)),
        "categories": Option(list(FIGURES), _are_figures),
        "first": Option("guess", one_of("guess", *range(MOST_TEAMS))),
        "deck_filter": Option(None, _is_filter),
    }
    presets = {"lesson": {}, "beginners": {"deck_filter": "Europe", "hand": 4}}  # the published game fits a lesson
    orders = ("deck", "category_order")
    moves = {"guess": {"population": int}, "place": {"card": str, "at": int}, "doubt": {}}
    turns = {"guess": "C2", "play": "C3"}
    through = {"guess": "countries.refused.guessed_already"}

    # setup

    def _begin(self) -> None:
        first, hand, seats = self.option["first"], self.option["hand"], range(len(self.players))
        if first != "guess" and first not in seats:
            raise self._bad_option("first", first)
        chosen = self.option["categories"]
        self.setup["edition"] = data.edition_of(chosen)  # the log names a teacher's own figures too
        self._categories = self._order("category_order", chosen, at_least=1) or self._rng("categories").shuffled(chosen)
        deck = self._deck()
        # C1: hands are dealt one after the other, the rest is the pile, top first
        self._hands = [deck[seat * hand : (seat + 1) * hand] for seat in seats]
        self._pile = deck[hand * len(seats) :]
        self._discards: list[str] = []  # D6: oldest first
        self._row: list[Laid] = []  # from Less to More
        self._last = 0  # who laid last; means something only once a card has been laid beside the starting card
        self._guesses: dict[int, int] = {}  # by seat, the lowest first
        self.round = 1
        if first == "guess" and self._pile:  # without a pile there is nothing to guess and no row to start (D5)
            self.phase, self.actors = "guess", tuple(seats)
        else:
            self._start_row(0 if first == "guess" else first)

    def _deck(self) -> list[str]:
        """All cards in play, top first. A country that lacks a figure of a category in play is not among them."""
        known: list[str] = list(data.deck("countries"))
        chosen = self.option["deck_filter"]
        if type(chosen) is str:
            continent = data.attribute("continent")
            known = [card for card in known if continent[card] == chosen]
        elif chosen is not None:
            known = [card for card in known if card in chosen]
        lacking = {card: c for c in self._categories for card in _lacking(c, self.setup["edition"])}
        dealt = self.option["hand"] * len(self.players)
        deck = self._order("deck", known, at_least=dealt)
        if deck is not None:
            for card in deck:
                if card in lacking:
                    raise BadSetup(
                        "countries.setup.no_figure", card=data.Country(card), category=data.column(lacking[card])
                    )
            return deck
        known = [card for card in known if card not in lacking] if lacking else known
        if len(known) < dealt + 20:
            raise BadSetup("countries.setup.too_few_cards", n=len(known), needed=dealt + 20)
        return self._rng("deck").shuffled(known)

    # state

    @property
    def category(self) -> str:
        return self._categories[0]

    def _scores(self) -> list[int] | None:
        return self._result["scores"].copy() if self._result else None

    def _legal(self, seat: int) -> list[Move]:
        if self.phase == "guess":
            return [{"seat": seat, "move": "guess", "population": EXAMPLE_GUESS}]
        places = range(len(self._row) + 1)
        moves: list[Move] = [
            {"seat": seat, "move": "place", "card": card, "at": at} for card in self._hands[seat] for at in places
        ]
        if len(self._row) > 1:  # D2
            moves.append({"seat": seat, "move": "doubt"})
        return moves

    # rules

    def _play_guess(self, seat: int, population: int) -> list[Event]:
        if self.phase != "guess":
            raise IllegalMove("countries.refused.guess_is_over", rule="C2")
        if population < 0:
            raise IllegalMove("countries.refused.negative_guess", rule="D4")
        if population >= TOO_MANY:
            raise IllegalMove("countries.refused.huge_guess", rule="D4")
        self._guesses = dict(sorted({**self._guesses, seat: population}.items()))
        self.actors = tuple(actor for actor in self.actors if actor != seat)
        events: list[Event] = [{"event": "guessed", "seat": seat}]
        return events if self.actors else events + self._first_player()

    def _first_player(self) -> list[Event]:
        """C2: the nearest guess begins, and the card goes back into the pile at a random place."""
        card = self._pile.pop(0)
        truth = data.values("population")[card]
        guesses = list(self._guesses.values())
        first = min(range(len(guesses)), key=lambda seat: abs(guesses[seat] - truth))  # D4: the lowest seat of a tie
        self._pile.insert(self._rng("place of the guess card").below(len(self._pile) + 1), card)
        self._show(guess_reveal(card, truth, guesses, first))
        return [{"event": "nearest", "seat": first, "card": card, "population": truth}, *self._start_row(first)]

    def _play_place(self, seat: int, card: str, at: int) -> list[Event]:
        self._guess_comes_first()
        hand, row = self._hands[seat], self._row
        if card not in hand:
            sentence = "not_your_card" if card in data.deck("countries") else "unknown_card"
            raise IllegalMove(f"countries.refused.{sentence}", rule="C5", card=_country(card))
        if not 0 <= at <= len(row):
            raise IllegalMove("countries.refused.no_such_place", rule="C4" if len(row) == 1 else "C5", last=len(row))
        hand.remove(card)
        row.insert(at, {"card": card, "seat": seat})
        self._last = seat
        events: list[Event] = [{"event": "placed", "seat": seat, "card": card, "at": at}]
        if hand:
            self.actors = (self._after(seat),)  # C3
            return events
        if not self._is_right():  # C8, D3
            return events + self._end_round("last_card", seat, drew=seat, right=False)
        self._show_row("last_card", seat, None, ())
        self._over([seat], [len(cards) for cards in self._hands], "last_card")
        return [*events, {"event": "row_right"}, {"event": "won", "seat": seat}]

    def _play_doubt(self, seat: int) -> list[Event]:
        self._guess_comes_first()
        if len(self._row) == 1:
            raise IllegalMove("countries.refused.nothing_to_doubt", rule="D2")
        right = self._is_right()
        drew = seat if right else self._last  # C6: the last team, even if the fault is another's
        return [{"event": "doubted", "seat": seat}, *self._end_round("doubt", seat, drew, right)]

    def _guess_comes_first(self) -> None:
        if self.phase == "guess":
            raise IllegalMove("countries.refused.guess_first", rule="C2")

    def _is_right(self) -> bool:
        figure = data.values(self.category)  # C10; C9: the table counts south and west below zero
        return never_decreases([figure[laid["card"]] for laid in self._row])

    def _end_round(self, cause: str, by: int, drew: int, right: bool) -> list[Event]:
        """C7: the draw, then the row is discarded, the next category shows, the team after the one that drew begins."""
        drawn = [card for card in (self._draw(), self._draw()) if card is not None]
        self._hands[drew] += drawn
        self._show_row(cause, by, drew, tuple(drawn))
        events: list[Event] = [
            {"event": "row_right" if right else "row_wrong"},
            {"event": "drew", "seat": drew, "cards": drawn, "n": len(drawn)}
            if drawn
            else {"event": "drew_nothing", "seat": drew},
        ]
        self._discards += [laid["card"] for laid in self._row]  # D6
        self._categories.append(self._categories.pop(0))
        self.round += 1
        first = self._after(drew)
        while not self._hands[first]:  # whoever could draw nothing has no card to begin with
            first = self._after(first)
        return events + self._start_row(first)

    def _start_row(self, first: int) -> list[Event]:
        """C4: the top card of the pile is laid alone."""
        card = self._draw()
        if card is None:  # D5
            left = [len(hand) for hand in self._hands]
            self._over([seat for seat, n in enumerate(left) if n == min(left)], left, "no_card")
            return [{"event": "no_card"}]
        self._row = [{"card": card, "seat": None}]
        self.phase, self.actors = "play", (first,)
        return [{"event": "row_started", "seat": first, "card": card, "category": self.category, "round": self.round}]

    def _draw(self) -> str | None:
        """D5: an empty pile is made anew from the discards; None when there are none either."""
        if not self._pile:
            self._pile, self._discards = self._rng("reshuffle").shuffled(self._discards), []
        return self._pile.pop(0) if self._pile else None

    # view

    def _view(self, seat: int | None) -> View:  # noqa: ARG002 (no team knows more than the others)
        return {
            "round": self.round,
            "category": self._categories[0],
            "guessed": list(self._guesses),
            "row": list(map(dict.copy, self._row)),
            "hands": list(map(list.copy, self._hands)),
            "pile_top": self._pile[0] if self._pile else None,
            "pile_count": len(self._pile),
            "discard_count": len(self._discards),
        }

    def _worded(self, thing: Any) -> dict[str, Any]:
        worded = dict(thing)
        column = worded.get("category", "population")
        for name, value in thing.items():
            if name in ("card", "less", "more"):
                worded[name] = _country(value)
            elif name == "cards":
                worded[name] = [_country(card) for card in value]
            elif name == "category":
                worded[name] = data.column(value)
            elif name in ("population", "value", "low", "high", "less_value", "more_value"):
                worded[name] = _Figure(column, value)
            elif name in ("difference", "shorter"):
                worded[name] = _Difference(column, value)
        return worded

    # reveal

    def _show_row(self, cause: str, by: int, drew: int | None, drawn: tuple[str, ...]) -> None:
        turned = Turned(self.round, self.category, tuple(self._row), cause, by, drew, drawn)
        self._show(partial(row_reveal, turned))


@lru_cache(maxsize=256)
def _lacking(category: str, edition: str) -> frozenset[str]:  # noqa: ARG001  (a teacher's own figures may change)
    """The cards without a figure of *category*."""
    return frozenset(data.deck("countries")) - data.values(category).keys()


def _country(card: str) -> data.Country | str:
    """A country as a sentence names it; what is no country stays as it was written."""
    return data.Country(card) if card in data.attribute("continent") else card


@dataclass(frozen=True)
class _Figure:
    """A figure in a sentence, with its unit."""

    column: str
    value: float

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return data.column(self.column).format(self.value, lang)


class _Difference(_Figure):
    """How far apart two figures are: of degrees neither north nor south, of percentages so many points."""

    def words(self, lang: str, form: str = "") -> str:
        column = data.column(self.column)
        value = round(self.value, column.decimals)
        if column.sides:
            return f"{i18n.number(value, lang)}°"
        if column.unit[lang].startswith("%"):
            return i18n.text("countries.points", lang, n=value)
        return super().words(lang, form)
