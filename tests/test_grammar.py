"""Every sentence with every kind of name: plural, with and without an article, before a vowel.

A team may have any name, a country any article. Each sentence is filled with every kind of name and searched for
grammatical errors such as *à les Pays-Bas*, *à Bleus de jouer*, *Blues wins*.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

import pytest

from geoclass import data, games, i18n
from tests.sixth import EXAMPLE

COUNTRIES = ("NLD", "USA", "ISL", "ITA", "OMN", "HTI", "KEN", "FRA", "CUB", "GMB", "CIV")
TEAMS = ("Bleus", "Les Explorateurs", "Oranges", "Ada", "Blues", "The Explorers")
TEAM_FIELDS = {"team", "teams", "winners", "who", "leader", "leaders", "taker", "target", "by"}
MANY = {"teams", "winners", "who", "leaders"}  # placeholders that may hold several teams
COUNTRY_FIELDS = {"card", "cards", "less", "more", "top", "bottom", "near", "countries", "country", "ranking"}
FORMS = {"", "the", "of", "in", "The", "Of", "In"}

ANY = "|".join(TEAMS)
FRENCH = {
    "elision": r"(?<!-)\b(?:[Dd]e|[Qq]ue|[Ll]e|[Ll]a|[Ss]e|[Nn]e|[Jj]usque) "
    r"(?=[AEIOUÉÈÎÔaeiouéèêîô])(?!(?:Oranges|Ada|onz|oui)\b)",
    "article drawn together": r"\b(?:[Dd]e|[Àà]) les? ",
    "a team's name after à, de, par": rf"\b(?:[Àà]|[Dd]e|[Dd]u|[Dd]es|[Aa]u|[Aa]ux|[Pp]ar) (?:{ANY})\b",
    "number": r"\b(?:se trouve|entoure|est|a|compte|vend|produit) les (?:Pays-Bas|États-Unis)"
    r"|\b[Ll]es (?:Pays-Bas|États-Unis) (?:se trouve|est|a|compte|vend|produit|passe|ne|n’en)\b",
}
ENGLISH = {
    "a team of many": r"(?<![Tt]eam )(?:Blues|The Explorers) "
    r"(?:is|has|was|wins|lays|draws|says|scores|goes|doubts|puts|takes|stays|does)\b",
    "a team of one": r"(?:^|[.!?:] )Ada (?:are|have|win|lay|draw|say|share|take)\b",
    "article twice": r"\b[Tt]he the\b|\bof in\b|\bin in\b",
}
BOTH = {"stop twice": r"(?<!\.)\.\.(?!\.)", "gap": r"(?<=\w)  +(?=\w)| ,", "empty brackets": r"\(\)"}


class Thing:
    """A value that is neither a country nor a team: a number, a city, a ticket."""

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return form.split("|")[0] if "|" in form else "3"


def fields(sentence: str) -> dict[str, set[str]]:
    """The placeholders of a sentence, and the grammatical forms that each is used in."""
    found: dict[str, set[str]] = {}
    for _, name, form, _ in Formatter().parse(sentence):
        if name:
            found.setdefault(name, set()).add(form or "")
    return found


def filled(sentence: str, lang: str, several: bool) -> Iterator[str]:
    """The sentence with every kind of name."""
    gaps = fields(sentence)
    countries = [
        name for name in gaps if (name in COUNTRY_FIELDS and gaps[name] <= FORMS) or "|" in "".join(gaps[name])
    ]
    teams = [name for name in gaps if name in TEAM_FIELDS]
    for at in range(max(len(COUNTRIES) if countries else 1, len(TEAMS) if teams else 1)):
        params: dict[str, Any] = dict.fromkeys(gaps, Thing()) | {"category": data.column("population")}
        for i, name in enumerate(countries):
            params[name] = data.Country(COUNTRIES[(at + i) % len(COUNTRIES)])
        for name in teams:
            names = [TEAMS[at % len(TEAMS)]]
            many = several and name in MANY
            params[name] = [*names, TEAMS[(at + 1) % len(TEAMS)]] if many else names
        yield i18n._Sentence(lang).vformat(sentence, (), params)


def sentences(prefix: str, lang: str) -> Iterator[tuple[str, str, bool]]:
    for key, sentence in (i18n.sentences(lang) | example(lang)).items():
        if key.startswith(f"{prefix}."):
            forms = {"": sentence} if isinstance(sentence, str) else sentence
            for form, text in forms.items():
                yield key, text, form == "other"


def example(lang: str) -> dict[str, str | Mapping[str, str]]:
    """The sentences of the example of a sixth game."""
    found: dict[str, str | Mapping[str, str]] = {}
    text = (EXAMPLE / "higher" / f"{lang}.toml").read_text("utf-8")
    i18n._flatten(tomllib.loads(i18n.typeset(text, lang)), "higher", found)
    return found


SHARED = ("tell", "stage", "phone", "rooms", "games", "review", "vote", "explore", "home", "figures", "higher")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("part", [*games.GAMES, *SHARED])
def test_P26_every_sentence_reads_well_with_every_kind_of_name(part, lang):
    wrong = BOTH | (FRENCH if lang == "fr" else ENGLISH)
    found = {
        f"{key}: {why}: {said}"
        for key, sentence, several in sentences(part, lang)
        for said in filled(sentence, lang, several)
        for why, pattern in wrong.items()
        if re.search(pattern, said.replace("\u00a0", " "))
    }
    assert sorted(found) == []


def test_P26_what_reads_badly_is_found():
    plural = "Où se trouve {card:the} ?"
    assert any(re.search(FRENCH["number"], said) for said in filled(plural, "fr", False))
    assert any(re.search(FRENCH["a team's name after à, de, par"], s) for s in filled("à {team} de jouer", "fr", False))
    assert any(re.search(FRENCH["elision"], said) for said in filled("le nom de {card}", "fr", False))
    assert any(re.search(ENGLISH["a team of many"], said) for said in filled("{teams} wins!", "en", False))
    assert any(re.search(ENGLISH["a team of one"], said) for said in filled("{teams} win!", "en", False))
    agreed = "Où {card:se trouve|se trouvent} {card:the} ?"
    assert not any(re.search(FRENCH["number"], said) for said in filled(agreed, "fr", False))
