"""The bots of Couleurs du monde: legal moves, quick, and each level better than the one below."""

import time

import pytest

from geoclass import bots, games


def match(levels, rounds, **options):
    """Mean points by level, over games in which the levels take every seat in turn."""
    points = {level: [] for level in levels}
    for seed in range(rounds * len(levels)):
        seated = [levels[(seat + seed) % len(levels)] for seat in range(len(levels))]
        game = games.new("couleurs", [f"Team {n}" for n in range(len(levels))], seed=seed, options=options)
        players = [bots.make("couleurs", level, seed=seed) for level in seated]
        while game.actors:
            seat = game.actors[0]
            game.play(players[seat].choose(game.view(seat), game.legal(seat)))
        for level, score in zip(seated, game.result["scores"], strict=True):
            points[level].append(score)
    return {level: sum(scores) / len(scores) for level, scores in points.items()}


@pytest.mark.parametrize(
    ("better", "worse", "margin"), [("pupil", "random", 15), ("keen", "pupil", 25), ("geographer", "keen", 60)]
)
def test_each_level_beats_the_one_below(better, worse, margin):
    means = match([better, worse, worse], rounds=6)
    assert means[better] > means[worse] + margin


def test_the_geographer_beats_chance_on_a_short_board_too():
    means = match(["geographer", "random", "random", "random"], rounds=4, board=["africa"], hand=6)
    assert means["geographer"] > means["random"] + 40


@pytest.mark.parametrize("level", ["pupil", "keen", "geographer"])
def test_bots_play_whole_games_legally_whatever_the_options(level):
    for options in (
        {"board": ["europe", "oceania"], "hand": 4},
        {"values": "population"},
        {"hand": 1, "values": "flat"},
    ):
        match([level] * 3, rounds=1, **options)


def test_bots_pass_when_they_cannot_play():
    game = games.new("couleurs", ["a", "b", "c"], seed=1, options={"hand": 1}, deck=["FRA", "ISL", "JPN"])
    for level in ("pupil", "keen", "geographer"):
        chosen = bots.make("couleurs", level, seed=1).choose(game.view(0), game.legal(0))
        assert chosen == {"seat": 0, "move": "pass"}


def test_the_geographer_takes_no_more_than_a_moment_even_with_a_large_hand():
    game = games.new("couleurs", ["a", "b", "c"], seed=2, options={"hand": 40})
    bot = bots.make("couleurs", "geographer", seed=2)
    view, legal = game.view(0), game.legal(0)
    bot.choose(view, legal)
    begun = time.process_time()
    bot.choose(view, legal)
    assert time.process_time() - begun < 0.3
