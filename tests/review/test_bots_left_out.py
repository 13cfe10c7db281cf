"""T3: bots' moves are not counted as the class's."""

import json

import pytest

from geoclass import games, review
from geoclass.review.logs import anonymous
from tests.review import played


def with_bots(log, *seats):
    """The log of the same game as if bots had played for *seats*."""
    return log | {"bots": [index for index, move in enumerate(log["moves"]) if move["seat"] in seats]}


@pytest.mark.parametrize("game", games.GAMES)
def test_T3_only_the_judgements_of_people_are_left(game):
    log = played.log(game)
    everything = review.misjudgements(log)
    for seat, team in enumerate("ABCD"):
        left = review.misjudgements(with_bots(log, seat))
        assert set(left["team"]) == set(everything["team"]) - {team}
        assert len(left) == (everything["team"] != team).sum()
    assert review.misjudgements(log | {"bots": []}).equals(everything)


def test_T3_a_bots_card_in_a_turned_row_is_left_out_by_its_own_move():
    log = played.row_of_five()  # Zoé lays Iceland, Ben Germany, Zoé India wrongly; Ben doubts
    wrong = log | {"bots": [2]}
    assert list(review.misjudgements(wrong)["iso3"]) == ["ISL", "DEU"]
    assert review.count(wrong).value == 100
    assert review.versus_bots(wrong, games=1).scores["class"] == [100]
    assert review.count(log | {"bots": [0, 1]}).value == 0
    assert review.count(log | {"bots": [3]}) == review.count(log)  # the doubt judges no card


def test_T3_bots_are_compared_in_what_the_class_decided_alone():
    log = played.log("globalissimo")
    ours = with_bots(log, 1, 2, 3)
    tiles = review.misjudgements(log).query("kind == 'rank' and team == 'A'")
    points = (3 - tiles["off"]).clip(lower=0).mean()
    assert review.versus_bots(ours, games=1).scores["class"] == [pytest.approx(points)]
    assert review.count(ours).n == len(tiles)
    assert review.versus_bots(ours, games=3).scores["random"] != review.versus_bots(log, games=3).scores["random"]


def test_T3_points_of_a_team_count_where_no_move_of_it_was_a_bots():
    log = played.log("couleurs")
    scores = games.replay(log).view(None)["scores"]
    found = review.versus_bots(with_bots(log, 0, 3), levels=["geographer"])
    assert found.scores["class"] == [pytest.approx((scores[1] + scores[2]) / 2)]
    once = log | {"bots": [next(i for i, move in enumerate(log["moves"]) if move["seat"] == 2)]}
    assert review.versus_bots(once, levels=["geographer"]).scores["class"] == [
        pytest.approx((scores[0] + scores[1] + scores[3]) / 3)
    ]


def test_T3_a_race_that_a_bot_has_won_is_not_the_classs():
    log = played.log("course")
    (winner,) = games.replay(log).result["winners"]
    others = [seat for seat in range(4) if seat != winner]
    assert review.versus_bots(with_bots(log, winner), games=1).scores == {}
    assert review.versus_bots(with_bots(log, *others), games=1).scores


def test_T3_a_bots_mistake_surprises_nobody():
    log = played.row_of_five()
    everybody = review.surprises(log, "en", most=9)
    assert any("India" in sentence and "Iceland" in sentence for sentence in everybody)
    ours = review.surprises(log | {"bots": [2]}, "en", most=9)  # India was wrong
    assert not any("India" in sentence for sentence in ours)
    assert review.surprises(log | {"bots": [0, 1]}, "en", most=9) == everybody  # the class itself laid India


@pytest.mark.parametrize("game", games.GAMES)
def test_T3_with_some_bots_there_are_surprises_with_all_none(game):
    log = played.log(game)
    assert review.surprises(with_bots(log, 0), "en")
    assert review.surprises(with_bots(log, 0, 1, 2, 3), "en") == []


def test_T3_files_keep_which_moves_were_a_bots():
    log = with_bots(played.log("countries"), 1)
    assert review.parse(review.to_json(log)) == [log]
    assert anonymous(log)["bots"] == log["bots"]
    assert "bots" not in review.parse(review.to_json(played.log("countries")))[0]


@pytest.mark.parametrize("wrong", [[-1], [99999], ["0"], [True], 3, None, {"0": 1}])
def test_T3_a_file_that_says_it_wrongly_is_refused(wrong):

    with pytest.raises(review.BadLog):
        review.parse(json.dumps(played.row_of_five() | {"bots": wrong}))
