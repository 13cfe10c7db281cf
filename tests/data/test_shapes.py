"""The map: every country, with its position, area and neighbours."""

import json
import random
import runpy
import sys
from itertools import pairwise
from pathlib import Path
from subprocess import run

import geopandas as gpd
import pyproj
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, box

from geoclass import data
from geoclass.data.tables import folder

ROOT = Path(__file__).parents[2]

# Pairs for which the shapes and the table of borders differ, each with its reason.
TOUCH_ONLY_ON_THE_MAP = {frozenset(("NAM", "ZWE")): "they meet in the point where four countries meet, or nearly"}
TOUCH_ONLY_IN_THE_TABLE = {
    frozenset(("MAR", "MRT")): "through Western Sahara, an area of its own on the map",
    frozenset(("DJI", "SOM")): "through Somaliland, an area of its own on the map",
    frozenset(("ESP", "MAR")): "Ceuta and Melilla are too small for the source",
}
# Areas that the Factbook counts differently from the map: the correct ratio for the map.
COUNTED_OTHERWISE = {
    "MAR": (0.55, 0.65, "the Factbook counts Western Sahara"),
    "SOM": (0.70, 0.80, "the Factbook counts Somaliland"),
    "NOR": (1.10, 1.25, "the map counts Svalbard"),
}


@pytest.fixture(scope="module")
def shapes() -> gpd.GeoDataFrame:
    return data.shapes()


@pytest.fixture(scope="module")
def countries(shapes: gpd.GeoDataFrame) -> gpd.GeoDataFrame:
    return shapes[shapes["status"].isin(["member", "observer"])]


def test_every_country_of_the_table_has_a_shape_and_no_other_does(countries):
    status = data.countries()["un_status"]
    assert countries["status"].to_dict() == status.to_dict()
    assert (countries["status"] == "member").sum() == 193


def test_other_areas_are_territories_of_a_country_or_disputed(shapes, countries):
    others = shapes.drop(countries.index)
    territories = others[others["status"] == "territory"]
    assert set(territories["parent"]) <= set(countries.index)
    disputed = others[others["status"] == "disputed"]
    assert set(disputed.index) == {"ESH", "TWN", "XCR", "XKX", "XNC", "XSG", "XSO"}
    assert (disputed["parent"] == "").all()
    assert len(territories) + len(disputed) == len(others)
    assert not (others[["name_en", "name_fr"]] == "").any(axis=None)
    assert "ATA" not in shapes.index


@pytest.mark.parametrize("projected", [True, False])
def test_all_geometries_are_valid(projected):
    frame = data.shapes(projected=projected)
    assert frame.geometry.is_valid.all()
    assert not frame.geometry.is_empty.any()
    assert frame.index.is_unique


def test_no_ring_is_wider_than_half_the_map(shapes):
    half = (data.project(190.9, 0)[0] - data.project(-168.9, 0)[0]) / 2
    parts = shapes.geometry.explode().bounds
    assert (parts["maxx"] - parts["minx"]).max() < half
    degrees = data.shapes(projected=False).total_bounds
    assert degrees[0] > -169
    assert degrees[2] < 191


def test_equal_earth_is_the_crs(shapes):
    assert shapes.crs == data.EQUAL_EARTH
    assert data.project(11, 0) == pytest.approx((0, 0))


def test_shapes_do_not_overlap(shapes):
    pairs = gpd.sjoin(shapes[["geometry"]], shapes[["geometry"]], predicate="overlaps")["iso3_right"]
    overlaps = {(a, b): shapes.geometry[a].intersection(shapes.geometry[b]).area for a, b in pairs.items() if a < b}
    assert {pair: area for pair, area in overlaps.items() if area > 1} == {}


