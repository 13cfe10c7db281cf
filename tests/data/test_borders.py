"""Borders, sea links and borders left out: the neighbours on the Couleurs board."""

import pytest

from geoclass.data import facts
from geoclass.data.tables import table


def _pairs(name):
    return list(table(name).reset_index()[["iso3_a", "iso3_b"]].itertuples(index=False, name=None))


@pytest.mark.parametrize("name", ["borders", "sea_links", "left_out"])
def test_each_pair_of_countries_is_given_once(name):
    pairs = _pairs(name)
    assert pairs == sorted(set(pairs))
    assert all(a < b for a, b in pairs)
    assert {iso for pair in pairs for iso in pair} <= set(table("countries").index)


def test_borders_have_a_length_and_a_known_kind():
    borders = table("borders")
    assert (borders["length_km"] > 0).all()
    assert set(borders["kind"]) == {"land", "overseas", "exclave", "disputed"}
    assert (borders["note_fr"].isna() == borders["note_en"].isna()).all()
    assert borders.loc[borders["kind"] != "land", "note_fr"].notna().all()


def test_borders_add_up_to_what_the_country_table_says():
    """The sum of a country's borders equals its total, for countries whose neighbours are all in the table."""
    total = facts.values("land_boundary_km")
    for iso in ["DEU", "BRA", "CHE", "TUR", "IND", "NGA", "AUS", "PRT", "POL", "LAO"]:
        own = sum(km for (a, _), km in facts.border_km().items() if a == iso)
        assert own == pytest.approx(total[iso], rel=0.01, abs=1), iso


@pytest.mark.parametrize("name", ["sea_links", "left_out"])
def test_every_exception_has_its_reason(name):
    reasons = table(name)[["reason_fr", "reason_en"]]
    assert reasons.notna().all(axis=None)
    assert (reasons["reason_fr"] != reasons["reason_en"]).all()


def test_sea_links_are_those_of_the_rules_and_no_border():  # couleurs M5
    assert _pairs("sea_links") == [("CUB", "DOM"), ("CUB", "HTI"), ("GBR", "NLD")]
    assert not set(_pairs("sea_links")) & set(_pairs("borders"))


def test_what_is_left_out_is_a_real_border_but_not_an_ordinary_one():
    kinds = table("borders").reset_index().set_index(["iso3_a", "iso3_b"])["kind"]
    assert set(_pairs("left_out")) == set(kinds.index[kinds != "land"])


def test_links_go_both_ways():
    links = facts.links()
    assert all(iso in links[near] for iso in links for near in links[iso])


@pytest.mark.parametrize(
    ("iso", "near"),
    [
        ("FRA", "AND BEL CHE DEU ESP ITA LUX MCO"),
        ("MAR", "DZA"),
        ("GBR", "IRL NLD"),
        ("HTI", "CUB DOM"),
        ("SAU", "ARE IRQ JOR KWT OMN QAT YEM"),
        ("IRN", "AFG ARM AZE IRQ PAK TKM TUR"),
        ("CHN", "AFG BTN IND KAZ KGZ LAO MMR MNG NPL PAK PRK RUS TJK VNM"),
        ("SRB", "BGR BIH HRV HUN MKD MNE ROU"),
        ("ZMB", "AGO BWA COD MOZ MWI NAM TZA ZWE"),
        ("BRA", "ARG BOL COL GUY PER PRY SUR URY VEN"),
        ("USA", "CAN MEX"),
        ("IDN", "MYS PNG TLS"),
    ],
)
def test_links_of_nations_by_hand(iso, near):
    assert facts.links()[iso] == tuple(near.split())


def test_islands_have_no_link():  # couleurs M4
    islands = {iso for iso, near in facts.links().items() if not near}
    assert {"ISL", "JPN", "MDG", "AUS", "NZL", "CYP", "SGP", "LKA", "BHR", "PHL", "JAM", "MLT"} <= islands
    assert len(islands) == 38
