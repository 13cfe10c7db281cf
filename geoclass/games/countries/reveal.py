"""The reveals of Countries, of guesses and of rows; they contain only figures that are public by then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from operator import itemgetter
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import BELL, Reveal

RULES = {"doubt": "C6", "last_card": "C8"}  # why a row is turned
NEAR = 0.05  # relative difference up to which figures count as nearly equal
HOUR = 15  # degrees of longitude per hour
DEGREES = 2  # the same for latitudes and longitudes
FAR = 2  # places by which neighbours must be misjudged to be asked about
FIGURES = (
    "area_km2",
    "population",
    "median_age",
    "highest_point_m",
    "latitude",
    "longitude",
)  # figures with their own questions
ALIKE = ("area_km2", "latitude", "longitude")  # neighbours' figures not worth a question

Question = dict[str, Any]
Laid = dict[str, Any]  # card, and the seat that laid it (None: the starting card)


class JudgedRow(NamedTuple):
    """A row compared with the truth."""

    row: list[dict[str, Any]]
    true_order: list[str]
    misplaced: list[str]
    questions: list[Question]


@dataclass(frozen=True)
class TurnedRow:
    """A row that was turned over."""

    round: int
    category: str
    row: tuple[Laid, ...]  # from Less to More, as it lay
    laid: tuple[str, ...]  # its cards in the order of laying, starting card first
    cause: str  # doubt (C6), last_card (C8), or the bell
    by: int | None  # who doubted, or laid its last card
    drew: int | None
    drawn: tuple[str, ...]


def guess_reveal(card: str, population: float, guesses: Mapping[int, int], first: int | None) -> Reveal:
    """The true population, and each seat's guess with its error (C2); *first* None: the game was closed early."""
    low, high = min(guesses.values()), max(guesses.values())
    best = min(guesses.values(), key=lambda guess: abs(guess - population))
    if abs(best - population) <= NEAR * population:
        key = "exact" if best == population else "near"
    else:
        key = "all_below" if high < population else "all_above" if low > population else "around"
    off = [{"seat": seat, "population": guess, "off": abs(guess - population)} for seat, guess in guesses.items()]
    question = {
        "key": f"countries.question.{key}",
        "category": "population",
        "card": card,
        "value": population,
        "low": low,
        "high": high,
        "best": best,
    }
    return {
        "kind": "guess",
        "rule": "C2",
        "round": 1,
        "category": "population",
        "card": card,
        "value": population,
        "guesses": off,
        "first": first,
        "questions": [question],
    } | ({"unfinished": True} if first is None else {})


def row_reveal(turned: TurnedRow) -> Reveal:
    """The row as laid and in true order, a smallest set of misplaced cards, who drew and why."""
    row, true_order, misplaced, questions = _judge(turned)
    return {
        "kind": "row",
        "rule": RULES.get(turned.cause),
        "round": turned.round,
        "category": turned.category,
        "row": row,
        "true_order": true_order,
        "right": not misplaced,
        "misplaced": misplaced,
        "cause": turned.cause,
        "by": turned.by,
        "drew": turned.drew,
        "drawn": list(turned.drawn),
        "questions": questions,
    } | ({"unfinished": True} if turned.cause == BELL else {})


def _judge(turned: TurnedRow) -> JudgedRow:
    figure = data.values(turned.category)
    cards = [laid["card"] for laid in turned.row]
    values = [figure[card] for card in cards]
    order = sorted(range(len(cards)), key=values.__getitem__)  # from least to most; equal figures keep their order
    out = misplaced(values, [cards.index(card) for card in turned.laid])
    row = [{**laid, "value": values[i], "misplaced": i in out} for i, laid in enumerate(turned.row)]
    return JudgedRow(
        row,
        [cards[i] for i in order],
        [cards[i] for i in sorted(out)],
        _questions(turned.category, cards, values, order),
    )


def never_decreases(values: Sequence[float]) -> bool:
    """D1: equal figures are right in either order."""
    return all(a <= b for a, b in pairwise(values))


def misplaced(values: Sequence[float], laid: Sequence[int]) -> set[int]:
    """A smallest set of cards to take out so that the rest never decreases, as places in the row.

    *laid*: the places in the order of laying, starting card first. Of several smallest sets, take the one with the
    fewest cards that were right when laid, then the one that keeps the earliest cards. A card was right when laid if it
    was in order with all earlier right cards; the starting card always is.
    """
    n = len(values)
    right: list[int] = []
    weights = [0] * n
    for turn, at in enumerate(laid):
        fits = all(values[min(at, other)] <= values[max(at, other)] for other in right)
        if fits:
            right.append(at)
        weights[at] = (1 << 2 * n) + (fits << n) + (1 << n - 1 - turn)  # compares size, then right ones, then earliest
    return set(range(n)) - _heaviest_rise(values, weights)


def may_be_misplaced(values: Sequence[float]) -> set[int]:
    """The places in at least one smallest set of cards to take out: those without which as many cards can be kept."""

    def kept(rest: Sequence[float]) -> int:
        return len(_heaviest_rise(rest, [1] * len(rest)))

    return {at for at in range(len(values)) if kept([*values[:at], *values[at + 1 :]]) == kept(values)}