def test_shared_borders_stay_shared():
    """Along a land border both neighbours have exactly the same edges."""
    shapes = data.shapes(projected=False)

    def edges(iso: str) -> set[frozenset[tuple[float, float]]]:
        rings = [r for p in shapes.geometry[iso].geoms for r in (p.exterior, *p.interiors)]
        return {frozenset(edge) for ring in rings for edge in pairwise(ring.coords)}

    for a, b in [("FRA", "DEU"), ("USA", "CAN"), ("ZAF", "LSO"), ("ITA", "VAT"), ("RUS", "KAZ"), ("UKR", "XCR")]:
        assert edges(a) & edges(b), (a, b)
        common = shapes.geometry[a].intersection(shapes.geometry[b])
        shared = sum(Point(p).distance(Point(q)) for p, q in (tuple(e) for e in edges(a) & edges(b)))
        assert shared == pytest.approx(common.length, rel=1e-6), (a, b)


def test_areas_agree_with_the_table(countries):
    ratio = countries.area / data.countries()["area_km2"]
    large = ratio[data.countries()["area_km2"] > 200_000]
    wrong = {iso: r for iso, r in large.items() if iso not in COUNTED_OTHERWISE and not 0.85 < r < 1.10}
    assert wrong == {}
    for iso, (low, high, _) in COUNTED_OTHERWISE.items():
        assert low < ratio[iso] < high
    assert 0.97 < large.median() < 1.01


def test_every_capital_lies_in_or_near_its_country(countries):
    far = {}
    for iso, city in data.capitals().iterrows():
        distance = countries.geometry[iso].distance(Point(data.project(city["longitude"], city["latitude"])))
        if distance > 60:
            far[iso, city["name_en"]] = round(distance)
    assert far == {}


def test_neighbours_on_the_map_are_those_of_the_table(countries):
    pairs = gpd.sjoin(countries[["geometry"]], countries[["geometry"]], predicate="intersects")["iso3_right"]
    on_the_map = {frozenset(pair) for pair in pairs.items() if pair[0] != pair[1]}
    listed = data.borders().reset_index()
    in_the_table = {frozenset(p) for p in zip(listed["iso3_a"], listed["iso3_b"], strict=True)}
    in_the_table = {p for p in in_the_table if p <= set(countries.index)}
    assert on_the_map - in_the_table == set(TOUCH_ONLY_ON_THE_MAP)
    assert in_the_table - on_the_map == set(TOUCH_ONLY_IN_THE_TABLE)


def test_labels_lie_in_their_country_and_tiny_ones_are_marked(countries):
    for iso, row in countries.iterrows():
        # rounded to a kilometre, which is more than the smallest have
        assert row.geometry.distance(Point(row["label_x"], row["label_y"])) < 1, iso
    assert (countries["tiny"] == (countries.area < 5000)).all()
    assert {"VAT", "MCO", "SGP", "MDV", "TUV"} <= set(countries.index[countries["tiny"]])


def test_disputed_areas_hold_what_the_policy_says(shapes):
    places = {
        "XCR": (34.1, 44.95),  # Simferopol
        "ESH": (-13.2, 27.15),  # Laayoune
        "TWN": (121.5, 25.0),
        "XKX": (21.1, 42.6),
        "PSE": (35.2, 31.9),  # Ramallah
        "XSO": (44.1, 9.6),
        "ISR": (35.75, 33.0),  # the Golan Heights
        "FRA": (-53.0, 4.0),  # French Guiana
    }
    for iso, place in places.items():
        assert shapes.geometry[iso].distance(Point(data.project(*place))) < 5, iso


