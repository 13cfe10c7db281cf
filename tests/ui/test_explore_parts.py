"""Explore without a browser: the address, taps, files, the class's own figures, our games."""

from base64 import b64decode, b64encode
from io import BytesIO, StringIO
from types import SimpleNamespace

import pandas as pd
import pytest

from geoclass import data
from geoclass.ui import explore_files as files
from geoclass.ui import explore_games, live
from geoclass.ui import explore_panels as panels
from geoclass.ui.explore_map import FRAMES, by_figure, country_at, placed, routes_of
from geoclass.ui.explore_state import MOST, State
from tests.review import played

KM = 34_000 / 1180  # a pixel of the projector's map


@pytest.fixture
def own():
    yield
    data.forget_own()


def read(query: str) -> State:
    given = dict(pair.split("=") for pair in query.split("&") if pair)
    return State.read(lambda name: given.get(name, ""))


def test_a_state_is_its_address():
    state = State("population", "", ("FRA", "NER"), "Africa", "compare", ("neighbours", "flights"), "steps")
    assert read(state.query("fr", True)) == state
    assert read(State().query("en", False)) == State()


def test_what_an_address_says_wrongly_is_as_if_it_had_said_nothing():
    assert read("figure=<script>&against=xx&countries=,XXX,&where=Mars&tab=?&show=all&classes=7") == State()
    assert read("countries=france,Brasil,Brésil,FRA").countries == ("FRA", "BRA")
    assert len(read("countries=FRA,DEU,ITA,ESP,PRT,BEL,NLD").countries) == MOST


def test_a_seventh_country_is_not_taken_but_its_page_opens():
    full = State(countries=("FRA", "DEU", "ITA", "ESP", "PRT", "BEL"))
    assert full.toggled("NLD") == full
    assert full.about("NLD").countries == ("DEU", "ITA", "ESP", "PRT", "BEL", "NLD")
    assert full.toggled("FRA").countries == ("DEU", "ITA", "ESP", "PRT", "BEL")


@pytest.mark.parametrize(
    ("longitude", "latitude", "iso"),
    [
        (2, 47, "FRA"),
        (12.45, 41.9, "VAT"),  # inside Italy
        (28, -29.5, "LSO"),  # a hole in South Africa
        (103.8, 1.35, "SGP"),
        (-40, 72, "DNK"),  # Greenland
        (-15, 28, "ESP"),  # between two of the Canary Islands
        (-40, 30, ""),
    ],
)
def test_a_tap_finds_its_country(longitude, latitude, iso):
    assert country_at(*data.project(longitude, latitude), 14 * KM) == iso


def test_every_small_state_can_be_tapped():
    shown = data.map_columns()
    for iso, x, y, tiny in zip(shown["iso3"], shown["x"], shown["y"], shown["tiny"], strict=True):
        if tiny:
            assert country_at(x, y, 14 * KM) == iso


def test_names_on_the_map_do_not_overlap():
    points = {name: (x * 900.0, 0.0) for x, name in enumerate(["Belgique", "Pays-Bas", "Luxembourg", "Allemagne"])}
    boxes = [(at[0], at[1]) for _, _, at, _ in placed(points, {}, KM, FRAMES[""], 26, [])]
    for i, (x, y) in enumerate(boxes):
        for other_x, other_y in boxes[:i]:
            assert abs(x - other_x) > 100 * KM or abs(y - other_y) >= 34 * KM


def test_no_data_is_a_pattern_and_not_a_colour_of_the_classes():
    fills = by_figure(State(), "en", dark=True)
    codes = data.map_columns()["iso3"]
    assert fills.hatch[codes.index("GRL")] == "/"
    assert fills.hatch[codes.index("XKX")] == "x"
    assert fills.hatch[codes.index("FRA")] == " "
    assert fills.text[codes.index("GRL")] == "no data"


