"""Great circles on the map, cut where they leave its edge."""

from collections.abc import Iterable
from functools import lru_cache

from geoclass import data
from geoclass.data.projection import EDGE, on_map

Point = tuple[float, float]
Line = tuple[Point, ...]

STEPS = 64  # points per line
HAIR = 1e-9  # degrees: an edge belongs to one side only


@lru_cache(maxsize=4096)  # bounded: a pupil may name any flight
def great_circle(a: data.City, b: data.City, steps: int = STEPS) -> tuple[Line, ...]:
    """The great circle between two cities, cut into pieces at the map's edge."""
    way = data.great_circle(a, b, steps)
    return tuple(tuple(data.project(*p) for p in piece) for piece in cut((on_map(lon), lat) for lat, lon in way))


def cut(line: Iterable[Point]) -> list[list[Point]]:
    """Cut a line (longitude 169° W to 191° E, latitude) into pieces at the map's edge.

    Points are joined the shorter way round.
    """
    pieces: list[list[Point]] = [[]]
    for here in line:
        if pieces[-1] and abs(here[0] - pieces[-1][-1][0]) > 180:
            leaving, entering = _over_the_edge(pieces[-1][-1], here)
            pieces[-1].append(leaving)
            pieces.append([entering])
        pieces[-1].append(here)
    return pieces


def _over_the_edge(a: Point, b: Point) -> tuple[Point, Point]:
    """The points where the line from *a* leaves the map and re-enters on the other side."""
    east, west = EDGE, EDGE - 360 + HAIR
    out, back, ahead = (east, west, b[0] + 360) if a[0] > b[0] else (west, east, b[0] - 360)
    latitude = a[1] if ahead == a[0] else a[1] + (b[1] - a[1]) * (out - a[0]) / (ahead - a[0])
    return (out, latitude), (back, latitude)


@lru_cache(maxsize=1)
def edge() -> Line:
    """The edge of the map, all around."""
    east = [data.project(EDGE, latitude) for latitude in range(-90, 91, 2)]
    return (*east, *((-x, y) for x, y in reversed(east)))
