"""Exported files, opened and read back."""

import json
import re
from html.parser import HTMLParser
from io import BytesIO, StringIO

import pandas as pd
import pytest
from openpyxl import load_workbook

from geoclass import data, games, i18n, review
from geoclass.cli import main
from geoclass.review.exports import figures_of, to_html
from geoclass.review.parts import came_up
from geoclass.review.report import report
from tests.review import answered, played


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize(("lang", "separator", "decimal"), [("fr", ";", ","), ("en", ",", ".")])
def test_csv_reads_back_a_row_a_move(game, lang, separator, decimal):
    log = played.log(game)
    content = review.to_csv(log, lang)
    assert content.startswith(b"\xef\xbb\xbf")  # without it Excel takes é for Ã©
    back = pd.read_csv(BytesIO(content), sep=separator, decimal=decimal, keep_default_na=False)
    assert list(back.iloc[:, 0]) == list(range(1, len(log["moves"]) + 1))
    kinds = [f"{game}.review.move.{move['move']}" for move in log["moves"]]
    assert list(back.iloc[:, 3]) == [i18n.text(kind, lang) for kind in kinds]  # P23: in the user's language
    assert list(back.iloc[:, 1]) == ["ABCD"[move["seat"]] for move in log["moves"]]
    assert back.iloc[:, 2].str.len().min() > 3
    assert len(set(back.columns)) == len(back.columns)


def test_csv_fields_give_the_moves_back():
    log = played.log("countries")
    back = pd.read_csv(BytesIO(review.to_csv(log, "en")), keep_default_na=False)
    for row, move in zip(back.itertuples(), log["moves"], strict=True):
        assert str(row.Card) == move.get("card", "")
        assert str(row.Place) == str(move["at"] + 1 if "at" in move else "")  # numbered as on the screens


def test_csv_words_are_in_the_language_and_never_a_formula():
    log = played.log("countries")
    fr, en = review.to_csv(log, "fr").decode("utf-8-sig"), review.to_csv(log, "en").decode("utf-8-sig")
    assert "pose" in fr
    assert "lays" in en
    named = review.to_csv(played.log("couleurs"), "en").decode("utf-8-sig")  # its sentences begin with the team's name
    cells = [
        cell for row in pd.read_csv(StringIO(named), dtype=str).to_numpy() for cell in row if isinstance(cell, str)
    ]
    assert any(cell.startswith("'=1+1") for cell in cells)
    assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_xlsx_reads_back_results_moves_misjudgements_and_sources(game, lang):
    log = played.log(game)
    book = load_workbook(BytesIO(review.to_xlsx(log, lang)))
    assert book.sheetnames[:5] == [
        i18n.text(f"review.sheet.{sheet}", lang) for sheet in ("results", "class", "moves", "misjudgements", "sources")
    ]
    results, _, moves, judged, sources = book.worksheets[:5]
    assert [row[1].value for row in results.iter_rows(min_row=2)] == played.NAMES
    assert {cell.data_type for row in results.iter_rows() for cell in row} <= {"s", "n"}  # =1+1 is a name
    assert {row[-1].value for row in results.iter_rows(min_row=2)} <= {"oui", "non", "yes", "no"}
    assert moves.max_row == 1 + len(log["moves"])
    assert judged.max_row == 1 + len(review.misjudgements(log))
    said = " ".join(str(cell.value) for row in sources.iter_rows() for cell in row)
    assert data.EDITION in said
    for column in figures_of(log):
        assert data.column(column).origin(lang) in said
        assert data.column(column).words(lang, "unit") in said


def test_without_names_no_file_has_any():
    log = played.log("countries")
    book = load_workbook(BytesIO(review.to_xlsx(log, "en", names=False)))
    cells = " ".join(str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row)
    files = [review.to_json(log, names=False).decode(), review.to_csv(log, "en", names=False).decode(), cells]
    for content in [*files, report(log, "en")]:
        assert not re.search(r"\b(Zoé|Ben|Dan)\b|=1\+1", content)


