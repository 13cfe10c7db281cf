"""The charts of a class's game."""

import pytest

from geoclass import data, review
from geoclass.charts.review import CAPTION, NEVER, caption, legend, misconception_map, shade, versus_chart
from geoclass.charts.world import AREAS
from tests.review import played


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("column", data.figures())
def test_a_caption_names_unit_year_and_source(column, lang):
    about, said = data.column(column), caption(column, lang=lang)
    assert about.words(lang) in said
    assert about.words(lang, "unit") in said
    assert about.year in said
    assert data.sources()[about.source].title in said


def test_the_misconception_map_shades_what_was_judged():
    by_country = review.misconceptions(played.log("countries"), by=["iso3"])
    plot, under = misconception_map(by_country, caption("population", lang="en"), "en").children
    source = next(r.data_source for r in plot.renderers if r.data_source.name == AREAS)
    fills = dict(zip(source.data["iso3"], source.data["fill"], strict=True))
    assert {iso for iso, fill in fills.items() if fill != NEVER[0]} == set(by_country.index)
    for iso, scale in by_country["scale"].items():
        assert fills[iso] == shade(scale)
    assert CAPTION in under.text
    assert "far off" in under.text


def test_the_chart_of_the_class_and_the_bots_has_a_dot_a_run():
    comparison = review.versus_bots(played.log("countries"), games=5)
    plot, _ = versus_chart(comparison.measure, comparison.scores, "", "fr").children
    dots = [len(r.data_source.data["x"]) for r in plot.renderers]
    assert dots == [1, 1, 5, 1, 5, 1]
    assert plot.xaxis.axis_label == "Cartes bien posées, en\u00a0%"


def test_a_legend_has_an_entry_a_class():
    assert len(legend("median_age", "fr")) == 6
