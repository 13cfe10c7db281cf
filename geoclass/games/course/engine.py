"""La course autour du monde: a race by scheduled flights over five continents and back home (rules R1–R9, D1–D6)."""

from collections.abc import Mapping
from itertools import combinations
from math import inf
from typing import Any

from geoclass import data
from geoclass.games.base import Event, Game, Move, View
from geoclass.games.course import reveal
from geoclass.games.course.options import Options
from geoclass.games.course.tables import joined, routes_of, visa
from geoclass.games.course.words import ticket
from geoclass.games.refusals import BadSetup, IllegalMove
from geoclass.games.tell import Text

HANDS = {2: 15, 3: 13, 4: 12, 5: 10, 6: 9}  # R1
SLOTS = ("slot_a", "slot_b")
VISAS = 5  # Europe, Asia, America, Africa, Oceania


class Course(Game):
    id = "course"
    teams = range(2, 7)
    hidden = True
    options = Options
    pace = {"turn": 45, "reveal": 20}
    presets = {
        "lesson": {"network": "hubs", "max_rounds": 18},
        "beginners": {"network": "hubs", "max_rounds": 12, "open_hands": True},
    }
    moves = {
        "start": {"city": str},
        "stay": {"off": [str], "take": [str]},
        "fly": {"routes": [str]},
    }
    turns = {"start": "R3", "play": "R3"}

    def _begin(self) -> None:
        self.network: tuple[str, ...] = routes_of(self.option["network"])
        self._ends = {route: (r.city_a, r.city_b) for route in self.network if (r := data.route(route))}
        self._visa = {city: visa(city) for city in data.cities_by_id()}  # R6, D2
        n = len(self.players)
        hand = self.option["hand"] or HANDS[n]  # R1
        if n * hand > len(self.network):
            raise BadSetup("course.setup.small_network", n=len(self.network), needed=n * hand)
        deck = self._order("deck", self.network, n * hand) or self._rng("deck").shuffled(self.network)
        self._hands = [deck[hand * seat : hand * (seat + 1)] for seat in range(n)]
        self._stock = deck[: n * hand - 1 : -1]  # top card last
        self._slots: dict[str, list[str]] = {slot: [] for slot in SLOTS}  # D3: piles, top card last
        self._laid: list[str] = []
        self._starts: list[str | None] = [None] * n
        self._tours: list[list[str]] = [[] for _ in range(n)]  # cities visited, start first
        self._visas: list[list[str]] = [[] for _ in range(n)]  # in the order gained
        self._flown: list[list[str]] = [[] for _ in range(n)]
        self._round = 1
        self._turn(0)  # R3

    @classmethod
    def why_not(cls, options: Mapping[str, Any], teams: int) -> BadSetup | None:
        """A race that cannot be finished may be played but is not offered."""
        network, starts = (options.get(name, cls.options[name].default) for name in ("network", "starts"))
        reached = joined(routes_of(network))
        if lost := [city for city in starts if city not in reached]:
            return BadSetup("course.setup.start_off_network", cities=_cities(lost))
        if missing := [c for c in reveal.CONTINENTS if c not in map(visa, reached)]:
            return BadSetup("course.setup.no_visa", continents=[Text(f"tell.continent.{c}") for c in missing])
        return super().why_not(options, teams)

    @classmethod
    def fitted(cls, options: Mapping[str, Any], teams: int) -> dict[str, Any] | None:
        """Replace starts off the network by its best connected cities; limit hands to two thirds of the tickets."""
        network, hand = options.get("network", "full"), options.get("hand") or HANDS[teams]
        routes, fits = routes_of(network), dict(options)
        reached, starts = joined(routes), fits.get("starts", cls.options["starts"].default)
        if not set(starts) <= set(reached):
            fits["starts"] = [*(c for c in starts if c in reached), *(c for c in reached if c not in starts)][:3]
        if teams * hand > len(routes):
            fits["hand"] = max(1, len(routes) * 2 // 3 // teams)
        return super().fitted(fits, teams)

    def _turn(self, seat: int) -> None:
        self.phase, self.actors = ("play" if self._starts[seat] else "start"), (seat,)  # D5

    # the moves

    def _legal(self, seat: int) -> list[Move]:
        """Starts, flights of one leg (longer ones are left out) and some of the stays."""
        if self.phase == "start":
            return [{"seat": seat, "move": "start", "city": city} for city in self.option["starts"]]
        city, ends, hand = self._tours[seat][-1], self._ends, self._hands[seat]
        moves: list[Move] = [{"seat": seat, "move": "fly", "routes": [route]} for route in hand if city in ends[route]]
        moves += self._stays(seat, hand)
        return moves

    def _stays(self, seat: int, hand: list[str]) -> list[Move]:
        """Every pair to discard and every way to take, each at least once (not all combinations)."""
        ways = _WAYS[bool(self._slots["slot_a"]), bool(self._slots["slot_b"])]
        offs = list(combinations(hand, min(2, len(hand))))
        return [
            {"seat": seat, "move": "stay", "off": [*offs[i % len(offs)]], "take": [*ways[i % len(ways)]]}
            for i in range(max(len(offs), len(ways)))
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
        self._turn(seat)  # D5: the team still has its turn
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
            if city == home and len(visas) == VISAS:  # R9; also in mid-flight: D1
                won, way, routes = True, way[:leg], routes[:leg]
                break
        flight = reveal.Flight(seat, (tour[-1], *way), tuple(routes), tuple(visas[before:]))
        tour += way
        for route in routes:
            hand.remove(route)
        self._laid += routes
        self._flown[seat] += routes
        flew = {"event": "flew", "seat": seat, "cities": list(flight.cities), "routes": list(routes)}
        gained = [{"event": "visa", "seat": seat, "continent": visa} for visa in flight.visas]
        if won:  # D1: no cards are drawn
            return [flew, *gained, *self._end([seat], flight, "home")]
        self._show(reveal.after_flight, flight)
        return [flew, *gained, *self._draw(seat, len(routes)), *self._next(seat, flight)]

    # rules

    def _started(self) -> None:
        if self.phase == "start":
            raise IllegalMove("course.refused.start_first", rule="D5")

    def _held(self, hand: list[str], cards: list[str], rule: str) -> None:
        for i, card in enumerate(cards):
            if card not in hand:
                raise IllegalMove("course.refused.not_yours", rule=rule, card=ticket(card))
            if card in cards[:i]:
                raise IllegalMove("course.refused.card_twice", rule=rule, card=ticket(card))

    def _way(self, seat: int, routes: list[str]) -> list[str]:
        """The cities along *routes*, checked to be a connected path of cards held (R5, R7)."""
        if not routes:
            raise IllegalMove("course.refused.no_route", rule="R5")
        self._held(self._hands[seat], routes, "R5")
        city, way = self._tours[seat][-1], []
        for route in routes:
            a, b = self._ends[route]
            if city not in (a, b):
                raise IllegalMove("course.refused.gap", rule="R5", city=data.cities_by_id()[city], card=ticket(route))
            city = b if city == a else a
            way.append(city)
        return way

    def _draw(self, seat: int, n: int) -> list[Event]:
        """Draw up to *n* cards, reshuffling when the stock is empty."""
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

    def _next(self, seat: int, flight: reveal.Flight | None = None) -> list[Event]:
        after = self._after(seat)
        if after == 0:
            if self._round == self.option["max_rounds"]:
                return self._end(self._leaders(), flight, "max_rounds")
            self._round += 1
        self._turn(after)
        return []

    def _leaders(self) -> list[int]:
        """D6: most visas, then fewest legs home, then shared; nobody before the first start."""
        legs = [reveal.legs_between(self.network, tour[-1], tour[0]) if tour else inf for tour in self._tours]
        rank = [(-len(visas), way) for visas, way in zip(self._visas, legs, strict=True)]
        return [seat for seat, r in enumerate(rank) if r == min(rank) and self._tours[seat]]

    def _end(self, winners: list[int], flight: reveal.Flight | None, how: str) -> list[Event]:
        self._over(winners, [len(visas) for visas in self._visas], how)
        self._show(reveal.at_the_end, self.network, self._flights(), tuple(winners), flight)
        if how == "home":
            return [{"event": "won", "seat": winners[0]}]
        return [{"event": "time_up", "winners": winners, "n": len(winners)}]

    def _flights(self) -> tuple[reveal.Tour, ...]:
        return tuple(
            reveal.Tour(seat, tuple(self._tours[seat]), tuple(self._flown[seat]), tuple(self._visas[seat]))
            for seat in range(len(self.players))
        )

    # ended by the bell

    def _standing(self) -> tuple[list[int], list[int]]:
        return self._leaders(), self._scores()

    def _show_hidden(self) -> None:
        hands = tuple(map(tuple, self._hands))
        self._show(reveal.at_the_bell, self.network, self._flights(), tuple(self._leaders()), hands)

    # view

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


def _cities(cities: list[str]) -> list[data.City]:
    return [data.cities_by_id()[city] for city in cities]


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
