"""The country table: figures as in the Factbook, names in good language, decks by their rules."""

import json
import re
from pathlib import Path

import networkx as nx
import pytest

from geoclass import data
from geoclass.data.tables import folder
from geoclass.games.couleurs import tables as couleurs_tables
from geoclass.games.countries import tables as countries_tables
from geoclass.games.globalissimo import tables as globalissimo_tables
from geoclass.games.globalissimo.engine import CATEGORIES

TEN = json.loads((Path(__file__).parent / "fixtures/factbook_ten.json").read_text("utf-8"))
FIELDS = {  # column → section, field, part; without a part: the newest year of a series
    "area_km2": ("Geography", "Area", "total"),
    "land_area_km2": ("Geography", "Area", "land"),
    "population": ("People and Society", "Population", "text"),
    "median_age": ("People and Society", "Median age", "total"),
    "highest_point_m": ("Geography", "Elevation", "highest point"),
    "lowest_point_m": ("Geography", "Elevation", "lowest point"),
    "latitude": ("Geography", "Geographic coordinates", "text"),
    "longitude": ("Geography", "Geographic coordinates", "text"),
    "coastline_km": ("Geography", "Coastline", "text"),
    "land_boundary_km": ("Geography", "Land boundaries", "total"),
    "roadways_km": ("Transportation", "Roadways", "total"),
    "railways_km": ("Transportation", "Railways", "total"),
    "airports": ("Transportation", "Airports", "total"),
    "physicians_per_1000": ("People and Society", "Physicians density", "text"),
    "hospital_beds_per_1000": ("People and Society", "Hospital bed density", "text"),
    "life_expectancy": ("People and Society", "Life expectancy at birth", "total population"),
    "birth_rate": ("People and Society", "Birth rate", "text"),
    "fertility_rate": ("People and Society", "Total fertility rate", "text"),
    "infant_mortality": ("People and Society", "Infant mortality rate", "total"),
    "urban_pct": ("People and Society", "Urbanization", "urban population"),
    "internet_users_pct": ("Communications", "Internet users", "percent of population"),
    "mobile_per_100": ("Communications", "Telephones - mobile cellular", "subscriptions per 100 inhabitants"),
    "gdp_ppp_usd": ("Economy", "Real GDP (purchasing power parity)", None),
    "gdp_per_capita_usd": ("Economy", "Real GDP per capita", None),
    "unemployment_pct": ("Economy", "Unemployment rate", None),
    "co2_mt": ("Energy", "Carbon dioxide emissions", "total emissions"),
    "electricity_consumption_kwh": ("Energy", "Electricity", "consumption"),
    "military_pct_gdp": ("Military and Security", "Military expenditures", None),
    "obesity_pct": ("People and Society", "Obesity - adult prevalence rate", "text"),
    "forest_pct": ("Geography", "Land use", "forest"),
    "literacy_pct": ("People and Society", "Literacy", "total population"),
    "education_pct_gdp": ("People and Society", "Education expenditures", "text"),
    "under15_pct": ("People and Society", "Age structure", "0-14 years"),
}
POWERS = {"million": 1e6, "billion": 1e9, "trillion": 1e12}


def said(iso: str, column: str) -> float | None:
    """The figure in the raw profile, parsed independently of the build."""
    section, field, part = FIELDS[column]
    parts = TEN[iso].get(section, {}).get(field, {})
    if part is None:
        part = max((p for p in parts if re.search(r"\d{4}$", p)), default="")
    text = re.sub("<[^>]+>", "", parts.get(part, ""))
    if column in ("latitude", "longitude"):
        found = re.search(r"(\d+) (\d+) ([NS]), (\d+) (\d+) ([EW])", text)
        degrees, minutes, side = found.groups()[:3] if column == "latitude" else found.groups()[3:]
        return (int(degrees) + int(minutes) / 60) * (-1 if side in "SW" else 1)
    if column in ("highest_point_m", "lowest_point_m"):
        found = re.search(r"(?<![\w.])(-?[\d,]+(?:\.\d+)?)(?: m\b.*)?$", text)
    else:
        found = re.search(r"(-?[\d,]*\.?\d+)(?: (million|billion|trillion))?", text)
    if not found:
        return None
    power = POWERS.get(found[2], 1) if found.re.groups == 2 else 1
    value = float(found[1].replace(",", "")) * power
    return value / 1e6 if column == "co2_mt" else value


