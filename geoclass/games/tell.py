"""Words views, reveals, moves, events and questions, for terminals, screen readers, buttons and reports.

A game's module ``words`` has optional functions: ``worded(view, thing)`` prepares the fields of a move, event or
question for its sentence; ``tell(view)`` and ``tell_reveal(view, reveal)`` yield lines, each the key of a sentence and
its parameters.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from geoclass import data, games, i18n
from geoclass.games.prompts import Prompt

View = Mapping[str, Any]
Line = tuple[str, dict[str, Any]]  # the key of a sentence and its parameters


def tell(view: View, lang: str | None = None) -> list[str]:
    """Describe *view* in sentences."""
    own = _own(view, "tell")
    lines = [*(own(view) if own else ()), *_common(view)]
    return [i18n.text(key, lang, **params) for key, params in lines]


def headline(game: Any, lang: str | None = None) -> str:
    """A game in one line: name, teams, progress, whose turn it is or who has won."""
    players, result = game.players, game.result
    who = [players[seat] for seat in (result["winners"] if result else game.actors)]
    key = "games.headline.won" if result else "games.headline.turn" if who else "games.headline.closed"
    name = i18n.text(f"{game.id}.name", lang)
    return i18n.text(key, lang, game=name, teams=players, moves=game.move_count, who=who or [""])


def tell_reveal(view: View, lang: str | None = None) -> list[str]:
    """Describe the latest reveal in sentences; empty if the game has no words for it."""
    own = _own(view, "tell_reveal")
    lines = own(view, view["reveal"]) if own and view["reveal"] else ()
    return [i18n.text(key, lang, **params) for key, params in lines]


def say(view: View, thing: Mapping[str, Any], lang: str | None = None) -> str:
    """Word a move or an event. Most games need only ``game`` and ``players`` of *view*."""
    sort = "move" if "move" in thing else "event"
    team = view["players"][thing["seat"]] if thing.get("seat") is not None else ""
    return i18n.text(f"{view['game']}.{sort}.{thing[sort]}", lang, **({"team": team} | _worded(view, thing)))


def proposed(view: View, move: Mapping[str, Any], lang: str | None = None) -> str:
    """Word a move for one's own team, including what others may not know (``<game>.proposed.<move>``)."""
    key = f"{view['game']}.proposed.{move['move']}"
    return i18n.text(key, lang, **_worded(view, move)) if key in i18n.sentences("en") else say(view, move, lang)


def ask(view: View, question: Mapping[str, Any], lang: str | None = None) -> str:
    """Word a question of a reveal."""
    team = {} if question.get("seat") is None else {"team": view["players"][question["seat"]]}
    fields = {name: value for name, value in question.items() if name != "key"}
    return i18n.text(question["key"], lang, **(team | _worded(view, fields)))


def prompted(game: str, prompt: Prompt, key: str, lang: str | None = None, **params: Any) -> str:
    """A sentence of *game* about a prompt, filled in with the prompt's facts too."""
    figures = list(data.figures())
    facts = {name: data.column(v) if v in figures else named(v) for name, v in prompt.facts.items()}
    return i18n.text(f"{game}.prompt.{prompt.about}.{key}", lang, **(facts | params))


def asked(game: str, prompt: Prompt, lang: str | None = None) -> str:
    """A prompt in full: its subject, unless the question names it, and the question."""
    title, question = (prompted(game, prompt, key, lang) for key in ("title", "question"))
    return question if title in question else i18n.text("vote.asked", lang, title=title, question=question)


def option(game: str, prompt: Prompt, value: str, lang: str | None = None) -> str:
    """Word an option of a prompt: a country, or a word of the game."""
    lang = lang or i18n.language()
    own = getattr(games.part(game, "prompts"), "named", None)
    if own and (text := own(prompt, value, lang, True)):
        return str(text)
    if value in data.attribute("iso2"):
        return data.Country(value).words(lang)
    return prompted(game, prompt, f"option.{value}", lang)


def named(value: Any) -> Any:
    """Look up a code of a country, city or route; anything else is returned as it is."""
    if isinstance(value, list):
        return [named(item) for item in value] or "–"
    if isinstance(value, str):
        if value in data.attribute("iso2"):
            return data.Country(value)
        if value in data.cities_by_id():
            return data.cities_by_id()[value]
        if "--" in value:
            return data.route(value) or value
    return value


@dataclass(frozen=True)
class Text:
    """A sentence used as part of another."""

    key: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text(self.key, lang)


@dataclass(frozen=True)
class Seat:
    """A team by its number, before it has a name."""

    seat: int

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text("games.seat", lang, n=self.seat + 1)


@dataclass(frozen=True)
class Figure:
    """A figure with its unit."""

    column: str
    value: float

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return data.column(self.column).format(self.value, lang)


@dataclass(frozen=True)
class Capital:
    """The capital of a country."""

    iso: str

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return data.capital(self.iso, lang) if data.capitals_of(self.iso) else "–"


def hands(view: View) -> Iterator[Line]:
    """The open hands of all teams."""
    for name, hand in zip(view["players"], view["hands"], strict=True):
        yield "tell.hand_of", {"team": name, "n": len(hand), "cards": [data.Country(card) for card in hand] or "–"}


def _own(view: View, name: str) -> Any:
    return getattr(games.part(view["game"], "words"), name, None)


def _worded(view: View, thing: Mapping[str, Any]) -> dict[str, Any]:
    own = _own(view, "worded")
    return own(view, thing) if own else {name: named(value) for name, value in thing.items()}


def _common(view: View) -> Iterator[Line]:
    names = view["players"]
    if view["scores"] is not None:
        own = f"{view['game']}.tell.scores"
        scores = [f"{name} {score}" for name, score in zip(names, view["scores"], strict=True)]
        yield own if own in i18n.sentences("en") else "tell.scores", {"scores": scores}
    if view["result"]:
        winners = [names[seat] for seat in view["result"]["winners"]]
        yield "tell.won", {"teams": winners, "n": len(winners)}
    elif view["seat"] in view["actors"]:
        yield "tell.your_turn", {}
    else:
        yield "tell.their_turn", {"teams": [names[seat] for seat in view["actors"]]}
