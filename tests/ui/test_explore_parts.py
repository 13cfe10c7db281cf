"""Explore without a browser: the address, taps, files, the class's own figures, our games."""

import json
import re
from base64 import b64decode, b64encode
from io import BytesIO, StringIO
from types import SimpleNamespace

import pandas as pd
import pytest
from panel.io.location import Location

from geoclass import data, maps
from geoclass.maps import around_country as around
from geoclass.maps.tokens import class_colours
from geoclass.review.versus import RUNS
from geoclass.rooms.salvage import Occasion
from geoclass.ui import explore, explore_games, live, takeaway
from geoclass.ui import explore_files as files
from geoclass.ui import explore_panels as panels
from geoclass.ui.explore import Explorer
from geoclass.ui.explore_first import first_map
from geoclass.ui.explore_map import FRAMES, by_figure, country_at, routes_of
from geoclass.ui.explore_state import EXAMPLE, MOST, State
from tests.review import played

KM = 34_000 / 1180  # one pixel of the projector's map


@pytest.fixture
def own():
    yield
    data.forget_own()


@pytest.mark.usefixtures("own")
def test_figures_replaced_by_others_of_their_name_are_shown_everywhere():
    for figure, text in ((1, "1\u00a0kg"), (2, "2\u00a0kg")):
        data.load_own(f"iso3,Tea (kg)\nKEN,{figure}\nFRA,3\n")
        (strip, *_) = panels.compared(State(figure="tea", countries=("KEN",)), "en")
        assert strip["places"][0]["said"] == text
        country = panels.country(State(figure="tea", countries=("KEN",), tab="country"), "en")
        assert country["figures"][-1]["text"] == text
        data.forget_own("tea")


def read(query: str) -> Explorer:
    explorer = Explorer(lang="en")
    explorer.sync(Location(search=f"?{query}"))
    return explorer


@pytest.mark.parametrize(
    "state",
    [
        {"figure": "population", "against": "", "countries": ["FRA", "NER"], "where": "Africa", "tab": "compare"}
        | {"overlays": ["neighbours", "flights"], "steps": "steps", "lang": "fr", "dark": True},
        {"tab": "games", "game": "KARKI-1", "judged": "capital", "large": "plot"},
        {},
    ],
)
def test_a_state_is_its_address(state):
    there = Location()
    explorer = Explorer(**{"lang": "en"} | state)
    explorer.sync(there)
    again = read(there.search.removeprefix("?"))
    assert again.state == explorer.state
    assert (again.lang, again.dark) == (explorer.lang, explorer.dark)


def test_the_address_follows_what_is_looked_at_and_the_other_way_round():
    explorer, there = Explorer(lang="en"), Location(search="?figure=population&mine=7")
    explorer.sync(there)
    explorer.widgets["where"].value = "Africa"
    explorer.countries = ["Niger", "Japan"]
    assert there.query_params.items() >= {"where": "Africa", "countries": "NER,JPN", "mine": 7}.items()
    there.search = "?figure=area_km2&countries=FRA"
    assert (explorer.figure, explorer.countries, explorer.widgets["figure"].value) == ("area_km2", ["FRA"], "area_km2")


def test_a_figure_is_not_shown_against_itself():
    assert read("figure=population&against=population").state.against == ""
    assert read("figure=population&against=area_km2").state.against == "area_km2"


def test_who_comes_for_the_first_time_has_something_to_compare(monkeypatch):
    def chosen(**given):
        monkeypatch.setattr(explore, "argument", lambda name: given.get(name, ""))
        surface, _ = explore.explore()._render_items["surface"]
        return re.findall(r'data-value="(\w+)"[^>]* aria-pressed="true"', json.loads(surface.board)["ranking"])

    assert sorted(chosen()) == sorted(EXAMPLE)
    assert chosen(figure="population") == []


def test_what_an_address_says_wrongly_is_as_if_it_had_said_nothing():
    wrong = "figure=<script>&against=xx&countries=,XXX,&where=Mars&tab=?&show=all&classes=7&lang=xx&large=[1"
    assert read(wrong).state == State()
    assert read(f"{wrong}&judged=capital").judged == "capital"
    assert read("countries=france,Brasil,Brésil,FRA").countries == ["FRA", "BRA"]
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
    shown = {iso: palette[int(kind) - 1] for kind, iso in re.findall(r'class-(\d)\)" data-iso="(\w+)"', drawn)}
    assert shown.items() <= fills.fills.items()
    assert fills.fills.keys() - shown.keys() <= set(maps.tiny())
    assert first_map(State(tab="games"), lang) == ""
    assert first_map(State(where="Africa"), lang) == ""


