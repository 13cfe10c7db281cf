"""The judgements of the class: which country of each pair has more."""

from collections.abc import Iterator

from geoclass import data, games
from geoclass.review.logs import begin
from geoclass.review.parts import Judgement, bot_moves, judged, reveals
from geoclass.review.versus import Position, Run, mean_worth

COUNTED = "pair"


def judgements(log: games.Log) -> Iterator[Judgement]:
    for number, shown in reveals(log):
        iso, right = shown["more"], shown["right"]
        found = {"column": shown["figure"], "value": shown["values"][iso], "round_": shown["turn"]}
        yield judged(COUNTED, number, [number], shown["seat"], iso, scale=0.0 if right else 1.0, right=right, **found)


def versus(log: games.Log) -> Run:
    """A comparison of the class and bots on the same pairs."""
    game, by_bots, found = begin(log), bot_moves(log), []
    figures = data.values(game.option["figure"])
    for number, move in enumerate(log["moves"], 1):
        if number not in by_bots:
            view, legal = game.view(move["seat"]), game.legal(move["seat"])
            most = max(figures[iso] for iso in view["open"])
            found.append(Position(view, legal, lambda said, most=most: 100.0 * (figures[said["card"]] == most)))
        game.play(move)
    return mean_worth(found)
