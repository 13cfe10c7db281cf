"""Makes a game's methods read figures of the game's own edition."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, TypeVar, cast

from geoclass import data
from geoclass.data.edition import asked

F = TypeVar("F", bound=Callable[..., Any])


def asking(edition: data.Edition) -> AbstractContextManager[None]:
    """A context in which `data` uses a game's edition; without figures of its own, the current one."""
    return data.using(edition) if edition.files else nullcontext()


def of_its_edition(method: F) -> F:
    """Decorator: run a game's method with the figures of its edition."""

    @wraps(method)
    def in_context(game: Any, *args: Any, **more: Any) -> Any:
        if not game.edition.files or asked.get() is game.edition:
            return method(game, *args, **more)
        before = asked.set(game.edition)  # as `data.using`, without its overhead, which short methods would feel
        try:
            return method(game, *args, **more)
        finally:
            asked.reset(before)

    return cast(F, in_context)
