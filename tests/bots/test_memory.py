"""Bots' memory of figures: errors are measured on the column's own scale."""

from statistics import fmean, pstdev

import pytest

from geoclass import data
from geoclass.games.memory import Scale, _scale, error, roughly


@pytest.mark.parametrize("column", data.figures())
def test_a_score_is_in_standard_deviations_and_leads_back_to_the_figure(column):
    figures = data.values(column)
    scale = Scale.of(column, figures)
    scores = [scale.score(figure) for figure in figures.values()]
    assert fmean(scores) == pytest.approx(0, abs=1e-9)
    assert pstdev(scores) == pytest.approx(1)
    assert [scale.figure(score) for score in scores] == pytest.approx(list(figures.values()), abs=1e-6, rel=1e-9)


def test_the_scale_is_that_of_the_column():
    """The distance between ten and a hundred times as many people does not depend on the figures' range."""
    for column, even in (("population", True), ("gdp_per_capita_usd", True), ("coastline_km", False)):
        scale = Scale.of(column, data.values(column))
        steps = [scale.score(10**n) for n in (5, 6, 7)]
        assert (steps[2] - steps[1] < 2 * (steps[1] - steps[0])) is even


def test_zeros_and_negative_figures_have_their_place_on_a_log_scale(monkeypatch):
    figures = {"FRA": -1000.0, "DEU": -1.0, "ITA": 0.0, "ESP": 1.0, "PRT": 1000.0}
    monkeypatch.setattr("geoclass.data.values", lambda _: figures)
    scale = _scale.__wrapped__("population", tuple(figures), "")
    scores = [scale.score(figure) for figure in figures.values()]
    assert scale.log
    assert scores == sorted(set(scores))
    assert scores[2] - scores[1] == pytest.approx(scores[3] - scores[2])


def test_all_the_same_or_nothing_above_zero_is_a_scale_too(monkeypatch):
    for figures in ({"FRA": 0.0, "DEU": 0.0}, {"FRA": -5.0, "DEU": -5.0}):
        monkeypatch.setattr("geoclass.data.values", lambda _, figures=figures: figures)
        assert _scale.__wrapped__("population", tuple(figures), "").score(figures["FRA"]) == 0


def test_errors_are_nearly_normal_and_stay():
    errors = [error(7, f"population:{n}") for n in range(2000)]
    assert errors[:5] == [error(7, f"population:{n}") for n in range(5)]
    assert abs(fmean(errors)) < 0.1
    assert 0.9 < pstdev(errors) < 1.1


def test_a_rough_figure_is_never_the_one_it_must_not_be():
    assert roughly(67_813_396, 2) == 68_000_000
    assert roughly(67_813_396, 2, but=68_000_000) == 69_000_000
    assert roughly(67_813_396, 3) == 67_800_000
    assert (roughly(7.4, 2), roughly(7.4, 2, but=7), roughly(996, 2)) == (7, 8, 1000)
