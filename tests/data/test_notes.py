"""Notes on single figures: short, in both languages, about existing figures, and backed by the source's words."""

import gzip
import json
import re
from pathlib import Path

import pandas as pd
import pytest
from shapely import Point

from geoclass import data, i18n
from geoclass.data.tables import folder
from tests.data.test_build import SOURCES
from tests.data.test_columns import assert_typography

NOTES = data.notes()
WITHOUT_WESTERN_SAHARA = {
    *("median_age", "under15_pct", "birth_rate", "fertility_rate", "infant_mortality", "life_expectancy"),
    *("urban_pct", "physicians_per_1000", "hospital_beds_per_1000", "obesity_pct", "literacy_pct", "education_pct_gdp"),
}


def test_T8_notes_are_a_table():
    assert isinstance(NOTES, pd.DataFrame)
    assert NOTES.attrs["table"] == "notes"
    assert not NOTES.duplicated(["iso3", "column"]).any()
    assert len(NOTES) > 150
    assert {"note_fr", "note_en", "source", "says"} <= set(NOTES.columns)
    assert set(NOTES["source"]) == {"factbook", "geoclass"}


@pytest.mark.parametrize(("iso", "column"), list(NOTES[["iso3", "column"]].itertuples(index=False, name=None)))
def test_T8_a_note_is_one_sentence_about_a_figure_that_is_there(iso, column):
    assert iso in data.values(column)
    for lang in i18n.LANGUAGES:
        said = data.note(iso, column, lang)
        assert_typography(said, lang)
        assert said.endswith(".")
        assert said[0].isupper()
        assert len(said) <= 130
        assert not re.search(r"[.!?] ", said)


@pytest.mark.parametrize(
    ("iso", "column", "words"),
    [
        ("NLD", "highest_point_m", "Saba"),
        ("PRT", "highest_point_m", "Azores"),
        ("ESP", "highest_point_m", "Tenerife"),
        ("CHL", "latitude", "56° S"),
        ("SOM", "latitude", "12° N"),
        ("COD", "latitude", "13° S"),
        ("NOR", "latitude", "71° N"),
        ("PER", "roadways_km", "388,471\u00a0km"),
        ("SWE", "physicians_per_1000", "licensed"),
        ("BEL", "physicians_per_1000", "licensed"),
        ("PRK", "gdp_ppp_usd", "2015"),
        ("SYR", "gdp_per_capita_usd", "2015"),
        ("PSE", "gdp_per_capita_usd", "West Bank"),
        ("KWT", "latitude", "Iraq"),
        ("SRB", "urban_pct", "Kosovo"),
    ],
)
def test_T8_what_was_asked_for_is_answered(iso, column, words):
    assert words in data.note(iso, column, "en")
    assert data.note(iso, column, "fr")


def test_T6_morocco_says_of_each_figure_whether_western_sahara_is_in_it():
    said = {column: data.note("MAR", column, "en") for column in data.figures() if data.note("MAR", column, "en")}
    without = {column for column, note in said.items() if note.startswith("Without Western Sahara")}
    assert without == WITHOUT_WESTERN_SAHARA | {"forest_pct"}
    assert {c for c in said if c not in without} == {
        *("area_km2", "land_area_km2", "population", "population_density", "land_boundary_km", "coastline_km"),
        *("latitude", "longitude"),
    }
    if SOURCES.is_dir():
        people = json.loads(gzip.decompress((SOURCES / "factbook-2022-12-29.json.gz").read_bytes()))["mo"]
        notes = [field.get("note", "") for field in people["People and Society"].values() if isinstance(field, dict)]
        assert sum("not include" in note and "Western Sahara" in note for note in notes) >= len(WITHOUT_WESTERN_SAHARA)


def test_T6_points_outside_their_country_are_said_to_be():
    """Every point that is further outside than our outlines are coarse."""
    shapes = data.shapes()
    noted = set()
    for iso, latitude in data.values("latitude").items():
        spot = Point(data.project(data.values("longitude")[iso], latitude))
        if shapes.geometry[iso].distance(spot) > 10:
            noted.add(iso)
    falls = NOTES[NOTES["note_en"].str.contains("point falls in")]
    assert set(falls["iso3"]) == noted
    told = (Path(__file__).parents[2] / "docs/data.md").read_text("utf-8")
    assert [iso for iso in sorted(noted) if data.Country(iso).words("en") not in told] == []
    assert shapes.geometry["IRQ"].contains(Point(data.project(45.75, 29.5)))


def test_T6_flags_are_dated():
    flags = (folder() / "flags/meta.toml").read_text("utf-8")
    assert "drapeaux de 2025" in flags
    assert "flags of 2025" in flags
    for lang, words in (("fr", "tels qu’en 2025"), ("en", "as of 2025")):
        assert words in i18n.text("explore.origin.flag-icons.by", lang)
        assert words in data.sources()["flag-icons"].note[lang]


def test_T8_a_height_has_its_summit():
    assert data.place_name("FRA", "highest_point_m", "fr") == "mont Blanc"
    assert data.place_name("TZA", "highest_point_m", "en") == "Kilimanjaro"
    assert data.place_name("FRA", "population", "fr") == ""
    assert data.place_name("SEN", "highest_point_m", "fr") == ""
    names = {lang: data.attribute(f"summit_{lang}") for lang in i18n.LANGUAGES}
    assert names["fr"].keys() == names["en"].keys()
    unnamed = set(data.attribute("iso2")) - names["fr"].keys()
    source = data.attribute("highest_point_name")
    assert all(re.match(r"unnamed|\d|East-central", source[iso]) for iso in unnamed)
    assert not [iso for iso in names["en"] if source[iso].startswith("unnamed")]


def test_T8_remarks_name_the_country_once_for_several_figures():
    said = data.remarks(["FRA", "DEU"], ["area_km2", "population_density", "population"], "en")
    assert said == [
        "France: with the five overseas regions; France in Europe covers 551,500\u00a0km².",
        "France: with the five overseas regions; France in Europe has 62,814,233 people.",
    ]
    assert data.remarks(["MAR"], ["median_age"], "fr") == [
        "Maroc\u00a0: sans le Sahara occidental, dont le statut est disputé."
    ]
    assert data.remarks(["DEU"], ["population", "no_such_column"], "en") == []
