"""The three short apps of examples/ run as their docstrings say."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from tests.ports import free_port

EXAMPLES = Path(__file__).parents[1] / "examples"
APPS = {"dashboard": ("Japan", ".surface"), "own_reveal": ("Population", "canvas")}  # its words, and what is drawn


@contextmanager
def served(name: str, folder: Path) -> Iterator[str]:
    """The address of `panel serve` with one of them."""
    port = free_port()
    where = ["--port", str(port), "--address", "127.0.0.1", "--allow-websocket-origin", f"127.0.0.1:{port}"]
    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-m", "panel", "serve", str(EXAMPLES / f"{name}.py"), *where]
        process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)
    address, end = f"http://127.0.0.1:{port}/{name}", time.monotonic() + 120
    try:
        while True:
            try:
                with urlopen(address, timeout=60) as page:
                    assert page.status == 200
                break
            except (URLError, OSError):
                assert process.poll() is None, (folder / "log").read_text()
                assert time.monotonic() < end
                time.sleep(0.2)
        yield address
    finally:
        process.kill()
        process.wait()
    said = (folder / "log").read_text()
    assert "Traceback" not in said, said


@pytest.mark.parametrize("name", APPS)
def test_an_app_is_served_by_panel_and_drawn_without_a_foreign_request(
    name: str, tmp_path: Path, browser: Browser
) -> None:
    with served(name, tmp_path) as address:
        page = browser.new_page()
        asked: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        words, drawn = APPS[name]
        page.get_by_text(words).first.wait_for(timeout=90_000)
        page.locator(drawn).first.wait_for(timeout=90_000)
        here = address.rpartition("/")[0]
        assert [url for url in asked if not url.startswith((here, "data:", "blob:", here.replace("http", "ws")))] == []
        assert errors == []
        page.close()


def test_the_tournament_writes_a_page_of_its_own(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "tournament.py"), "countries", "1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    levels = dict(line.split() for line in done.stdout.splitlines()[1:])
    assert 0 <= min(map(float, levels.values())) <= max(map(float, levels.values())) <= 1
    page = (tmp_path / "tournament.html").read_text("utf-8")
    assert "Bots at countries" in page
    assert not re.search(r"<(script|link|img)[^>]*(src|href)=", page)
