"""Build shapes.geojson (longitude, latitude) and map.json (kilometres of Equal Earth, for the browser).

Arcs shared by two neighbours are simplified once, so that their border stays shared.
"""

import csv
import json
import math
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from pathlib import Path
from typing import Any

from shapely import MultiPolygon, Point, Polygon, box, make_valid, normalize, prepare, union_all

from geoclass.data.projection import project as to_equal_earth
from geoclass.data.thinning import importance

HERE = Path(__file__).parent
CUT = -169  # degrees: in the Bering Strait, opposite 11° E
EDGE = 0.01  # degrees kept free along the cut, so that no point wraps to the other side of the map
TINY = 5000  # km²: less than about 2.5 pixels across on a projector
SOUTH_OF_MOROCCO = box(-20, 20, -8, 27.657)  # where Algeria, Morocco and Western Sahara meet
SIMFEROPOL = Point(34.1, 44.95)
FUNAFUTI, TUVALU_KM2 = (179.2, -8.52), 26
SPECK = 1e-5  # square degrees: smaller polygons are errors of the source; the Holy See has 4e-5
LEFT_OUT = {"Antarctica"}
PART_OF = {"Åland": "FIN", "Ashmore and Cartier Is.": "AUS"}  # counted in these countries' figures
FINE_KM2, MAP_KM2, MAP_ISLAND_KM2 = 50.0, 560.0, 700.0  # smaller triangles and islands are removed

Line = list[tuple[float, float]]
Rings = list[list[list[int]]]  # polygons of rings of arc numbers, as in the topology


def build(sources: Path, into: Path) -> None:
    arcs, rings = topology(json.loads((sources / "world-50m.topojson").read_text("utf-8")))
    areas = listed(sources)
    by_iso: dict[str, Rings] = {}
    for name, polygons in rings:
        if name not in LEFT_OUT:
            by_iso.setdefault(PART_OF.get(name) or areas[name]["iso3"], []).extend(polygons)
    by_iso["XCR"] = [p for p in by_iso["RUS"] if Polygon(joined(arcs, p[0])).contains(SIMFEROPOL)]
    by_iso["RUS"] = [p for p in by_iso["RUS"] if p not in by_iso["XCR"]]
    rank = {a["iso3"]: a for a in areas.values()}
    weights = [weighed(arc) for arc in arcs]

    fine = simplified(arcs, weights, by_iso, FINE_KM2)
    fine["TUV"] = MultiPolygon([circle(*FUNAFUTI, TUVALU_KM2)])
    features, label = [], {}
    for iso, shape in sorted(fine.items()):
        flat = project(shape)
        x, y = middle(max(flat.geoms, key=lambda p: p.area))
        tiny = flat.area < TINY and rank[iso]["status"] in ("member", "observer")
        label[iso] = {"x": round(x), "y": round(y), "tiny": tiny}
        about = {k: rank[iso][k] for k in ("iso3", "status", "parent", "name_en", "name_fr")}
        features.append(
            {
                "type": "Feature",
                "properties": about | {"label_x": round(x), "label_y": round(y), "tiny": tiny},
                "geometry": {"type": "MultiPolygon", "coordinates": plain(shape)},
            }
        )
    lines = ",\n".join(compact(f) for f in features)
    (into / "shapes.geojson").write_text(f'{{"type":"FeatureCollection","features":[\n{lines}\n]}}\n', "utf-8")

    coarse = simplified(arcs, weights, by_iso, MAP_KM2) | {"TUV": fine["TUV"]}
    columns: dict[str, list[Any]] = {k: [] for k in ("iso3", "status", "parent", "name_en", "name_fr")}
    columns |= {k: [] for k in ("x", "y", "tiny", "xs", "ys")}
    for iso in sorted(coarse):
        spot = label[iso]
        polygons = drawn(coarse[iso]) or [[diamond(spot["x"], spot["y"])]]
        row = {k: rank[iso][k] for k in ("iso3", "status", "parent", "name_en", "name_fr")} | spot
        row["xs"], row["ys"] = ([[[p[axis] for p in r] for r in polygon] for polygon in polygons] for axis in (0, 1))
        for key, value in row.items():
            columns[key].append(value)
    whole = {"areas": columns, "graticule": graticule()}
    (into / "map.json").write_text(compact(whole) + "\n", "utf-8")


