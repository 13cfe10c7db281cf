"""The positions of the nations on the board of Couleurs du monde."""

from itertools import combinations
from math import hypot

from geoclass import data
from geoclass.games.couleurs import tables as couleurs_tables


def test_every_member_has_a_place():
    assert set(couleurs_tables.places()) == set(data.links())


def test_flags_do_not_cover_each_other():
    """Flags of 420 by 315 km do not overlap."""
    places = couleurs_tables.places()
    for a, b in combinations(couleurs_tables.deck(), 2):
        (ax, ay), (bx, by) = places[a], places[b]
        assert abs(ax - bx) > 420 or abs(ay - by) > 315, (a, b)


def test_nations_stay_near_their_place_on_the_map():
    areas = data.map_columns()
    spot = dict(zip(areas["iso3"], zip(areas["x"], areas["y"], strict=True), strict=True))
    moved = {iso: hypot(x - spot[iso][0], y - spot[iso][1]) for iso, (x, y) in couleurs_tables.places().items()}
    assert max(moved.values()) < 900
    assert sum(moved.values()) / len(moved) < 250
