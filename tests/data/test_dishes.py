"""The dishes of Spywhere and the countries' agricultural products."""

import pytest

from geoclass.data.facts import products
from geoclass.data.tables import table
from geoclass.games.spywhere.tables import dishes


def test_the_six_nationalities_in_the_order_of_the_game():
    assert list(dishes().items()) == [
        ("ITA", "pizza"),
        ("FRA", "cheese"),
        ("JPN", "sushi"),
        ("MEX", "tacos"),
        ("IND", "curry"),
        ("BEL", "fries"),
    ]


def test_dishes_are_named_in_both_languages():
    assert table("dishes").notna().all(axis=None)


@pytest.mark.parametrize("iso", ["ITA", "FRA", "JPN", "MEX", "IND", "BEL"])
def test_each_dish_has_something_that_its_country_grows(iso):
    assert set(table("dishes").at[iso, "ingredients_fr"].split("|")) & set(products(iso, "fr"))


def test_products_of_every_country_in_both_languages():
    for iso in table("countries").index:
        french, english = products(iso, "fr"), products(iso, "en")
        assert len(french) == len(english), iso
        assert len(set(french)) == len(french), iso
        assert bool(french) == (iso not in {"MCO", "VAT"}), iso


def test_a_product_is_always_called_the_same():
    words = {}
    for iso in table("countries").index:
        for french, english in zip(products(iso, "fr"), products(iso, "en"), strict=True):
            assert words.setdefault(english, french) == french


@pytest.mark.parametrize(
    ("iso", "lang", "first"),
    [
        ("ITA", "en", ("milk", "grapes", "wheat")),
        ("ITA", "fr", ("lait", "raisin", "blé")),
        ("BEL", "fr", ("betterave à sucre", "lait", "pommes de terre")),
        ("MEX", "en", ("sugar cane", "maize", "milk")),
    ],
)
def test_the_most_important_products_come_first(iso, lang, first):
    assert products(iso, lang)[:3] == first
