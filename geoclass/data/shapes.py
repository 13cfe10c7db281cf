"""The outlines of countries and other areas, and flags."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from geoclass.data.projection import EQUAL_EARTH
from geoclass.data.tables import described, read, table
from geoclass.data.words import find_country

if TYPE_CHECKING:
    import geopandas as gpd


def shapes(projected: bool = True) -> "gpd.GeoDataFrame":
    """Every area of the map by ISO code, in kilometres of Equal Earth, or in degrees (169° W to 191° E).

    The figures of the countries are joined to their shapes in `world`.
    """
    frame = _shapes()
    return described(frame.to_crs(EQUAL_EARTH) if projected else frame.copy(), "shapes")


def world(projected: bool = True) -> "gpd.GeoDataFrame":
    """All countries with their figures and shapes, one row per country, ready to ``plot``, ``explore`` or join.

    ``plot`` needs matplotlib, ``explore`` folium; `charts.world_map` needs neither.

    >>> from geoclass import data
    >>> world = data.world()
    >>> world.loc["ISL", "population"], world.loc["ISL"].geometry.geom_type
    (np.int64(357603), 'MultiPolygon')
    """
    import geopandas as gpd

    from geoclass.data.edition import countries

    figures, outlines = countries(), shapes(projected)
    joined = gpd.GeoDataFrame(figures, geometry=outlines.geometry.reindex(figures.index), crs=outlines.crs)
    return described(joined, "countries")


@cache
def _shapes() -> "gpd.GeoDataFrame":
    import geopandas as gpd

    frame = gpd.read_file(BytesIO(read("shapes/shapes.geojson")), engine="pyogrio").set_index("iso3")
    return frame.assign(**{name: _names(name, frame.index, frame[name]) for name in ("name_en", "name_fr")})


def countries_below(way: Iterable[tuple[float, float]]) -> tuple[str, ...]:
    """The countries below a line of points (latitude, longitude), in its order, without other areas."""
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
    """The names of areas: for countries those of the country table, else *others*."""
    known = table("countries")[column].to_dict()
    return [str(known.get(iso, name)) for iso, name in zip(codes, others, strict=True)]


@cache
def _map() -> Mapping[str, Any]:
    return MappingProxyType(json.loads(read("shapes/map.json")))


def map_columns() -> dict[str, list[Any]]:
    """Every area as columns: iso3, status, parent, name_en, name_fr, x and y (of its name), tiny, and the outlines xs
    and ys in the format of Bokeh's ``multi_polygons``, in whole kilometres of Equal Earth."""
    return {name: list(column) for name, column in (_map()["areas"] | _map_names()).items()}


@cache
def _map_names() -> dict[str, list[str]]:
    areas = _map()["areas"]
    return {name: _names(name, areas["iso3"], areas[name]) for name in ("name_en", "name_fr")}


def graticule() -> dict[str, list[list[int]]]:
    """Meridians and parallels every 30 degrees, in the format of Bokeh's ``multi_line``."""
    return {axis: list(lines) for axis, lines in _map()["graticule"].items()}


@cache
def flag(country: str) -> str:
    """The flag of a country, given by its code or name, as SVG text, 4:3."""
    two = str(table("countries")["iso2"][find_country(country)])
    return read(f"flags/{two.lower()}.svg").decode("utf-8")
