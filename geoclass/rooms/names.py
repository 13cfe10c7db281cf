"""Room codes and team names that are easy to say aloud: BALTA, Otters of the Nile."""

import secrets
import unicodedata
from collections.abc import Iterable
from itertools import count
from zlib import crc32

from geoclass import i18n

NAME_LENGTH = 24
_CONSONANTS, _VOWELS = "BDFGKLMNPRSTVZ", "AEIOU"
_PATTERN = "CVCCV"
_TURNS = 24  # a multiple of 2, 3, 4, 6 and 8 processes
_rooms = count(secrets.randbelow(_TURNS))
_RUDE = ["BIT", "CON", "CUL", "FUK", "KAK", "KON", "NAZ", "NEG", "PED", "PIP", "PUT", "SAL", "SUK", "TIT", "ZIZ"]


def new_code() -> str:
    """A random code of five letters, easy to dictate, free of rude words."""
    while True:
        code = "".join(secrets.choice(_CONSONANTS if c == "C" else _VOWELS) for c in _PATTERN)
        if not any(word in code for word in _RUDE):
            return code


def new_room_code() -> str:
    """A code for the next room. Successive codes take turns in the hash by which nginx chooses a process for a room
    (``hash`` in ``deploy/nginx.conf``): left to chance, one process would get many more rooms than another."""
    turn = next(_rooms) % _TURNS
    while True:
        code = new_code()
        if ((crc32(code.encode()) >> 16) & 0x7FFF) % _TURNS == turn:
            return code


def read_code(typed: str) -> str:
    """Normalise a typed code: upper case, without spaces and hyphens."""
    return "".join(c for c in typed.upper() if c.isalpha())


def new_team(lang: str, taken: Iterable[str]) -> str:
    """A team name not yet in use: an animal and a place."""
    animals, places = (i18n.text(f"rooms.{what}", lang).split("|") for what in ("animals", "places"))
    used = set(taken)
    while True:
        name = f"{secrets.choice(animals)} {secrets.choice(places)}"
        if name not in used:
            return name


def clean_name(typed: str, longest: int = NAME_LENGTH) -> str:
    """Reduce a typed name to printable characters on one line, cut to *longest*; may be empty."""
    shown = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in unicodedata.normalize("NFC", typed))
    return " ".join(shown.split())[:longest].strip()
