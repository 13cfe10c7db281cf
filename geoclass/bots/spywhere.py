"""Spywhere: a pupil collects its own dish, a keen pupil watches what the others take, a geographer also acts on it.

Before the closing round an attempt brings nothing but the three points of S7, and costs what one would know later. Few
cards are worth less than three points, though: a team that tries at every turn from the first on must be beaten to it.
Who watches sees it coming: once another team has tried, the end is too near to learn much more by waiting.
"""

from collections import Counter
from itertools import combinations, permutations
from math import exp

from geoclass.games import Move, View
from geoclass.games.rng import Rng

PUPIL, KEEN, GEOGRAPHER = 1, 2, 3
NEVER = -1000.0  # the suspicion of what cannot be
HINT = 1.5  # how much likelier a card taken makes a nationality, and a card given unlikelier (as a logarithm)
SURE = 0.9  # how likely a nationality must be for the geographer to name it before the closing round
LEAD = 1.0  # with how many own cards more than any other team the geographer ends the game

# What a card is worth to the geographer, an own one being 1.
DENIED = 0.3  # one that an opponent is after
DECOY = 0.2  # one that makes the team look like another spy
THREE = 0.5  # three alike in the middle that can be eliminated; lost, if they are its own

Odds = dict[int, dict[str, float]]  # per opponent: how likely each nationality is


class Good:
    def __init__(self, level: int, rng: Rng) -> None:
        self._level, self._rng = level, rng

    def choose(self, view: View, legal: list[Move]) -> Move:
        kinds: dict[str, list[Move]] = {}
        for move in legal:
            kinds.setdefault(move["move"], []).append(move)
        if "exchange" in kinds:
            return self._exchange(view, kinds["exchange"])
        if "eliminate" in kinds:  # a bonus card, and the spy of that nationality is the poorer
            return kinds["eliminate"][0]
        if "identify" in kinds and (named := self._identify(view, kinds["identify"])):
            return named
        return kinds["end" if "end" in kinds else "done"][0]

    def _best(self, moves: list[Move], worth: list[float]) -> Move:
        """One of the moves worth most, each as likely as the others."""
        most = max(worth) - 1e-9
        return self._rng.choice([move for move, w in zip(moves, worth, strict=True) if w >= most])

    def _exchange(self, view: View, moves: list[Move]) -> Move:
        """Take an own card for another one; the geographer also minds what the others are after, and what they see."""
        worth = dict.fromkeys(view["nationalities"], 0.0)
        if self._level == GEOGRAPHER:
            for nationalities in odds(view).values():
                for c, p in nationalities.items():
                    worth[c] += DENIED * p
            shown = suspicion(view, view["seat"])
            worth[max((c for c in worth if c not in own(view)), key=shown.__getitem__)] += DECOY
        worth |= dict.fromkeys(own(view), 1.0)
        gains = [worth[m["take"]] - worth[m["give"]] for m in moves]
        if self._level == GEOGRAPHER:
            gains = [gain + middle(view, move) for gain, move in zip(gains, moves, strict=True)]
        return self._best(moves, gains)

    def _identify(self, view: View, moves: list[Move]) -> Move | None:
        """Name an opponent, or wait: pupils while the pile lasts, the keen till others try, geographers till sure."""
        pressed = view["phase"] == "closing" or must_race(view) or (self._level != PUPIL and others_try(view))
        if self._level == PUPIL:
            if not pressed and view["pile_count"] > attempts_left(view) * len(view["players"]):
                return None
            return self._rng.choice([m for m in moves if m["nationality"] not in own(view)] or moves)
        chance = odds(view) if self._level == GEOGRAPHER else {t: suspicion(view, t) for t in opponents(view)}
        likely = [chance[m["target"]].get(m["nationality"], NEVER) for m in moves]
        if not pressed and (
            self._level == KEEN or max(likely) < SURE or (attempts_left(view) == 1 and not leads(view))
        ):
            return None
        return self._best(moves, likely)


def own(view: View) -> list[str]:
    nationalities: list[str] = view["passports"][view["seat"]]
    return nationalities


def opponents(view: View) -> list[int]:
    return [s for s in range(len(view["players"])) if s != view["seat"]]


def must_race(view: View) -> bool:
    """Whether a team that never let a turn pass would end the game first if this one did so now, and not otherwise."""
    tries, turns = Counter(seat for seat, _ in view["tried"]), view["turns"]
    short = len(turns) == 3  # two attempts end it: who has had no turn yet may be such a team
    racers = [tries[s] for s in opponents(view) if tries[s] == turns[s] and (turns[s] or short)]
    return bool(racers) and tries[view["seat"]] == max(racers)


def others_try(view: View) -> bool:
    """Whether an opponent has begun to try. Of three the first does at once, and ends the game only if followed."""
    return len(view["players"]) != 3 and any(seat != view["seat"] for seat, _ in view["tried"])


def attempts_left(view: View) -> int:
    """How many attempts the team still has to make."""
    return max(2, len(view["players"]) - 1) - len(view["laid"])


def leads(view: View) -> bool:
    """Whether the team seems to have collected more than any other, or the pile will not last another turn."""
    if view["pile_count"] < len(view["players"]):
        return True
    mine = sum(view["hand"].count(c) for c in own(view))
    by_chance = len(own(view)) / len(view["nationalities"])
    for seat, nationalities in odds(view).items():
        shown = suspicion(view, seat)
        taken = sum(p * shown[c] for c, p in nationalities.items() if shown[c] > NEVER)
        if mine < taken + by_chance * view["hand_counts"][seat] + LEAD:
            return False
    return True


def middle(view: View, exchange: Move) -> float:
    """What the open cards would be worth after an exchange."""
    cards: Counter[str] = Counter(view["open"])
    cards[exchange["take"]] -= 1
    cards[exchange["give"]] += 1
    card, n = cards.most_common(1)[0]
    return 0.0 if n < 3 else -THREE if card in own(view) else THREE


def suspicion(view: View, seat: int) -> dict[str, float]:
    """What a team took less what it gave; it is nothing that it eliminated, and nothing that the watcher is."""
    shown = dict.fromkeys(view["nationalities"], 0.0)
    for who, give, take in view["history"]:
        if who == seat:
            shown[take] += 1
            shown[give] -= 1
    cannot_be = [*view["clues"][seat], *(own(view) if seat != view["seat"] else [])]
    return shown | dict.fromkeys(cannot_be, NEVER)


def odds(view: View) -> Odds:
    """How likely each opponent is of each nationality, all seen together: no two are of the same."""
    seats = opponents(view)
    others = [c for c in view["nationalities"] if c not in own(view)]
    if len(seats) == 1:  # two teams: the opponent has two
        cases = [[(seats[0], c) for c in pair] for pair in combinations(others, 2)]
    else:
        cases = [list(zip(seats, way, strict=True)) for way in permutations(others, len(seats))]
    shown = {s: suspicion(view, s) for s in seats}
    weights = [HINT * sum(shown[s][c] for s, c in case) for case in cases]
    most = max(weights)
    weights = [exp(w - most) for w in weights]
    total = sum(weights)
    found: Odds = {s: dict.fromkeys(others, 0.0) for s in seats}
    for case, weight in zip(cases, weights, strict=True):
        for s, c in case:
            found[s][c] += weight / total
    return found
