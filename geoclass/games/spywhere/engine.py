"""Spywhere: every team is a spy with a secret nationality; it collects its dish and identifies the others. Rules S1–S8,
decisions D1–D7."""

from bisect import insort
from collections import Counter
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from geoclass import data
from geoclass.games.base import Event, Game, Move, View
from geoclass.games.refusals import BadSetup, IllegalMove
from geoclass.games.spywhere import tables
from geoclass.games.spywhere.options import Options
from geoclass.games.spywhere.reveal import Ending, Points, reveal

COPIES, HAND, OPEN = 18, 3, 5
FIRST_TRY = 5  # S8: with two teams, the first own turn in which identifying is allowed


def in_order(nationalities: Mapping[str, str]) -> dict[str, str]:
    """Sort nationalities: published ones first, then by code, so that the order of keys in a log does not matter."""
    published = [iso for iso in tables.dishes() if iso in nationalities]
    return {iso: nationalities[iso] for iso in (*published, *sorted(nationalities.keys() - published))}


class Spywhere(Game):
    id = "spywhere"
    teams = range(2, 7)
    hidden = True
    options = Options
    presets = {"lesson": {}}  # the published game fits a lesson
    pace = {"turn": 35, "reveal": 480}  # passports, points, suspicions and six countries
    hold = True
    orders = ("passports", "deck")
    moves = {
        "exchange": {"give": str, "take": str},
        "eliminate": {"nationality": str},
        "identify": {"target": int, "nationality": str},
        "end": {},
        "done": {},
    }
    turns = {"exchange": "S3", "choose": "S3", "closing": "S6"}
    through = {"closing": "spywhere.refused.through"}

    # setup

    def _begin(self) -> None:
        nationalities, without, first = (self.option[name] for name in ("nationalities", "without", "first"))
        seats = range(len(self.players))
        if without is not None and without not in nationalities:
            raise self._bad_option("without", without)
        if first != "random" and first not in seats:
            raise self._bad_option("first", first)
        if len(seats) <= 4:  # S1
            without = self.option["without"] = without or list(nationalities)[-1]
        nationalities = self.option["nationalities"] = in_order(nationalities)
        self._nationalities = tuple(c for c in nationalities if len(seats) > 4 or c != without)
        self._attempts = 2 if len(seats) == 2 else len(seats) - 1  # S6, S8: attempts that complete a team's set

        self._passports = self._given_passports() or self._dealt_passports()
        deck = self._given_deck() or self._rng("deck").shuffled([c for c in self._nationalities for _ in range(COPIES)])
        self._place = {c: i for i, c in enumerate(self._nationalities)}  # sort order in a hand
        self._hands = [sorted(deck[HAND * s : HAND * s + HAND], key=self._place.__getitem__) for s in seats]  # S2
        dealt = HAND * len(seats)
        self._open = deck[dealt : dealt + OPEN]
        self._pile = deck[: dealt + OPEN - 1 : -1]  # top card last

        self._clues: list[dict[str, int]] = [{} for _ in seats]
        self._cards_left = [list(self._nationalities) for _ in seats]
        self._laid: list[list[tuple[int, str]]] = [[] for _ in seats]
        self._targets = [[s for s in seats if s != seat] for seat in seats]  # opponents it may still identify
        self._tried: list[tuple[int, int]] = []
        self._history: list[tuple[int, str, str]] = []
        self._turns = [0 for _ in seats]
        self._closing_from = 0  # number of attempts before the closing round
        self._ended_by: int | None = None
        self._begin_turn(self._rng("first").below(len(seats)) if first == "random" else first)  # D7

    @classmethod
    def fitted(cls, options: Mapping[str, Any], teams: int) -> dict[str, Any] | None:
        """With other nationalities than the published ones, leave out the last."""
        six, without = options.get("nationalities") or tables.dishes(), options.get("without")
        return super().fitted({k: v for k, v in options.items() if k != "without" or without in six}, teams)

    def _dealt_passports(self) -> list[tuple[str, ...]]:
        each = 2 if len(self.players) == 2 else 1  # S8
        pack = self._rng("passports").shuffled(self._nationalities)
        return [tuple(pack[each * s : each * s + each]) for s in range(len(self.players))]

    def _given_passports(self) -> list[tuple[str, ...]] | None:
        """The setup's passports as a list per seat; a single passport may be given without a list."""
        given, each = self.setup.get("passports"), 2 if len(self.players) == 2 else 1
        if given is None:
            return None
        if type(given) is not list or len(given) != len(self.players):
            raise BadSetup("spywhere.setup.passports", "S8" if each == 2 else "S1", n=each)
        passports = [[item] if type(item) is str and each == 1 else item for item in given]
        if not all(type(p) is list and len(p) == each and all(type(c) is str for c in p) for p in passports):
            raise BadSetup("spywhere.setup.passports", "S8" if each == 2 else "S1", n=each)
        self._check_cards("passports", [c for p in passports for c in p], copies=1)
        return [tuple(p) for p in passports]

    def _given_deck(self) -> list[str] | None:
        given, needed = self.setup.get("deck"), HAND * len(self.players) + OPEN
        if given is None:
            return None
        if type(given) is not list or not all(type(card) is str for card in given):
            raise BadSetup("games.setup.not_a_list", order="deck")
        self._check_cards("deck", given, COPIES)
        if len(given) < needed:
            raise BadSetup("games.setup.too_few", order="deck", n=len(given), needed=needed)
        return list(given)

    def _check_cards(self, order: str, cards: list[str], copies: int) -> None:
        for card, n in Counter(cards).items():
            if card not in self._nationalities:
                raise BadSetup("games.setup.unknown_card", order=order, card=card)
            if n > copies:
                raise BadSetup("games.setup.card_twice", order=order, card=card)

    # turns

    def _begin_turn(self, seat: int) -> Event:
        self.phase, self.actors = "exchange", (seat,)
        self._turns[seat] += 1
        self._eliminated = False
        return {"event": "turn", "seat": seat, "drew": self._draw(seat)}  # S3, D5

    def _draw(self, seat: int) -> bool:
        if not self._pile:
            return False  # D1
        self._hold(seat, self._pile.pop())
        return True

    def _hold(self, seat: int, card: str) -> None:
        insort(self._hands[seat], card, key=self._place.__getitem__)

    def _end_turn(self, seat: int) -> list[Event]:
        # S6, D1: the end is checked only now
        if len(self._laid[seat]) == self._attempts:
            self._ended_by = seat  # D4: even if the pile is empty too
            return [{"event": "all_tried", "seat": seat}, self._close()]
        if not self._pile:
            return [{"event": "pile_empty", "seat": None}, self._close()]
        return [self._begin_turn(self._after(seat))]

    def _close(self) -> Event:
        """Start the closing round (S6). It is never empty: only the team that ended the game has used all its
        attempts."""
        self._closing_from = len(self._tried)
        self.phase = "closing"
        self.actors = tuple(s for s in range(len(self.players)) if len(self._laid[s]) < self._attempts)
        return {"event": "closing", "seat": None, "seats": list(self.actors)}

    def _leave(self, seat: int) -> list[Event]:
        self.actors = tuple(s for s in self.actors if s != seat)
        if self.actors:
            return []
        scores = self._totals()
        winners = [s for s, total in enumerate(scores) if total == max(scores)]  # D7
        self._over(winners, scores, "pile_empty" if self._ended_by is None else "all_tried")
        self._show(reveal, self._ending())
        return [{"event": "over", "seat": None, "winners": winners, "scores": scores}]

    def _show_hidden(self) -> None:
        self._show(reveal, self._ending())

    def _ending(self) -> Ending:
        return Ending(
            tuple(self.players),
            tuple(self.option["nationalities"].items()),
            self._nationalities,
            tuple(self._passports),
            tuple(map(tuple, self._laid)),
            tuple(tuple(c) for c in self._clues),
            tuple(self._history),
            tuple(self._points(s) for s in range(len(self.players))),
            self._ended_by,
            self.closed,
        )

    def _totals(self) -> list[int]:
        return [self._points(s).total for s in range(len(self.players))]

    def _points(self, seat: int) -> Points:
        own = sum(self._hands[seat].count(c) for c in self._passports[seat])  # S7, D2
        right = sum(nationality in self._passports[target] for target, nationality in self._laid[seat])
        return Points(own, right, 3 if seat == self._ended_by else 0)

    # what a team may do

    def _too_early(self, seat: int) -> bool:
        return len(self.players) == 2 and self.phase != "closing" and self._turns[seat] < FIRST_TRY  # S8, D2

    def _three_alike(self) -> str | None:
        return next((c for c in self._open if self._open.count(c) >= 3), None)

    def _legal(self, seat: int) -> list[Move]:
        """All moves."""
        if self.phase == "exchange":
            gives = dict.fromkeys(self._hands[seat])
            takes = [c for c in self._nationalities if c in self._open]
            return [{"seat": seat, "move": "exchange", "give": give, "take": take} for give in gives for take in takes]
        found: list[Move] = []
        if self.phase == "choose" and not self._eliminated:
            three = self._three_alike()
            if three and three not in self._passports[seat]:
                found.append({"seat": seat, "move": "eliminate", "nationality": three})
        if not self._too_early(seat):
            found += [
                {"seat": seat, "move": "identify", "target": target, "nationality": nationality}
                for target in self._targets[seat]
                for nationality in self._cards_left[seat]
            ]
        found.append({"seat": seat, "move": "end" if self.phase == "choose" else "done"})
        return found

    # moves

    def _play_exchange(self, seat: int, give: str, take: str) -> list[Event]:
        if self.phase == "choose":
            raise IllegalMove("spywhere.refused.exchanged_already", "S3")
        if self.phase == "closing":
            raise IllegalMove("spywhere.refused.closing", "S6")
        self._check_known(give)
        self._check_known(take)
        hand = self._hands[seat]
        if give not in hand:
            raise IllegalMove("spywhere.refused.not_in_hand", "S3", card=data.Country(give))
        if take not in self._open:
            raise IllegalMove("spywhere.refused.not_open", "S3", card=data.Country(take))
        hand.remove(give)
        self._hold(seat, take)
        self._open[self._open.index(take)] = give
        self._history.append((seat, give, take))
        events: list[Event] = [{"event": "exchanged", "seat": seat, "give": give, "take": take}]
        # D5: the turn ends by itself if the open cards leave no choice. It must not show that three open cards are the
        # team's own, so a team that cannot eliminate them has to play `end` like one that does not want to.
        if self._too_early(seat) and not self._three_alike():
            return events + self._end_turn(seat)
        self.phase = "choose"
        return events

    def _play_eliminate(self, seat: int, nationality: str) -> list[Event]:
        self._check_chosen_in_turn()
        self._check_known(nationality)
        if self._eliminated:
            raise IllegalMove("spywhere.refused.eliminated_already", "D5")
        if self._open.count(nationality) < 3:
            raise IllegalMove("spywhere.refused.not_three", "S4", card=data.Country(nationality))
        if nationality in self._passports[seat]:
            raise IllegalMove("spywhere.refused.own", "S4", card=data.Country(nationality))
        self._eliminated = True
        for _ in range(3):  # D6
            self._open.remove(nationality)
        self._clues[seat][nationality] = self._clues[seat].get(nationality, 0) + 3
        bonus = self._draw(seat)  # D1: the bonus card is drawn before the open cards
        laid = self._lay(3)
        events: list[Event] = [
            {"event": "eliminated", "seat": seat, "nationality": nationality, "bonus": bonus, "laid": laid}
        ]
        if self.option["reshuffle_threes"]:
            events += self._reshuffle_threes()
        return events + self._end_turn(seat) if self._too_early(seat) else events

    def _lay(self, n: int) -> list[str]:
        laid = self._pile[: -n - 1 : -1]
        del self._pile[-n:]
        self._open += laid
        return laid

    def _reshuffle_threes(self) -> list[Event]:
        """Optional rule: while three open cards are alike, put them back and lay new ones, if the pile allows."""
        events: list[Event] = []
        while (three := self._three_alike()) and self._can_differ(three):
            for _ in range(3):
                self._open.remove(three)
            self._pile = self._rng("reshuffle").shuffled([*self._pile, three, three, three])
            events.append({"event": "reshuffled", "seat": None, "nationality": three, "laid": self._lay(3)})
        return events

    def _can_differ(self, three: str) -> bool:
        """Whether the pile, with the three alike put back, has three cards that do not make three alike again."""
        pile, stay = Counter(self._pile), Counter(self._open)
        pile[three] += 3
        stay[three] -= 3
        return sum(min(pile[c], 2 - stay[c]) for c in self._nationalities) >= 3

    def _play_identify(self, seat: int, target: int, nationality: str) -> list[Event]:
        if self.phase == "exchange":
            raise IllegalMove("spywhere.refused.exchange_first", "S3")
        self._check_seat(target)
        self._check_known(nationality)
        if target == seat:
            raise IllegalMove("spywhere.refused.yourself", "S5")
        if self._too_early(seat):
            raise IllegalMove("spywhere.refused.too_early", "S8", n=FIRST_TRY)
        if target not in self._targets[seat]:
            raise IllegalMove("spywhere.refused.tried_already", "S5", opponent=self.players[target])
        if nationality not in self._cards_left[seat]:
            raise IllegalMove("spywhere.refused.spent", "D3", card=data.Country(nationality))
        self._cards_left[seat].remove(nationality)
        self._laid[seat].append((target, nationality))
        if len(self.players) > 2 or len(self._laid[seat]) == 2:  # D2: two attempts at the only opponent
            self._targets[seat].remove(target)
        events: list[Event] = [{"event": "identified", "seat": seat, "target": target}]
        if self.phase == "closing":
            # simultaneous: only a team's own attempts are ordered
            insort(self._tried, (seat, target), lo=self._closing_from, key=itemgetter(0))
            return events if self._targets[seat] else events + self._leave(seat)
        self._tried.append((seat, target))
        return events + self._end_turn(seat)  # S5: one per turn; D5: forgoes an elimination

    def _play_end(self, seat: int) -> list[Event]:
        self._check_chosen_in_turn()
        return self._end_turn(seat)

    def _play_done(self, seat: int) -> list[Event]:
        if self.phase != "closing":
            raise IllegalMove("spywhere.refused.not_closing", "S6")
        return [{"event": "done", "seat": seat}, *self._leave(seat)]

    def _check_chosen_in_turn(self) -> None:
        if self.phase == "exchange":
            raise IllegalMove("spywhere.refused.exchange_first", "S3")
        if self.phase == "closing":
            raise IllegalMove("spywhere.refused.closing", "S6")

    def _check_known(self, card: str) -> None:
        if card not in self._nationalities:
            raise IllegalMove("spywhere.refused.unknown", "S1", card=card)

    # view

    def _scores(self) -> list[int] | None:
        return self._totals() if self._is_over else None

    @property
    def _is_over(self) -> bool:
        """Whether everything is revealed: the game has ended or was closed."""
        return self._result is not None or self.closed

    def _view(self, seat: int | None) -> View:
        seats, over = range(len(self.players)), self._is_over
        return {
            "nationalities": list(self._nationalities),
            "open": self._open.copy(),
            "hand_counts": list(map(len, self._hands)),
            "hand": None if seat is None else self._hands[seat].copy(),
            "hands": list(map(list.copy, self._hands)) if over else None,
            "passports": [list(self._passports[s]) if over or s == seat else None for s in seats],
            "clues": list(map(dict.copy, self._clues)),
            "tried": list(map(list, self._tried)),
            "cards_left": None if seat is None else self._cards_left[seat].copy(),
            "laid": None if seat is None else list(map(list, self._laid[seat])),
            "identifications": [list(map(list, laid)) for laid in self._laid] if over else None,
            "history": list(map(list, self._history)),
            "pile_count": len(self._pile),
            "turns": self._turns.copy(),
        }
