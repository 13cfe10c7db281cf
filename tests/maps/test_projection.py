"""Equal Earth: the same as PROJ's, invertible, and area-preserving."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoclass import data
from geoclass.data.projection import EDGE, EQUAL_EARTH, on_map

LONGITUDES, LATITUDES = st.floats(-180, 180), st.floats(-89.9, 89.9)


@given(LONGITUDES, LATITUDES)
def test_the_round_trip_ends_where_it_began(longitude: float, latitude: float):
    back = data.unproject(*data.project(longitude, latitude))
    assert back == pytest.approx((on_map(longitude), latitude), abs=1e-4)  # a millimetre is more near the poles


@given(LONGITUDES, LATITUDES)
def test_it_is_proj_s_equal_earth(longitude: float, latitude: float):
    from pyproj import Transformer

    proj = Transformer.from_crs("EPSG:4326", EQUAL_EARTH, always_xy=True)
    if abs(on_map(longitude) - EDGE) > 1e-6:
        assert data.project(longitude, latitude) == pytest.approx(proj.transform(longitude, latitude), abs=1e-6)


def test_beyond_the_edge_there_is_nothing():
    east, _ = data.project(EDGE, 0)
    assert data.unproject(east - 1, 0) == pytest.approx((191, 0), abs=0.02)
    assert data.unproject(east + 1, 0) is None
    assert data.unproject(-east - 1, 0) is None
    assert data.unproject(0, 9000) is None
    assert data.unproject(16_000, 8000) is None  # the map is narrower near the pole
