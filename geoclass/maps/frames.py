"""Visible parts of the world, in kilometres of Equal Earth."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from geoclass.maps.outlines import area

Point = tuple[float, float]


class Box(NamedTuple):
    west: float
    east: float
    south: float
    north: float

    @property
    def wide(self) -> float:
        return self.east - self.west

    @property
    def high(self) -> float:
        return self.north - self.south

    @property
    def middle(self) -> Point:
        return (self.west + self.east) / 2, (self.south + self.north) / 2

    def fitted(self, wide: float, high: float) -> "Box":
        """The smallest box of this aspect ratio that contains the box."""
        km = self.km(wide, high)
        x, y = self.middle
        return Box(x - km * wide / 2, x + km * wide / 2, y - km * high / 2, y + km * high / 2)

    def km(self, wide: float, high: float) -> float:
        """Kilometres per pixel, if the box is fitted into so many pixels."""
        return max(self.wide / wide, self.high / high)

    def holds(self, point: Point) -> bool:
        return self.west < point[0] < self.east and self.south < point[1] < self.north

    def meets(self, other: "Box") -> bool:
        return (
            self.west < other.east and other.west < self.east and self.south < other.north and other.south < self.north
        )


WHOLE = Box(-16_700, 17_300, -7_250, 8_560)  # everything drawn, without Antarctica
WORLD = Box(-16_700, 17_300, -6_900, 8_400)  # cropped to the land
CONTINENTS = {
    "Africa": Box(-3600, 5400, -4700, 5000),
    "America": Box(-16000, -2600, -7250, 8560),
    "Asia": Box(800, 13600, -1700, 8000),
    "Europe": Box(-3400, 5200, 4000, 8560),
    "Oceania": Box(8200, 17300, -6000, 2800),
}
LEAST_WIDE = 9000.0  # km: points are shown with a continent around them
LEAST = 1600.0  # km from the middle of a country to the edge of its map
MAIN = 0.2  # share of a country's largest part: smaller parts may be far away


def around(points: Sequence[Point], ratio: float) -> Box:
    """The box with aspect *ratio* that contains all points with room for their names."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    if not points:
        xs, ys = [WHOLE.west, WHOLE.east], [WHOLE.south, WHOLE.north]
    wide = max(LEAST_WIDE, (max(xs) - min(xs)) * 1.45, (max(ys) - min(ys)) * 1.5 * ratio)
    wide = min(wide, WHOLE.wide)
    high = wide / ratio
    x = min(max((max(xs) + min(xs)) / 2, WHOLE.west + wide / 2), WHOLE.east - wide / 2)
    y = (max(ys) + min(ys)) / 2
    y = WHOLE.middle[1] if high >= WHOLE.high else min(max(y, WHOLE.south + high / 2), WHOLE.north - high / 2)
    return Box(x - wide / 2, x + wide / 2, y - high / 2, y + high / 2)


@cache
def around_country(iso: str) -> Box:
    """A country's main parts, and about as much again around them."""
    parts = sorted((_bounds(part[0]) for part in area(iso).polygons), key=lambda b: -b.wide * b.high)
    main = [b for b in parts if b.wide * b.high > MAIN * parts[0].wide * parts[0].high]
    west, south = min(b.west for b in main), min(b.south for b in main)
    east, north = max(b.east for b in main), max(b.north for b in main)
    wide, high = max(0.7 * (east - west), LEAST), max(0.7 * (north - south), LEAST)
    x, top = (west + east) / 2, min((south + north) / 2 + high, WHOLE.north)
    return Box(x - wide, x + wide, top - 2 * high, top)


def _bounds(ring: Sequence[Point]) -> Box:
    xs, ys = zip(*ring, strict=True)
    return Box(min(xs), max(xs), min(ys), max(ys))
