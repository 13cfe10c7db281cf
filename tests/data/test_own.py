"""A teacher's own figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoclass import data, games, i18n
from geoclass.data import files, own, words
from geoclass.data.tables import nearest
from geoclass.games.countries import tables as countries_tables

COFFEE = "Pays;Café (kg)\nFinlande;12\nNorvège;9,9\nislande;9\n"


@pytest.fixture(autouse=True)
def nothing_loaded():
    data.forget_own()
    yield
    data.forget_own()


def test_loaded_columns_are_like_the_built_in_ones():
    (column,) = data.load_own(COFFEE)
    assert column.name == "cafe"
    assert data.column("cafe") == column
    assert data.figures()[-1] == "cafe"
    assert data.values("cafe") == {"FIN": 12, "NOR": 9.9, "ISL": 9}
    assert data.countries().loc["NOR", "cafe"] == 9.9
    assert data.countries()["cafe"].count() == 3
    assert ("countries", "cafe") in data.catalog().index
    assert column.format(9.9, "fr") == "9,9\u00a0kg"
    assert column.label == {"fr": "Café", "en": "Café"}
    assert column.more["en"] == "more (Café)"
    assert column.origin("en") == "figures of the class, without year"
    assert {column: 1}[data.column("cafe")] == 1


def test_forgotten_columns_are_gone():
    data.load_own(COFFEE)
    data.forget_own()
    assert "cafe" not in data.figures()
    assert "cafe" not in data.countries()
    with pytest.raises(data.UnknownName):
        data.column("cafe")
    with pytest.raises(data.UnknownName):
        data.values("cafe")


def test_the_edition_names_the_figures_and_needs_them():
    (column,) = data.load_own(COFFEE)
    edition = data.edition_of(["population", "cafe"])
    assert edition == column.edition
    assert len(edition) == len("2022+") + 8
    assert data.edition_of(["population"]) == "2022"
    assert data.has_edition(edition)
    data.forget_own()
    assert not data.has_edition(edition)
    data.load_own(COFFEE.replace("9,9", "9,8"))
    assert not data.has_edition(edition)
    data.forget_own()
    data.load_own(COFFEE.replace(";", "\t").replace(",", "."))  # the same figures, written differently
    assert data.has_edition(edition)


def test_two_files_make_one_edition():
    data.load_own(COFFEE)
    data.load_own("iso3,tea\nIRL,2.2\nGBR,1.9\n")
    edition = data.edition_of(["cafe", "tea"])
    assert edition.count("+") == 2
    assert data.has_edition(edition)
    assert not data.has_edition("+".join([edition, edition.split("+")[1]]))


def test_loading_the_same_twice_changes_nothing():
    assert data.load_own(COFFEE) == data.load_own(COFFEE)
    assert data.figures().count("cafe") == 1


def test_a_game_is_played_with_them():
    rows = "".join(f"{iso},{n}\n" for n, iso in enumerate(countries_tables.deck()))
    data.load_own(f"iso3,order\n{rows}")
    game = games.new("countries", players=["Ana", "Ben"], seed=1, options={"categories": ["order"], "first": 0})
    assert game.view(None)["category"] == "order"


@pytest.mark.parametrize(
    "text",
    [
        "iso3,milk\nFRA,1234.5\nITA,10\n",
        "\ufeffiso3;milk\r\nFRA;1234,5\r\nITA;10\r\n",
        "Country\tMilk\nFrance\t1 234,5\nItaly\t10\n",
        "pays;milk\nFRANCE;1\u202f234,5\nitalie;10\n",
        'country,milk\nFrance,"1,234.5"\nItaly,10\n',
        "country;milk\nFrance;1.234,5\nItaly;10\n",
        "nom;iso;milk\nle pays du fromage;FRA;1234,5\nla botte;ITA;10\n",
        "iso3,milk\nFRA,1234.5\n\nITA,10\nDEU,\nESP,NA\nPRT,…\n",
        "pays;milk\nla France;1'234,5\nl’Italie;10,0\n",
        "iso3,milk\nFRA,1.2345E+03\nITA,1e1\n",
    ],
)
def test_many_ways_to_write_the_same(text):
    data.load_own(text)
    assert data.values("milk") == {"FRA": 1234.5, "ITA": 10}


@pytest.mark.parametrize("title", ["Tea drunk in a year", "Tea drunk in a year,,", '"Tea"\n\n(source: FAO)'])
def test_titles_above_the_headings_and_words_beside_the_figures_are_passed_over(title):
    (column,) = data.load_own(f"{title}\ncountry,Tea (kg),Continent\nKenya,1.5,Africa\nTurkey,3.2,Asia\n")
    assert data.values(column.name) == {"KEN": 1.5, "TUR": 3.2}


def test_files_and_bytes(tmp_path):
    path = tmp_path / "café.csv"
    path.write_bytes(COFFEE.encode("cp1252"))
    assert data.load_own(path)[0].label["fr"] == "Café"
    assert data.load_own(str(path)) == data.load_own(path.read_bytes()) == data.load_own(COFFEE.encode("utf-8-sig"))


def test_numbers_below_zero_and_per_cents():
    data.load_own("iso3,balance\nFRA,−3.5\nITA,-2\nDEU,+4 %\n")
    assert data.values("balance") == {"FRA": -3.5, "ITA": -2, "DEU": 4}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('iso3,x\nFRA,"1,234"\nITA,500\n', 1234),  # an English file
        ("iso3;x\nFRA;1,234\nITA;500\n", 1.234),  # a French one
        ('iso3,x\nFRA,"1,234"\nITA,"0,5"\n', 1.234),  # a French number in quotes decides
        ("iso3;x\nFRA;1.234\nITA;1.234.567\n", 1234),
    ],
)
def test_a_comma_that_could_be_either(text, value):
    data.load_own(text)
    assert data.values("x")["FRA"] == value


def test_very_small_figures_keep_their_digits():
    (column,) = data.load_own("iso3,x (g)\nFRA,1.2e-05\nITA,0.5\n")
    assert column.format(data.values("x")["FRA"], "en") == "0.000012\u00a0g"


def test_figures_of_a_download_are_shown_with_the_digits_that_matter():
    rows = "FRA,46510.2826,82.3219512195,31.5\nBDI,238.9911,61.663,0.0076071\n"
    income, life, forest = data.load_own(f"iso3,income (euros),life (years),forest (%)\n{rows}")
    assert income.format(46510.2826, "en") == "46,510.3\u00a0euros"
    assert life.format(82.3219512195, "en") == "82.32\u00a0years"
    assert forest.format(0.0076071, "en") == "0.008%"


def test_scale_follows_the_figures():
    columns = data.load_own("iso3,wide,narrow,signed\nFRA,1,10,-1\nITA,1000,20,1000\n")
    assert [column.scale for column in columns] == ["log", "linear", "linear"]


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("iso3,x\nFRA,1\nFrence,2\n", "country", ("3", "Frence", "France")),
        ("iso3,x\nFRX,2\n", "country", ("2", "FRX", "FRA")),
        ("country,x\nFrance,1\nTaiwan,2\n", "no_country", ("3", "Taiwan")),
        ("country,x\nFrance,1\n中国,2\n", "no_country", ("3", "中国")),
        ("iso3,x\nFRA,1e99\nITA,2\n", "number", ("2", "1e99")),
        ("iso3,x\nFRA,1\nITA,2\nFrance,3\n", "twice", ("4", "2", "France")),
        ("iso3,x\nFRA,much\n", "number", ("2", "much")),
        ('iso3,x\nFRA,"1,234,567"\nITA,"1,5"\n', "number", ("3", "1,5")),
        ("iso3,x\nFRA,1,5\n", "row_length", ("2", "3")),
        ("iso3,population\nFRA,1\n", "taken", ("population",)),
        ("iso3,Thé,the\nFRA,1,2\n", "heading_twice", ("the",)),
        ("iso3,Thé (kg)\nFRA,\n", "empty", ("Thé (kg)",)),
        (b"PK\x03\x04 a workbook", "excel", ("CSV",)),
        (b"\x89PNG\r\n\x1a\n\x00\x00 a picture", "not_text", ("CSV",)),
        ("iso3,x\n", "no_figures", ()),
        ("iso3,country\nFRA,France\n", "no_figures", ()),
        ("iso3\nFRA\n", "one_column", ()),
        (b"", "one_column", ()),
        ("nowhere.csv", "unreadable", ("nowhere.csv",)),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_loaded(text, key, says, lang):
    before = data.figures()
    with pytest.raises(data.BadFile) as raised:
        data.load_own(text)
    assert raised.value.key == f"data.own.{key}"
    assert all(word in raised.value.text(lang) for word in says)
    assert data.figures() == before
    assert data.edition_of(data.figures()) == "2022"


def test_all_that_is_wrong_is_said_at_once_in_order():
    with pytest.raises(data.BadFile) as raised:
        data.load_own("pays;x\nFrence;1\nItalie;beaucoup\nEspange;3\n")
    lines = raised.value.text("fr").splitlines()
    assert [line.split()[1] for line in lines] == ["2", "3", "4"]


def test_a_name_taken_by_another_file_is_refused():
    data.load_own(COFFEE)
    with pytest.raises(data.BadFile, match="Café"):
        data.load_own("iso3,Café\nFRA,5\n")


CELLS = st.sampled_from(["FRA", "Italie", "x", "1,5", "1.234", "-", '"', "", " ", "\r", "\x00"]) | st.text(max_size=4)
LINES = st.lists(st.lists(CELLS, max_size=4).map(";".join), max_size=5).map("\n".join)


@given(LINES.map(lambda text: text + "\n") | st.binary())
def test_any_input_loads_or_is_refused_in_words(content):
    data.forget_own()
    try:
        columns = data.load_own(content)
    except data.BadFile as refusal:
        words = refusal.text("fr")
    else:
        words = " ".join(column.name for column in columns if column.name in data.figures())
    assert words


def test_unicode_text_of_a_spreadsheet_is_read():
    (column,) = data.load_own("pays\tThé (kg)\nFrance\t0,2\nKenya\t1,5\n".encode("utf-16"))
    assert data.values(column.name) == {"FRA": 0.2, "KEN": 1.5}


# S8: the checking of a wrong file is bounded


def _looked_into(monkeypatch):
    """The names for which similar ones were searched."""
    seen = []

    def counted(name, *known, **more):
        seen.append(name)
        return nearest(name, *known, **more)

    monkeypatch.setattr(words, "nearest", counted)
    return seen


def test_S8_after_many_problems_the_rest_is_not_looked_into(monkeypatch):
    seen = _looked_into(monkeypatch)
    lines = "\n".join(f"Nullepart {n};{n}" for n in range(files.LINES - 10))
    with pytest.raises(data.DataError) as problem:
        data.load_own("pays;café\n" + lines)
    assert len(seen) == own.PROBLEMS
    assert problem.value.problems[-1].key == "data.own.stopped"
    assert problem.value.problems[-1].params["line"] == str(own.PROBLEMS + 2)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ("pays;café\n" + "Nullepart;1\n" * 20_000, "lines"),
        ("pays;" + ";".join(f"c{n}" for n in range(200)) + "\nFrance;1", "columns"),
        (f"pays;café {' ' * 16_000}x\nFrance;1", "cell"),
        (f"pays;café {'(' * 16_000}x\nFrance;1", "cell"),
        (f"pays;café\nFrance;{'1' * 100_000}", "cell"),
    ],
)
def test_S8_what_no_table_of_countries_is_is_refused_at_once(monkeypatch, file, why):
    seen = _looked_into(monkeypatch)
    with pytest.raises(data.DataError) as problem:
        data.load_own(file)
    assert [p.key for p in problem.value.problems] == [f"data.own.{why}"]
    assert not seen
    assert problem.value.text("fr") != problem.value.text("en")


def test_lines_of_a_world_table_that_are_no_countries_can_all_be_left_out():
    """The World Bank lists some fifty regions among the countries."""
    lines = "".join(f"Region {n};{n}\n" for n in range(60))
    seen = data.preview(f"pays;Essai\n{lines}Kenya;1\nFrance;2\n", leave_out=True)
    assert (seen.unknown, seen.figures.values["essai"]) == (60, {"FRA": 2, "KEN": 1})


def test_S8_a_long_table_within_the_bounds_is_loaded():
    names = list(data.attribute("iso2"))
    (column,) = data.load_own("iso3;essai\n" + "\n".join(f"{iso};{n}" for n, iso in enumerate(names)))
    assert len(data.values(column.name)) == len(names)
