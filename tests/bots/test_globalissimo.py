"""The bots of Globalissimo: legal moves, quick, and each level better than the one below."""

from itertools import pairwise
from time import perf_counter

import pytest

from geoclass import bots, data, games
from geoclass.games.globalissimo import tables as globalissimo_tables
from geoclass.games.globalissimo.bots import Good
from geoclass.games.globalissimo.engine import CATEGORIES
from geoclass.games.memory import Scale
from geoclass.games.rng import Rng


def squares(levels, seed, **options):
    """The squares that bots of *levels* reach in one game."""
    names = [f"{i} {level}" for i, level in enumerate(levels)]
    game = games.new("globalissimo", players=names, seed=seed, options=options)
    players = [bots.make("globalissimo", level, seed=seed + i) for i, level in enumerate(levels)]
    while game.actors:
        (seat,) = game.actors
        legal = game.legal(seat)
        move = players[seat].choose(game.view(seat), legal)
        assert move["move"] == legal[0]["move"]
        game.play(move)
    return game.result["scores"]


@pytest.mark.parametrize(("weaker", "stronger"), [*pairwise(bots.LEVELS)])
def test_each_level_beats_the_one_below(weaker, stronger):
    ahead = 0
    for seed in range(15):
        low, high = squares((weaker, stronger), seed)
        other_high, other_low = squares((stronger, weaker), seed)
        ahead += (high > low) - (high < low) + (other_high > other_low) - (other_high < other_low)
    assert ahead >= 9, f"{stronger} is ahead of {weaker} in {ahead} more games of 30"


@pytest.mark.parametrize("level", ["pupil", "keen", "geographer"])
def test_every_level_beats_random_where_the_teacher_judges(level):
    games_played = [squares((level, "random"), seed, judge="teacher") for seed in range(15)]
    assert sum(good > other for good, other in games_played) >= 11


@pytest.mark.parametrize("judge", ["auto", "teacher"])
def test_six_bots_finish_a_game(judge):
    assert max(squares(("geographer", "keen", "pupil") * 2, seed=5, judge=judge)) > 10


def test_a_bot_knows_the_same_today_and_tomorrow():
    view = {"category": "co2_mt", "open": ["CHN", "USA", "BRA", "DEU", "CUB"], "question": None}
    legal = [{"seat": 0, "move": "estimate", "card": c, "rank": r} for c in view["open"] for r in range(1, 6)]
    minds = [Good(1, Rng(seed, "mind")) for seed in (1, 1, 2, 3, 4, 5, 6, 7)]
    first, twin, *others = [mind.choose(view, legal) for mind in minds]
    assert first == twin == minds[0].choose(view, legal)
    assert any(other != first for other in others)


@pytest.mark.parametrize("level", [1, 2])
def test_the_lower_two_never_believe_the_truth_itself(level):
    minds = [Good(level, Rng(seed, "mind")) for seed in range(5)]
    for column in CATEGORIES:
        scale = Scale.of(column, globalissimo_tables.deck())
        for card in globalissimo_tables.deck():
            truth = scale.score(data.values(column)[card])
            assert all(mind._believed(card, column) != truth for mind in minds)


def test_a_bot_that_does_not_know_names_another_country():
    asked = {"after": 2, "card": "BOL"}
    for colour, example in (("orange", {"text": "?"}), ("violet", {"country": "VAT"})):
        answers = {
            str(
                Good(1, Rng(seed, "mind")).choose(
                    {"question": asked | {"colour": colour}}, [{"move": "answer"} | example]
                )
            )
            for seed in range(20)
        }
        assert len(answers) > 2


def test_a_choice_takes_no_time():
    game = games.new("globalissimo", players=list("abcdef"), seed=1)
    bot = bots.make("globalissimo", "geographer", seed=1)
    bot.choose(game.view(0), game.legal(0))
    start = perf_counter()
    for _ in range(20):
        bot.choose(game.view(0), game.legal(0))
    assert (perf_counter() - start) / 20 < 0.3
