"""A game of another package, found by its entry point: from its tile to its end, on the stage and two phones, and its
exports."""

import csv
import json
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from geoclass import data, i18n
from tests.rooms.classroom import Server
from tests.sixth import EXAMPLE, install
from tests.ui.checks import check
from tests.ui.conftest import READY, Open, Watched

PHONE = 390, 844
PATIENCE = 20_000  # ms for one step of a busy machine
TURNS = 60  # far more than two teams need for three points


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as given:
        rooms = tmp_path_factory.mktemp("rooms")
        given.setenv("PYTHONPATH", install(tmp_path_factory.mktemp("site"))["PYTHONPATH"])
        given.setenv("GEOCLASS_DATA_DIR", str(rooms))
        started = Server(rooms).wait()
        yield started.url
        started.kill()


def own(lang: str) -> dict[str, dict[str, str]]:
    """The game's own sentences, read from its files, as the game is not installed in this process."""
    return tomllib.loads(i18n.typeset((EXAMPLE / "higher" / f"{lang}.toml").read_text("utf-8"), lang))


def opened_from_its_tile(shown: Watched, lang: str) -> str:
    """Open the game from its tile for two teams with phones; the room's code."""
    page, words = shown.page, own(lang)
    page.wait_for_selector(READY)
    tile = page.locator(".tile", has_text=words["name"])
    expect(tile).to_contain_text(words["home"]["text"])
    expect(tile.locator(".art img")).to_have_count(2)  # its flags
    check(shown, 24)
    tile.click()
    form = page.locator(".new-game")
    for option in words["option"].values():
        expect(form).to_contain_text(option["label"])
    form.locator("summary").click()
    form.locator(".knobs input[inputmode=numeric]").fill("1")  # always the same pairs
    while form.locator(".form-teams li").count() > 2:
        form.locator(".form-teams .round").last.click()
    form.locator(".button.accent").click()
    page.wait_for_url("**/higher?*")
    page.wait_for_selector(READY)
    assert "token" not in page.url
    return page.locator(".lobby .code").inner_text()


def joined(visit: Open, server: str, code: str, seat: int, locale: str) -> Watched:
    shown = visit(server, f"/join/{code}", *PHONE, locale=locale)
    shown.page.locator(".team-button").nth(seat).click()
    shown.page.locator(".go").click()
    shown.page.locator("main.waiting").wait_for()
    return shown


def tap(phone: Page, lang: str, right: bool) -> str:
    """Tap the country with more people, or the other one; return the right answer."""
    people = data.values("population")
    known = {data.Country(iso).words(lang): iso for iso in people}
    pair = [known[name] for name in phone.locator(".pair .name").all_inner_texts()]
    more = max(pair, key=people.__getitem__)
    phone.locator(".pair button").nth(int((pair[0] == more) != right)).click()
    return more


def play_to_the_end(stage: Watched, phones: list[Watched], lang: str) -> tuple[int, str]:
    """Play with only the first turn wrong; the number of turns, and the misjudged country."""
    page, missed = stage.page, ""
    for turn in range(TURNS):
        phone = phones[turn % 2]
        phone.page.locator(".pair button").first.wait_for()
        expect(phones[1 - turn % 2].page.locator(".pair button")).to_have_count(0)  # not its turn
        if turn == 0:
            check(stage, 24)
            check(phone, 15)
        more = tap(phone.page, lang, right=turn > 0)
        missed = missed or more
        expect(page.locator(".pair .figure")).to_have_count(2)
        expect(phone.page.locator(".pair .figure")).to_have_count(2)
        expect(page.locator(".higher .world")).to_be_visible()
        if turn == 0:
            check(stage, 24)
            check(phone, 15)
        page.locator(".next").click()
        page.locator(".pair .figure").first.wait_for(state="detached")
        if page.locator(".foot .after").count():
            return turn + 1, missed
    raise AssertionError("it does not end")


def taken_away(page: Page, server: str, lang: str) -> dict[str, bytes]:
    """The files downloaded from the console, by suffix."""
    room = parse_qs(urlsplit(page.url).query)["room"][0]
    console = Watched(page.context.new_page(), server)
    console.page.goto(f"{server}/console?room={room}&lang={lang}")
    found = {}
    for kind in ("html", "xlsx", "csv", "json"):
        with console.page.expect_download() as saved:
            console.page.locator(".take").get_by_role("button", name=i18n.text(f"stage.take.{kind}", lang)).click()
        found[kind] = Path(saved.value.path()).read_bytes()
    assert console.errors == console.foreign == []
    return found


@pytest.mark.parametrize(("lang", "locale"), [("fr", "fr-FR"), ("en", "en-GB")])
def test_a_game_of_another_package_from_its_tile_to_its_report(server: str, visit: Open, lang: str, locale: str):
    words = own(lang)
    stage = visit(server, f"/?lang={lang}", locale=locale)
    stage.page.set_default_timeout(PATIENCE)
    code = opened_from_its_tile(stage, lang)
    phones = [joined(visit, server, code, seat, locale) for seat in range(2)]
    stage.page.get_by_role("button", name=i18n.text("stage.start", lang)).click()
    turns, missed = play_to_the_end(stage, phones, lang)
    counted = words["review"]["counted"].format(right=turns - 1, n=turns, value=round(100 * (turns - 1) / turns))
    expect(stage.page.locator(".higher .lead")).to_have_text(counted)
    for phone in phones:
        expect(phone.page.locator(".ours")).to_be_visible()
    for shown, smallest in ((stage, 24), *((phone, 15) for phone in phones)):
        check(shown, smallest)

    files = taken_away(stage.page, server, lang)
    assert len(json.loads(files["json"])["moves"]) == turns
    rows = list(csv.reader(files["csv"].decode("utf-8-sig").splitlines(), delimiter=";" if lang == "fr" else ","))
    assert len(rows) == turns + 1
    book = load_workbook(BytesIO(files["xlsx"]))
    cells = {str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row}
    assert {counted, words["review"]["kind"]["pair"], words["review"]["score_in"]} <= cells
    report = files["html"].decode()
    assert words["name"] in report
    assert counted in report
    assert "<svg" in report

    explore = visit(server, f"/explore?lang={lang}&tab=games", locale=locale)
    explore.page.wait_for_selector(READY)
    card = explore.page.get_by_role("button").filter(has_text=counted)
    expect(card.first).to_contain_text(words["name"], timeout=PATIENCE)
    expect(explore.page.get_by_role("button").filter(has_text=data.Country(missed).words(lang))).to_be_visible()
    assert explore.errors == explore.foreign == []
