"""Words moves and events for the terminal; a game's module ``terminal`` can override the wording."""

from collections.abc import Sequence
from typing import Any

from geoclass import games, i18n
from geoclass.games.tell import tell_reveal


def move_in_words(game: games.Game, move: games.Move) -> str:
    """Describe a move."""
    own = terminal_part(game, "move_in_words")
    return (own and own(game.view(None), move)) or game.say(move)


def outcome(game: games.Game, events: Sequence[games.Event], before: games.View, shown: int) -> list[str]:
    """What happened, in words; *before* is what everybody saw before the move, *shown* how many reveals there were.

    What is revealed of a row or a round comes before what follows from it.
    """
    after = terminal_part(game, "AFTER_REVEAL") or ()
    end = next((place for place, event in enumerate(events) if event["event"] in after), len(events))
    lines = [words for event in events[:end] if (words := _event(game, event, before))]
    if game.reveal_count > shown:
        lines += [f"  {line}" for line in tell_reveal(game.view(None))]
    return lines + [words for event in events[end:] if (words := _event(game, event, before))]


def terminal_part(game: games.Game, name: str) -> Any:
    """A name from the game's module ``terminal``, or None."""
    return getattr(games.part(game.id, "terminal"), name, None)


def _event(game: games.Game, event: games.Event, before: games.View) -> str:
    own = terminal_part(game, "event_in_words")
    said: str | None = own(before, event) if own else None
    if said is not None:
        return said
    known = f"{game.id}.event.{event['event']}" in i18n.sentences(i18n.language())
    return game.say(event) if known else ""
