"""Sentences: placeholders, plurals, both languages."""

import pytest

from geoclass import i18n
from geoclass.data import Country

NBSP, NARROW = "\u00a0", "\u202f"


def test_numbers_are_written_as_the_language_writes_them():
    assert i18n.number(1234567.5, "fr") == f"1{NARROW}234{NARROW}567,5"
    assert i18n.number(1234567.5, "en") == "1,234,567.5"


@pytest.mark.parametrize(("n", "fr", "en"), [(0, "carte", "cards"), (1, "carte", "One card"), (2, "cartes", "cards")])
def test_plurals_follow_the_language(n, fr, en):
    assert fr in i18n.text("tell.stock", "fr", n=n)
    assert en in i18n.text("tell.stock", "en", n=n)
    assert ("cartes" in i18n.text("tell.stock", "fr", n=n)) == (fr == "cartes")


@pytest.mark.parametrize(("lang", "said"), [("fr", "personne n’avait raison"), ("en", "nobody was right")])
def test_nothing_may_be_said_apart(lang, said):
    assert i18n.text("countries.prompt.row.right_n", lang, n=0) == said
    assert "1" in i18n.text("countries.prompt.row.right_n", lang, n=1)
    nobody = [key for key in i18n.sentences(lang) if key.endswith(".right_n") and "0" in i18n.text(key, lang, n=0)]
    assert nobody == []


def test_lists_are_joined_in_words():
    assert i18n.text("tell.their_turn", "fr", teams=["Ana", "Ben", "Zoé"]) == f"Au tour de{NBSP}: Ana, Ben et Zoé."
    assert i18n.text("tell.their_turn", "en", teams=["Ana", "Ben"]) == "Playing now: Ana and Ben."


@pytest.mark.parametrize(
    ("iso", "fr", "en"),
    [
        ("FRA", "en France", "in France"),
        ("KEN", "au Kenya", "in Kenya"),
        ("USA", "aux États-Unis", "in the United States"),
        ("CUB", "à Cuba", "in Cuba"),
        ("NLD", "aux Pays-Bas", "in the Netherlands"),
    ],
)
def test_countries_come_in_the_form_the_sentence_needs(iso, fr, en):
    assert fr in i18n.text("countries.tell.guess", "fr", card=Country(iso))
    assert en in i18n.text("countries.tell.guess", "en", card=Country(iso))


def test_the_current_language_is_used_where_none_is_named():
    assert i18n.language() == "en"
    with i18n.use("fr"):
        assert i18n.text("games.over") == "La partie est terminée."
    assert i18n.text("games.over") == "The game is over."


def test_what_a_pupil_types_is_never_read_as_a_sentence():
    assert "{0.__class__} {teams}" in i18n.text("tell.their_turn", "en", teams=["{0.__class__} {teams}"])


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="not 'de'"):
        i18n.text("games.over", "de")
    with pytest.raises(ValueError, match="not 'de'"), i18n.use("de"):
        pass


def test_french_spaces_are_set_on_loading():
    assert i18n.typeset("« Où ? » : 5 %", "fr") == f"«{NBSP}Où{NBSP}?{NBSP}»{NBSP}: 5{NBSP}%"
    assert i18n.typeset("n° 3, 1 000 s, 12 : 3 6", "fr") == f"n°{NBSP}3, 1{NARROW}000{NBSP}s, 12{NBSP}: 3 6"
    assert i18n.typeset("Where ? 5 %", "en") == "Where ? 5 %"
    assert i18n.typeset("322 m, 7 km², {team} s’arrête", "en") == f"322{NBSP}m, 7{NBSP}km², {{team}} s’arrête"
