"""Moves, and what came of them, as lines of a terminal."""

from collections.abc import Sequence

from geoclass import data, games, i18n
from geoclass.games.tell_reveal import tell_reveal
from geoclass.terminal.steps import place_in_words

AFTERWARDS = ("row_started", "round", "moved", "asked")  # what comes after a row or a round has been shown
SHOWN = ("globalissimo.turned", "globalissimo.scored")  # what the reveal says in full


def row_of(game: games.Game) -> list[str]:
    """The cards that lie in a row now, in the game that has one."""
    return [laid["card"] for laid in game.view(None)["row"]] if game.id == "countries" else []


def move_in_words(game: games.Game, move: games.Move) -> str:
    """A move that has been played."""
    team = game.players[move["seat"]]
    if game.id == "globalissimo" and move["move"] == "answer":
        if "text" in move:
            return i18n.text("cli.move.capital", team=team, said=move["text"])
        return i18n.text("cli.move.country", team=team, card=data.Country(move["country"]))
    if game.id == "spywhere" and move["move"] == "identify":
        opponent = game.players[move["target"]]
        return i18n.text("cli.move.identify", team=team, opponent=opponent, card=data.Country(move["nationality"]))
    return game.say(move)


def outcome(game: games.Game, events: Sequence[games.Event], row: Sequence[str], shown: int) -> list[str]:
    """What happened, in words; *row* is the row before the move, *shown* how many reveals there were.

    What is revealed of a row or a round comes before what follows from it.
    """
    end = next((place for place, event in enumerate(events) if event["event"] in AFTERWARDS), len(events))
    lines = [words for event in events[:end] if (words := _event(game, event, row))]
    if game.turned > shown:
        lines += [f"  {line}" for line in tell_reveal(game.view(None))]
    return lines + [words for event in events[end:] if (words := _event(game, event, row))]


def _event(game: games.Game, event: games.Event, row: Sequence[str]) -> str:
    what = f"{game.id}.{event['event']}"
    if what in SHOWN:
        return ""
    if what == "countries.placed":
        where, card = place_in_words(row, event["at"]), data.Country(event["card"])
        return i18n.text("cli.event.placed", team=game.players[event["seat"]], card=card, where=where)
    if what == "globalissimo.asked" and event["colour"] == "violet":  # its name would be the answer here
        return i18n.text("cli.event.asked_map", team=game.players[event["seat"]])
    known = f"{game.id}.event.{event['event']}" in i18n.sentences(i18n.language())
    return game.say(event) if known else ""
