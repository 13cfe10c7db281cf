"""Review of Globalissimo: tiles laid on countries, and answers to questions."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from geoclass import data, games
from geoclass.games.globalissimo.tables import CAPITAL, MAP
from geoclass.review.logs import begin
from geoclass.review.parts import Judgement, bot_moves, closing_reveal, judged
from geoclass.review.versus import Position, Run, mean_worth

EXACT = 3  # points of a right tile; one less for each rank off (G4)
COUNTED, BEST = "rank", float(EXACT)
TELLING = {"miss": 4, CAPITAL: 3, MAP: 3, "population": 2, "median_age": 2, "gdp_per_capita_usd": 2}
WITHOUT_FIGURE = ("miss",)  # questions that do not name the figure
ASKED = {CAPITAL: ("capital", "capital"), MAP: ("map", "place")}  # colour → kind and column of the answer


def judgements(log: games.Log) -> Iterator[Judgement]:
    """Every tile once revealed, and every answer."""
    game, laid = begin(log), dict[str, int]()  # country → index of the move that laid its tile
    for number, move in enumerate(log["moves"], 1):
        if move["move"] == "estimate":
            laid[move["card"]] = number
        round_ = game.view(None)["round"]
        events = game.play(move)
        for answered in events:
            if answered["event"] in ("right", "wrong"):
                kind, column = ASKED[answered["colour"]]
                right = answered["event"] == "right"
                found = {"column": column, "round_": round_, "scale": 0.0 if right else 1.0, "right": right}
                yield judged(kind, number, [number], answered["seat"], answered["card"], **found)
        if any(event["event"] == "turned" for event in events) and (reveal := game.reveal):
            yield from _tiles(number, reveal, laid)
    if (reveal := closing_reveal(log, game)) and not reveal["unsolved"]:
        yield from _tiles(len(log["moves"]), reveal, laid)


def _tiles(number: int, reveal: games.Reveal, laid: Mapping[str, int]) -> Iterator[Judgement]:
    for ranked in reveal["ranking"]:
        if ranked["tile"] is not None:
            off = abs(ranked["tile"] - ranked["rank"])
            yield judged(
                COUNTED,
                number,
                [laid[ranked["card"]]],
                ranked["seat"],
                ranked["card"],
                round_=reveal["round"],
                column=reveal["category"],
                value=ranked["value"],
                said=ranked["tile"],
                truth=ranked["rank"],
                off=off,
                scale=off / max(1, len(reveal["ranking"]) - 1),
                right=off == 0,
            )


def counted(judged: Sequence[Judgement]) -> float:
    """The mean points of a tile."""
    return fmean(points(tile["off"]) for tile in judged)


def points(off: float) -> int:
    """The points of a tile that is *off* by so many ranks (G4)."""
    return max(0, EXACT - int(off))


def versus(log: games.Log) -> Run:
    """Let bots estimate with the same open countries and tiles."""
    return mean_worth(list(_positions(log)))


def _positions(log: games.Log) -> Iterator[Position]:
    game, laid, by_bots = begin(log), list[Position](), bot_moves(log)
    for number, move in enumerate(log["moves"], 1):
        if move["move"] == "estimate" and number not in by_bots:
            view = game.view(move["seat"])
            laid.append(Position(view, game.legal(move["seat"]), partial(_worth, view)))
        if any(event["event"] == "turned" for event in game.play(move)):
            yield from laid
            laid = []
    if (reveal := closing_reveal(log, game)) and not reveal["unsolved"]:
        yield from laid


def _worth(view: games.View, estimate: games.Move) -> float:
    figures = data.values(view["category"])
    rank = 1 + sum(figures[other] > figures[estimate["card"]] for other in view["open"])
    return points(abs(estimate["rank"] - rank))


def telling(question: Mapping[str, Any]) -> float:
    """How surprising a question is: more if a tile was many ranks off."""
    return abs(question["tile"] - question["rank"]) / 10 if "tile" in question else 0
