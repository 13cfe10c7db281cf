"""Labels: no overlaps with each other or with what is named, all inside the frame; only optional ones are dropped."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geoclass import data, maps
from geoclass.games.course import tables as course_tables
from geoclass.games.course.board import GLOBE, LABEL_KM, LETTER, _labels
from geoclass.maps.labels import NamedPlace, placed, width

FRAME, HIGH = maps.Box(0, 1200, 0, 700), 26
NAMES = st.sampled_from(["Chad", "France", "Belgique", "Liechtenstein", "États-Unis", "République centrafricaine"])


def check(labels: list[maps.Label], letter: float, frame: maps.Box) -> None:
    boxes = [label.box(letter) for label in labels]
    for a, b in combinations(boxes, 2):
        assert not a.meets(b)
    for box in boxes:
        assert frame.west < box.west < box.east < frame.east
        assert frame.south < box.south < box.north < frame.north


@given(st.lists(st.tuples(NAMES, st.floats(250, 950), st.floats(150, 550)), max_size=7, unique_by=lambda t: t[0]))
def test_names_do_not_overlap(things):
    labels = placed([NamedPlace(text, (x, y)) for text, x, y in things], FRAME, HIGH)
    assert sorted(label.text for label in labels) == sorted(text for text, *_ in things)
    check(labels, HIGH, FRAME)


def test_a_name_stands_over_nothing_that_is_named():
    points = {name: (150.0 + 30 * i, 200.0) for i, name in enumerate(["Belgique", "Pays-Bas", "Luxembourg", "Suisse"])}
    labels = placed([NamedPlace(name, at) for name, at in points.items()], FRAME, HIGH)
    for label in labels:
        assert label.end
        assert not any(label.box(HIGH).holds(point) for point in points.values())


def test_an_optional_name_gives_way():
    firm, there, away = NamedPlace("Tchad", (400, 300)), NamedPlace("Niger", (402, 320), optional=True), (900, 500)
    labels = placed([firm, there, NamedPlace("Mali", away, optional=True)], FRAME, HIGH)
    assert {label.text: label.at for label in labels}["Mali"] == away
    assert len(labels) in (2, 3)
    check(labels, HIGH, FRAME)
    assert placed([NamedPlace("Oman", (30, 30), optional=True)], FRAME, HIGH) == []  # it would leave the frame
    assert placed([NamedPlace("Oman", (-30, 30))], FRAME, HIGH) == []


def test_what_is_taken_stays_free():
    buttons = maps.Box(0, 400, 0, 300)
    labels = placed([NamedPlace("Pérou", (300, 200))], FRAME, HIGH, taken=[buttons])
    assert not labels[0].box(HIGH).meets(buttons)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("network", ["full", "short"])
def test_no_city_s_name_covers_another(lang: str, network: str):
    cities = sorted({city for card in course_tables.network(network) for city in card.split("--")})
    labels = _labels(cities, lang)
    assert labels.keys() == set(cities)
    check(list(labels.values()), LABEL_KM * LETTER * 0.8, GLOBE)


@pytest.mark.parametrize("continent", maps.CONTINENTS)
def test_the_names_of_a_continent_s_large_countries_find_room(continent: str):
    lies, people = data.attribute("continent"), data.values("population")
    box = maps.CONTINENTS[continent]
    there = [iso for iso in lies if lies[iso] == continent and box.holds(maps.area(iso).at)]
    large = sorted(there, key=lambda iso: -people.get(iso, 0))[:8]
    labels = maps.named(box, 1170, 600, HIGH, maps.countries(large, "fr"))
    km = box.km(1170, 600)
    assert len(labels) == 8
    check(labels, HIGH * km, box.fitted(1170, 600))


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_names_of_crowded_countries_do_not_overlap_on_a_small_map(lang: str):
    cards = ["FRA", "DEU", "BEL", "NLD", "CHE", "AUT", "ITA", "POL"]
    box = maps.around([maps.area(card).at for card in cards], 1.55)
    labels = maps.named(box, 700, 700 / 1.55, 25, maps.countries(cards, lang))
    assert len(labels) == len(cards)
    check(labels, 25 * box.km(700, 700 / 1.55), box)


def test_a_wide_letter_is_wider_than_a_narrow_one():
    assert width("Mali", 20) > width("lili", 20)
    assert width("", 20) == 0
