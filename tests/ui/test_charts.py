"""The content of charts: classes, ranks, colours."""

import json
import re
from bisect import bisect_right
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from bokeh.document import Document
from bokeh.models import Circle, ColumnDataSource, MultiPolygons, Text
from bokeh.models.renderers import GlyphRenderer
from PIL import ImageFont

from geoclass import charts, data, ui
from geoclass.charts.ranks import ranked
from geoclass.charts.rows import WIDTH, row_chart
from geoclass.charts.strips import compare_chart
from geoclass.maps.tokens import CLASSES_LIGHT, DARK, LIGHT

STATIC = Path(ui.__file__).parent / "static"


def layer(plot, glyph) -> ColumnDataSource:
    return next(r.data_source for r in plot.renderers if isinstance(r, GlyphRenderer) and isinstance(r.glyph, glyph))


@pytest.mark.parametrize("column", data.figures())
def test_every_class_of_every_figure_has_countries(column):
    found = charts.classes(column)
    assert len(found.colours) == len(found.limits) + 1 == len(set(found.colours)) == len(found.labels("fr"))
    assert list(found.limits) == sorted(set(found.limits))
    used = [0] * len(found.colours)
    for value in data.values(column).values():
        used[bisect_right(found.limits, value)] += 1
        assert found.colour(value) == found.colours[bisect_right(found.limits, value)]
    assert min(used) > 0
    assert len(set(found.labels("en"))) == len(found.labels("en"))
    if len(found.limits) == 5:
        assert max(used) < 0.4 * sum(used)  # about as many in each


def test_limits_are_round_and_labels_speak_the_language():
    found = charts.classes("population")
    assert all(float(f"{limit:.1e}") == limit for limit in found.limits)
    assert found.labels("en")[0].startswith("<\u00a0")
    assert found.labels("fr")[-1].endswith("M")
    assert charts.short(data.column("population"), 1_410_539_758, "fr") == "1,41\u00a0Md"
    assert charts.short(data.column("median_age"), 16, "fr") == "16,0"
    assert charts.short(data.column("median_age"), 16, "fr", trim=True) == "16"


def test_ranking_counts_members_and_equal_figures_share_a_rank():
    ranks = ranked("lowest_point_m")
    assert [r.value for r in ranks] == sorted((r.value for r in ranks), reverse=True)
    members = data.attribute("un_status")
    assert {members[r.iso] for r in ranks} == {"member"}
    for rank in ranks:
        assert rank.rank == 1 + sum(other.value > rank.value for other in ranks)


def test_the_map_colours_every_country_by_its_class():
    plot = charts.world_map("median_age", "en")
    shown, classes, values = layer(plot, MultiPolygons).data, charts.classes("median_age"), data.values("median_age")
    rows = dict(zip(shown["iso3"], zip(shown["fill"], shown["hatch"], shown["text"], strict=True), strict=True))
    for iso, value in values.items():
        assert rows[iso] == (classes.colour(value), " ", data.column("median_age").format(value, "en"))
    assert rows["GRL"] == (LIGHT["land"], "/", "no data")
    assert rows["XKX"] == (LIGHT["land"], "x", "disputed area")
    dots = layer(plot, Circle).data
    assert {"VAT", "TUV", "SGP"} <= set(dots["iso3"])
    assert LIGHT["sea"] not in CLASSES_LIGHT


def test_recolouring_sends_no_shapes():
    plot = charts.world_map("median_age", "en")
    source = layer(plot, MultiPolygons)
    outlines, before = source.data["xs"], list(source.data["fill"])
    charts.recolour(plot, "population", "fr")
    assert source.data["xs"] is outlines
    assert source.data["fill"] != before
    assert "Allemagne" in source.data["name"]


def test_the_map_is_small_enough_for_a_page():
    document = Document()
    document.add_root(charts.world_map("population", "fr"))
    assert len(json.dumps(document.to_json(deferred=False))) < 240_000


def test_dark_and_light_name_the_same_colours():
    assert DARK.keys() == LIGHT.keys()
    assert charts.world_map("population", "en", dark=True).background_fill_color == DARK["sea"]


def test_a_guess_of_any_length_has_a_short_form():
    assert charts.short(data.column("population"), 10**99, "en").startswith("1" + "0" * 80)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("column", ["latitude", "longitude"])
