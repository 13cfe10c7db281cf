"""The printed report: one page of A4 for every game."""

import re
import subprocess

import pytest

from geoclass import bots, games
from geoclass.review.report import report
from geoclass.simulate import play_out
from tests.conftest import QUIET
from tests.review import answered, played


def _twelve_teams():
    game = games.new("countries", [f"Team {n}" for n in range(12)], seed=5)
    play_out(game, [bots.make("countries", "pupil", seat) for seat in range(12)])
    return game.log


def _log(name):
    if name == "twelve teams":
        return _twelve_teams()
    game, _, more = name.partition(" ")
    return answered.log(game) if more else played.log(game)


@pytest.mark.parametrize(
    ("game", "lang"),
    [
        *((game, "fr") for game in games.GAMES),
        ("twelve teams", "fr"),
        ("countries", "en"),
        *((f"{game} answered", "fr") for game in games.GAMES),
    ],
)
def test_every_report_prints_on_one_page(game, lang, chromium, tmp_path):
    log = _log(game)
    (tmp_path / "report.html").write_text(report(log, lang), "utf-8")
    where = [f"--user-data-dir={tmp_path}", f"--print-to-pdf={tmp_path / 'report.pdf'}"]
    command = [chromium, *QUIET, "--headless", "--no-pdf-header-footer", *where, (tmp_path / "report.html").as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    pdf = (tmp_path / "report.pdf").read_bytes()
    assert re.search(rb"/Count (\d+)", pdf)[1] == b"1"
    assert re.search(rb"/MediaBox \[0 0 594\.\d+ 841\.\d+\]|/MediaBox \[0 0 595\.?\d* 842\.?\d*\]", pdf)
