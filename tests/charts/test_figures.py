"""Scatter, distribution and comparison: their content, and that each names unit, year and source."""

from itertools import combinations
from math import log10
from random import Random

import pytest

from geoclass import data, i18n
from geoclass.charts import piles as distribution
from geoclass.charts import points as scatter
from geoclass.charts import strips as compare
from geoclass.charts.axis import axis, room
from geoclass.charts.judged import caption
from geoclass.charts.piles import hoisted
from geoclass.charts.rows import row_chart
from geoclass.games.globalissimo import charts as globalissimo
from geoclass.maps.classes import EQUAL_STEPS, classes
from geoclass.maps.labels import width
from geoclass.ui import explore_panels as panels
from geoclass.ui.explore_state import State

BOTH = pytest.mark.parametrize("lang", i18n.LANGUAGES)


def rows(plot, name):
    return next(layer.data_source.data for layer in plot.renderers if layer.data_source.name == name)


@BOTH
@pytest.mark.parametrize("column", data.figures())
def test_every_figure_names_unit_year_and_source(column, lang):
    about, board = data.column(column), panels.board(State(figure=column), lang)
    assert about.unit[lang] in board["unit"]
    assert about.year in board["unit"]
    source = data.sources()[about.source].title
    assert source in board["source"]
    assert about.year in board["source"]
    assert about.unit[lang] in axis(column).label(lang)
    under = caption(column, lang=lang)
    assert source in under
    assert about.unit[lang] in under
    assert board["questions"]
    assert len(board["rows"]) == len({iso for iso, *_ in board["rows"]}) > 100


@pytest.mark.parametrize("column", data.figures())
def test_ticks_lie_on_the_axis_and_equal_steps_are_equal(column):
    along = axis(column)
    for ticks in (along.ticks("fr"), along.ticks("en", 4)):
        assert 2 <= len(ticks) <= 7
        assert all(along.start <= place <= along.end for place in ticks)
        assert len(set(ticks.values())) == len(ticks)
    shades = classes(column, steps=EQUAL_STEPS)
    assert list(shades.limits) == sorted(shades.limits)
    assert len(shades.colours) == len(shades.limits) + 1


def test_the_scatter_places_by_logarithm_where_the_column_says_so():
    plot = scatter.scatter("gdp_per_capita_usd", "median_age", "en", chosen=("JPN",))
    points = rows(plot, scatter.POINTS)
    at = points["iso3"].index("JPN")
    assert points["x"][at] == pytest.approx(log10(data.values("gdp_per_capita_usd")["JPN"]))
    assert points["y"][at] == data.values("median_age")["JPN"]
    assert points["marker"][at] == scatter.CONTINENTS["Asia"][0]
    sizes = dict(zip(points["iso3"], points["size"], strict=True))
    assert sizes["CHN"] > sizes["FRA"] > sizes["TUV"]
    assert rows(plot, scatter.NAMES)["text"] == ["Japan"]
    assert "PPP dollars" in plot.xaxis[0].axis_label
    assert "logarithmic" in plot.xaxis[0].axis_label


@pytest.mark.parametrize(
    "near", [("FRA", "BEL", "DEU", "NLD", "AUT", "CHE"), ("USA", "CHN", "IND", "BRA"), ("JPN", "NER")]
)
def test_names_beside_points_do_not_overlap(near):
    plot = scatter.scatter("gdp_per_capita_usd", "median_age", "en", chosen=near)
    names = rows(plot, scatter.NAMES)
    wide, high = room(plot)
    across = wide / (plot.x_range.end - plot.x_range.start)
    up = high / (plot.y_range.end - plot.y_range.start)
    boxes = [
        (x * across - {"left": -0.5, "center": 0, "right": 0.5}[a] * width(t, 26), y * up, width(t, 26))
        for x, y, t, a in zip(names["x"], names["y"], names["text"], names["align"], strict=True)
    ]
    assert len(boxes) == len(near)
    for (ax, ay, a), (bx, by, b) in combinations(boxes, 2):
        assert abs(ax - bx) >= (a + b) / 2 or abs(ay - by) >= 26


def test_names_on_poles_that_would_overlap_stand_one_above_the_other():
    assert hoisted([(100, "Niger"), (400, "France"), (780, "Japon")], 820, 26) == [0, 0, 0]
    assert hoisted([(600, "Allemagne"), (610, "France"), (620, "Japon")], 820, 26) == [0, 1, 2]  # outermost first
    assert hoisted([(100, "Allemagne"), (110, "France")], 820, 26) == [1, 0]


def test_marking_sends_no_points():
    plot = scatter.scatter("gdp_per_capita_usd", "median_age", "en")
    points = rows(plot, scatter.POINTS)
    before = points["x"]
    scatter.mark(plot, ["FRA", "NER"], "fr")
    assert points["x"] is before
    assert sum(width > 1 for width in points["width"]) == 2


def test_shapes_and_colours_of_continents_are_all_different():
    for column in zip(*scatter.CONTINENTS.values(), strict=True):
        assert len(set(column)) == len(scatter.CONTINENTS)


def test_the_link_is_said_in_words_as_strong_as_it_is():
    assert scatter.spearman("population", "population") == (pytest.approx(1), 195)
    r, _ = scatter.spearman("gdp_per_capita_usd", "infant_mortality")
    assert r < -0.7
    said = scatter.link("gdp_per_capita_usd", "infant_mortality", "en")
    assert "strong link" in said
    assert "low" in said
    assert "−0." in said
    assert "No visible link" in scatter.link("longitude", "forest_pct", "en")
    assert "échelle" not in scatter.link("population", "area_km2", "fr")


