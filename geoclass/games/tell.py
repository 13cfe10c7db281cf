"""A view in words, line by line: for a terminal, a screen reader, and any screen without a board of its own."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from geoclass import data, i18n
from geoclass.data import Country
from geoclass.games.globalissimo import called

View = Mapping[str, Any]
NEWEST = 8  # of the covered nations are named
Line = tuple[str, dict[str, Any]]  # the key of a sentence, and what fills it


def tell(view: View, lang: str | None = None) -> list[str]:
    """What *view* shows, in sentences."""
    own = _GAMES.get(view["game"])
    lines = [*(own(view) if own else ()), *_common(view)]
    return [i18n.text(f"tell.{key}", lang, **params) for key, params in lines]


def _common(view: View) -> Iterator[Line]:
    names = view["players"]
    if view["scores"] is not None:
        key = "countries.left" if view["game"] == "countries" else "scores"
        yield key, {"scores": [f"{name} {score}" for name, score in zip(names, view["scores"], strict=True)]}
    if view["result"]:
        winners = [names[seat] for seat in view["result"]["winners"]]
        yield "won", {"teams": winners, "n": len(winners)}
    elif view["seat"] in view["actors"]:
        yield "your_turn", {}
    else:
        yield "their_turn", {"teams": [names[seat] for seat in view["actors"]]}


def _countries(view: View) -> Iterator[Line]:
    yield "category", {"category": data.column(view["category"]), "round": view["round"]}
    if view["phase"] == "guess":
        yield "countries.guess", {"card": Country(view["pile_top"])}
    if view["row"]:
        yield "countries.row", {"row": [Country(laid["card"]) for laid in view["row"]]}
    yield from _hands(view)


def _hands(view: View) -> Iterator[Line]:
    for name, hand in zip(view["players"], view["hands"], strict=True):
        yield "hand_of", {"team": name, "n": len(hand), "cards": [Country(card) for card in hand] or "–"}


def _globalissimo(view: View) -> Iterator[Line]:
    yield "category", {"category": data.column(view["category"]), "round": view["round"]}
    for card in view["open"]:
        tile = view["tiles"].get(card)
        if tile is None:
            yield "globalissimo.open", {"card": called(view, card)}
        else:
            team = view["players"][tile["seat"]]
            yield "globalissimo.tile", {"card": called(view, card), "team": team, "rank": tile["rank"]}
    if view["question"]:
        yield f"globalissimo.{view['question']['colour']}", {"card": Country(view["question"]["card"])}


def _couleurs(view: View) -> Iterator[Line]:
    covered = [Country(card) for card in view["covered"]]
    key = "couleurs.newest" if len(covered) > NEWEST else "couleurs.covered"
    yield key, {"n": len(covered), "cards": covered[-NEWEST:] or "–"}
    yield from _hands(view)
    yield "stock", {"n": view["stock_count"]}


def _spywhere(view: View) -> Iterator[Line]:
    if view["seat"] is not None:
        yield "spywhere.passport", {"nationalities": [Country(c) for c in view["passports"][view["seat"]]]}
        yield "spywhere.hand", {"n": len(view["hand"]), "cards": [Country(c) for c in view["hand"]] or "–"}
    yield "spywhere.open", {"cards": [Country(c) for c in view["open"]] or "–"}
    for name, count, clues in zip(view["players"], view["hand_counts"], view["clues"], strict=True):
        yield "spywhere.team", {"team": name, "n": count, "clues": [Country(c) for c in clues] or "–"}
    yield "stock", {"n": view["pile_count"]}


def _course(view: View) -> Iterator[Line]:
    for name, city, visas in zip(view["players"], view["cities"], view["visas"], strict=True):
        if city is None:
            yield "course.before", {"team": name}
        else:
            yield (
                "course.team",
                {"team": name, "city": data.cities_by_id()[city], "visas": [_Continent(v) for v in visas] or "–"},
            )
    if view["hand"] is not None:
        yield "course.hand", {"n": len(view["hand"]), "cards": [data.route(r) for r in view["hand"]] or "–"}
    yield "course.slots", {"slots": [data.route(r) for r in view["slots"] if r] or "–"}
    yield "stock", {"n": view["stock_count"]}


class _Continent:
    def __init__(self, continent: str) -> None:
        self.continent = continent

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text(f"tell.continent.{self.continent}", lang)


_GAMES: Mapping[str, Callable[[View], Iterator[Line]]] = {
    "countries": _countries,
    "globalissimo": _globalissimo,
    "couleurs": _couleurs,
    "spywhere": _spywhere,
    "course": _course,
}
