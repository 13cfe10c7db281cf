"""The map that a phone points at: drawn once, without a name on it."""

import json
from functools import cache

from geoclass import data
from geoclass.charts.world import EAST, NORTH, SOUTH, WEST
from geoclass.ui.kit.worldmap import path

UNIT = 10  # kilometres of Equal Earth


@cache
def outlines() -> bytes:
    """The box; of each area its code (empty if it is no country), its path and its middle; tiny states have no path:
    they are circles. South is down. For those who do not see it, also each country's continent, latitude, longitude.
    """
    shown, countries = data.map_columns(), data.attribute("un_status")
    areas = []
    for i, iso in enumerate(shown["iso3"]):
        code, tiny = iso if iso in countries else "", shown["tiny"][i]
        rings = [
            list(zip(x, y, strict=True))
            for xs, ys in zip(shown["xs"][i], shown["ys"][i], strict=True)
            for x, y in zip(xs, ys, strict=True)
        ]
        drawn = "" if tiny else "".join(f"{line}z" for ring in rings if (line := path(ring, UNIT)))
        if drawn or (tiny and code):
            areas.append([code, drawn, round(shown["x"][i] / UNIT), round(-shown["y"][i] / UNIT)])
    box = [round(km / UNIT) for km in (WEST, -NORTH, EAST - WEST, NORTH - SOUTH)]
    where = {
        iso: [data.attribute("continent")[iso], *(round(data.values(axis)[iso]) for axis in ("latitude", "longitude"))]
        for iso in data.values("latitude")
    }
    return json.dumps({"box": box, "areas": areas, "where": where}, separators=(",", ":")).encode()
