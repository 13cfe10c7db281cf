"""The board of Couleurs du monde that a game's options make, and the best chain on it."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from geoclass import data
from geoclass.games.base import whole

CORNERS = ("south-america", "africa", "far-east", "europe")
REGIONS = (*CORNERS, "north-central-america", "middle-east", "oceania")
COASTS = ("GBR", "CUB", "HTI", "DOM")  # D1: started like islands, though they have links
REGION_BONUS = 25


@dataclass(frozen=True)
class Board:
    """Nations, sorted, and what the rules ask about them."""

    nations: tuple[str, ...]
    links: Mapping[str, tuple[str, ...]]  # of this board, by land and sea (M5), sorted
    value: Mapping[str, int]
    centre: tuple[str, ...]
    region: Mapping[str, str]  # of the nations outside the centre
    corners: Mapping[str, tuple[str, ...]]  # the nations of each corner region that has some here (M9, D6)
    anytime: frozenset[str]  # may be a first card whatever is covered: centre (M2), islands (M4), coasts (D1)
    place: Mapping[str, int]  # where a card goes in a hand sorted by region, the centre first (M1)

    def sorted(self, hand: Collection[str]) -> list[str]:
        return sorted(hand, key=self.place.__getitem__)

    def points(self, cards: Sequence[str]) -> int:
        """M8: the first card its value, the second twice, …"""
        return sum(times * self.value[card] for times, card in enumerate(cards, 1))


def may_start(board: Board, card: str, covered: Collection[str]) -> bool:
    """Whether a chain may start with *card* when these nations are covered (M2)."""
    return card in board.anytime or not set(board.links[card]).isdisjoint(covered)


def is_board(choice: Any) -> bool:
    """``world``, a list of regions or a list of members of the United Nations."""
    return choice == "world" or (_different(choice) and bool(choice) and (_regions(choice) or _members(choice)))


def is_centre(choice: Any) -> bool:
    return _different(choice) and _members(choice)


def is_values(choice: Any) -> bool:
    if type(choice) is dict:
        return _members(choice) and all(map(whole(0, 1000), choice.values()))
    return type(choice) is str and (choice in ("links", "flat") or choice in data.figures())


def board(options: Mapping[str, Any]) -> Board:
    """The board that a game's options make."""
    return _board(json.dumps([options["board"], options["centre"], options["values"]]))


@lru_cache(maxsize=32)
def _board(options: str) -> Board:
    chosen, given_centre, values = json.loads(options)
    nations = _nations(chosen)
    here = frozenset(nations)
    links = {a: tuple(b for b in data.links()[a] if b in here) for a in nations}
    centre = tuple(sorted(here.intersection(data.centre() if given_centre is None else given_centre)))
    of_region = data.attribute("board_region")
    region = {a: of_region[a] for a in nations if a not in centre}
    corners = {corner: tuple(a for a in nations if region.get(a) == corner) for corner in CORNERS}
    by_region = sorted(nations, key=lambda a: (REGIONS.index(region[a]) if a in region else -1, a))
    return Board(
        nations=nations,
        links=links,
        value={a: _value(a, values) for a in nations},
        centre=centre,
        region=region,
        corners={corner: members for corner, members in corners.items() if members},
        anytime=frozenset(a for a in nations if a in centre or a in COASTS or not links[a]),
        place={a: i for i, a in enumerate(by_region)},
    )


def _nations(chosen: str | list[str]) -> tuple[str, ...]:
    world = data.deck("couleurs")
    if chosen == "world":
        return world
    if _regions(chosen):
        return tuple(a for a in world if data.attribute("board_region")[a] in chosen)
    return tuple(sorted(chosen))


def _value(nation: str, values: str | dict[str, int]) -> int:
    """The points of a nation: those of the world board, whatever is played (D5).

    A nation outside the world board counts its links to it, or takes its place among its figures.
    """
    if isinstance(values, dict):
        return values[nation] if nation in values else _value(nation, "links")
    if values == "flat":
        return 5
    world = data.deck("couleurs")
    if values == "links":
        links = len(set(world).intersection(data.links()[nation]))
        return max(1, 9 - links) if links else 3
    # A tenth of the world board's nations that have the figure gets 1, the next 2, …; equal figures get the same.
    figures = data.values(values)
    if nation not in figures:
        return 5  # no figure: as in `flat`
    ranked = [figures[a] for a in world if a in figures]
    return min(10, 1 + 10 * sum(figure < figures[nation] for figure in ranked) // len(ranked))


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


def best_chain(
    board: Board, hand: Sequence[str], starts: Sequence[str], open_in: Mapping[str, int], tries: int = 100_000
) -> Best:
    """The chain of *hand* from one of *starts* that scores most; *open_in*: the open nations of each corner region.

    Tries every chain, but gives up after so many *tries*: that many only a very large, very connected hand has.
    """
    held = set(hand)
    links, value, region = board.links, board.value, board.region
    # M9: the corner regions whose open nations are all in this hand
    left = {corner: n for corner, n in open_in.items() if 0 < n <= len(hand)}
    if left:
        mine = [region.get(card) for card in hand]
        left = {corner: n for corner, n in left.items() if mine.count(corner) == n}
    chain: list[str] = []
    best: tuple[str, ...] = ()
    most = -1

    def extend(card: str, points: int) -> None:
        nonlocal best, most, tries
        tries -= 1
        points += (len(chain) + 1) * value[card]
        corner = region.get(card, "") if left else ""
        if corner in left:
            left[corner] -= 1
            points += 0 if left[corner] else REGION_BONUS
        if points > most:
            best, most = (*chain, card), points
        if not held.isdisjoint(links[card]):
            chain.append(card)
            held.discard(card)
            for near in links[card]:
                if near in held and tries > 0:
                    extend(near, points)
            held.add(card)
            chain.pop()
        if corner in left:
            left[corner] += 1

    for card in starts:
        extend(card, 0)
    return Best(best, max(most, 0), tries > 0)
