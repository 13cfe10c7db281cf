"""P1: a picture saved with "save as picture" equals the screen, region by region, but without buttons."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import Page

from geoclass import games
from geoclass.rooms import Hall
from tests.review import answered
from tests.ui.checks import check
from tests.ui.conftest import Open
from tests.ui.lessons import Lesson, classroom

# The content of a picture: texts, flags, figures and maps; and the places of removed buttons.
REGIONS = """([pressed, part]) => {
  const surface = [...document.querySelectorAll("*")]
    .map((e) => e.shadowRoot && e.shadowRoot.querySelector(".surface")).find(Boolean);
  const found = [];
  const add = (kind, what, box) => {
    if (box.width > 4 && box.height > 4) found.push({kind, what, x: box.x, y: box.y, w: box.width, h: box.height});
  };
  for (const e of surface.querySelectorAll(`${part} *`)) {
    const gone = e.closest(pressed);
    if (e.matches(pressed)) add("pressed", e.textContent, e.getBoundingClientRect());
    if (gone || e.closest(".said, .unseen") || getComputedStyle(e).visibility === "hidden") continue;
    if (e.matches("img, .figure-slot, svg")) add("drawn", e.localName, e.getBoundingClientRect());
    for (const node of e.childNodes) if (node.nodeType === 3 && node.data.trim()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) add("letters", node.data.trim(), box);
    }
  }
  return found;
}"""
PRESSED = ".button, .tool, .another, .map-zoom, [data-not-in-picture]"
HIDE = f":is({PRESSED}), .join, .tools {{ visibility: hidden !important; }}"
DULL = """(css) => {
  for (const e of document.querySelectorAll("*")) if (e.shadowRoot && e.shadowRoot.querySelector(".surface"))
    e.shadowRoot.append(Object.assign(document.createElement("style"), {className: "hide", textContent: css}));
}"""
BRIGHT = """() => {
  for (const e of document.querySelectorAll("*")) if (e.shadowRoot)
    for (const style of e.shadowRoot.querySelectorAll("style.hide")) style.remove();
}"""


NEAR, ENLARGED = 3.0, 20.0  # of 255, at the size of the screen (measured: 0.4) and larger (16); missing letters: 30
SOFT = ImageFilter.GaussianBlur(2)
PLAY = [(dx, dy) for dy in (0, -1, 1, -2, 2) for dx in (0, -1, 1, -2, 2)]
Box = tuple[float, float, float, float]


class Region(NamedTuple):
    kind: str
    what: str
    box: Box


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Hall, str]]:
    with classroom(tmp_path_factory.mktemp("pictures")) as made:
        yield made


def settled(page: Page) -> Image.Image:
    """A screenshot of the page once nothing changes any more: Bokeh draws a moment after the rest."""
    before = b""
    for _ in range(60):
        page.wait_for_timeout(300)
        now = page.screenshot(animations="disabled")
        if now == before:
            break
        before = now
    return Image.open(BytesIO(now)).convert("RGB")


def saved(page: Page, button: str = ".save") -> Image.Image:
    with page.expect_download() as download:
        page.locator(button).first.click()
    return Image.open(Path(download.value.path())).convert("RGB")


def regions(page: Page, part: str, left: float = 0, top: float = 0) -> list[Region]:
    found = page.evaluate(REGIONS, [PRESSED, part])
    boxes = [(r["x"] - left, r["y"] - top, r["x"] + r["w"] - left, r["y"] + r["h"] - top) for r in found]
    return [Region(r["kind"], r["what"], box) for r, box in zip(found, boxes, strict=True)]


def unlike(screen: Image.Image, picture: Image.Image, box: Box) -> float:
    """The difference of the two in a region, from 0 to 255: blurred, as letters have soft edges, and with a tolerance
    of a pixel or two, as layouts are rounded to whole pixels."""
    x0, y0, x1, y1 = (round(v) for v in box)
    seen = screen.crop((x0, y0, x1, y1)).filter(SOFT)
    least = 255.0
    for dx, dy in PLAY:
        kept = picture.crop((x0 + dx, y0 + dy, x1 + dx, y1 + dy)).filter(SOFT)
        least = min(least, *ImageStat.Stat(ImageChops.difference(seen, kept).convert("L")).mean)
        if least < NEAR:
            break
    return least


def compare(page: Page) -> None:
    """Compare the whole surface."""
    page.locator(".save").first.wait_for()
    settled(page)
    picture = saved(page)
    same(picture, dull(page), regions(page, "main"))
    brand = picture.crop((0, 0, picture.width // 3, round(200 * picture.width / 1920)))
    assert len(brand.getcolors(1 << 20) or ()) > 20, "the name of the game is missing"


def dull(page: Page) -> Image.Image:
    """The screen with its buttons hidden, but keeping their space."""
    page.mouse.move(0, 0)
    page.evaluate(DULL, HIDE)
    screen = settled(page)
    page.evaluate(BRIGHT)
    return screen


def same(picture: Image.Image, screen: Image.Image, found: list[Region]) -> None:
    scale = picture.width / screen.width
    assert picture.width >= 1920
    picture = picture.resize((screen.width, round(picture.height / scale)), Image.Resampling.BOX)
    kept = [r for r in found if r.kind != "pressed"]
    assert sum(r.kind == "letters" for r in kept) > 8
    cut = [r for r in kept if r.box[3] > picture.height or r.box[2] > picture.width + 1]
    assert not cut, cut
    inside = [r for r in found if r.box[3] <= picture.height and r.box[0] >= 0 and r.box[2] <= picture.width]
    near = NEAR if scale == 1 else ENLARGED
    wrong = [(r.kind, r.what[:40], round(d, 1)) for r in inside if (d := unlike(screen, picture, r.box)) > near]
    assert not wrong, wrong


@pytest.mark.parametrize("game", games.OWN)
def test_P1_a_picture_is_what_the_screen_shows(room: tuple[Hall, str], visit: Open, game: str):
    hall, server = room
    lesson = Lesson(hall, game, 3, "fr").until(showing=True, step=3)
    shown = visit(server, lesson.address, 1920, 1080, locale="fr-FR")
    if lesson.view["room"]["showing"]:
        compare(shown.page)
    lesson.until(over=True)
    shown.page.locator(".after").wait_for()
    compare(shown.page)
    dark = visit(server, f"{lesson.address}&theme=dark", 1024, 768, locale="fr-FR")
    compare(dark.page)
    assert not shown.errors + dark.errors


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_P1_a_map_of_explore_is_kept_whole_with_its_source(room: tuple[Hall, str], visit: Open, theme: str):
    shown = visit(room[1], f"/explore?lang=fr&countries=NER,JPN,FRA,IND&theme={theme}", locale="fr-FR")
    page = shown.page
    page.locator(".stage .source p").wait_for()
    settled(page)
    box = page.locator(".stage").bounding_box()
    assert box
    left, top = box["x"] - 30, box["y"] - 120  # 3 rem around it, 12 above
    screen = dull(page).crop(
        (round(left), round(top), round(left + box["width"] + 60), round(top + box["height"] + 150))
    )
    found = regions(page, ".stage > :not(.source)", left, top)
    hidden = page.locator(".stage .source p").evaluate("p => p.scrollHeight - p.clientHeight")
    page.locator(".tabs button").last.click()
    picture = saved(page, "button:has-text('PNG')")
    height = screen.height * picture.width / screen.width
    assert hidden < 5 or picture.height > height + 5, "the end of the source is cut"
    same(picture.crop((0, 0, picture.width, round(height))), screen, found)
    assert not shown.errors


def test_P1_what_the_class_believed_is_kept_from_the_end_page_and_the_history(room: tuple[Hall, str], visit: Open):
    hall, server = room
    lesson = answered.Class(hall, "countries", 3, phones=8).play(20)
    address = f"/countries?room={lesson.room.code}&token={lesson.teacher}&lang=fr"
    shown = visit(server, address, 1920, 1080, locale="fr-FR")
    shown.page.locator(".not-so-line").click()
    shown.page.locator(".not-so-page .claims li").first.wait_for()
    check(shown, 17)
    compare(shown.page)
    shown.page.locator(".not-so-page .after .button").click()
    shown.page.locator(".countries-over").wait_for()
    turned = lesson.room.history(lesson.teacher)
    past = next(
        n for n, reveal in enumerate(turned) if reveal["kind"] == "row" and lesson.room.beliefs(lesson.teacher, reveal)
    )
    then = visit(server, f"{address}&past={past}", 1920, 1080, locale="fr-FR")
    then.page.locator(".believed-tool").click()
    then.page.locator(".beliefs").wait_for()
    compare(then.page)
    assert not shown.errors + then.errors
