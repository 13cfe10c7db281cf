"""The charts of a class's game."""

import pytest

from geoclass import charts, data, review
from geoclass.charts.judged import NEVER, shade
from geoclass.maps.bokeh import AREAS
from tests.charts.said import said
from tests.review import played


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("column", data.figures())
def test_a_caption_names_unit_year_and_source(column, lang):
    about, under = data.column(column), charts.caption(column, lang=lang)
    assert about.words(lang) in under
    assert about.words(lang, "unit") in under
    assert about.year in under
    assert data.sources()[about.source].title in under


def test_the_misconception_map_shades_what_was_judged():
    by_country = review.misconceptions(played.log("countries"), by=["iso3"])
    plot = charts.misconceptions(by_country, "en")
    source = next(r.data_source for r in plot.renderers if r.data_source.name == AREAS)
    fills = dict(zip(source.data["iso3"], source.data["fill"], strict=True))
    assert {iso for iso, fill in fills.items() if fill != NEVER[0]} == set(by_country.index)
    for iso, scale in by_country["scale"].items():
        assert fills[iso] == shade(scale)
    assert "far off" in said(plot)


def test_judgements_one_by_one_give_the_same_map():
    judged = review.misjudgements(played.log("countries"))
    fills = [
        next(r.data_source for r in plot.renderers if r.data_source.name == AREAS).data["fill"]
        for plot in (charts.misconceptions(judged, "en"), charts.misconceptions(review.misconceptions(judged), "en"))
    ]
    assert fills[0] == fills[1]


def test_the_chart_of_the_class_and_the_bots_has_a_dot_a_run():
    comparison = review.versus_bots(played.log("countries"), games=5)
    plot = charts.versus(comparison, "fr")
    dots = [len(r.data_source.data["x"]) for r in plot.renderers]
    assert dots == [1, 1, 5, 1, 5, 1]
    assert plot.xaxis.axis_label == "Cartes bien posées, en\u00a0%"
