"""Prompts about the team on turn: how far is it from home, and what lies below a flight from its city?"""

from bisect import bisect_right
from functools import cache

from geoclass import data
from geoclass.games.base import Reveal, View
from geoclass.games.prompts import Prompt, Truth
from geoclass.games.rng import Rng

BOUNDS_KM = (1_000, 2_500, 5_000, 9_000)
OPTIONS = tuple(f"km{n}" for n in range(len(BOUNDS_KM) + 1))
CHOICES = 6  # countries to choose from
BELOW = 3  # at most so many of the choices are flown over
AT_ONCE = ASIDE = ("far", "over")  # these prompts come second on phones: the hand is shown first, for planning


def prompt(view: View) -> Prompt | None:
    """The two questions in turn."""
    if view["result"] or not view["actors"]:
        return None
    seat, starts = view["actors"][0], view["options"]["starts"]
    here = view["cities"][seat] or starts[seat % len(starts)]
    turn = f"{view['round']}.{seat}"
    below = _over(here, turn, seat) if (view["round"] + seat) % 2 else None
    return below or _far(view, here, turn)


def _far(view: View, here: str, turn: str) -> Prompt | None:
    """From the present city to the team's start; if they are the same, to another team's city."""
    seat = view["actors"][0]
    known = [view["starts"][seat], *view["cities"], *view["options"]["starts"]]
    there = next((city for city in known if city and city != here), None)
    if there is None:
        return None
    facts = {"here": here, "there": there, "seat": seat}
    return Prompt(f"far.{turn}.{here}.{there}", "far", "choice", OPTIONS, sure=True, facts=facts)


def _over(here: str, turn: str, seat: int) -> Prompt | None:
    """A flight from here over some countries, a different one each turn."""
    flights = [there for there, route in _flights(here) if _between(route)]
    if not flights:
        return None
    there = flights[Rng(0, f"over {turn} {here}").below(len(flights))]
    facts = {"here": here, "there": there, "seat": seat}
    return Prompt(f"over.{turn}.{here}.{there}", "over", "several", _choices(here, there), facts=facts)


@cache
def _flights(city: str) -> tuple[tuple[str, data.Route], ...]:
    """The table's flights from a city: destination and route."""
    found = [data.route(name) for name in data.routes().index if city in name.split("--")]
    return tuple((r.city_b if r.city_a == city else r.city_a, r) for r in found if r)


@cache
def _between(route: data.Route) -> tuple[str, ...]:
    """The countries below a flight, without those of its two ends."""
    ends = {data.cities_by_id()[city].country for city in (route.city_a, route.city_b)}
    return tuple(code for code in data.flown_over(route) if code not in ends)


def _choices(here: str, there: str) -> tuple[str, ...]:
    """Countries flown over and neighbours of theirs, in an order that gives nothing away."""
    links, rng = data.links(), Rng(0, f"below {here} {there}")
    below = _below(here, there)
    ends = {data.cities_by_id()[city].country for city in (here, there)}
    near = sorted({n for code in (*below, *ends) for n in links.get(code, ())} - {*below, *ends})
    elsewhere = rng.shuffled(sorted(set(links) - {*below, *ends, *near}))
    chosen = rng.shuffled(below)[:BELOW]
    return tuple(rng.shuffled([*chosen, *rng.shuffled(near), *elsewhere][:CHOICES]))


def _below(here: str, there: str) -> tuple[str, ...]:
    return next(_between(route) for to, route in _flights(here) if to == there)


def truth(prompt: Prompt, reveal: Reveal | None) -> Truth | None:  # noqa: ARG001
    """Known from the map, without a reveal."""
    if prompt.about == "over":
        below = _below(prompt.facts["here"], prompt.facts["there"])
        return {"say": [option for option in prompt.options if option in below]}
    km = _km(prompt)
    return {"say": OPTIONS[bisect_right(BOUNDS_KM, km)], "km": round(km)}


def _km(prompt: Prompt) -> float:
    here, there = (data.cities_by_id()[prompt.facts[end]] for end in ("here", "there"))
    return data.great_circle_km(here.latitude, here.longitude, there.latitude, there.longitude)


def is_whole(prompt: Prompt, reveal: Reveal) -> bool:
    """Whether the reveal's flight began in the prompt's city."""
    if reveal["kind"] != "flight" or reveal["cities"][0] != prompt.facts["here"]:
        return False
    return bool(prompt.facts.get("seat", reveal["seat"]) == reveal["seat"])
