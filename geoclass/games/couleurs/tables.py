"""The board of Couleurs du monde for a game's options, and the search for the best chain."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from geoclass import data
from geoclass.data.tables import table
from geoclass.games.options import one_of, whole

CORNERS = ("south-america", "africa", "far-east", "europe")
REGIONS = (*CORNERS, "north-central-america", "middle-east", "oceania")
COASTS = ("GBR", "CUB", "HTI", "DOM")  # D1: may start like islands, though they have links
REGION_BONUS = 25
CENTRE = 8  # nations, but at most a third of the board (D8)


@dataclass(frozen=True)
class Board:
    """The nations of a board and their properties."""

    nations: tuple[str, ...]
    links: Mapping[str, tuple[str, ...]]  # of this board, by land and sea (M5), sorted
    value: Mapping[str, int]
    centre: tuple[str, ...]
    region: Mapping[str, str]  # of the nations outside the centre
    corners: Mapping[str, tuple[str, ...]]  # corner region → its nations on this board (M9, D6)
    anytime: frozenset[str]  # always allowed as first card: centre (M2), islands (M4), coasts (D1)
    place: Mapping[str, int]  # sort key of a hand: by region, centre first (M1)
    figure: str  # the column that the values follow, or an empty string
    edition: str  # in which it is found

    def sorted(self, hand: Collection[str]) -> list[str]:
        return sorted(hand, key=self.place.__getitem__)

    def points(self, cards: Sequence[str]) -> int:
        """M8: the first card its value, the second twice, …"""
        return sum([times * self.value[card] for times, card in enumerate(cards, 1)])


def deck() -> tuple[str, ...]:
    """The 152 nations of the world board: ISO codes, alphabetically."""
    return data.marked("deck_couleurs")


def centre() -> tuple[str, ...]:
    """The eight grey nations of the world board (D6), sorted."""
    return data.marked("board_centre")


def own_centre(chosen: str | list[str]) -> list[str] | None:
    """The centre of a board smaller than the world (D8): a greedy cover, each nation the one that adds most nations not
    yet covered by itself or a neighbour. None for the world, which has its own (D6)."""
    if chosen == "world":
        return None
    here = _nations(chosen)
    around = {a: {a, *(b for b in data.links()[a] if b in here)} for a in here}
    left = [a for a in here if len(around[a]) > 1 and a not in COASTS]  # the others may start anyway
    found: list[str] = []
    reached: set[str] = set()
    while left and len(found) < max(1, min(CENTRE, len(here) // 3)):
        found.append(max(left, key=lambda a: (len(around[a] - reached), len(around[a]))))
        left.remove(found[-1])
        reached |= around[found[-1]]
    return sorted(found)


@cache
def places() -> Mapping[str, tuple[int, int]]:
    """The position of each UN member on the board (km of Equal Earth), spread so that flags do not overlap."""
    rows = table("board")[["x", "y"]].itertuples(name=None)
    return MappingProxyType({str(iso): (int(x), int(y)) for iso, x, y in rows})


def may_start(board: Board, card: str, covered: Collection[str]) -> bool:
    """Whether a chain may start with *card* when these nations are covered (M2)."""
    return card in board.anytime or not set(board.links[card]).isdisjoint(covered)


def is_board(choice: Any) -> bool:
    """``world``, a list of regions or a list of members of the United Nations."""
    return one_of("world")(choice) or (_different(choice) and bool(choice) and (_regions(choice) or _members(choice)))


def is_centre(choice: Any) -> bool:
    return _different(choice) and _members(choice)


def is_values(choice: Any) -> bool:
    if type(choice) is dict:
        return _members(choice) and all(map(whole(0, 1000), choice.values()))
    return type(choice) is str and (choice in ("links", "flat") or choice in data.figures())


def board(options: Mapping[str, Any]) -> Board:
    """The board for a game's options."""
    return _board(json.dumps([options["board"], options["centre"], options["values"]]), edition(options))


def edition(options: Mapping[str, Any]) -> str:
    """The edition of the figures behind the values; its name identifies a teacher's own figures."""
    values = options["values"]
    return data.edition_of([values] if isinstance(values, str) else [])


