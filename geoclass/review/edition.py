"""Reviews use the figures a game was played with, even if they have been removed since."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from geoclass import data, games

P = ParamSpec("P")
T = TypeVar("T")


def in_its_edition(make: Callable[Concatenate[games.Log, P], T]) -> Callable[Concatenate[games.Log, P], T]:
    """Decorator: run a function of a log with the edition of its game."""

    @wraps(make)
    def making(log: games.Log, /, *args: P.args, **kwargs: P.kwargs) -> T:
        with data.using(games.replay({"setup": log["setup"], "moves": []}).edition):
            return make(log, *args, **kwargs)

    return making
