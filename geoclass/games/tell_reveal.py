"""The latest reveal of a view in words, line by line: the true order with its figures, who was who, how points came."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from geoclass import data, i18n
from geoclass.data import Country
from geoclass.games.course_reveal import Way

View = Mapping[str, Any]
Line = tuple[str, dict[str, Any]]  # the key of a sentence, and what fills it


class _Figure:
    """A figure with its unit."""

    def __init__(self, column: str, value: float) -> None:
        self.column, self.value = column, value

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return data.column(self.column).format(self.value, lang)


class _Capital:
    def __init__(self, iso: str) -> None:
        self.iso = iso

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return data.capital(self.iso, lang) if data.capitals_of(self.iso) else "–"


def tell_reveal(view: View, lang: str | None = None) -> list[str]:
    """What the latest reveal of *view* shows, in sentences; none for a game that has no words for it."""
    own = _GAMES.get(view["game"])
    if own is None or view["reveal"] is None:
        return []
    return [i18n.text(f"tell.reveal.{key}", lang, **params) for key, params in own(view, view["reveal"])]


def _countries(view: View, reveal: View) -> Iterator[Line]:
    names, category = view["players"], reveal["category"]
    if reveal["kind"] == "guess":
        for guess in sorted(reveal["guesses"], key=lambda guess: guess["off"]):
            figures = {name: _Figure(category, guess[name]) for name in ("population", "off")}
            yield "countries.guess", {"team": names[guess["seat"]], **figures}
        return
    laid = {item["card"]: item for item in reveal["row"]}
    yield "countries.order", {"category": data.column(category)}
    for card in reveal["true_order"]:
        item, figure = laid[card], _Figure(category, laid[card]["value"])
        how = "misplaced" if item["misplaced"] else "in_place"
        yield f"countries.{how}", {"card": Country(card), "value": figure}


def _globalissimo(view: View, reveal: View) -> Iterator[Line]:
    names, unsolved = view["players"], reveal["unsolved"]
    if unsolved:  # the ranking of this round has been shown already
        card = unsolved["card"]
        yield f"globalissimo.{unsolved['colour']}", {"card": Country(card), "answer": _Capital(card)}
    else:
        yield "globalissimo.ranking", {"category": data.column(reveal["category"]), "n": reveal["world_count"]}
        for ranked in reveal["ranking"]:
            line: dict[str, Any] = {"card": Country(ranked["card"]), "rank": ranked["rank"]}
            line |= {"value": _Figure(reveal["category"], ranked["value"]), "world_rank": ranked["world_rank"]}
            if ranked["seat"] is None:
                yield "globalissimo.free", line
            else:
                tile = {"team": names[ranked["seat"]], "tile": ranked["tile"], "n": ranked["points"]}
                yield "globalissimo.tile", line | tile
    if view["result"] and view["barriers"]:
        takers = [barrier["taken_by"] for barrier in view["barriers"]]
        held = [f"{name} {takers.count(seat)}" for seat, name in enumerate(names)]
        yield "globalissimo.held", {"held": held}


def _couleurs(view: View, reveal: View) -> Iterator[Line]:
    team, best = view["players"][reveal["seat"]], reveal["best"]
    if len(reveal["chain"]) > 1:
        sums = " + ".join(f"{link['times']} × {link['value']}" for link in reveal["chain"])
        yield "couleurs.chain", {"team": team, "sums": sums, "n": reveal["points"]}
    scored = reveal["points"] + sum(region["points"] for region in reveal["regions"])
    if best and best["points"] > scored:
        cards = [Country(card) for card in best["chain"]]
        key = "couleurs.best" if best["exact"] else "couleurs.better"
        yield key, {"team": team, "cards": cards, "n": best["points"]}


def _spywhere(view: View, reveal: View) -> Iterator[Line]:
    names = view["players"]
    for name, passport in zip(names, reveal["passports"], strict=True):
        yield "spywhere.passport", {"team": name, "nationalities": [Country(c) for c in passport]}
    for tried in reveal["identifications"]:
        teams = {"team": names[tried["seat"]], "opponent": names[tried["target"]]}
        key = "spywhere.right" if tried["right"] else "spywhere.wrong"
        yield key, {**teams, "nationality": Country(tried["nationality"])}
    for points in reveal["points"]:
        yield "spywhere.points", {"team": names[points["seat"]], **points, "n": points["total"]}


def _course(view: View, reveal: View) -> Iterator[Line]:
    names = view["players"]
    if reveal["kind"] == "flight":
        arrival = reveal["arrival"]
        country = Country(arrival["country"])
        yield "course.flight", {"team": names[reveal["seat"]], "km": reveal["km"], "share": _percent(reveal["share"])}
        yield "course.arrival", {"card": country, "capital": _Capital(arrival["country"])}
        return
    for tour in reveal["tours"]:
        way, home = Way(tuple(tour["cities"])), tour["legs_home"]
        line = {"team": names[tour["seat"]], "km": tour["km"], "n": tour["legs"], "share": _percent(tour["share"])}
        yield "course.tour", line | {"way": way if tour["cities"] else "–"}
        yield (
            "course.standing",
            {"team": line["team"], "visas": len(tour["visas"]), "home": "–" if home is None else home},
        )
    for start, best in reveal["shortest"].items():
        if best:
            short = best["fewest_km"]
            city = data.cities_by_id()[start]
            yield (
                "course.shortest",
                {"city": city, "km": short["km"], "n": short["legs"], "way": Way(tuple(short["cities"]))},
            )


def _percent(share: float) -> int:
    return round(100 * share)


_GAMES: Mapping[str, Callable[[View, View], Iterator[Line]]] = {
    "countries": _countries,
    "globalissimo": _globalissimo,
    "couleurs": _couleurs,
    "spywhere": _spywhere,
    "course": _course,
}
