"""One real browser for all tests that look at a page."""

import os
import shutil
from collections.abc import Iterator

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

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Retry browser tests once: a browser on two shared cores may be blocked for half a minute."""
    for item in items if "GEOCLASS_SOAK" not in os.environ else []:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report every retry: the test, and its first failure."""
    if retried := terminalreporter.stats.get("rerun", []):
        terminalreporter.section("tried again in a browser", yellow=True)
    for report in retried:
        crash = getattr(report.longrepr, "reprcrash", None)
        terminalreporter.line(f"{report.nodeid}: {crash.message.splitlines()[0] if crash else report.longreprtext}")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser; a missing one fails the tests instead of skipping them."""
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
