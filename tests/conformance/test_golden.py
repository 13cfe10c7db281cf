"""The golden playthroughs are unchanged. After an intended change: ``make golden``, then review the diff."""

import json
from pathlib import Path

import pytest

from geoclass import games
from tests.conformance.golden import FOLDER, lines, path
from tests.conformance.plays import CASES

EARLIER = sorted((Path(__file__).parent / "golden-1").iterdir())  # logs of an earlier version: never rewritten


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_the_golden_game_plays_as_it_did(game, teams):
    kept = path(game, teams).read_text("utf-8").splitlines()
    for number, (now, then) in enumerate(zip(lines(game, teams).splitlines(), kept, strict=True)):
        assert now == then, f"{path(game, teams).name}, step {number}"


def test_there_is_one_for_every_game_and_number_of_teams():
    assert sorted(f.name for f in FOLDER.iterdir()) == sorted(path(game, teams).name for game, teams in CASES)


@pytest.mark.parametrize("file", EARLIER, ids=lambda file: file.stem)
def test_a_log_of_an_earlier_version_plays_to_the_same_end(file):
    """Reveals may have more content than before; events and results are the same."""
    first, *steps, last = map(json.loads, file.read_text("utf-8").splitlines())
    live = games.replay({"setup": first["setup"], "moves": []})
    for step in steps:
        assert live.play(step["move"]) == step["events"]
    shown = live.view(None)
    assert {name: shown[name] for name in last["end"]} == last["end"]


def test_every_game_has_a_log_of_an_earlier_version():
    assert {file.stem.rpartition("-")[0] for file in EARLIER} >= set(games.OWN)
