"""The schema: every column of every table is described in both languages."""

import re
import tomllib

import pandas as pd
import pytest

from geoclass import data, i18n
from geoclass.data.columns import all_columns, tables
from geoclass.data.tables import SECOND, folder, meta, table
from geoclass.games.countries import tables as countries_tables

FOLDERS = (
    "board",
    "borders",
    "capitals",
    "cities",
    "countries",
    "dishes",
    "flags",
    "left_out",
    "notes",
    "routes",
    "sea_links",
    "shapes",
)
TABLES = tuple(sorted((*FOLDERS, "products")))
EVERY_COLUMN = [(name, column) for name in tables() for column in all_columns(name).values()]
EVERY_FIGURE = [data.column(name) for name in data.figures()]
named = {"ids": lambda value: value if isinstance(value, str) else value.name}


def test_every_table_has_its_metadata_and_build_script():
    assert tables() == TABLES
    assert all((folder() / name / "build.py").is_file() for name in FOLDERS)


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_described(name):
    about = meta(name)["table"]
    assert about.keys() == {"title", "note", "sources"}
    assert about["sources"]
    assert set(about["sources"]) <= data.sources().keys()
    for words in (about["title"], about["note"]):
        assert_words(words)


@pytest.mark.parametrize("name", sorted({*TABLES} - {"flags", "shapes"}))
def test_described_columns_are_those_of_the_table(name):
    assert set(table(SECOND.get(name, name), name).reset_index().columns) == set(all_columns(name))


@pytest.mark.parametrize(("name", "column"), EVERY_COLUMN, **named)
def test_columns_have_labels_and_known_sources(name, column):
    assert column.table == name
    assert column.source in data.sources()
    assert column.source in (*meta(name)["table"]["sources"], "geoclass")
    assert_words(column.label)
    for words in (column.unit, column.unit_one, column.short_unit, column.note):
        assert_words(words, may_be_empty=True)


@pytest.mark.parametrize("column", EVERY_FIGURE, **named)
def test_figures_have_all_that_a_reveal_shows(column):
    for words in (column.unit, column.short_unit, column.more, column.less):
        assert_words(words)
    assert column.more != column.less
    assert column.scale in ("log", "linear")
    assert column.source == "factbook"
    for lang in i18n.LANGUAGES:
        assert 1 <= len(column.prompts[lang]) <= 2
        assert len(column.prompts["fr"]) == len(column.prompts["en"])
        for prompt in column.prompts[lang]:
            assert_typography(prompt, lang)
            assert "?" in prompt or ":" in prompt


@pytest.mark.parametrize("column", EVERY_FIGURE, **named)
def test_the_year_is_that_of_the_figures(column):
    years = data.years()[column.name].dropna()
    low, high = (years.min(), years.max()) if len(years) else ("", "")
    assert column.year == (f"{low}–{high}" if low != high else str(low))


@pytest.mark.parametrize("column", [c for c in EVERY_FIGURE if not c.sides], **named)
def test_shown_decimals_keep_different_figures_apart(column):
    """Figures of different rank are displayed differently."""
    values = set(data.values(column.name).values())
    assert len({column.format(value, "en") for value in values}) == len(values)


@pytest.mark.parametrize("column", [c for c in EVERY_FIGURE if c.scale == "log"], **named)
def test_a_log_scale_has_no_zero_to_show(column):
    values = data.values(column.name)
    assert all(values[iso] > 0 for iso in countries_tables.deck() if iso in values)


def test_sources_are_complete():
    for key, source in data.sources().items():
        assert all((source.producer, source.title, source.date, source.licence, source.citation)), key
        assert_words(source.note)
        assert all(re.fullmatch("[0-9a-f]{64}", checksum) for checksum in source.files.values())
        assert source.files or key == "geoclass"


def test_licences_name_every_source():
    text = (folder() / "LICENCES.md").read_text("utf-8")
    licences = ("Open Database License 1.0", "Database Contents License 1.0", "SIL Open Font License 1.1")
    for word in ("Factbook", "CLDR", "Natural Earth", "flag-icons", "OpenFlights", *licences):
        assert word in text


def test_catalog_lists_every_column_with_its_source():
    catalog = data.catalog()
    assert isinstance(catalog, pd.DataFrame)
    assert len(catalog) == len(EVERY_COLUMN)
    assert catalog.at[("countries", "population"), "label_fr"] == "Population"
    assert catalog.at[("countries", "population"), "licence"].startswith("public domain")


