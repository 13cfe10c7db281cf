"""The documentation site: it builds without warnings, loads nothing from other hosts, and has no dead links."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import options_table

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/rules").glob("*.md"))]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", ROOT / "docs", out]
    made = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert made.returncode == 0, made.stderr
    return out


def test_every_page_and_notebook_is_there_and_the_api_is_documented(site: Path):
    assert {page.stem for page in PAGES} <= {page.stem for page in site.rglob("*.html")}
    for lang in ("fr", "en"):
        assert len(list((site / "_made" / lang).glob("0*.html"))) == 8
    api = (site / "api.html").read_text("utf-8")
    for name in ("geoclass.charts.world_map", "geoclass.data.world", "geoclass.play", "geoclass.Explorer"):
        assert f'id="{name}"' in api
    assert "The figure on the map" in api


def test_the_table_of_options_is_that_of_the_games():
    """After an intended change: ``python -m tests.options_table``."""
    assert options_table.PAGE.read_text("utf-8") == options_table.page()


def test_no_page_asks_another_server_for_anything(site: Path):
    there = r"""=["'](?:https?:)?//"""
    asked = re.compile(rf"<(?:script|img|iframe|source)[^>]*\ssrc{there}|<link[^>]*\shref{there}")
    for page in site.rglob("*.html"):
        assert not asked.findall(page.read_text("utf-8")), page
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", style.read_text("utf-8", "replace")), style


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_to_files_lead_to_files(page: Path):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), target
