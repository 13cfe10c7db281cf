"""Great circles: they connect their ends, and are cut at the edge of the map instead of crossing it."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from geoclass import data, maps
from geoclass.data.projection import EDGE, project
from geoclass.games.course import tables as course_tables

CITIES = data.cities_by_id()
EAST = project(EDGE, 0)[0]
PLACES = st.builds(
    lambda lat, lon: CITIES["paris"]._replace(latitude=lat, longitude=lon), st.floats(-85, 85), st.floats(-180, 180)
)


def check(a: data.City, b: data.City) -> int:
    pieces = maps.great_circle(a, b)
    assert pieces[0][0] == pytest.approx(project(a.longitude, a.latitude), abs=0.5)
    assert pieces[-1][-1] == pytest.approx(project(b.longitude, b.latitude), abs=0.5)
    for piece in pieces:
        assert all(abs(x - was) < EAST for (was, _), (x, _) in pairwise(piece))
    for before, after in pairwise(pieces):  # it re-enters on the other side at the same latitude
        assert before[-1][0] == pytest.approx(-after[0][0], abs=0.5)
        assert before[-1][1] == pytest.approx(after[0][1], abs=0.5)
        assert abs(before[-1][0]) == pytest.approx(_edge_at(before[-1][1]), abs=5)
    return len(pieces)


def _edge_at(y: float) -> float:
    """The distance of the map's edge from its centre line at height *y*."""
    found = data.unproject(0, y)
    return project(EDGE, found[1])[0] if found else 0.0


@pytest.mark.parametrize("card", course_tables.network())
def test_a_flight_joins_its_cities_and_is_cut_at_the_edge(card: str):
    check(*(CITIES[city] for city in card.split("--")))


@given(PLACES, PLACES)
def test_any_great_circle_is_cut_where_it_leaves_the_map(a: data.City, b: data.City):
    apart = data.great_circle_km(a.latitude, a.longitude, b.latitude, b.longitude)
    assume(1 < apart < 19_900)  # antipodes have no unique great circle
    check(a, b)


def test_the_edge_cuts_the_pacific_and_the_pole_is_flown_over():
    def pieces(a: str, b: str):
        return maps.great_circle(CITIES[a], CITIES[b])

    assert len(pieces("honolulu", "sydney")) == 2
    assert len(pieces("los-angeles", "tokyo")) == 2
    assert len(pieces("paris", "rome")) == 1
    highest = max(y for piece in pieces("beijing", "new-york") for _, y in piece)
    assert highest > project(11, 80)[1]  # over the Arctic, not along a parallel


def test_the_edge_is_symmetric_and_goes_all_around():
    edge = maps.edge()
    assert max(x for x, _ in edge) == pytest.approx(EAST)
    assert sorted(-x for x, _ in edge) == pytest.approx(sorted(x for x, _ in edge))
