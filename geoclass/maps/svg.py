"""A world map as SVG text: for pages without scripts, reports and pictures."""

from collections.abc import Mapping
from html import escape

from geoclass.maps.classes import DISPUTED, NO_DATA
from geoclass.maps.frames import Box
from geoclass.maps.outlines import Area, areas, graticule, path, paths
from geoclass.maps.topology import simplified
from geoclass.maps.world import Point, WorldMap

STEP = 20  # km: coordinates are rounded to it
HATCHES = {NO_DATA: "M0 8L8 0", DISPUTED: "M0 8L8 0M0 0L8 8"}


def draw(
    world: WorldMap,
    *,
    step: float = STEP,
    detail: float = 0,
    lines: bool = True,
    codes: bool = True,
    attributes: str = "",
) -> str:
    """The map as one ``<svg>``; areas without a fill are styled by the page. *attributes* go into the tag.

    *detail*: leave out points whose triangle, and islands whose area, is smaller than so many km². *lines*: draw the
    graticule. *codes*: a path per area with its code as ``data-iso``; else one path per colour, which is smaller.
    """
    box = world.box
    drawn = _thinned(step, detail) if detail else paths(step)
    land, marks = _areas(world, drawn, step, codes)
    parts = [_patterns(world), f'<path class="graticule" d="{graticule(step)}"/>' if lines else "", *land, *marks]
    for kind, which in (("chosen", world.chosen), ("near", world.near)):
        parts += [f'<path class="{kind}" d="{drawn[iso]}"/>' for iso in which]
    for route in world.routes:
        line = "".join(path(piece, step) for piece in route.pieces)
        parts.append(f'<path class="way {route.look}" d="{line}"/>'.replace(' "', '"'))
    parts += [_circle(marker.at, step, f"at {marker.look}".strip()) for marker in world.markers]
    parts += _labels(world, step)
    size = " ".join(str(round(v / step)) for v in (box.west, -box.north, box.wide, box.high))
    said = f' role="img" aria-label="{escape(world.said)}"' if world.said else ""
    inside = "".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}"{said}{attributes}>{inside}</svg>'


def _areas(world: WorldMap, drawn: Mapping[str, str], step: float, codes: bool) -> tuple[list[str], list[str]]:
    """The areas in the box, and above them their patterns and the circles of tiny states."""
    land: list[str] = []
    marks: list[str] = []
    together: dict[str, str] = {}  # fill → outlines
    for iso in [iso for iso, area in areas().items() if _meets(area, world.box)]:
        outline = drawn[iso]
        fill = f' fill="{world.fills[iso]}"' if iso in world.fills else ""
        if not codes:
            together[fill] = together.get(fill, "") + outline
        elif outline:
            land.append(f'<path{fill} data-iso="{iso}" d="{outline}"/>')
        if outline and iso in world.patterns:
            marks.append(f'<path class="{world.patterns[iso]}" fill="url(#{world.patterns[iso]})" d="{outline}"/>')
        if world.shows_circle(iso):
            x, y = _at(areas()[iso].at, step)
            marks.append(f'<circle{fill} data-iso="{iso}" cx="{x}" cy="{y}" r="{world.dot_km / step:.1f}"/>')
    return land + [f'<path{fill} d="{outline}"/>' for fill, outline in together.items()], marks


def _thinned(step: float, detail: float) -> dict[str, str]:
    rings = simplified(detail, island_km2=detail)
    return {iso: "".join(path(ring, step, close=True) for ring in rings[iso]) for iso in areas()}


def _meets(area: Area, box: Box) -> bool:
    """Whether any point of an area's outline is in the box."""
    return any(box.west < x < box.east and box.south < y < box.north for (outer, *_) in area.polygons for x, y in outer)


def _labels(world: WorldMap, step: float) -> list[str]:
    found = []
    for label in world.labels:
        (x, y), (at_x, at_y) = _at(label.at, step), _at(label.of, step)
        if label.end and label.end != label.of:
            end_x, end_y = _at(label.end, step)
            found.append(f'<path class="leader" d="M{at_x} {at_y}L{end_x} {end_y}"/>{_circle(label.of, step, "at")}')
        size = f' font-size="{world.letter_km / step:.0f}"' if world.letter_km else ""
        place = f'x="{x}" y="{y}" dy=".35em" text-anchor="{label.anchor}"{size}'
        found.append(f"<text {place}>{escape(label.text)}</text>")
    return found


def _circle(at: Point, step: float, look: str) -> str:
    x, y = _at(at, step)
    return f'<circle class="{look}" cx="{x}" cy="{y}" r="4"/>'


def _at(point: Point, step: float) -> tuple[int, int]:
    return round(point[0] / step), -round(point[1] / step)


def _patterns(world: WorldMap) -> str:
    used = [name for name in HATCHES if name in world.patterns.values()]
    drawn = "".join(
        f'<pattern id="{name}" width="8" height="8" patternUnits="userSpaceOnUse"><path d="{HATCHES[name]}"/></pattern>'
        for name in used
    )
    return f"<defs>{drawn}</defs>" if used else ""
