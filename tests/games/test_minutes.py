"""P5: the estimated duration depends on the game, the teams and the options."""

import pytest

from geoclass import games
from geoclass import simulate as simulated
from geoclass.simulate import as_key, minutes, shipped, simulate
from geoclass.ui import knobs


def test_P5_more_teams_take_longer_and_beginners_less():
    countries = [minutes("countries", teams) for teams in (2, 4, 8, 12)]
    assert countries == sorted(countries)
    assert countries[-1] > 2 * countries[0]
    assert minutes("globalissimo", 4, {"rounds": 5, "barriers": False}) < minutes("globalissimo", 4) / 2


@pytest.mark.parametrize("game", sorted(games.GAMES))
def test_P5_the_estimate_agrees_with_a_longer_simulation(game):
    engine = games.game_type(game)
    for teams in (engine.teams[0], engine.teams[-1]):
        report = simulate(game, teams, 30, seed=9, levels=["pupil"])
        turns = report.turns.mean * engine.pace["turn"] / 60
        reveals = report.reveals.mean * engine.pace["reveal"] / 60
        assert minutes(game, teams) == pytest.approx(turns + reveals, rel=0.25)


@pytest.mark.parametrize("game", games.OWN)
def test_P5_what_the_form_proposes_ships_with_the_game(game, monkeypatch):
    """Rewritten by ``make minutes``."""
    engine = games.game_type(game)
    assert {n: set(known) for n, known in shipped(game).items()} == {
        str(n): set(map(as_key, knobs.proposable(game, n))) for n in engine.teams
    }

    def none(*_, **__):
        raise AssertionError("a proposal is not simulated: the teacher waits")

    monkeypatch.setattr(simulated, "simulated_minutes", none)
    for lesson in (20, 45, 90):
        for teams in engine.teams:
            wanted = knobs.proposal(game, teams, lesson, engine.teams[0])
            assert minutes(game, wanted[0], wanted[2]) > 0
