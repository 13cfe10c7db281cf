"""A teacher's own figure and a deck chosen by hand, from the form of a new game to a round on stage and phone."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from geoclass import data, i18n
from geoclass.rooms import Hall
from tests.rooms.classroom import Server
from tests.ui.checks import check
from tests.ui.conftest import READY, Open

PATIENCE = 20_000  # ms for one step of a busy machine
CHAPTER = ("KEN", "UGA", "TZA", "ETH", "MAR", "EGY", "NGA", "GHA", "ZAF", "SEN", "MLI", "CIV")
FIGURE = "Tea (kg)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the teacher's figures."""
    folder, file = tmp_path_factory.mktemp("rooms"), tmp_path_factory.mktemp("files") / "tea.csv"
    file.write_text(f"iso3,{FIGURE}\n" + "".join(f"{iso},{n + 0.5}\n" for n, iso in enumerate(CHAPTER)), "utf-8")
    data.keep(file, folder)
    data.forget_own()
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as given:
        given.setenv("GEOCLASS_DATA_DIR", str(folder))
        started = Server(folder).wait()
        yield started.url
        started.kill()


def fill_in(page: Page, lang: str) -> None:
    """Fill in the form: the countries of the chapter, and only the own figure."""
    new = page.locator(".new-game")
    while new.locator(".form-teams li").count() > 2:
        new.locator(".form-teams .round").last.click()
    new.locator(".front select").first.select_option("0")  # one round
    new.locator(".front select").last.select_option("country_list")
    names = [data.Country(iso).words(lang) for iso in CHAPTER]
    new.locator(".front textarea").fill(", ".join([*names[:-1], "Atlantis"]))
    new.locator(".front textarea").blur()
    expect(new.locator(".problem")).to_contain_text("Atlantis")  # invalid input stays, to be corrected
    new.locator(".front textarea").fill(", ".join(names).lower())
    new.locator(".front textarea").blur()
    expect(new.locator(".front textarea")).to_have_value(", ".join(names))
    new.locator("summary").click()
    tea = new.locator(".chips button", has_text="Tea")
    tea.click()
    expect(tea).to_have_attribute("aria-pressed", "true")
    others = new.locator(".chips [aria-pressed=true]").filter(has_not_text="Tea")
    for left in range(others.count() - 1, -1, -1):
        others.first.click()
        expect(others).to_have_count(left)
    expect(new.locator(".how-long")).to_contain_text("min")


def lay_a_tile(page: Page) -> None:
    page.locator("button.open-card").first.click()
    page.locator(".rank-tile").first.click()


@pytest.mark.parametrize(("lang", "locale"), [("fr", "fr-FR"), ("en", "en-GB")])
def test_an_own_figure_and_a_picked_deck_from_the_form_to_the_reveal(
    server: str, visit: Open, folder: Path, lang: str, locale: str
):
    stage = visit(server, f"/?lang={lang}", locale=locale)
    page = stage.page
    page.set_default_timeout(PATIENCE)
    page.wait_for_selector(READY)
    page.locator(".tile", has_text=i18n.text("globalissimo.name", lang)).click()
    fill_in(page, lang)
    check(stage, 24)
    page.locator(".new-game .button.accent").click()
    page.wait_for_url("**/globalissimo?*")
    page.wait_for_selector(READY)
    phone = visit(server, f"/join/{page.locator('.lobby .code').inner_text()}", 390, 844, locale=locale)
    phone.page.set_default_timeout(PATIENCE)
    phone.page.locator(".team-button").first.click()
    phone.page.locator(".go").click()
    phone.page.locator("main.waiting").wait_for()
    page.get_by_role("button", name=i18n.text("stage.start", lang)).click()

    phone.page.locator("button.open-card").first.wait_for()
    expect(phone.page.locator("main")).to_contain_text("Tea")
    lay_a_tile(phone.page)
    phone.page.locator(".confirm .play").click()
    page.locator(".open-card .tile-place:not(.empty)").first.wait_for()
    lay_a_tile(page)
    expect(page.locator(".globalissimo-reveal")).to_contain_text("Tea", timeout=PATIENCE)
    code = parse_qs(urlsplit(page.url).query)["room"][0]
    setup = Hall.at(folder).export(code)["games"][-1]["setup"]
    assert setup["options"]["categories"] == ["tea"]
    assert setup["options"]["deck_filter"] == list(CHAPTER)
    assert setup["figures"]
    assert stage.errors == stage.foreign == phone.errors == phone.foreign == []