def test_no_data_is_a_pattern_and_not_a_colour_of_the_classes():
    fills = by_figure(State(), "en", dark=True)
    assert fills.patterns["GRL"] == maps.NO_DATA
    assert fills.patterns["XKX"] == maps.DISPUTED
    assert "FRA" not in fills.patterns
    assert fills.texts["GRL"] == "no data"


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
    for iso in ("VAT", "PSE", "TUV", "NRU"):  # with few known figures
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
    assert told["figure"] in dict(panels.own("fr"))
    assert told["figure"] in panels.figures("fr")["De la classe"].values()
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
    rooms = [SimpleNamespace(code=code, changed="2026-11-16T09:49:16.217+00:00", problem=None) for code in logs]
    here = SimpleNamespace(
        rooms=lambda: rooms,
        room=lambda code: SimpleNamespace(logs=lambda: logs[code]),
        occasions=lambda code: [Occasion("2026-11-16T09:49:16.217+00:00") for _ in logs[code]],
    )
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
    assert len(set(fills.fills.values())) > 1
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
    assert set(one) == {"IND", "ISL", "DEU"}  # the cards laid; France was the starting card
    assert one["IND"] == "1 of 1 wrong"
    assert set(one) < set(every)
    assert 0 < len(capitals) < len(every)
    ours = explore_games.ours(State(tab="games", game="A-1"), "en", local=True)
    assert ours["figures"] == [("population", "Population")]


@pytest.mark.usefixtures("hall")
def test_a_game_without_judgements_shows_where_it_went():
    board, fills = explore_games.board(State(tab="games", game="B-1"), "fr", dark=False, local=True)
    assert len(board["rows"]) > 50
    assert len(set(fills.fills.values())) == 1


@pytest.mark.usefixtures("hall")
def test_bots_play_the_game_that_is_looked_at():
    state = State(tab="games", game="A-1")
    assert not explore_games.compared("A-1")
    assert explore_games.ours(state, "en", local=True)["versus"]["rows"] == []
    explore_games.compare("A-1")
    rows = explore_games.ours(state, "en", local=True)["versus"]["rows"]
    assert [row["ours"] for row in rows] == [True, False, False]
    assert rows[0]["text"] == "67"  # two cards of three
    assert [len(row["runs"]) for row in rows] == [1, RUNS, RUNS]
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
    for (title, by), source in zip(panels.sources(lang), data.sources().values(), strict=True):
        assert title
        for year in re.findall(r"20\d\d", source.date):
            assert year in by
        for word in re.findall(r"\b(?:CC0|ISC|MIT|ODbL|v3)\b", source.licence):
            assert word in by


def test_P24_every_figure_has_one_theme():
    named = [figure for theme, figures in data.themes() if theme != "own" for figure in figures]
    assert sorted(named) == sorted(name for name in data.figures() if data.column(name).source != "own")


def test_P24_no_game_yet_is_said_only_where_there_is_none(hall):
    none = State(tab="games", judged="capital", game="A-1")
    board, _ = explore_games.board(none, "en", dark=False, local=True)
    assert "No game" not in board["empty"]
    hall.clear()
    explore_games.live.hall().rooms().clear()
    board, _ = explore_games.board(State(tab="games"), "en", dark=False, local=True)
    assert "No game" in board["empty"]


def shown(explorer: Explorer, part: str) -> str:
    """A panel of the page as HTML."""
    return str((json.loads(explorer.surface.board) | json.loads(explorer.surface.more))[part])


def first_of(explorer: Explorer) -> str:
    """The country at the top of the ranking."""
    found = re.search(r'data-do="choose" data-value="(\w+)"', shown(explorer, "ranking"))
    assert found
    return found[1]


def test_an_explorer_without_a_server_follows_its_parameters():
    seen = []
    explorer = Explorer(figure="Median age", countries=["Niger", "Japan"], where="Africa", lang="en")
    explorer.param.watch(lambda event: seen.append(event.new), "countries")
    explorer.figure = data.countries()["population"] / 1e6
    assert first_of(explorer) == "NGA"
    explorer.surface.on_message({"do": "choose", "value": "FRA"})
    assert seen == [["NER", "JPN", "FRA"]]
    assert "France" in json.loads(explorer.surface.board)["view"]["said"]
    explorer.against = None
    assert (explorer.against, explorer.widgets["against"].value) == ("", "")
    explorer.param.update(tab="country", lang="fr")
    assert "<h2>France</h2>" in shown(explorer, "rest")
    wrong_ones = (
        ("figure", "medain_age"),
        ("figure", ""),
        ("countries", ["Atlantis"]),
        ("where", "Mars"),
        ("countries", "ABCDEFG"),
    )
    for name, wrong in wrong_ones:
        before = explorer.state
        with pytest.raises(ValueError):  # noqa: PT011
            setattr(explorer, name, wrong)
        assert explorer.state == before
    with pytest.raises(data.DataError, match="median_age"):
        Explorer(figure="medain_age")


