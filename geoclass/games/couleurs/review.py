"""Review of Couleurs du monde: chains compared with the best possible ones."""

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from geoclass import games
from geoclass.games.prompts import Answer, Prompt, Truth
from geoclass.review.parts import Judgement, class_seats, judged, reveals
from geoclass.review.versus import Run, play_again

COUNTED = "chain"
ANEW = True  # compare by whole games, not move by move: waiting may be wise
CERTAIN = ("pupil", "keen", "geographer", "good")
TELLING = {"population": 2, "median_age": 2, "gdp_per_capita_usd": 2}


def judgements(log: games.Log) -> Iterator[Judgement]:
    """A chain against the best possible one, in points; its country is the chain's last."""
    for number, reveal in reveals(log):
        best = reveal["best"]["points"] if reveal["best"] else 0
        got = reveal["points"] + sum(region["points"] for region in reveal["regions"])
        if best and reveal["chain"]:
            missed = max(0, best - got)
            turn = 1 + (number - 1) // len(log["setup"]["players"])
            found = {"round_": turn, "said": got, "truth": best, "scale": missed / best, "right": missed == 0}
            yield judged(COUNTED, number, [number], reveal["seat"], reveal["chain"][-1]["card"], **found)


def counted(judged: Sequence[Judgement]) -> float:
    """Points as a percentage of the best chains' points."""
    said, truth = (fmean(chain[name] for chain in judged) for name in ("said", "truth"))
    return 100 * said / truth


def ours(log: games.Log) -> float | None:
    """The mean points of the class's teams at the end."""
    game, seats = games.replay(log), class_seats(log)
    return _mean_score(seats, game) if game.result and seats else None


def versus(log: games.Log) -> Run:
    """Replay the whole game by bots with the same cards; the same teams count."""
    return play_again(log, partial(_mean_score, class_seats(log)))


def _mean_score(seats: Sequence[int], game: games.Game) -> float:
    return fmean(game.view(None)["scores"][seat] for seat in seats)


def judged_by_answer(prompt: Prompt, answer: Answer, truth: Truth) -> Iterator[dict[str, Any]]:
    """For every neighbour and every nation taken for one: whether it was named."""
    said, near = set(answer["say"]), set(truth["say"])
    for nation in prompt.options:
        if nation in said | near:
            right = nation in said & near
            yield {"column": "neighbours", "iso3": nation, "scale": float(not right), "right": right}


def came_up(game: games.Game) -> list[str]:
    """The nations covered."""
    return list(game.view(None)["covered"])
