"""The capitals: one for every country, with names in two languages, coordinates and accepted spellings."""

from collections import defaultdict

import pytest

from geoclass.data import shapes
from geoclass.data.facts import capital, capital_names
from geoclass.data.tables import table
from geoclass.games.globalissimo.answers import forms


@pytest.fixture(scope="module")
def capitals():
    return table("capitals")


def test_every_country_has_a_capital(capitals):
    assert set(capitals.index) == set(table("countries").index)


def test_names_in_both_languages_are_among_the_spellings(capitals):
    for row in capitals.itertuples():
        assert {row.name_fr, row.name_en} <= set(row.spellings.split("|")), row.Index


def test_several_capitals_each_say_their_role(capitals):
    several = capitals[capitals.index.duplicated(keep=False)]
    assert set(several.index) == {"BDI", "BEN", "BOL", "CIV", "LKA", "MMR", "PSE", "SWZ", "TZA", "ZAF"}
    assert several["role_fr"].notna().all()
    assert several["role_en"].notna().all()
    assert (capitals["role_fr"].isna() == capitals["role_en"].isna()).all()


def test_no_two_capitals_share_a_place(capitals):
    assert not capitals.duplicated(["latitude", "longitude"]).any()
    assert capitals["latitude"].between(-90, 90).all()
    assert capitals["longitude"].between(-180, 180).all()


def test_every_spelling_belongs_to_one_country(capitals):
    """With and without articles, as typed answers are judged (globalissimo D4)."""
    owners = defaultdict(set)
    for iso, spellings in capitals["spellings"].items():
        for spelling in spellings.split("|"):
            for form in forms(spelling):
                owners[form].add(iso)
    assert {form: isos for form, isos in owners.items() if len(isos) > 1} == {}


@pytest.mark.parametrize(
    ("iso", "french", "english"),
    [
        ("GBR", "Londres", "London"),
        ("CHN", "Pékin", "Beijing"),
        ("EGY", "Le Caire", "Cairo"),
        ("POL", "Varsovie", "Warsaw"),
        ("MEX", "Mexico", "Mexico City"),
        ("USA", "Washington", "Washington, D.C."),
        ("NLD", "Amsterdam", "Amsterdam"),
        ("BOL", "La Paz (Sucre)", "La Paz (Sucre)"),
        ("ZAF", "Pretoria (Le Cap, Bloemfontein)", "Pretoria (Cape Town, Bloemfontein)"),
        ("MMR", "Naypyidaw (Rangoun)", "Naypyidaw (Rangoon)"),
    ],
)
def test_the_capital_on_a_card(iso, french, english):
    assert (capital(iso, "fr"), capital(iso, "en")) == (french, english)


@pytest.mark.parametrize(
    ("iso", "typed"),
    [
        ("UKR", "Kyiv"),
        ("UKR", "Kiev"),
        ("KAZ", "Nur-Sultan"),
        ("MNG", "Oulan-Bator"),
        ("MNG", "Ulan Bator"),
        ("TCD", "Ndjamena"),
        ("ATG", "St. John’s"),
        ("DEU", "Berlin"),
        ("DNK", "København"),
        ("TZA", "Dar es Salaam"),
        ("TZA", "Dodoma"),
    ],
)
def test_common_spellings_are_accepted(iso, typed):
    assert typed in capital_names(iso)


@pytest.mark.parametrize(
    ("iso", "typed"),
    [("NLD", "La Haye"), ("CHL", "Valparaiso"), ("MYS", "Putrajaya"), ("IDN", "Nusantara"), ("BRA", "Rio de Janeiro")],
)
def test_other_seats_former_and_future_ones_are_not(iso, typed):
    assert forms(typed) not in [forms(name) for name in capital_names(iso)]


def test_every_capital_lies_in_or_near_its_country(capitals):
    """Within 60 km of its shape: coordinates are rounded and coasts simplified."""
    from geopandas import GeoSeries, points_from_xy

    outlines = shapes(projected=False).geometry
    places = GeoSeries(points_from_xy(capitals["longitude"], capitals["latitude"]), capitals.index, crs=4326)
    for (iso, place), name in zip(places.items(), capitals["name_en"], strict=True):
        # A local projection for each capital, so that distances are exact.
        local = f"+proj=aeqd +lat_0={place.y} +lon_0={place.x} +units=km"
        km = GeoSeries([outlines[iso]], crs=4326).to_crs(local).distance(GeoSeries([place], crs=4326).to_crs(local))
        assert km.iloc[0] <= 60, f"{name} lies {km.iloc[0]:.0f} km from {iso}"