def test_the_distribution_has_a_brick_a_country_and_no_two_in_one_place():
    plot = distribution.distribution("population", "fr", chosen=("FRA",))
    bricks = rows(plot, distribution.BRICKS)
    assert len(bricks["iso3"]) == 195
    assert len(set(zip(bricks["x"], bricks["y"], strict=True))) == 195
    assert [text.strip() for text in rows(plot, distribution.NAMES)["text"]] == ["France"]
    assert max(bricks["y"]) < plot.y_range.end


@pytest.mark.parametrize(
    ("column", "countries", "en", "fr"),
    [
        (
            "population",
            ("CHN", "DEU"),
            "China: 17 times as many people as Germany",
            "17 fois plus d’habitants que l’Allemagne",
        ),
        ("population", ("CHN", "OMN"), "as Oman", "qu’Oman"),
        ("area_km2", ("NLD", "RUS"), "as the Netherlands", "que les Pays-Bas"),
        ("life_expectancy", ("FRA", "ITA"), "about the same", "à peu près autant"),
    ],
)
def test_factors_are_said_as_one_says_them(column, countries, en, fr):
    assert en in compare.factor(column, countries, "en")
    assert fr in compare.factor(column, countries, "fr")


def test_no_factor_where_it_would_say_nothing():
    assert compare.factor("latitude", ("FRA", "ITA"), "en") == ""
    assert compare.factor("coastline_km", ("CHE", "ITA"), "en") == ""  # zero times anything
    assert compare.factor("population", ("FRA",), "en") == ""


@BOTH
@pytest.mark.parametrize("column", data.figures())
def test_every_factor_has_its_words(column, lang):
    said = compare.factor(column, ("FRA", "NER", "BGD"), lang)
    assert said or column in (*compare.NO_FACTOR, "coastline_km")
    assert "{" not in said
    assert said == "" or f"explore.factor.{column}" in i18n.sentences(lang)


def test_a_strip_runs_from_the_lowest_to_the_highest():
    found = compare.strip("median_age", ("JPN", "NER", "VAT"))
    assert [place.iso for place in found.places] == ["NER", "JPN"]
    assert found.missing == ("VAT",)
    assert (found.ticks[0], found.ticks[-1]) == (0, 1)
    assert compare.compare_chart(("JPN", "NER"), ("median_age", "population"), "fr").renderers


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ((164.0, 86.0, 120.0), {"164", "86", "120"}),
        ((164.03, 86.53, 120.0), {"164.0", "86.5", "120.0"}),
        ((0.02, 3.4, 12.25), {"0.02", "3.40", "12.25"}),
    ],
)
def test_figures_at_bars_have_as_many_decimals_as_one_another(figures, said):
    row = [{"card": card, "value": value} for card, value in zip(("FRA", "ITA", "PER"), figures, strict=True)]
    reveal = {"category": "mobile_per_100", "row": row, "true_order": ["FRA", "ITA", "PER"], "misplaced": []}
    texts = [layer.data_source.data.get("text", []) for layer in row_chart(reveal, "en").renderers]
    assert said in [set(words) for words in texts]


@pytest.mark.parametrize("seed", range(12))
def test_names_on_the_strip_stand_over_no_other_name_and_no_leader(seed):
    rng, letter = Random(seed), globalissimo.LETTER
    column = rng.choice(("gdp_per_capita_usd", "median_age", "physicians_per_1000"))
    values = data.values(column)
    cards = sorted(values, key=lambda card: values[card])
    close = cards[(start := rng.randrange(len(cards) - 40)) : start + 40]
    ranking = [
        {"card": card, "value": values[card], "world_rank": 100 + n} for n, card in enumerate(rng.sample(close, 5))
    ]
    plot = globalissimo.Strip().show({"category": column, "ranking": ranking}, "fr")
    columns = [layer.data_source.data for layer in plot.renderers]
    found = next(d for d in columns if "·" in d.get("text", [""])[0])
    names = [(x, y, letter * len(text) / 2) for x, y, text in zip(found["x"], found["y"], found["text"], strict=True)]
    assert len(names) == 5
    leaders = list(zip(found["at"], found["end"], found["to"], strict=True))
    for (x, y, half), (other_x, other_y, other_half) in combinations(names, 2):
        assert y != other_y or abs(x - other_x) >= half + other_half - 1e-9
    for n, (start, end, high) in enumerate(leaders):
        for m, (x, y, half) in enumerate(names):
            if m != n and 0 < y / high < 1:  # on the way
                assert abs(start + (end - start) * y / high - x) > half
        x, y, half = names[n]
        assert abs(end - x) >= half - 1e-9 or abs(high) < abs(y), "through its own name"


@pytest.mark.parametrize("make", [globalissimo.RankingBars, globalissimo.Strip])
def test_a_chart_that_showed_another_round_shows_the_next_as_a_new_one_would(make):
    def ranking(column, cards):
        ranked = sorted(cards, key=data.values(column).__getitem__, reverse=True)
        return [{"card": c, "value": data.values(column)[c], "world_rank": n} for n, c in enumerate(ranked, 1)]

    first = {"category": "population", "ranking": ranking("population", ["CHN", "NRU", "FRA", "IND", "TUV", "USA"])}
    then = {"category": "median_age", "ranking": ranking("median_age", ["JPN", "NER", "BRA", "FRA", "TCD"])}
    used = make()
    shown = used.show(first, "en")
    assert used.show(then, "fr") is shown
    assert _all_of(shown) == _all_of(make().show(then, "fr"))


def _all_of(plot):
    ranges = [(r.start, r.end) for r in (plot.x_range, plot.y_range)]
    return ranges, [dict(layer.data_source.data) for layer in plot.renderers]
