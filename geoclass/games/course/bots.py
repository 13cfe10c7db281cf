"""Players of La course autour du monde.

A pupil looks two legs ahead, a keen pupil four; a geographer plans the whole tour home over the network, with a cost
for missing cards, and collects for it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

from geoclass.games import Move, View
from geoclass.games.course import tables
from geoclass.games.course.reveal import CONTINENTS, legs_between, visa_bit
from geoclass.games.rng import Rng

ALL = (1 << len(CONTINENTS)) - 1
LEGS = {1: 2, 2: 4}  # legs that a pupil and a keen pupil look ahead
DEPTH = 7  # the same for a geographer, with cards in hand
ALIKE = 8  # paths kept of those equal in last city, visas and number of legs

# A geographer's rough cost of a leg in turns: card in hand, open in a slot, or not found yet.
HELD, OPEN, MISSING = 0.15, 0.5, 2.0
DRAWN = 0.1  # value of a card from the stock: it may be one still missing
STARTS = 3  # starts considered: those with most cards

Network = tuple[str, ...]
Prices = dict[str, float]
Costs = dict[int, dict[str, float]]  # visas had → city → cost


class Leg(NamedTuple):
    route: str
    to: str
    visa: int  # gained there, as a bit; 0 if none


Graph = dict[str, list[Leg]]


class Position(NamedTuple):
    """The state that matters to a seat."""

    seat: int
    city: str
    home: str
    visas: int  # as bits
    hand: list[str]
    slots: list[str | None]
    network: Network

    @classmethod
    def of(cls, view: View) -> "Position":
        seat = view["seat"]
        visas = sum(1 << CONTINENTS.index(continent) for continent in view["visas"][seat])
        city, home = view["cities"][seat], view["starts"][seat]
        return cls(seat, city, home, visas, view["hand"], view["slots"], _network(view))

    def legs_to_go(self, city: str, visas: int) -> float:
        """The legs on the network to the nearest missing visa, or home with all of them."""
        goals = _cities_giving(self.network, ALL & ~visas) if visas != ALL else (self.home,)
        return min((legs_between(self.network, city, goal) for goal in goals), default=inf)

    def fly(self, routes: Sequence[str]) -> Move:
        return {"seat": self.seat, "move": "fly", "routes": list(routes)}

    def stay(self, off: Sequence[str], wanted: Sequence[bool]) -> Move:
        """Discard two cards, take the wanted slots' tops and the rest from the stock."""
        take = [slot for slot, want in zip(("slot_a", "slot_b"), wanted, strict=True) if want]
        return {"seat": self.seat, "move": "stay", "off": list(off[:2]), "take": [*take, "stock", "stock"][:2]}


class Good:
    """A bot of level 1 (pupil), 2 (keen pupil) or 3 (geographer); the first two look some *legs* ahead."""

    def __init__(self, level: int, rng: Rng, legs: int = 0) -> None:
        self._level, self._rng, self._legs = level, rng, legs or LEGS.get(level, 0)

    def choose(self, view: View, legal: list[Move]) -> Move:
        if view["phase"] == "start":
            return self._start(view, legal)
        here = Position.of(view)
        return _tour(here) if self._level == 3 else _useful_way(here, self._legs) or _change(here)

    def _start(self, view: View, legal: list[Move]) -> Move:
        """Choose a start: at random, by cards leaving from there, or by the whole tour, depending on the level."""
        hand, network = view["hand"], _network(view)
        if self._level == 1:
            return self._rng.choice(legal)
        by_cards = sorted(legal, key=lambda move: -sum(move["city"] in card.split("--") for card in hand))
        if self._level == 2:
            return by_cards[0]

        def cost(move: Move) -> float:
            city, visas = move["city"], visa_bit(move["city"])
            here = Position(view["seat"], city, city, visas, hand, view["slots"], network)
            return costs_home(here, prices(here))[visas].get(city, inf)

        return min(by_cards[:STARTS], key=cost)


# levels 1 and 2: paths with tickets in hand


def _useful_way(here: Position, legs: int) -> Move | None:
    """The best path in hand: home with all visas, most visas, nearest to missing ones, with a way on, fewest cards.

    A path that brings no visa and ends where no ticket leaves is not flown.
    """
    best: tuple[float, ...] = ()
    found: tuple[str, ...] = ()
    now = here.legs_to_go(here.city, here.visas)
    for way, city, visas in _ways(_legs(here.hand), here.city, here.visas, legs):
        home, gained = visas == ALL and city == here.home, (visas & ~here.visas).bit_count()
        to_go = here.legs_to_go(city, visas)
        goes_on = any(city in card.split("--") for card in here.hand if card not in way)
        worth = (home, gained, -to_go, goes_on, -len(way))
        if (gained or (to_go < now and (goes_on or home))) and worth > best:
            best, found = worth, way
    return here.fly(found) if found else None


def _ways(graph: Graph, city: str, visas: int, legs: int = DEPTH) -> Iterator[tuple[tuple[str, ...], str, int]]:
    """Paths in hand with last city and visas; of those equal in both and in length, the first few."""
    ways: list[tuple[tuple[str, ...], str, int]] = [((), city, visas)]
    for _ in range(legs):
        alike = Counter[tuple[str, int]]()
        longer = []
        for way, at, had in ways:
            for leg in graph.get(at, ()):
                end = (leg.to, had | leg.visa)
                if alike[end] < ALIKE and leg.route not in way:
                    alike[end] += 1
                    longer.append(((*way, leg.route), *end))
        yield from longer
        ways = longer


