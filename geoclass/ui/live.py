"""The one `Hall` of this process, shared by phones' sockets and all apps."""

import logging
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from platformdirs import user_data_path

from geoclass import data
from geoclass.rooms import FIGURES, Hall, StoreError


def folder() -> Path:
    """``GEOCLASS_DATA_DIR``, or the user's data folder."""
    given = os.environ.get("GEOCLASS_DATA_DIR")
    return Path(given) if given else user_data_path("geoclass", appauthor=False)


def store() -> str:
    """``GEOCLASS_STORE``: an address of Redis; empty: the folder."""
    return os.environ.get("GEOCLASS_STORE", "")


@cache
def hall() -> Hall:
    """This process's hall."""
    return Hall.on(store(), folder())


def shelf(name: str) -> data.Shelf:
    return hall().store.shelf(name)


_logged: set[str] = set()  # errors in files of figures


def offer_figures() -> None:
    """Register the figures stored with the rooms, including those added by another process."""
    with suppress(StoreError):  # reported when rooms are requested
        for problem in data.load_kept(shelf(FIGURES)):
            if str(problem) not in _logged:
                _logged.add(str(problem))
                logging.getLogger(__name__).warning("%s", problem)


_accepts_phones = False


def phones_available() -> bool:
    """Whether this server accepts phones: only with the plugin, which `geoclass serve` includes."""
    return _accepts_phones


def let_phones_in() -> None:
    global _accepts_phones
    _accepts_phones = True


def addresses() -> list[str]:
    """Addresses of this server for phones, likeliest first: ``http://192.168.1.7:5006``. Empty if unknown."""
    return os.environ.get("GEOCLASS_ADDRESSES", "").split()


def short(address: str) -> str:
    """An address as people type it."""
    return address.partition("://")[2]


def proxies() -> list[str]:
    """``GEOCLASS_PROXIES``: addresses of proxies trusted to name the client."""
    return os.environ.get("GEOCLASS_PROXIES", "").split()


def is_encrypted() -> bool:
    """Whether browsers use https, so that cookies can be marked secure."""
    return any(address.startswith("https://") for address in addresses())


def join_address(code: str) -> str | None:
    """The address in a room's QR code."""
    return next((f"{address}/join/{code}" for address in addresses()), None)
