"""One map drawn as SVG, as a Bokeh figure and as part of a scene: the same content on each."""

import json
import re
from xml.etree import ElementTree

import pytest

from geoclass import data, maps
from geoclass.maps import bokeh, svg
from geoclass.maps.tokens import LIGHT

CITIES = data.cities_by_id()


@pytest.fixture(scope="module")
def world() -> maps.WorldMap:
    shown = maps.shading(data.column("median_age"), "en")
    box = maps.CONTINENTS["Africa"]
    return maps.WorldMap(
        box,
        **shown._asdict(),
        chosen=["TCD"],
        near=["NER", "LBY"],
        routes=[maps.flight(CITIES["honolulu"], CITIES["sydney"], "old"), maps.link("TCD", "NER")],
        markers=[maps.city(CITIES["cairo"])],
        labels=maps.named(box, 800, 600, 20, maps.countries(["TCD", "NER"], "fr")),
        said="Africa <by> age",
    )


def test_svg_has_areas_circles_routes_labels_and_words(world):
    drawn = svg.draw(world)
    root = ElementTree.fromstring(drawn)
    tag = "{http://www.w3.org/2000/svg}"
    chad = next(p for p in root.iter(f"{tag}path") if p.get("data-iso") == "TCD")
    assert chad.get("fill") == world.fills["TCD"]
    assert root.get("aria-label") == "Africa <by> age"
    assert root.get("viewBox") == "-180 -250 450 485"
    assert any(c.get("data-iso") == "SYC" for c in root.iter(f"{tag}circle"))
    assert not any(p.get("data-iso") == "JPN" for p in root.iter(f"{tag}path"))  # out of sight
    assert [t.text for t in root.iter(f"{tag}text")] == [label.text for label in world.labels]
    assert 'class="no-data"' in drawn
    assert 'class="disputed" fill="url(#disputed)"' in drawn
    assert drawn.count('class="way') == 2
    assert drawn.count('class="near"') == 2


def test_svg_without_codes_is_lighter(world):
    light = svg.draw(world, codes=False, lines=False)
    assert len(re.findall(r"<path fill=\"#\w+\" d=", light)) == len(
        set(world.fills.values()) & set(re.findall(r"#\w{6}", light))
    )
    assert len(light) < len(svg.draw(world))


def test_a_figure_shows_the_same(world):
    plot = bokeh.draw(world, "fr", hover=True)
    layers = bokeh.layers_of(plot)
    areas = layers[bokeh.AREAS].data_source.data
    row = areas["iso3"].index("TCD")
    assert areas["fill"][row] == world.fills["TCD"]
    assert areas["name"][row] == "Tchad"
    assert areas["hatch"][areas["iso3"].index("ESH")] == "x"
    assert len(layers["chosen"].data_source.data["xs"]) == 1
    assert len(layers["near"].data_source.data["xs"]) == 2
    assert len(layers["routes"].data_source.data["xs"]) == 3  # one of them over the edge
    assert layers[bokeh.NAMES].data_source.data["text"] == [label.text for label in world.labels]
    assert (plot.x_range.start, plot.x_range.end) == (world.box.west, world.box.east)


def test_a_figure_is_changed_in_place(world):
    plot = bokeh.draw(world, "fr")
    shapes = bokeh.layers_of(plot)[bokeh.AREAS].data_source.data["xs"]
    bokeh.update(plot, maps.WorldMap(fills={"FRA": "#123456"}, circles=["MCO"]), "fr")
    layers = bokeh.layers_of(plot)
    areas = layers[bokeh.AREAS].data_source.data
    assert areas["xs"] is shapes
    assert set(areas["fill"]) == {LIGHT["land"], "#123456"}
    assert set(areas["hatch"]) == {" "}
    assert layers[bokeh.CIRCLES].data_source.data["iso3"] == ["MCO"]
    for name in ("chosen", "near", "rings", "routes", "markers", "leaders", bokeh.NAMES):
        assert not any(map(len, layers[name].data_source.data.values())), name


def test_a_figure_that_keeps_its_shape_is_not_moved_from_here(world):
    plot = bokeh.draw(world, "fr", keep_shape=True)
    assert plot.x_range.start == world.box.west
    plot.x_range.start = 1  # as the browser has fitted it
    bokeh.update(plot, maps.WorldMap(maps.WORLD), "fr")
    assert plot.x_range.start == 1
    assert (plot.x_range.reset_start, plot.x_range.reset_end) == (maps.WORLD.west, maps.WORLD.east)


def test_few_changes_are_sent_one_by_one(world, monkeypatch):
    plot = bokeh.draw(world, "fr")
    source = bokeh.layers_of(plot)[bokeh.AREAS].data_source
    sent = []
    monkeypatch.setattr(type(source), "patch", lambda _self, patches: sent.append(patches))
    bokeh.change(source, {"fill": ["#000000", *source.data["fill"][1:]]})
    assert sent == [{"fill": [(0, "#000000")]}]


def test_a_scene_is_small_plain_and_without_what_is_empty(world):
    sent = maps.scene(world)
    assert json.loads(json.dumps(sent)) == sent
    assert sent["box"] == [-3600, -5000, 9000, 9700]
    assert sent["fills"]["TCD"] == world.fills["TCD"]
    assert sent["routes"][0]["d"].count("M") == 2
    assert sent["routes"][0]["look"] == "old"
    assert sent["labels"][0].keys() == {"text", "at", "anchor", "of", "end"}
    assert maps.scene(maps.WorldMap(circles=())) == {"box": [-16700, -8400, 34000, 15300], "circles": [], "dot": 130}
