"""The one hall of this process: what the phones' sockets and every app share."""

import os
from functools import cache
from pathlib import Path

from platformdirs import user_data_path

from geoclass.rooms import Hall

_on: set[str] = set()  # what this server offers beside the apps, and where phones reach it


def folder() -> Path:
    """``GEOCLASS_DATA_DIR``, or the user's data folder."""
    given = os.environ.get("GEOCLASS_DATA_DIR")
    return Path(given) if given else user_data_path("geoclass", appauthor=False)


@cache
def hall() -> Hall:
    """The rooms in that folder."""
    return Hall.at(folder())


def phones_available() -> bool:
    """Whether this server lets phones in: only with the plugin, as `geoclass serve` starts it."""
    return "phones" in _on


def let_phones_in() -> None:
    _on.add("phones")


def addresses() -> list[str]:
    """Where phones reach this server, the likeliest first: ``http://192.168.1.7:5006``. Empty if nobody said."""
    return os.environ.get("GEOCLASS_ADDRESSES", "").split()


def join_address(code: str) -> str | None:
    """What the QR code of a room says."""
    return next((f"{address}/join/{code}" for address in addresses()), None)
