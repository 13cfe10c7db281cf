"""Random games for the conformance tests: every registered game, every number of teams."""

from collections.abc import Iterator
from hashlib import blake2b
from json import dumps
from typing import Any

from geoclass import games
from geoclass.games.rng import Rng

CASES = [(game, teams) for game in games.GAMES for teams in games.game_type(game).teams]
SEEDS = range(50)
LIMIT = 20_000  # far more than the longest random game seen: a longer game would be endless


def start(game: str, teams: int, seed: int, **more: Any) -> games.Game:
    return games.new(game, players=[f"Team {n}" for n in range(teams)], seed=seed, **more)


def play(game: games.Game, seed: int, limit: int = LIMIT) -> Iterator[tuple[games.Move, list[games.Event]]]:
    """Play and yield random legal moves of random actors, until the game is over or *limit* is reached."""
    rng = Rng(seed, "play")
    for _ in range(limit):
        if game.result is not None:
            return
        move = rng.choice(game.legal(rng.choice(game.actors)))
        yield move, game.play(move)


def seats(game: games.Game) -> list[int | None]:
    return [None, *range(len(game.players))]


def views(game: games.Game) -> list[games.View]:
    """The views of the projector and of every seat."""
    return [game.view(seat) for seat in seats(game)]


def digest(thing: Any) -> str:
    return blake2b(dumps(thing, sort_keys=True).encode(), digest_size=8).hexdigest()


def trace(game: str, teams: int, seed: int, limit: int = LIMIT) -> list[str]:
    """A digest of all views, legal moves and events at each step of a random game."""
    live = start(game, teams, seed)
    steps = [digest(views(live))]
    for move, events in play(live, seed, limit):
        steps.append(digest([move, events, views(live), [live.legal(seat) for seat in live.actors]]))
    return steps
