"""The golden playthroughs play as they did. After a change that is meant: ``make golden``, then read the diff."""

import pytest

from tests.conformance.golden import FOLDER, lines, path
from tests.conformance.plays import CASES


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_the_golden_game_plays_as_it_did(game, teams):
    kept = path(game, teams).read_text("utf-8").splitlines()
    for number, (now, then) in enumerate(zip(lines(game, teams).splitlines(), kept, strict=True)):
        assert now == then, f"{path(game, teams).name}, step {number}"


def test_there_is_one_for_every_game_and_number_of_teams():
    assert sorted(f.name for f in FOLDER.iterdir()) == sorted(path(game, teams).name for game, teams in CASES)
