"""The class compared with bots in the same decisions."""

import pytest

from geoclass import games
from geoclass.review import Summary, versus_bots
from tests.review import played


@pytest.mark.parametrize("game", ["countries", "globalissimo", "spywhere"])
def test_a_geographer_does_better_than_chance_in_the_same_decisions(game):
    found = versus_bots(played.log(game), games=6).frame()
    assert list(found.index) == ["class", "random", "geographer"]
    assert found.at["geographer", "mean"] > found.at["random", "high"]
    assert found.at["class", "runs"] == 1


def test_chance_on_an_end_page_is_that_of_the_whole_comparison():
    summary = Summary(played.log("globalissimo"))
    assert summary.chance.scores == {who: summary.comparison.scores[who] for who in ("class", "random")}


def test_a_race_is_run_again_on_the_same_cards():
    found = versus_bots(played.log("course"), games=2).frame()
    assert found.at["geographer", "mean"] < found.at["class", "mean"] <= found.at["random", "mean"]


def test_couleurs_is_played_again_on_the_same_cards_since_waiting_may_be_wise():
    comparison = versus_bots(played.log("couleurs"), levels=["random", "pupil", "geographer"], games=4)
    found = comparison.frame()
    scores = games.replay(played.log("couleurs")).view(None)["scores"]
    assert comparison.scores["class"] == [pytest.approx(sum(scores) / len(scores))]
    assert found.at["random", "mean"] < found.at["pupil", "mean"] < found.at["geographer", "mean"]
    assert list(found["runs"]) == [1, 4, 1, 1]  # the good ones never toss a coin


def test_no_tile_is_judged_before_its_country_is_turned():
    log = played.log("globalissimo")
    first = next(n for n, move in enumerate(log["moves"]) if move["move"] == "estimate")
    begun = {"setup": log["setup"], "moves": log["moves"][: first + 1]}
    assert versus_bots(begun, games=1).scores == {}


def test_the_score_of_the_class_is_what_happened():
    assert versus_bots(played.row_of_five(), games=1).scores["class"] == [pytest.approx(200 / 3)]  # India was wrong
    log = played.log("globalissimo")
    tiles = [e for move in log["moves"] for e in [move] if e["move"] == "estimate"]
    game, points = games.replay({"setup": log["setup"], "moves": []}), 0
    for move in log["moves"]:
        points += sum(event["n"] for event in game.play(move) if event["event"] == "scored")
    assert versus_bots(log, games=1).scores["class"] == [pytest.approx(points / len(tiles))]


def test_the_same_seed_gives_the_same_comparison():
    log = played.log("countries")
    assert versus_bots(log, games=3) == versus_bots(log, games=3)
    assert versus_bots(log, games=3).scores["random"] != versus_bots(log, games=3, seed=2).scores["random"]


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_with_nothing_revealed_a_sentence_says_so(game, lang):
    comparison = versus_bots(games.new(game, played.NAMES, seed=1).log)
    assert comparison.scores == {}
    assert len(comparison.words(lang)) == 1
    assert comparison.words(lang)[0].endswith(".")


def test_words_name_every_player():
    said = versus_bots(played.log("countries"), levels=["random", "pupil", "keen", "geographer"], games=2).words("fr")
    assert len(said) == 6
    assert said[1].startswith("Notre classe")


def test_an_unknown_level_is_refused():
    with pytest.raises(ValueError, match="clever"):
        versus_bots(played.log("countries"), levels=["clever"])
