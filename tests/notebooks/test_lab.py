"""The notebooks in a real JupyterLab: figures, Explore and a game work in their cells."""

import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from geoclass import data
from tests.ports import free_port

FOLDER = Path(__file__).parents[2] / "notebooks"
LONG = 120_000  # ms, on a busy machine


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(FOLDER, home / "notebooks")
    address = f"http://127.0.0.1:{free_port()}"
    own = {name: str(home / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "IPYTHONDIR")}
    own["PYTHONPATH"] = str(FOLDER.parent)
    own["GEOCLASS_DATA_DIR"] = str(home / "rooms")
    options = ["--no-browser", "--allow-root", f"--port={address.rpartition(':')[2]}", "--IdentityProvider.token="]
    options += [f"--ServerApp.root_dir={home}", "--LabApp.news_url=None", "--ServerApp.disable_check_xsrf=True"]
    options += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    with (home / "log").open("w") as log:
        command = [sys.executable, "-m", "jupyterlab", *options]
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
        try:
            end = monotonic() + LONG / 1000
            while True:
                try:
                    urllib.request.urlopen(f"{address}/api", timeout=20).close()
                    break
                except OSError:
                    assert server.poll() is None, (home / "log").read_text("utf-8")
                    assert monotonic() < end
                    sleep(0.2)
            yield address
            said = (home / "log").read_text("utf-8")
            assert "Traceback" not in said, said  # of the server, or of a kernel's callbacks
        finally:
            server.terminate()
            server.wait()


class Run:
    """A notebook with all cells run."""

    def __init__(self, browser: Browser, lab: str, path: str) -> None:
        self.page: Page = browser.new_page(viewport={"width": 1600, "height": 1000})
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        self.page.on("request", lambda request: self._asked(request.url, lab))
        self.page.goto(f"{lab}/lab/tree/notebooks/{path}?reset")
        expect(self.page.locator(".jp-Notebook .jp-Cell").first).to_be_visible(timeout=LONG)
        expect(self.page.get_by_text("| Idle")).to_be_visible(timeout=LONG)  # the kernel is ready
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_text("Run All Cells", exact=True).click()

    def _asked(self, url: str, lab: str) -> None:
        if url.startswith(("http", "ws")) and not url.startswith((lab, lab.replace("http", "ws"))):
            self.foreign.append(url)

    def done(self) -> None:
        """Assert that all cells have run without an error."""
        idle = "() => ![...document.querySelectorAll('.jp-InputPrompt')].some((p) => p.textContent.includes('*'))"
        self.page.wait_for_function(idle, timeout=LONG)
        assert self.page.locator(".jp-RenderedText[data-mime-type*=error]").all_text_contents() == []
        assert self.errors == []
        assert self.foreign == []


@pytest.fixture
def run(browser: Browser, lab: str) -> Iterator[Any]:
    opened: list[Run] = []

    def running(path: str) -> Run:
        opened.append(Run(browser, lab, path))
        return opened[-1]

    yield running
    for one in opened:
        one.page.close()


def test_explore_is_alive_in_notebook_1(run):
    shown = run("en/01-tables.ipynb")
    page = shown.page
    surface = page.locator(".surface.explore[data-ready]")
    expect(surface).to_be_attached(timeout=LONG)
    surface.scroll_into_view_if_needed()
    surface.get_by_label("Colour", exact=True).select_option("Population")
    expect(surface.locator(".rank-row").first).to_contain_text("China")
    fills = """() => { const maps = Bokeh.documents.flatMap((d) => [...d.all_models])
      .filter((m) => m.name === "areas" && m.data && m.data.text);
      return maps.some((m) => [...m.data.text].some((t) => String(t).includes("people"))); }"""
    page.wait_for_function(fills, timeout=LONG)
    assert "JupyterLab" in page.title()
    assert "lang=" not in page.url
    shown.done()


@pytest.mark.parametrize("path", ["fr/02-maps.ipynb", "fr/07-our-own-game.ipynb", "en/08-what-we-believed.ipynb"])
def test_notebooks_run_from_top_to_bottom(run, path):
    shown = run(path)
    expect(shown.page.locator(".jp-OutputArea-output .bk-Figure, .jp-OutputArea-output canvas").first).to_be_attached(
        timeout=LONG
    )
    shown.done()


def test_a_game_is_played_to_its_end_by_clicks_in_notebook_6(run):
    shown = run("en/06-play-in-python.ipynb")
    page = shown.page
    board = page.locator(".surface[data-ready]:not(.explore)")
    expect(board).to_be_attached(timeout=LONG)
    shown.done()  # wait until the kernel is idle
    end = monotonic() + 240
    while board.get_attribute("data-kind") != "countries.over":
        assert monotonic() < end, board.text_content()
        board.scroll_into_view_if_needed()
        if board.locator("button.next").count():
            board.locator("button.next").click()
        elif board.locator("button.slot:enabled").count() and "Us: your turn" in str(board.text_content()):
            _lay(board)
        page.wait_for_timeout(100)
    shown.done()


def _lay(board: Locator) -> None:
    """Lay the first card of the hand in the right place."""
    turn = board.get_attribute("data-turn")
    column = data.given(str(board.locator(".category h2").text_content())).name
    row = [data.find_country(name) for name in board.locator(".row .laid .name").all_text_contents()]
    mine = board.locator(".hand button.pick").first
    figures = data.values(column)
    at = sum(figures[iso] < figures[data.find_country(str(mine.text_content()).strip())] for iso in row)
    mine.click(timeout=5000)
    board.locator(f'button.slot[data-slot="{at}"]').click(timeout=5000)
    turned = "([board, turn]) => board.dataset.turn !== turn"
    board.page.wait_for_function(turned, arg=[board.element_handle(), turn], timeout=30_000)
