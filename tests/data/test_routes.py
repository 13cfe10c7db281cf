"""The cities and routes of the race: complete, connected, with correct distances, and the networks of the rules."""

import runpy
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from geoclass import data
from geoclass.data.tables import folder, table
from geoclass.games.course import tables as course_tables
from geoclass.games.course.reveal import legs_between, shortest

CONTINENTS = {"Europe", "Asia", "America", "Africa", "Oceania"}
DATASETS = Path(__file__).parents[2] / "datasets"


def cities_of(network):
    return {city for route in network for city in route.split("--")}


def test_cities_are_57_in_known_countries():
    cities = data.cities_by_id()
    assert len(cities) == 57
    assert {city.continent for city in cities.values()} == CONTINENTS
    assert {city.country for city in cities.values()} <= set(table("countries").index)
    assert all(-90 < c.latitude < 90 and -180 < c.longitude < 180 for c in cities.values())
    assert {city for city in cities if not course_tables.visa(city)} == {
        "honolulu",
        "auckland",
        "nadi",
        "papeete",
        "port-moresby",
    }


@pytest.mark.parametrize(
    ("city", "fr", "of", "at", "en"),
    [
        ("cairo", "Le Caire", "du Caire", "au Caire", "Cairo"),
        ("cape-town", "Le Cap", "du Cap", "au Cap", "Cape Town"),
        ("havana", "La Havane", "de La Havane", "à La Havane", "Havana"),
        ("athens", "Athènes", "d’Athènes", "à Athènes", "Athens"),
        ("beijing", "Pékin", "de Pékin", "à Pékin", "Beijing"),
        ("honolulu", "Honolulu", "d’Honolulu", "à Honolulu", "Honolulu"),
    ],
)
def test_cities_in_words(city, fr, of, at, en):
    words = data.cities_by_id()[city].words
    assert (words("fr"), words("fr", "of"), words("fr", "in"), words("en")) == (fr, of, at, en)
    assert (words("fr", "from"), words("fr", "to")) == (of, at)
    assert (words("en", "from"), words("fr", "Of")) == (f"from {en}", of[0].upper() + of[1:])


def test_routes_are_512_of_openflights_and_four_of_earlier_times():
    routes = table("routes")
    assert (len(routes), routes["historic"].sum()) == (516, 4)
    assert list(routes.index) == sorted(routes.index)
    for route, row in routes.iterrows():
        assert route == f"{row['city_a']}--{row['city_b']}"
        assert row["city_a"] < row["city_b"]
        assert (row["n_airlines"] == 0) == row["historic"]
    assert cities_of(routes.index) == set(data.cities_by_id())


def test_kilometres_are_great_circles():
    cities = data.cities_by_id()
    for route, km in table("routes")["km"].items():
        a, b = (cities[city] for city in route.split("--"))
        assert km == round(data.great_circle_km(a.latitude, a.longitude, b.latitude, b.longitude))
    assert data.route("london--new-york").km == pytest.approx(5540, abs=10)  # Heathrow to Kennedy
    assert data.great_circle_km(0, 0, 0, 180) == pytest.approx(20015, abs=1)


def test_a_great_circle_goes_from_one_end_to_the_other_over_the_north():
    a, b = data.cities_by_id()["anchorage"], data.cities_by_id()["paris"]
    points = data.great_circle(a, b)
    assert points[0] == pytest.approx((a.latitude, a.longitude))
    assert points[-1] == pytest.approx((b.latitude, b.longitude))
    assert max(latitude for latitude, _ in points) > 75


def test_countries_flown_over():
    countries = set(table("countries").index)
    for route in table("routes").index:
        assert set(data.flown_over(data.route(route))) <= countries
    assert data.flown_over(data.route("london--paris")) == ("GBR", "FRA")
    assert data.flown_over(data.route("anchorage--tokyo")) == ("USA", "JPN")  # not all the way round through Russia
    assert data.flown_over(data.route("auckland--honolulu")) == ()
    assert data.flown_over(data.route("anchorage--auckland")) == ("USA",)  # not in the table; crosses the date line
    assert data.flown_over(data.route("honolulu--tokyo"))[-1] == "JPN"


def test_the_full_network_is_as_the_rules_ask():
    network = course_tables.network()
    cities = cities_of(network)
    assert len(network) == 108
    assert 24 <= len(cities) <= 27
    named = {"paris", "new-york", "tokyo", "anchorage", "honolulu", "cairo", "tehran", "sydney", "darwin"}
    assert named | {"london", "rome"} <= cities
    assert {city for city in cities if data.cities_by_id()[city].country == "AUS"} == {"sydney", "darwin"}
    assert cities == set(table("cities").index[table("cities")["in_full"]])
    assert sum(data.route(route).historic for route in network) == 4


@pytest.mark.parametrize("name", ["full", "short"])
def test_every_city_of_a_network_can_be_reached_and_left_again(name):
    network = course_tables.network(name)
    degree = Counter(city for route in network for city in route.split("--"))
    assert min(degree.values()) >= 2
    for city in degree:
        assert legs_between(network, city, "paris") <= 3
    for start in ("paris", "new-york", "tokyo"):
        assert 5 <= shortest(network, start)["fewest_legs"]["legs"] <= 7


def test_the_short_network_is_part_of_the_world_of_the_full_one():
    short = course_tables.network("short")
    assert len(short) == 72
    assert cities_of(short) < cities_of(course_tables.network())
    assert len(short) > 6 * 9  # enough for six teams


def test_routes_that_are_none():
    for name in ("", "paris", "paris--new-york", "paris--paris", "atlantis--paris", "cairo--paris--rome"):
        assert data.route(name) is None
    own = data.route("darwin--lima")
    assert (own.city_a, own.city_b, data.flown_over(own)) == ("darwin", "lima", ("AUS", "NZL", "PER"))
    assert own.words("fr") == "Darwin – Lima"


def test_thinning_drops_the_least_flown_whose_ends_keep_four():
    thinned = runpy.run_path(str(DATASETS / "routes" / "build.py"))["thinned"]
    # all connected, ab the least flown, then ac …
    airlines = {pair: n for n, pair in enumerate(combinations("abcdefg", 2))}
    assert airlines.keys() - thinned(airlines, 15) == set(map(tuple, ("ab", "ac", "bc", "de", "df", "ef")))


def test_the_tables_lie_where_the_package_looks():
    for name in ("cities", "routes"):
        assert {f"{name}.csv", "meta.toml", "build.py"} <= {file.name for file in (folder() / name).iterdir()}
