"""La course autour du monde in sentences."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from geoclass import data
from geoclass.data import Country
from geoclass.games.course.reveal import Way
from geoclass.games.still import Still
from geoclass.games.tell import Capital, Line, Text, View


def worded(view: View, thing: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a move, event or question, prepared for its sentence."""
    words = dict(thing)
    for place in words.keys() & {"city", "from", "to"}:
        words[place] = data.cities_by_id().get(words[place], words[place])
    if "cities" in words:
        words["cities"] = Way(tuple(words["cities"]))
    for field in ("routes", "off", "cards"):
        if field in words:
            words[field] = [ticket(card) for card in words[field]] or "–"
    if "take" in words:
        piles = ["twice"] if words["take"] == ["stock", "stock"] else words["take"]
        words["take"] = [Text(f"course.pile.{pile}") for pile in piles]
    if "continent" in words:
        words["continent"] = Text(f"course.continent.{words['continent']}")
    if "winners" in words:
        words["winners"] = [view["players"][seat] for seat in words["winners"]]
    return words


def ticket(card: str) -> data.Route | str:
    """A ticket for a sentence; anything else is returned as it is."""
    return data.route(card) or card


def pictured(view: View) -> Still:
    """The tours flown so far."""
    return Still(ways=[(a, b, seat) for seat, tour in enumerate(view["tours"]) for a, b in pairwise(tour)])


def tell(view: View) -> Iterator[Line]:
    for name, city, visas in zip(view["players"], view["cities"], view["visas"], strict=True):
        if city is None:
            yield "course.tell.before", {"team": name}
        else:
            had = [Text(f"tell.continent.{continent}") for continent in visas] or "–"
            yield "course.tell.team", {"team": name, "city": data.cities_by_id()[city], "visas": had}
    if view["hand"] is not None:
        yield "course.tell.hand", {"n": len(view["hand"]), "cards": [data.route(r) for r in view["hand"]] or "–"}
    yield "course.tell.slots", {"slots": [data.route(r) for r in view["slots"] if r] or "–"}
    yield "tell.stock", {"n": view["stock_count"]}


def tell_reveal(view: View, reveal: View) -> Iterator[Line]:
    names, key = view["players"], "course.tell.reveal"
    if reveal["kind"] == "flight":
        country, share = reveal["arrival"]["country"], _percent(reveal["share"])
        yield f"{key}.flight", {"team": names[reveal["seat"]], "km": reveal["km"], "share": share}
        yield f"{key}.arrival", {"card": Country(country), "capital": Capital(country)}
        return
    for tour in reveal["tours"]:
        team, home = names[tour["seat"]], tour["legs_home"]
        line = {"team": team, "km": tour["km"], "n": tour["legs"], "share": _percent(tour["share"])}
        yield f"{key}.tour", line | {"way": Way(tuple(tour["cities"])) if tour["cities"] else "–"}
        yield f"{key}.standing", {"team": team, "visas": len(tour["visas"]), "home": "–" if home is None else home}
    for start, best in reveal["shortest"].items():
        if best:
            short, city = best["fewest_km"], data.cities_by_id()[start]
            way = Way(tuple(short["cities"]))
            yield f"{key}.shortest", {"city": city, "km": short["km"], "n": short["legs"], "way": way}


def _percent(share: float) -> int:
    return round(100 * share)