class _Page(HTMLParser):
    """A parsed page: its external resources and its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.links, self.words = [], [], ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data):
        self.words += data


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_report_stands_alone_and_names_nobody(game, lang):
    log = played.log(game)
    text = report(log, lang)
    page = _Page(text)
    assert page.links == []
    assert "script" not in page.tags
    assert page.tags.count("svg") == 1
    assert re.findall(r"url\((?!data:)", text) == []
    assert f'<html lang="{lang}">' in text
    assert not re.search(r"\b(Zoé|Ben|Dan)\b|=1\+1", page.words)
    assert "$" not in page.words
    assert i18n.text(f"{game}.name", lang) in page.words
    assert data.EDITION_TITLE[lang] in page.words
    assert len(text) < 400_000
    surprises = review.surprises(log, lang)
    assert len(surprises) == len(set(surprises)) == 3
    for sentence in surprises:
        assert sentence in page.words


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_report_names_unit_year_and_source_of_every_figure(lang):
    log = played.log("globalissimo")
    words = _Page(report(log, lang)).words
    assert len(figures_of(log)) == 10
    for name in figures_of(log):
        column = data.column(name)
        assert f"{column.words(lang)} ({column.words(lang, 'unit')}, {column.year})" in words
    assert data.sources()["factbook"].title in words


def test_the_map_of_the_report_shades_what_was_judged_and_names_the_worst():
    log = played.log("countries")
    by_country = review.misconceptions(review.misjudgements(log), by=["iso3"])
    svg = re.search(r"<svg.*</svg>", report(log, "en"), re.S).group()
    shaded = re.findall(r'<path fill="#\w+"', svg)
    assert len(shaded) == len(by_country)
    worst = by_country.index[0]
    assert f">{data.Country(worst).words('en')}</text>" in svg


@pytest.mark.parametrize("game", games.GAMES)
def test_a_game_just_begun_can_be_exported_too(game):
    log = games.new(game, played.NAMES, seed=1).log
    assert i18n.text("review.report.running", "fr") in report(log, "fr")
    assert load_workbook(BytesIO(review.to_xlsx(log, "fr"))).worksheets[2].max_row == 1
    assert review.to_csv(log, "fr").count(b"\n") == 1
    assert review.parse(review.to_json(log)) == [log]


def test_the_command_line_writes_each_kind(tmp_path, capsys):
    source = review.save(played.log("countries"), tmp_path / "game.json")
    for kind in ("json", "csv", "xlsx", "html"):
        to = tmp_path / f"out.{kind}"
        assert main(["export", str(source), "--to", str(to), "--lang", "fr", "--no-names"]) == 0
        assert to.stat().st_size > 1000
    assert capsys.readouterr().out.count("Écrit") == 4
    assert review.read(tmp_path / "out.json")["setup"]["players"] == ["A", "B", "C", "D"]


def test_the_command_line_takes_the_file_that_a_room_exports(tmp_path, capsys):
    logs = [played.log("countries"), played.log("couleurs")]
    source, to = tmp_path / "room.json", tmp_path / "game.json"
    source.write_text(json.dumps(logs, indent=2), "utf-8")
    assert main(["export", str(source), "--to", str(to), "--lang", "en"]) == 0
    assert "2 games" in capsys.readouterr().out
    assert review.read(to) == logs[1]
    assert main(["export", str(source), "--to", str(to), "--game", "1", "--lang", "en"]) == 0
    assert review.read(to) == logs[0]


def test_the_command_line_refuses_with_a_sentence(tmp_path, capsys):
    source = review.save(played.log("countries"), tmp_path / "game.json")
    for args, says in (
        ([str(source), "--to", "game.pdf"], ".html"),
        ([str(tmp_path / "none.json"), "--to", "x.csv"], "cannot be opened"),
        ([str(source), "--to", str(tmp_path / "no" / "x.csv")], "cannot be written"),
        ([str(source), "--to", str(tmp_path / "x.csv"), "--game", "2"], "from 1 to 1"),
    ):
        assert main(["export", *args, "--lang", "en"]) == 2
        assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [source]


def test_surprises_are_of_different_kinds_where_a_game_has_but_one_reveal():
    asked = review.surprises(played.log("course"), "en")
    assert all(any(word in question for question in asked) for word in ("curved", "tour", "solar"))


def test_P23_a_workbook_of_spywhere_says_who_was_named_and_who_it_was():
    log = played.log("spywhere")
    for lang in i18n.LANGUAGES:
        sheet = load_workbook(BytesIO(review.to_xlsx(log, lang)))[i18n.text("spywhere.review.sheet", lang)]
        _, *rows = sheet.iter_rows(values_only=True)
        reveal = games.replay(log).reveal
        assert reveal is not None
        assert len(rows) == len(reveal["identifications"])
        for row, said in zip(rows, reveal["identifications"], strict=True):
            name = played.NAMES[said["seat"]]
            passport = data.Country(reveal["passports"][said["target"]][0]).words(lang)
            assert (row[0], row[3]) == (name, passport)
            assert (row[2] == row[3]) == said["right"]


def test_P23_couleurs_asks_three_different_questions():
    from geoclass.games.couleurs.review import TELLING

    for seed in (5, 6, 7):
        log = played.log("couleurs", seed)
        asked = review.surprises(log, "fr")
        beginnings = {sentence[:12] for sentence in asked}
        assert len(asked) == len(beginnings) == len(TELLING)


OCCASION = {"begun": "2026-11-17T09:30:00.000+00:00", "group": "7B", "label": "Tuesday’s revision"}


@pytest.mark.parametrize("game", games.GAMES)
def test_P23_report_and_workbook_say_when_for_whom_and_how_far(game):
    log = played.log(game)
    book = load_workbook(BytesIO(review.to_xlsx(log, "en", occasion=OCCASION)))
    about = [cell.value for cell in book["About"][2]]
    page = _Page(report(log, "en", OCCASION)).words
    for said in ("7B", "Tuesday’s revision", "Tuesday 17 November 2026", "finished"):
        assert said in about
        assert said in page
    shared = load_workbook(BytesIO(review.to_xlsx(log, "en", names=False, occasion=OCCASION)))
    cells = " ".join(str(cell.value) for sheet in shared for row in sheet.iter_rows() for cell in row)
    assert not re.search("7B|revision|November", cells)
    assert "revision" not in to_html(log, "en", names=False, occasion=OCCASION).decode()
    assert "7B" not in review.to_json(log).decode()


def test_P23_the_workbook_names_countries_and_gives_their_figures():
    for game, sheets in (
        ("spywhere", ["Countries of the game", "Who guessed whom"]),
        ("couleurs", ["Countries of the game"]),
    ):
        book = load_workbook(BytesIO(review.to_xlsx(played.log(game), "en")))
        for name in sheets:
            assert book[name].max_row > 3, name
        codes = set(data.attribute("un_status"))
        told = {str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row}
        assert not told & codes


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", games.GAMES)
def test_P23_no_surprise_is_told_twice(game, lang):
    told = review.surprises(played.log(game), lang)
    assert len(told) == len(set(told))
    openings = [" ".join(sentence.split()[:6]) for sentence in told]
    assert len(openings) == len(set(openings))


def test_P23_the_report_of_a_spy_game_lists_its_countries_with_figures():
    page = _Page(report(played.log("spywhere"), "en")).words
    for iso in came_up(games.replay(played.log("spywhere"))):
        assert data.column("population").format(data.values("population")[iso], "en") in page


# everybody's answers


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_workbook_has_a_row_for_each_question_with_both_votes_and_the_truth(game, lang):
    log = answered.log(game)
    book = load_workbook(BytesIO(review.to_xlsx(log, lang, names=False)))
    head, *rows = book[i18n.text("review.sheet.beliefs", lang)].iter_rows(values_only=True)
    assert len(rows) == len(log["votes"])
    assert list(head[:2]) == [i18n.text(f"review.heading.{name}", lang) for name in ("question", "asked_truth")]
    known = review.believed(log)
    assert [row[1] is not None for row in rows] == [belief.truth is not None for belief in known]
    assert [row[6] for row in rows] == [len(belief.last) for belief in known]
    text = " ".join(str(cell) for row in rows for cell in row)
    assert not [name for name in answered.TEAMS if name in text]  # letters, and no phone
    if lang == "fr":  # in English "none" is an answer
        assert "None" not in " ".join(row[2] or row[4] for row in rows)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_report_says_what_most_believed_and_is_not_so(lang):
    log = answered.log("countries")
    page = report(log, lang)
    found = review.not_so(review.believed(log), lang, 3)
    assert found
    assert i18n.text("vote.claim.title", lang) in page
    for claim in found:
        assert f"✕ {claim.said}" in page
        assert f"✓ {claim.truth}" in page
    pads = report(answered.log("spywhere"), lang)
    assert not [name for name in answered.TEAMS if name in pads]


@pytest.mark.parametrize("game", games.GAMES)
def test_a_game_without_answers_has_no_beliefs_in_report_and_workbook(game):
    log = answered.log(game)
    without = {name: value for name, value in log.items() if name != "votes"}
    assert 'class="beliefs"' not in report(without, "fr")
    assert (
        i18n.text("review.sheet.beliefs", "fr") not in load_workbook(BytesIO(review.to_xlsx(without, "fr"))).sheetnames
    )
