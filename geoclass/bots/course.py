"""Players of La course autour du monde.

A pupil flies one leg that brings something; a keen pupil the best way in hand; a geographer plans the whole tour home
over the network, at the price of the cards still missing, and collects for it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from math import inf
from typing import NamedTuple

from geoclass import data
from geoclass.games import Move, View
from geoclass.games.course_reveal import CONTINENTS, legs_between, visa_bit
from geoclass.games.rng import Rng

ALL = (1 << len(CONTINENTS)) - 1
DEPTH = 7  # legs of a way that a keen pupil looks for
ALIKE = 8  # ways that it goes on with, of those that end in the same city with the same visas after as many legs

# What a leg costs a geographer in turns, about: with the card in hand, open in a slot, or still to be found.
HELD, OPEN, MISSING = 0.15, 0.5, 2.0
DRAWN = 0.1  # what a card from the stock is worth to it: it may be one still to be found
STARTS = 3  # that it weighs, those that most cards leave from

Network = tuple[str, ...]
Prices = dict[str, float]
Costs = dict[int, dict[str, float]]  # by the visas had, by the city stood in


class Leg(NamedTuple):
    route: str
    to: str
    visa: int  # there, as a bit; 0 if none


Graph = dict[str, list[Leg]]


class Position(NamedTuple):
    """What matters to a seat for its race."""

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

    def legs_home(self, city: str) -> float:
        return legs_between(self.network, city, self.home)

    def fly(self, routes: Sequence[str]) -> Move:
        return {"seat": self.seat, "move": "fly", "routes": list(routes)}

    def stay(self, off: Sequence[str], wanted: Sequence[bool]) -> Move:
        """Lay off two cards, take the slots' tops that are wanted and the rest from the stock."""
        take = [slot for slot, want in zip(("slot_a", "slot_b"), wanted, strict=True) if want]
        return {"seat": self.seat, "move": "stay", "off": list(off[:2]), "take": [*take, "stock", "stock"][:2]}


class Good:
    """A bot of level 1 (pupil), 2 (keen pupil) or 3 (geographer)."""

    def __init__(self, level: int, rng: Rng) -> None:
        self._level, self._rng = level, rng

    def choose(self, view: View, legal: list[Move]) -> Move:
        if view["phase"] == "start":
            return self._start(view, legal)
        here = Position.of(view)
        if self._level == 1:
            return _useful_leg(here) or self._rng.choice(legal)
        if self._level == 2:
            return _useful_way(here) or _change(here)
        return _tour(here)

    def _start(self, view: View, legal: list[Move]) -> Move:
        """Where to start: by chance, by the cards that leave from there, by the whole tour."""
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


# 1: a leg


def _useful_leg(here: Position) -> Move | None:
    """A leg to a new continent, or nearer home with all visas."""
    for leg in _legs(here.hand).get(here.city, ()):
        if leg.visa & ~here.visas or (here.visas == ALL and here.legs_home(leg.to) < here.legs_home(here.city)):
            return here.fly([leg.route])
    return None


# 2: a way


def _useful_way(here: Position) -> Move | None:
    """The way in hand that brings most: home with all visas, then visas, then nearness to home, then few cards."""
    best: tuple[float, ...] = (0, 0, 0)
    found: tuple[str, ...] = ()
    for way, city, visas in _ways(_legs(here.hand), here.city, here.visas):
        gained = (visas & ~here.visas).bit_count()
        nearer = here.legs_home(here.city) - here.legs_home(city) if visas == ALL else 0
        worth = (visas == ALL and city == here.home, gained, nearer, -len(way))
        if (gained or nearer > 0) and worth > best:
            best, found = worth, way
    return here.fly(found) if found else None


def _ways(graph: Graph, city: str, visas: int) -> Iterator[tuple[tuple[str, ...], str, int]]:
    """The ways in hand, where each ends and with which visas; of those alike in both and in length, the first few."""
    ways: list[tuple[tuple[str, ...], str, int]] = [((), city, visas)]
    for _ in range(DEPTH):
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
    """Lay off what leads nowhere new, take a slot's top that leads on."""

    def use(card: str) -> int:
        ends = card.split("--")
        return 2 * (here.city in ends) + (here.home in ends) + 2 * any(visa_bit(city) & ~here.visas for city in ends)

    wanted = [top is not None and use(top) >= 3 for top in here.slots]
    return here.stay(sorted(here.hand, key=use), wanted)


# 3: a tour


def _tour(here: Position) -> Move:
    """Fly the way in hand that brings the tour on most, or change cards for it."""
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
    """The way in hand that saves most on the tour home, with the cards it draws, and what it saves."""
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
    """What each route costs in turns, about."""
    price = dict.fromkeys(here.network, MISSING)
    price |= {top: OPEN for top in here.slots if top}
    return price | dict.fromkeys(here.hand, HELD)


def costs_home(here: Position, price: Prices) -> Costs:
    """The least cost of coming home with all visas: by the visas had (the present ones or more), by city."""
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
    """The least cost of a tour that uses a route, for every route."""
    graph, through = _played(here.network), dict[str, float]()
    so_far: Costs = {had: {} for had in sorted(home)}
    so_far[here.visas][here.city] = 0.0
    for had in sorted(home):  # visas are only ever added
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
    """The least cost of every city that is joined to the *known* ones by legs without a new visa (Dijkstra)."""
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
    """The legs of the cheapest way home through all continents; none if there is no such way."""
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


def _network(view: View) -> Network:
    network = view["options"]["network"]
    return data.network(network) if isinstance(network, str) else tuple(sorted(network))
