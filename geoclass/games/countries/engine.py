"""Countries: a growing row of cards from Less to More, turned over by a doubt. Rules C1–C10, decisions D1–D6."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from geoclass import data
from geoclass.games.base import BELL, Event, Game, Move, View
from geoclass.games.countries import tables
from geoclass.games.countries.reveal import Laid, TurnedRow, guess_reveal, never_decreases, row_reveal
from geoclass.games.countries.words import country
from geoclass.games.decks import Deck
from geoclass.games.options import Figures, First, GameOptions, Whole
from geoclass.games.refusals import BadSetup, IllegalMove
from geoclass.i18n.numbers import NotANumber, whole_number

FIGURES = ("area_km2", "population", "median_age", "highest_point_m", "latitude", "longitude")
EXAMPLE_GUESS = 10_000_000  # the same for all countries, so that it gives nothing away, and right for none
TOO_MANY = 10**100  # people: a limit on input
MOST_TEAMS = 12
FEWEST, RESERVE = 3, 20  # the smallest hand, and the cards that must be left to draw
POPULOUS, BEGINNERS = "populous", 70  # a deck of well-known countries, and its size


@cache
def _most_populous() -> frozenset[str]:
    return frozenset(sorted(tables.deck(), key=data.values("population").__getitem__)[-BEGINNERS:])


class Options(GameOptions):
    deck_filter = Deck(tables.deck, {POPULOUS: _most_populous}, front=True)
    hand = Whole(7, bounds=(FEWEST, 12))
    first = First("guess", *range(MOST_TEAMS))
    categories = Figures(FIGURES)


class Countries(Game):
    id = "countries"
    teams = range(2, MOST_TEAMS + 1)
    options = Options
    presets = {"lesson": {}, "beginners": {"deck_filter": POPULOUS, "hand": 4}}  # the published game fits a lesson
    tile_flags = ("ISL", "RUS", "BGD")
    hold = True
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
        self._categories = self._order("category_order", chosen, at_least=1) or self._rng("categories").shuffled(chosen)
        deck = self._deck()
        # C1: dealt hand by hand; the rest is the pile, top first
        self._hands = [deck[seat * hand : (seat + 1) * hand] for seat in seats]
        self._pile = deck[hand * len(seats) :]
        self._discards: list[str] = []  # D6: oldest first
        self._row: list[Laid] = []  # from Less to More
        self._laid: list[str] = []  # its cards in the order of laying
        self._last = 0  # who laid last; meaningless while only the starting card lies
        self._guesses: dict[int, int] = {}  # seat → guess, lowest seat first
        self.round = 1
        if first == "guess" and self._pile:  # without a pile there is no card to guess and no row to start (D5)
            self.phase, self.actors = "guess", tuple(seats)
        else:
            self._start_row(0 if first == "guess" else first)

    def _deck(self) -> list[str]:
        """All cards in play, top first, without countries that lack a figure of a category in play."""
        known = self.options["deck_filter"].of(self.option["deck_filter"])
        lacking = {card: c for c in self._categories for card in _lacking(c, self.setup["edition"])}
        teams, hand = len(self.players), self.option["hand"]
        deck = self._order("deck", known, at_least=hand * teams)
        if deck is not None:
            for card in deck:
                if card in lacking:
                    raise BadSetup(
                        "countries.setup.no_figure", card=data.Country(card), category=data.column(lacking[card])
                    )
            return deck
        known = [card for card in known if card not in lacking] if lacking else known
        if len(known) < hand * teams + RESERVE:
            raise _too_few(len(known), hand, teams)
        return self._rng("deck").shuffled(known)

    @classmethod
    def fitted(cls, options: Mapping[str, Any], teams: int) -> dict[str, Any] | None:
        """Shrink the hand to what the deck allows."""
        chosen = options.get("categories", FIGURES)
        lacking = {card for c in chosen for card in _lacking(c, data.edition_of(chosen))}
        most = _largest_hand(len(set(cls.options["deck_filter"].of(options.get("deck_filter"))) - lacking), teams)
        smaller = {"hand": most} if most < options.get("hand", cls.options["hand"].default) else {}
        return super().fitted({**options, **smaller}, teams)

    # state

    @property
    def category(self) -> str:
        return self._categories[0]

    def _scores(self) -> list[int] | None:
        return self._result["scores"].copy() if self._result else None

    def _legal(self, seat: int) -> list[Move]:
        """All moves, but only one example of a guess, which may be any number."""
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

    def understood(self, move: Mapping[str, Any]) -> Mapping[str, Any]:
        """Parse a guess as people write it: 1,5 million."""
        guess = move.get("population")
        if move.get("move") != "guess" or type(guess) is not str:
            return move
        try:
            return {**move, "population": whole_number(guess)}
        except NotANumber:
            raise IllegalMove("countries.refused.no_number", rule="D4", said=guess.strip()) from None

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
        """The nearest guess begins, and the card goes back into the pile at a random position (C2)."""
        card = self._pile.pop(0)
        truth = data.values("population")[card]
        guesses = self._guesses.copy()
        first = min(guesses, key=lambda seat: abs(guesses[seat] - truth))  # D4: the lowest seat of a tie
        self._pile.insert(self._rng("place of the guess card").below(len(self._pile) + 1), card)
        self._show(guess_reveal, card, truth, guesses, first)
        return [{"event": "nearest", "seat": first, "card": card, "population": truth}, *self._start_row(first)]

    def _play_place(self, seat: int, card: str, at: int) -> list[Event]:
        self._guess_comes_first()
        hand, row = self._hands[seat], self._row
        if card not in hand:
            sentence = "not_your_card" if card in tables.deck() else "unknown_card"
            raise IllegalMove(f"countries.refused.{sentence}", rule="C5", card=country(card))
        if not 0 <= at <= len(row):
            raise IllegalMove("countries.refused.no_such_place", rule="C4" if len(row) == 1 else "C5", last=len(row))
        hand.remove(card)
        row.insert(at, {"card": card, "seat": seat})
        self._laid.append(card)
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
        drew = seat if right else self._last  # C6: the team that laid last draws, even if another's card is wrong
        return [{"event": "doubted", "seat": seat}, *self._end_round("doubt", seat, drew, right)]

    def _guess_comes_first(self) -> None:
        if self.phase == "guess":
            raise IllegalMove("countries.refused.guess_first", rule="C2")

    def _is_right(self) -> bool:
        figure = data.values(self.category)  # C10; C9: the table counts south and west below zero
        return never_decreases([figure[laid["card"]] for laid in self._row])

    def _end_round(self, cause: str, by: int, drew: int, right: bool) -> list[Event]:
        """Draw, discard the row, show the next category; the team after the one that drew begins (C7)."""
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
        while not self._hands[first]:  # skip teams without cards (nothing was left to draw)
            first = self._after(first)
        return events + self._start_row(first)

    def _start_row(self, first: int) -> list[Event]:
        """Start a row with the top card of the pile (C4)."""
        card = self._draw()
        if card is None:  # D5
            fewest, left = self._standing()
            self._over(fewest, left, "no_card")
            return [{"event": "no_card"}]
        self._row, self._laid = [{"card": card, "seat": None}], [card]
        self.phase, self.actors = "play", (first,)
        return [{"event": "row_started", "seat": first, "card": card, "category": self.category, "round": self.round}]

    def _draw(self) -> str | None:
        """Draw a card, reshuffling the discards into an empty pile (D5); None if both are empty."""
        if not self._pile:
            self._pile, self._discards = self._rng("reshuffle").shuffled(self._discards), []
        return self._pile.pop(0) if self._pile else None

    # view

    def _view(self, seat: int | None) -> View:  # noqa: ARG002 (nothing is secret)
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

    # reveal

    def _standing(self) -> tuple[list[int], list[int]]:
        """The teams with fewest cards lead."""
        left = [len(hand) for hand in self._hands]
        return [seat for seat, n in enumerate(left) if n == min(left)], left

    def _show_hidden(self) -> None:
        """Reveal the guesses made so far, or the row."""
        if self._guesses and self.phase == "guess":
            card = self._pile[0]
            self._show(guess_reveal, card, data.values("population")[card], self._guesses, None)
        elif len(self._row) > 1:
            self._show_row(BELL, None, None, ())

    def _show_row(self, cause: str, by: int | None, drew: int | None, drawn: tuple[str, ...]) -> None:
        turned = TurnedRow(self.round, self.category, tuple(self._row), tuple(self._laid), cause, by, drew, drawn)
        self._show(row_reveal, turned)


def _largest_hand(cards: int, teams: int) -> int:
    """The largest hand possible with so many cards."""
    return (cards - RESERVE) // teams


def _too_few(cards: int, hand: int, teams: int) -> BadSetup:
    """The refusal of too small a deck; suggests a smaller hand, fewer teams, or more countries."""
    most = _largest_hand(cards, teams)
    fewer = _largest_hand(cards, FEWEST)  # the most teams with the smallest hand
    key = "smaller_hand" if most >= FEWEST else "fewer_teams" if fewer >= Countries.teams[0] else "more_countries"
    least = FEWEST * Countries.teams[0] + RESERVE
    facts: dict[str, Any] = {"needed": hand * teams + RESERVE, "least": least, "hand": most, "fewest": FEWEST}
    return BadSetup(f"countries.setup.{key}", n=cards, teams=teams, fewer=fewer, **facts)


@lru_cache(maxsize=256)
def _lacking(category: str, edition: str) -> frozenset[str]:  # noqa: ARG001  (the edition is part of the cache key)
    """The cards without a figure of *category*."""
    return frozenset(tables.deck()) - data.values(category).keys()
