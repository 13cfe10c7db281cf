"""Statistics of many games between bots."""

import pytest

from geoclass.simulate import simulate


def test_rounds_are_counted_as_the_game_counts_them():
    """Globalissimo always has ten, however many questions are asked in between."""
    rounds = simulate("globalissimo", teams=4, games=3, levels=["keen"]).rounds
    assert (rounds.low, rounds.median, rounds.high) == (10, 10, 10)
    assert simulate("course", teams=3, games=2, levels=["random"], options={"max_rounds": 4}).rounds.high == 4


@pytest.mark.parametrize("game", ["couleurs", "spywhere"])
def test_a_game_without_rounds_has_as_many_as_each_team_had_turns(game):
    report = simulate(game, teams=4, games=1, levels=["keen"])
    assert 4 * (report.rounds.high - 1) < report.turns.high <= 4 * report.rounds.high
