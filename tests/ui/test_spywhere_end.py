"""The end of Spywhere without a browser: the table of the six countries explains its figures and its judgements."""

import re

import pytest

from geoclass import data, games, i18n
from geoclass.games.spywhere.end import FIGURES
from geoclass.games.spywhere.tables import THEMES, dishes
from tests.ui.test_scenes import board_of, state

BOTH = pytest.mark.parametrize("lang", i18n.LANGUAGES)
SIXES = [dict(six) for six in (dishes(), *THEMES)]


def table(lang, six):
    """The scene of the six countries at the end of a game."""
    game = games.new("spywhere", ["Blues", "Oranges", "Greens"], 3, {"nationalities": six})
    game.close()
    board = board_of("spywhere")
    parts = (board.reveal(state(game, None, lang), game.reveal, step) for step in range(board.steps(game.reveal)))
    return next(part for part in parts if part["kind"] == "spywhere.countries")


@BOTH
@pytest.mark.parametrize("six", SIXES, ids=["published", *(f"theme{n}" for n, _ in enumerate(THEMES))])
def test_T13_years_are_those_of_the_figures_shown(lang, six):
    years = data.years()
    for name, unit in zip(FIGURES, table(lang, six)["units"], strict=True):
        own = {int(year) for year in years[name].reindex(list(six)).dropna()} if name in years else set()
        if own:  # if all figures of a column are of one year, its title has the year
            said = {int(year) for year in re.findall(r"\b\d{4}\b", unit)}
            assert said == {min(own), max(own)}, (name, unit)


@BOTH
@pytest.mark.parametrize("six", SIXES, ids=["published", *(f"theme{n}" for n, _ in enumerate(THEMES))])
def test_T13_a_row_is_written_in_one_way(lang, six):
    scene = table(lang, six)
    for row, unit in enumerate(scene["units"]):
        written = [country["figures"][row] for country in scene["countries"]]
        letters = {re.sub(r"[\d.,\s\u2212-]", "", figure) for figure in written}
        assert len(letters - {"–"}) == 1, (unit, written)  # no "1.96 M" beside "643,801"


@BOTH
@pytest.mark.parametrize("six", SIXES, ids=["published", *(f"theme{n}" for n, _ in enumerate(THEMES))])
def test_T13_a_judgement_says_why(lang, six):
    for country in table(lang, six)["countries"]:
        fits = country["fits"]
        needed = [product["name"] for product in country["grows"] if product["needed"]]
        if fits["fits"] == "none":
            assert not needed
        if fits["fits"] in ("all", "some"):
            assert needed, (country["name"], fits)
        if fits["fits"]:
            assert len(fits["text"]) > len(
                i18n.text(f"spywhere.stage.countries.{fits['fits']}", lang, grown=[], missing=[])
            )
