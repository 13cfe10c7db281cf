"""The lenient reading of a typed capital (globalissimo D4)."""

from functools import cache
from unicodedata import category, normalize

from rapidfuzz.distance import OSA

from geoclass import data

_ARTICLES = {"le", "la", "les", "l", "the"}
_SHORT = {"st": "saint", "ste": "sainte"}
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe", "ə": "e"}
)

Forms = tuple[str, str]  # a name in bare letters: as it is written, and without its articles


def names_capital(text: str, iso: str) -> bool:
    """Whether *text* is a capital of the country *iso*, spelled leniently."""
    given = forms(text)
    accepted = _accepted(iso)
    if any(_same(given, name) for name in accepted):
        return True
    full, bare = given
    spelled, stripped = _all_capitals()
    if full in spelled or bare in stripped:  # a real other capital is never a slip
        return False
    return any(_slip(g, a) for name in accepted for g, a in zip(given, name, strict=True))


def forms(text: str) -> Forms:
    """*text* without case, accents, hyphens, apostrophes and spaces; once with its articles and once without."""
    folded = normalize("NFKD", normalize("NFKD", text.casefold()).translate(_LETTERS))
    kept = (c for c in folded if category(c) != "Mn")
    words = "".join(c if c.isalnum() and category(c) != "Lm" else " " for c in kept).split()
    words = [_SHORT.get(word, word) for word in words]
    full = "".join(words)
    return full, "".join(word for word in words if word not in _ARTICLES) or full


def _same(given: Forms, name: Forms) -> bool:
    return given[0] == name[0] or given[1] == name[1]


def _slip(given: str, name: str) -> bool:
    """One letter missing, extra or wrong, or two neighbours swapped, in a name of five letters or more."""
    return len(name) >= 5 and OSA.distance(given, name, score_cutoff=1) <= 1


@cache
def _accepted(iso: str) -> tuple[Forms, ...]:
    return tuple(forms(name) for name in data.capital_names(iso))


@cache
def _all_capitals() -> tuple[frozenset[str], frozenset[str]]:
    """Every capital of every country of the table, in both forms."""
    known = [name for iso in data.attribute("un_status") for name in _accepted(iso)]
    return frozenset(full for full, _ in known), frozenset(bare for _, bare in known)
