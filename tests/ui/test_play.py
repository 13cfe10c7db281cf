"""`geoclass.play` without a browser: the game behind the board, and the errors for what cannot be played.

Clicks in a real notebook are in tests/notebooks/test_lab.py.
"""

from pathlib import Path

import pytest

import geoclass
from geoclass import games, i18n


def played(**given):
    return geoclass.play(
        "countries", **{"teams": ["Us", "Them"], "options": {"first": 0}, "lang": "en", "seed": 3} | given
    )


def test_the_game_is_there_to_ask_to_undo_and_to_look_at():
    board = played()
    board.room.submit(board.token, {**board.game.legal(0)[0], "seat": 0}, "tap 1")
    assert len(board.game.log["moves"]) == 1
    assert "Moves so far: 1." in repr(board)
    assert board.game._repr_html_().startswith("<div")
    copy = board.game
    copy.play(copy.legal(1)[0])
    assert len(board.game.log["moves"]) == 1  # moves in the copy do not change the board
    board.undo()
    assert board.game.log["moves"] == []


def test_bots_and_teams_get_names_and_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    setup = played(teams=["", geoclass.bot("pupil"), {"name": "R2", "bot": "keen"}]).game.log["setup"]
    assert all(setup["players"])
    assert setup["players"][1:] == ["pupil bot", "R2"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"teams": "Us"}, "geoclass.bot"),
        ({"teams": [1, 2]}, "geoclass.bot"),
        ({"teams": 2}, "geoclass.bot"),
        ({"teams": ["Us", {"name": "R", "level": "keen"}]}, "geoclass.bot"),
        ({"teams": ["Us", {"bot": "genius"}]}, "geographer"),
        ({"teams": ["Us"]}, "12"),
        ({"teams": [str(n) for n in range(40)]}, "12"),
        ({"options": {"hands": 4}}, "hands"),
        ({"seed": "x"}, "2"),
    ],
    ids=str,
)
def test_what_cannot_be_played_gets_a_sentence(wrong, said, lang):
    with i18n.use(lang), pytest.raises((games.Refusal, ValueError)) as refused:
        played(lang=lang, **wrong)
    assert said in str(refused.value)
    assert "{" not in str(refused.value)


def test_an_unknown_game_level_or_language_is_told_with_those_that_there_are():
    for wrong, said in (
        (lambda: geoclass.play("contries"), "countries"),
        (lambda: geoclass.bot("ken"), "keen"),
        (lambda: geoclass.play("countries", lang="de"), "fr"),
        (lambda: geoclass.notebook("de"), "fr"),
        (lambda: geoclass.notebook("en", 99), "8"),
    ):
        with pytest.raises((games.Refusal, ValueError), match=said):
            wrong()
