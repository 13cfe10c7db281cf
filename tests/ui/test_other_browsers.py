"""P31: a whole round, from the home page to a saved picture, in Firefox and in WebKit, if these are installed."""

import base64
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import expect

from geoclass import i18n
from geoclass.ui import teacher
from tests.rooms.classroom import Server
from tests.ui.conftest import Open
from tests.ui.webdriver import Screens, reason_for_none, running

READY = ".surface[data-ready]"
# A saved picture is stored in the page, as a headless browser would ask where to save it.
KEEP = """HTMLAnchorElement.prototype.click = function () { window.kept = this.href }"""
# The size of "2rem" on a detached canvas, where Bokeh measures text, and in the page.
LETTERS = """const ctx = document.createElement("canvas").getContext("2d")
ctx.font = "2rem sans-serif"
return [parseFloat(ctx.font), 2 * parseFloat(getComputedStyle(document.documentElement).fontSize)]"""
# The positions of the page's figures.
FIGURES = """const all = (root) => [...root.querySelectorAll("*")]
  .flatMap((e) => [e, ...(e.shadowRoot ? all(e.shadowRoot) : [])])
return all(document).filter((e) => e.matches(".figure-slot") && e.getClientRects().length).map((e) => {
  const box = e.getBoundingClientRect()
  return [box.left, box.top, box.right, box.bottom]
})"""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    server = Server(tmp_path).wait()
    yield server
    server.kill()


@pytest.fixture(params=["firefox", "webkit"])
def screens(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screens]:
    if missing := reason_for_none(request.param):
        pytest.skip(missing)
    with running(request.param, tmp_path_factory.mktemp(request.param)) as screens:
        yield screens


def test_P31_the_whole_way(screens: Screens, server: Server):
    key = (server.folder / teacher.FILE).read_text().strip()
    screens.open(f"{server.url}/teacher/{key}?lang=en")
    screens.wait(READY)
    stage = screens.here
    screens.size(1366, 768)
    code = _new_game(screens)
    phone = _joined(screens, server, code)
    screens.go(stage)
    screens.click(".lobby .button")
    _guessed(screens, stage, phone)
    _laid(screens, stage, phone)
    screens.click(".doubt")
    screens.wait(".countries-reveal")
    screens.click_until(".countries-reveal .next", ".countries-reveal .save")
    drawn, meant = screens.script(LETTERS)
    assert drawn == pytest.approx(meant, rel=0.02)
    _kept(screens)
    before = _still(screens)
    screens.script("location.reload()")
    screens.wait(READY)
    screens.until(lambda: _alike(before, _figures(screens)), "figures as they were before they were loaded anew")


def test_P31_a_browser_that_refuses_the_full_screen_is_no_error(server: Server, visit: Open):
    room, token = server.hall.open("countries", ["Ana", "Ben"], "en")
    shown = visit(server.url, f"/countries?room={room.code}&token={token}&lang=en")
    shown.page.locator(READY).wait_for()
    shown.page.evaluate("() => { document.documentElement.requestFullscreen = () => Promise.reject(Error('no')) }")
    shown.page.get_by_role("button", name="Menu").click()
    shown.page.get_by_role("button", name=i18n.text("stage.word.full_screen", "en")).click()
    expect(shown.page.locator(".toast")).to_have_text(i18n.text("stage.word.no_full_screen", "en"))
    assert not shown.errors


def _new_game(screens: Screens) -> str:
    """Open a game for two teams with the form of the home page; the room's code."""
    screens.click(".tile")
    board = (".new-game .segments button", i18n.text("home.word.without_phones", "en"))
    screens.click(*board)
    pressed = screens.script("return arguments[0].getAttribute('aria-pressed')", screens.wait(*board))
    assert pressed == "true", "the first click was lost"
    screens.click(".new-game .segments button", i18n.text("home.word.with_phones", "en"))
    while len(screens.find(".form-teams li")) > 2:
        screens.click(".form-teams li:last-child .round")
    screens.click(".new-game .button.accent")
    screens.wait(".lobby .code")
    return str(screens.script("return arguments[0].textContent", screens.wait(".lobby .code")))


def _joined(screens: Screens, server: Server, code: str) -> str:
    """A phone of the first team, in a tab of minimal width."""
    phone = screens.window()
    screens.open(f"{server.url}/join/{code}")
    screens.size(390, 844)
    screens.click(".team-button")
    screens.click(".go")
    screens.wait(".me")
    return phone


def _guessed(screens: Screens, stage: str, phone: str) -> None:
    """The phone answers, the teacher types for the team without one; then step through the reveal."""
    screens.go(phone)
    screens.type(".guess-row input", "5000000")
    screens.click(".guess-row button")
    screens.go(stage)
    screens.until(lambda: len(screens.find(".guess-row input")) == 1, "answer from the phone")
    screens.type(".guess-row input", "90000000000")
    screens.click(".guess-row button")
    screens.wait(".countries-reveal")
    screens.click_until(".countries-reveal .next", ".countries-play")


def _laid(screens: Screens, stage: str, phone: str) -> None:
    """Lay a card for the team on turn: with the phone for its team, as the teacher for the other one."""
    screens.go(phone)
    in_hand = bool(screens.find(".me.mine"))
    if not in_hand:
        screens.go(stage)
    screens.click(".pick")
    screens.click("[data-slot='0']")
    if in_hand:
        screens.click(".dock .play")
        screens.go(stage)
    screens.wait(".row .laid:nth-of-type(2)")


def _figures(screens: Screens) -> list[Image.Image]:
    """The pixels of the screen's figures."""
    screen = Image.open(BytesIO(screens.shot())).convert("RGB")
    return [screen.crop(tuple(round(v) for v in box)) for box in screens.script(FIGURES)]


def _still(screens: Screens) -> list[Image.Image]:
    """The figures, once they are drawn and no longer change: they are laid out again when fonts arrive."""
    seen = [_figures(screens)]

    def same() -> bool:
        seen.append(_figures(screens))
        return bool(seen[-1]) and all(map(_is_drawn, seen[-1])) and _alike(seen[-2], seen[-1])

    screens.until(same, "figures that stay as they are")
    return seen[-1]


def _kept(screens: Screens) -> None:
    """The saved picture, in poster size, with the figures of the screen."""
    _still(screens)
    screens.script(KEEP)
    screens.click(".save")
    kept = screens.until(lambda: screens.script("return window.kept"), "picture")
    picture = Image.open(BytesIO(base64.b64decode(kept.partition(",")[2]))).convert("RGB")
    assert picture.width >= 1920
    scale = picture.width / screens.script("return innerWidth")
    for box, seen in zip(screens.script(FIGURES), _figures(screens), strict=True):
        saved = picture.crop(tuple(round(v * scale) for v in box)).resize(seen.size, Image.Resampling.BOX)
        assert _is_drawn(saved), "a figure is missing"
        assert _difference(seen, saved) < 20, "a figure is elsewhere"


def _alike(some: list[Image.Image], others: list[Image.Image]) -> bool:
    return len(some) == len(others) and all(
        one.size == other.size and _difference(one, other) < 1 for one, other in zip(some, others, strict=True)
    )


def _difference(one: Image.Image, other: Image.Image) -> float:
    """From 0 to 255."""
    return max(ImageStat.Stat(ImageChops.difference(one, other).convert("L")).mean)


def _is_drawn(figure: Image.Image) -> bool:
    return len(figure.getcolors(1 << 20) or ()) > 30
