"""Screenshots of every screen, written to build/screenshots: ``make screenshots``, or ``make screenshots GAME=course``.
``make screenshots DOCS=1`` renews those used in README and docs.

The states of home, console and each game are in ``tests/ui/shots_<name>.py``: a function ``states(hall, lang)`` that
yields a name, the address of a screen, and optionally what to click first, in order. The address of a pupil's phone is
made by ``phone``; such a state is captured in the size of a phone only.
"""

import os
import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from geoclass.rooms import Hall, Room
from geoclass.ui import teacher
from tests import pictures
from tests.conftest import CHROMIUM, QUIET
from tests.ui.conftest import ROOT, serving

FOLDER = ROOT / "build" / "screenshots"
SIZES = {"": (1920, 1080), "phone": (390, 844)}
READY = ".surface[data-ready], .me"


class State(NamedTuple):
    name: str
    address: str
    click: str | tuple[str | Path, ...] | None = None  # selectors to click; a path is a file to choose
    only: str = "fr en dark phone"  # which pictures to take
    moving: str = ""  # the picture is taken while this element is visible and moving


def phone(room: Room, teacher: str, seat: int, lang: str) -> str:
    """The address of a phone that has joined a team; if hands are hidden, the teacher admits it."""
    token = room.join(seat)
    if room.view(token)["seat"] is None:
        room.control(teacher, "admit")
    return f"/join/{room.code}?token={token}&lang={lang}"


def kinds(state: State, lang: str) -> Iterator[tuple[str, tuple[int, int], bool]]:
    """The pictures of a state: suffix of the name, size, and dark mode or not."""
    size = SIZES["phone" if on_phone(state) else ""]
    if lang in state.only:
        yield lang, size, False
    if lang in state.only and "phone" in state.only and not on_phone(state):  # a stage on a small device
        yield f"phone-{lang}", SIZES["phone"], False
    if lang == "fr" and "dark" in state.only:
        yield "dark", size, True


def on_phone(state: State) -> bool:
    return state.address.startswith("/join/")


def picture(browser: Browser, server: str, state: State, file: Path, size: tuple[int, int], dark: bool) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if state.moving else "reduce",
    )
    context.add_cookies([{"name": teacher.COOKIE, "value": teacher.key(), "url": server}])
    page = context.new_page()
    url = urlsplit(state.address)
    if on_phone(state):  # a phone stores its token
        for name, value in parse_qsl(url.query):
            name = url.path.rpartition("/")[2] if name == "token" else name
            page.add_init_script(f"localStorage.setItem('geoclass.{name}', '{value}')")
    page.goto(server + (url.path if on_phone(state) else state.address))
    page.wait_for_selector(READY)
    for click in (state.click,) if isinstance(state.click, str) else state.click or ():
        if isinstance(click, Path):
            page.locator("input[type=file]").set_input_files(click)
        else:
            page.locator(click).first.click()
    if state.moving:
        page.wait_for_selector(state.moving)
        page.wait_for_timeout(500)
    else:
        page.wait_for_load_state("networkidle")
        page.wait_for_selector(".board-map[data-waiting]", state="detached")  # flags are being loaded
        for image in page.locator("img:visible").all():
            image.evaluate("image => image.decode()")
        page.wait_for_timeout(4000 if dark else 1500)  # Bokeh draws after the rest, and redraws for dark mode
    page.screenshot(path=file)
    context.close()
    shrink(file)


def shrink(file: Path) -> None:
    """Reduce to 256 colours, exact for large areas: a fifth of the size without visible difference."""
    with Image.open(file) as full:
        few = full.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
        few.save(file, optimize=True)


def main(only: str, docs: bool) -> None:
    """Take all pictures, or those of one set; with *docs*, those of README and docs, into the docs' folder."""
    target, wanted = (pictures.FOLDER, pictures.shown()) if docs else (FOLDER, None)
    folder = Path(mkdtemp())
    os.environ["GEOCLASS_DATA_DIR"] = str(folder)
    os.environ["GEOCLASS_ADDRESSES"] = "http://geoclass.local:5006"
    hall = Hall.at(folder)
    sets = sorted(file.stem.removeprefix("shots_") for file in Path(__file__).parent.glob("shots_*.py"))
    sources = {name: import_module(f"tests.ui.shots_{name}").states for name in sets}
    chromium = next(found for name in CHROMIUM if (found := shutil.which(name)))
    target.mkdir(parents=True, exist_ok=True)
    apps = [file.name for file in sorted((ROOT / "apps").glob("*.py"))]
    options = ("--index", "home", "--plugins", "geoclass.ui.plugin")
    with serving(*apps, options=options) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        for game, states in sources.items():
            if only and game != only:
                continue
            for lang in ("fr", "en"):
                for state in (State(*found) for found in states(hall, lang)):
                    for end, size, dark in kinds(state, lang):
                        file = target / f"{'-'.join(part for part in (game, state.name, end) if part)}.png"
                        if wanted is None or file in wanted:
                            picture(browser, server, state, file, size, dark)
        browser.close()
    shutil.rmtree(folder)


if __name__ == "__main__":
    parser = ArgumentParser()
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--docs", action="store_true")
    asked = parser.parse_args()
    main(asked.game, asked.docs)
