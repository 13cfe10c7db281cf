"""The reveals of La course: kilometres, shares of the Earth's circumference, countries, best tours."""

from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Reveal
from geoclass.games.course.tables import visa

CIRCUMFERENCE_KM = 40_075
FIGURES = ("population", "area_km2", "median_age", "gdp_per_capita_usd", "highest_point_m")
CONTINENTS = ("Europe", "Asia", "America", "Africa", "Oceania")

Network = tuple[str, ...]


class Flight(NamedTuple):
    """A path flown in one turn."""

    seat: int
    cities: tuple[str, ...]  # departure first
    routes: tuple[str, ...]
    visas: tuple[str, ...]  # gained


class Tour(NamedTuple):
    """All flights of a team."""

    seat: int
    cities: tuple[str, ...]  # start first
    routes: tuple[str, ...]
    visas: tuple[str, ...]


class Way(NamedTuple):
    """A path in a sentence: *Paris – New York – Tokyo*."""

    cities: tuple[str, ...]

    def words(self, lang: str, form: str = "") -> str:
        return " – ".join(data.cities_by_id()[city].words(lang, form) for city in self.cities)


def after_flight(flight: Flight) -> Reveal:
    """Legs, kilometres, visas, and the country of arrival."""
    legs = _legs(flight.cities, flight.routes)
    km = sum(leg["km"] for leg in legs)
    return {
        "kind": "flight",
        "seat": flight.seat,
        "cities": list(flight.cities),
        "legs": legs,
        "km": km,
        "share": _share(km),
        "circumference_km": CIRCUMFERENCE_KM,
        "visas": list(flight.visas),
        "over": _in_order(code for leg in legs for code in leg["over"]),
        "arrival": _arrival(flight.cities[-1]),
        "questions": _flight_questions(legs),
    }


def at_the_end(network: Network, tours: tuple[Tour, ...], winners: Sequence[int], last: Flight | None) -> Reveal:
    """All tours, each with the best possible one from its start."""
    told = [_tour(network, tour) for tour in tours]
    return {
        "kind": "end",
        "winners": list(winners),
        "tours": told,
        "shortest": {start: shortest(network, start) for start in _in_order(t.cities[0] for t in tours if t.cities)},
        "circumference_km": CIRCUMFERENCE_KM,
        "flight": after_flight(last) if last else None,
        "questions": _end_questions(network, told, winners[0]),
    }


def at_the_bell(
    network: Network, tours: tuple[Tour, ...], leaders: Sequence[int], hands: tuple[tuple[str, ...], ...]
) -> Reveal:
    """The same for an unfinished race, with the tickets still held."""
    end = at_the_end(network, tours, leaders[:1] or [0], None)
    return end | {"winners": [], "hands": [list(hand) for hand in hands], "unfinished": True}


def _legs(cities: Sequence[str], routes: Sequence[str]) -> list[dict[str, Any]]:
    legs = []
    for (a, b), card in zip(pairwise(cities), routes, strict=True):
        route = data.route(card)
        assert route is not None
        over = list(data.flown_over(route)[:: 1 if a == route.city_a else -1])
        legs.append({"route": card, "from": a, "to": b, "km": route.km, "historic": route.historic, "over": over})
    return legs


def _arrival(city: str) -> dict[str, Any]:
    """The country of arrival with its capitals and some figures."""
    country = data.cities_by_id()[city].country
    figures = {column: data.values(column).get(country) for column in FIGURES}
    return {
        "city": city,
        "country": country,
        "capitals": [{"fr": fr, "en": en} for fr, en in data.capitals_of(country)],
        "figures": {column: value for column, value in figures.items() if value is not None},
    }


def _tour(network: Network, tour: Tour) -> dict[str, Any]:
    cities = data.cities_by_id()
    legs = _legs(tour.cities, tour.routes)
    km = sum(leg["km"] for leg in legs)
    landed = _in_order(cities[city].country for city in tour.cities)
    start = tour.cities[0] if tour.cities else None
    home = legs_between(network, tour.cities[-1], tour.cities[0]) if tour.cities else inf
    return {
        "seat": tour.seat,
        "start": start,
        "cities": list(tour.cities),
        "routes": list(tour.routes),
        "km": km,
        "share": _share(km),
        "legs": len(legs),
        "continents": _in_order(cities[city].continent for city in tour.cities),
        "visas": list(tour.visas),
        "landed": landed,
        "over": [code for code in _in_order(c for leg in legs for c in leg["over"]) if code not in landed],
        "legs_home": None if home == inf else home,
    }


# the network


@cache
def neighbours(network: Network) -> dict[str, list[tuple[str, int]]]:
    """City → its connected cities with kilometres."""
    found: dict[str, list[tuple[str, int]]] = {}
    for card in network:
        if route := data.route(card):
            found.setdefault(route.city_a, []).append((route.city_b, route.km))
            found.setdefault(route.city_b, []).append((route.city_a, route.km))
    return found


