"""The reveal of Spywhere at the end: who was who, points step by step, what the exchanges gave away."""

from collections import Counter
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import Reveal


class Points(NamedTuple):
    """The parts of a team's points (S7)."""

    cards: int  # own nationality's cards in hand
    right: int  # right identification cards
    bonus: int

    @property
    def times(self) -> int:
        return self.cards * self.right

    @property
    def total(self) -> int:
        return self.cards + self.times + self.bonus


class Ending(NamedTuple):
    """The facts about an ended or closed game that the reveal needs."""

    players: tuple[str, ...]
    dishes: tuple[tuple[str, str], ...]  # the six nationalities with their dishes
    nationalities: tuple[str, ...]  # those in play
    passports: tuple[tuple[str, ...], ...]
    laid: tuple[tuple[tuple[int, str], ...], ...]  # per seat (target, nationality)
    clues: tuple[tuple[str, ...], ...]  # per seat: nationalities eliminated
    history: tuple[tuple[int, str, str], ...]
    points: tuple[Points, ...]
    ended_by: int | None
    unfinished: bool = False  # closed before its end


def reveal(ending: Ending) -> Reveal:
    identifications = [
        {"seat": seat, "target": target, "nationality": nationality, "right": nationality in ending.passports[target]}
        for seat, laid in enumerate(ending.laid)
        for target, nationality in laid
    ]
    tells = [tell(ending, seat) for seat in range(len(ending.players))]
    return {
        "passports": [list(p) for p in ending.passports],
        "identifications": identifications,
        "points": [
            {"seat": s, "cards": p.cards, "right": p.right, "times": p.times, "bonus": p.bonus, "total": p.total}
            for s, p in enumerate(ending.points)
        ],
        "ended_by": ending.ended_by,
        "tell": tells,
        "countries": [
            {
                "card": iso,
                "dish": dish,
                "in_play": iso in ending.nationalities,
                "seat": next((s for s, p in enumerate(ending.passports) if iso in p), None),
            }
            for iso, dish in ending.dishes
        ],
        "questions": questions(ending, identifications, tells),
        **({"unfinished": True} if ending.unfinished else {}),
    }


def tell(ending: Ending, seat: int) -> dict[str, Any]:
    """What a team gave away in public: cards given and taken, and the nationalities that suggests.

    The suspicion is cards taken minus cards given; None for nationalities it eliminated, which it cannot be.
    """
    gave = Counter(give for s, give, _ in ending.history if s == seat)
    took = Counter(take for s, _, take in ending.history if s == seat)
    suspicion = {c: None if c in ending.clues[seat] else took[c] - gave[c] for c in ending.nationalities}
    left = sorted((-n, i, c) for i, (c, n) in enumerate(suspicion.items()) if n is not None)
    passports = ending.passports[seat]
    limit = left[min(len(passports), len(left)) - 1][0]
    suspects = [c for n, _, c in left if n <= limit]  # the likeliest, including ties with the last
    return {
        "seat": seat,
        "gave": {c: gave[c] for c in ending.nationalities},
        "took": {c: took[c] for c in ending.nationalities},
        "clues": list(ending.clues[seat]),
        "suspicion": suspicion,
        "suspects": suspects,
        "showed": sorted(suspects) == sorted(passports),
    }


def questions(
    ending: Ending, identifications: list[dict[str, Any]], tells: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = []
    showed = [(t["suspicion"][c], -t["seat"], c) for t in tells if t["showed"] for c in ending.passports[t["seat"]]]
    if showed and max(showed)[0] > 0:  # through exchanges, not through eliminations alone
        _, seat, nationality = max(showed)
        asked.append({"key": "spywhere.question.showed", "team": ending.players[-seat], "nationality": nationality})
    found = Counter(i["target"] for i in identifications if i["right"])
    hidden = [name for seat, name in enumerate(ending.players) if not found[seat]]
    if hidden:
        asked.append({"key": "spywhere.question.hidden", "n": len(hidden), "teams": hidden})
    winner = max(range(len(ending.players)), key=lambda s: (ending.points[s].total, -s))
    nationality = ending.passports[winner][0]
    asked.append(
        {"key": "spywhere.question.dish", "nationality": nationality, "dish": dict(ending.dishes)[nationality]}
    )
    population = data.values("population")
    people = {iso: population[iso] for iso, _ in ending.dishes if population.get(iso)}
    most, least = max(people, key=people.__getitem__, default=None), min(people, key=people.__getitem__, default=None)
    if most and least and (times := round(people[most] / people[least], 1)) > 1:
        asked.append({"key": "spywhere.question.population", "most": most, "least": least, "times": times})
    return asked