def test_an_explorer_takes_what_one_would_call_things():
    explorer = Explorer(countries="Japon", where="Afrique", figure="Âge médian")
    assert (explorer.countries, explorer.where, explorer.figure) == (["JPN"], "Africa", "median_age")
    for world in ("World", "monde", None):
        explorer.where = world
        assert explorer.where == ""
    assert Explorer("Population").figure == "population"
    for wrong in ({"where": "Mars"}, {"countries": "Atlantis"}, {"figure": "medain_age"}, {"lang": "de"}):
        with pytest.raises(ValueError, match=next(iter(wrong.values()))):
            Explorer(**wrong)


def test_the_widgets_are_the_parameters():
    explorer = Explorer(lang="en")
    explorer.widgets["figure"].value = "population"
    explorer.widgets["where"].value = "Europe"
    assert (explorer.figure, explorer.where, first_of(explorer)) == ("population", "Europe", "RUS")
    explorer.param.update(figure="area_km2", against="", lang="fr")
    assert [explorer.widgets[name].value for name in ("figure", "against", "where")] == ["area_km2", "", "Europe"]
    assert explorer.widgets["figure"].name == "Couleur"
    explorer.widgets["search"].value_input = "angleterre"
    assert first_of(explorer) == "GBR"
    explorer.tab = "compare"
    for typed in ("Holland", "usa", "Atlantis", "Guinée"):
        explorer.widgets["named"].value = typed
        assert explorer.widgets["named"].value == ""
    assert explorer.countries == ["NLD", "USA", "GIN"]


@pytest.mark.usefixtures("own")
def test_letters_of_a_file_are_no_markup():
    data.load_own("pays;<b>Thé</b> (kg)\nFrance;2\nKenya;3\n")
    explorer = Explorer(figure="<b>Thé</b>", lang="fr")
    assert "&lt;b&gt;Thé&lt;/b&gt;</h2>" in shown(explorer, "stage")
    assert "<b>Thé" not in shown(explorer, "stage") + shown(explorer, "compare")


@pytest.mark.usefixtures("hall")
def test_games_of_one_name_and_minute_can_be_told_apart(hall):
    hall["A"].append(hall["A"][0])
    explorer = Explorer(tab="games", lang="en")
    options = explorer.widgets["game"].options
    assert list(options.values()) == ["", "A-3", "A-2", "A-1", "B-1"]
    explorer.widgets["game"].value = "A-1"
    assert explorer.game == "A-1"
    explorer.tab = "map"
    assert explorer.game == "A-1"


@pytest.mark.usefixtures("own")
def test_P24_figures_removed_elsewhere_are_let_go():
    data.load_own("pays;Thé (kg)\nFrance;1\nKenya;2\n")
    explorer, other = Explorer(figure="the", lang="fr"), Explorer(against="the", lang="fr")
    explorer.surface.on_message({"do": "forget", "value": "the"})
    assert explorer.figure == "median_age"
    assert "the" not in data.figures()
    other.surface.on_message({"do": "choose", "value": "FRA"})
    assert (other.against, other.countries) == ("gdp_per_capita_usd", ["FRA"])


def test_every_parameter_of_the_explorer_is_documented():
    assert all(explorer_doc.doc for name, explorer_doc in Explorer.param.objects().items() if name != "name")


def test_an_embedded_surface_leaves_the_page_alone():
    explorer = Explorer(lang="en")
    kind = type(explorer.surface)
    assert kind._esm.index("const standIn") < kind._esm.index("document.documentElement")
    assert kind._esm.count("export function render(") == 1
    assert not any("rem;" in re.sub(r"var\(--rem\)", "", sheet) for sheet in kind._stylesheets)
    assert json.loads(explorer.surface.flags)["fr.svg"].startswith("data:image/svg+xml,")


def test_a_page_gets_a_chart_once_its_map_is_drawn_and_the_other_when_asked_for():
    explorer = Explorer(embedded=False, lang="en")

    def drawn():
        return [len(place.objects) for place in explorer.surface.figures[1:3]]

    explorer.figure = "population"
    assert drawn() == [0, 0]
    explorer.surface.on_message({"do": "hello", "dark": False})
    assert drawn() == [1, 0]
    explorer.against = None
    assert drawn() == [1, 1]
