"""Deprecated names of version 0.1: they still work and warn what to use instead."""

import warnings
from collections.abc import Callable
from typing import Any


def renamed(old: str, new: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """*function* under a deprecated name."""

    def still(*args: Any, **options: Any) -> Any:
        warnings.warn(f"{old} is now {new}", FutureWarning, stacklevel=2)
        return function(*args, **options)

    return still
