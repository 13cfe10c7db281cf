"""P11: a figure is on the right side of every barrier, and overlaps no other figure."""

from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from geoclass import games
from tests.ui.conftest import ROOT

SCRIPTS: list[Path] = [ROOT / "geoclass/ui/kit/track.js", ROOT / "geoclass/games/globalissimo/track.js"]


@pytest.mark.parametrize("at", [0, 1, 2, 3, 8, 15, 28, 29, 30])
@pytest.mark.parametrize("teams", [1, 2, 6])
def test_P11_figures_are_drawn_before_the_barrier_that_stopped_them(browser: Browser, at: int, teams: int):
    track = games.game_type("globalissimo").options["track"].default
    scene = {
        "squares": track["squares"],
        "barriers": [{"after": after, "colour": "orange", "open": False} for after in track["barriers"]],
        "figures": [{"seat": seat, "at": at} for seat in range(teams)],
    }
    script = "\n".join(file.read_text("utf-8") for file in SCRIPTS)
    page = browser.new_page()
    places, spots = page.evaluate(
        f"""(t) => {{ {script}
        const places = trackPlaces(t)
        return [places, spotsOf(t.figures, places, Math.min(21, places.gap * 0.47) + 34)] }}""",
        scene,
    )
    page.close()
    square = places["square"][at]
    for spot in spots:
        assert not [b for b in places["barrier"].values() if (b["x"] - square["x"]) * (b["x"] - spot["x"]) < 0]
        assert 0 <= spot["y"] <= 290
    for one, other in combinations(spots, 2):
        assert (one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2 >= 45**2
