"""Explore in a real browser."""

import os
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from geoclass import data
from geoclass.ui.explore_map import FRAMES
from tests.ports import free_port
from tests.ui.conftest import Open, Watched, running, serving

BARE = """
import sys, panel as pn
from geoclass import Explorer
pn.serve(lambda: Explorer(where="Africa", lang="en"), port=int(sys.argv[1]), address="127.0.0.1", show=False)
"""

# The number of pixels of the map's canvas with a colour of the classes, and with that of the sea.
COUNT = """() => {
  const deep = (root) => [...root.querySelectorAll("*")].flatMap(
    (e) => [...(e.tagName === "CANVAS" ? [e] : []), ...(e.shadowRoot ? deep(e.shadowRoot) : [])]);
  const style = getComputedStyle(document.documentElement);
  const names = ["sea", ...[1, 2, 3, 4, 5, 6].map((i) => `class-${i}`)];
  const wanted = Object.fromEntries(names.map((n) => [style.getPropertyValue("--" + n).trim().toLowerCase(), n]));
  const found = Object.fromEntries(names.map((n) => [n, 0]));
  for (const canvas of deep(document)) {
    if (!canvas.width || !canvas.height) continue;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) {
      const hex = "#" + [data[i], data[i + 1], data[i + 2]].map((c) => c.toString(16).padStart(2, "0")).join("");
      if (data[i + 3] === 255 && hex in wanted) found[wanted[hex]] += 1;
    }
  }
  return found;
}"""
# The font sizes of all visible texts, in pixels.
LETTERS = """() => {
  const found = new Set();
  const walk = (root) => { for (const e of root.querySelectorAll("*")) {
    if (e.shadowRoot) walk(e.shadowRoot);
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (own && e.checkVisibility() && !e.closest(".said") && !["STYLE", "SCRIPT"].includes(e.tagName))
      found.add(parseFloat(getComputedStyle(e).fontSize));
  } };
  walk(document.body);
  return [...found];
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    before = os.environ.get("GEOCLASS_DATA_DIR")
    os.environ["GEOCLASS_DATA_DIR"] = str(tmp_path_factory.mktemp("rooms"))
    try:
        with serving("explore.py", options=("--plugins", "geoclass.ui.plugin")) as address:
            yield address
    finally:
        os.environ.pop("GEOCLASS_DATA_DIR")
        if before is not None:
            os.environ["GEOCLASS_DATA_DIR"] = before


@pytest.fixture
def visit(visit: Open) -> Open:
    """Opens a page and waits until it is complete, which takes long on a busy machine."""

    def ready(*address: str, **window: int | str) -> Watched:
        shown = visit(*address, **window)
        shown.page.wait_for_selector(".surface[data-ready]")
        return shown

    return ready


def drawn(shown: Watched) -> dict[str, int]:
    """Wait until the sea and most classes are drawn (the lowest may be a few dots on a phone)."""
    shown.page.wait_for_function(f"() => Object.values(({COUNT})()).filter((n) => n > 0).length > 5")
    return shown.page.evaluate(COUNT)


def chosen(page: Page) -> list[str]:
    return page.locator(".rank-row[aria-pressed=true] .name").all_text_contents()


def asked(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def tap(page: Page, longitude: float, latitude: float) -> None:
    """Tap on the map at these coordinates."""
    box = page.locator(".sea .figure-slot").bounding_box()
    assert box
    west, east, south, north = FRAMES[""]
    km = max((east - west) / box["width"], (north - south) / box["height"])
    x, y = data.project(longitude, latitude)
    page.wait_for_timeout(400)  # else two taps count as a double tap
    page.mouse.click(
        box["x"] + box["width"] / 2 + (x - (west + east) / 2) / km,
        box["y"] + box["height"] / 2 - (y - (south + north) / 2) / km,
    )


def test_one_screen_shows_map_legend_ranking_scatter_and_question(server: str, visit: Open):
    shown = visit(server, "/explore?lang=en")
    page = shown.page
    expect(page).to_have_title("Median age · geoclass")
    expect(page.get_by_role("heading", name="Median age", exact=True)).to_be_visible()
    expect(page.get_by_text("Source: The World Factbook")).to_be_visible()
    expect(page.get_by_text("no data", exact=True)).to_be_visible()
    expect(page.get_by_text("What must a country build")).to_be_visible()
    expect(page.get_by_text("A very strong link")).to_be_visible()
    expect(page.get_by_text("a link is not a cause")).to_be_visible()
    expect(page.locator(".rank-row").first).to_contain_text("Monaco")
    counted = drawn(shown)
    land = sum(counted.values()) - counted["sea"]
    assert 0.1 < land / counted["sea"] < 0.9  # not a blank sheet, not a smear over the sea
    flags = page.locator(".rank-row img").evaluate_all("imgs => imgs.map(i => i.complete && i.naturalWidth > 0)")
    assert flags
    assert all(flags)
    page.wait_for_load_state("networkidle")
    assert shown.foreign == []
    assert shown.errors == []
    faces = page.evaluate("[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)")
    assert {face.strip("'\"") for face in faces} == {"Source Serif 4", "Source Sans 3"}


def test_the_first_map_needs_no_script(server: str, browser: Browser):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.goto(f"{server}/explore?lang=fr&figure=population")
    expect(page.locator(".first")).to_contain_text("Population")
    assert page.locator(".first path").count() > 200
    land = page.locator(".first path[fill]").first.evaluate("e => getComputedStyle(e).fill")
    assert land.startswith("rgb")
    context.close()


def test_the_first_map_goes_when_the_other_is_drawn(server: str, visit: Open):
    shown = visit(server, "/explore?lang=en")
    expect(shown.page.locator(".first")).to_have_count(0)


def test_the_projector_needs_no_scrolling_and_no_small_letters(server: str, visit: Open):
    longest = max(data.figures(), key=lambda name: len(data.column(name).note["fr"]))
    page = visit(server, f"/explore?lang=fr&figure={longest}&countries=FRA,IND,BRA,NGA").page
    for tab in ("Carte", "Comparer", "Pays", "Données"):
        page.get_by_role("button", name=tab, exact=True).click()
        expect(page.get_by_role("button", name=tab, exact=True)).to_have_attribute("aria-current", "page")
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080, tab
        assert min(page.evaluate(LETTERS)) >= 24, tab


def test_a_figure_recolours_map_and_ranking_and_stands_in_the_address(server: str, visit: Open):
    shown = visit(server, "/explore?lang=en")
    page, before = shown.page, drawn(shown)
    page.get_by_label("Colour", exact=True).select_option("Population")
    expect(page.get_by_role("heading", name="Population", exact=True)).to_be_visible()
    expect(page.locator(".rank-row").first).to_contain_text("China")
    page.wait_for_function(f"(before) => (({COUNT})())['class-6'] > 1.5 * before", arg=before["class-6"])
    page.get_by_label("Against", exact=True).select_option("— its spread —")
    expect(page.get_by_text("Half of the countries are between")).to_be_visible()
    page.get_by_role("button", name="Colours: same number of countries").click()
    expect(page.get_by_role("button", name="Colours: equal intervals")).to_be_visible()
    page.get_by_label("Where", exact=True).select_option("Africa")
    expect(page.locator(".rank-row").first).to_contain_text("Nigeria")
    given = {"figure": "population", "against": "none", "where": "Africa", "classes": "steps"}
    page.wait_for_function("() => location.search.includes('where=Africa')")
    assert given.items() <= asked(page).items()
    assert shown.errors == []


def test_a_country_chosen_anywhere_is_marked_everywhere(server: str, visit: Open):
    shown = visit(server, "/explore?lang=en&figure=median_age")
    page = shown.page
    drawn(shown)
    tap(page, 8, 17)  # Niger
    expect(page.locator(".rank-row[aria-pressed=true] .name")).to_have_text(["Niger"])
    tap(page, 12.45, 41.9)  # a dot inside Italy
    expect(page.locator(".pin")).to_have_count(4)  # only the Vatican's population is known here
    page.get_by_placeholder("Search for a country").fill("jap")
    expect(page.locator(".rank-row .name")).to_have_text(["Japan"])
    page.get_by_role("button", name="Japan").first.click()
    page.get_by_placeholder("Search for a country").fill("")
    expect(page.locator(".rank-row[aria-pressed=true] .name")).to_have_text(["Japan", "Niger"])
    expect(page.get_by_text("Japan: a median age 3.3 times as high as Niger")).to_be_visible()
    named = """() => Bokeh.documents[0].all_models ? [...Bokeh.documents[0].all_models]
      .filter((m) => m.name === "names" && m.data && m.data.text).map((m) => [...m.data.text]) : []"""
    page.wait_for_function(f"() => ({named})().some((names) => names.includes('Japan') && names.includes('Niger'))")
    assert asked(page)["countries"] == "NER,VAT,JPN"
    point = """() => { const s = [...Bokeh.documents[0].all_models].find((m) => m.name === "points");
      s.selected.indices = [s.data.iso3.indexOf("IND")]; }"""
    page.evaluate(point)  # simulates Bokeh's tap on a point
    expect(page.locator(".rank-row[aria-pressed=true] .name")).to_have_text(["Japan", "India", "Niger"])
    tap(page, 8, 17)
    expect(page.locator(".rank-row[aria-pressed=true] .name")).to_have_text(["Japan", "India"])
    tap(page, -40, 30)
    expect(page.get_by_text("There is only sea here")).to_be_visible()
    assert shown.errors == []


def test_a_linked_view_opens_as_it_was(server: str, visit: Open):
    query = "lang=fr&figure=fertility_rate&against=literacy_pct&countries=NER,JPN&show=neighbours,flights&theme=dark"
    shown = visit(server, f"/explore?{query}")
    page = shown.page
    drawn(shown)
    expect(page.get_by_role("heading", name="Taux de fécondité", exact=True)).to_be_visible()
    assert chosen(page) == ["Niger", "Japon"]
    expect(page.get_by_text("4,9 fois plus d’enfants par femme")).to_be_visible()
    expect(page.get_by_role("button", name="Voisins")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert asked(page) == {name: values[0] for name, values in parse_qs(query).items()}
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Fertility rate", exact=True)).to_be_visible()
    expect(page.get_by_text("4.9 times as many children per woman")).to_be_visible()
    page.get_by_role("button", name="Day").click()
    page.wait_for_function("() => !location.search.includes('theme=dark')")
    assert page.evaluate("document.documentElement.lang") == "en"
    drawn(shown)
    assert shown.errors == []


def test_comparing_and_the_page_of_a_country(server: str, visit: Open):
    shown = visit(server, "/explore?lang=en&countries=CHN,DEU&tab=compare")
    page = shown.page
    expect(page.locator(".cmp")).to_have_count(len(data.figures()))
    expect(page.get_by_text("China: 17 times as many people as Germany")).to_be_visible()
    page.get_by_label("Add a country").fill("Kenya")
    page.get_by_label("Add a country").press("Enter")
    expect(page.locator(".chip")).to_have_count(3)
    expect(page.get_by_label("Add a country")).to_be_focused()  # for the next one
    expect(page.get_by_label("Add a country")).to_have_value("")
    page.get_by_role("button", name="Remove: Germany").click()
    expect(page.locator(".chip")).to_have_count(2)
    page.get_by_role("button", name="Country", exact=True).click()
    expect(page.get_by_role("heading", name="Kenya")).to_be_visible()
    expect(page.get_by_text("Nairobi", exact=True)).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(len(data.figures()))
    expect(page.locator("tbody tr").filter(has_text="Median age")).to_contain_text("2020")
    page.get_by_role("button", name="Uganda").click()
    expect(page.get_by_role("heading", name="Uganda")).to_be_visible()
    page.get_by_role("button", name="Our games").click()
    expect(page.get_by_text("No game on this computer has been revealed yet")).to_be_visible()
    assert shown.errors == []


def test_what_is_taken_away_can_be_opened(server: str, visit: Open, tmp_path: Path):
    page = visit(server, "/explore?lang=en&figure=population&countries=JPN&tab=data").page
    files = {}
    for button, name in (("CSV", "csv"), ("Excel", "xlsx"), ("PNG", "png")):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=button).click()
        files[name] = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(files[name])
    assert files["csv"].name == "geoclass-population.csv"
    table = pd.read_csv(files["csv"], encoding="utf-8-sig").set_index("ISO code")
    assert table.loc["JPN", "Population (people)"] == data.values("population")["JPN"]
    assert list(pd.read_excel(files["xlsx"], sheet_name=None)) == ["Figures", "Sources"]
    picture = files["png"].read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20]) >= 1900
    assert len(picture) > 60_000  # not a blank sheet


def test_a_teacher_s_table_good_and_bad(server: str, visit: Open):
    page = visit(server, "/explore?lang=fr&tab=data").page
    load = page.locator("input[type=file]")
    bad = "pays;Thé (kg)\nFrance;0,2\nAtlantide;1\nKenya;beaucoup\n"
    load.set_input_files({"name": "the.csv", "mimeType": "text/csv", "buffer": bad.encode()})
    expect(page.get_by_text("Rien n’a été chargé")).to_be_visible()
    lines = " ".join(page.locator(".bad-lines li").all_text_contents())
    assert "3" in lines
    assert "Atlantide" in lines
    assert "4" in lines
    good = "pays;Thé (kg)\nFrance;0,2\nKenya;1,5\nInde;0,8\n"
    load.set_input_files({"name": "the.csv", "mimeType": "text/csv", "buffer": good.encode()})
    expect(page.get_by_text("Chargé : Thé")).to_be_visible()
    page.get_by_role("button", name="Carte", exact=True).click()
    expect(page.get_by_role("heading", name="Thé", exact=True)).to_be_visible()
    expect(page.locator(".rank-row").first).to_contain_text("Kenya")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_phone_never_scrolls_sideways(server: str, visit: Open, lang: str):
    figure = max(data.figures(), key=lambda name: len(data.column(name).label[lang]))
    shown = visit(server, f"/explore?lang={lang}&figure={figure}&countries=USA,COD,CHE", width=360, height=740)
    page = shown.page
    page.wait_for_selector(".tabs")
    for place in range(page.locator(".tabs button").count()):
        tab = page.locator(".tabs button").nth(place)
        tab.click()
        expect(tab).to_have_attribute("aria-current", "page")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, place
        assert min(page.evaluate(LETTERS)) >= 15
        touch = ".tabs button, .lights button, .rank-row, .toggle, select"
        heights = page.locator(touch).evaluate_all("all => all.map(e => e.clientHeight)")
        assert min(heights) >= 44, place
    assert shown.errors == []


def test_no_label_of_the_legend_runs_into_the_next(server: str, visit: Open):
    for width, height in ((1920, 1080), (390, 844)):
        shown = visit(server, "/explore?lang=fr&figure=area_km2", width=width, height=height)
        expect(shown.page.locator(".scale span").first).to_be_visible()
        boxes = shown.page.locator(".scale span").evaluate_all(
            "spans => spans.filter(s => s.textContent).map(s => { const r = document.createRange();"
            "r.selectNodeContents(s); const b = r.getBoundingClientRect(); return [b.left, b.right]; })"
        )
        assert len(boxes) == 5
        assert all(a[1] < b[0] for a, b in pairwise(boxes)), (width, boxes)


def test_all_can_be_done_with_the_keyboard(server: str, visit: Open):
    page = visit(server, "/explore?lang=en&figure=median_age").page
    row = page.locator(".rank-row").first
    row.focus()
    page.keyboard.press("Enter")
    expect(row).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Flights").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Flights")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Flights")).to_be_focused()  # redrawn elements keep their position
    page.get_by_label("Where", exact=True).focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".rank-foot")).to_contain_text("Africa")
    expect(page.get_by_label("Where", exact=True)).to_be_focused()
    page.get_by_role("button", name="Country", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Choose a country")).to_be_visible()
    page.get_by_label("Choose a country").focus()
    page.keyboard.type("nig")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Nigeria")).to_be_visible()


def test_the_browser_s_language_is_spoken_when_none_is_asked_for(server: str, visit: Open):
    expect(visit(server, "/explore", locale="fr-FR").page.get_by_text("Question pour la classe")).to_be_visible()
    expect(visit(server, "/explore", locale="de-DE").page.get_by_text("Question for the class")).to_be_visible()


def test_P24_figures_stand_by_theme_and_countries_are_found_by_any_name(server: str, visit: Open):
    page = visit(server, "/explore?lang=fr&figure=median_age").page
    select = page.get_by_label("Couleur", exact=True)
    listed = "all => all.map(g => [g.label, [...g.children].map(o => o.label)])"
    themes = select.locator("optgroup").evaluate_all(listed)
    themes = [theme for theme in themes if theme[0] != "De la classe"]
    assert len(themes) == 7
    assert sum(len(figures) for _, figures in themes) == 34  # those of the edition
    land = dict(themes)["Terres et situation"]
    assert land.index("Latitude") < land.index("Longueur des frontières terrestres") < land.index("Superficie")
    search = page.get_by_placeholder("Chercher un pays")
    names = {"USA": "États-Unis", "Holland": "Pays-Bas", "Angleterre": "Royaume-Uni", "etats": "États-Unis"}
    for typed, found in names.items():
        search.fill(typed)
        expect(page.locator(".rank-row .name")).to_contain_text([found])
    search.fill("Atlantide")
    expect(page.get_by_text("Aucun pays de cette liste")).to_be_visible()


def test_P24_a_continent_holds_in_ranking_sentence_and_file(server: str, visit: Open, tmp_path: Path):
    page = visit(server, "/explore?lang=en&figure=median_age&where=Oceania&countries=FJI").page
    expect(page.locator(".rank-foot")).to_contain_text("Oceania — years, 14 UN members")
    expect(page.locator(".said-link")).to_contain_text("14 countries")
    page.get_by_role("button", name="Data", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="CSV").click()
    waiting.value.save_as(tmp_path / "oceania.csv")
    assert set(pd.read_csv(tmp_path / "oceania.csv", encoding="utf-8-sig")["Continent"]) == {"Oceania"}


RANGE = """() => {
  const map = [...Bokeh.documents[0].all_models].find((m) => m.type === "Figure" && m.x_range.end > 1e3);
  return map.x_range.end - map.x_range.start; }"""


def test_P24_the_map_comes_nearer_moves_and_fills_the_page(server: str, visit: Open):
    shown = visit(server, "/explore?lang=en&figure=median_age", width=1366, height=768)
    page = shown.page
    drawn(shown)
    box = page.locator(".sea .figure-slot").bounding_box()
    assert box
    assert box["height"] > 265
    whole = page.evaluate(RANGE)
    page.mouse.move(box["x"] + 400, box["y"] + 120)
    page.mouse.wheel(0, -200)
    page.wait_for_function(f"(whole) => ({RANGE})() < 0.9 * whole", arg=whole)
    page.get_by_role("button", name="Back to the whole map").click()
    page.wait_for_function(f"(whole) => Math.abs(({RANGE})() - whole) < 0.02 * whole", arg=whole)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function(f"(whole) => ({RANGE})() < 0.7 * whole", arg=whole)
    page.locator(".stage").get_by_role("button", name="Show this large").click()
    expect(page.locator(".ranking")).to_be_hidden()
    page.wait_for_function("() => location.search.includes('large=map')")
    large = page.locator(".sea .figure-slot").bounding_box()
    assert large
    assert large["height"] > 1.8 * box["height"]
    page.get_by_role("button", name="Show all again").click()
    expect(page.locator(".ranking")).to_be_visible()
    assert shown.errors == []


def test_P24_a_teacher_s_workbook_is_read_and_can_be_taken_away_again(server: str, visit: Open):
    content = BytesIO()
    tea = {"country": ["Kenya", "Japan", "France"], "Green tea (kg)": [1.5, 2.25, 0.2]}
    pd.DataFrame(tea).to_excel(content, index=False)
    page = visit(server, "/explore?lang=en&tab=data").page
    load = page.locator("input[type=file]")
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    load.set_input_files({"name": "tea.xlsx", "mimeType": kind, "buffer": content.getvalue()})
    expect(page.get_by_text("Loaded: Green tea")).to_be_visible()
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.locator(".rank-row").first).to_contain_text("Japan")
    page.get_by_role("button", name="Data", exact=True).click()
    page.get_by_role("button", name="Remove these figures: Green tea").click()
    expect(page.get_by_role("button", name="Remove these figures: Green tea")).to_have_count(0)
    page.get_by_role("button", name="Map", exact=True).click()
    expect(page.get_by_role("heading", name="Median age", exact=True)).to_be_visible()
    assert page.get_by_label("Colour", exact=True).locator("option", has_text="Green tea").count() == 0


def test_the_explorer_is_axe_clean(server: str, visit: Open):
    page = visit(server, "/explore?lang=en&figure=median_age&countries=JPN,NER").page
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa"]}).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:120]) for v in found] == []


def test_on_a_bare_server_an_explorer_lives_and_the_address_follows(visit: Open):
    port = free_port()
    with running([sys.executable, "-c", BARE, str(port)], f"http://localhost:{port}") as address:
        shown = visit(address, "/?countries=EGY&mine=7")
        page = shown.page
        expect(page.locator(".rank-foot")).to_contain_text("Africa")
        assert chosen(page) == ["Egypt"]
        page.get_by_label("Colour", exact=True).select_option("Population")
        expect(page.locator(".rank-row").first).to_contain_text("Nigeria")
        page.wait_for_function("() => location.search.includes('figure=population')")
        assert {"countries": "EGY", "mine": "7"}.items() <= asked(page).items()
        assert shown.errors == []
        assert shown.foreign == []


def test_what_is_chosen_and_pressed_at_once_is_both_heard(server: str, visit: Open):
    """Panel forwards a widget's change after 50 ms or with the next message, when the document is not locked."""
    page = visit(server, "/explore?lang=en&figure=median_age").page
    where, another = page.get_by_label("Where", exact=True), page.get_by_role("button", name="Another question")
    first = page.locator(".asked").inner_text()
    button = another.element_handle()
    for continent in ("Africa", "Oceania", "Asia"):
        both = "(s, [b, w]) => { s.value = w; s.dispatchEvent(new Event('change')); b.click() }"
        where.evaluate(both, [button, continent])
        expect(page.locator(".rank-foot")).to_contain_text(continent)
    expect(page.locator(".asked")).not_to_have_text(first)
