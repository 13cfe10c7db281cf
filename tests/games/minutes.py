"""Estimates of how long a class plays, from simulated games; ``make minutes`` rewrites each game's file."""

import json
from importlib import resources
from pathlib import Path

from geoclass import games
from geoclass.simulate import SHIPPED, as_key, simulated_minutes
from geoclass.ui.knobs import proposable

CLOSE = 0.03  # the relative error allowed for the mean


def write(game: str) -> None:
    with resources.as_file(resources.files(games.GAMES[game]) / SHIPPED) as file:
        Path(file).write_text(json.dumps(computed(game), indent=1) + "\n", "utf-8")


def computed(game: str) -> dict[str, dict[str, int]]:
    return {
        str(teams): {key: simulated_minutes(game, teams, key, CLOSE) for key in map(as_key, proposable(game, teams))}
        for teams in games.game_type(game).teams
    }


if __name__ == "__main__":
    for game in games.OWN:
        write(game)
