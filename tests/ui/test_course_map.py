"""The map of La course: great circles cut at its edge, names that do not cover each other, what a phone is sent."""

import json
from itertools import combinations, pairwise

import pytest

from geoclass import data
from geoclass.charts import course
from geoclass.ui.boards.course import LABEL_KM
from geoclass.ui.kit.worldmap import land, path
from geoclass.ui.phone.flights import flights

EAST = data.project(190.999, 0)[0]


@pytest.mark.parametrize("card", data.network())
def test_a_great_circle_joins_its_cities_and_never_crosses_the_map(card: str):
    a, b = (data.cities_by_id()[city] for city in card.split("--"))
    pieces = course.great_circle(a.id, b.id)
    assert pieces[0][0] == pytest.approx(data.project(a.longitude, a.latitude), abs=0.5)
    assert pieces[-1][-1] == pytest.approx(data.project(b.longitude, b.latitude), abs=0.5)
    for piece in pieces:
        assert all(abs(x - was) < 1000 for (was, _), (x, _) in pairwise(piece))
    for before, after in pairwise(pieces):  # it comes in again where it left, on the other side
        assert before[-1][0] == pytest.approx(-after[0][0], abs=0.5)
        assert before[-1][1] == pytest.approx(after[0][1], abs=0.5)
        assert abs(before[-1][0]) > 0.6 * EAST


def test_the_edge_cuts_the_pacific_and_the_pole_is_flown_over():
    assert len(course.great_circle("honolulu", "sydney")) == 2
    assert len(course.great_circle("los-angeles", "tokyo")) == 2
    assert len(course.great_circle("paris", "rome")) == 1
    highest = max(y for piece in course.great_circle("beijing", "new-york") for _, y in piece)
    assert highest > data.project(11, 80)[1]  # over the Arctic, not along a parallel


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("network", ["full", "short"])
def test_no_city_s_name_covers_another(lang: str, network: str):
    cities = sorted({city for card in data.network(network) for city in card.split("--")})
    boxes = []
    for city, label in course.place(cities, lang, LABEL_KM).items():
        width = 0.5 * LABEL_KM * len(data.cities_by_id()[city].words(lang))
        left = label.x - {"start": 0, "middle": 0.5, "end": 1}[label.anchor] * width
        boxes.append((left, label.y - 0.4 * LABEL_KM, left + width, label.y + 0.4 * LABEL_KM))
        assert left > -EAST
        assert left + width < EAST
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_paths_go_by_steps_and_leave_out_what_is_smaller_than_one():
    assert path([(0, 0), (30, 10), (30, 10.2), (20, 40)]) == "M0 0l30-10-10-30"
    assert path([(0, 0), (1, 1)], unit=40) == ""
    assert len(land(40)) < len(land())


def test_a_phone_gets_every_city_of_the_table():
    sent = json.loads(flights())
    assert sent["cities"].keys() == data.cities_by_id().keys()
    assert sent["cities"]["honolulu"] == [pytest.approx(21.32, abs=0.01), pytest.approx(-157.92, abs=0.01), None]  # D2
    assert sent["cities"]["sydney"][2] == "Oceania"


def test_lines_leave_and_enter_at_the_outline_of_the_map():
    edge = {round(y): x for x, y in course.outline() if x > 0}
    pieces = course.great_circle("honolulu", "sydney")
    x, y = pieces[0][-1]
    (low, x_low), (high, x_high) = (
        max((k, v) for k, v in edge.items() if k <= y),
        min((k, v) for k, v in edge.items() if k >= y),
    )
    assert min(x_low, x_high) <= abs(x) <= max(x_low, x_high) + 1, (low, high)
