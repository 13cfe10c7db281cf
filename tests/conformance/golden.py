"""Golden playthroughs: one game of random moves per game and number of teams, with every seat's view at each step.

``make golden`` rewrites them. A file contains the log's setup and, for each step, the move, the events, the changes of
the projector's view, and the differences between each seat's view and the projector's: a diff of these files shows what
changes for players. As a random game may be long, only the first steps and the last one are stored in full.
"""

import json
from pathlib import Path
from typing import Any

from geoclass import games
from geoclass.games.rng import Rng
from tests.conformance.plays import CASES, start

FOLDER = Path(__file__).parent / "golden"
WHOLE = 40  # steps stored in full; of later ones only the moves, except for the last step


def path(game: str, teams: int) -> Path:
    return FOLDER / f"{game}-{teams}.jsonl"


def playthrough(game: str, teams: int) -> list[dict[str, Any]]:
    """The steps of the golden game, the first one being the setup."""
    live = start(game, teams, 100 + teams)
    rng = Rng(teams, "golden")
    before: games.View = {}
    steps: list[dict[str, Any]] = [{"setup": live.log["setup"]} | _step(live, before)]
    while live.actors:
        before = live.view(None)
        move = rng.choice(live.legal(rng.choice(live.actors)))
        events = live.play(move)
        whole = len(steps) <= WHOLE or not live.actors
        steps.append({"move": move, "events": events} | _step(live, before) if whole else {"move": move})
    return steps


def _step(live: games.Game, before: games.View) -> dict[str, Any]:
    shown = live.view(None)
    own = {str(seat): _changes(shown, live.view(seat)) for seat in range(len(live.players))}
    return {"changed": _changes(before, shown), "own": own, "legal": sum(len(live.legal(seat)) for seat in live.actors)}


def _changes(old: games.View, new: games.View) -> dict[str, Any]:
    return {key: value for key, value in new.items() if key not in old or old[key] != value}


def lines(game: str, teams: int) -> str:
    return "".join(json.dumps(step, ensure_ascii=False, sort_keys=True) + "\n" for step in playthrough(game, teams))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game, teams in CASES:
        path(game, teams).write_text(lines(game, teams), "utf-8")
