"""One real browser for all tests that look at a page; and a busy machine fails no test."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
]

LIVE = [Path(__file__).parent / part for part in ("ui", "rooms")]

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Real servers and browsers that share two cores may be held up for half a minute: what fails is tried again."""
    for item in items if "GEOCLASS_SOAK" not in os.environ else []:
        if any(item.path.is_relative_to(part) for part in LIVE):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the browser is; the screens are never left untested for want of one."""
    for name in CHROMIUM:
        if found := shutil.which(name):
            return found
    pytest.fail(
        "The tests of the screens need Chromium, and none is on the PATH: `apt install chromium` on Debian and Ubuntu, "
        "`brew install chromium` on macOS, or install Chrome."
    )


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        browser.close()
