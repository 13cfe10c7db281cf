"""The declared types of scenes: TypedDicts in boards whose ``kind`` is a literal."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from geoclass import games

SHARED = ("geoclass.ui.stage", "geoclass.ui.console", "geoclass.ui.phone.scenes", "geoclass.ui.kit.words")


def shapes(game: str | None = None) -> dict[str, Any]:
    """The scene types of a game, or the shared ones, by kind."""
    if game is None:
        modules = [import_module(name) for name in SHARED]
    else:
        modules = [part for name in ("board", "end", "pages") if (part := games.part(game, name))]
    found = [shape for module in modules for shape in vars(module).values() if is_typeddict(shape)]
    kinds = [(get_type_hints(shape).get("kind"), shape) for shape in found]
    return {get_args(kind)[0]: shape for kind, shape in kinds if get_origin(kind) is Literal}


def misfits(value: object, shape: Any, at: str = "") -> Iterator[str]:
    """Descriptions of the places where *value* does not match *shape*."""
    origin, inner = get_origin(shape), get_args(shape)
    if shape is Any:
        return
    if is_typeddict(shape):
        yield from _of_typeddict(value, shape, at)
    elif origin in (Required, NotRequired):
        yield from misfits(value, inner[0], at)
    elif origin in (Union, UnionType):
        if all(any(misfits(value, one, at)) for one in inner):
            yield f"{at} is {value!r:.60}, not {shape}"
    elif origin is Literal:
        if value not in inner:
            yield f"{at} is {value!r:.60}, not {inner}"
    elif origin is list:
        if type(value) is not list:
            yield f"{at} is no list"
            return
        for n, one in enumerate(value):
            yield from misfits(one, inner[0], f"{at}[{n}]")
    elif origin is dict or (isinstance(origin, type) and issubclass(origin, Mapping)):
        if type(value) is not dict:
            yield f"{at} is no dict"
            return
        for key, one in value.items():
            yield from misfits(key, inner[0], f"a key of {at}")
            yield from misfits(one, inner[1], f"{at}.{key}")
    elif type(value) is not (NoneType if shape is None else shape) and not (shape is float and type(value) is int):
        yield f"{at} is {value!r:.60}, not {shape}"


def _of_typeddict(value: object, shape: Any, at: str) -> Iterator[str]:
    if type(value) is not dict:
        yield f"{at} is no dict"
        return
    hints = get_type_hints(shape, include_extras=True)
    yield from (f"{at} lacks {key}" for key in sorted(shape.__required_keys__ - value.keys()))
    yield from (f"{at}.{key} is not written down" for key in value.keys() - hints.keys())
    for key in value.keys() & hints.keys():
        yield from misfits(value[key], hints[key], f"{at}.{key}")
