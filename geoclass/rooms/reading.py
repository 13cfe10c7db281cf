"""Checks messages from devices: what could not be stored is refused before anything else sees it."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from geoclass import games
from geoclass.games.text import is_plain
from geoclass.rooms.refused import Refused

DEEPEST = 12  # nesting of lists and objects: real messages need less than half of it

# The messages of a phone: type → field → type of its value. Missing or null fields are left to the room to refuse.
FIELDS: Mapping[str, Mapping[str, type]] = {
    "hello": {"code": str, "token": str, "lang": str},
    "join": {"code": str, "seat": int, "name": str, "lang": str},
    "move": {"move": dict, "tap": str, "choice": str},
    "answer": {"prompt": str, "vote": int, "answer": dict, "tap": str},
    "agree": {"proposal": int, "tap": str},
    "withdraw": {"proposal": int, "tap": str},
    "team": {"seat": int},
    "control": {"action": str, "what": dict, "tap": str},
    "lang": {"lang": str},
}


def read(message: str | bytes) -> dict[str, Any]:
    """Parse a phone's message and check its type; `check` does the fields, once it is known whom to answer."""
    try:
        asked = json.loads(message)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or not isinstance(asked.get("type"), str) or asked["type"] not in FIELDS:
        raise Refused("phone.refused.not_understood")
    return asked


def check(asked: Mapping[str, Any]) -> None:
    """Refuse a message with a field of the wrong type or with text that cannot be stored."""
    for name, sort in FIELDS[asked["type"]].items():
        if asked.get(name) is not None and type(asked[name]) is not sort:
            raise Refused("phone.refused.not_understood")
    if not is_fit(asked):
        raise Refused("rooms.refused.unfit")


def understood(game: games.Game | None, move: Mapping[str, Any]) -> Mapping[str, Any]:
    """Parse what a person typed in a move, as its game defines it."""
    try:
        return game.understood(move) if game else move
    except games.IllegalMove as refusal:
        raise Refused.like(refusal) from None


def is_fit(message: Any, lines: bool = False) -> bool:
    """Whether *message* is plain data of storable text and finite numbers; *lines*: line breaks are allowed."""
    level = [message]
    for _ in range(DEEPEST):
        if not all(_is_fit(value, lines) for value in level):
            return False
        level = [part for value in level if isinstance(value, dict | list) for part in _parts(value)]
        if not level:
            return True
    return False


def _is_fit(value: Any, lines: bool) -> bool:
    if isinstance(value, str):
        return is_plain(value.translate(_WITHOUT_LINES) if lines else value)
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value)
    return value is None or isinstance(value, int | list)


def _parts(value: dict[Any, Any] | list[Any]) -> list[Any]:
    return [*value.keys(), *value.values()] if isinstance(value, dict) else value


_WITHOUT_LINES = {ord(c): None for c in "\t\r\n"}


def serialise(body: Mapping[str, Any]) -> str:
    """The text of a row. Raises `Refused` for what could not be read back."""
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False)
        text.encode()  # a lone surrogate cannot be encoded
    except (TypeError, ValueError, RecursionError):
        raise Refused("rooms.refused.unfit") from None
    return text
