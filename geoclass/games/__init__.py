"""The registry of games, ``new`` and ``replay``.

>>> from geoclass import games
>>> game = games.new("countries", players=["Ana", "Ben"], seed=7, options={"first": 0})
>>> game.actors
(0,)
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from geoclass.games.base import Event, Game, Log, Move, Reveal, View
from geoclass.games.refusals import BadSetup, IllegalMove, OtherRules, Refusal, named

__all__ = [
    "GAMES",
    "BadSetup",
    "Event",
    "Game",
    "IllegalMove",
    "Log",
    "Move",
    "OtherRules",
    "Refusal",
    "Reveal",
    "View",
    "game_type",
    "new",
    "part",
    "replay",
]

OWN = ("countries", "globalissimo", "couleurs", "spywhere", "course")

# The registry: game id → package. Other packages add games by an entry point of the group "geoclass.games" that names
# such a folder.
GAMES: Mapping[str, str] = {game: f"{__name__}.{game}" for game in OWN} | {
    entry.name: entry.value for entry in entry_points(group="geoclass.games") if entry.name not in OWN
}


def part(game: str, name: str) -> ModuleType | None:
    """Import the module *name* ("engine", "words", "bots", …) of a game's folder; None if it has none."""
    folder = GAMES.get(game) if type(game) is str else None
    if folder is None:
        raise BadSetup("games.setup.unknown_game", game=named(game), known=list(GAMES))
    return _module(f"{folder}.{name}")


@cache
def _module(path: str) -> ModuleType | None:
    return import_module(path) if find_spec(path) else None


def game_type(game: str) -> type[Game]:
    """The engine of a game by its id."""
    return _engine(part(game, "engine"), game)


@cache
def _engine(module: ModuleType, game: str) -> type[Game]:
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Game)]
    return next(kind for kind in kinds if vars(kind).get("id") == game)


def new(
    game: str,
    players: Sequence[str],
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    **orders: Any,
) -> Game:
    """A new game by its id; *orders* fix the order of cards (``deck=[…]``)."""
    return game_type(game).new(players, seed, options, **orders)


def replay(log: Log) -> Game:
    """Rebuild the game of *log*."""
    setup = log.get("setup") if isinstance(log, dict) else None
    if not isinstance(setup, dict) or not isinstance(log.get("moves"), list):
        raise BadSetup("games.setup.not_a_log")
    if type(bots := log.get("bots", [])) is not list or not set(map(type, bots)) <= {int}:
        raise BadSetup("games.setup.not_a_log")
    game = game_type(setup.get("game", ""))(setup)
    game.play_all(log["moves"], bots)
    if log.get("closed") is True and game.result is None:
        game.close()
    return game
