"""Outlines: paths, arcs shared by neighbours, and the file for browsers."""

import gzip
import json
from itertools import pairwise

import pytest

from geoclass import data, maps
from geoclass.maps.topology import DETAIL, DIGITS, FILE, UNIT, outline_file, packed, simplified, topology

HALF = maps.WHOLE.wide / 2


def test_no_ring_spans_half_the_map():
    rings = [ring for area in maps.areas().values() for polygon in area.polygons for ring in polygon]
    assert len(rings) > 400
    assert max(max(x for x, _ in ring) - min(x for x, _ in ring) for ring in rings) < HALF


def test_paths_go_by_steps_and_leave_out_what_is_smaller():
    assert maps.path([(0, 0), (30, 10), (30, 10.2), (20, 40)]) == "M0 0l30-10-10-30"
    assert maps.path([(0, 0), (1, 1)], 40) == ""
    assert maps.path([(0, 0), (40, 0), (40, 40)], 40, close=True) == ""
    assert maps.path([(0, 0), (80, 0), (40, 40)], 40, close=True) == "M0 0l2 0-1-1z"
    assert len(maps.paths(40)["FRA"]) < len(maps.paths(10)["FRA"])


def test_the_land_of_paris_belongs_to_france():
    france = maps.area("FRA")
    assert france.country == "FRA"
    assert maps.area("GRL").country == "DNK"
    assert maps.area("ESH").country == ""
    assert {"MCO", "VAT", "TUV"} <= set(maps.tiny())


def test_arcs_are_shared_by_neighbours():
    rings = topology().rings
    arcs = {iso: {i if i >= 0 else ~i for p in polygons for r in p for i in r} for iso, polygons in rings.items()}
    assert arcs["FRA"] & arcs["DEU"]
    assert arcs["ZAF"] & arcs["LSO"]  # a hole and the polygon that fills it
    assert not arcs["FRA"] & arcs["AUS"]
    assert max(sum(i in used for used in arcs.values()) for i in range(len(topology().arcs))) == 2


def test_without_thinning_the_arcs_are_the_outlines():
    for iso, rings in simplified(0).items():
        whole = {frozenset(ring) for polygon in maps.area(iso).polygons for ring in polygon}
        assert {frozenset(ring) for ring in rings} == whole, iso


def test_less_detail_keeps_every_country():
    for iso, rings in simplified(5000, island_km2=3000).items():
        if data.values("area_km2").get(iso, 0) > 30_000:
            assert rings, iso


def test_the_file_is_the_one_that_is_built_and_small():
    assert FILE.read_text("utf-8") == outline_file(), "python -m geoclass.maps.topology"
    assert len(gzip.compress(FILE.read_bytes(), 9)) < 16_000


def unpacked(text: str) -> list[int]:
    found, number, place = [], 0, 1
    for letter in text:
        digit = DIGITS.index(letter)
        number += digit % 32 * place
        place *= 32
        if digit < 32:
            found.append(-(number + 1) // 2 if number % 2 else number // 2)
            number, place = 0, 1
    return found


def test_numbers_are_packed_and_unpacked():
    numbers = [0, 1, -1, 15, 16, -16, -17, 511, 512, -1700, 100_000]
    assert unpacked(packed(numbers)) == numbers


def lines(text: str) -> list[list[tuple[int, int]]]:
    found, x, y = [], 0, 0
    for line in text.split(" "):
        steps = unpacked(line)
        found.append([])
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            found[-1].append((x, y))
    return found


def test_the_file_says_what_the_map_is():
    file = json.loads(FILE.read_text("utf-8"))
    arcs = lines(file["arcs"])
    assert [row[0] for row in file["areas"]] == list(maps.areas())
    named = 0
    for iso, country, x, y, rings in file["areas"]:
        area = maps.area(iso)
        assert (country, x, y) == (area.country, round(area.at[0] / UNIT), -round(area.at[1] / UNIT))
        assert (rings == ".") == area.tiny
        for ring in rings.split(" ") if rings not in ("", ".") else []:
            line = []
            for n in unpacked(ring):
                arc = arcs[named + n] if named + n >= 0 else arcs[~(named + n)][::-1]
                assert not line or line[-1] == arc[0]
                line += arc[1:] if line else arc
                named += named + n in (named, ~named)
            assert line[0] == line[-1], iso
            assert len(set(line)) >= 3, iso
    assert named == len(arcs)
    grid = lines(file["lines"])
    assert len(grid) == len(data.graticule()["xs"])


@pytest.mark.parametrize("iso", ["FRA", "RUS", "IDN", "CHL", "LSO"])
def test_the_file_has_nearly_the_area_of_the_country(iso: str):
    def area(rings) -> float:
        return sum(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise((*r, r[0]))) for r in rings)

    whole = [ring for polygon in maps.area(iso).polygons for ring in polygon]
    assert area(simplified(DETAIL)[iso]) == pytest.approx(area(whole), rel=0.03)
