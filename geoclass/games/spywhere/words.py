"""Spywhere in sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from geoclass import i18n
from geoclass.data import Country
from geoclass.games.tell import Line, View


@dataclass(frozen=True)
class Dish:
    """A dish in a sentence: a known one in the reader's language, another as the teacher typed it."""

    name: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        key = f"spywhere.dish.{self.name}"
        return i18n.text(key, lang) if key in i18n.sentences(lang) else self.name


def worded(view: View, thing: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a move, event or question, prepared for its sentence."""
    words, names = dict(thing), view["players"]
    words |= {k: Country(words[k]) for k in ("give", "take", "nationality", "most", "least") if k in words}
    if "dish" in words:
        words["dish"] = Dish(words["dish"])
    if words.get("times", 0) >= 10:
        words["times"] = round(words["times"])
    if "laid" in words:
        words["laid"] = [Country(c) for c in words["laid"]]
    if "target" in words:
        words["opponent"] = names[words["target"]]
    if "winners" in words:
        words |= {"n": len(words["winners"]), "winners": [names[s] for s in words["winners"]]}
    return words


def tell(view: View) -> Iterator[Line]:
    if view["seat"] is not None:
        yield "spywhere.tell.passport", {"nationalities": [Country(c) for c in view["passports"][view["seat"]]]}
        yield "spywhere.tell.hand", {"n": len(view["hand"]), "cards": [Country(c) for c in view["hand"]] or "–"}
    yield "spywhere.tell.open", {"cards": [Country(c) for c in view["open"]] or "–"}
    for name, count, clues in zip(view["players"], view["hand_counts"], view["clues"], strict=True):
        yield "spywhere.tell.team", {"team": name, "n": count, "clues": [Country(c) for c in clues] or "–"}
    yield "tell.stock", {"n": view["pile_count"]}


def tell_reveal(view: View, reveal: View) -> Iterator[Line]:
    names = view["players"]
    for name, passport in zip(names, reveal["passports"], strict=True):
        yield "spywhere.tell.reveal.passport", {"team": name, "nationalities": [Country(c) for c in passport]}
    for tried in reveal["identifications"]:
        teams = {"team": names[tried["seat"]], "opponent": names[tried["target"]]}
        key = "right" if tried["right"] else "wrong"
        yield f"spywhere.tell.reveal.{key}", {**teams, "nationality": Country(tried["nationality"])}
    for points in reveal["points"]:
        yield "spywhere.tell.reveal.points", {"team": names[points["seat"]], **points, "n": points["total"]}
