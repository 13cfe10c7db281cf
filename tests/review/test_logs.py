"""Logs from files, valid and invalid: errors name the line and the remedy, and nothing is loaded partially."""

import json

import pytest

from geoclass import data, games, review
from geoclass.games.countries import tables as countries_tables
from geoclass.review.report import report
from tests.review import played

GOOD = review.to_json(played.log("countries"))


def test_json_reads_back_as_it_was(tmp_path):
    log = played.log("countries")
    path = review.save(log, tmp_path / "game.json")
    assert review.read(path) == log
    assert games.replay(review.read(path)) == games.replay(log)
    assert review.parse(b"\xef\xbb\xbf" + GOOD) == [log]


def test_the_file_of_a_room_holds_several_games_the_latest_last(tmp_path):
    logs = [played.log("countries"), played.log("couleurs")]
    (tmp_path / "room.json").write_text(json.dumps(logs, indent=2), "utf-8")
    assert review.read_all(tmp_path / "room.json") == logs
    assert review.read(tmp_path / "room.json") == logs[1]


def _edited(change):
    log = json.loads(GOOD)
    change(log)
    return json.dumps(log, indent=1).encode()


def _bad(content, lang="en"):
    with pytest.raises(review.BadLog) as refusal:
        review.parse(content)
    sentences = {lang: refusal.value.text(lang) for lang in ("fr", "en")}
    assert sentences["fr"] != sentences["en"]
    return sentences[lang]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "empty"),
        (b"  \n", "empty"),
        (b"number,team\n1,A\n", "not a JSON file"),
        (b"PK\x03\x04....", "Excel"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"[]", "not the log of a game"),
        (b"[1, 2]", "not the log of a game"),
        (b'{"setup": {}}', "not the log of a game"),
        (b"[" * 100_000, "not the log of a game"),
        (GOOD[: len(GOOD) // 2].rstrip(), "its end is missing"),
        (GOOD.replace(b'"moves": [', b'"moves": [,'), "Line 2, character"),
        (_edited(lambda log: log["setup"].update(game="countrys")), "countries"),
        (_edited(lambda log: log["setup"].update(game=7)), "not known here"),
        (_edited(lambda log: log["setup"].update(edition="2019")), "“2022”"),
        (_edited(lambda log: log["setup"].update(edition="2022+12345678")), "Load the same CSV file"),
        (_edited(lambda log: log["setup"]["options"].update(hands=7)), "Did you mean hand?"),
        (_edited(lambda log: log["setup"].update(players="A")), "list of names"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_log_is_refused_with_a_sentence(content, says):
    assert says in _bad(content)


def test_a_bad_move_is_named_with_its_number_its_line_and_the_nearest_kind():
    lines = GOOD.decode().splitlines()
    at = next(i for i, line in enumerate(lines) if '"place"' in line)
    lines[at] = lines[at].replace('"place"', '"plaec"')
    said = _bad("\n".join(lines).encode())
    assert f"Line {at + 1}, move {at - 1} " in said  # two lines come before the first move
    assert "Did you mean place?" in said
    assert f"Correct moves before it: {at - 2}." in said


def test_the_line_is_found_in_any_layout_and_in_the_right_game():
    good, bad = json.loads(GOOD), json.loads(GOOD)
    bad["moves"][4]["seat"] = 11
    text = json.dumps([good, bad], indent=2)
    line = int(_bad(text).split()[1].rstrip(","))
    assert text.splitlines()[line - 1 : line + 1][1].strip() == '"seat": 11,'
    assert _bad(json.dumps(bad)).startswith("Line 1, move 5 ")


def test_a_move_that_is_no_move():
    assert "Line" in _bad(_edited(lambda log: log["moves"].insert(0, "doubt")))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(review.BadLog, match=r"nothing\.json"):
        review.read(tmp_path / "nothing.json")


def test_a_game_with_own_figures_carries_them():
    rows = "\n".join(f"{iso};{i}" for i, iso in enumerate(countries_tables.deck(), 1))
    try:
        (column,) = data.load_own(f"pays;chance\n{rows}\n")
        log = games.new("countries", ["A", "B"], seed=1, options={"first": 0, "categories": [column.name]}).log
        assert review.parse(review.to_json(log)) == [log]
    finally:
        data.forget_own()
    try:
        assert review.parse(review.to_json(log)) == [log]  # on another computer
        del log["setup"]["figures"]  # as written by older versions
        data.forget_own()
        assert "Load the same CSV file" in _bad(review.to_json(log))
    finally:
        data.forget_own()


def test_what_is_made_of_a_game_asks_the_figures_it_was_played_with():
    rows = "\n".join(f"{iso};{i}" for i, iso in enumerate(countries_tables.deck(), 1))
    try:
        data.load_own(f"pays;Chance rare\n{rows}\n")
        game = games.new("countries", ["A", "B"], seed=1, options={"first": 0, "categories": ["chance_rare"]})
        game.play(next(m for m in game.legal(game.actors[0]) if m["move"] == "place"))
        game.play({"seat": game.actors[0], "move": "doubt"})
        here = [report(game.log, "fr"), review.to_csv(game.log, "fr")]
        assert "Chance rare" in here[0]
        data.forget_own("chance_rare")  # removed by the teacher
        assert [report(game.log, "fr"), review.to_csv(game.log, "fr")] == here
        data.forget_own()  # on another computer
        assert [report(game.log, "fr"), review.to_csv(game.log, "fr")] == here
        assert review.to_xlsx(game.log, "fr")
    finally:
        data.forget_own()


def test_letters_for_names_change_nothing_else():
    for game in games.GAMES:
        log = played.log(game)
        hidden = review.anonymous(log)
        assert hidden["setup"]["players"] == ["A", "B", "C", "D"]
        assert games.replay(hidden).result == games.replay(log).result
        assert log["setup"]["players"] == played.NAMES
