"""The home tile of La course: the Atlantic, under the flights that its script draws."""

from functools import cache

from geoclass import maps
from geoclass.ui import pictures

ATLANTIC = maps.Box(-10500, 3000, -3500, 8000)


@cache
def scene() -> dict[str, str]:
    return {"picture": pictures.small(maps.WorldMap(ATLANTIC, circles=()), "coast")}
