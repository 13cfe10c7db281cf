"""Pictures of every screen, written to docs/screenshots: ``make screenshots`` (the README shows some of them).

A game adds its own states in ``tests/ui/shots_<game>.py``: a function ``states(hall, lang)`` that yields a name, the
address of a screen, and optionally what to click first.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from geoclass.rooms import Hall
from tests.conftest import CHROMIUM, QUIET
from tests.ui.conftest import ROOT, serving

FOLDER = ROOT / "docs" / "screenshots"
SIZES = {"": (1920, 1080), "phone": (390, 844)}
State = tuple[str, str, str | None]  # name, address, what to click first


def general(hall: Hall, lang: str) -> Iterator[State]:
    """The screens that are no game's."""
    room, token = hall.open("countries", [], lang, grow=True)
    for _ in range(4):
        room.join()
    yield "home", f"/?lang={lang}", None
    yield "new-game", f"/?lang={lang}", ".tile"
    yield "lobby", f"/countries?room={room.code}&token={token}&lang={lang}", None
    yield "console", f"/console?room={room.code}&token={token}&lang={lang}", None


def picture(browser: Browser, address: str, file: Path, size: tuple[int, int], click: str | None, dark: bool) -> None:
    scheme = "dark" if dark else "light"
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".surface[data-ready]")
    if click:
        page.locator(click).first.click()
    page.wait_for_load_state("networkidle")
    page.wait_for_selector(".board-map[data-waiting]", state="detached")  # flags are coming
    page.wait_for_timeout(1500)  # Bokeh draws, and flags come, a moment after the rest is there
    page.screenshot(path=file)
    context.close()
    with Image.open(file) as full:  # 256 colours: a fifth of the size, and no eye sees it
        full.convert("RGB").quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, optimize=True)


def main(only: str = "") -> None:
    """All pictures, or those of one game."""
    folder = Path(mkdtemp())
    os.environ["GEOCLASS_DATA_DIR"] = str(folder)
    os.environ["GEOCLASS_ADDRESSES"] = "http://geoclass.local:5006"
    hall = Hall.at(folder)
    games = sorted(file.stem.removeprefix("shots_") for file in Path(__file__).parent.glob("shots_*.py"))
    sources = {"": general} | {game: import_module(f"tests.ui.shots_{game}").states for game in games}
    chromium = next(found for name in CHROMIUM if (found := shutil.which(name)))
    FOLDER.mkdir(parents=True, exist_ok=True)
    apps = [file.name for file in sorted((ROOT / "apps").glob("*.py"))]
    options = ("--index", "home", "--plugins", "geoclass.ui.plugin")
    with serving(*apps, options=options) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        for game, states in sources.items():
            if only and game != only:
                continue
            for lang in ("fr", "en"):
                for name, address, click in states(hall, lang):
                    for device, size in SIZES.items():
                        parts = [part for part in (game, name, device, lang) if part]
                        picture(browser, server + address, FOLDER / f"{'-'.join(parts)}.png", size, click, dark=False)
                    if lang == "fr":
                        file = FOLDER / f"{'-'.join(part for part in (game, name, 'dark') if part)}.png"
                        picture(browser, server + address, file, SIZES[""], click, dark=True)
        browser.close()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
