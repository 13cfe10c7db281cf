"""The documentation site: it builds without warnings, loads nothing from other hosts, has no dead links, and shows the
notebooks with their outputs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import options_table

ROOT = Path(__file__).parents[1]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/rules").glob("*.md"))]


def test_the_site(tmp_path: Path, browser: Browser):
    """One test, as the site is built once: it runs all notebooks."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", ROOT / "docs", tmp_path]
    made = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert made.returncode == 0, made.stderr
    every_page_is_there_and_the_api_is_documented(tmp_path)
    no_page_asks_another_server_for_anything(tmp_path)
    notebooks_are_shown_with_their_outputs(tmp_path, browser)


def every_page_is_there_and_the_api_is_documented(site: Path):
    assert {page.stem for page in PAGES} <= {page.stem for page in site.rglob("*.html")}
    for lang in ("fr", "en"):
        assert len(list((site / "_made" / lang).glob("0*.html"))) == 8
    api = (site / "api.html").read_text("utf-8")
    for name in ("geoclass.charts.world_map", "geoclass.data.world", "geoclass.play", "geoclass.Explorer"):
        assert f'id="{name}"' in api
    assert "The figure on the map" in api


def no_page_asks_another_server_for_anything(site: Path):
    there = r"""=["'](?:https?:)?//"""
    asked = re.compile(rf"<(?:script|img|iframe|source)[^>]*\ssrc{there}|<link[^>]*\shref{there}")
    for page in site.rglob("*.html"):
        assert not asked.findall(page.read_text("utf-8")), page
    for style in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//", style.read_text("utf-8", "replace")), style


def notebooks_are_shown_with_their_outputs(site: Path, browser: Browser):
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    said: list[str] = []
    page.on("console", lambda one: said.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda asked: said.append(asked.url) if asked.url.startswith(("http", "ws")) else None)
    for path in sorted((site / "_made").glob("*/0*.html")):
        page.goto(path.as_uri())
        figures = path.read_text("utf-8").count("docs_json = ")
        page.wait_for_function(f"() => window.Bokeh?.documents.length === {figures}")
        stills = page.locator(".cell_output :is(svg, img)").count()
        assert figures > 1 or stills > 1, path
        assert page.locator(".cell_output").count() > 5, path
    assert said == []
    page.close()


def test_the_table_of_options_is_that_of_the_games():
    """After an intended change: ``python -m tests.options_table``."""
    assert options_table.PAGE.read_text("utf-8") == options_table.page()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_to_files_lead_to_files(page: Path):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        if not target.startswith(("http:", "https:", "mailto:")):
            assert (page.parent / target).exists(), target
