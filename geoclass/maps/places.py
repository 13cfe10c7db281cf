"""Finds the country at a point of the map, with tolerance for fingers and for states too small to see."""

from collections.abc import Iterator
from functools import cache, lru_cache
from math import hypot
from typing import Any

from geoclass import data
from geoclass.maps.circles import great_circle
from geoclass.maps.outlines import TINY_KM, Area, Ring, areas, tiny


def country_at(x: float, y: float, reach: float = 0, *, dot: float = TINY_KM, territories: bool = False) -> str | None:
    """The country at a point (kilometres of Equal Earth), or the nearest within *reach*.

    The circle of a tiny state, *dot* kilometres in radius, takes precedence over the area below it; over the sea it is
    found within *reach* too. With *territories* a territory counts as its country, else as sea; a disputed area belongs
    to no country.
    """
    from shapely import Point

    tree, parts, whose = _shapes(territories)
    small = {iso: hypot(x - at[0], y - at[1]) for iso, at in _circles().items()}
    nearest: str = min(small, key=lambda iso: small[iso])
    place = Point(x, y)
    inside = [int(i) for i in tree.query(place, predicate="intersects")]
    if small[nearest] <= max(dot, reach * (not inside)):
        return nearest
    if inside:
        return whose[inside[0]] or None
    close = int(tree.nearest(place))
    return whose[close] or None if parts[close].distance(place) <= reach else None


@cache
def _circles() -> dict[str, tuple[float, float]]:
    countries = data.attribute("un_status")
    return {iso: areas()[iso].at for iso in tiny() if iso in countries}


@cache
def _shapes(territories: bool) -> tuple[Any, list[Any], list[str]]:
    """A spatial index of the parts of all areas, the parts, and the country of each (empty: none)."""
    from shapely import Polygon, STRtree

    parts: list[Any] = []
    whose: list[str] = []
    for area in areas().values():
        if area.status == "territory" and not territories:
            continue
        for outer, *holes in area.polygons:
            parts.append(Polygon(outer, holes).buffer(0))
            whose.append(area.country)
    return STRtree(parts), parts, whose


@lru_cache(maxsize=4096)  # bounded: a pupil may name any flight
def territories_below(a: data.City, b: data.City) -> tuple[str, ...]:
    """The codes of territories and disputed areas below a flight, such as Greenland."""
    from shapely import LineString, Polygon

    flight = [LineString(piece) for piece in great_circle(a, b) if len(piece) > 1]
    return tuple(
        area.iso
        for area in areas().values()
        if area.status in ("territory", "disputed")
        and any(Polygon(*ring).buffer(0).intersects(piece) for ring in _rings(area) for piece in flight)
    )


def _rings(area: Area) -> Iterator[tuple[Ring, list[Ring]]]:
    return ((outer, list(holes)) for outer, *holes in area.polygons)
