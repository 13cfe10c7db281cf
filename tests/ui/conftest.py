"""A real server and a real browser for the tests of the screens."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request

from geoclass.rooms import Hall
from geoclass.ui import live, teacher
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
READY = ".surface[data-ready]"
PATIENCE = 60  # seconds until a server must answer, on a slow and busy machine


@contextmanager
def serving(*apps: str, options: tuple[str, ...] = ()) -> Iterator[str]:
    """The address of `panel serve` with these apps, until the block ends."""
    port = free_port()
    command = [sys.executable, "-m", "panel", "serve", *(str(ROOT / "apps" / app) for app in apps)]
    command += [
        "--port",
        str(port),
        "--address",
        "127.0.0.1",
        "--allow-websocket-origin",
        f"127.0.0.1:{port}",
        *options,
    ]
    with running(command, f"http://127.0.0.1:{port}") as address:
        yield address


@contextmanager
def running(command: list[str], address: str) -> Iterator[str]:
    """The address of the server started by *command*, once it responds and until the block ends."""
    with TemporaryFile() as log:  # a pipe that is not read would fill up and block the server
        server = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | {"GEOCLASS_LANG": "en"}, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            _wait_for(address, server, log)
            yield address
        finally:
            server.terminate()
            server.wait(timeout=20)


def _wait_for(address: str, server: "subprocess.Popen[bytes]", log: IO[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            log.seek(0)
            pytest.fail(f"the server has stopped:\n{log.read().decode()}")
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE):
                return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    pytest.fail(f"the server did not answer within {PATIENCE} s")


class Watched:
    """A page of the browser, with its errors."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address = page, address
        self.errors: list[str] = []
        self.foreign: list[str] = []
        page.on("console", lambda m: self.errors.append(m.text) if m.type in ("error", "warning") else None)
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("request", self._requested)

    def _requested(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob") and f"{url.scheme}://{url.netloc}".replace("ws", "http") != self.address:
            self.foreign.append(request.url)


Open = Callable[..., Watched]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Watched]]:
    """Opens an address as the teacher, in a window of a given size and language, and records its errors."""
    contexts = []
    if "GEOCLASS_DATA_DIR" in os.environ:
        live.hall.cache_clear()  # of another test's folder

    def open_(address: str, path: str, width: int = 1920, height: int = 1080, locale: str = "en-GB") -> Watched:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale)
        contexts.append(context)
        if "GEOCLASS_DATA_DIR" in os.environ:
            context.add_cookies([{"name": teacher.COOKIE, "value": teacher.key(), "url": address}])
        watched = Watched(context.new_page(), address)
        watched.page.goto(address + path)
        return watched

    yield open_
    for context in contexts:
        context.close()


def returning(visit: Open, server: str, code: str, token: str, locale: str = "en-GB") -> Watched:
    """A phone that joined a room earlier and reconnects with its stored token."""
    phone = visit(server, f"/join/{code}", 360, 740, locale=locale)
    phone.page.evaluate("([code, token]) => localStorage.setItem(`geoclass.${code}`, token)", [code, token])
    phone.page.reload()
    phone.page.locator(".me").wait_for()
    return phone


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """`panel serve` with phones and the apps in the test module's ``APPS``, on the rooms of *folder*."""
    os.environ["GEOCLASS_DATA_DIR"] = str(folder)
    try:
        with serving(*request.module.APPS, options=("--plugins", "geoclass.ui.plugin")) as address:
            yield address
    finally:
        del os.environ["GEOCLASS_DATA_DIR"]


@pytest.fixture
def hall(folder: Path) -> Hall:
    """The server's rooms, opened in this process without running bots."""
    return Hall.at(folder, bot_delay=3600)