def listed(sources: Path) -> dict[str, dict[str, str]]:
    """The areas to draw, by name in the topology: members and observers from codes.csv, the rest from areas.csv."""
    with (HERE / "areas.csv").open(encoding="utf-8", newline="") as file:
        found = {r["source_name"]: r for r in csv.DictReader(file)}
    with (sources / "codes.csv").open(encoding="utf-8", newline="") as file:
        status = {r["iso3"]: (r["iso_num"], r["un_status"]) for r in csv.DictReader(file) if r["un_status"]}
    geometries = json.loads((sources / "world-50m.topojson").read_text("utf-8"))["objects"]["countries"]["geometries"]
    name_of = {g["id"]: g["properties"]["name"] for g in reversed(geometries) if "id" in g}
    for iso, (number, un) in status.items():
        found[name_of.get(number, iso)] = {"iso3": iso, "status": un, "parent": "", "name_en": "", "name_fr": ""}
    return found


def topology(topo: dict[str, Any]) -> tuple[list[Line], list[tuple[str, Rings]]]:
    """The arcs in degrees, with longitudes from the cut (-169°) to 191°, and each shape's name and rings of arcs."""
    (kx, ky), (x0, y0) = topo["transform"]["scale"], topo["transform"]["translate"]
    arcs = []
    for steps in topo["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            arc.append((x * kx + x0, y * ky + y0))
        moved = [(lon + 360 if lon < CUT else lon, lat) for lon, lat in arc]
        # arcs across the cut are cut later
        line = arc if spread(moved) > 180 > spread(arc) else moved
        arcs.append([(round(lon, 3), round(lat, 3)) for lon, lat in line])
    shapes = topo["objects"]["countries"]["geometries"]
    return arcs, [(g["properties"]["name"], [g["arcs"]] if g["type"] == "Polygon" else g["arcs"]) for g in shapes]


def spread(line: Line) -> float:
    return max(p[0] for p in line) - min(p[0] for p in line)


def weighed(arc: Line) -> list[float]:
    """The importance of each point in km², computed in whole metres so that equal areas are equal on every machine."""
    metres = [(round(1000 * x), round(1000 * y)) for x, y in (to_equal_earth(*p) for p in arc)]
    return [m2 / 1e6 for m2 in importance(metres)]


def kept(arc: Line, weight: list[float], limit: float) -> Line:
    """The points above the limit; a closed arc (an island) keeps at least a triangle."""
    if arc[0] == arc[-1]:
        inner = sorted(weight[1:-1], reverse=True)
        limit = min(limit, inner[min(2, len(inner) - 1)])
    return [p for p, w in zip(arc, weight, strict=True) if w >= limit]


def joined(arcs: list[Line], ring: list[int]) -> Line:
    line: Line = []
    for i in ring:
        arc = arcs[i] if i >= 0 else arcs[~i][::-1]
        line += arc[1:] if line else arc
    return line


def simplified(
    arcs: list[Line], weights: list[list[float]], shapes: dict[str, Rings], km2: float
) -> dict[str, MultiPolygon]:
    """Every shape with less detail; arcs of polygons that would cross themselves keep more of it."""
    limit = [km2] * len(arcs)
    for _ in range(8):
        now = [kept(*line) for line in zip(arcs, weights, limit, strict=True)]
        broken = {
            ~i if i < 0 else i
            for polygons in shapes.values()
            for polygon in polygons
            if not sound([joined(now, ring) for ring in polygon])
            for ring in polygon
            for i in ring
        }
        if not broken:
            break
        for i in broken:
            limit[i] = limit[i] / 4
    found = {}
    for iso, polygons in shapes.items():
        lines = [[joined(now, ring) for ring in polygon] for polygon in polygons]
        found[iso] = whole([Polygon(rings[0], rings[1:]) for rings in lines if len(set(rings[0])) > 2])
    # The source divides Western Sahara along the line of control; the United Nations list it as a whole.
    south = found["MAR"].intersection(SOUTH_OF_MOROCCO)
    found["MAR"] = whole(list(flat([found["MAR"].difference(SOUTH_OF_MOROCCO)])))
    found["ESH"] = whole(list(flat([union_all([found["ESH"], south])])))
    return found


def sound(rings: list[Line]) -> bool:
    return all(len(r) > 3 for r in rings) and Polygon(rings[0], rings[1:]).is_valid


def whole(polygons: list[Polygon]) -> MultiPolygon:
    """Polygons as one valid shape, cut at 169° W; the source has two that cross themselves."""
    parts = []
    for polygon in polygons:
        valid = polygon if polygon.is_valid else make_valid(polygon)
        west, _, east, _ = valid.bounds
        if west < CUT < east:
            right = valid.intersection(box(-180, -90, CUT - EDGE, 90))
            parts += [valid.intersection(box(CUT + EDGE, -90, 180, 90)), moved(right)]
        else:
            parts.append(valid)
    one = MultiPolygon(list(flat(parts)))
    return normalize(one if one.is_valid else MultiPolygon(list(flat([union_all(parts)]))))


def moved(shape: Any) -> MultiPolygon:
    return MultiPolygon([Polygon([(x + 360, y) for x, y in p.exterior.coords]) for p in flat([shape])])


def flat(shapes: list[Any]) -> Iterator[Polygon]:
    for shape in shapes:
        if shape.geom_type == "Polygon":
            if shape.area > SPECK:
                yield shape
        elif hasattr(shape, "geoms"):
            yield from flat(list(shape.geoms))


def project(shape: MultiPolygon) -> MultiPolygon:
    def line(ring: Any) -> Line:
        return [to_equal_earth(*p) for p in ring.coords]

    return MultiPolygon([Polygon(line(p.exterior), [line(h) for h in p.interiors]) for p in shape.geoms])


def middle(polygon: Polygon, near: float = 1.0) -> tuple[float, float]:
    """The point furthest from the outline, to within *near* km, found by quartering the most promising square."""
    outline = polygon.boundary
    prepare(polygon)

    def square(x: float, y: float, half: float) -> tuple[float, float, float, float, float]:
        """An upper bound (negated: heaps pop the least), half the side, the centre and its distance inwards."""
        here = Point(x, y)
        far = round(outline.distance(here) * (1 if polygon.contains(here) else -1), 3)
        return -(far + half * math.sqrt(2)), half, x, y, far

    west, south, east, north = polygon.bounds
    half = min(east - west, north - south) / 2
    wide, high = (math.ceil(side / half / 2) for side in (east - west, north - south))
    squares = [
        square(west + (2 * i + 1) * half, south + (2 * j + 1) * half, half) for i in range(wide) for j in range(high)
    ]
    best = square(polygon.centroid.x, polygon.centroid.y, 0)
    heapify(squares)
    while squares and -squares[0][0] - best[4] > near:
        _, half, x, y, _ = found = heappop(squares)
        best = found if found[4] > best[4] else best
        for dx, dy in ((-half, -half), (-half, half), (half, -half), (half, half)):
            heappush(squares, square(x + dx / 2, y + dy / 2, half / 2))
    return best[2], best[3]


def plain(shape: MultiPolygon) -> list[Any]:
    return [
        [[[round(x, 3), round(y, 3)] for x, y in ring.coords] for ring in (p.exterior, *p.interiors)]
        for p in shape.geoms
    ]


def drawn(shape: MultiPolygon) -> list[list[Line]]:
    """A shape's rings in whole kilometres, not closed, without islands too small to be seen."""
    largest, *others = sorted(project(shape).geoms, key=lambda p: -p.area)
    found = []
    for polygon in [largest, *(p for p in others if p.area >= MAP_ISLAND_KM2)]:
        rings = [without_repeats(ring.coords) for ring in (polygon.exterior, *polygon.interiors)]
        if rings[0]:
            found.append([r for r in rings if r])
    return found


def without_repeats(points: Any) -> Line:
    line: Line = []
    for p in ((round(x), round(y)) for x, y in points):
        if not line or p != line[-1]:
            line.append(p)
    return line[:-1] if len(set(line)) > 2 else []


def circle(lon: float, lat: float, km2: float) -> Polygon:
    """A small circle of the given area, as sixteen points in degrees."""
    r = math.sqrt(km2 / math.pi) / 111.2
    turns = [2 * math.pi * k / 16 for k in range(16)]
    return Polygon(
        [
            (round(lon + r * math.cos(t) / math.cos(math.radians(lat)), 3), round(lat + r * math.sin(t), 3))
            for t in turns
        ]
    )


def diamond(x: int, y: int) -> Line:
    return [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)]


def graticule() -> dict[str, list[list[int]]]:
    """Every 30th meridian and parallel in whole kilometres, and the two edges of the map."""
    edges = [CUT + EDGE, *range(-150, 181, 30), CUT + 360 - EDGE]
    lines = [[(lon, lat) for lat in range(-90, 91, 10)] for lon in edges]
    lines += [[(lon, lat) for lon in (edges[0], *range(-160, 190, 10), edges[-1])] for lat in range(-30, 61, 30)]
    flat = [[to_equal_earth(*p) for p in line] for line in lines]
    return {axis: [[round(p[i]) for p in line] for line in flat] for i, axis in enumerate(("xs", "ys"))}


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    import sys

    build(Path(sys.argv[1]), HERE)
