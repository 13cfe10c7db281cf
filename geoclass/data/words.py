"""Country names in sentences, and the search for a country by any of its names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from geoclass import i18n
from geoclass.data.tables import UnknownName, nearest, plain, table

SIMILAR, SIMILAR_CODE = 75, 60  # similarity (0 to 100) from which a name or a code counts as a typing error
VOWELS = "AEIOUYÀÂÉÈÊËÎÏÔÛ"


@dataclass(frozen=True)
class Country:
    """A country in a sentence: ``{c}`` is *France*, ``{c:the}`` *la France*, ``{c:of}`` *de la France*, ``{c:in}`` *en
    France*, ``{c:The}`` *La France*. ``{c:se trouve|se trouvent}`` chooses singular or plural."""

    iso: str

    def words(self, lang: str, form: str = "") -> str:
        if self.iso not in _cells("iso2"):
            raise unknown_country(self.iso)
        if "|" in form:
            return form.split("|")[lang == "fr" and self._cell("article_fr") == "les"]
        if form[:1].isupper():
            return i18n.capitalised(self.words(lang, form.lower()))
        name, article = self._cell(f"name_{lang}"), self._cell(f"article_{lang}")
        if not form:
            return name
        if form not in ("the", "of", "in"):
            raise ValueError(f"a country has no form {form!r}: '', the, of or in")
        if lang == "en":
            return " ".join(word for word in ("" if form == "the" else form, article, name) if word)
        if form == "in":
            return f"{self._cell('in_fr')} {name}"
        return with_article(article, name) if form == "the" else of_fr(article, name)

    def _cell(self, column: str) -> str:
        return _cells(column)[self.iso]


@cache
def _cells(column: str) -> Mapping[str, str]:
    """A column as text, cached, since one screen looks up hundreds of cells."""
    return {str(iso): value if isinstance(value, str) else "" for iso, value in table("countries")[column].items()}


def with_article(article: str, name: str) -> str:
    return f"{article}{name}" if article.endswith("’") else f"{article} {name}".strip()


def of_fr(article: str, name: str) -> str:
    """*de* contracted with the article: du Kenya, des Fidji, de l’Inde, de Cuba, d’Oman, d’Haïti."""
    if article in ("le", "les"):
        return f"{'du' if article == 'le' else 'des'} {name}"
    if article:
        return f"de {with_article(article, name)}"
    return f"d’{name}" if name[0] in VOWELS or name == "Haïti" else f"de {name}"


def find_country(name: str) -> str:
    """The ISO code of a country given by its code or a French or English name, ignoring case and accents."""
    found = _names().get(plain(name)) if isinstance(name, str) else None  # a frame's missing cell is no text
    if found is None:
        raise unknown_country(name)
    return found


def find_countries(names: str | Iterable[str]) -> list[str]:
    """The ISO codes of several countries or a single one, without duplicates.

    >>> from geoclass import data
    >>> data.find_countries(["Niger", "JPN", "le Niger"]), data.find_countries("Japon")
    (['NER', 'JPN'], ['JPN'])
    """
    return list(dict.fromkeys(map(find_country, [names] if isinstance(names, str) else names)))


def is_country(name: str) -> bool:
    return plain(name) in _names()


def unknown_country(name: object) -> UnknownName:
    """The error for an unknown country, with suggestions."""
    name = str(name)
    code = len(name) == 3 and name.isupper()
    near: list[Any]
    if code:
        near = nearest(name, _cells("iso2"), least=SIMILAR_CODE)
    elif iso := _elsewhere().get(plain(name)):
        near = [Country(iso)]
    else:
        found = dict.fromkeys(_names()[plain(like)] for like in nearest(name, _all_names(), least=SIMILAR))
        near = [Country(iso) for iso in found]
    return UnknownName(f"data.unknown.{'country' if near else 'no_country'}", name=name, near=near)


@cache
def _all_names() -> list[str]:
    """The French, English and other names of all countries, without short ones."""
    frame = table("countries")
    names = [*frame["name_fr"], *frame["name_en"], *frame["other_names"].dropna().str.split("|").explode()]
    return [str(known) for known in names if len(known) > 3]


ELSEWHERE = ("de", "es", "it", "pt", "nl", "pl", "tr")  # other languages whose country names are recognised


@cache
def _elsewhere() -> Mapping[str, str]:
    """Names in other languages → ISO code, for suggestions."""
    from babel import Locale

    two = {code: iso for iso, code in _cells("iso2").items()}
    found: dict[str, str] = {}
    for lang in ELSEWHERE:
        for code, name in Locale(lang).territories.items():
            if code in two:
                found.setdefault(plain(name), two[code])
    return found


@cache
def _names() -> Mapping[str, str]:
    """Every known name, normalised → ISO code; codes and main names take precedence over other names."""
    frame, found = table("countries"), dict[str, str]()
    for iso in frame.index:
        found[plain(str(iso))] = str(iso)
    for lang in ("fr", "en"):
        for iso in frame.index:
            found.setdefault(plain(str(frame.at[iso, f"name_{lang}"])), str(iso))
            found.setdefault(plain(Country(str(iso)).words(lang, "the")), str(iso))
    for iso, names in frame["other_names"].dropna().items():
        for name in str(names).split("|"):
            found.setdefault(plain(name), str(iso))
    for iso, name in frame["iso2"].items():
        found.setdefault(plain(str(name)), str(iso))
    return MappingProxyType(found)
