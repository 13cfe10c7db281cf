"""A map of the world as plain data, to be drawn as SVG, as a Bokeh figure, or by a browser as part of a scene."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from geoclass import data
from geoclass.maps.circles import Line, great_circle
from geoclass.maps.frames import WORLD, Box
from geoclass.maps.labels import Label, NamedPlace, placed
from geoclass.maps.outlines import TINY_KM, area, path

Point = tuple[float, float]


class Route(NamedTuple):
    """A line on the map, in pieces; *look* is its class in the browser's style."""

    pieces: tuple[Line, ...]
    look: str = ""


class Marker(NamedTuple):
    """A point of interest, such as a city."""

    at: Point
    look: str = ""


@dataclass(frozen=True)
class WorldMap:
    """The content of a map, in kilometres of Equal Earth; areas are named by ISO code."""

    box: Box = WORLD
    fills: Mapping[str, str] = field(default_factory=dict)  # a colour, or a CSS variable for SVG
    patterns: Mapping[str, str] = field(default_factory=dict)  # maps.NO_DATA or maps.DISPUTED
    texts: Mapping[str, str] = field(default_factory=dict)  # shown on hover
    circles: Collection[str] | None = None  # tiny states shown as circles; None: all
    chosen: Sequence[str] = ()  # areas with a strong outline
    near: Sequence[str] = ()  # areas with a dashed outline
    routes: Sequence[Route] = ()
    markers: Sequence[Marker] = ()
    labels: Sequence[Label] = ()
    letter_km: float = 0.0  # height of the labels' letters; 0: set by the page's style
    said: str = ""  # the map in words, for screen readers
    border: str = "coast"  # the colour token of borders
    dot_km: float = TINY_KM  # the radius of a circle
    fine: bool = False  # thin lines, for a small screen

    def shows_circle(self, iso: str) -> bool:
        return area(iso).tiny and (self.circles is None or iso in self.circles)


def flight(a: data.City, b: data.City, look: str = "") -> Route:
    """The great circle between two cities."""
    return Route(great_circle(a, b), look)


def link(a: str, b: str, look: str = "") -> Route:
    """A straight line between two countries."""
    return Route(((area(a).at, area(b).at),), look)


def city(place: data.City, look: str = "") -> Marker:
    return Marker(data.project(place.longitude, place.latitude), look)


def named(
    box: Box, wide: float, high: float, letter: float, things: Iterable[NamedPlace], **options: Any
) -> list[Label]:
    """Labels for things on a map of *box*, drawn *wide* × *high* pixels large.

    ``at`` of things and labels is in kilometres, everything else in pixels. *options* go to ``placed``; boxes *taken*
    are in pixels from the lower left.
    """
    km, seen = box.km(wide, high), box.fitted(wide, high)
    shown = [thing._replace(at=((thing.at[0] - seen.west) / km, (thing.at[1] - seen.south) / km)) for thing in things]
    found = placed(shown, Box(0, wide, 0, high), letter, **options)
    return [label.scaled(km, (seen.west, seen.south)) for label in found]


def countries(codes: Iterable[str], lang: str, *, optional: bool = False) -> list[NamedPlace]:
    """Countries with their names, for `named` to place."""
    return [NamedPlace(data.Country(iso).words(lang), area(iso).at, optional=optional) for iso in codes]


def scene(world: WorldMap) -> dict[str, Any]:
    """The map in the format of ``kit/map.js``: in whole kilometres, y pointing south, without empty fields."""
    found: dict[str, Any] = {
        "box": [round(world.box.west), round(-world.box.north), round(world.box.wide), round(world.box.high)],
        "said": world.said,
        "fills": dict(world.fills),
        "patterns": dict(world.patterns),
        "texts": dict(world.texts),
        "circles": None if world.circles is None else [iso for iso in world.circles if area(iso).tiny],
        "chosen": list(world.chosen),
        "near": list(world.near),
        "routes": [{"d": "".join(path(piece) for piece in r.pieces), "look": r.look} for r in world.routes],
        "markers": [{"at": _down(m.at), "look": m.look} for m in world.markers],
        "labels": [
            {"text": label.text, "at": _down(label.at), "anchor": label.anchor}
            | ({"of": _down(label.of), "end": _down(label.end)} if label.end else {})
            for label in world.labels
        ],
        "letter": round(world.letter_km),
        "dot": round(world.dot_km),
    }
    return {key: value for key, value in found.items() if value or (key == "circles" and value is not None)}


def _down(point: Point) -> list[int]:
    return [round(point[0]), -round(point[1])]
