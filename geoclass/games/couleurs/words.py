"""Couleurs du monde in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any

from geoclass import data, i18n
from geoclass.games.still import Still
from geoclass.games.tell import Line, View, hands

NEWEST = 8  # covered nations named


class Region:
    """A region in a sentence: ``{region}`` gives *Afrique*, ``{region:the}`` *l’Afrique*."""

    def __init__(self, region: str) -> None:
        self.region = region

    def words(self, lang: str, form: str = "") -> str:
        return i18n.text(f"{'couleurs.region_the' if form == 'the' else 'tell.region'}.{self.region}", lang)


def worded(view: View, thing: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """The fields of a move, event or question, prepared for its sentence."""
    words = dict(thing)
    for key in words.keys() & {"card", "high", "low"}:
        words[key] = data.Country(words[key])
    if "cards" in words:
        words["cards"] = [data.Country(card) for card in words["cards"]]
        words["n"] = len(words["cards"])
    if "region" in words:
        words["region"] = Region(words["region"])
    if "points" in words:
        words["n"] = abs(words["points"])
    return words


def pictured(view: View) -> Still:
    """The covered nations in the teams' colours."""
    return Still(fills=view["covered"])


def tell(view: View) -> Iterator[Line]:
    covered = [data.Country(card) for card in view["covered"]]
    key = "newest" if len(covered) > NEWEST else "covered"
    yield f"couleurs.tell.{key}", {"n": len(covered), "cards": covered[-NEWEST:] or "–"}
    yield from hands(view)
    yield "tell.stock", {"n": view["stock_count"]}


def tell_reveal(view: View, reveal: View) -> Iterator[Line]:
    team, best = view["players"][reveal["seat"]], reveal["best"]
    if len(reveal["chain"]) > 1:
        sums = " + ".join(f"{link['times']} × {link['value']}" for link in reveal["chain"])
        yield "couleurs.tell.reveal.chain", {"team": team, "sums": sums, "n": reveal["points"]}
    scored = reveal["points"] + sum(region["points"] for region in reveal["regions"])
    if best and best["points"] > scored:
        cards = [data.Country(card) for card in best["chain"]]
        key = "best" if best["exact"] else "better"
        yield f"couleurs.tell.reveal.{key}", {"team": team, "cards": cards, "n": best["points"]}
