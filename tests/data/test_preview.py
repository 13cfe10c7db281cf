"""The preview of a table of figures; and a sentence about any file that a teacher may upload."""

import gzip
import io
import zipfile

import pytest
from openpyxl import Workbook

from geoclass import data, games, i18n
from geoclass.data import files
from geoclass.games.countries import tables as countries_tables
from geoclass.review.report import report
from tests.data.test_downloads import BANK, OUR_WORLD

PASTED = "Rang\tÉtat\tRégion\tCafé (kg)\n1\tFinlande\tNord\t12\n2\tNorvège\tNord\t9,9\n3\tIslande\tNord\t9\n"
DECK = countries_tables.deck()


@pytest.fixture(autouse=True)
def nothing_loaded():
    data.forget_own()
    yield
    data.forget_own()


def test_a_pasted_table_is_understood_and_nothing_is_loaded_yet():
    seen = data.preview(PASTED)
    told = {column["id"]: column for column in seen.told("fr")["columns"]}
    assert {name: column["taken"] for name, column in told.items()} == {"rang": False, "region": False, "cafe": True}
    assert told["cafe"]["words"]["unit"] == "kg"
    assert told["cafe"]["about"] == "3 pays, de 9 kg (Islande) à 12 kg (Finlande)".replace(" kg", "\u00a0kg")
    assert told["region"]["text"]
    assert seen.figures.values["cafe"] == {"FIN": 12, "NOR": 9.9, "ISL": 9}
    assert len(seen.missing) == len(data.countries()) - 3
    assert "France" in seen.told("en")["missing"]["names"]
    assert "cafe" not in data.figures()


def test_what_the_teacher_says_of_a_column_is_taken():
    words = {"label": "Thé vert", "unit": "g", "more": "boit plus de thé", "source": "FAO", "year": "2021"}
    seen = data.preview(PASTED, about={"cafe": words})
    (column,) = seen.figures.columns.values()
    assert (column.name, column.label["fr"], column.unit["fr"]) == ("the_vert", "Thé vert", "g")
    assert (column.more["fr"], column.origin("fr"), column.year) == ("boit plus de thé", "FAO, 2021", "2021")
    assert column.less["fr"] == i18n.text("data.own.less", "fr", column="Thé vert")


@pytest.mark.parametrize(
    ("more", "less", "said"),
    [("plus de café", "", "moins de café"), ("More coffee", "", "less coffee"), ("plus haut", "plus bas", "plus bas")],
)
def test_less_follows_from_more_where_it_can(more, less, said):
    (column,) = data.preview(PASTED, about={"cafe": {"more": more, "less": less}}).figures.columns.values()
    assert (column.more["fr"], column.less["en"]) == (more, said)


def test_what_is_said_of_figures_is_kept_carried_and_part_of_their_digest(tmp_path):
    plain = data.preview("iso3,Luck\nFRA,1\nDEU,2\n").figures
    told = data.preview("iso3,Luck\nFRA,1\nDEU,2\n", about={"luck": {"more": "luckier", "year": "2020"}}).figures
    assert plain.digest != told.digest
    data.keep_figures(told, tmp_path)
    carried = data.carried(data.Edition((told,)))
    data.forget_own()
    assert data.take_carried(carried) == [told]
    data.forget_own()
    assert data.load_kept(tmp_path) == []
    assert data.column("luck").more["en"] == "luckier"
    carried[told.digest]["luck"]["more"] = "another"
    data.forget_own()
    with pytest.raises(data.DataError):
        data.take_carried(carried)


@pytest.mark.parametrize(("text", "source"), [(BANK, "World Bank"), (OUR_WORLD, "Our World in Data")])
def test_the_years_of_a_download_can_be_chosen(text, source):
    seen = data.preview(text)
    told = seen.told("en")
    assert [year for year, _ in told["years"]] == sorted(seen.years)
    assert len(told["chosen"]) == 1
    assert "World" in told["left_out"]["names"]
    assert told["columns"][0]["words"]["source"] == source
    assert told["columns"][0]["words"]["year"] == str(told["chosen"][0])
    both = data.preview(text, years=list(seen.years)[:2])
    assert len(both.figures.values) == 2
    assert {column.year for column in both.figures.columns.values()} == {str(year) for year in list(seen.years)[:2]}


def test_lines_that_are_no_country_are_left_out_once_somebody_has_seen_them():
    text = "pays;Thé\nKenya;1,5\nMonde;3\nUnion européenne;2\n"
    seen = data.preview(text)
    assert (seen.unknown, seen.figures) == (2, None)
    assert data.preview(text, leave_out=True).figures.values["the"] == {"KEN": 1.5}


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("name", "meant"),
    [("Deutschland", "DEU"), ("España", "ESP"), ("Marocco", "MAR"), ("Alemanha", "DEU"), ("Frrance", "FRA")],
)
def test_a_country_in_another_language_is_not_known_but_told_what_was_meant(name, meant, lang):
    (line,) = data.preview(f"country,Tea\nKenya,1\n{name},2\n").told(lang)["problems"]
    assert "3" in line
    assert name in line
    assert data.Country(meant).words(lang) in line


