"""The networks of La course autour du monde, from the tables of routes and cities."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from geoclass import data

NETWORKS = ("full", "short", "hubs")
HUBS = (
    *("beijing", "cairo", "darwin", "delhi", "dubai", "johannesburg", "london", "los-angeles"),
    *("nairobi", "new-york", "paris", "rome", "sao-paulo", "singapore", "sydney", "tokyo"),
)


@cache
def network(name: str = "full") -> tuple[str, ...]:
    """The route ids of a network, sorted: ``full`` (108), ``short`` (72), or ``hubs``, all routes between 16 well
    connected cities (77)."""
    return between(HUBS) if name == "hubs" else data.marked(name, "routes")


def routes_of(chosen: str | Sequence[str]) -> tuple[str, ...]:
    """The routes of an option: a named network, all routes between cities, or a list of routes."""
    if isinstance(chosen, str):
        return network(chosen)
    return between(tuple(sorted(chosen))) if chosen[0] in data.cities_by_id() else tuple(sorted(chosen))


@cache
def between(cities: tuple[str, ...]) -> tuple[str, ...]:
    """Every route between these cities."""
    routes = data.routes()
    return tuple(route for route in map("--".join, combinations(cities, 2)) if route in routes.index)


@cache
def joined(routes: tuple[str, ...]) -> tuple[str, ...]:
    """The connected cities, best connected first; if the network falls apart, those of the best connected city's
    part."""
    near: dict[str, set[str]] = {}
    for route in routes:
        a, b = route.split("--")
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    best = sorted(near, key=lambda city: (-len(near[city]), city))
    found = set(best[:1])
    while more := {b for a in found for b in near[a]} - found:
        found |= more
    return tuple(city for city in best if city in found)


def visa(city: str) -> str | None:
    """The continent whose visa a city gives; in Oceania only Sydney and Darwin give one (R6, D2)."""
    return data.cities_by_id()[city].continent if city in data.marked("visa", "cities") else None
