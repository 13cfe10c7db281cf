"""Maps of the world: projection, outlines, great circles, labels, hit test, colours by class.

A ``WorldMap`` is plain data. ``maps.svg.draw`` renders it as SVG, ``maps.bokeh.draw`` as a Bokeh figure, and ``scene``
makes the data that ``kit/map.js`` draws in a browser. Only ``maps.bokeh`` imports Bokeh.
"""

from geoclass.data import project, unproject
from geoclass.maps.circles import edge, great_circle
from geoclass.maps.classes import DISPUTED, NO_DATA, Classes, Shading, classes, shading
from geoclass.maps.frames import CONTINENTS, WHOLE, WORLD, Box, around, around_country
from geoclass.maps.labels import Label, NamedPlace, placed
from geoclass.maps.outlines import TINY_KM, Area, area, areas, graticule, path, paths, tiny
from geoclass.maps.places import country_at, territories_below
from geoclass.maps.world import Marker, Route, WorldMap, city, countries, flight, link, named, scene

__all__ = [
    "CONTINENTS",
    "DISPUTED",
    "NO_DATA",
    "TINY_KM",
    "WHOLE",
    "WORLD",
    "Area",
    "Box",
    "Classes",
    "Label",
    "Marker",
    "NamedPlace",
    "Route",
    "Shading",
    "WorldMap",
    "area",
    "areas",
    "around",
    "around_country",
    "city",
    "classes",
    "countries",
    "country_at",
    "edge",
    "flight",
    "graticule",
    "great_circle",
    "link",
    "named",
    "path",
    "paths",
    "placed",
    "project",
    "scene",
    "shading",
    "territories_below",
    "tiny",
    "unproject",
]
