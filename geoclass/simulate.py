"""Simulates many games between bots and reports statistics.

>>> from geoclass.simulate import simulate
>>> report = simulate("countries", teams=3, games=2, seed=1, levels=["good", "random"])
>>> sum(report.wins)
2.0
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from importlib import resources
from math import sqrt
from statistics import fmean, median, pstdev
from typing import TYPE_CHECKING, Any

from geoclass import bots, games
from geoclass.games.rng import Rng

if TYPE_CHECKING:
    import pandas as pd

FEW, MOST, CLOSE = 8, 60, 0.08  # games that tell how long one takes, until the mean is known so closely
SHIPPED = "minutes.json"  # in a game's folder: teams → options → minutes, as simulated when it was written


@dataclass(frozen=True)
class Spread:
    """How a number varies from game to game."""

    mean: float
    sd: float
    median: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Spread":
        return cls(
            round(fmean(numbers), 2), round(pstdev(numbers), 2), float(median(numbers)), min(numbers), max(numbers)
        )


@dataclass(frozen=True)
class Report:
    """Statistics of the games: wins (shared ones count in parts) and scores by seat, lengths, endings."""

    game: str
    bots: list[str]
    games: int
    wins: list[float]
    scores: list[Spread]
    turns: Spread
    rounds: Spread
    moves: Spread
    reveals: Spread
    endings: dict[str, int]
    rows: list[dict[str, Any]] = field(default_factory=list, repr=False, compare=False)

    def as_dict(self) -> dict[str, Any]:
        return {key: value for key, value in asdict(self).items() if key != "rows"}

    def frame(self) -> "pd.DataFrame":
        """One row per game and seat: bot, score, share of the win, length of the game.

        >>> frame = simulate("countries", teams=2, games=3, levels=["keen", "random"]).frame()
        >>> frame.groupby("bot")["won"].sum().sum()
        np.float64(3.0)
        """
        import pandas as pd

        return pd.DataFrame(self.rows)


@dataclass(frozen=True)
class PlayedGame:
    """A finished game. A turn is a run of moves by one seat; a phase in which all move at once is one turn too."""

    game: games.Game
    turns: int
    moves: int

    @property
    def rounds(self) -> int:
        """The rounds as the game counts them, or else the number of turns per team."""
        counted: int | None = self.game.view(None).get("round")
        return counted or -(-self.turns // len(self.game.players))


def play_out(game: games.Game, players: Sequence[bots.Bot], as_bots: bool = False) -> PlayedGame:
    """Let *players*, one per seat, play *game* to its end; *as_bots*: mark their moves as bots' in the log."""
    turns, moves = 0, 0
    last: str | int | None = None
    while game.actors:
        seat = game.actors[0]
        turn = game.phase if game.phase in game.through else seat
        turns += turn != last
        last = turn
        game.play(bots.move(players[seat], game, seat), as_bots)
        moves += 1
    return PlayedGame(game, turns, moves)


def simulate(
    game: str,
    teams: int,
    games: int,
    seed: int = 1,
    levels: Sequence[str] = ("good",),
    options: Mapping[str, Any] | None = None,
    progress: Callable[[Iterable[int]], Iterable[int]] = lambda numbers: numbers,
) -> Report:
    """Simulate *games* games of *teams* bots; *levels* are given by seat, the last one for all remaining seats."""
    levels = [*levels, *[levels[-1]] * teams][:teams]
    if games < 1:
        raise ValueError(f"games={games}: at least one is needed")
    played = [_one(game, levels, seed, number, options) for number in progress(range(games))]
    results = [p.game.result or {} for p in played]
    return Report(
        game=game,
        bots=levels,
        games=games,
        wins=[round(sum((seat in r["winners"]) / len(r["winners"]) for r in results), 2) for seat in range(teams)],
        scores=[Spread.of([r["scores"][seat] for r in results]) for seat in range(teams)],
        turns=Spread.of([p.turns for p in played]),
        rounds=Spread.of([p.rounds for p in played]),
        moves=Spread.of([p.moves for p in played]),
        reveals=Spread.of([p.game.reveal_count for p in played]),
        endings=dict(sorted(Counter(p.game.ending for p in played).items())),
        rows=[
            {
                "game": number,
                "seat": seat,
                "bot": level,
                "score": r["scores"][seat],
                "won": (seat in r["winners"]) / len(r["winners"]),
                "turns": p.turns,
                "rounds": p.rounds,
                "moves": p.moves,
                "ending": p.game.ending,
            }
            for number, (p, r) in enumerate(zip(played, results, strict=True), 1)
            for seat, level in enumerate(levels)
        ],
    )


def minutes(game: str, teams: int, options: Mapping[str, Any] | None = None) -> int:
    """How long a class would play: as shipped with the game, or as simulated now for options that nobody proposes."""
    key = as_key(options or {})
    known = shipped(game).get(str(teams), {})
    return known[key] if key in known else simulated_minutes(game, teams, key)


def as_key(options: Mapping[str, Any]) -> str:
    """Options as one text, equal for equal options."""
    return json.dumps(options, sort_keys=True)


@cache
def shipped(game: str) -> Mapping[str, Mapping[str, int]]:
    """The minutes that ship with a game; a game of another package may have none."""
    file = resources.files(games.GAMES[game]) / SHIPPED
    found: Mapping[str, Mapping[str, int]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


@lru_cache(500)
def simulated_minutes(game: str, teams: int, options: str, close: float = CLOSE) -> int:
    """The turns and reveals of a few simulated games of pupils, at the game's pace."""
    pace, seconds = games.game_type(game).pace, list[float]()
    for number in range(MOST):
        played = _one(game, ["pupil"] * teams, 1, number, json.loads(options))
        seconds.append(played.turns * pace["turn"] + played.game.reveal_count * pace["reveal"])
        if number + 1 >= FEW and pstdev(seconds) < close * fmean(seconds) * sqrt(number):
            break
    return round(fmean(seconds) / 60)


def _one(game: str, levels: Sequence[str], seed: int, number: int, options: Mapping[str, Any] | None) -> PlayedGame:
    rng = Rng(seed, f"simulation:{number}")
    live = games.new(game, [f"{level} {seat}" for seat, level in enumerate(levels)], rng.below(2**48), options)
    return play_out(live, [bots.make(game, level, rng.below(2**48)) for level in levels], as_bots=True)