@pytest.mark.parametrize("column", FIELDS)
def test_figures_of_ten_countries_are_those_of_the_raw_profiles(column):
    assert {iso: data.values(column).get(iso) for iso in TEN} == {
        iso: None if said(iso, column) is None else pytest.approx(said(iso, column), rel=1e-6, abs=1e-4) for iso in TEN
    }


def test_every_figure_is_compared():
    assert set(FIELDS) | {"population_density"} == set(data.figures())


def test_density_is_population_by_total_area():
    for iso, density in data.values("population_density").items():
        assert density == pytest.approx(data.values("population")[iso] / data.values("area_km2")[iso], abs=0.0051)


def test_years_are_those_of_figures_that_are_there():
    countries, years = data.countries(), data.years()
    assert list(years.index) == list(countries.index)
    assert list(years.columns) == list(data.figures())
    for column in years:
        dated = years[column].dropna()
        assert countries[column].reindex(dated.index).notna().all(), column
        assert dated.between(1997, 2023).all(), column
    assert years.at["FRA", "population"] == 2022
    assert years.at["FRA", "roadways_km"] == 2011


def test_193_members_and_two_observers():
    frame = data.countries()
    assert frame.index.is_unique
    assert frame.index.is_monotonic_increasing
    assert frame["un_status"].value_counts().to_dict() == {"member": 193, "observer": 2}
    assert set(frame.index[frame["un_status"] == "observer"]) == {"PSE", "VAT"}
    assert frame.at["NAM", "iso2"] == "NA"
    assert frame["iso2"].is_unique


def test_names_are_complete_and_different():
    frame = data.countries()
    for column in ("name_en", "name_fr", "name_es", "name_de"):
        assert frame[column].notna().all(), column
        assert frame[column].is_unique, column
    assert frame[["demonym_en", "demonym_fr", "in_fr", "gender_fr"]].notna().all(axis=None)


def test_articles_and_genders_fit():
    """Article, gender and the word for *in* are consistent, except for the usual exceptions."""
    for iso, row in data.countries().fillna({"article_fr": ""}).iterrows():
        article, gender, name = row["article_fr"], row["gender_fr"], row["name_fr"]
        vowel = name[0] in "AEIOUÉÎ" and not gender.endswith("p")
        assert (article == "les") == gender.endswith("p"), iso
        if article:
            assert (article == "l’") == vowel, iso
        if article in ("le", "la"):
            assert gender == {"le": "m", "la": "f"}[article], iso
        usual = {"le": "au", "la": "en", "l’": "en", "les": "aux", "": "à"}[article]
        exceptions = {"BRB": "à la", "DMA": "à la", "GRD": "à la", "TTO": "à la", "HTI": "en", "ISR": "en"}
        assert row["in_fr"] == exceptions.get(str(iso), usual), iso


@pytest.mark.parametrize(
    ("iso", "the", "of", "in_"),
    [
        ("FRA", "la France", "de la France", "en France"),
        ("KEN", "le Kenya", "du Kenya", "au Kenya"),
        ("USA", "les États-Unis", "des États-Unis", "aux États-Unis"),
        ("ISL", "l’Islande", "de l’Islande", "en Islande"),
        ("IRN", "l’Iran", "de l’Iran", "en Iran"),
        ("CUB", "Cuba", "de Cuba", "à Cuba"),
        ("ISR", "Israël", "d’Israël", "en Israël"),
        ("HTI", "Haïti", "d’Haïti", "en Haïti"),
        ("OMN", "Oman", "d’Oman", "à Oman"),
        ("ATG", "Antigua-et-Barbuda", "d’Antigua-et-Barbuda", "à Antigua-et-Barbuda"),
        ("BRB", "la Barbade", "de la Barbade", "à la Barbade"),
        ("HND", "le Honduras", "du Honduras", "au Honduras"),
        ("HUN", "la Hongrie", "de la Hongrie", "en Hongrie"),
        ("YEM", "le Yémen", "du Yémen", "au Yémen"),
        ("MHL", "les Îles Marshall", "des Îles Marshall", "aux Îles Marshall"),
        ("COD", "la RD Congo", "de la RD Congo", "en RD Congo"),
    ],
)
def test_french_forms(iso, the, of, in_):
    country = data.Country(iso)
    assert [country.words("fr", form) for form in ("the", "of", "in")] == [the, of, in_]
    assert country.words("fr", "The") == the[0].upper() + the[1:]


