"""Countries in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any

from geoclass import data, i18n
from geoclass.games.still import Still
from geoclass.games.tell import Figure, Line, View, hands


def worded(view: View, thing: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """The fields of a move, event or question, prepared for its sentence."""
    worded = dict(thing)
    column = worded.get("category", "population")
    for name, value in thing.items():
        if name in ("card", "less", "more"):
            worded[name] = country(value)
        elif name == "cards":
            worded[name] = [country(card) for card in value]
        elif name == "category":
            worded[name] = data.column(value)
        elif name in ("population", "value", "low", "high", "best", "less_value", "more_value"):
            worded[name] = Figure(column, value)
        elif name in ("difference", "shorter"):
            worded[name] = Difference(column, value)
        elif name == "at":
            worded["slot"] = value + 1  # slots are numbered from 1 on the board
    return worded


def tell(view: View) -> Iterator[Line]:
    yield "tell.category", {"category": data.column(view["category"]), "round": view["round"]}
    if view["phase"] == "guess":
        yield "countries.tell.guess", {"card": data.Country(view["pile_top"])}
    if view["row"]:
        yield "countries.tell.row", {"row": [data.Country(laid["card"]) for laid in view["row"]]}
    yield from hands(view)


def pictured(view: View) -> Still:
    """The row, with the team that laid each card."""
    return Still(cards=[(laid["card"], data.Country(laid["card"]), laid["seat"]) for laid in view["row"]])


def tell_reveal(view: View, reveal: View) -> Iterator[Line]:
    names, category = view["players"], reveal["category"]
    if reveal["kind"] == "guess":
        for guess in sorted(reveal["guesses"], key=lambda guess: guess["off"]):
            figures = {name: Figure(category, guess[name]) for name in ("population", "off")}
            yield "countries.tell.reveal.guess", {"team": names[guess["seat"]], **figures}
        return
    laid = {item["card"]: item for item in reveal["row"]}
    yield "countries.tell.reveal.order", {"category": data.column(category)}
    for card in reveal["true_order"]:
        item, figure = laid[card], Figure(category, laid[card]["value"])
        how = "misplaced" if item["misplaced"] else "in_place"
        yield f"countries.tell.reveal.{how}", {"card": data.Country(card), "value": figure}


def country(card: str) -> data.Country | str:
    """A country for a sentence; anything else is returned as it is."""
    return data.Country(card) if card in data.attribute("continent") else card


class Difference(Figure):
    """A difference of two figures: degrees without north or south, percentages as points."""

    def words(self, lang: str, form: str = "") -> str:
        column = data.column(self.column)
        value = round(self.value, column.decimals)
        if column.sides:
            return f"{i18n.number(value, lang)}°"
        if column.unit[lang].startswith("%"):
            return i18n.text("countries.points", lang, n=value)
        return super().words(lang, form)