def test_flights_of_a_country_touch_it():
    cities = data.cities_by_id()
    found = routes_of("FRA")
    assert found
    assert all("FRA" in (cities[r.city_a].country, cities[r.city_b].country) for r in found)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_page_of_a_country_has_every_figure_with_its_year(lang):
    page = panels.country(State(countries=("FRA",), tab="country"), lang)
    assert [f["id"] for f in page["figures"]] == list(data.figures())
    years = {f["id"]: f["year"] for f in page["figures"]}
    assert years["median_age"] == "2020"
    assert years["area_km2"] == "–"
    assert len(page["neighbours"]["rows"]) == len(data.neighbours("FRA"))
    for iso in ("VAT", "PSE", "TUV", "NRU"):  # little is known of these
        assert panels.country(State(countries=(iso,), tab="country"), lang)["name"]


@pytest.mark.parametrize(("lang", "separator", "decimal"), [("fr", ";", ","), ("en", ",", ".")])
def test_the_csv_reads_back(lang, separator, decimal):
    file = files.csv(State(figure="median_age"), lang)
    frame = pd.read_csv(
        BytesIO(b64decode(file["content"])), sep=separator, decimal=decimal, encoding="utf-8-sig", keep_default_na=False
    )
    code = "Code ISO" if lang == "fr" else "ISO code"
    label = f"{data.column('median_age').label[lang]} ({data.column('median_age').unit[lang]})"
    row = frame.set_index(code).loc["FRA"]
    assert float(str(row[label]).replace(",", ".")) == data.values("median_age")["FRA"]
    assert len(frame) == 195
    assert file["name"].endswith(".csv")
    assert not file["name"].strip("abcdefghijklmnopqrstuvwxyz0123456789-.")


def test_the_workbook_reads_back_with_its_sources():
    sheets = pd.read_excel(BytesIO(b64decode(files.xlsx("en")["content"])), sheet_name=None, keep_default_na=False)
    assert list(sheets) == ["Figures", "Sources"]
    assert len(sheets["Figures"]) == 195
    assert list(sheets["Sources"]["Figure"]) == [data.column(name).label["en"] for name in data.figures()]


@pytest.mark.usefixtures("own")
def test_figures_of_one_s_own_are_loaded_and_explored():
    told = files.load(b64encode(b"pays;Chocolat par an (kg)\nSuisse;8,8\nKenya;0,3\n").decode(), "fr")
    assert "Chocolat par an" in told["good"]
    state = State(figure=told["figure"], countries=("CHE", "KEN"))
    assert panels.board(state, "fr")["unit"] == "kg"
    assert "29 fois plus" in panels.compared(state, "fr")[0]["factor"]
    assert told["figure"] in dict(panels.scene("fr", True)["own"])
    assert "Chocolat par an (kg)" in pd.read_csv(
        StringIO(b64decode(files.csv(state, "fr")["content"]).decode("utf-8-sig")), sep=";"
    )


@pytest.mark.usefixtures("own")
def test_a_bad_file_is_refused_in_sentences_with_lines():
    told = files.load(b64encode(b"country,Tea\nFrance,1\nAtlantis,2\nFrance,many\n").decode(), "en")
    assert any("3" in line and "Atlantis" in line for line in told["bad"])
    assert any("4" in line for line in told["bad"])
    assert "tea" not in data.figures()
    assert files.load("not base64!", "en")["bad"]
    assert files.load(b64encode(b"x" * (files.LARGEST + 1)).decode(), "en")["bad"]


def test_our_games_name_countries_and_no_teams(monkeypatch):
    logs = [played.row_of_five(), played.log("globalissimo")]
    kept = SimpleNamespace(code="X")
    hall = SimpleNamespace(rooms=lambda: [kept], room=lambda _code: SimpleNamespace(logs=lambda: logs))
    monkeypatch.setattr(live, "hall", lambda: hall)
    for lang in ("fr", "en"):
        board, fills = explore_games.board(lang, dark=False, local=True)
        assert board["rows"]
        assert board["questions"]
        assert len(set(fills.fill)) > 2
        names = {name for log in logs for name in log["setup"]["players"]}
        assert not any(name in str(board) for name in names if len(name) > 3)
    elsewhere, _ = explore_games.board("en", dark=False, local=False)
    assert elsewhere["rows"] == []
    assert "teacher" in elsewhere["empty"]
