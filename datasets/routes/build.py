"""Build routes.csv: the non-stop air routes between the cities, from OpenFlights, and the two networks of the race.

Each network starts with all routes between its cities; the least flown route is dropped repeatedly, as long as both its
ends keep enough others. The routes served by most airlines are left, and every city keeps several.
"""

import csv
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import shapely

from geoclass.data.facts import great_circle_km

# Flown in the 1970s and 1980s, no longer in 2014: the polar and Pacific stops at Anchorage, and Cairo to Tehran.
HISTORIC = (("anchorage", "new-york"), ("anchorage", "paris"), ("anchorage", "tokyo"), ("cairo", "tehran"))

# Never dropped: the routes in the examples of the rules.
KEPT = (
    *map("--".join, HISTORIC),
    "new-york--paris",
    "honolulu--tokyo",
    "honolulu--sydney",
    "london--paris",
    "paris--rome",
)

FULL_ROUTES = 108
SHORT_ROUTES = 72
NOT_SHORT = (
    "madrid",
    "istanbul",
    "beijing",
    "mexico-city",
    "lima",
    "dakar",
    "auckland",
)  # of the full network's cities
ENOUGH = 4  # routes that a city keeps

STEP_KM = 20  # sampling distance along a flight, to find the countries below

Pair = tuple[str, str]


def build(sources: Path, into: Path) -> None:
    cities = _module(Path(__file__).parents[1] / "cities" / "build.py")
    ids = {name: names[0] for name, names in cities.NAMES.items()}
    places = {ids[c["city"]]: (float(c["lat"]), float(c["lon"])) for c in _read(sources / "cities.csv")}
    airlines: dict[Pair, int] = dict.fromkeys(HISTORIC, 0)
    for source in _read(sources / "city_routes.csv"):
        a, b = sorted((ids[source["city_a"]], ids[source["city_b"]]))
        airlines[a, b] = int(source["n_airlines"])
    full = thinned(_between(airlines, cities.FULL), FULL_ROUTES)
    short = thinned(_between(airlines, (c for c in cities.FULL if c not in NOT_SHORT)), SHORT_ROUTES)
    below = _Below(sources)
    with (into / "routes.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("id", "city_a", "city_b", "km", "n_airlines", "historic", "full", "short", "over"))
        for a, b in sorted(airlines, key="--".join):
            pair = (a, b)
            km = great_circle_km(*places[a], *places[b])
            flags = (pair in HISTORIC, pair in full, pair in short)
            writer.writerow(
                ("--".join(pair), a, b, round(km), airlines[pair], *flags, "|".join(below(*places[a], *places[b], km)))
            )


def thinned(airlines: Mapping[Pair, int], n: int) -> set[Pair]:
    """*n* of the routes: the least flown are dropped first, if both their ends keep `ENOUGH`."""
    left = dict(airlines)
    for pair in sorted(airlines, key=lambda p: (airlines[p], p)):
        degree = Counter(city for route in left for city in route)
        if len(left) > n and min(degree[city] for city in pair) > ENOUGH and "--".join(pair) not in KEPT:
            del left[pair]
    assert len(left) == n
    return set(left)


def _between(airlines: Mapping[Pair, int], cities: Iterable[str]) -> dict[Pair, int]:
    chosen = set(cities)
    return {pair: n for pair, n in airlines.items() if chosen.issuperset(pair)}


class _Below:
    """The countries that a great circle passes over, in the order of the flight from a to b."""

    def __init__(self, sources: Path) -> None:
        by_number = {c["iso_num"].zfill(3): c["iso3"] for c in _read(sources / "codes.csv") if c["un_status"]}
        world = json.loads((sources / "world-50m.topojson").read_text("utf-8"))
        arcs = [_arc(arc, world["transform"]) for arc in world["arcs"]]
        self._codes: list[str] = []
        shapes = []
        for shape in world["objects"]["countries"]["geometries"]:
            if (code := by_number.get(shape.get("id", ""))) and code not in self._codes:
                self._codes.append(code)
                shapes.append(_polygons(shape, arcs))
        self._tree = shapely.STRtree(shapes)

    def __call__(self, lat_a: float, lon_a: float, lat_b: float, lon_b: float, km: float) -> list[str]:
        a, b = _vector(lat_a, lon_a), _vector(lat_b, lon_b)
        angle = np.arccos(np.clip(a @ b, -1, 1))
        t = np.linspace(0, 1, int(km / STEP_KM) + 2)[:, None]
        track = (np.sin((1 - t) * angle) * a + np.sin(t * angle) * b) / np.sin(angle)
        lon, lat = np.degrees(np.arctan2(track[:, 1], track[:, 0])), np.degrees(np.arcsin(track[:, 2]))
        found = [
            hit
            for turn in (0, 360)  # shapes across the antimeridian extend beyond 180°
            for hit in self._tree.query(shapely.points(lon + turn, lat), predicate="intersects").T.tolist()
        ]
        return list(dict.fromkeys(self._codes[shape] for _, shape in sorted(found)))


def _vector(lat: float, lon: float) -> np.ndarray:
    p, q = np.radians(lat), np.radians(lon)
    return np.array((np.cos(p) * np.cos(q), np.cos(p) * np.sin(q), np.sin(p)))


def _arc(arc: list[list[int]], transform: dict[str, list[float]]) -> np.ndarray:
    """The points of a TopoJSON arc, which is stored as steps from one point to the next."""
    return np.cumsum(np.array(arc), axis=0) * transform["scale"] + transform["translate"]


def _polygons(shape: dict, arcs: list[np.ndarray]) -> shapely.Geometry:
    def ring(parts: list[int]) -> np.ndarray:
        points = np.concatenate([arcs[i] if i >= 0 else arcs[~i][::-1] for i in parts])
        if np.ptp(points[:, 0]) > 180:  # across the antimeridian
            points[points[:, 0] < 0, 0] += 360
        return points

    polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
    return shapely.union_all([shapely.Polygon(ring(p[0]), [ring(h) for h in p[1:]]).buffer(0) for p in polygons])


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _module(path: Path):
    spec = spec_from_file_location("cities_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
