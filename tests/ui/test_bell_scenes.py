"""P15: the end page of a game ended by the bell: the leaders, everything that was hidden, and that it is unfinished."""

import pytest

from geoclass import bots, games, i18n
from tests.ui.shapes import misfits, shapes
from tests.ui.test_scenes import board_of, plain, scenes, screens, start, state


def closed(game: str, teams: int, moves: int) -> games.Game:
    live, player = start(game, teams, 3), bots.make(game, "random", 3)
    for _ in range(moves):
        seat = live.actors[0]
        live.play(player.choose(live.view(seat), live.legal(seat)))
    live.close()
    return live


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize(("teams", "moves"), [(2, 0), (2, 9), (3, 20), (6, 1), (6, 60)])
def test_P15_spywhere_gives_the_whole_reveal_marked_as_unfinished(lang: str, seat: int | None, teams: int, moves: int):
    live = closed("spywhere", teams, moves)
    board, screen = board_of("spywhere"), state(live, seat, lang)
    reveal = live.reveal
    assert reveal is not None
    parts = [board.reveal(screen, reveal, step) for step in range(board.steps(reveal))]
    unfinished = i18n.text("spywhere.stage.unfinished", lang)
    assert {part["unfinished"] for part in parts} == {unfinished}
    assert len(parts) == teams + 6
    passports = parts[teams - 1]["teams"]
    assert [[c["iso"] for c in team["passports"]] for team in passports] == live.view(None)["passports"]
    end = board.end(screen)
    assert end["winners"] in (live.standing["leaders"], [])
    assert all(live.players[seat] in end["title"] for seat in end["winners"])
    assert end["text"] == i18n.text("spywhere.stage.end.bell", lang)
    assert [row["won"] for row in end["rows"]] == [False] * teams
    assert board.history(screen)  # earlier reveals can be opened again


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(("teams", "moves"), [(3, 0), (3, 10), (6, 25)])
def test_P15_couleurs_says_who_leads(lang: str, teams: int, moves: int):
    live = closed("couleurs", teams, moves)
    end = board_of("couleurs").end(state(live, None, lang))
    leaders = live.standing["leaders"]
    assert end["winners"] == (leaders if len(leaders) < teams else [])
    assert all(live.players[seat] in end["title"] for seat in end["winners"])
    assert end["how"] == i18n.text("couleurs.stage.end.how_bell", lang)
    assert [row["total"] for row in end["table"]] == sorted(live.view(None)["scores"], reverse=True)
    assert not any(row["won"] for row in end["table"])


@pytest.mark.parametrize("game", ["couleurs", "spywhere"])
@pytest.mark.parametrize("moves", [0, 4, 31])
def test_P15_every_scene_of_a_closed_game_has_its_shape(game: str, moves: int):
    known = shapes() | shapes(game)
    for lang in i18n.LANGUAGES:
        for screen in screens(closed(game, 6, moves), lang):
            for scene in scenes(screen):
                kind = scene.get("kind", "") if isinstance(scene, dict) else ""
                assert plain(scene) == scene
                assert kind not in known or list(misfits(scene, known[kind], kind)) == []
