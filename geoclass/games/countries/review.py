"""Review of Countries: cards laid in a row, and guesses of populations."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from statistics import fmean
from typing import Any, NamedTuple

from geoclass import bots, data, games
from geoclass.games.countries.reveal import misplaced
from geoclass.review.logs import begin
from geoclass.review.parts import Judgement, bot_moves, closing_reveal, judged
from geoclass.review.versus import Make, Run

CLOSE = 1.25  # a guess is right up to this factor
COUNTED = "order"
TELLING = {"swapped": 5, "neighbours_swapped": 5, "all_below": 3, "all_above": 3, "times": 2, "apart": 2, "close": 2}


def judgements(log: games.Log) -> Iterator[Judgement]:
    """Every card laid by a team in a turned row, and every guess."""
    game = begin(log)
    made: dict[Any, int] = {}  # card or guessing seat → index of its move
    for number, move in enumerate(log["moves"], 1):
        made[move["seat"] if move["move"] == "guess" else move.get("card")] = number
        turned = game.reveal_count
        game.play(move)
        if game.reveal_count > turned and (reveal := game.reveal):
            yield from (_guesses if reveal["kind"] == "guess" else _row)(number, reveal, made)
    if (reveal := closing_reveal(log, game)) is not None:
        yield from (_guesses if reveal["kind"] == "guess" else _row)(len(log["moves"]), reveal, made)


def _row(number: int, reveal: games.Reveal, made: Mapping[Any, int]) -> Iterator[Judgement]:
    row = reveal["row"]
    out = [i for i, card in enumerate(row) if card["misplaced"]]
    for place, (card, off) in enumerate(zip(row, passed([card["value"] for card in row], out), strict=True), 1):
        if card["seat"] is not None:  # not the starting card
            yield judged(
                COUNTED,
                number,
                [made[card["card"]]],
                card["seat"],
                card["card"],
                round_=reveal["round"],
                column=reveal["category"],
                value=card["value"],
                said=place,
                truth=1 + reveal["true_order"].index(card["card"]),
                off=off,
                scale=off / (len(row) - 1),
                right=not card["misplaced"],
            )


def passed(values: Sequence[float], out: Collection[int]) -> list[int]:
    """How far off each card of a row is: the number of correctly placed cards it would have to pass. *out*: the places
    of the misplaced ones."""
    return [
        sum((value > other) if i < k else (value < other) for k, other in enumerate(values) if k not in out)
        if i in out
        else 0
        for i, value in enumerate(values)
    ]


def _guesses(number: int, reveal: games.Reveal, made: Mapping[Any, int]) -> Iterator[Judgement]:
    """A guess is off by the number of countries whose population lies between it and the truth."""
    world, truth = sorted(data.values("population").values()), reveal["value"]
    for guess in reveal["guesses"]:
        low, high = sorted((guess["population"], truth))
        between = max(0, bisect_left(world, high) - bisect_right(world, low))
        yield judged(
            "guess",
            number,
            [made[guess["seat"]]],
            guess["seat"],
            reveal["card"],
            column="population",
            value=truth,
            said=guess["population"],
            truth=truth,
            off=between,
            scale=between / len(world),
            right=high <= CLOSE * low,
        )


class _Laid(NamedTuple):
    """A turned row: its starting card, and the cards in the order of laying."""

    view: games.View  # before the first card
    column: str
    cards: list[tuple[str, bool]]  # card, whether the class laid it


def versus(log: games.Log) -> Run:
    """Let bots lay the same cards in the same order into the same rows; count those that the class laid."""
    return partial(_cards_right, list(_rows(log)))


def _rows(log: games.Log) -> Iterator[_Laid]:
    game: Any = begin(log)
    by_bots = bot_moves(log)
    before, laid = None, []
    for number, move in enumerate(log["moves"], 1):
        if move["move"] == "place":
            if before is None:
                before = game.view(move["seat"])
            laid.append((move["card"], number not in by_bots))
        column, turned = game.category, game.reveal_count
        game.play(move)
        if game.reveal_count > turned and before is not None:
            yield _Laid(before, column, laid)
            before, laid = None, []
    if before is not None and closing_reveal(log, game):
        yield _Laid(before, game.category, laid)


def _cards_right(rows: list[_Laid], make: Make) -> float:
    bot = make()
    right = total = 0
    for view, column, cards in rows:
        start, figures = view["row"][0]["card"], data.values(column)
        row = [start]
        for card, _ in cards:
            row.insert(_place(bot, view, row, card), card)
        laid = [row.index(card) for card in (start, *(card for card, _ in cards))]
        out = misplaced([figures[card] for card in row], laid)
        right += sum(ours and at not in out for at, (_, ours) in zip(laid[1:], cards, strict=True))
        total += sum(ours for _, ours in cards)
    return 100 * right / total


def _place(bot: bots.Bot, view: games.View, row: list[str], card: str) -> int:
    """Where *bot* would lay *card* in *row*."""
    seen = view | {"row": [{"card": laid, "seat": None} for laid in row]}
    places = [{"seat": view["seat"], "move": "place", "card": card, "at": at} for at in range(len(row) + 1)]
    at: int = bot.choose(seen, places)["at"]
    return at


def telling(question: Mapping[str, Any]) -> float:
    """How surprising a question is: more if the two are far apart in the world ranking."""
    if "less" not in question:
        return 0
    figures = data.values(question["category"]).values()
    return fmean(question["less_value"] < value < question["more_value"] for value in figures)
