"""Review of La course autour du monde: tours compared with the shortest."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from geoclass import data, games
from geoclass.games.prompts import Answer, Prompt, Truth
from geoclass.review.parts import Judgement, class_seats, judged, reveals
from geoclass.review.versus import Run, play_again

ANEW = True  # compare by whole games, not move by move: waiting may be wise
CERTAIN = ("keen", "geographer", "good")
TELLING = {"best": 3, "circumference": 3, "bend": 3, "sun": 2, "hardest": 2}
SOURCES = ("openflights",)


def judgements(log: games.Log) -> Iterator[Judgement]:
    """A finished tour against the shortest one from the same start, in kilometres."""
    for number, reveal in reveals(log):
        for tour in reveal.get("tours", ()):
            best = reveal["shortest"].get(tour["start"]) if tour["start"] else None
            if best and tour["seat"] in reveal["winners"] and tour["legs_home"] == 0:
                made = [n for n, move in enumerate(log["moves"], 1) if move["seat"] == tour["seat"]]
                km, shortest = tour["km"], best["fewest_km"]["km"]
                found = {"said": km, "truth": shortest, "scale": max(0.0, 1 - shortest / km), "right": km <= shortest}
                yield judged("tour", number, made, tour["seat"], data.cities_by_id()[tour["start"]].country, **found)


def ours(log: games.Log) -> float | None:
    """The number of rounds, if a team of the class has won."""
    game = games.replay(log)
    return _rounds(game) if game.result and set(game.result["winners"]) <= set(class_seats(log)) else None


def versus(log: games.Log) -> Run:
    """Replay the whole race by bots with the same cards."""
    return play_again(log, _rounds)


def _rounds(game: games.Game) -> float:
    return float(game.view(None)["round"])


def judged_by_answer(prompt: Prompt, answer: Answer, truth: Truth) -> Iterator[dict[str, Any]]:
    """A judged distance, for the countries of both cities; the error counts in options."""
    if prompt.about != "far":
        return
    said, true = (prompt.options.index(one["say"]) for one in (answer, truth))
    off, cities = abs(said - true), data.cities_by_id()
    for iso3 in dict.fromkeys(cities[prompt.facts[end]].country for end in ("here", "there")):
        yield {
            "column": "distance",
            "iso3": iso3,
            "off": off,
            "scale": off / (len(prompt.options) - 1),
            "right": not off,
        }


def came_up(game: games.Game) -> list[str]:
    """The countries landed in."""
    cities = data.cities_by_id()
    return list(dict.fromkeys(cities[city].country for tour in game.view(None)["tours"] for city in tour))


def ways(game: games.Game) -> list[tuple[str, str]]:
    """The legs of the winners."""
    tours = game.view(None)["tours"]
    return [leg for seat in (game.result or {}).get("winners", ()) for leg in pairwise(tours[seat])]
