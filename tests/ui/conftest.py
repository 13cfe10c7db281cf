"""A real server and a real browser for the tests of the screens."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds until a server must answer, on a slow and busy machine


@contextmanager
def serving(*apps: str, options: tuple[str, ...] = ()) -> Iterator[str]:
    """The address of `panel serve` with these apps, until the block ends."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
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
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(
        command, cwd=ROOT, env=os.environ | {"GEOCLASS_LANG": "en"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        _wait_for(address, server)
        yield address
    finally:
        server.terminate()
        server.communicate(timeout=20)


def _wait_for(address: str, server: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if server.poll() is not None:
            said = server.stdout.read().decode() if server.stdout else ""
            pytest.fail(f"the server has stopped:\n{said}")
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE):
                return
        except (URLError, ConnectionError):
            time.sleep(0.1)
    pytest.fail(f"the server did not answer within {PATIENCE} s")


class Watched:
    """A page of the browser, with what went wrong on it."""

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
    """Opens an address in a window of a given size and language, and watches it."""
    contexts = []

    def open_(address: str, path: str, width: int = 1920, height: int = 1080, locale: str = "en-GB") -> Watched:
        context = browser.new_context(viewport={"width": width, "height": height}, locale=locale)
        contexts.append(context)
        watched = Watched(context.new_page(), address)
        watched.page.goto(address + path)
        return watched

    yield open_
    for context in contexts:
        context.close()