def _book(*rows):
    book, content = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return content.getvalue()


def _packed(name, content, *more):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("[Content_Types].xml", "")
        for other in (name, *more):
            parts.writestr(other, content)
    return packed.getvalue()


ENTITIES = [f"<!ENTITY {b} '{20 * f'&{a};'}'>" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
LAUGHS = f"<!DOCTYPE x [<!ENTITY a 'ha'>{''.join(ENTITIES)}]><x>&i;</x>"
BAD = {
    "a broken file": (b"PK\x03\x04 broken", "excel"),
    "a broken line": ("country,Tea\nKenya,1,5\n", "row_length"),
    "fifty megabytes": (b"iso3,x\n" + b" " * files.LARGEST, "large"),
    "a bomb": (_packed("xl/sharedStrings.xml", b"0" * (files.SHEETS + 1)), "large"),
    "a bomb on its way": (gzip.compress(b"0" * (files.LARGEST + 1)), "large"),
    "half a file on its way": (gzip.compress(b"iso3,x\nFRA,1\n")[:-9], "not_text"),
    "a bomb of entities": (_packed("xl/workbook.xml", LAUGHS), "excel"),
    "a formula": ("country;Tea\nKenya;=1+1\n", "formula"),
    "a formula never worked out": (_book(["country", "Tea"], ["Kenya", "=1+1"], ["Mali", 2]), "formula"),
    "no headings": ("France;12\nItalie;3\n", "no_headings"),
    "a LibreOffice file": (_packed("mimetype", "x", "META-INF/manifest.xml"), "libreoffice"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "not_text"),
    "only words": ("country,Capital\nFrance,Paris\nItaly,Rome\n", "no_figures"),
    "a name of ours": ("country,Population\nFrance,1\nItaly,2\n", "taken"),
    "one column": ("France\nItaly\n", "one_column"),
    "nothing": (b"", "one_column"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_files_get_a_sentence_in_both_languages_and_nothing_is_taken(what):
    content, key = BAD[what]
    seen = data.preview(content)
    assert [problem.key for problem in seen.problems][:1] == [f"data.own.{key}"]
    assert seen.figures is None
    said = [seen.told(lang)["problems"][0] for lang in i18n.LANGUAGES]
    assert len(set(said)) == 2
    with pytest.raises(data.BadFile):
        data.load_own(content)
    assert data.edition_of(data.figures()) == "2022"


def test_the_same_file_twice_changes_nothing_and_is_said(tmp_path):
    tea = "country,Tea\nKenya,1.5\nMali,2\n"
    data.keep(tea, tmp_path)
    assert [problem.key for problem in data.preview(tea).problems] == ["data.own.already"]
    other = tea.replace("1.5", "1.6")
    assert [problem.key for problem in data.preview(other).problems] == ["data.own.taken"]
    assert data.preview(other, about={"tea": {"label": "Green tea"}}).figures
    assert len(list((tmp_path / "figures").iterdir())) == 1


def test_three_countries_and_equal_figures_are_said_and_no_game_begins_with_them():
    seen = data.preview("country,Tea\nKenya,1\nMali,2\nChad,3\n")
    assert [remark.key for remark in seen.remarks] == ["data.own.few"]
    equal = data.preview("iso3,Same\n" + "".join(f"{iso},1\n" for iso in DECK))
    assert [remark.key for remark in equal.remarks] == ["data.own.equal"]
    assert equal.told("en")["columns"][0]["about"] == f"{len(DECK)} countries, all 1"
    data.load_own("country,Tea\nKenya,1\nMali,2\nChad,3\n")
    with pytest.raises(games.BadSetup) as refused:
        games.new("countries", ["Ana", "Ben"], 1, {"categories": ["tea"]})
    assert refused.value.text("fr") != refused.value.text("en")


def test_script_in_a_name_stays_text():
    hostile = "<img src=x onerror=alert(1)>"
    rows = "".join(f"{iso};{n}\n" for n, iso in enumerate(DECK))
    seen = data.preview(f"iso3;{hostile}\n{rows}")
    data.load_own(f"iso3;{hostile}\n{rows}")
    (name,) = seen.figures.values
    game = games.new("countries", ["Ana", "Ben"], 1, {"categories": [name], "first": 0})
    game.play(game.legal(game.actors[0])[0])
    game.play({"seat": game.actors[0], "move": "doubt"})
    page = report(game.log, "en")
    assert hostile not in page
    assert "&lt;img" in page
    assert "figures of the class" in page


def test_a_browser_may_pack_a_file_on_its_way():
    assert data.preview(gzip.compress(PASTED.encode())).figures == data.preview(PASTED).figures


def test_any_columns_words_are_bounded():
    seen = data.preview(PASTED, about={"cafe": {"label": "x" * 5000, "unit": 7, "take": "yes"}, "nothing": {}})
    cafe = seen.columns[-1]
    assert (len(cafe.words["label"]), cafe.words["unit"], cafe.taken) == (200, "kg", False)
    assert data.preview(PASTED, about={"cafe": {"label": "…"}}).problems[-1].key == "data.own.no_name"
