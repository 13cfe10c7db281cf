"""The five games: ``new``, ``replay``, and what they raise.

>>> from geoclass import games
>>> game = games.new("countries", players=["Ana", "Ben"], seed=7, options={"first": 0})
>>> game.actors
(0,)
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from pkgutil import resolve_name
from typing import Any

from geoclass.games.base import BadSetup, Event, Game, IllegalMove, Log, Move, Refusal, Reveal, View, named

__all__ = [
    "GAMES",
    "BadSetup",
    "Event",
    "Game",
    "IllegalMove",
    "Log",
    "Move",
    "Refusal",
    "Reveal",
    "View",
    "game_type",
    "new",
    "replay",
]

# The registry: one entry a game. A package of its own joins by an entry point of the group "geoclass.games".
GAMES = {
    "countries": "geoclass.games.countries:Countries",
    "globalissimo": "geoclass.games.globalissimo:Globalissimo",
    "couleurs": "geoclass.games.couleurs:Couleurs",
    "spywhere": "geoclass.games.spywhere:Spywhere",
    "course": "geoclass.games.course:Course",
}


def game_type(game: str) -> type[Game]:
    """The engine of a game by its id."""
    path = GAMES.get(game) if type(game) is str else None
    if path is None:
        path = next((e.value for e in entry_points(group="geoclass.games") if e.name == game), None)
    if path is None:
        raise BadSetup("games.setup.unknown_game", game=named(game), known=list(GAMES))
    engine: type[Game] = _resolved(path)
    return engine


_resolved = cache(resolve_name)


def new(
    game: str,
    players: Sequence[str],
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    **orders: Any,
) -> Game:
    """A new game of the id *game*; *orders* give the card order explicitly (``deck=[…]`` and the like)."""
    return game_type(game).new(players, seed, options, **orders)


def replay(log: Log) -> Game:
    """The game that *log* is of, as it stood after its last move."""
    setup = log.get("setup") if isinstance(log, dict) else None
    if not isinstance(setup, dict) or not isinstance(log.get("moves"), list):
        raise BadSetup("games.setup.not_a_log")
    game = game_type(setup.get("game", ""))(setup)
    for move in log["moves"]:
        game.play(move)
    return game
