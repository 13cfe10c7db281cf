"""Whole numbers as people write them, in French or English: 2 500 000, 1,5 million, 12M, 3e6, un million et demi."""

import re
from functools import cache
from unicodedata import normalize

from geoclass import i18n

LONGEST = 1000  # characters: longer input is too large anyway
_GAP = r"[ .,’_]"
_GROUPED = re.compile(rf"\d{{1,3}}({_GAP})\d{{3}}(\1\d{{3}})*")
_DECIMAL = re.compile(r"(\d+|\d{1,3}(?: \d{3})+)[.,](\d{1,9})")
_PART = re.compile(
    rf"(?P<number>\d(?:{_GAP}?\d)*)"
    r"(?: ?(?:e|[x×*·] ?10 ?\^) ?\+?(?P<power>\d{1,2}))?"
    r"(?: ?(?P<word>[^\W\d]+)\.?)? ?"
)


class NotANumber(ValueError):
    """The text is not a whole number, or is ambiguous."""


def whole_number(written: str) -> int:
    """Parse a whole number. Raises `NotANumber` if it is none, or ambiguous."""
    said = _plain(written[:LONGEST])
    negative, said = said.startswith("-"), said.removeprefix("-").strip()
    total, at, zeros = 0, 0, 99
    while at < len(said) or not at:  # 2 millions 500 000: parts must decrease
        part = _PART.match(said, at)
        if part is None:
            raise NotANumber(written)
        more = _zeros(part["word"], written) + int(part["power"] or 0)
        if more >= zeros:
            raise NotANumber(written)
        total, at, zeros = total + _scaled(part["number"], more, written), part.end(), more
    return -total if negative else total


def _plain(written: str) -> str:
    """Lower-case *written*, drop what is counted, turn words for one and a half into digits."""
    raised = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda digits: f"^{normalize('NFKC', digits[0])}", written)
    said = re.sub(r"\s+", " ", normalize("NFKC", raised).casefold().replace("−", "-").replace("'", "’")).strip()
    said = re.sub(rf"^(?:{_any('about')}) ?", "", said)
    said = re.sub(rf"(?<=[\w.]) ?(?:{_any('people')})\.?$", "", said)
    said = re.sub(rf"^(?:{_any('half')})[ -]", "0,5 ", said)
    said = re.sub(rf"^(?:{_any('one')}) ", "1 ", said)
    said = re.sub(r"^10 ?\^", "1 x 10^", said)
    return re.sub(rf"^(\d+) ?(\S+) (?:{_any('and_a_half')})$", r"\1,5 \2", said)


def _scaled(number: str, zeros: int, written: str) -> int:
    """Append zeros to *number*, moving its decimal mark."""
    grouped, decimal = _GROUPED.fullmatch(number), _DECIMAL.fullmatch(number)
    if number.isdecimal() or (grouped and not (decimal and zeros)):  # 1,500 million could be either
        return int(re.sub(r"\D", "", number) + "0" * zeros)
    if grouped or not decimal or not zeros or len(decimal[2].rstrip("0")) > zeros:
        raise NotANumber(written)
    return int(decimal[1].replace(" ", "") + decimal[2].ljust(zeros, "0")[:zeros])


def _zeros(word: str | None, written: str) -> int:
    """The number of zeros of a word for a power of ten."""
    if word is None:
        return 0
    for zeros in (3, 6, 9):
        if re.fullmatch(_any(f"zeros_{zeros}"), word):
            return zeros
    raise NotANumber(written)


@cache
def _any(key: str) -> str:
    """A pattern of the words in this sentence in any language, longest first."""
    words = {word for lang in i18n.LANGUAGES for word in i18n.text(f"games.number.{key}", lang).split("|")}
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
