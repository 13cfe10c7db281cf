"""The flat API of `geoclass.charts`: a column name, a Series or a frame in, a self-explanatory figure out."""

import doctest
import importlib
import pkgutil

import pandas as pd
import pytest

import geoclass
from geoclass import charts, data, games, i18n, review, simulate
from tests.charts.said import said

CHARTS = (charts.world_map, charts.ranking, charts.distribution)
BOTH = pytest.mark.parametrize("lang", i18n.LANGUAGES)


@BOTH
@pytest.mark.parametrize("chart", CHARTS, ids=lambda c: c.__name__)
def test_a_name_a_label_a_series_or_a_frame_give_the_same_figure(chart, lang):
    frame, label = data.countries(), data.column("median_age").label[lang]
    given = ["median_age", label, label.upper(), frame["median_age"], frame[["median_age"]], data.column("median_age")]
    words = {said(chart(each, lang)) for each in given} | {said(chart(frame, lang, column="median_age"))}
    assert len(words) == 1
    about = data.column("median_age")
    for part in (about.label[lang], about.unit[lang], about.year, data.sources()[about.source].title):
        assert part in words.copy().pop()


@BOTH
@pytest.mark.parametrize("column", data.figures())
def test_every_map_has_legend_unit_year_and_source(column, lang):
    plot, about = charts.world_map(column, lang), data.column(column)
    for part in (about.label[lang], about.unit[lang], about.year, *charts.classes(column).labels(lang)):
        assert part in said(plot)


def test_figures_of_ones_own_by_any_name_of_a_country():
    tea = pd.Series({"Kenya": 1.5, "Royaume-Uni": 1.9, "Holland": 0.8, "JPN": 1.0}, name="Tea (kg)")
    plot = charts.ranking(tea, "en")
    assert plot.y_range.factors == ["4. Netherlands", "3. Japan", "2. Kenya", "1. United Kingdom"]
    assert "Tea (kg)" in said(plot)
    assert "figures of the class" in said(plot)
    dense = data.world().eval("population / area_km2").rename("People per km²")
    assert charts.scatter(dense, "median_age", "en").yaxis.axis_label == "Median age (years)"


@pytest.mark.parametrize(
    ("figures", "word"),
    [
        (pd.Series({"FRA": 1, "Grmany": 2}), "Germany"),
        (pd.Series([1, 2], index=["FRA", "France"]), "twice"),
        (pd.Series({"FRA": None, "DEU": None}, dtype=float), "missing"),
        (pd.Series({"FRA": "much"}, name="tea"), "text"),
        (pd.Series({"FRA": "1,5", "DEU": "much"}, name="tea"), "“much”"),
        (data.countries().loc["FRA"], "not countries"),
        (pd.Series({"FRA": pd.Timestamp("2020-01-01")}, name="tea"), "text"),
        (data.countries(), "Which column"),
        (data.countries()[["name_en"]], "no column of numbers"),
        ("medain_age", "median_age"),
        ("continent", "not a column of figures"),
        (12, "int"),
        ({}, "missing"),
    ],
)
@pytest.mark.parametrize("chart", CHARTS, ids=lambda c: c.__name__)
def test_bad_figures_get_a_sentence(chart, figures, word):
    with pytest.raises(data.DataError) as refused:
        chart(figures, "en")
    assert word in refused.value.text("en")
    assert refused.value.text("fr") != refused.value.text("en")


def test_bad_countries_columns_and_judgements_get_a_sentence():
    for wrong in (
        lambda: charts.compare([]),
        lambda: charts.compare(["Atlantis"]),
        lambda: charts.world_map("population", chosen=["Grmany"]),
        lambda: charts.world_map(data.countries(), column="medain_age"),
        lambda: charts.misconceptions(data.countries()),
        lambda: charts.misconceptions(3),
        lambda: charts.versus(3),
        lambda: charts.shifts(data.countries()),
        lambda: charts.scatter({"FRA": 1.0}, {"DEU": 2.0}),
    ):
        with pytest.raises(data.DataError) as refused:
            wrong()
        assert len(refused.value.text("fr")) > 20


def test_what_is_nearly_right_is_understood():
    assert charts.compare("Japan", "median_age", "en").title.text == "Japan"
    assert len(charts.ranking("median_age", "en", most=0, chosen="France").y_range.factors) == 2
    game = games.new("countries", players=["A", "B"], seed=1)
    assert review.misjudgements(game).equals(review.misjudgements(game.log))
    with pytest.raises(review.BadLog):
        review.misjudgements("game.json")
    with pytest.raises(ValueError, match="speaks fr and en"):
        charts.world_map("median_age", "de")


