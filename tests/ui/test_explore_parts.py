"""Explore without a browser: the address, taps, files, the class's own figures, our games."""

import re
from base64 import b64decode, b64encode
from io import BytesIO, StringIO
from types import SimpleNamespace

import pandas as pd
import pytest

from geoclass import data
from geoclass.charts.tokens import class_colours
from geoclass.ui import explore_files as files
from geoclass.ui import explore_games, live, takeaway
from geoclass.ui import explore_panels as panels
from geoclass.ui.explore_first import first_map
from geoclass.ui.explore_map import FRAMES, around, by_figure, country_at, routes_of
from geoclass.ui.explore_state import EXAMPLE, MOST, State
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
    one = State(tab="games", game="KARKI-1", judged="capital")
    assert read(one.query("en", False)) == one


def test_a_figure_is_not_shown_against_itself():
    assert read("figure=population&against=population").against == ""
    assert State().with_figures("population", "area_km2").against == "area_km2"
    assert State().with_figures("population", "population").against == ""


def test_who_comes_for_the_first_time_has_something_to_compare():
    assert read("lang=fr").countries == EXAMPLE
    assert read("figure=population").countries == ()


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


@pytest.mark.parametrize(("iso", "near", "far"), [("FRA", "CHE", "BRA"), ("IDN", "MYS", "JPN"), ("NZL", "NZL", "FRA")])
def test_the_page_of_a_country_shows_what_is_around_it(iso, near, far):
    west, east, south, north = around(iso)
    shown = data.map_columns()
    places = {code: (x, y) for code, x, y in zip(shown["iso3"], shown["x"], shown["y"], strict=True)}
    assert west < places[near][0] < east
    assert south < places[near][1] < north
    assert not west < places[far][0] < east or not south < places[far][1] < north


def test_the_map_of_every_country_page_is_a_map():
    world = FRAMES[""]
    for iso in data.attribute("un_status"):
        west, east, south, north = around(iso)
        assert 1000 < north - south <= world[3] - world[2], iso
        assert west < east, iso


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_first_map_has_the_colours_of_the_one_that_follows(lang):
    state = State(figure="population")
    drawn = first_map(state, lang)
    assert data.column("population").label[lang] in drawn
    fills, palette = by_figure(state, lang, dark=False), class_colours()
    for kind, colour in enumerate(palette, 1):
        areas = sum(fill == colour for fill in fills.fill)
        assert areas <= drawn.count(f'fill="var(--class-{kind})" d=') <= areas + 1
    assert first_map(State(tab="games"), lang) == ""
    assert first_map(State(where="Africa"), lang) == ""


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


@pytest.fixture
def hall(monkeypatch):
    """A computer with two rooms, one with two games."""
    logs = {"A": [played.row_of_five(), played.log("globalissimo")], "B": [played.log("couleurs")]}
    rooms = [SimpleNamespace(code=code, changed="2026-11-16T09:49:16.217+00:00") for code in logs]
    here = SimpleNamespace(rooms=lambda: rooms, room=lambda code: SimpleNamespace(logs=lambda: logs[code]))
    monkeypatch.setattr(live, "hall", lambda: here)
    explore_games._in_room.cache_clear()
    yield logs
    explore_games._in_room.cache_clear()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_our_games_name_countries_and_no_teams(hall, lang):
    board, fills = explore_games.board(State(tab="games"), lang, dark=False, local=True)
    ours = explore_games.ours(State(tab="games"), lang, local=True)
    assert board["rows"]
    assert board["questions"]
    assert len(set(fills.fill)) > 2
    assert [id_ for id_, _ in ours["games"]] == ["A-2", "A-1", "B-1"]
    names = {name for logs in hall.values() for log in logs for name in log["setup"]["players"]}
    assert not any(name in f"{board}{ours}{fills}" for name in names if len(name) > 3)
    elsewhere, _ = explore_games.board(State(tab="games"), lang, dark=False, local=False)
    assert elsewhere["rows"] == []
    assert explore_games.ours(State(tab="games"), lang, local=False) == {}


@pytest.mark.usefixtures("hall")
def test_the_map_of_errors_is_of_one_game_or_figure_if_asked():
    def judged(**asked):
        return {
            iso: text
            for iso, _, text, *_ in explore_games.board(State(tab="games", **asked), "en", False, True)[0]["rows"]
        }

    every, one, capitals = judged(), judged(game="A-1"), judged(judged="capital")
    assert set(one) == {"IND", "ISL", "DEU"}  # what was laid; France was the starting card
    assert one["IND"] == "1 of 1 wrong"
    assert set(one) < set(every)
    assert 0 < len(capitals) < len(every)
    ours = explore_games.ours(State(tab="games", game="A-1"), "en", local=True)
    assert ours["figures"] == [("population", "Population")]


@pytest.mark.usefixtures("hall")
def test_a_game_without_judgements_shows_where_it_went():
    board, fills = explore_games.board(State(tab="games", game="B-1"), "fr", dark=False, local=True)
    assert len(board["rows"]) > 50
    assert len(set(fills.fill)) == 2


@pytest.mark.usefixtures("hall")
def test_bots_play_the_game_that_is_looked_at():
    state = State(tab="games", game="A-1")
    assert not explore_games.compared("A-1")
    assert explore_games.ours(state, "en", local=True)["versus"]["rows"] == []
    explore_games.compare("A-1")
    rows = explore_games.ours(state, "en", local=True)["versus"]["rows"]
    assert [row["ours"] for row in rows] == [True, False, False]
    assert rows[0]["text"] == "67"  # two cards of three
    assert [len(row["runs"]) for row in rows] == [1, explore_games.RUNS, explore_games.RUNS]
    assert all(0 <= at <= 1 for row in rows for at in [*row["runs"], row["mean"]])
    assert explore_games.compared("no such game")


@pytest.mark.usefixtures("hall")
@pytest.mark.parametrize("kind", takeaway.MEDIA)
def test_a_game_is_taken_away_without_names_unless_they_are_asked_for(kind):
    file = explore_games.taken("A-1", kind, "fr", names=False)
    assert file["name"] == f"geoclass-countries-2026-11-16.{kind}"
    content = b64decode(file["content"])
    assert content[:2] == {"xlsx": b"PK", "json": b'{"', "html": b"<!", "csv": b"\xef\xbb"}[kind]
    if kind != "xlsx":
        assert "Zoé" not in content.decode()
    with_names = b64decode(explore_games.taken("A-1", kind, "fr", names=True)["content"])
    assert ("Zoé" in with_names.decode("utf-8", "ignore")) == (kind in ("json", "csv"))
    assert explore_games.taken("no such game", kind, "fr", names=False) is None


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_source_is_named_with_its_year_and_licence(lang):
    shown = panels.scene(lang, local=True)["sources"]
    for (title, by), source in zip(shown, data.sources().values(), strict=True):
        assert title
        for year in re.findall(r"20\d\d", source.date):
            assert year in by
        for word in re.findall(r"\b(?:CC0|ISC|MIT|ODbL|v3)\b", source.licence):
            assert word in by
