"""A game's own edition: `data` reads its figures while the game's code runs."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from typing import Any, TypeVar, cast

from geoclass import data
from geoclass.data.edition import current

F = TypeVar("F", bound=Callable[..., Any])


def in_edition(edition: data.Edition) -> AbstractContextManager[None]:
    """A context in which `data` uses a game's edition; an edition without figures of its own changes nothing."""
    return data.using(edition) if edition.files else nullcontext()


def in_its_edition(method: F) -> F:
    """Decorator: run a game's method with the figures of its edition."""

    @wraps(method)
    def in_context(game: Any, *args: Any, **more: Any) -> Any:
        if not game.edition.files or current.get() is game.edition:
            return method(game, *args, **more)
        before = current.set(game.edition)  # as `data.using`, without its overhead, which short methods would feel
        try:
            return method(game, *args, **more)
        finally:
            current.reset(before)

    return cast(F, in_context)