def test_what_a_newcomer_types_is_understood():
    world, age = data.world(), "Median age (years), 2018–2020"
    assert charts.world_map(world, "median_age", "en").title.text == age
    assert charts.ranking(world, "Median age").title.text == charts.ranking("median_age").title.text
    named = charts.scatter(world, "gdp_per_capita_usd", "life_expectancy", "en")
    assert said(named) == said(charts.scatter(x="GDP per person", y="Life expectancy", lang="en"))
    assert charts.world_map(world["median_age"], "en", title="How old we are").title.text == "How old we are"
    written = {"Kenya": "1,5", "IND": "0.8", "Japan": "n/a", "Chad": 2}
    assert data.values(data.given(written).name) == {"KEN": 1.5, "IND": 0.8, "TCD": 2}
    assert data.flag("France") == data.flag("FRA")
    for chart in CHARTS:
        with pytest.raises(data.DataError, match="has no option “top”"), i18n.use("en"):
            chart("median_age", top=5)


def test_one_near_name_is_one_name():
    with pytest.raises(data.UnknownName) as refused:
        data.find_country("Frnace")
    assert refused.value.text("en").endswith("The nearest name is France.")
    assert refused.value.text("fr").endswith("Le nom le plus proche est France.")


def test_a_world_to_join_plot_and_map():
    world = data.world()
    assert len(world) == len(data.countries()) == world.geometry.notna().sum()
    assert world.attrs["edition"] == data.EDITION
    assert world.crs is not None
    assert -170 < data.world(projected=False).total_bounds[0] < 191


def test_simulate_gives_a_frame():
    report = simulate.simulate("countries", teams=2, games=4, levels=["keen", "random"])
    frame = report.frame()
    assert len(frame) == 8
    assert frame.groupby("seat")["won"].sum().tolist() == report.wins
    assert "rows" not in report.as_dict()


@pytest.mark.parametrize("old", ["caption", "captioned", "legend", "misconception_map", "plain_figure", "versus_chart"])
def test_names_of_the_last_version_work_and_say_what_they_are_now(old):
    module = importlib.import_module("geoclass.charts.review")
    log = games.new("countries", players=["A", "B"], seed=1).log
    given = {
        "caption": ("median_age",),
        "captioned": (charts.plain(), "said", [("#fff", "white")]),
        "legend": ("median_age", "fr"),
        "misconception_map": (review.misconceptions(log, by=["iso3"]), "said", "fr"),
        "plain_figure": (),
        "versus_chart": ("measure", {"class": [1.0], "random": [0.5, 0.7]}),
    }[old]
    with pytest.warns(FutureWarning, match="now"):
        assert getattr(module, old)(*given) is not None


def test_the_charts_that_were_modules_still_answer():
    with pytest.warns(FutureWarning, match=r"charts\.scatter"):
        charts.scatter.scatter("median_age", "population", "en")
    with pytest.warns(FutureWarning, match=r"charts\.compare"):
        charts.compare.compare_chart(["FRA", "DEU"], ["population"], "en")


PUBLIC = ("data", "charts", "review", "games", "bots", "simulate")


def _public():
    yield from (pytest.param(getattr(geoclass, name), id=name) for name in geoclass._FOUND)
    for name in PUBLIC:
        module = importlib.import_module(f"geoclass.{name}")
        names = getattr(module, "__all__", None) or [n for n in vars(module) if not n.startswith("_")]
        for inner in names:
            thing = getattr(module, inner)
            own = getattr(thing, "__module__", "").startswith("geoclass")
            if callable(thing) and own:
                yield pytest.param(thing, id=f"{name}.{inner}")


@pytest.mark.parametrize("thing", list(_public()))
def test_every_public_name_is_documented(thing):
    said = (thing.__doc__ or "").strip()
    assert said
    assert not said.startswith(f"{thing.__name__}(")  # generated by dataclass


DOCUMENTED = sorted(
    module.name
    for part in ("data", "charts", "review", "games", "bots", "simulate")
    for module in (
        pkgutil.walk_packages(importlib.import_module(f"geoclass.{part}").__path__, f"geoclass.{part}.")
        if hasattr(importlib.import_module(f"geoclass.{part}"), "__path__")
        else ()
    )
    if module.name.count(".") == 2
) + [f"geoclass.{part}" for part in PUBLIC]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_are_true(name):
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.failed == 0
    assert geoclass.__version__
