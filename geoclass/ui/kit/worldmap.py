"""The world as SVG paths, for maps that a surface draws itself: kilometres of Equal Earth, south is down."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise

from geoclass import data

Point = tuple[float, float]


@cache
def land(unit: int = 1) -> str:
    """Every area in one path, coasts and borders; *unit* is how many kilometres one step of it is."""
    areas = data.map_columns()
    rings = [
        list(zip(x, y, strict=True))
        for xs, ys in zip(areas["xs"], areas["ys"], strict=True)
        for many_x, many_y in zip(xs, ys, strict=True)
        for x, y in zip(many_x, many_y, strict=True)
    ]
    return "".join(line + "z" for ring in rings if (line := path(ring, unit)))


@cache
def graticule(unit: int = 1) -> str:
    lines = data.graticule()
    return "".join(path(list(zip(x, y, strict=True)), unit) for x, y in zip(lines["xs"], lines["ys"], strict=True))


def path(line: Sequence[Point], unit: int = 1) -> str:
    """A line as the steps from point to point; nothing where it is less than one step long."""
    points = _apart((round(x / unit), -round(y / unit)) for x, y in line)
    if len(points) < 2:
        return ""
    steps = " ".join(f"{x - was_x} {y - was_y}" for (was_x, was_y), (x, y) in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{steps}".replace(" -", "-")


def _apart(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for point in points:
        if not found or point != found[-1]:
            found.append(point)
    return found
