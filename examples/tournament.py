"""A tournament of bots, charted: ``python examples/tournament.py [GAME] [GAMES]`` writes tournament.html."""

import sys
from itertools import combinations

import pandas as pd
from bokeh.io import output_file, save
from bokeh.resources import INLINE

from geoclass import bots, charts
from geoclass.simulate import simulate


def tournament(game: str, games: int) -> pd.Series:
    """The share of games won by each level, against each other level and equally often in either seat."""
    frames = []
    for a, b in combinations(bots.LEVELS, 2):
        for levels in ((a, b), (b, a)):
            frames.append(simulate(game, teams=2, games=games, seed=7, levels=levels).frame())
    return pd.concat(frames).groupby("bot")["won"].mean().reindex(list(bots.LEVELS))


if __name__ == "__main__":
    game, games = (*sys.argv[1:], "countries")[0], int((*sys.argv[2:], "10")[0])
    won = tournament(game, games)
    print(won.round(2).to_string())
    plot = charts.plain(x_range=list(won.index), y_range=(0, 100), height=360)
    plot.vbar(x=list(won.index), top=list(100 * won), width=0.6, color="#853D4D")
    charts.captioned(plot, f"Games won in %, {games} games for each pair and seat.", f"Bots at {game}")
    output_file("tournament.html", title="Tournament")
    save(plot, resources=INLINE)