@lru_cache(maxsize=32)
def _board(options: str, edition: str) -> Board:
    chosen, given_centre, values = json.loads(options)
    nations = _nations(chosen)
    here = frozenset(nations)
    joined = {a: tuple(b for b in data.links()[a] if b in here) for a in nations}
    grey = tuple(sorted(here.intersection(centre() if given_centre is None else given_centre)))
    of_region = data.attribute("board_region")
    region = {a: of_region[a] for a in nations if a not in grey}
    corners = {corner: tuple(a for a in nations if region.get(a) == corner) for corner in CORNERS}
    by_region = sorted(nations, key=lambda a: (REGIONS.index(region[a]) if a in region else -1, a))
    return Board(
        nations=nations,
        links=joined,
        value={a: _value(a, values) for a in nations},
        centre=grey,
        region=region,
        corners={corner: members for corner, members in corners.items() if members},
        anytime=frozenset(a for a in nations if a in grey or a in COASTS or not joined[a]),
        place={a: i for i, a in enumerate(by_region)},
        figure=values if isinstance(values, str) and values not in ("links", "flat") else "",
        edition=edition,
    )


def _nations(chosen: str | list[str]) -> tuple[str, ...]:
    world = deck()
    if chosen == "world":
        return world
    if _regions(chosen):
        return tuple(a for a in world if data.attribute("board_region")[a] in chosen)
    return tuple(sorted(chosen))


def size(chosen: str | list[str]) -> int:
    """The number of nations of a board."""
    return len(_nations(chosen))


def _value(nation: str, values: str | dict[str, int]) -> int:
    """The value of a nation, as on the world board whatever board is played (D5).

    A nation outside the world board counts its links to it, or is ranked among its figures.
    """
    if isinstance(values, dict):
        return values[nation] if nation in values else _value(nation, "links")
    if values == "flat":
        return 5
    world = deck()
    if values == "links":
        joined = len(set(world).intersection(data.links()[nation]))
        return max(1, 9 - joined) if joined else 3
    # Deciles of the world board's nations with the figure: lowest 1, next 2, …; equal figures get the same.
    figures = data.values(values)
    if nation not in figures:
        return 5  # no figure: as in `flat`
    ranked = [figures[a] for a in world if a in figures]
    return min(10, 1 + 10 * sum(figure < figures[nation] for figure in ranked) // max(1, len(ranked)))


def _different(choice: Any) -> bool:
    return type(choice) is list and all(type(c) is str for c in choice) and len(set(choice)) == len(choice)


def _regions(choice: Any) -> bool:
    return all(c in REGIONS for c in choice)


def _members(choice: Any) -> bool:
    return all(type(c) is str and c in data.links() for c in choice)


class Best(NamedTuple):
    chain: tuple[str, ...]
    points: int  # with the region bonus (M9)
    exact: bool  # whether every chain was tried


_Bonus = Callable[[tuple[str, ...]], int]  # points the last card of a chain adds by completing a region (M9)
_Ground = tuple[set[str], Mapping[str, tuple[str, ...]], Mapping[str, int], _Bonus | None]  # hand, links, values


def best_chain(
    board: Board, hand: Sequence[str], starts: Sequence[str], open_in: Mapping[str, int], tries: int = 100_000
) -> Best:
    """The highest-scoring chain of *hand* from one of *starts*; *open_in*: the open nations of each corner region.

    Exhaustive, but stops after so many *tries*, which only very large, well connected hands need.
    """
    held, links, value = set(hand), board.links, board.value
    bonus = _bonus(board, hand, open_in) if open_in else None
    ground = (held, links, value, bonus)
    best: tuple[str, ...] = ()
    most = -1
    for start in starts:
        tries -= 1
        points = value[start] + (bonus((start,)) if bonus else 0)
        if points > most:
            best, most = (start,), points
        if not held.isdisjoint(links[start]):
            best, most, tries = _longer(ground, (start,), points, best, most, tries)
    return Best(best, max(most, 0), tries > 0)


def _longer(
    ground: _Ground, chain: tuple[str, ...], points: int, best: tuple[str, ...], most: int, tries: int
) -> tuple[tuple[str, ...], int, int]:
    """Search all extensions of *chain*; return the best chain, its score and the tries left."""
    held, links, value, bonus = ground
    times = len(chain) + 1
    for card in links[chain[-1]]:
        if card in held and card not in chain and tries > 0:
            tries -= 1
            longer = (*chain, card)
            more = points + times * value[card] + (bonus(longer) if bonus else 0)
            if more > most:
                best, most = longer, more
            best, most, tries = _longer(ground, longer, more, best, most, tries)
    return best, most, tries


def _bonus(board: Board, hand: Sequence[str], open_in: Mapping[str, int]) -> _Bonus | None:
    """The region bonus function; None if this hand cannot complete any region."""
    region_of = board.region.get
    mine = list(map(region_of, hand))
    lacking = {corner: n for corner, n in open_in.items() if 0 < n == mine.count(corner)}
    if not lacking:
        return None

    def bonus(chain: tuple[str, ...]) -> int:
        corner = region_of(chain[-1], "")
        completes = corner in lacking and list(map(region_of, chain)).count(corner) == lacking[corner]
        return REGION_BONUS if completes else 0

    return bonus