def test_on_a_strip_every_name_is_inside_and_free_of_the_others(column, lang):
    figures = data.values(column)
    longest = sorted(figures, key=lambda iso: len(data.Country(iso).words(lang)))[-24:]
    for cards in (longest[n::4] for n in range(4)):  # six long names each
        row = [{"card": iso, "value": figures[iso]} for iso in cards]
        order = sorted(cards, key=figures.__getitem__)
        plot = row_chart({"category": column, "row": row, "true_order": order, "misplaced": []}, lang)
        boxes = [box for box, words in _boxes(plot) if len(words) > 2]  # not the sides
        assert len(boxes) >= 6
        for left, right, *_ in boxes:
            assert plot.x_range.start <= left < right <= plot.x_range.end
        assert not any(_overlap(a, b) for a, b in combinations(boxes, 2))


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("column", ["population", "latitude"])
def test_P27_names_beside_bars_are_inside_on_a_screen_of_4_to_3(column, lang):
    """By the widths of the letters; names are broken between words only."""
    figures = data.values(column)
    longest = sorted(figures, key=lambda iso: -len(data.Country(iso).words(lang)))[:36]
    for cards in (longest[n::6] for n in range(6)):
        order = sorted(cards, key=figures.__getitem__)
        row = [{"card": iso, "value": figures[iso]} for iso in cards]
        plot = row_chart({"category": column, "row": row, "true_order": order, "misplaced": cards}, lang)
        scale = WIDTH / (plot.x_range.end - plot.x_range.start)
        names = next(r for r in plot.renderers if isinstance(r.glyph, Text) and r.glyph.text_align == "right")
        whole = [
            f" {data.Country(iso).words(lang)}  {data.column(column).format(figures[iso], lang)} " for iso in cards
        ]
        for x, line in zip(names.data_source.data["x"], names.data_source.data["text"], strict=True):
            assert _wide(line) <= (x - plot.x_range.start) * scale, line
            words = rf"[ -]{re.escape(line)}(?:(?<=-)| )"
            assert any(re.search(words, name) for name in whole), line
        for name in whole if column == "population" else ():
            assert set(re.findall(r"[^ -]+", name.split("  ")[0])) <= set(
                re.findall(r"[^ -]+", " ".join(names.data_source.data["text"]))
            )


@cache
def _font():
    font = ImageFont.truetype(STATIC / "source-sans-3-latin-wght-normal.woff2", 26)
    font.set_variation_by_name("Bold")
    return font


def _wide(text):
    return _font().getlength(text)


def _boxes(plot):
    """Left, right, bottom and top of each text (without its halo), in the chart's units."""
    wide = (plot.x_range.end - plot.x_range.start) / WIDTH
    for source in {r.data_source.id: r for r in plot.renderers if isinstance(r.glyph, Text)}.values():
        align, columns = source.glyph.text_align, source.data_source.data
        for x, y, words in zip(columns["x"], columns["y"], columns["text"], strict=True):
            lines = words.split("\n")
            width = wide * max(map(_wide, lines))
            left = {"left": x, "right": x - width, "center": x - width / 2}[align]
            half = 0.055 * len(lines) if plot.y_range.end > 1.15 else 0.1
            yield (left, left + width, y - half, y + half), words


def _overlap(a, b):
    return a[0] < b[1] and b[0] < a[1] and a[2] < b[3] - 1e-9 and b[2] < a[3] - 1e-9


def test_a_plain_map_says_only_names_and_what_is_disputed():
    areas = layer(charts.world_map(None, "en"), MultiPolygons)
    assert set(areas.data["fill"]) == {LIGHT["land"]}
    said = dict(zip(areas.data["iso3"], zip(areas.data["hatch"], areas.data["text"], strict=True), strict=True))
    assert said["FRA"] == (" ", "")
    assert said["ESH"][0] == "x"
    assert said["ESH"][1]


def test_names_of_compared_countries_stand_one_above_the_other():
    plot = compare_chart(("FRA", "NZL", "NOR", "USA"), ("median_age", "population"), "fr")
    names = next(r for r in plot.renderers if isinstance(r.glyph, Text) and "up" in r.data_source.data).data_source
    for row in set(names.data["y"]):
        ups = [up for up, y in zip(names.data["up"], names.data["y"], strict=True) if y == row]
        assert all(abs(a - b) >= 20 for a, b in combinations(ups, 2))
        assert min(ups) > -plot.height / 2 + 20  # inside its strip
