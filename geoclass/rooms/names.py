"""Names and codes that can be said aloud in a class: room codes like BALTA, team names like Otters of the Nile."""

import secrets
import unicodedata
from collections.abc import Iterable

from geoclass import i18n

NAME_LENGTH = 24
_CONSONANTS, _VOWELS = "BDFGKLMNPRSTVZ", "AEIOU"
_PATTERN = "CVCCV"
_UNFIT = ["BIT", "CON", "CUL", "FUK", "KAK", "KON", "NAZ", "NEG", "PED", "PIP", "PUT", "SAL", "SUK", "TIT", "ZIZ"]


def new_code() -> str:
    """A room code: five letters that can be dictated, never an unfit word."""
    while True:
        code = "".join(secrets.choice(_CONSONANTS if c == "C" else _VOWELS) for c in _PATTERN)
        if not any(word in code for word in _UNFIT):
            return code


def read_code(typed: str) -> str:
    """A code as pupils type it: in any case, with spaces or hyphens between."""
    return "".join(c for c in typed.upper() if c.isalpha())


def new_team(lang: str, taken: Iterable[str]) -> str:
    """A team name that nobody has yet: an animal and a place."""
    animals, places = (i18n.text(f"rooms.{what}", lang).split("|") for what in ("animals", "places"))
    used = set(taken)
    while True:
        name = f"{secrets.choice(animals)} {secrets.choice(places)}"
        if name not in used:
            return name


def clean_name(typed: str) -> str:
    """A free name as it may be shown: printable characters, one line, not too long; empty if nothing is left."""
    shown = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in unicodedata.normalize("NFC", typed))
    return " ".join(shown.split())[:NAME_LENGTH].strip()
