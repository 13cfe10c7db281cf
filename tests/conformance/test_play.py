"""Every game with every number of teams on fifty seeds: legal moves are accepted, games end, a log is sufficient."""

import json
import os
import subprocess
import sys
from copy import deepcopy

import pytest

from geoclass import games
from geoclass.games.rng import Rng
from tests.conformance.plays import CASES, SEEDS, digest, play, seats, start, trace, views

COMMON = {"game", "phase", "players", "actors", "scores", "result", "reveal"}


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_games_end_and_every_seat_keeps_to_its_turn(game, teams):
    for seed in SEEDS:
        live = start(game, teams, seed)
        for move, events in play(live, seed):
            assert move["seat"] in range(teams)
            assert isinstance(events, list)
            for seat in range(teams):
                assert bool(live.legal(seat)) == (seat in live.actors)
        assert live.result is not None, f"{game} with {teams} teams, seed {seed}, does not end"
        assert live.actors == ()
        assert live.phase == "over"
        winners, scores = live.result["winners"], live.result["scores"]
        assert winners == sorted(winners)
        assert set(winners) <= set(range(teams))
        assert winners
        assert len(scores) == teams
        assert live.view(None)["result"] == live.result


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_each_legal_move_is_accepted_and_is_a_full_dict(game, teams):
    for seed in SEEDS[:4]:
        live = start(game, teams, seed)
        for step, _ in enumerate(play(live, seed, 200)):
            if step % 23:
                continue
            for seat in live.actors:
                moves = live.legal(seat)
                assert len({json.dumps(m, sort_keys=True) for m in moves}) == len(moves)
                for move in moves[:: max(1, len(moves) // 25)]:
                    assert move["seat"] == seat
                    deepcopy(live).play(move)


def _parts(value):
    """All mutable parts of plain data."""
    if isinstance(value, dict | list):
        yield value
        for child in value.values() if isinstance(value, dict) else value:
            yield from _parts(child)


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_no_two_legal_moves_share_anything(game, teams):
    live = start(game, teams, 6)
    for _ in play(live, 6, 60):
        for seat in live.actors:
            found = list(_parts([live.legal(seat), live.legal(seat)]))
            assert len({id(part) for part in found}) == len(found)


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_views_are_json_have_the_common_keys_and_are_nobody_elses(game, teams):
    live = start(game, teams, 1)
    for step, (_, events) in enumerate(play(live, 1, 120)):
        assert json.loads(json.dumps(events)) == events
        if step % 7:
            continue
        for seat in seats(live):
            view = live.view(seat)
            assert view.keys() >= COMMON
            assert json.loads(json.dumps(view)) == view
            _spoil(view)
            assert live.view(seat) != view


def _spoil(value):
    """Modify every mutable part of a view."""
    children = list(value.values()) if isinstance(value, dict) else list(value)
    for child in children:
        if isinstance(child, dict | list):
            _spoil(child)
    value.clear()


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_spoiling_the_result_or_a_view_of_the_end_leaves_the_game_alone(game, teams):
    live, twin = start(game, teams, 3), start(game, teams, 3)
    for _ in zip(play(live, 3), play(twin, 3), strict=True):
        pass
    for seat in seats(live):
        _spoil(live.view(seat))
    _spoil(live.result)
    assert (views(live), live.result) == (views(twin), twin.result)


def test_spoiling_a_view_leaves_the_game_alone():
    for game, teams in CASES:
        live, twin = start(game, teams, 3), start(game, teams, 3)
        for _ in zip(play(live, 3, 40), play(twin, 3, 40), strict=True):
            for seat in seats(live):
                _spoil(live.view(seat))
            for seat in live.actors:
                _spoil(live.legal(seat))
            _spoil(live.log)
        assert views(live) == views(twin)
        assert live.log == twin.log


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_undo_and_replay_give_equal_views_at_every_step(game, teams):
    live = start(game, teams, 5)
    before = views(live)
    for _ in play(live, 5, 60):
        now, log = views(live), json.loads(json.dumps(live.log))
        again = games.replay(log)
        assert again == live
        assert views(again) == now
        again.undo()
        assert views(again) == before
        assert again != live
        before = now


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_a_finished_game_replays_to_the_same_end(game, teams):
    live = start(game, teams, 11)
    for _ in play(live, 11):
        pass
    again = games.replay(json.loads(json.dumps(live.log)))
    assert views(again) == views(live)
    again.undo()
    assert again.result is None
    with pytest.raises(games.IllegalMove):
        live.play(live.log["moves"][-1])


def test_a_log_plays_alike_in_a_fresh_process_with_another_hash_seed():
    here = {f"{game}/{teams}": digest(trace(game, teams, 2, 300)) for game, teams in CASES}
    code = (
        "import json; from tests.conformance.plays import *;"
        "print(json.dumps({f'{g}/{n}': digest(trace(g, n, 2, 300)) for g, n in CASES}))"
    )
    for hash_seed in ("1", "4711"):
        env = os.environ | {"PYTHONHASHSEED": hash_seed}
        run = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
        assert json.loads(run.stdout) == here


def test_another_seed_is_another_game():
    for game, teams in CASES:
        assert len({digest(views(start(game, teams, seed))) for seed in range(6)}) > 1, game


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_simultaneous_moves_commute(game, teams):
    """If several seats may act at once, the order of their moves makes no difference."""
    tried = 0
    for seed in SEEDS[:6]:
        live = start(game, teams, seed)
        rng = Rng(seed, "commute")
        moves = play(live, seed, 400)
        while live.result is None:
            if len(live.actors) > 1:
                one, two = rng.shuffled(live.actors)[:2]
                first, second = rng.choice(live.legal(one)), rng.choice(live.legal(two))
                there, back = deepcopy(live), deepcopy(live)
                for game_, order in ((there, (first, second)), (back, (second, first))):
                    for move in order:
                        game_.play(move)
                assert views(there) == views(back)
                tried += 1
            if next(moves, None) is None:
                break
    if game == "countries" or (game == "spywhere" and teams > 2):
        assert tried > 0, "these have such moves"


@pytest.mark.parametrize(("game", "teams"), CASES)
def test_every_reveal_is_kept_as_it_was_shown_and_is_nobody_elses(game, teams):
    live, seen = start(game, teams, 2), {}
    for _ in play(live, 2):
        seen[live.reveal_count] = live.reveal
    for n, kept in enumerate(live.reveals, 1):
        for reveal in (kept, seen[n]):
            for ranked in reveal.get("ranking", ()):
                ranked |= {"to": None, "stopped": None}  # Globalissimo's figures move on until the round ends
        assert kept == seen[n]
    live.reveals[-1].clear()
    assert live.reveals[-1] == live.reveal == games.replay(live.log).reveals[-1]