@cache
def _legs_from(network: Network, city: str) -> dict[str, int]:
    near, legs, reached = neighbours(network), {city: 0}, [city]
    for here in reached:
        for there, _ in near.get(here, ()):
            if there not in legs:
                legs[there] = legs[here] + 1
                reached.append(there)
    return legs


def legs_between(network: Network, a: str, b: str) -> float:
    """The fewest legs from *a* to *b* (D6); infinite if not connected."""
    return _legs_from(network, b).get(a, inf)


@cache
def shortest(network: Network, start: str) -> dict[str, Any] | None:
    """The tour with fewest legs (ties: shortest) and the one with fewest kilometres; None if there is no tour."""
    few = _best_tour(network, start, by_legs=True)
    short = _best_tour(network, start, by_legs=False)
    return {"fewest_legs": few, "fewest_km": short} if few and short else None


def _best_tour(network: Network, start: str, by_legs: bool) -> dict[str, Any] | None:
    """Dijkstra over states of city and visas."""
    near, visa = neighbours(network), {c.id: visa_bit(c.id) for c in data.cities_by_id().values()}
    goal = (1 << len(CONTINENTS)) - 1
    queue: list[tuple[int, int, tuple[str, ...], int]] = [(0, 0, (start,), visa[start])]
    done = set()
    while queue:
        cost, other, way, had = heappop(queue)
        city = way[-1]
        if (city, had) in done:
            continue
        done.add((city, had))
        if city == start and had == goal:
            legs, km = (cost, other) if by_legs else (other, cost)
            return {"cities": list(way), "legs": legs, "km": km, "share": _share(km)}
        for there, km in near.get(city, ()):
            step = (1, km) if by_legs else (km, 1)
            heappush(queue, (cost + step[0], other + step[1], (*way, there), had | visa[there]))
    return None


@cache
def visa_bit(city: str) -> int:
    """The visa that *city* gives as a bit, 0 if none (R6, D2)."""
    continent = visa(city)
    return 1 << CONTINENTS.index(continent) if continent else 0


# the questions for the class


def _flight_questions(legs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    cities = data.cities_by_id()
    longest = max(legs, key=lambda leg: leg["km"])
    a, b = cities[longest["from"]], cities[longest["to"]]
    leg = {"from": a.id, "to": b.id, "km": longest["km"]}
    top = _northernmost(longest["from"], longest["to"])
    between = [code for code in longest["over"] if code not in (a.country, b.country)]
    questions = []
    if top > max(a.latitude, b.latitude) + 10:
        questions.append({"key": "course.question.bend", **leg, "latitude": round(top)})
    if between:
        questions.append({"key": "course.question.over", **leg, "n": len(between)})
    elif a.country != b.country and b.country not in data.links()[a.country]:
        questions.append({"key": "course.question.sea", **leg})
    if any(leg["historic"] for leg in legs):
        old = next(leg for leg in legs if leg["historic"])
        questions.append({"key": "course.question.historic", "from": old["from"], "to": old["to"], "km": old["km"]})
    hours = round(abs((b.longitude - a.longitude + 180) % 360 - 180) / 15)
    if hours > 2:
        questions.append({"key": "course.question.sun", **leg, "n": hours})
    return questions


@cache
def _northernmost(a: str, b: str) -> float:
    """The highest latitude of the great circle between two cities, sampled."""
    return max(latitude for latitude, _ in data.great_circle(data.cities_by_id()[a], data.cities_by_id()[b]))


def _end_questions(network: Network, tours: list[dict[str, Any]], winner: int) -> list[dict[str, Any]]:
    questions = []
    won = tours[winner]
    best = shortest(network, won["start"]) if won["start"] else None
    home = won["legs_home"] == 0 and len(won["visas"]) == len(CONTINENTS)
    if best and home and won["km"] > best["fewest_km"]["km"]:
        longer = {"legs": won["legs"], "km": won["km"], "best_km": best["fewest_km"]["km"]}
        questions.append({"key": "course.question.best", "seat": winner, **longer})
    flown = [tour for tour in tours if tour["km"]]
    if flown:
        furthest = max(flown, key=lambda tour: tour["km"])
        times = round(furthest["km"] / CIRCUMFERENCE_KM, 1)
        if times >= 1:
            far = {"seat": furthest["seat"], "km": furthest["km"], "times": times}
            questions.append({"key": "course.question.circumference", **far})
        missed = {c: sum(c not in tour["visas"] for tour in tours) for c in CONTINENTS}
        hardest, *others = sorted(missed, key=missed.__getitem__, reverse=True)
        if missed[hardest] > missed[others[0]]:
            questions.append({"key": "course.question.hardest", "continent": hardest})
    return questions


def _share(km: int) -> float:
    return round(km / CIRCUMFERENCE_KM, 4)


def _in_order(things: Any) -> list[str]:
    """Remove duplicates, keeping the order."""
    return list(dict.fromkeys(things))