def test_the_map_columns_are_small_and_complete(shapes):
    assert (folder() / "shapes" / "map.json").stat().st_size <= 160_000
    columns = data.map_columns()
    assert columns["iso3"] == sorted(shapes.index)
    assert {len(column) for column in columns.values()} == {len(shapes)}
    assert json.loads(json.dumps(columns)) == columns
    names = dict(zip(columns["iso3"], columns["name_fr"], strict=True))
    assert (names["DEU"], names["XCR"]) == ("Allemagne", "Crimée")
    west, south, east, north = shapes.total_bounds
    for xs, ys in zip(columns["xs"], columns["ys"], strict=True):
        assert xs
        for part_x, part_y in zip(xs, ys, strict=True):
            for ring_x, ring_y in zip(part_x, part_y, strict=True):
                assert len(ring_x) == len(ring_y) >= 3
                assert west - 2 <= min(ring_x) <= max(ring_x) <= east + 2
                assert max(ring_x) - min(ring_x) < 17_000
                assert south - 2 <= min(ring_y) <= max(ring_y) <= north + 2


def test_the_map_is_drawn_near_the_shapes(shapes):
    """The outline for the browser has nearly the area of the shape, for every visible country."""
    from shapely import MultiPolygon, Polygon

    columns = data.map_columns()
    for iso, xs, ys in zip(columns["iso3"], columns["xs"], columns["ys"], strict=True):
        if shapes.area[iso] > 100_000:
            rings = [
                [list(zip(*ring, strict=True)) for ring in zip(*part, strict=True)] for part in zip(xs, ys, strict=True)
            ]
            drawn = MultiPolygon([Polygon(r[0], r[1:]) for r in rings])
            assert drawn.area == pytest.approx(shapes.area[iso], rel=0.12), iso  # small islands are removed


def test_importing_the_tables_leaves_geopandas_and_bokeh_alone():
    assert (
        printed("import geoclass.data, geoclass.games; print({'geopandas', 'bokeh', 'panel'} & set(sys.modules))")
        == "set()"
    )


def test_map_columns_need_no_geopandas():
    assert printed("from geoclass import data; data.map_columns(); print('geopandas' in sys.modules)") == "False"


def printed(code: str) -> str:
    """The output of a new Python process."""
    here = Path(__file__).parents[2]
    done = run([sys.executable, "-c", f"import sys; {code}"], capture_output=True, text=True, check=True, cwd=here)
    return done.stdout.strip()


@given(longitude=st.floats(-168.99, 190.99), latitude=st.floats(-90, 90))
def test_T10_the_projection_is_projs(longitude, latitude):
    """To the millimetre, with any version of PROJ; longitudes continue beyond 180°."""
    x, y = pyproj.Transformer.from_crs("EPSG:4326", data.EQUAL_EARTH, always_xy=True).transform(longitude, latitude)
    assert data.project(longitude, latitude) == pytest.approx((x, y), abs=2e-6)
    assert data.project(longitude - 360, latitude) == pytest.approx((x, y), abs=2e-6)


def test_T10_no_noise_turns_a_point_over():
    """A staircase has equal triangles: which of them are removed depends on their order, not on rounding."""
    build = runpy.run_path(str(ROOT / "datasets/shapes/build.py"))
    stairs = [(20 + (k + 1) // 2 * 0.1, 10 + k // 2 * 0.1) for k in range(200)]
    quiet = build["weighed"](stairs)
    chance = random.Random(1)

    def noisy(longitude: float, latitude: float) -> tuple[float, float]:
        x, y = data.project(longitude, latitude)
        return x + chance.uniform(-1e-9, 1e-9), y + chance.uniform(-1e-9, 1e-9)

    build["weighed"].__globals__["to_equal_earth"] = noisy
    assert build["weighed"](stairs) == quiet


def test_T10_names_stand_where_a_country_is_widest():
    middle = runpy.run_path(str(ROOT / "datasets/shapes/build.py"))["middle"]
    whole = box(0, 0, 1000, 1000).union(box(1000, 400, 5000, 600))
    assert middle(whole) == pytest.approx((500, 500), abs=1)


def test_T10_tables_are_built_without_proj():
    """PROJ's last digits differ between versions."""
    for script in (ROOT / "datasets").glob("**/*.py"):
        assert "pyproj" not in script.read_text("utf-8"), script
