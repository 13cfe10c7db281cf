"""Small pictures of the world for the first page."""

from functools import cache

from geoclass import data, maps
from geoclass.maps import svg
from geoclass.maps.tokens import colours
from geoclass.ui.kit.screen import picture

WORLD = maps.Box(-13500, 16000, -6500, 8300)
STEP, DETAIL = 40, 11_000  # km and km²: coarse, for small pictures


@cache
def world(column: str = "median_age") -> str:
    """The whole world shaded by a figure."""
    fills = maps.shading(data.column(column), "en").fills
    return small(maps.WorldMap(WORLD, fills=fills, circles=()), "sheet")


def small(world: maps.WorldMap, border: str) -> str:
    """A map of a few hundred pixels as a data URL; *border*: the colour of borders."""
    c = colours()
    attributes = f" fill='{c['land']}' stroke='{c[border]}' stroke-width='1.5' stroke-linejoin='round'"
    return picture(svg.draw(world, step=STEP, detail=DETAIL, lines=False, codes=False, attributes=attributes))
