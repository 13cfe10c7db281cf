"""Checks that text can be stored in a file and shown in a terminal."""

import re
from typing import Any

_HALF = re.compile("[\ud800-\udfff]")  # lone surrogates cannot be encoded
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")  # control characters would affect a terminal


def is_storable(text: str) -> bool:
    """Whether *text* can be encoded."""
    return text.isascii() or not _HALF.search(text)


def is_written(value: Any) -> bool:
    """Whether *value* is storable, non-blank text."""
    return type(value) is str and bool(value.strip()) and is_storable(value)


def is_plain(text: str) -> bool:
    """Whether *text* is storable and free of control characters, like text typed into a field."""
    return is_storable(text) and not _CONTROL.search(text)


def shown_plain(text: str) -> str:
    """*text* on one line with lone surrogates and control characters replaced, harmless in a terminal or a file."""
    return _CONTROL.sub("\ufffd", text if is_storable(text) else _HALF.sub("\ufffd", text))
