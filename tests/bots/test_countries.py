"""The bots of Countries: each level beats the one below, and none sees more than a team does."""

from copy import deepcopy

import pytest

from geoclass import bots, data, games
from geoclass.games.countries import tables as countries_tables
from geoclass.games.countries.bots import Good, scale
from geoclass.games.rng import Rng
from tests.games.countries_table import FEW, LOTS, MANY, MOST, SOME, doubt, place, table


def wins(level, other, rounds):
    """How many of 2 × *rounds* games *level* wins against *other*, alternating seats."""
    won = 0
    for n in range(2 * rounds):
        seat = n % 2
        game = games.new("countries", players=["Ana", "Ben"], seed=n, options={"first": n // 2 % 2})
        teams = {seat: bots.make("countries", level, seed=n), 1 - seat: bots.make("countries", other, seed=-n)}
        while game.actors:
            actor = game.actors[0]
            legal = game.legal(actor)
            move = teams[actor].choose(game.view(actor), legal)
            assert move in legal
            game.play(move)
        won += game.result["winners"] == [seat]
    return won


@pytest.mark.parametrize(
    ("level", "other", "at_least"),
    [("pupil", "random", 38), ("keen", "pupil", 27), ("geographer", "keen", 36), ("geographer", "random", 39)],
)
def test_a_level_beats_the_one_below(level, other, at_least):
    assert wins(level, other, 20) >= at_least


def test_it_believes_the_same_all_game_and_forgets_nothing_between_moves():
    game = table([[FEW, SOME], [MANY]], [MOST, LOTS])
    view, legal = game.view(0), game.legal(0)
    bot, twin = (bots.make("countries", "pupil", seed=9) for _ in range(2))
    first = bot.choose(view, legal)
    place(game, FEW, 0)
    bot.choose(game.view(1), game.legal(1))
    assert bot.choose(view, legal) == first == twin.choose(view, legal)


def test_pupils_differ_in_what_they_believe():
    game = games.new("countries", players=["Ana", "Ben"], seed=3, options={"first": 0})
    moves = [bots.make("countries", "pupil", seed).choose(game.view(0), game.legal(0)) for seed in range(20)]
    assert len({(move["card"], move["at"]) for move in moves}) > 1


def test_only_the_geographer_comes_near_the_truth():
    def median_error(level):
        bot = Good(level, Rng(1, "test"))
        believed = {card: bot._belief("population", card) for card in countries_tables.deck()}
        true = {card: scale("population").score(data.values("population")[card]) for card in believed}
        errors = sorted(abs(believed[card] * (1 + bot._error**2) - true[card]) for card in believed)
        return errors[0], errors[len(errors) // 2]

    (pupil_best, pupil), (keen_best, keen), (_, geographer) = (median_error(level) for level in (1, 2, 3))
    assert pupil > 2 * keen > 20 * geographer
    assert min(pupil_best, keen_best) > 0


@pytest.mark.parametrize("level", [1, 2])
def test_the_lower_two_never_believe_the_truth_itself(level):
    populations = data.values("population")
    for seed in range(20):
        bot = Good(level, Rng(seed, "test"))
        for card in countries_tables.deck():
            assert bot._guess(card) not in (populations[card], 0)
    for column in data.figures():
        for card, truth in data.values(column).items():
            assert bot._believed(column, card) != scale(column).score(truth)
            assert scale(column).figure(bot._believed(column, card)) != truth


def test_it_doubts_a_row_that_is_plainly_wrong_and_no_other():
    for at, kind in ((1, "doubt"), (0, "place")):
        game = table([[FEW, SOME], [MANY]], [MOST, LOTS, "CHN"])
        place(game, FEW, at)
        for level in ("pupil", "keen", "geographer"):
            assert bots.make("countries", level, seed=2).choose(game.view(1), game.legal(1))["move"] == kind


def test_the_geographer_lays_a_card_in_its_place():
    game = table([[FEW], [LOTS, SOME, MANY], []], [MOST, "CHN"])
    place(game, FEW, 0)
    move = bots.make("countries", "geographer", seed=2).choose(game.view(1), game.legal(1))
    assert move["at"] == 1


def test_it_plays_with_any_figure_and_with_an_empty_hand():
    for column in data.figures():
        game = games.new("countries", players=["Ana", "Ben"], seed=4, options={"first": 0, "categories": [column]})
        assert bots.make("countries", "pupil", seed=1).choose(game.view(0), game.legal(0)) in game.legal(0)
    game = table([[FEW], []], [MOST, LOTS, MANY])
    place(game, FEW, 0)
    only_doubt = [{"seat": 1, "move": "doubt"}]
    assert bots.make("countries", "keen", seed=1).choose(game.view(1), only_doubt) == only_doubt[0]
    doubt(game)


@pytest.mark.parametrize(("level", "within"), [("pupil", 30), ("keen", 6), ("geographer", 1.2)])
def test_it_guesses_what_it_believes(level, within):
    """The error of a guess, as a factor, decreases with the level."""
    game = table([[], []], [LOTS, MOST], first="guess")
    truth = data.values("population")[game.view(1)["pile_top"]]
    for seed in range(20):
        move = bots.make("countries", level, seed).choose(game.view(1), game.legal(1))
        assert max(move["population"] / truth, truth / move["population"]) < within
        deepcopy(game).play(move)
