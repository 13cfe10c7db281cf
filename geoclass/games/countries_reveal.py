"""What is shown when the guesses are in or a row is turned over. Only figures that are public by then are in here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Reveal

Question = dict[str, Any]
Laid = dict[str, Any]  # the card, and the seat that laid it: None for the one that started the row


class Judged(NamedTuple):
    """What a row comes to."""

    row: list[dict[str, Any]]
    true_order: list[str]
    misplaced: list[str]
    questions: list[Question]


@dataclass(slots=True)
class Turned:
    """A row that was turned over."""

    round: int
    category: str
    row: tuple[Laid, ...]  # as laid
    cause: str  # doubt (C6) or last_card (C8)
    by: int  # who doubted, or laid its last card
    drew: int | None
    drawn: tuple[str, ...]
    _judged: Judged | None = None

    def judged(self) -> Judged:
        """Worked out when it is first asked for."""
        self._judged = self._judged or _judge(self)
        return self._judged


def guess_reveal(card: str, population: float, guesses: Sequence[int], first: int) -> Callable[[], Reveal]:
    """C2: what tells the true population, every guess and how far off it was."""
    low, high = min(guesses), max(guesses)
    key = "all_below" if high < population else "all_above" if low > population else "around" if low < high else "exact"
    off = [{"seat": seat, "population": guess, "off": abs(guess - population)} for seat, guess in enumerate(guesses)]
    question = {
        "key": f"countries.question.{key}",
        "category": "population",
        "card": card,
        "value": population,
        "low": low,
        "high": high,
    }
    return lambda: {
        "kind": "guess",
        "rule": "C2",
        "round": 1,
        "category": "population",
        "card": card,
        "value": population,
        "guesses": list(map(dict.copy, off)),
        "first": first,
        "questions": [question.copy()],
    }


def row_reveal(turned: Turned) -> Reveal:
    """The row as laid and as it should be, which cards to take out at the least, who drew and why."""
    row, true_order, misplaced, questions = turned.judged()
    return {
        "kind": "row",
        "rule": "C6" if turned.cause == "doubt" else "C8",
        "round": turned.round,
        "category": turned.category,
        "row": list(map(dict.copy, row)),
        "true_order": true_order.copy(),
        "right": not misplaced,
        "misplaced": misplaced.copy(),
        "cause": turned.cause,
        "by": turned.by,
        "drew": turned.drew,
        "drawn": list(turned.drawn),
        "questions": list(map(dict.copy, questions)),
    }


def _judge(turned: Turned) -> Judged:
    figure = data.values(turned.category)
    cards = [laid["card"] for laid in turned.row]
    values = [figure[card] for card in cards]
    order = sorted(range(len(cards)), key=values.__getitem__)  # from least to most; equal figures as they lay
    kept = longest_rise(values, [laid["seat"] is None for laid in turned.row])
    row = [{**laid, "value": values[i], "misplaced": i not in kept} for i, laid in enumerate(turned.row)]
    misplaced = [laid["card"] for laid in row if laid["misplaced"]]
    return Judged(row, [cards[i] for i in order], misplaced, _questions(turned.category, cards, values, order))


def never_decreases(values: Sequence[float]) -> bool:
    """D1: equal figures are right in either order."""
    return all(a <= b for a, b in pairwise(values))


def longest_rise(values: Sequence[float], preferred: Sequence[bool]) -> set[int]:
    """The places of a longest never-decreasing subsequence: of several, one with a preferred place (the starting card,
    which nobody chose to lay there), then the one that comes first."""
    best: list[int] = []  # the weight of the best one that ends here: 2 a card, 1 more if preferred
    before: list[int | None] = []
    for i, value in enumerate(values):
        weight, earlier = 0, None
        for j, so_far in enumerate(best):
            if so_far > weight and values[j] <= value:
                weight, earlier = so_far, j
        best.append(2 + preferred[i] + weight)
        before.append(earlier)
    kept: set[int] = set()
    at: int | None = max(range(len(values)), key=best.__getitem__, default=None)
    while at is not None:
        kept.add(at)
        at = before[at]
    return kept


def has_ratios(column: str) -> bool:
    """Whether "three times as much" means something: not for what may lie below zero, like latitudes."""
    return data.extremes(column)[0] >= 0


def _questions(category: str, cards: list[str], values: list[float], order: list[int]) -> list[Question]:
    """The most surprising pair, the largest ratio and the neighbours most misjudged: each if there is one."""
    least, most = data.extremes(category)
    ratios = has_ratios(category)
    close = 1.25 if ratios else (most - least) / 20
    asked: set[tuple[int, ...]] = set()
    questions: list[Question] = []
    for key, pair, more in (
        _surprise(cards, values, order, ratios, close),
        _extremes(category, values, order, ratios),
        _neighbours(cards, values, order),
    ):
        if pair and pair not in asked:
            asked.add(pair)
            questions.append(
                {
                    "key": f"countries.question.{key}",
                    "category": category,
                    "less": cards[pair[0]],
                    "less_value": values[pair[0]],
                    "more": cards[pair[1]],
                    "more_value": values[pair[1]],
                    **more,
                }
            )
    return questions


Found = tuple[
    str, tuple[int, ...], dict[str, Any]
]  # question, places of less and more (none: nothing to ask), the rest


def _surprise(cards: list[str], values: list[float], order: list[int], ratios: bool, close: float) -> Found:
    """The two cards most wrongly ordered; in a right row the two closest, best from two continents."""
    swapped, most = [], 0  # most: the place of the most so far, the worst to lie left of something less
    for place, value in enumerate(values):
        if value < values[most]:
            swapped.append((place, most))
        elif value > values[most]:
            most = place
    if swapped:
        gaps = _gaps(values, swapped, ratios)
        return "swapped", swapped[gaps.index(max(gaps))], {}
    pairs = list(pairwise(order))
    near = [(gap, pair) for gap, pair in zip(_gaps(values, pairs, ratios), pairs, strict=True) if gap <= close]
    if not near:
        return "", (), {}
    continent = data.attribute("continent")
    far_apart = [(gap, (i, j)) for gap, (i, j) in near if continent[cards[i]] != continent[cards[j]]]
    return "close", min(far_apart or near, key=itemgetter(0))[1], {}


def _extremes(category: str, values: list[float], order: list[int], ratios: bool) -> Found:
    """The least and the most of the row: how many times, or how far."""
    less, more = values[order[0]], values[order[-1]]
    if less == more:
        return "", (), {}
    if ratios and 0 < 2 * less <= more:
        return "times", (order[0], order[-1]), {"ratio": _rounded(more / less)}
    difference = round(more - less, 4)
    if difference > 180 and data.column(category).sides:  # of longitude: the other way round the globe is shorter
        return "round", (order[0], order[-1]), {"difference": difference, "shorter": round(360 - difference, 4)}
    return "apart", (order[0], order[-1]), {"difference": difference}


def _neighbours(cards: list[str], values: list[float], order: list[int]) -> Found:
    """The neighbours by land whose distance and order in the row were furthest from the truth."""
    links, borders, laid = data.links(), data.border_km(), {card: i for i, card in enumerate(cards)}
    pairs = sorted(
        [
            (i, laid[near])
            for card, i in laid.items()
            for near in links[card]
            if near in laid and i < laid[near] and (card, near) in borders  # no sea link of Couleurs' board
        ]
    )
    if not pairs:
        return "", (), {}
    place = {i: true for true, i in enumerate(order)}
    wrong_by = {(i, j): abs((place[j] - place[i]) - (j - i)) for i, j in pairs}
    if not any(wrong_by.values()):
        return "", (), {}
    i, j = max(pairs, key=wrong_by.__getitem__)
    steps = {"laid_apart": j - i, "truly_apart": abs(place[j] - place[i])}
    if values[j] < values[i]:
        return "neighbours_swapped", (j, i), steps
    return "neighbours", (i, j), steps


def _gaps(values: list[float], pairs: list[tuple[int, int]], ratios: bool) -> list[float]:
    """How many times more the second of each pair is, or how much more."""
    if ratios:
        return [values[more] / values[less] if values[less] else inf for less, more in pairs]
    return [values[more] - values[less] for less, more in pairs]


def _rounded(ratio: float) -> float:
    """As many figures as one would say: 3.4 times, 47 times, 3,900 times."""
    return round(ratio, 1) if ratio < 10 else int(float(f"{ratio:.2g}"))
