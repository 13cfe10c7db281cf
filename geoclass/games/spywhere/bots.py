"""Spywhere: a pupil collects its own dish, a keen pupil watches what the others take, a geographer also acts on it.

Before the closing round an attempt gains only the three points of S7, and forgoes later knowledge. But few turns of
collecting gain three points, so a team that tries at every turn must be raced: once another team has tried, the end is
too near to learn much more by waiting.
"""

from collections import Counter
from itertools import combinations, permutations
from math import exp

from geoclass.games import Move, View
from geoclass.games.rng import Rng

PUPIL, KEEN, GEOGRAPHER = 1, 2, 3
NEVER = -1000.0  # the suspicion of an excluded nationality
HINT = 1.5  # log odds that a card taken adds to a nationality, and a card given subtracts
SURE = 0.9  # probability from which the geographer names a nationality before the closing round
LEAD = 1.0  # lead in own cards with which the geographer ends the game

# Value of a card to the geographer, relative to an own one.
DENIED = 0.3  # one that an opponent collects
DECOY = 0.2  # one that makes the team look like another spy
THREE = 0.5  # three alike that can be eliminated; negative if they are its own

NAMES, NAMES_AT_LAST = 1 / 12, 3 / 4  # how often a random player identifies: in its turn, in the closing round

Odds = dict[int, dict[str, float]]  # opponent → nationality → probability


class Random:
    """Plays a random legal move, but identifies rarely, as that would soon end the game for all."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def choose(self, view: View, legal: list[Move]) -> Move:
        names = [move for move in legal if move["move"] == "identify"]
        others = [move for move in legal if move["move"] != "identify"]
        share = NAMES_AT_LAST if view["phase"] == "closing" else NAMES
        return self._rng.choice(names if names and (not others or self._rng.uniform() < share) else others)


class Good:
    def __init__(self, level: int, rng: Rng) -> None:
        self._level, self._rng = level, rng

    def choose(self, view: View, legal: list[Move]) -> Move:
        kinds: dict[str, list[Move]] = {}
        for move in legal:
            kinds.setdefault(move["move"], []).append(move)
        if "exchange" in kinds:
            return self._exchange(view, kinds["exchange"])
        if "eliminate" in kinds:  # gains a bonus card and hurts the spy of that nationality
            return kinds["eliminate"][0]
        if "identify" in kinds and (named := self._identify(view, kinds["identify"])):
            return named
        return kinds["end" if "end" in kinds else "done"][0]

    def _best(self, moves: list[Move], worth: list[float]) -> Move:
        """A random one of the moves worth most."""
        most = max(worth) - 1e-9
        return self._rng.choice([move for move, w in zip(moves, worth, strict=True) if w >= most])

    def _exchange(self, view: View, moves: list[Move]) -> Move:
        """Exchange for an own card; the geographer also considers what others collect and what they can infer."""
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
        """Identify an opponent, or wait: pupils while the pile lasts, keen pupils until others try, geographers until
        sure."""
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
    """Whether a team that identifies at every turn would end the game first, unless this one starts now."""
    tries, turns = Counter(seat for seat, _ in view["tried"]), view["turns"]
    short = len(turns) == 3  # two attempts end it: a team without a turn so far may be such a team
    racers = [tries[s] for s in opponents(view) if tries[s] == turns[s] and (turns[s] or short)]
    return bool(racers) and tries[view["seat"]] == max(racers)


def others_try(view: View) -> bool:
    """Whether an opponent has begun to identify. With three teams one attempt alone does not count."""
    return len(view["players"]) != 3 and any(seat != view["seat"] for seat, _ in view["tried"])


def attempts_left(view: View) -> int:
    """The number of attempts the team has left."""
    return max(2, len(view["players"]) - 1) - len(view["laid"])


def leads(view: View) -> bool:
    """Whether the team seems to be ahead, or the pile will not last another turn."""
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
    """The value of the open cards after an exchange."""
    cards: Counter[str] = Counter(view["open"])
    cards[exchange["take"]] -= 1
    cards[exchange["give"]] += 1
    card, n = cards.most_common(1)[0]
    return 0.0 if n < 3 else -THREE if card in own(view) else THREE


def suspicion(view: View, seat: int) -> dict[str, float]:
    """Nationality → cards taken minus cards given by a team, without those it eliminated and the observer's own."""
    shown = dict.fromkeys(view["nationalities"], 0.0)
    for who, give, take in view["history"]:
        if who == seat:
            shown[take] += 1
            shown[give] -= 1
    cannot_be = [*view["clues"][seat], *(own(view) if seat != view["seat"] else [])]
    return shown | dict.fromkeys(cannot_be, NEVER)


def odds(view: View) -> Odds:
    """The joint probabilities of opponents' nationalities, given that no two are the same."""
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
