"""Lenient matching of typed capitals (globalissimo D4)."""

from functools import cache, lru_cache
from unicodedata import category, normalize

from rapidfuzz.distance import OSA

from geoclass import data

_ARTICLES = {"le", "la", "les", "l", "the"}
_SHORT = {"st": "saint", "ste": "sainte"}
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe", "ə": "e"}
)

Forms = tuple[str, str]  # a name in plain letters, with and without its articles


def names_capital(text: str, iso: str) -> bool:
    """Whether *text* names a capital of the country *iso*, spelling errors allowed."""
    full, bare = forms(text)
    spelled, stripped = _accepted(iso)
    if full in spelled or bare in stripped:
        return True
    all_spelled, all_stripped = _all_capitals()
    if full in all_spelled or bare in all_stripped:  # another capital is never a spelling error
        return False
    return _slip(full, spelled) or _slip(bare, stripped)


@lru_cache(maxsize=1024)  # bounded: pupils may type anything
def forms(text: str) -> Forms:
    """Strip case, accents, hyphens, apostrophes and spaces; return the text with and without its articles."""
    folded = normalize("NFKD", normalize("NFKD", text.casefold()).translate(_LETTERS))
    kept = [c if c.isalnum() and category(c) != "Lm" else " " for c in folded if category(c) != "Mn"]
    words = "".join(kept).split()
    words = [_SHORT.get(word, word) for word in words]
    full = "".join(words)
    return full, "".join(word for word in words if word not in _ARTICLES) or full


def _slip(given: str, names: frozenset[str]) -> bool:
    """Whether *given* is one typing error away from a name of at least five letters."""
    return len(given) >= 4 and any(
        len(name) >= 5 and abs(len(name) - len(given)) <= 1 and OSA.distance(given, name, score_cutoff=1) <= 1
        for name in names
    )


@cache
def _accepted(iso: str) -> tuple[frozenset[str], frozenset[str]]:
    """The capitals of a country, with and without articles."""
    known = [forms(name) for name in data.capital_names(iso)]
    known += [(run := "st" + full[5:], run) for full, _ in known if full.startswith("saint")]  # StJohns
    return frozenset(full for full, _ in known), frozenset(bare for _, bare in known)


@cache
def _all_capitals() -> tuple[frozenset[str], frozenset[str]]:
    """All capitals of the table, in both forms."""
    known = [_accepted(iso) for iso in data.attribute("un_status")]
    return frozenset().union(*(full for full, _ in known)), frozenset().union(*(bare for _, bare in known))
