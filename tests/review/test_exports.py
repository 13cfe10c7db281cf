"""Files to take away, opened and read back."""

import json
import re
from html.parser import HTMLParser
from io import BytesIO, StringIO

import pandas as pd
import pytest
from openpyxl import load_workbook

from geoclass import data, games, i18n, review
from geoclass.cli import main
from geoclass.review.exports import figures_of
from geoclass.review.report import report
from tests.review import played


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize(("lang", "separator", "decimal"), [("fr", ";", ","), ("en", ",", ".")])
def test_csv_reads_back_a_row_a_move(game, lang, separator, decimal):
    log = played.log(game)
    content = review.to_csv(log, lang)
    assert content.startswith(b"\xef\xbb\xbf")  # without it Excel takes é for Ã©
    back = pd.read_csv(BytesIO(content), sep=separator, decimal=decimal, keep_default_na=False)
    assert list(back.iloc[:, 0]) == list(range(1, len(log["moves"]) + 1))
    assert list(back.iloc[:, 3]) == [move["move"] for move in log["moves"]]
    assert list(back.iloc[:, 1]) == ["ABCD"[move["seat"]] for move in log["moves"]]
    assert back.iloc[:, 2].str.len().min() > 3
    assert len(set(back.columns)) == len(back.columns)


def test_csv_fields_give_the_moves_back():
    log = played.log("countries")
    back = pd.read_csv(BytesIO(review.to_csv(log, "en")), keep_default_na=False)
    for row, move in zip(back.itertuples(), log["moves"], strict=True):
        assert str(row.Card) == move.get("card", "")
        assert str(row.Place) == str(move["at"] + 1 if "at" in move else "")  # as the screens count


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
    assert book.sheetnames == [
        i18n.text(f"review.sheet.{sheet}", lang) for sheet in ("results", "moves", "misjudgements", "sources")
    ]
    results, moves, judged, sources = book.worksheets
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
    """What a page needs from elsewhere, and what it says."""

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
    assert load_workbook(BytesIO(review.to_xlsx(log, "fr"))).worksheets[1].max_row == 1
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
    first, second, *_ = review.surprises(played.log("course"), "en")
    assert "tour" in first
    assert "sun" in second
