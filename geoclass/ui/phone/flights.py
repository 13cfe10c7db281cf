"""The map of a race on a phone: land, cities, and every route of the table as the way a plane flies."""

import json
from functools import cache

from geoclass import data
from geoclass.charts.course import great_circle
from geoclass.ui.kit.worldmap import land, path

UNIT = 40  # kilometres of Equal Earth: a tenth of a millimetre on the smallest phone
EVERY = 2  # of the points of a great circle


@cache
def flights() -> bytes:
    """``land``; ``cities``: place and the visa given there; ``routes``: kilometres and path. South is down."""
    cities = {}
    for city in data.cities_by_id().values():
        x, y = data.project(city.longitude, city.latitude)
        cities[city.id] = [round(x / UNIT), -round(y / UNIT), city.continent if city.visa else None]
    routes = {}
    for card in data.routes().index:
        if route := data.route(card):
            pieces = [(*piece[:-1:EVERY], piece[-1]) for piece in great_circle(route.city_a, route.city_b)]
            routes[card] = [route.km, "".join(path(piece, UNIT) for piece in pieces)]
    return json.dumps({"land": land(UNIT), "cities": cities, "routes": routes}, separators=(",", ":")).encode()
