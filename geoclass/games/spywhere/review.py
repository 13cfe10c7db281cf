"""Review of Spywhere: the nationalities each team guessed for the others.

Pads are guesses about teams, not beliefs about countries, so they are not judgements.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from geoclass import data, games, i18n
from geoclass.review.logs import begin
from geoclass.review.parts import Judgement, bot_moves, judged, reveals, words
from geoclass.review.versus import Position, Run, mean_worth

COUNTED = "identity"
TELLING = {"showed": 3, "hidden": 2, "population": 2, "dish": 2}


def judgements(log: games.Log) -> Iterator[Judgement]:
    """Every identification, once the game is over; its country is the nationality named."""
    made = {(m["seat"], m["nationality"]): n for n, m in enumerate(log["moves"], 1) if m["move"] == "identify"}
    for number, reveal in reveals(log):
        for said in reveal["identifications"]:
            move, right = made[said["seat"], said["nationality"]], said["right"]
            yield judged(
                COUNTED, number, [move], said["seat"], said["nationality"], scale=0.0 if right else 1.0, right=right
            )


def sheet(log: games.Log, lang: str) -> list[dict[str, str]]:
    """A table of all identifications with the truth."""
    names = log["setup"]["players"]

    def countries(isos: Sequence[str]) -> str:
        return ", ".join(data.Country(iso).words(lang) for iso in isos)

    def row(reveal: games.Reveal, said: Mapping[str, Any]) -> dict[str, str]:
        cells = {
            "by": names[said["seat"]],
            "about": names[said["target"]],
            "named": countries([said["nationality"]]),
            "truth": countries(reveal["passports"][said["target"]]),
            "right": i18n.text("review.yes" if said["right"] else "review.no", lang),
        }
        return {words("spywhere", f"guess.{name}", lang): cell for name, cell in cells.items()}

    return [row(reveal, said) for _, reveal in reveals(log) for said in reveal["identifications"]]


def versus(log: games.Log) -> Run:
    """Let bots identify the same teams (S7)."""
    game, by_bots, found = begin(log), bot_moves(log), []
    for number, move in enumerate(log["moves"], 1):
        if move["move"] == "identify" and number not in by_bots:
            seat, target = move["seat"], move["target"]
            legal = [m for m in game.legal(seat) if m["move"] == "identify" and m["target"] == target]
            found.append((game.view(seat) | {"phase": "closing"}, legal, target))  # forces a bot to identify
        game.play(move)
    *_, (_, reveal) = reveals(log)
    passports = reveal["passports"]
    return mean_worth([Position(view, legal, partial(_right, passports[target])) for view, legal, target in found])


def _right(passports: list[str], named: games.Move) -> float:
    return 100.0 if named["nationality"] in passports else 0.0


def came_up(game: games.Game) -> list[str]:
    """The nationalities in the game."""
    return list(game.view(None)["nationalities"])
