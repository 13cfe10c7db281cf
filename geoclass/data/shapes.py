"""Countries as they lie on the map, and their flags."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from geoclass.data.tables import described, read, table
from geoclass.data.words import unknown_country

if TYPE_CHECKING:
    import geopandas as gpd

EQUAL_EARTH = "+proj=eqearth +lon_0=11 +datum=WGS84 +units=km +no_defs"  # equal areas; cut in the Bering Strait


def shapes(projected: bool = True) -> "gpd.GeoDataFrame":
    """Every area the map draws, by ISO code, in kilometres of Equal Earth, or else in degrees (169° W to 191° E)."""
    frame = _shapes()
    return described(frame.to_crs(EQUAL_EARTH) if projected else frame.copy(), "shapes")


@cache
def _shapes() -> "gpd.GeoDataFrame":
    import geopandas as gpd

    frame = gpd.read_file(BytesIO(read("shapes/shapes.geojson")), engine="pyogrio").set_index("iso3")
    return frame.assign(**{name: _names(name, frame.index, frame[name]) for name in ("name_en", "name_fr")})


def countries_below(way: Iterable[tuple[float, float]]) -> tuple[str, ...]:
    """The countries under the places (latitude, longitude) of a way, in its order; no other areas."""
    import shapely

    tree, codes = _countries_tree()
    places = shapely.points([(longitude + 360 * (longitude < -169), latitude) for latitude, longitude in way])
    found = sorted(tree.query(places, predicate="intersects").T.tolist())
    return tuple(dict.fromkeys(codes[area] for _, area in found))


@cache
def _countries_tree() -> tuple[Any, list[str]]:
    import shapely

    areas = _shapes().geometry
    areas = areas[areas.index.isin(table("countries").index)]
    return shapely.STRtree(areas.values), [str(iso) for iso in areas.index]


def _names(column: str, codes: Iterable[str], others: Iterable[str]) -> list[str]:
    """The names of the country table for countries; the other areas have theirs here."""
    known = table("countries")[column]
    return [str(known[iso]) if iso in known.index else name for iso, name in zip(codes, others, strict=True)]


@cache
def _map() -> Mapping[str, Any]:
    return MappingProxyType(json.loads(read("shapes/map.json")))


def map_columns() -> dict[str, list[Any]]:
    """What a browser needs to draw every area: iso3, status, parent, name_en, name_fr, x and y (where its name goes),
    tiny, and the outlines xs and ys as Bokeh's ``multi_polygons`` want them, in whole kilometres of Equal Earth."""
    areas = {name: list(column) for name, column in _map()["areas"].items()}
    return areas | {name: _names(name, areas["iso3"], areas[name]) for name in ("name_en", "name_fr")}


def graticule() -> dict[str, list[list[int]]]:
    """Meridians and parallels every 30 degrees, as Bokeh's ``multi_line`` wants them."""
    return {axis: list(lines) for axis, lines in _map()["graticule"].items()}


@cache
def _transform() -> Any:
    from pyproj import Transformer

    return Transformer.from_crs("EPSG:4326", EQUAL_EARTH, always_xy=True).transform


def project(longitude: float, latitude: float) -> tuple[float, float]:
    """Where a place lies on the map, in kilometres of Equal Earth."""
    x, y = _transform()(longitude, latitude)
    return float(x), float(y)


@cache
def flag(iso: str) -> str:
    """The flag of a country as SVG text, 4:3."""
    codes = table("countries")["iso2"]
    if iso not in codes.index:
        raise unknown_country(iso)
    return read(f"flags/{codes[iso].lower()}.svg").decode("utf-8")
