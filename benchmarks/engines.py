"""Moves per second of random games, compared with engines that do the same work, in the same run.

`legal` + `play` + the actor's `view` are compared with rlcard's UNO and gin rummy, which also list the actions and
build the player's state; both sides use random players, and rlcard's games run in its own runner (its bare steps are
listed too). `legal` + `play` alone are compared with open_spiel's Python dominoes. The cost of a move must not grow
with the length of a game: the last tenth of games between keen bots is compared with the first, with all moves; then
without computing reveals (a reveal is computed once, when first asked for); then by kind of move (the opening guess of
Countries lists one move and has no row yet).
"""

import random
from collections.abc import Callable
from time import process_time

from geoclass import bots, games

# All engines repeat the same games in lots, taking turns. The least processor time of each lot counts, as other work on
# the machine can only slow it down.
LOTS, MOVES, REPEATS = 20, 400, 15
REPLAYS = 5  # of a game whose moves are timed one by one
GAMES = 20  # of those
Run = Callable[[int], tuple[int, float]]  # number of a lot → its moves and their time


def run() -> None:
    uno, gin, dominoes = _rlcard("uno"), _rlcard("gin-rummy"), _dominoes
    with_view = {name: _ours(name, view=True) for name in games.GAMES}
    alone = {name: _ours(name, view=False) for name in games.GAMES}
    steps = {"rlcard UNO, bare steps": _rlcard_steps("uno"), "rlcard gin rummy, bare steps": _rlcard_steps("gin-rummy")}
    seen = _best({"rlcard UNO": uno, "rlcard gin rummy": gin} | steps | with_view)
    bare = _best({"open_spiel dominoes": dominoes} | alone)
    print("legal + play + view, moves a second, for comparison")
    for name, speed in seen.items():
        print(f"  {name:28} {speed:9,.0f}   {speed / seen['rlcard UNO']:5.2f} × UNO")
    print("legal + play, moves a second; goal: every game at least 0.5 × dominoes")
    for name, speed in bare.items():
        print(f"  {name:28} {speed:9,.0f}   {speed / bare['open_spiel dominoes']:5.2f} × dominoes")
    print("cost of a move, last tenth of a game against the first; goal: within 1.5 ×")
    for name in games.GAMES:
        (all_moves, _), (without, of_its_kind) = (_growth(name, revealed) for revealed in (False, True))
        print(
            f"  {name:28} {all_moves:5.2f} ×   {without:5.2f} × without reveals   {of_its_kind:5.2f} × one of its kind"
        )


def _best(runs: dict[str, Run]) -> dict[str, float]:
    """Moves per second of each."""
    moves, times = dict.fromkeys(runs, 0), dict.fromkeys(runs, 0.0)
    for lot in range(LOTS):
        runs_of_lot = [{name: play(lot) for name, play in runs.items()} for _ in range(REPEATS)]
        for name in runs:
            moves[name] += runs_of_lot[0][name][0]
            times[name] += min(one[name][1] for one in runs_of_lot)
    return {name: moves[name] / times[name] for name in runs}


def _ours(name: str, view: bool) -> Run:
    def play(lot: int) -> tuple[int, float]:
        rng, moves, seed = random.Random(lot), 0, 1000 * lot
        player = bots.make(name, "random", lot)
        started = process_time()
        while moves < MOVES:
            seed += 1
            game = games.new(name, players=["A", "B", "C", "D"], seed=seed)
            for _ in range(300):
                if not game.actors:
                    break
                seat = game.actors[0]
                legal = game.legal(seat)
                if view:
                    game.play(player.choose(game.view(seat), legal))
                else:
                    game.play(rng.choice(legal))
                moves += 1
        return moves, process_time() - started

    return play


def _rlcard(name: str) -> Run:
    """Whole games in rlcard's runner: ``env.run`` with random agents."""
    import numpy as np
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(lot: int) -> tuple[int, float]:
        env.seed(lot)
        np.random.seed(lot)  # used by the agents
        before, started = env.timestep, process_time()
        while env.timestep - before < MOVES:
            env.run(is_training=False)
        return env.timestep - before, process_time() - started

    return play


def _rlcard_steps(name: str) -> Run:
    import rlcard

    env = rlcard.make(name, config={"seed": 1})

    def play(lot: int) -> tuple[int, float]:
        env.seed(lot)
        rng, moves, started = random.Random(lot), 0, process_time()
        while moves < MOVES:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                moves += 1
        return moves, process_time() - started

    return play


def _dominoes(lot: int) -> tuple[int, float]:
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401  (registers the game)

    game = pyspiel.load_game("python_block_dominoes")
    rng, moves = random.Random(lot), 0
    started = process_time()
    while moves < MOVES:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(rng.choice(actions))
            moves += 1
    return moves, process_time() - started


def _growth(name: str, revealed: bool) -> tuple[float, float]:
    """The cost of a move in the last tenth of games, as a ratio to the first: over all moves, and by kind of move."""
    all_moves, of_a_kind = ([0.0, 0.0], [0.0, 0.0])  # the first tenth, the last
    for seed in range(GAMES):
        moves = _keen_moves(name, seed)
        times = list(map(min, zip(*(_times(name, seed, moves, revealed) for _ in range(REPLAYS)), strict=True)))
        kinds: dict[str, list[float]] = {}
        for move, time in zip(moves, times, strict=True):
            kinds.setdefault(move["move"], []).append(time)
        for tenths, series in ((all_moves, [times]), (of_a_kind, kinds.values())):
            for costs in series:
                n = max(1, len(costs) // 10)
                tenths[0] += sum(costs[:n]) / n
                tenths[1] += sum(costs[-n:]) / n
    return all_moves[1] / all_moves[0], of_a_kind[1] / of_a_kind[0]


def _keen_moves(name: str, seed: int) -> list[games.Move]:
    game = games.new(name, players=["A", "B", "C", "D"], seed=seed)
    players = [bots.make(name, "keen", seat) for seat in range(4)]
    while game.actors:
        seat = game.actors[0]
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))
    moves: list[games.Move] = game.log["moves"]
    return moves


def _times(name: str, seed: int, moves: list[games.Move], revealed: bool) -> list[float]:
    """The time of each of *moves* (legal, view and play); if *revealed*, the reveal is computed beforehand, untimed."""
    game, times = games.new(name, players=["A", "B", "C", "D"], seed=seed), []
    for move in moves:
        if revealed:
            _ = game.reveal
        started = process_time()
        game.legal(move["seat"])
        game.view(move["seat"])
        game.play(move)
        times.append(process_time() - started)
    return times