@pytest.mark.parametrize(
    ("name", "value", "fr", "en"),
    [
        ("population", 1410539758, "1 410 539 758 habitants", "1,410,539,758 people"),
        ("median_age", 38.4, "38,4 ans", "38.4 years"),
        ("fertility_rate", 1.5, "1,5 enfant par femme", "1.5 children per woman"),
        ("airports", 1, "1 aéroport", "1 airport"),
        ("latitude", -12.5, "12,5° S", "12.5° S"),
        ("longitude", -3.5, "3,5° O", "3.5° W"),
        ("latitude", 0, "0°", "0°"),
        ("military_pct_gdp", 2.1, "2,1 % du PIB", "2.1% of GDP"),
        ("area_km2", 0.44, "0,44 km²", "0.44 km²"),
        ("lowest_point_m", -431, "-431 mètres", "-431 metres"),
    ],
)
def test_a_figure_in_full(name, value, fr, en):
    written = {lang: re.sub("[\u00a0\u202f]", " ", data.column(name).format(value, lang)) for lang in ("fr", "en")}
    assert written == {"fr": fr, "en": en}


def test_a_figure_in_short():
    short = data.column("population").short
    assert short(1410539758, "fr") == "1,4\u00a0Md\u00a0hab."
    assert short(366425, "en") == "366,425\u00a0people"


def test_a_column_in_a_sentence():
    population = data.column("population")
    assert [population.words("fr", form) for form in ("", "more", "less")] == [
        "Population",
        "plus peuplé",
        "moins peuplé",
    ]
    with pytest.raises(ValueError, match="no form"):
        population.words("fr", "of")


def test_where_a_figure_comes_from():
    assert data.column("population").origin("en") == "The World Factbook, 2022 (2022 edition)"
    assert data.column("roadways_km").origin("fr", year=2011) == "The World Factbook, 2011 (édition 2022)"
    assert data.column("roadways_km").words("fr", "origin") == "The World Factbook, 2000–2022 (édition 2022)"
    assert data.column("area_km2").origin("en") == "The World Factbook (2022 edition)"


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_sentences_are_the_same_in_both_languages(lang):
    files = {other: (i18n.files("geoclass.i18n") / other / "data.toml").read_text("utf-8") for other in i18n.LANGUAGES}
    assert keys(tomllib.loads(files[lang])) == keys(tomllib.loads(files["en"]))


def keys(sentences: dict) -> dict:
    return {
        key: keys(value) if isinstance(value, dict) else set(re.findall(r"{(\w+)", value))
        for key, value in sentences.items()
    }


def assert_words(words: dict[str, str], may_be_empty: bool = False) -> None:
    assert words.keys() == set(i18n.LANGUAGES)
    assert may_be_empty or all(words.values())
    assert bool(words["fr"]) == bool(words["en"])
    for lang, text in words.items():
        assert_typography(i18n.typeset(text, lang), lang)


def assert_typography(text: str, lang: str) -> None:
    assert text == text.strip()
    assert "'" not in text, text
    assert '"' not in text, text
    assert "  " not in text, text
    if lang == "fr":
        assert not re.search(r"(?<![\u00a0\u202f])[;?!»]|(?<=\w):(?!\d)|«(?!\u00a0)|(?<=\d)%", text), text
    else:
        assert not re.search(r"\s[;:?!%]", text.removeprefix("%")), text


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_a_number_of_any_length_is_written_out(lang):
    guess, people = 10**100 - 1, data.column("population")
    assert i18n.number(guess, lang).count("9") == 100
    assert people.format(guess, lang).count("9") == 100
    assert re.sub(r"\D", "", people.short(guess, lang)).startswith("1" + "0" * 80)  # in billions or the like, rounded


def test_P26_large_numbers_have_one_scale_in_french_and_a_dollar_sign_in_its_place():
    gdp = data.column("gdp_ppp_usd")
    assert [gdp.short(value, "en") for value in (29e9, 2.83e12)] == ["$29B", "$2.8T"]
    said = [gdp.short(value, "fr").replace("\u202f", " ").replace("\xa0", " ") for value in (29e9, 2.83e12)]
    assert said == ["29 Md $", "2 830 Md $"]
