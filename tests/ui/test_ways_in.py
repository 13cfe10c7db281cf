"""P25: every address leads on: to a game, or to a sentence and a link."""

import os

import pytest
from playwright.sync_api import expect

from geoclass import i18n
from geoclass.rooms import Hall
from tests.ui.conftest import READY, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def plain(folder):
    """A plain `panel serve` without our plugin."""
    os.environ["GEOCLASS_DATA_DIR"] = str(folder)
    try:
        with serving("home.py", "countries.py", "console.py", "explore.py") as address:
            yield address
    finally:
        del os.environ["GEOCLASS_DATA_DIR"]


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_P25_the_address_of_a_game_leads_to_a_game(plain, visit, lang):
    page = visit(plain, f"/countries?lang={lang}").page
    page.locator(".new-game .accent").click()
    page.locator(f"{READY}[data-kind^='countries.']").wait_for()
    assert "room=" in page.url


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("path", ["home", "countries", "console", "explore"])
def test_P25_without_scripts_every_page_says_so(plain, browser, path, lang):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{plain}/{path}?lang={lang}")
    expect(page.locator(".no-script")).to_be_visible()
    expect(page.locator(".no-script")).to_have_text(i18n.text("ui.no_script", lang))
    context.close()


@pytest.mark.parametrize("path", ["countries", "console"])
def test_P25_a_second_browser_is_told_the_truth_and_a_way_on(plain, folder, visit, path):
    room, _ = Hall.at(folder, bot_delay=3600).open("countries", ["Ana", "Ben"], "en")
    page = visit(plain, f"/{path}?room={room.code}&as=teacher&lang=en").page
    expect(page.locator(".sorry p")).to_have_text(i18n.text("rooms.refused.never_here", "en"))
    page.locator(".sorry .accent").click()
    page.locator(f"{READY}[data-kind='home.page']").wait_for()
    expect(page.locator(".resume")).to_contain_text(room.code)
