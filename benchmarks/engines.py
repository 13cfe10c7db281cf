"""Moves per second of random games, like with like and in the same run.

`legal` + `play` + the actor's `view` stand beside rlcard's UNO and gin rummy, which also list the actions and build the
player's state: played by rlcard's own runner with its random agents, as ours are by our random bot; its bare steps
are shown beside. `legal` + `play` alone stand beside open_spiel's Python dominoes. And the cost of a move must not grow
with the length of a game: the first and the last tenth of games of keen bots are compared, all moves of a tenth with
all; then without the lesson of a reveal, which is worked out once, by whoever asks first; and so each kind of move with
its own (the opening guess of Countries lists one move and sees no row yet).
"""

import random
from collections.abc import Callable
from time import process_time

from geoclass import bots, games

# Each plays the same games again and again, some moves of them at a time and in turns with the others; of each lot the
# quickest time counts, in processor time, as other work on the machine only ever slows one down.
LOTS, MOVES, REPEATS = 20, 400, 15
REPLAYS = 5  # of a game whose moves are timed one by one
GAMES = 20  # of those
Run = Callable[[int], tuple[int, float]]  # the number of a lot → its moves, and how long they took


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
        (all_moves, _), (without, of_its_kind) = (_growth(name, told) for told in (False, True))
        print(
            f"  {name:28} {all_moves:5.2f} ×   {without:5.2f} × without lessons   {of_its_kind:5.2f} × one of its kind"
        )


def _best(runs: dict[str, Run]) -> dict[str, float]:
    """Moves a second of each."""
    moves, times = dict.fromkeys(runs, 0), dict.fromkeys(runs, 0.0)
    for lot in range(LOTS):
        tries = [{name: play(lot) for name, play in runs.items()} for _ in range(REPEATS)]
        for name in runs:
            moves[name] += tries[0][name][0]
            times[name] += min(one[name][1] for one in tries)
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
    """Whole games by rlcard's runner: ``env.run`` with random agents."""
    import numpy as np
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(lot: int) -> tuple[int, float]:
        env.seed(lot)
        np.random.seed(lot)  # the agents'
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


def _growth(name: str, told: bool) -> tuple[float, float]:
    """How much dearer a move is in the last tenth of games than in the first: of all moves, and of each kind apart."""
    all_moves, of_a_kind = ([0.0, 0.0], [0.0, 0.0])  # the first tenth, the last
    for seed in range(GAMES):
        moves = _keen_moves(name, seed)
        times = list(map(min, zip(*(_times(name, seed, moves, told) for _ in range(REPLAYS)), strict=True)))
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


def _times(name: str, seed: int, moves: list[games.Move], told: bool) -> list[float]:
    """What each of *moves* costs: legal, view and play; *told*: somebody has asked for the reveal before."""
    game, times = games.new(name, players=["A", "B", "C", "D"], seed=seed), []
    for move in moves:
        if told:
            _ = game.reveal
        started = process_time()
        game.legal(move["seat"])
        game.view(move["seat"])
        game.play(move)
        times.append(process_time() - started)
    return times
