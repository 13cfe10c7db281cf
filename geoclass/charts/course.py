"""Great circles and city names on the world map: lines and places in kilometres of Equal Earth."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from geoclass import data

STEPS = 64  # points of a leg
EDGE = 11 + 180  # the map is cut at 169° W
HAIR = 1e-6  # an edge belongs to one side only

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, bottom, right, top


@cache
def great_circle(a: str, b: str) -> tuple[tuple[Point, ...], ...]:
    """The way a plane flies between two cities, in one piece or, where it leaves the map's edge, in several."""
    cities = data.cities_by_id()
    pieces: list[list[Point]] = [[]]
    before: Point | None = None
    for latitude, longitude in data.great_circle(cities[a], cities[b], STEPS):
        here = (_on_map(longitude), latitude)
        if before and abs(here[0] - before[0]) > 180:  # the shorter way between the two goes over the edge
            leaving, entering = _over_the_edge(before, here)
            pieces[-1].append(leaving)
            pieces.append([entering])
        pieces[-1].append(here)
        before = here
    return tuple(tuple(data.project(*point) for point in piece) for piece in pieces)


@cache
def outline() -> tuple[Point, ...]:
    """The edge of the map: where a line that leaves it on one side comes in again on the other."""
    south_north = range(-90, 91, 2)
    return tuple(
        data.project(edge, latitude)
        for edge, along in ((EDGE - HAIR, south_north), (EDGE - 360 + HAIR, reversed(south_north)))
        for latitude in along
    )


def _on_map(longitude: float) -> float:
    """From 169° W to 191° E."""
    return (longitude - EDGE) % 360 - 360 + EDGE


def _over_the_edge(a: Point, b: Point) -> tuple[Point, Point]:
    """Where the line from *a* leaves the map, and where it comes in again on the other side."""
    east = a[0] > b[0]  # it leaves in the east
    ahead = b[0] + 360 if east else b[0] - 360
    edge = EDGE if east else EDGE - 360
    latitude = a[1] + (b[1] - a[1]) * (edge - a[0]) / (ahead - a[0])
    out, back = (EDGE - HAIR, EDGE - 360 + HAIR) if east else (EDGE - 360 + HAIR, EDGE - HAIR)
    return (out, latitude), (back, latitude)


class Label(NamedTuple):
    """Where a name stands beside its dot: *anchor* (start, middle, end) says which part of it is at the point."""

    x: float
    y: float
    anchor: str


def place(cities: Iterable[str], lang: str, size: float) -> dict[str, Label]:
    """A place for each city's name, *size* kilometres high, over no other name, no dot, and never off the map."""
    spots = {city: data.project(c.longitude, c.latitude) for city in cities if (c := data.cities_by_id()[city])}
    dots: list[Box] = [(x - size / 3, y - size / 3, x + size / 3, y + size / 3) for x, y in spots.values()]
    east = data.project(EDGE - HAIR, 0)[0]
    walls: list[Box] = [(-2 * east, -1e5, -east, 1e5), (east, -1e5, 2 * east, 1e5)]
    taken: list[Box] = []
    found = {}
    for city in sorted(spots, key=lambda c: -sum(_near(spots[c], other, 5 * size) for other in spots.values())):
        width = 0.56 * size * len(data.cities_by_id()[city].words(lang))
        x, y = spots[city]
        choices = [Label(x + dx * size, y + dy * size, anchor) for dx, dy, anchor in _AROUND]
        boxes = [_box(label, width, size) for label in choices]
        others = [dot for dot, spot in zip(dots, spots.values(), strict=True) if spot != (x, y)]
        best = min(range(len(boxes)), key=lambda i: (_covered(boxes[i], [*taken, *others, *walls]), i))
        found[city] = choices[best]
        taken.append(boxes[best])
    return found


# to the right, to the left, below, above, and the corners
_AROUND = (
    (0.5, 0, "start"),
    (-0.5, 0, "end"),
    (0, -0.95, "middle"),
    (0, 0.95, "middle"),
    (0.3, 0.7, "start"),
    (-0.3, 0.7, "end"),
    (0.3, -0.7, "start"),
    (-0.3, -0.7, "end"),
)


def _near(a: Point, b: Point, far: float) -> bool:
    return abs(a[0] - b[0]) < 2 * far and abs(a[1] - b[1]) < far


def _box(label: Label, width: float, size: float) -> Box:
    left = label.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * width
    return left, label.y - 0.5 * size, left + width, label.y + 0.5 * size


def _covered(box: Box, others: Sequence[Box]) -> float:
    """How much of *box* others cover."""
    return sum(
        max(0.0, min(box[2], o[2]) - max(box[0], o[0])) * max(0.0, min(box[3], o[3]) - max(box[1], o[1]))
        for o in others
    )
