"""The hit test: finds every country, small ones with a tolerance, and none in a disputed area."""

import pytest

from geoclass import data, maps

# Capitals that the map places in another area, each with its reason.
ELSEWHERE = {
    "Jerusalem": "PSE",  # on the line of 1949, the west of the town with what surrounds it
    "Kinshasa": "COG",  # on the river that is the border
    "Nicosia": None,  # on the line through the island
    "Port Vila": None,  # on an island too small for the map
    "Rome": "VAT",  # around a state too small to see
    "Tarawa": None,  # an atoll, far from the circle of the country
}


def capitals():
    for iso, city in data.capitals().iterrows():
        yield str(iso), str(city["name_en"]), maps.project(city["longitude"], city["latitude"])


@pytest.mark.parametrize("dot", [10, maps.TINY_KM])
def test_every_capital_is_in_its_country(dot: float):
    """Zoomed in, and on a world map, where the circles of small states cover others."""
    assert len(data.attribute("un_status")) == 195
    found = {name: there for iso, name, at in capitals() if (there := maps.country_at(*at, 60, dot=dot)) != iso}
    assert found == ELSEWHERE


@pytest.mark.parametrize("territories", [False, True])
def test_the_middle_of_every_country_is_its_own(territories: bool):
    for iso, area in maps.areas().items():
        if area.country == iso:
            assert maps.country_at(*area.at, dot=40, territories=territories) == iso


def test_a_territory_counts_for_its_country_if_asked():
    greenland = maps.project(-40, 72)
    assert maps.country_at(*greenland, territories=True) == "DNK"
    assert maps.country_at(*greenland) is None


@pytest.mark.parametrize("territories", [False, True])
@pytest.mark.parametrize("iso", ["ESH", "TWN", "XCR", "XKX", "XNC", "XSO"])
def test_a_disputed_area_is_nobody_s_however_near_a_country(iso: str, territories: bool):
    assert maps.country_at(*maps.area(iso).at, 400, dot=10, territories=territories) is None


def test_a_finger_may_miss():
    off_jamaica = maps.project(-77.3, 17.0)
    assert maps.country_at(*off_jamaica) is None
    assert maps.country_at(*off_jamaica, 120) == "JAM"
    off_malta = maps.project(14.4, 35.1)
    assert maps.country_at(*off_malta) == "MLT"  # within its circle
    assert maps.country_at(*off_malta, dot=20) is None
    assert maps.country_at(*maps.project(-30, -30), 200) is None
