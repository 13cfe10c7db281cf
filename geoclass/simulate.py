"""Games played out by bots, many of them, and what came of it.

>>> from geoclass.simulate import simulate
>>> report = simulate("couleurs", teams=3, games=2, seed=1, levels=["good", "random"])
>>> sum(report.wins)
2.0
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, median, pstdev
from typing import Any

from geoclass import bots, games
from geoclass.games.rng import Rng


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
    """What came of the games: victories (a shared one counts in parts) and scores by seat, lengths, ways to end."""

    game: str
    bots: list[str]
    games: int
    wins: list[float]
    scores: list[Spread]
    turns: Spread
    rounds: Spread
    moves: Spread
    endings: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Played:
    """One game played out. A turn is a run of moves by one seat; a phase in which all move at once is one turn too."""

    game: games.Game
    turns: int
    moves: int

    @property
    def rounds(self) -> int:
        """As the game counts them; where it does not, how often each team had its turn."""
        counted: int | None = self.game.view(None).get("round")
        return counted or -(-self.turns // len(self.game.players))


def play_out(game: games.Game, players: Sequence[bots.Bot]) -> Played:
    """Let *players*, one a seat, play *game* to its end."""
    turns, moves = 0, 0
    last: str | int | None = None
    while game.actors:
        seat = game.actors[0]
        turn = game.phase if game.phase in ("guess", "closing") else seat
        turns += turn != last
        last = turn
        game.play(players[seat].choose(game.view(seat), game.legal(seat)))
        moves += 1
    return Played(game, turns, moves)


def simulate(
    game: str,
    teams: int,
    games: int,
    seed: int = 1,
    levels: Sequence[str] = ("good",),
    options: Mapping[str, Any] | None = None,
    progress: Callable[[Iterable[int]], Iterable[int]] = lambda numbers: numbers,
) -> Report:
    """*games* games of *teams* bots; *levels* are given seat by seat, the last one for all seats left."""
    levels = [*levels, *[levels[-1]] * teams][:teams]
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
        endings=dict(sorted(Counter(p.game.ending for p in played).items())),
    )


def _one(game: str, levels: Sequence[str], seed: int, number: int, options: Mapping[str, Any] | None) -> Played:
    rng = Rng(seed, f"simulation:{number}")
    live = games.new(game, [f"{level} {seat}" for seat, level in enumerate(levels)], rng.below(2**48), options)
    return play_out(live, [bots.make(game, level, rng.below(2**48)) for level in levels])
