"""La course autour du monde: a race by scheduled flights over five continents and back home (rules R1–R9, D1–D6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, cycle
from typing import Any

from geoclass import data, i18n
from geoclass.games import course_reveal
from geoclass.games.base import BadSetup, Event, Game, IllegalMove, Move, Option, View, flag, once, texts, whole

HANDS = {2: 15, 3: 13, 4: 12, 5: 10, 6: 9}  # R1
STARTS = ("paris", "new-york", "tokyo")  # R2
SLOTS = ("slot_a", "slot_b")
VISAS = 5  # Europe, Asia, America, Africa, Oceania


def _three_cities(value: Any) -> bool:
    return texts(value) and len(value) >= 3 and all(city in data.cities_by_id() for city in value)


def _network(value: Any) -> bool:
    if type(value) is str:
        return value in ("full", "short")
    return texts(value) and all(data.route(route) for route in value)


class Course(Game):
    id = "course"
    teams = range(2, 7)
    options = {
        "hand": Option(None, whole(1, 54)),
        "starts": Option(list(STARTS), _three_cities),
        "max_rounds": Option(60, whole(1, 1000)),
        "open_hands": Option(False, flag),
        "network": Option("full", _network),
    }
    presets = {
        "lesson": {"network": "short", "max_rounds": 18},
        "beginners": {"network": "short", "max_rounds": 12, "open_hands": True},
    }
    moves = {
        "start": {"city": str},
        "stay": {"off": [str], "take": [str]},
        "fly": {"routes": [str]},
    }
    turns = {"start": "R3", "play": "R3"}

    def _begin(self) -> None:
        network = self.option["network"]
        self.network: tuple[str, ...] = data.network(network) if type(network) is str else tuple(sorted(network))
        self._ends = {route: (r.city_a, r.city_b) for route in self.network if (r := data.route(route))}
        self._visa = {city.id: city.continent if city.visa else None for city in data.cities_by_id().values()}  # R6, D2
        n = len(self.players)
        hand = self.option["hand"] or HANDS[n]  # R1
        if n * hand > len(self.network):
            raise BadSetup("course.setup.small_network", n=len(self.network), needed=n * hand)
        deck = self._order("deck", self.network, n * hand) or self._rng("deck").shuffled(self.network)
        self._hands = [deck[hand * seat : hand * (seat + 1)] for seat in range(n)]
        self._stock = deck[: n * hand - 1 : -1]  # the last is the top
        self._slots: dict[str, list[str]] = {slot: [] for slot in SLOTS}  # D3: piles, the last is the top
        self._laid: list[str] = []
        self._starts: list[str | None] = [None] * n
        self._tours: list[list[str]] = [[] for _ in range(n)]  # the cities touched, the start first
        self._visas: list[list[str]] = [[] for _ in range(n)]  # in the order they were had
        self._flown: list[list[str]] = [[] for _ in range(n)]
        self._round = 1
        self._turn(0)  # R3

    def _turn(self, seat: int) -> None:
        self.phase, self.actors = ("play" if self._starts[seat] else "start"), (seat,)  # D5

    # the moves

    def _legal(self, seat: int) -> list[Move]:
        if self.phase == "start":
            return [{"seat": seat, "move": "start", "city": city} for city in self.option["starts"]]
        city, ends, hand = self._tours[seat][-1], self._ends, self._hands[seat]
        moves: list[Move] = [{"seat": seat, "move": "fly", "routes": [route]} for route in hand if city in ends[route]]
        moves += self._stays(seat, hand)
        return moves

    def _stays(self, seat: int, hand: list[str]) -> list[Move]:
        """Every pair laid off and every way to take, each at least once (not each with each)."""
        ways = _WAYS[bool(self._slots["slot_a"]), bool(self._slots["slot_b"])]
        if len(hand) < 5:  # fewer pairs than ways
            offs = [list(pair) for pair in combinations(hand, min(2, len(hand)))]
            n = max(len(offs), len(ways))
            return [
                {"seat": seat, "move": "stay", "off": offs[i % len(offs)].copy(), "take": [*ways[i % len(ways)]]}
                for i in range(n)
            ]
        takes = cycle([list(way) for way in ways])  # the moves of one answer share them
        return [
            {"seat": seat, "move": "stay", "off": [a, b], "take": take}
            for (a, b), take in zip(combinations(hand, 2), takes, strict=False)
        ]

    def _play_start(self, seat: int, city: str) -> list[Event]:
        if self.phase != "start":
            raise IllegalMove("course.refused.started", rule="R2")
        if city not in self.option["starts"]:
            raise IllegalMove("course.refused.no_start", rule="R2", starts=_cities(self.option["starts"]))
        self._starts[seat] = city
        self._tours[seat].append(city)
        events: list[Event] = [{"event": "started", "seat": seat, "city": city}]
        if visa := self._visa[city]:
            self._visas[seat].append(visa)
            events.append({"event": "visa", "seat": seat, "continent": visa})
        self._turn(seat)  # D5: its turn is still to come
        return events

    def _play_stay(self, seat: int, off: list[str], take: list[str]) -> list[Event]:
        self._started()
        hand, slots = self._hands[seat], self._slots
        n = min(2, len(hand))  # D4
        if len(off) != n:
            sentence = "off_count" if n else "off_none"
            raise IllegalMove(f"course.refused.{sentence}", rule="R4" if n == 2 else "D4", n=n)
        self._held(hand, off, "R4")
        if len(take) != 2:
            raise IllegalMove("course.refused.take_two", rule="R4")
        for pile in take:
            if pile == "stock":
                continue
            if pile not in slots:
                raise IllegalMove("course.refused.no_pile", rule="R4", pile=pile)
            if take.count(pile) > 1:
                raise IllegalMove("course.refused.slot_once", rule="R4")
            if not slots[pile]:
                raise IllegalMove("course.refused.slot_empty", rule="R4")
        taken = [slots[pile].pop() for pile in take if pile != "stock"]  # R4: tops, off, stock
        for card, slot in zip(off, slots.values(), strict=False):
            hand.remove(card)
            slot.append(card)
        hand += taken
        events: list[Event] = [{"event": "stayed", "seat": seat, "city": self._tours[seat][-1]}]
        if off:
            events.append({"event": "laid_off", "seat": seat, "cards": off.copy()})
        if taken:
            events.append({"event": "took", "seat": seat, "cards": taken})
        return events + self._draw(seat, take.count("stock")) + self._next(seat)

    def _play_fly(self, seat: int, routes: list[str]) -> list[Event]:
        self._started()
        way = self._way(seat, routes)
        hand, tour, visas = self._hands[seat], self._tours[seat], self._visas[seat]
        before, home, won = len(visas), self._starts[seat], False
        for leg, city in enumerate(way, 1):
            visa = self._visa[city]
            if visa and visa not in visas:
                visas.append(visa)  # R6
            if city == home and len(visas) == VISAS:  # R9, also on the way: D1
                won, way, routes = True, way[:leg], routes[:leg]
                break
        flight = course_reveal.Flight(seat, (tour[-1], *way), tuple(routes), tuple(visas[before:]))
        tour += way
        for route in routes:
            hand.remove(route)
        self._laid += routes
        self._flown[seat] += routes
        flew = {"event": "flew", "seat": seat, "cities": list(flight.cities), "routes": list(routes)}
        gained = [{"event": "visa", "seat": seat, "continent": visa} for visa in flight.visas]
        if won:  # nothing is drawn: D1
            return [flew, *gained, *self._end([seat], flight, "home")]
        self._show(once(lambda: course_reveal.after_flight(flight)))
        return [flew, *gained, *self._draw(seat, len(routes)), *self._next(seat, flight)]

    # the rules behind them

    def _started(self) -> None:
        if self.phase == "start":
            raise IllegalMove("course.refused.start_first", rule="D5")

    def _held(self, hand: list[str], cards: list[str], rule: str) -> None:
        for i, card in enumerate(cards):
            if card not in hand:
                raise IllegalMove("course.refused.not_yours", rule=rule, card=_card(card))
            if card in cards[:i]:
                raise IllegalMove("course.refused.card_twice", rule=rule, card=_card(card))

    def _way(self, seat: int, routes: list[str]) -> list[str]:
        """The cities that *routes* lead to one after another: an unbroken way of cards held (R5, R7)."""
        if not routes:
            raise IllegalMove("course.refused.no_route", rule="R5")
        self._held(self._hands[seat], routes, "R5")
        city, way = self._tours[seat][-1], []
        for route in routes:
            a, b = self._ends[route]
            if city not in (a, b):
                raise IllegalMove("course.refused.gap", rule="R5", city=data.cities_by_id()[city], card=_card(route))
            city = b if city == a else a
            way.append(city)
        return way

    def _draw(self, seat: int, n: int) -> list[Event]:
        """Draw up to *n* cards from the stock, shuffling a new one when there is none."""
        hand, before = self._hands[seat], len(self._hands[seat])
        events: list[Event] = []
        for _ in range(n):
            if not self._stock:
                if self._laid:  # R8
                    cards, self._laid = self._laid, []
                else:  # D4
                    cards = [card for slot in self._slots.values() for card in slot[:-1]]
                    for slot in self._slots.values():
                        del slot[:-1]
                if not cards:
                    break
                self._stock = self._rng("reshuffle").shuffled(cards)
                events.append({"event": "shuffled", "n": len(cards)})
            hand.append(self._stock.pop())
        if drawn := len(hand) - before:
            events.append({"event": "drew", "seat": seat, "n": drawn})
        return events

    def _next(self, seat: int, flight: course_reveal.Flight | None = None) -> list[Event]:
        after = self._after(seat)
        if after == 0:
            if self._round == self.option["max_rounds"]:
                return self._safety_end(flight)
            self._round += 1
        self._turn(after)
        return []

    def _safety_end(self, flight: course_reveal.Flight | None) -> list[Event]:
        """D6: most visas, then fewest legs home, then shared."""
        legs = [course_reveal.legs_between(self.network, tour[-1], tour[0]) for tour in self._tours]
        rank = [(-len(visas), way) for visas, way in zip(self._visas, legs, strict=True)]
        return self._end([seat for seat, r in enumerate(rank) if r == min(rank)], flight, "max_rounds")

    def _end(self, winners: list[int], flight: course_reveal.Flight | None, how: str) -> list[Event]:
        self._over(winners, [len(visas) for visas in self._visas], how)
        tours = tuple(
            course_reveal.Tour(seat, tuple(self._tours[seat]), tuple(self._flown[seat]), tuple(self._visas[seat]))
            for seat in range(len(self.players))
        )
        network, winning = self.network, tuple(winners)
        self._show(once(lambda: course_reveal.at_the_end(network, tours, winning, flight)))
        if how == "home":
            return [{"event": "won", "seat": winners[0]}]
        return [{"event": "time_up", "winners": winners, "n": len(winners)}]

    # what is seen

    def _view(self, seat: int | None) -> View:
        hands = self._hands
        return {
            "round": self._round,
            "cities": [tour[-1] if tour else None for tour in self._tours],
            "starts": self._starts.copy(),
            "visas": list(map(list.copy, self._visas)),
            "tours": list(map(list.copy, self._tours)),
            "hand_counts": list(map(len, hands)),
            "hand": None if seat is None else hands[seat].copy(),
            "hands": list(map(list.copy, hands)) if self.option["open_hands"] else None,
            "slots": [slot[-1] if slot else None for slot in self._slots.values()],
            "stock_count": len(self._stock),
            "laid_count": len(self._laid),
        }

    def _scores(self) -> list[int]:
        return list(map(len, self._visas))

    def _worded(self, thing: Mapping[str, Any]) -> dict[str, Any]:
        words = dict(thing)
        for place in words.keys() & {"city", "from", "to"}:
            words[place] = data.cities_by_id().get(words[place], words[place])
        if "cities" in words:
            words["cities"] = course_reveal.Way(tuple(words["cities"]))
        for field in ("routes", "off", "cards"):
            if field in words:
                words[field] = [_card(card) for card in words[field]] or "–"
        if "take" in words:
            words["take"] = [_Term("pile", pile) for pile in words["take"]]
        if "continent" in words:
            words["continent"] = _Term("continent", words["continent"])
        if "winners" in words:
            words["winners"] = [self.players[seat] for seat in words["winners"]]
        return words


@dataclass(frozen=True)
class _Term:
    """A pile or a continent in a sentence."""

    sort: str
    name: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text(f"course.{self.sort}.{self.name}", lang)


def _cities(cities: list[str]) -> list[data.City]:
    return [data.cities_by_id()[city] for city in cities]


def _card(card: str) -> data.Route | str:
    """A route card in a sentence; what is none stays as it was written."""
    return data.route(card) or card


# The ways to take two cards, by whether slot A and slot B hold any (R4).
_WAYS = {
    (a, b): [
        ("stock", "stock"),
        *([("stock", "slot_a"), ("slot_a", "stock")] if a else []),
        *([("stock", "slot_b"), ("slot_b", "stock")] if b else []),
        *([("slot_a", "slot_b"), ("slot_b", "slot_a")] if a and b else []),
    ]
    for a in (False, True)
    for b in (False, True)
}
