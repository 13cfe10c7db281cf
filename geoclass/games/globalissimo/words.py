"""Globalissimo in sentences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from geoclass import data, i18n
from geoclass.games.still import Still
from geoclass.games.tell import Capital, Figure, Line, Text, View


@dataclass(frozen=True)
class Flag:
    """A country without a name, identified by its place on the table."""

    place: int

    def words(self, lang: str, form: str = "") -> str:
        if "|" in form:
            return form.split("|")[0]
        return i18n.text(f"globalissimo.{'the_flag' if form else 'flag'}", lang, n=self.place)


@dataclass(frozen=True)
class Place:
    """A country's latitude and longitude."""

    iso: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return ", ".join(
            data.column(axis).format(data.values(axis)[self.iso], lang) for axis in ("latitude", "longitude")
        )


def called(view: View, card: str) -> data.Country | Flag:
    """A country as shown on a screen: with `flags_only` an open one has no name until its card is turned."""
    hidden = view["options"]["flags_only"] and view["phase"] == "estimate" and card in view["open"]
    return Flag(view["open"].index(card) + 1) if hidden else data.Country(card)


def worded(view: View, thing: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a move, event or question, prepared for its sentence."""
    worded = dict(thing)
    for name in ("card", "other", "top", "bottom"):
        if name in worded:
            worded[name] = called(view, worded[name])
    if "cards" in worded:
        worded["cards"] = [called(view, card) for card in worded["cards"]]
    if "ranking" in worded:
        worded["ranking"] = [data.Country(card) for card in worded["ranking"]]
    if "winners" in worded:
        worded["winners"] = [view["players"][seat] for seat in worded["winners"]]
    if "category" in worded:
        worded["category"] = data.column(worded["category"])
    if worded.get("move") == "answer":
        unknown = Text("globalissimo.stage.answer.unknown")
        worded["said"] = data.Country(worded["country"]) if "country" in worded else worded.get("text", unknown)
    if "colour" in worded:
        worded["colour"] = Text(f"globalissimo.colour.{worded['colour']}")
    return worded


def tell(view: View) -> Iterator[Line]:
    yield "tell.category", {"category": data.column(view["category"]), "round": view["round"]}
    for card in view["open"]:
        tile = view["tiles"].get(card)
        if tile is None:
            yield "globalissimo.tell.open", {"card": called(view, card)}
        else:
            team = view["players"][tile["seat"]]
            yield "globalissimo.tell.tile", {"card": called(view, card), "team": team, "rank": tile["rank"]}
    if view["question"]:
        yield f"globalissimo.tell.{view['question']['colour']}", {"card": data.Country(view["question"]["card"])}


def pictured(view: View) -> Still:
    """The open countries with their tiles' teams."""
    tiles = {card: tile["seat"] for card, tile in view["tiles"].items()}
    return Still(cards=[(card, called(view, card), tiles.get(card)) for card in view["open"]])


def tell_reveal(view: View, reveal: View) -> Iterator[Line]:
    names = view["players"]
    answered = [*reveal["solved"], *filter(None, [reveal["unsolved"]])]
    if answered:  # this round's ranking has been shown already
        card, sort = answered[-1]["card"], "" if reveal["unsolved"] else "solved_"
        key = f"globalissimo.tell.reveal.{sort}{answered[-1]['colour']}"
        yield key, {"card": data.Country(card), "answer": Capital(card), "where": Place(card)}
    else:
        category = data.column(reveal["category"])
        yield "globalissimo.tell.reveal.ranking", {"category": category, "n": reveal["world_count"]}
        for ranked in reveal["ranking"]:
            line: dict[str, Any] = {"card": data.Country(ranked["card"]), "rank": ranked["rank"]}
            line |= {"value": Figure(reveal["category"], ranked["value"]), "world_rank": ranked["world_rank"]}
            if ranked["seat"] is None:
                yield "globalissimo.tell.reveal.free", line
            else:
                tile = {"team": names[ranked["seat"]], "tile": ranked["tile"], "n": ranked["points"]}
                yield "globalissimo.tell.reveal.tile", line | tile
    if view["result"] and view["barriers"]:
        takers = [barrier["taken_by"] for barrier in view["barriers"]]
        held = [f"{name} {takers.count(seat)}" for seat, name in enumerate(names)]
        yield "globalissimo.tell.reveal.held", {"held": held}