def _heaviest_rise(values: Sequence[float], weights: Sequence[int]) -> set[int]:
    """The places of the never-decreasing subsequence with the largest sum of weights."""
    best: list[int] = []  # the largest sum of a subsequence that ends here
    before: list[int | None] = []
    for value, weight in zip(values, weights, strict=True):
        so_far, earlier = 0, None
        for i, total in enumerate(best):
            if total > so_far and values[i] <= value:
                so_far, earlier = total, i
        best.append(so_far + weight)
        before.append(earlier)
    kept: set[int] = set()
    at: int | None = max(range(len(values)), key=best.__getitem__, default=None)
    while at is not None:
        kept.add(at)
        at = before[at]
    return kept


def has_ratios(column: str) -> bool:
    """Whether ratios are meaningful: not for figures that can be negative, like latitudes."""
    return data.extremes(column)[0] >= 0


def _questions(category: str, cards: list[str], values: list[float], order: list[int]) -> list[Question]:
    """Questions about the most surprising pair, the extremes and the most misjudged neighbours, if there are any."""
    least, most = data.extremes(category)
    ratios = has_ratios(category)
    close = 1 + NEAR if ratios else DEGREES if data.column(category).sides else (most - least) * NEAR / 5
    about = category if category in FIGURES else "any"
    asked: set[tuple[int, ...]] = set()
    questions: list[Question] = []
    for key, pair, more in (
        _surprise(cards, values, order, ratios, close),
        _extremes(category, values, order, ratios),
        _neighbours(category, cards, values, order),
    ):
        if pair and pair not in asked:
            asked.add(pair)
            questions.append(
                {
                    "key": f"countries.question.{key if 'swapped' in key else f'{about}.{key}'}",
                    "category": category,
                    "less": cards[pair[0]],
                    "less_value": values[pair[0]],
                    "more": cards[pair[1]],
                    "more_value": values[pair[1]],
                    **more,
                }
            )
    return questions


Found = tuple[str, tuple[int, ...], dict[str, Any]]  # question, places of less and more (or None), parameters


def _surprise(cards: list[str], values: list[float], order: list[int], ratios: bool, close: float) -> Found:
    """The two most wrongly ordered cards; in a right row the two closest, preferably of two continents."""
    swapped, most = [], 0  # most: the place of the largest so far
    for place, value in enumerate(values):
        if value < values[most]:
            swapped.append((place, most))
        elif value > values[most]:
            most = place
    if swapped:
        gaps = _gaps(values, swapped, ratios)
        return "swapped" if max(gaps) > close else "swapped_close", swapped[gaps.index(max(gaps))], {}
    pairs = list(pairwise(order))
    near = [(gap, pair) for gap, pair in zip(_gaps(values, pairs, ratios), pairs, strict=True) if gap <= close]
    if not near:
        return "", (), {}
    continent = data.attribute("continent")
    far_apart = [(gap, (i, j)) for gap, (i, j) in near if continent[cards[i]] != continent[cards[j]]]
    return "close", min(far_apart or near, key=itemgetter(0))[1], {}


def _extremes(category: str, values: list[float], order: list[int], ratios: bool) -> Found:
    """The least and the most of the row, by ratio or difference."""
    less, more = values[order[0]], values[order[-1]]
    if less == more:
        return "", (), {}
    if ratios and 0 < 2 * less <= more:
        return "times", (order[0], order[-1]), {"ratio": _rounded(more / less)}
    difference = round(more - less, 4)
    if category == "longitude" and difference < HOUR:
        return "", (), {}
    if difference > 180 and data.column(category).sides:  # longitudes: the other way round the globe is shorter
        return "round", (order[0], order[-1]), {"difference": difference, "shorter": round(360 - difference, 4)}
    more_facts = {"difference": difference} | ({"hours": round(difference / HOUR)} if category == "longitude" else {})
    return "apart", (order[0], order[-1]), more_facts


def _neighbours(category: str, cards: list[str], values: list[float], order: list[int]) -> Found:
    """The land neighbours whose places in the row were furthest from the truth."""
    links, borders, laid = data.links(), data.border_km(), {card: i for i, card in enumerate(cards)}
    pairs = sorted(
        [
            (i, laid[near])
            for card, i in laid.items()
            for near in links[card]
            if near in laid and i < laid[near] and (card, near) in borders  # land borders only
        ]
    )
    if not pairs:
        return "", (), {}
    place = {i: true for true, i in enumerate(order)}
    wrong_by = {(i, j): abs((place[j] - place[i]) - (j - i)) for i, j in pairs}
    i, j = max(pairs, key=wrong_by.__getitem__)
    steps = {"laid_apart": j - i, "truly_apart": abs(place[j] - place[i])}
    if values[j] < values[i]:
        return "neighbours_swapped", (j, i), steps
    return ("neighbours", (i, j), steps) if wrong_by[i, j] >= FAR and category not in ALIKE else ("", (), {})


def _gaps(values: list[float], pairs: list[tuple[int, int]], ratios: bool) -> list[float]:
    """The ratio or difference of each pair."""
    if ratios:
        return [values[more] / values[less] if values[less] else inf for less, more in pairs]
    return [values[more] - values[less] for less, more in pairs]


def _rounded(ratio: float) -> float:
    """Round a ratio as people say it: 3.4 times, 47 times, 3,900 times."""
    return round(ratio, 1) if ratio < 10 else int(float(f"{ratio:.2g}"))