@pytest.mark.parametrize(
    ("iso", "the"),
    [("NLD", "the Netherlands"), ("GMB", "the Gambia"), ("COD", "the DR Congo"), ("FRA", "France"), ("CZE", "Czechia")],
)
def test_english_forms(iso, the):
    country = data.Country(iso)
    assert [country.words("en", form) for form in ("the", "of", "in")] == [the, f"of {the}", f"in {the}"]
    assert country.words("en", "The") == the[0].upper() + the[1:]


def test_an_unknown_form_is_an_error():
    with pytest.raises(ValueError, match="no form"):
        data.Country("FRA").words("fr", "from")


def test_deck_of_152_has_the_smallest_sums_of_ranks():
    members = data.countries().query("un_status == 'member'")
    ranks = members[["population", "area_km2"]].rank(ascending=False, method="first").sum(axis=1)
    deck = countries_tables.deck()
    assert len(deck) == 152
    assert ranks.loc[list(deck)].max() <= ranks.drop(list(deck)).min()
    assert {"ISL", "IND", "AGO", "CHN", "NAM", "FRA"} <= set(deck)
    assert not {"FSM", "WSM", "VAT"} & set(deck)
    assert couleurs_tables.deck() == deck


def test_deck_of_100_has_the_most_people_and_all_ten_figures():
    members = data.countries().query("un_status == 'member'")
    complete = members.dropna(subset=list(CATEGORIES)).sort_values("population", ascending=False)
    assert globalissimo_tables.deck() == tuple(sorted(complete.index[:100]))


def test_regions_of_the_board():
    regions = data.attribute("board_region")
    assert set(regions.values()) == {
        *("south-america", "africa", "far-east", "europe", "north-central-america", "middle-east", "oceania")
    }
    placed = {"RUS": "europe", "PNG": "oceania", "KAZ": "middle-east", "IND": "middle-east", "MNG": "far-east"}
    assert placed.items() <= regions.items()
    assert data.attribute("continent")["RUS"] == "Europe"


def test_D6_the_centre_by_an_independent_count():
    """Networkx computes floats: compare with a margin, and break near-ties by ISO code, as the rule says."""
    board = nx.Graph()
    board.add_nodes_from(couleurs_tables.deck())
    board.add_edges_from((a, b) for a in board for b in data.links()[a] if b in board)
    between = {iso: round(b, 6) for iso, b in nx.betweenness_centrality(board, normalized=False).items()}
    best_first = sorted(board, key=lambda iso: (-between[iso], iso))
    regions = data.attribute("board_region")
    centre = {next(iso for iso in best_first if regions[iso] == region) for region in set(regions.values())}
    centre.add(next(iso for iso in best_first if iso not in centre))
    assert couleurs_tables.centre() == tuple(sorted(centre))
    assert len(centre) == 8


def test_T7_no_figure_has_the_noise_of_a_float():
    """No number in any table has more digits than a source would print."""
    noisy = [
        (path.name, cell)
        for path in folder().glob("*/*.csv")
        for cell in re.findall(r"(?<![^,\n])-?\d+\.\d+(?![^,\n])", path.read_text("utf-8"))
        if len(cell.lstrip("-0.").replace(".", "")) > 12
    ]
    assert noisy == []


def test_T7_what_the_factbook_gives_in_billions_is_whole():
    assert data.values("gdp_ppp_usd")["CIV"] == 136_480_000_000
    assert data.values("electricity_consumption_kwh")["CAN"] == 539_695_000_000
    for column in ("gdp_ppp_usd", "electricity_consumption_kwh"):
        assert {type(value) for value in data.values(column).values()} == {int}
