"""The map of a race on a phone: the land, and where the cities are; ``flights.js`` works out the ways between them."""

import json
from functools import cache

from geoclass import data
from geoclass.ui.kit.worldmap import land

UNIT = 40  # kilometres of Equal Earth: a tenth of a millimetre on the smallest phone


@cache
def flights() -> bytes:
    """``land`` as a path, south down; its ``unit``; ``cities``: latitude, longitude, and the visa given there."""
    cities = {
        city.id: [city.latitude, city.longitude, city.continent if city.visa else None]
        for city in data.cities_by_id().values()
    }
    return json.dumps({"land": land(UNIT), "unit": UNIT, "cities": cities}, separators=(",", ":")).encode()
