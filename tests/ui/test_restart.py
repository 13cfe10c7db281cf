"""P2: the server is killed and restarted while screens are open: they say so, and are restored."""

import time
import urllib.request
from contextlib import contextmanager
from urllib.error import URLError

import pytest
from playwright.sync_api import expect

from geoclass import i18n
from tests.rooms.classroom import Server

SOON = 10_000  # ms from the server's return until a screen is restored
SLOW = 20_000  # ms that a busy machine may add
# ms between a page's attempts to reach the server; the rest of SOON is for loading.
LOOKS = """() => {
  const later = window.setTimeout
  window.looks = []
  window.setTimeout = (what, ms, ...more) => (what.name === "look" && looks.push(ms), later(what, ms, ...more))
}"""

# Closes the first websocket of a page after some of the server's messages, as if the server had died just then.
CUT = """(() => {
  const Real = WebSocket
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...given)
      let n = 0
      this.addEventListener("message", () => {
        if (++n < AFTER || sessionStorage.cut) return
        sessionStorage.cut = "cut"
        this.close()
      })
    }
  }
})()"""


@pytest.fixture
def server(tmp_path, monkeypatch):
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    server = Server(tmp_path).wait()
    yield server
    server.kill()


@contextmanager
def restarted(server, *screens):
    """Kill the server, and restart it once every screen says that it is lost; then each screen reloads."""
    for screen in screens:
        screen.page.evaluate(LOOKS)
    server.kill()
    for screen in screens:
        screen.page.locator(".lost").wait_for()
        screen.page.wait_for_function("() => looks.length > 2")
        assert screen.page.evaluate("() => Math.max(...looks)") < SOON / 5
    yield
    server.start()
    _wait_for_health(server.wait().url)
    since = time.monotonic()
    for screen in screens:
        screen.page.locator(".lost").wait_for(state="detached", timeout=SOON + SLOW)
        screen.page.locator(".surface[data-ready=true]").wait_for(timeout=SOON + SLOW)
    took = time.monotonic() - since
    print(f"{len(screens)} screens are back {took:.1f} s after the server")
    assert took < (SOON + SLOW) / 1000


def _wait_for_health(url):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{url}/health", timeout=10):
                return
        except (URLError, ConnectionError):
            time.sleep(0.05)
    raise TimeoutError("the server is not healthy")


def _lay_and_doubt(room, teacher, times):
    """Play rounds of Countries that end in a reveal."""
    for n in range(times):
        for tap in ("place", "doubt"):
            view = room.view(teacher)
            seat = view["game"]["actors"][0]
            move = next(m for m in view["teacher"]["legal"][str(seat)] if m["move"] == tap)
            room.submit(teacher, move, f"{tap}{n}")
        room.control(teacher, "next")


@pytest.mark.parametrize("after", [1, 6], ids=["before_its_document", "with_its_document"])
def test_P2_a_page_whose_server_dies_while_it_loads_comes_back(server, browser, after):
    room, teacher = server.hall.open("countries", ["Bleus", "Verts"], "fr", {"first": 0}, seed=3)
    page = browser.new_context().new_page()
    page.add_init_script(CUT.replace("AFTER", str(after)))
    page.goto(f"{server.url}/countries?room={room.code}&token={teacher}&lang=fr")
    page.wait_for_function("() => sessionStorage.cut")
    room.control(teacher, "start")
    page.locator(".countries-play").wait_for(timeout=30_000 + SOON + SLOW)
    page.context.close()


def test_P2_projector_console_and_explore_come_back_in_the_same_state(server, visit):
    room, teacher = server.hall.open("countries", ["Bleus", "Verts"], "fr", {"first": 0}, seed=3)
    room.control(teacher, "start")
    _lay_and_doubt(room, teacher, 2)
    stage = visit(server.url, f"/countries?room={room.code}&token={teacher}&lang=fr", locale="fr-FR")
    page = stage.page
    page.get_by_role("button", name=i18n.text("stage.word.history", "fr")).click()
    page.locator(".past").first.click()
    page.locator(".surface[data-kind='countries.reveal']").wait_for()
    page.get_by_role("button", name=i18n.text("stage.word.menu", "fr")).click()
    page.get_by_role("button", name=i18n.text("stage.word.light_night", "fr")).click()
    page.get_by_role("button", name="English").click()
    expect(page.locator(".surface")).to_have_attribute("lang", "en")
    page.keyboard.press("Escape")
    verdict = page.locator("main").inner_text()
    console = visit(server.url, f"/console?room={room.code}&token={teacher}&lang=fr")
    console.page.locator(".surface[data-ready=true]").wait_for()
    page.get_by_text(i18n.text("stage.back_to_game", "en")).wait_for()
    explore = visit(server.url, "/explore?lang=en&figure=median_age&where=Asia")
    explore.page.locator(".surface[data-ready=true]").wait_for()
    with restarted(server, stage, console, explore):
        page.get_by_text(i18n.text("stage.back_to_game", "en")).click()  # while it is not notified
        assert page.locator(".toast").inner_text() == i18n.text("stage.word.lost", "en")
    expect(page.locator(".surface")).to_have_attribute("data-kind", "countries.reveal")
    expect(page.locator(".surface")).to_have_attribute("lang", "en")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("main")).to_have_text(verdict, use_inner_text=True)
    page.get_by_text(i18n.text("stage.back_to_game", "en")).click()  # and it is notified again
    page.locator(".surface[data-kind='countries.play']").wait_for()
    expect(console.page.locator("main.console")).to_be_visible()
    assert "figure=median_age" in explore.page.url
    assert "where=Asia" in explore.page.url


def test_P2_what_was_being_chosen_or_typed_is_there_again(server, visit):
    room, teacher = server.hall.open("countries", ["Bleus", "Verts"], "fr", {"first": 0}, seed=3)
    room.control(teacher, "start")
    stage = visit(server.url, f"/countries?room={room.code}&token={teacher}")
    stage.page.locator("[data-card]").first.click()
    stage.page.locator("[data-card][aria-pressed=true]").wait_for()
    home = visit(server.url, "/?lang=en")
    home.page.locator(".tile").first.click()
    home.page.locator(".form-teams input").first.fill("The Atlas")
    with restarted(server, stage, home):
        pass
    expect(stage.page.locator("[data-card][aria-pressed=true]")).to_have_count(1)
    expect(home.page.locator(".form-teams input").first).to_have_value("The Atlas")


def test_P2_explore_comes_back_to_what_was_looked_at(server, visit):
    explore = visit(server.url, "/explore?lang=en&figure=population&countries=KEN,FRA&where=Africa")
    explore.page.locator(".surface[data-ready=true]").wait_for()
    explore.page.get_by_role("button", name=i18n.text("explore.tab.compare", "en")).first.click()
    explore.page.locator(".surface[data-tab=compare]").wait_for()
    address = explore.page.url
    with restarted(server, explore):
        pass
    explore.page.locator(".surface[data-tab=compare]").wait_for()
    assert explore.page.url == address
