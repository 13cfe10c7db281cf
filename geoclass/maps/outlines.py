"""The areas of the world map as Bokeh columns, SVG paths, and the file for browsers."""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from geoclass import data

Point = tuple[float, float]
Ring = tuple[Point, ...]

TINY_KM = 130  # radius of the circle of a tiny state: 7 pixels on a full projector


class Area(NamedTuple):
    """An area of the map: a country, a territory or a disputed area."""

    iso: str
    status: str  # member, observer, territory, disputed
    parent: str  # the country that a territory belongs to
    at: Point  # where its name goes
    tiny: bool  # also drawn as a circle
    polygons: tuple[tuple[Ring, ...], ...]  # outer ring first

    @property
    def country(self) -> str:
        """The country of an area: itself, or the one it belongs to; empty for a disputed area."""
        known = data.attribute("un_status")
        return next((iso for iso in (self.iso, self.parent) if iso in known), "")


@cache
def areas() -> Mapping[str, Area]:
    """Code → area, in the order of ``data.map_columns``."""
    shown = data.map_columns()
    names = ("iso3", "status", "parent", "x", "y", "tiny", "xs", "ys")
    return {
        iso: Area(iso, status, parent, (x, y), tiny, tuple(_polygon(*part) for part in zip(xs, ys, strict=True)))
        for iso, status, parent, x, y, tiny, xs, ys in zip(*(shown[name] for name in names), strict=True)
    }


def _polygon(xs: list[list[int]], ys: list[list[int]]) -> tuple[Ring, ...]:
    return tuple(tuple(zip(x, y, strict=True)) for x, y in zip(xs, ys, strict=True))


def area(iso: str) -> Area:
    return areas()[iso]


@cache
def tiny() -> tuple[str, ...]:
    """The tiny areas."""
    return tuple(iso for iso, area in areas().items() if area.tiny)


def columns(codes: Iterable[str]) -> dict[str, list[Any]]:
    """The outlines of some areas in the format of Bokeh's ``multi_polygons``."""
    shown, row = data.map_columns(), _rows()
    places = [row[iso] for iso in codes]
    return {axis: [shown[axis][i] for i in places] for axis in ("xs", "ys")}


@cache
def _rows() -> Mapping[str, int]:
    return {iso: i for i, iso in enumerate(areas())}


@cache
def paths(unit: float = 1) -> Mapping[str, str]:
    """Every area as an SVG path, with y pointing south; *unit*: kilometres per unit of the path."""
    return {
        iso: "".join(path(ring, unit, close=True) for polygon in area.polygons for ring in polygon)
        for iso, area in areas().items()
    }


@cache
def graticule(unit: float = 1) -> str:
    """Meridians and parallels every 30 degrees in one path."""
    lines = data.graticule()
    return "".join(path(zip(x, y, strict=True), unit) for x, y in zip(lines["xs"], lines["ys"], strict=True))


def path(line: Iterable[Point], unit: float = 1, *, close: bool = False) -> str:
    """A line or an outline as an SVG path of relative steps; empty if it is shorter than one unit, or, for an outline,
    smaller than two."""
    points: list[tuple[int, int]] = []
    for x, y in line:
        here = round(x / unit), -round(y / unit)
        if not points or here != points[-1]:
            points.append(here)
    if len(points) < (3 if close else 2) or (close and max(map(_extent, zip(*points, strict=True))) < 2):
        return ""
    steps = " ".join(f"{x - was_x} {y - was_y}" for (was_x, was_y), (x, y) in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}l{steps}{'z' if close else ''}".replace(" -", "-")


def _extent(values: Iterable[int]) -> int:
    found = tuple(values)
    return max(found) - min(found)
