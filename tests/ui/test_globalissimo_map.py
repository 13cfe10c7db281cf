"""The map for pointing at a country, in a real browser: touch, wheel, two fingers, buttons and keys."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from geoclass import data, games, maps
from geoclass.rooms import Hall
from tests.ui import shots_globalissimo as shots
from tests.ui.conftest import READY, Open
from tests.ui.test_globalissimo import on_screen, point_at

APPS = ("globalissimo.py", "console.py")
Box = list[float]


@pytest.fixture
def asked(server: str, visit: Open, folder: Path) -> Any:
    """A room at a question on the map: its stage, in a window of any size, and its code."""

    def open_(width: int = 1920, height: int = 1080) -> tuple[Page, str]:
        room, token = shots.begun(Hall.at(folder), "en", {})
        shots.play(room, token, lambda view: shots.asked(view) == "violet")
        room.close()
        page = visit(server, shots.address(room, token, "en"), width, height).page
        page.wait_for_selector(READY)
        page.locator(".zoomable .land[data-ready]").wait_for()
        return page, room.code

    return open_


def shown(page: Page) -> Box:
    return [float(km) for km in (page.locator(".zoomable .world").get_attribute("viewBox") or "").split()]


def chosen(page: Page) -> str | None:
    found = page.locator(".world .chosen").evaluate_all("all => all.map(shape => shape.dataset.iso)")
    return found[0] if found else None


def moves(folder: Path, code: str) -> list[games.Move]:
    return Hall.at(folder, bot_delay=3600).room(code).log()["moves"]


def test_keys_move_a_cursor_and_enter_answers(asked: Any, folder: Path):
    page, code = asked()
    before = len(moves(folder, code))
    page.keyboard.press("Enter")  # nothing is chosen yet
    expect(page.locator(".toast")).to_be_visible()
    x, y = maps.WHOLE.middle
    step = maps.WHOLE.wide / 45
    crossed = set()
    for _ in range(5):
        page.keyboard.press("ArrowUp")
        y += step
        if iso := maps.country_at(x, y):
            expect(page.locator(f".world .chosen[data-iso={iso}]")).to_have_count(1)
            crossed.add(iso)
    assert len(crossed) > 2
    page.keyboard.press("+")
    assert shown(page)[2] == pytest.approx(maps.WHOLE.wide / 2)
    page.keyboard.press("0")
    assert shown(page)[2] == pytest.approx(maps.WHOLE.wide)
    assert len(moves(folder, code)) == before
    answer = chosen(page)
    page.keyboard.press("Enter")
    expect(page.locator(".zoomable .chosen")).to_have_count(0)
    last = moves(folder, code)[before:]
    assert [(move["move"], move["country"]) for move in last] == [("answer", answer)]


def test_the_cursor_takes_the_map_along(asked: Any):
    page, _ = asked()
    for _ in range(3):
        page.keyboard.press("+")
    near = shown(page)
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    assert shown(page)[0] > near[0]
    assert shown(page)[2] == pytest.approx(near[2])


def test_wheel_buttons_and_dragging_choose_nothing(asked: Any):
    page, _ = asked()
    whole = shown(page)
    page.mouse.move(*on_screen(page, *maps.area("TCD").at))
    page.mouse.wheel(0, -300)
    expect(page.locator(".zoomable .world")).not_to_have_attribute("viewBox", " ".join(f"{km:g}" for km in whole))
    near = shown(page)
    assert near[2] < whole[2]
    assert on_screen(page, *maps.area("TCD").at)[0] > 0
    page.mouse.down()
    page.mouse.move(700, 500, steps=4)
    page.mouse.up()
    dragged = shown(page)
    assert dragged[:2] != near[:2]
    assert dragged[2:] == near[2:]
    assert chosen(page) is None
    page.locator(".map-zoom button").nth(0).click()
    assert shown(page)[2] == pytest.approx(near[2] / 2, rel=0.01)
    page.locator(".map-zoom button").nth(1).click()
    assert shown(page)[2] == pytest.approx(near[2], rel=0.01)
    page.locator(".map-zoom button").nth(2).click()
    assert shown(page) == pytest.approx(whole)


def test_two_fingers_enlarge_and_choose_nothing(asked: Any):
    page, _ = asked(390, 844)
    whole = shown(page)
    x, y = on_screen(page, *maps.area("TCD").at)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *gaps: float) -> None:
        points = [{"x": x + gap, "y": y, "id": n} for n, gap in enumerate(gaps)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    fingers("touchStart", -20, 20)
    for gap in (30, 45, 60):
        fingers("touchMove", -gap, gap)
    fingers("touchEnd")
    assert shown(page)[2] == pytest.approx(whole[2] / 3, rel=0.2)
    assert chosen(page) is None
    point_at(page, "TCD")  # zoomed in enough for a tap to choose
    expect(page.locator(".world .chosen[data-iso=TCD]")).to_have_count(1)


def test_what_is_chosen_stays_when_the_map_is_enlarged(asked: Any):
    page, _ = asked()
    point_at(page, "BRA")
    expect(page.locator(".world .chosen[data-iso=BRA]")).to_have_count(1)
    page.locator(".map-zoom button").nth(0).click()
    expect(page.locator(".world .chosen[data-iso=BRA]")).to_have_count(1)
    near = shown(page)
    point_at(page, "BRA")  # the map keeps its position when redrawn
    assert shown(page) == near


def test_D4_every_country_can_be_pointed_at(asked: Any):
    page, _ = asked()
    missed = []
    for iso in data.attribute("un_status"):
        point_at(page, iso)
        if chosen(page) != iso:
            missed.append((iso, chosen(page)))
    assert not missed


def test_D4_a_finger_may_miss_an_island_but_not_find_one_in_the_open_sea(asked: Any):
    page, _ = asked()
    x, y = on_screen(page, *data.project(-77.3, 17.5))  # south of Jamaica
    page.mouse.click(x, y + 4)
    expect(page.locator(".world .chosen[data-iso=JAM]")).to_have_count(1)
    page.mouse.click(*on_screen(page, *data.project(-30, -30)))
    expect(page.locator(".world .chosen")).to_have_count(0)
    assert maps.country_at(*data.project(-30, -30), 200) is None
    page.mouse.click(*on_screen(page, *data.project(-42, 72)))  # Greenland: a territory counts as sea
    expect(page.locator(".world .chosen[data-iso=DNK]")).to_have_count(0)
