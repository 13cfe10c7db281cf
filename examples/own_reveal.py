"""A custom reveal: the rows of a finished game as charts. ``panel serve examples/own_reveal.py``"""

import panel as pn

from geoclass import bots, charts, data, games
from geoclass.simulate import play_out

pn.extension()

game = games.new("countries", players=["Robots A", "Robots B"], seed=7)
play_out(game, [bots.make("countries", "pupil", seed) for seed in (1, 2)])


def revealed(reveal):
    """The ranking and the map of the countries in a row."""
    cards = [laid["card"] for laid in reveal["row"]]
    figures = data.countries().loc[cards, reveal["category"]]
    return pn.Column(
        f"## {data.column(reveal['category']).label['en']}",
        charts.ranking(figures, "en", most=len(cards)),
        charts.world_map(reveal["category"], "en", chosen=cards[:6]),
    )


rows = [reveal for reveal in game.reveals if "row" in reveal]
pn.Tabs(*((str(number), revealed(reveal)) for number, reveal in enumerate(rows[:5], 1))).servable(title="Our reveal")
