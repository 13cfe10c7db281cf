"""Where a class was wrong: one row a judgement, and how often and how far each country and figure was misjudged."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import nan
from typing import TYPE_CHECKING, Any

from geoclass import data, games
from geoclass.games.countries_reveal import longest_rise
from geoclass.review.logs import Logs, begin, each, letter

if TYPE_CHECKING:
    import pandas as pd

Judgement = dict[str, Any]

COLUMNS = {
    "game": "int64",  # 1, 2, 3 … over the logs given
    "kind": "str",
    "round": "int64",
    "move": "int64",  # of the log, from 1: the one that brought it to light
    "team": "str",  # A, B, C …: never a name
    "column": "str",  # of the country table; or capital, place, or nothing
    "iso3": "str",
    "value": "float64",  # the true figure
    "said": "float64",  # place in the row, rank or population as the team had it
    "truth": "float64",
    "off": "float64",  # in ranks; nan where an answer is right or wrong and nothing between
    "scale": "float64",  # how far off, from 0 (right) to 1 (as wrong as can be)
    "right": "bool",
}
ABOUT_COUNTRIES = ("order", "guess", "rank", "capital", "map")  # the kinds that say what is believed of a country
CLOSE = 1.25  # a guess is right up to this factor


def misjudgements(logs: Logs) -> "pd.DataFrame":
    """Every judgement of a team in one game or several, right ones too, one row each; no names of teams.

    Kinds: ``order`` (Countries: a card in a turned row), ``guess`` (Countries: a population), ``rank`` (Globalissimo: a
    tile), ``capital`` and ``map`` (Globalissimo: an answer), ``chain`` (Couleurs: a turn, against the best chain in the
    hand), ``identity`` (Spywhere: a nationality named), ``tour`` (La course: a tour, against the shortest).
    """
    import pandas as pd

    rows = [
        {"game": number} | judgement
        for number, log in enumerate(each(logs), 1)
        for judgement in _JUDGED.get(log["setup"]["game"], _nothing)(log)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


def misconceptions(logs: "Logs | pd.DataFrame", by: Sequence[str] = ("iso3", "column")) -> "pd.DataFrame":
    """Per country and figure: how many judgements there were, how many were wrong, and how far off on average.

    *logs* may also be what `misjudgements` gave. The most misjudged come first.
    """
    import pandas as pd

    frame = logs if isinstance(logs, pd.DataFrame) else misjudgements(logs)
    about = frame[frame["kind"].isin(ABOUT_COUNTRIES)].assign(wrong=lambda f: ~f["right"])
    found = about.groupby(list(by)).agg(
        judgements=("right", "size"), wrong=("wrong", "sum"), share_wrong=("wrong", "mean"), scale=("scale", "mean")
    )
    return found.sort_values(["scale", "judgements"], ascending=False, kind="stable")


def misplaced(values: Sequence[float], start: int | None) -> list[int]:
    """By how many cards each card of a row lies wrong: how many of those that lie right it must still pass; *start* is
    the place of the starting card, which nobody laid."""
    kept = sorted(longest_rise(values, [i == start for i in range(len(values))]))
    wrong_side = [
        sum((i < k and value > values[k]) or (i > k and value < values[k]) for k in kept)
        for i, value in enumerate(values)
    ]
    return [0 if i in kept else passed for i, passed in enumerate(wrong_side)]


# a game each


def _countries(log: games.Log) -> Iterator[Judgement]:
    for number, reveal in _reveals(log):
        if reveal["kind"] == "guess":
            yield from _guesses(number, reveal)
            continue
        row, column = reveal["row"], reveal["category"]
        values = [card["value"] for card in row]
        start = next((i for i, card in enumerate(row) if card["seat"] is None), None)
        for place, (card, passed) in enumerate(zip(row, misplaced(values, start), strict=True), 1):
            if card["seat"] is not None:
                yield _judged("order", reveal["round"], number, card["seat"], column, card["card"], card["value"]) | {
                    "said": place,
                    "truth": 1 + reveal["true_order"].index(card["card"]),
                    "off": passed,
                    "scale": passed / (len(row) - 1),
                    "right": passed == 0,
                }


def _guesses(number: int, reveal: games.Reveal) -> Iterator[Judgement]:
    """A guess is off by the countries whose population lies between it and the truth."""
    world, truth = sorted(data.values("population").values()), reveal["value"]
    for guess in reveal["guesses"]:
        low, high = sorted((guess["population"], truth))
        between = bisect_left(world, high) - bisect_right(world, low)
        yield _judged("guess", 1, number, guess["seat"], "population", reveal["card"], truth) | {
            "said": guess["population"],
            "truth": truth,
            "off": max(0, between),
            "scale": max(0, between) / len(world),
            "right": high <= CLOSE * low,
        }


def _globalissimo(log: games.Log) -> Iterator[Judgement]:
    game = begin(log)
    for number, move in enumerate(log["moves"], 1):
        before = game.view(None)
        events = game.play(move)
        for answered in events:
            if answered["event"] not in ("right", "wrong"):
                continue
            kind = "capital" if answered["colour"] == "orange" else "map"
            right = answered["event"] == "right"
            yield _judged(kind, before["round"], number, answered["seat"], _ANSWER[kind], answered["card"], nan) | {
                "scale": 0.0 if right else 1.0,
                "right": right,
            }
        if any(event["event"] == "turned" for event in events) and (reveal := game.reveal):
            yield from _tiles(number, reveal)


_ANSWER = {"capital": "capital", "map": "place"}


def _tiles(number: int, reveal: games.Reveal) -> Iterator[Judgement]:
    round_, column = reveal["round"], reveal["category"]
    for ranked in reveal["ranking"]:
        if ranked["tile"] is not None:
            off = abs(ranked["tile"] - ranked["rank"])
            yield _judged("rank", round_, number, ranked["seat"], column, ranked["card"], ranked["value"]) | {
                "said": ranked["tile"],
                "truth": ranked["rank"],
                "off": off,
                "scale": off / max(1, len(reveal["ranking"]) - 1),
                "right": off == 0,
            }


def _couleurs(log: games.Log) -> Iterator[Judgement]:
    """A turn against the best chain that was in the hand, in points; its country is the one where the chain ended."""
    for number, reveal in _reveals(log):
        best = reveal["best"]["points"] if reveal["best"] else 0
        got = reveal["points"] + sum(region["points"] for region in reveal["regions"])
        if best and reveal["chain"]:
            missed = max(0, best - got)
            turn = 1 + (number - 1) // len(log["setup"]["players"])
            yield _judged("chain", turn, number, reveal["seat"], "", reveal["chain"][-1]["card"], nan) | {
                "said": got,
                "truth": best,
                "scale": missed / best,
                "right": missed == 0,
            }


def _spywhere(log: games.Log) -> Iterator[Judgement]:
    """Whom each team took the others for; its country is the nationality named."""
    for number, reveal in _reveals(log):
        for said in reveal["identifications"]:
            yield _judged("identity", 1, number, said["seat"], "", said["nationality"], nan) | {
                "scale": 0.0 if said["right"] else 1.0,
                "right": said["right"],
            }


def _course(log: games.Log) -> Iterator[Judgement]:
    """A finished tour against the shortest from the same start, in kilometres."""
    for number, reveal in _reveals(log):
        for tour in reveal.get("tours", ()):
            best = reveal["shortest"].get(tour["start"]) if tour["start"] else None
            if best and tour["seat"] in reveal["winners"] and tour["legs_home"] == 0:
                km, shortest = tour["km"], best["fewest_km"]["km"]
                country = data.cities_by_id()[tour["start"]].country
                yield _judged("tour", 1, number, tour["seat"], "", country, nan) | {
                    "said": km,
                    "truth": shortest,
                    "scale": max(0.0, 1 - shortest / km),
                    "right": km <= shortest,
                }


def _nothing(log: games.Log) -> Iterator[Judgement]:  # noqa: ARG001 (a game that says nothing about itself)
    yield from ()


def _reveals(log: games.Log) -> Iterator[tuple[int, games.Reveal]]:
    """Every reveal of a game with the number of the move that brought it."""
    game, last = begin(log), None
    for number, move in enumerate(log["moves"], 1):
        game.play(move)
        shown = game.reveal
        if shown is not None and shown != last:
            yield number, shown
        last = shown


def _judged(kind: str, round_: int, move: int, seat: int, column: str, iso3: str, value: float) -> Judgement:
    return {
        "kind": kind,
        "round": round_,
        "move": move,
        "team": letter(seat),
        "column": column,
        "iso3": iso3,
        "value": value,
        "said": nan,
        "truth": nan,
        "off": nan,
    }


_JUDGED: Mapping[str, Callable[[games.Log], Iterator[Judgement]]] = {
    "countries": _countries,
    "globalissimo": _globalissimo,
    "couleurs": _couleurs,
    "spywhere": _spywhere,
    "course": _course,
}
