"""The outlines as arcs shared by neighbours: simplified without gaps, and as a compact file for browsers."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from geoclass import data
from geoclass.data.thinning import importance
from geoclass.maps.outlines import Point, Ring, areas

UNIT = 10  # km: the file's coordinates are rounded to it
DETAIL = 1000.0  # km²: points with smaller triangles are left out of the file
FILE = Path(__file__).parent / "files" / "outlines.json"  # written by python -m geoclass.maps.topology
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"


class Topology(NamedTuple):
    """Arcs between points where three areas, or two and the sea, meet; and each ring as a list of arcs."""

    arcs: list[Ring]
    rings: dict[str, list[list[list[int]]]]  # area → polygons → rings → numbers of arcs; ~i: arc i reversed


@cache
def topology() -> Topology:
    joints = _joints()
    arcs: list[Ring] = []
    number: dict[Ring, int] = {}
    rings: dict[str, list[list[list[int]]]] = {}
    for iso, area in areas().items():
        rings[iso] = [[_arcs_of(ring, joints, arcs, number) for ring in polygon] for polygon in area.polygons]
    return Topology(arcs, rings)


def _joints() -> set[Point]:
    """The points that have different neighbouring points in different rings."""
    between: dict[Point, frozenset[Point]] = {}
    found = set()
    for area in areas().values():
        for polygon in area.polygons:
            for ring in polygon:
                for before, here, after in zip((ring[-1], *ring), ring, (*ring[1:], ring[0]), strict=False):
                    sides = frozenset((before, after))
                    if between.setdefault(here, sides) != sides:
                        found.add(here)
    return found


def _arcs_of(ring: Ring, joints: set[Point], arcs: list[Ring], number: dict[Ring, int]) -> list[int]:
    """Cut a ring into arcs at its joints; add new ones to *arcs* and *number*."""
    starts = [i for i, point in enumerate(ring) if point in joints] or [ring.index(min(ring))]
    turned = ring[starts[0] :] + ring[: starts[0] + 1]  # closed, from a joint on
    cuts = [i - starts[0] for i in starts] + [len(ring)]
    found = []
    for a, b in pairwise(cuts):
        arc = turned[a : b + 1]
        back = arc[::-1]
        if back in number:
            found.append(~number[back])
        else:
            if arc not in number:
                number[arc] = len(arcs)
                arcs.append(arc)
            found.append(number[arc])
    return found


@cache
def thinned(km2: float) -> list[Ring]:
    """The arcs without points whose triangle is smaller than *km2*; an island keeps three points."""
    found = []
    for arc in topology().arcs:
        weights = importance(arc)
        limit = km2
        if arc[0] == arc[-1]:
            inner = sorted(weights[1:-1], reverse=True)
            limit = min(km2, inner[min(1, len(inner) - 1)])
        found.append(tuple(p for p, w in zip(arc, weights, strict=True) if w >= limit))
    return found


def simplified(km2: float, island_km2: float = 0) -> dict[str, tuple[Ring, ...]]:
    """Every area's rings (open), simplified, without islands and lakes smaller than *island_km2*."""
    arcs = thinned(km2)
    found = {}
    for iso, polygons in topology().rings.items():
        rings = [_joined(arcs, ring) for polygon in polygons for ring in polygon]
        found[iso] = tuple(ring for ring in rings if _area(ring) >= island_km2)
    return found


def _joined(arcs: Sequence[Ring], ring: Sequence[int]) -> Ring:
    lines = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in ring]
    return tuple(point for line in lines for point in line[:-1])


def _area(ring: Ring) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True))) / 2


def outline_file() -> str:
    """The file of outlines for ``kit/map.js``: in units of ten kilometres, y pointing south, numbers packed by
    ``packed``.

    ``arcs``: arcs separated by spaces, each point relative to the one before it, also across arcs. ``areas``: code,
    country it belongs to (empty: none), x, y, and its rings separated by spaces, each a list of arcs' numbers (``~i``:
    arc i reversed) relative to the first number not used yet; ``"."`` for a tiny state. ``lines``: the graticule, in
    the format of the arcs.
    """
    arcs, number = list[Ring](), dict[int, int]()
    rows: list[list[Any]] = []
    for iso, area in areas().items():
        rings = []
        for ring in [] if area.tiny else [ring for polygon in topology().rings[iso] for ring in polygon]:
            if len({*map(_rounded, _joined(thinned(DETAIL), ring))}) < 3:
                continue
            said = []
            for arc in ring:
                which, new = (arc if arc >= 0 else ~arc), len(arcs)
                if number.setdefault(which, new) == new:
                    arcs.append(thinned(DETAIL)[which])
                said.append((number[which] if arc >= 0 else ~number[which]) - new)
            rings.append(packed(said))
        rows.append([iso, area.country, *_rounded(area.at), "." if area.tiny else " ".join(rings)])
    lines = data.graticule()
    grid = [tuple(zip(xs, ys, strict=True)) for xs, ys in zip(lines["xs"], lines["ys"], strict=True)]
    whole = {"unit": UNIT, "arcs": _lines(arcs), "areas": rows, "lines": _lines(grid)}
    return json.dumps(whole, separators=(",", ":")) + "\n"


def _lines(lines: Iterable[Ring]) -> str:
    found, before = [], (0, 0)
    for line in lines:
        steps: list[int] = []
        for i, here in enumerate(map(_rounded, line)):
            if i == 0 or here != before:
                steps += here[0] - before[0], here[1] - before[1]
            before = here
        found.append(packed(steps))
    return " ".join(found)


def packed(numbers: Iterable[int]) -> str:
    """Encode whole numbers in base 32, lowest digit first, the sign as the lowest bit; 32 is added to each digit that
    is followed by another."""
    found = []
    for number in numbers:
        left = number * 2 if number >= 0 else -number * 2 - 1
        while left >= 32:
            found.append(DIGITS[32 + left % 32])
            left //= 32
        found.append(DIGITS[left])
    return "".join(found)


def _rounded(point: Point) -> tuple[int, int]:
    return round(point[0] / UNIT), -round(point[1] / UNIT)


if __name__ == "__main__":
    FILE.write_text(outline_file(), "utf-8", newline="\n")