def _change(here: Position) -> Move:
    """Discard cards that lead nowhere new, take a slot's top that leads on."""

    def use(card: str) -> int:
        ends = card.split("--")
        new = [bool(visa_bit(city) & ~here.visas) for city in ends]
        worth = 2 * any(new) + (here.home in ends)
        if here.city in ends:
            there = ends[ends[0] == here.city]
            nearer = here.legs_to_go(there, here.visas) < here.legs_to_go(here.city, here.visas)
            worth += 4 + 2 * new[ends.index(there)] + nearer
        return worth

    wanted = [top is not None and use(top) >= 4 for top in here.slots]
    return here.stay(sorted(here.hand, key=use), wanted)


# level 3: a whole tour


def _tour(here: Position) -> Move:
    """Fly the path in hand that advances the tour most, or exchange cards for it."""
    price = prices(here)
    home = costs_home(here, price)
    routes = [leg.route for leg in _plan(here, price, home)]
    wanted = [top in routes for top in here.slots]
    change = sum(OPEN - HELD if want else DRAWN for want in wanted)
    way, gain = _best_way(here, home)
    if way and (gain > change or sum(card not in routes for card in here.hand) < 2):
        return here.fly(way)
    through = _costs_through(here, price, home)
    return here.stay(sorted(here.hand, key=lambda card: (card in routes, -through.get(card, inf))), wanted)


def _best_way(here: Position, home: Costs) -> tuple[tuple[str, ...], float]:
    """The path in hand that saves most of the tour's cost, including cards drawn, and the saving."""
    best: tuple[str, ...] = ()
    most = -inf
    now = home[here.visas].get(here.city, inf)
    for way, city, visas in _ways(_legs(here.hand), here.city, here.visas):
        if visas == ALL and city == here.home:
            return way, inf
        there = home[visas].get(city, inf)
        if there < inf and (gain := now - there + DRAWN * len(way)) > most:
            best, most = way, gain
    return best, most


def prices(here: Position) -> Prices:
    """Route → rough cost in turns."""
    price = dict.fromkeys(here.network, MISSING)
    price |= {top: OPEN for top in here.slots if top}
    return price | dict.fromkeys(here.hand, HELD)


def costs_home(here: Position, price: Prices) -> Costs:
    """The least cost of coming home with all visas: visas had → city → cost."""
    graph, costs = _played(here.network), Costs()
    for had in range(ALL, -1, -1):
        if had & here.visas != here.visas:
            continue
        known = {here.home: 0.0} if had == ALL else {}
        for city, ways in graph.items():
            for leg in ways:
                after = had | leg.visa
                if after != had and leg.to in costs[after] and not visa_bit(city) & ~had:
                    known[city] = min(known.get(city, inf), price[leg.route] + costs[after][leg.to])
        costs[had] = _spread(known, graph, price, had)
    return costs


def _costs_through(here: Position, price: Prices, home: Costs) -> dict[str, float]:
    """Route → least cost of a tour that uses it."""
    graph, through = _played(here.network), dict[str, float]()
    so_far: Costs = {had: {} for had in sorted(home)}
    so_far[here.visas][here.city] = 0.0
    for had in sorted(home):  # visas are never lost
        so_far[had] = _spread(so_far[had], graph, price, had)
        for city, cost in so_far[had].items():
            for leg in graph.get(city, ()):
                after = had | leg.visa
                reached = cost + price[leg.route]
                total = reached + home[after].get(leg.to, inf)
                through[leg.route] = min(total, through.get(leg.route, inf))
                if after != had:
                    so_far[after][leg.to] = min(reached, so_far[after].get(leg.to, inf))
    return through


def _spread(known: dict[str, float], graph: Graph, price: Prices, had: int) -> dict[str, float]:
    """Extend *known* costs to all cities reachable by legs without a new visa (Dijkstra)."""
    costs: dict[str, float] = {}
    queue = [(cost, city) for city, cost in known.items()]
    heapify(queue)
    while queue:
        cost, city = heappop(queue)
        if city not in costs:
            costs[city] = cost
            for leg in graph.get(city, ()):
                if leg.to not in costs and not leg.visa & ~had:
                    heappush(queue, (cost + price[leg.route], leg.to))
    return costs


def _plan(here: Position, price: Prices, home: Costs) -> list[Leg]:
    """The legs of the cheapest tour home through all continents; empty if there is none."""
    graph, plan = _played(here.network), list[Leg]()
    city, had = here.city, here.visas
    while home[had].get(city, inf) < inf and (city, had) != (here.home, ALL):
        leg = min(graph[city], key=lambda leg: price[leg.route] + home[had | leg.visa].get(leg.to, inf))
        plan.append(leg)
        city, had = leg.to, had | leg.visa
    return plan


# the network


@cache
def _played(network: Network) -> Graph:
    return _legs(network)


def _legs(routes: Sequence[str]) -> Graph:
    """The legs that *routes* allow from each city."""
    found: Graph = {}
    for route in routes:
        a, b = route.split("--")
        found.setdefault(a, []).append(Leg(route, b, visa_bit(b)))
        found.setdefault(b, []).append(Leg(route, a, visa_bit(a)))
    return found


@cache
def _cities_giving(network: Network, visas: int) -> tuple[str, ...]:
    """The cities that give one of these visas."""
    return tuple(city for city in _played(network) if visa_bit(city) & visas)


def _network(view: View) -> Network:
    return tables.routes_of(view["options"]["network"])
