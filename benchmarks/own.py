"""Games of keen bots with ten of a teacher's own columns, compared with the same ten built-in figures in the same run.

The columns are copies under other names, so the games are the same move by move. `legal`, `play`, the actor's `view`,
the choice and each new reveal are timed; so is, separately, the setup of a game, which contains its figures.
"""

from collections.abc import Callable
from time import process_time

from geoclass import bots, data, games

LOTS, MOVES, REPEATS = 10, 300, 9
FIGURES = (
    *("population", "area_km2", "median_age", "highest_point_m", "life_expectancy"),
    *("birth_rate", "urban_pct", "gdp_per_capita_usd", "forest_pct", "co2_mt"),
)
GAMES = ("countries", "globalissimo")
Times = tuple[float, float]  # of the beginnings, of the moves


def run() -> None:
    data.forget_own()
    try:
        own = _own_columns()
        print("ten own columns against the same ten of the tables, time; goal: at most 1.1 ×")
        for game in GAMES:
            built_in, theirs = _best(_play(game, FIGURES), _play(game, own))
            print(f"  {game:14} {theirs[1] / built_in[1]:5.2f} × a move   {theirs[0] / built_in[0]:5.2f} × a beginning")
    finally:
        data.forget_own()


def _own_columns() -> list[str]:
    """Load the ten figures as a teacher's file, for the countries that have all ten; the names of the columns."""
    values = [data.values(figure) for figure in FIGURES]
    isos = [iso for iso in sorted(values[0]) if all(iso in figures for figures in values)]
    rows = [",".join([iso, *(str(figures[iso]) for figures in values)]) for iso in isos]
    heading = ",".join(["iso3", *(f"Own {n}" for n in range(len(FIGURES)))])
    return [column.name for column in data.load_own("\n".join([heading, *rows]))]


def _best(*plays: Callable[[int], Times]) -> list[Times]:
    """The sums of the least times of each lot, as other work on the machine can only slow it down; plays take turns."""
    totals = [[0.0, 0.0] for _ in plays]
    for lot in range(LOTS):
        runs = [[play(lot) for play in plays] for _ in range(REPEATS)]
        for total, one in zip(totals, zip(*runs, strict=True), strict=True):
            for part in (0, 1):
                total[part] += min(times[part] for times in one)
    return [(begun, played) for begun, played in totals]


def _play(name: str, figures: "list[str] | tuple[str, ...]") -> Callable[[int], Times]:
    def play(lot: int) -> Times:
        begun, played, moves, seed = 0.0, 0.0, 0, 100 * lot
        player = bots.make(name, "keen", lot)
        while moves < MOVES:
            seed, started = seed + 1, process_time()
            game = games.new(name, players=["A", "B", "C", "D"], seed=seed, options={"categories": list(figures)})
            begun, started, revealed = begun + process_time() - started, process_time(), 0
            while game.actors and moves < MOVES:
                seat = game.actors[0]
                game.play(player.choose(game.view(seat), game.legal(seat)))
                if game.reveal_count > revealed:
                    revealed = game.reveal_count
                    game.reveal  # noqa: B018  (computed when first asked for)
                moves += 1
            played += process_time() - started
        return begun, played

    return play
