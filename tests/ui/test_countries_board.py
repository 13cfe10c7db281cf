"""Countries' scenes without a browser."""

import pytest

from geoclass import data, games, i18n
from geoclass.charts.rows import is_log
from geoclass.games.countries.board import Board
from tests.conformance.plays import play
from tests.ui.test_globalissimo_board import screen

BOTH = pytest.mark.parametrize("lang", i18n.LANGUAGES)
TEAMS = ["Blues", "Oranges", "Greens"]


def new(**options):
    return games.new("countries", TEAMS, 3, options)


@BOTH
def test_P6_every_team_s_cards_are_on_the_class_s_screen(lang):
    game = new(first=0)
    for teacher in (False, True):
        teams = Board("countries").play(screen(game, lang=lang, teacher=teacher))["teams"]
        hands = [[card["iso"] for card in team["hand"]] for team in teams]
        assert hands == game.view(None)["hands"]


@BOTH
def test_T15_a_guess_is_shown_by_what_the_rule_compares(lang):
    game = new()
    truth = int(data.values("population")[game.view(None)["pile_top"]])
    for seat, said in enumerate((truth * 4, truth // 4, truth)):
        game.play({"seat": seat, "move": "guess", "population": said})
    shown = Board("countries").now(screen(game, lang=lang, showing=True))[0]["guesses"]
    assert [guess["seat"] for guess in shown] == [2, 1, 0]  # ranked by the difference
    for guess, off in zip(shown[1:], (truth - truth // 4, truth * 3), strict=True):
        assert i18n.number(off, lang) in guess["off"]


@pytest.mark.parametrize(
    ("cards", "log"), [(("IND", "RUS", "ISL"), False), (("IND", "ISL", "MLT"), True), (("IND", "USA"), False)]
)
def test_T11_bars_are_linear_unless_that_hides_all_but_one(cards, log):
    figures = data.values("population")
    reveal = {"category": "population", "row": [{"card": card, "value": figures[card]} for card in cards]}
    assert is_log(reveal) == log


@BOTH
@pytest.mark.parametrize("moves", [0, 1, 3, 4, 9, 12])
def test_P15_a_game_closed_anywhere_has_a_whole_ending(moves, lang):
    game = new()
    for _ in play(game, 5, moves):
        pass
    game.close()
    board = Board("countries")
    state = screen(game, lang=lang, phase="over")
    end = board.end(state)
    assert end["title"] == i18n.text("countries.stage.end.stopped", lang)
    leaders = game.standing["leaders"]
    assert end["winners"] == (leaders if len(leaders) < len(TEAMS) else [])
    assert all(TEAMS[seat] in end["text"] for seat in end["winners"])
    assert board.said(state).startswith(end["title"])
    if game.reveal and game.reveal.get("unfinished"):
        for step in range(board.steps(game.reveal)):
            shown = screen(game, lang=lang, phase="over", showing=True, step=step)
            assert board.now(shown)[0]["why"] == i18n.text("countries.stage.why.bell", lang)
            assert board.said(shown)
        assert board.way_on(state) == i18n.text("stage.to_the_end", lang)
