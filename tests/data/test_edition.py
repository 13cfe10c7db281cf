"""Editions: immutable, known by digest, side by side."""

import json

import pytest

from geoclass import bots, data, games, review, simulate
from geoclass.games.countries import tables as countries_tables
from geoclass.review.tables import figure_name

DECK = countries_tables.deck()


@pytest.fixture(autouse=True)
def nothing_loaded():
    data.forget_own()
    yield
    data.forget_own()


def table(step: int) -> str:
    return "iso3,Luck\n" + "".join(f"{iso},{step * n}\n" for n, iso in enumerate(DECK))


def played(step: int) -> games.Game:
    data.load_own(table(step))
    game = games.new("countries", ["Ana", "Ben"], 1, {"categories": ["luck"], "first": 0})
    data.forget_own("luck")
    return game


def test_R1_two_games_with_other_figures_of_one_name_live_side_by_side():
    rising, falling = played(1), played(-1)
    assert rising.edition != falling.edition
    assert "luck" not in data.figures()
    for game, first in ((rising, DECK[0]), (falling, DECK[-1])):
        again = games.replay(json.loads(json.dumps(game.log)))
        assert again.log == game.log
        with data.using(again.edition):
            figures = data.values("luck")
            assert min(figures, key=figures.__getitem__) == first
            assert data.edition_of(["luck"]) == game.setup["edition"]
            assert data.figures()[-1] == "luck"
            assert data.countries()["luck"].idxmin() == first


def test_R1_bots_and_review_go_by_the_figures_of_the_game_not_by_others_of_their_name():
    game = played(1)
    data.load_own(table(-1))  # the same in reverse
    knowing = [bots.make("countries", "geographer", seat) for seat in range(2)]
    simulate.play_out(game, knowing)
    judged = review.judgements(game.log)
    assert sum(one["right"] for one in judged) > 0.9 * len(judged)
    assert review.versus_bots(game.log, ["geographer"], games=3).means["geographer"] > 90


def test_R1_figures_that_only_a_game_has_are_called_by_their_name():
    played(1)
    assert "luck" not in data.figures()
    assert figure_name("luck", "en") == "Luck"
    assert figure_name("nothing", "en") == "nothing"


def test_R1_a_game_goes_on_with_figures_that_were_taken_from_the_desk():
    game = played(1)
    for _ in range(3):
        game.play(game.legal(game.actors[0])[0])
    game.play({"seat": game.actors[0], "move": "doubt"})
    assert game.reveal


def test_an_edition_cannot_be_changed_and_is_found_by_its_name():
    game = played(1)
    with pytest.raises(AttributeError):
        game.edition.files = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        game.edition.files[0].values["luck"]["FRA"] = 1  # type: ignore[index]
    assert data.edition(game.setup["edition"]) == game.edition
    assert data.edition("2022") == data.Edition()
    with pytest.raises(data.UnknownName):
        data.edition("2022+00000000")


def test_kept_figures_come_back_and_a_damaged_file_harms_no_other(tmp_path):
    data.keep(table(1), tmp_path)
    data.keep("iso3,tea\nIRL,2.2\nGBR,1.9\n", tmp_path)
    data.forget_own()
    files = sorted((tmp_path / "figures").iterdir())
    assert len(files) == 2
    files[0].write_text(files[0].read_text("utf-8")[:-20], "utf-8")
    (problem,) = data.load_kept(tmp_path)
    assert files[0].name in problem.text("fr")
    (name,) = [name for name in ("luck", "tea") if name in data.figures()]
    assert data.remove_kept(name, tmp_path) == [name]
    assert not files[1].exists()
