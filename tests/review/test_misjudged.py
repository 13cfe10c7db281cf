"""Where a class was wrong."""

import pandas as pd
import pytest

from geoclass import data, games
from geoclass.games.countries.review import passed
from geoclass.review import about_countries, misconceptions, misjudgements
from geoclass.review.misjudged import COLUMNS
from tests.review import played


def test_a_turned_row_gives_a_row_for_each_card_that_a_team_laid():
    frame = misjudgements(played.row_of_five())
    assert list(frame["iso3"]) == ["IND", "ISL", "DEU"]  # France started the row: nobody laid it
    assert list(frame["team"]) == ["A", "A", "B"]
    assert set(frame["column"]) == {"population"}
    india = frame.iloc[0]
    assert (india["said"], india["truth"], india["off"], india["scale"], india["right"]) == (1, 4, 3, 1.0, False)
    assert frame.iloc[1:]["right"].all()
    assert (frame.iloc[1:]["scale"] == 0).all()


@pytest.mark.parametrize(
    ("values", "out", "off"),
    [
        ([1, 2, 3], [], [0, 0, 0]),
        ([2, 2, 1], [2], [0, 0, 2]),  # equal figures are right in either order
        ([3, 2, 1], [0, 2], [1, 0, 1]),
        ([9, 1, 2, 3], [0], [3, 0, 0, 0]),
        ([5], [], [0]),
    ],
)
def test_off_counts_the_right_cards_that_a_card_must_still_pass(values, out, off):
    assert passed(values, out) == off


def test_what_the_reveal_calls_misplaced_is_wrong_here():
    log = played.log("countries")
    wrong = {
        (reveal["round"], card["card"])
        for reveal in games.replay(log).reveals
        if reveal["kind"] == "row"
        for card in reveal["row"]
        if card["misplaced"] and card["seat"] is not None
    }
    frame = misjudgements(log)
    found = frame[(frame["kind"] == "order") & ~frame["right"]]
    assert wrong
    assert set(zip(found["round"], found["iso3"], strict=True)) == wrong


def test_a_guess_is_off_by_the_countries_between_it_and_the_truth():
    game = games.new("countries", ["A", "B"], seed=3)
    card = game.view(None)["pile_top"]
    truth = data.values("population")[card]
    game.play({"seat": 0, "move": "guess", "population": round(truth * 1.2)})
    game.play({"seat": 1, "move": "guess", "population": 0})
    right, none = misjudgements(game.log).itertuples()
    assert right.right
    assert not none.right
    assert none.off == sum(0 < value < truth for value in data.values("population").values())
    assert 0 < none.scale < 1


def test_globalissimo_tiles_are_off_by_ranks_and_answers_right_or_wrong():
    log = played.log("globalissimo")
    frame = misjudgements(log)
    tiles = frame[frame["kind"] == "rank"]
    assert len(tiles) == 4 * log["setup"]["options"]["rounds"]
    assert (tiles["off"] == (tiles["said"] - tiles["truth"]).abs()).all()
    assert ((tiles["off"] == 0) == tiles["right"]).all()
    answers = frame[frame["kind"].isin(["capital", "map"])]
    assert len(answers) == sum(move["move"] == "answer" for move in log["moves"])
    assert answers["off"].isna().all()
    assert ((answers["scale"] == 0) == answers["right"]).all()
    assert set(answers["column"]) <= {"capital", "place"}


@pytest.mark.parametrize("game", games.GAMES)
def test_every_game_fits_the_same_table_and_names_nobody(game):
    frame = misjudgements(played.log(game))
    assert len(frame)
    assert dict(frame.dtypes.astype(str)) == COLUMNS
    assert frame["scale"].between(0, 1).all()
    assert (frame.loc[frame["right"], "scale"] < 0.2).all()
    assert set(frame["team"]) <= set("ABCD")
    assert not {"Zoé", "Ben", "Dan"} & set(frame.astype(str).to_numpy().ravel())
    assert set(frame["iso3"]) <= set(data.countries().index)


@pytest.mark.parametrize("game", games.GAMES)
def test_a_game_just_begun_has_no_judgements(game):
    frame = misjudgements(games.new(game, played.NAMES, seed=1).log)
    assert frame.empty
    assert list(frame) == list(COLUMNS)
    assert misconceptions(frame).empty


def test_misconceptions_put_games_together_the_worst_first():
    logs = [played.log("countries"), played.log("globalissimo"), played.log("spywhere")]
    frame = misjudgements(logs)
    assert sorted(frame["game"].unique()) == [1, 2, 3]
    found = misconceptions(logs)
    about = about_countries(frame)
    assert found["judgements"].sum() == len(about) < len(frame)
    assert found["wrong"].sum() == (~about["right"]).sum()
    assert found["scale"].is_monotonic_decreasing
    assert found.index.names == ["iso3", "column"]
    pd.testing.assert_frame_equal(found, misconceptions(frame))
