"""Whole games of Countries in a real browser: on one screen in French, with phones in English."""

import json
import os
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from geoclass import data
from geoclass.games.countries import tables as countries_tables
from geoclass.rooms import Hall
from tests.ui.checks import BROKEN, check
from tests.ui.conftest import READY, Open, Watched, returning, serving

APPS = ("home.py", "countries.py", "console.py", "explore.py")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("rooms")
    os.environ["GEOCLASS_DATA_DIR"] = str(folder)
    try:
        with serving(*APPS, options=("--index", "home", "--plugins", "geoclass.ui.plugin")) as address:
            yield address
    finally:
        del os.environ["GEOCLASS_DATA_DIR"]


def names(lang: str) -> dict[str, str]:
    return {data.Country(iso).words(lang): iso for iso in countries_tables.deck()}


def category(label: str, lang: str) -> str:
    return next(name for name in data.figures() if data.column(name).label[lang] == label)


def right_place(column: str, row: list[str], card: str) -> int:
    """The right place for a card in a correct row."""
    figure = data.values(column)
    return sum(figure[other] < figure[card] for other in row)


def open_game(shown: Watched, teams: int, phones: bool, smallest: float = 24) -> None:
    """Open a new game of Countries with the beginners' options, using the form of the home page."""
    page = shown.page
    page.wait_for_selector(READY)
    page.locator(".tile").first.click()
    form = page.locator(".new-game")
    form.locator(".segments button").nth(0 if phones else 1).click()
    while form.locator(".form-teams li").count() > teams:
        form.locator(".form-teams .round").last.click()
    form.locator(".preset").last.click()
    check(shown, smallest)
    form.locator(".button.accent").click()
    page.wait_for_url("**/countries?*")
    page.wait_for_selector(READY)
    assert "token" not in page.url  # the projector shows no key


def row_of(page: Page, lang: str) -> list[str]:
    known = names(lang)
    return [known[name] for name in page.locator(".row .laid .name, .column .laid > b").all_inner_texts()]


def lay(page: Page, lang: str, right: bool = True, keys: bool = False) -> None:
    """Lay the first card of the team on turn, on any screen: in the right place, or at the wrong end."""
    known, row = names(lang), row_of(page, lang)
    column = category(page.locator(".hero").inner_text(), lang)
    card = known[page.locator(".pick .name").first.inner_text()]
    at = right_place(column, row, card)
    if not right:
        at = 0 if at > len(row) / 2 else len(row)
    if keys:
        page.locator(".pick").first.press("Enter")
        page.keyboard.press(str(at + 1))
    else:
        page.locator(".pick").first.click()
        page.locator(f"[data-slot='{at}']").click()
        if page.locator(".countries-hand").count():  # on a phone a move is confirmed
            page.locator(".dock .play").click()
    after = page.locator(".countries-reveal, .countries-over, .vote-ask")  # a phone off turn has a prompt
    after.or_(page.locator("li.laid").nth(len(row))).first.wait_for()


def through_the_reveal(page: Page, shown: Watched | None = None) -> None:
    expect(page.locator(".countries-reveal")).to_be_visible()
    while page.locator(".countries-reveal .next").count():
        stage = page.locator(".countries-reveal").get_attribute("data-stage")
        if shown and stage == "3":
            page.wait_for_timeout(600)  # until elements have faded in: axe measures contrast
            check(shown, 24)
        page.locator(".next").click()
        page.wait_for_function(
            "was => [...document.querySelectorAll('*')].some(e => e.shadowRoot?.querySelector('.surface')"
            " && e.shadowRoot.querySelector('.countries-reveal')?.dataset.stage !== was)",
            arg=stage,
        )


def test_a_whole_game_at_the_board_in_french(server: str, visit: Open):
    shown = visit(server, "/?lang=fr", locale="fr-FR")
    page = shown.page
    page.wait_for_selector(READY)
    check(shown, 24)
    open_game(shown, teams=2, phones=False)

    expect(page.locator(".verdict")).to_have_text(re.compile("^Combien d’habitants "))
    check(shown, 24)
    card = names("fr")[page.locator(".card.big .name").inner_text()]
    truth = data.values("population")[card]
    for seat, guess in enumerate((truth * 3, truth + 5)):
        form = page.locator(".guess-row").nth(seat)
        form.locator("input").fill(str(guess))
        form.locator("button").click()
    expect(page.locator(".first-team")).to_have_text("Oranges : vous commencez !")
    through_the_reveal(page, shown)

    expect(page.locator(".hand h2")).to_have_text("Oranges : à vous de jouer")
    expect(page.locator(".doubt")).to_be_disabled()  # D2
    lay(page, "fr")
    lay(page, "fr", right=False)
    check(shown, 24)
    page.get_by_role("button", name="Annuler").click()  # a mistake
    expect(page.locator(".row .laid")).to_have_count(2)
    lay(page, "fr", right=False, keys=True)
    page.locator(".doubt").click()
    expect(page.locator(".verdict")).to_have_text("La rangée est fausse")
    expect(page.locator(".chip")).to_contain_text("Bleus : 2 cartes à piocher")
    through_the_reveal(page, shown)
    expect(page.locator(".brand .note")).to_have_text("Manche 2")

    page.get_by_role("button", name="Historique").click()  # the reveal can be opened again
    page.locator(".past").last.click()
    expect(page.locator(".verdict")).to_have_text("La rangée est fausse")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Enregistrer l’image").click()
    picture = Path(saved.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 100_000
    page.locator(".next").click()
    expect(page.locator(".hero")).to_be_visible()

    page.get_by_role("button", name="Règles").click()
    expect(page.get_by_role("dialog")).to_contain_text("Règle maison")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()  # the other language keeps the game
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Night").click()
    page.keyboard.press("Escape")
    expect(page.locator(".doubt b")).to_have_text("I doubt it")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    check(shown, 24)
    while page.locator(".countries-over").count() == 0:
        if page.locator(".countries-reveal").count():
            through_the_reveal(page)
        else:
            lay(page, "en")
    expect(page.locator(".countries-over .verdict")).to_have_text(re.compile("^Winner: (Bleus|Oranges)!$"))
    page.wait_for_timeout(600)
    check(shown, 24)


class PhonePage:
    """A pupil's phone in a team."""

    def __init__(self, visit: Open, server: str, code: str, team: int) -> None:
        self.shown = visit(server, f"/join/{code}", 390, 844)
        self.page = self.shown.page
        self.page.locator(".team-button").nth(team).click()
        self.page.locator(".go").click()
        self.page.wait_for_selector(".waiting")

    def lay(self) -> None:
        self.page.wait_for_selector(".me.mine")
        lay(self.page, "en")

    def doubt(self) -> None:
        """A short tap does not doubt; a long press does."""
        self.page.wait_for_selector(".me.mine")
        button, finger = self.page.locator(".doubt"), {"pointerType": "touch"}
        button.dispatch_event("pointerdown", finger)
        button.dispatch_event("pointerup", finger)
        expect(self.page.locator(".toast")).to_be_visible()
        button.dispatch_event("pointerdown", finger)
        self.page.wait_for_selector(".countries-reveal")


def test_a_whole_game_on_three_phones_in_english(server: str, visit: Open):
    stage = visit(server, "/?lang=en")
    page = stage.page
    open_game(stage, teams=3, phones=True)
    expect(page.locator(".lobby .code")).to_be_visible()
    check(stage, 24)
    code = page.locator(".lobby .code").inner_text()
    phones = [PhonePage(visit, server, code, team) for team in range(3)]
    expect(page.locator(".lobby-teams")).to_contain_text("one phone")
    page.get_by_role("button", name="Start the game").click()

    truth = data.values("population")[names("en")[page.locator(".card.big .name").inner_text()]]
    for n, phone in enumerate(phones):
        phone.page.locator(".guess-row input").fill(str(truth * (n + 1)))
        phone.page.locator(".guess-row button").click()
    expect(page.locator(".first-team")).to_have_text("Blues: you begin!")
    expect(phones[0].page.locator(".first-team")).to_have_text("Blues: you begin!")
    through_the_reveal(page)

    phones[0].lay()
    expect(page.locator(".row .laid")).to_have_count(2)
    phones[1].page.reload()  # one phone sleeps and reconnects
    phones[1].page.wait_for_selector(".me.mine")
    check(phones[1].shown, 15)
    phones[1].lay()
    expect(page.locator(".row .laid")).to_have_count(3)
    phones[2].doubt()
    expect(page.locator(".verdict")).to_have_text("The row is right")
    expect(page.locator(".chip")).to_contain_text("Greens: draw 2 cards")
    through_the_reveal(page)
    phones[2].page.close()  # one phone is closed: the teacher plays for its team
    turns = iter(range(100))
    while page.locator(".countries-over").count() == 0:
        assert next(turns) < 60
        if page.locator(".countries-reveal").count():
            through_the_reveal(page)
            continue
        laid = page.locator(".row .laid").count()
        active = page.locator(".team.active b").inner_text()
        if active == "Greens":
            lay(page, "en")
        else:
            phones[["Blues", "Oranges"].index(active)].lay()
            page.locator(".countries-reveal").or_(page.locator(".row .laid").nth(laid)).first.wait_for()
    expect(phones[0].page.locator(".ours h1")).to_be_visible()
    assert stage.errors == phones[0].shown.errors == phones[1].shown.errors == []


def test_the_console_follows_and_steers(server: str, visit: Open):
    stage = visit(server, "/?lang=en")
    page = stage.page
    open_game(stage, teams=2, phones=False)
    page.get_by_role("button", name="Menu").click()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Open the console").click()
    console = Watched(opened.value, server)
    console.page.wait_for_selector(READY)
    expect(console.page.locator(".now h2")).to_have_text("Playing now: Blues and Oranges.")
    check(console, 24)
    name = console.page.locator(".seat input").first
    name.fill("Otters")
    name.press("Enter")
    expect(page.locator(".guess-row .name").first).to_have_text("Otters")
    console.page.get_by_role("button", name="Pause").click()
    expect(console.page.locator(".now h2")).to_have_text("The game is paused.")
    expect(page.locator(".guess-row input")).to_have_count(0)
    console.page.get_by_role("button", name="Resume", exact=True).click()
    expect(page.locator(".guess-row input")).to_have_count(2)
    console.page.locator(".seat select").nth(1).select_option("geographer")
    expect(page.locator(".guess-row").nth(1)).to_contain_text("has guessed")
    console.page.get_by_role("button", name="End the game").click()
    console.page.get_by_role("dialog").get_by_role("button", name="End it").click()
    expect(page.locator(".countries-reveal.guesses")).to_be_visible()  # P15: the guesses so far are shown
    page.locator(".next").click()
    expect(page.locator(".countries-over .verdict")).to_have_text("Stopped before the end")
    console.page.get_by_role("button", name="Undo the last move").click()  # ended by mistake
    expect(page.locator(".guess-row").nth(1)).to_contain_text("has guessed")


def test_a_lesson_leaves_files_and_a_page_to_print(server: str, visit: Open):
    stage = visit(server, "/?lang=en")
    page = stage.page
    open_game(stage, teams=2, phones=False)
    for form in page.locator(".guess-row").all():
        form.locator("input").fill("1000000")
        form.locator("button").click()
    through_the_reveal(page)
    lay(page, "en")
    room = parse_qs(urlsplit(page.url).query)["room"][0]
    console = Watched(page.context.new_page(), server)
    console.page.goto(f"{server}/console?room={room}&lang=en")
    take = console.page.locator(".take")
    for kind in ("Web page", "Excel", "CSV", "JSON log"):
        with console.page.expect_download() as saved:
            take.get_by_role("button", name=kind).click()
        content, name = Path(saved.value.path()).read_bytes(), saved.value.suggested_filename
        assert re.fullmatch(rf"geoclass-\d{{4}}-\d\d-\d\d-{room}-1\.\w+", name)
        if name.endswith("json"):
            assert [move["move"] for move in json.loads(content)["moves"]] == ["guess", "guess", "place"]
        elif name.endswith("csv"):
            assert b"Blues" in content
        elif name.endswith("xlsx"):
            assert "Moves" in load_workbook(BytesIO(content)).sheetnames
        else:
            assert b"<svg" in content
            assert b"Blues" not in content
    take.get_by_role("button", name="letters").click()
    with console.page.expect_download() as saved:
        take.get_by_role("button", name="CSV").click()
    assert b"Blues" not in Path(saved.value.path()).read_bytes()
    for screen, press in ((console.page, take), (page, page.get_by_role("dialog"))):
        if screen is page:
            page.get_by_role("button", name="Menu").click()
        with page.context.expect_page() as opened:
            press.get_by_role("button", name="Report to print").click()
        expect(opened.value.locator("h1")).to_be_visible()
    assert console.errors == console.foreign == []


def tones(page: Page) -> list[float]:
    """The sounds that have just been played."""
    page.wait_for_function("tones.length")
    return page.evaluate("tones.splice(0)")


def test_tones_are_heard_only_when_they_are_wanted(server: str, visit: Open):
    stage = visit(server, "/?lang=en")
    page = stage.page
    page.context.add_init_script(
        "window.tones = []; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (...at) { tones.push(this.frequency.value); start.apply(this, at) }"
    )
    open_game(stage, teams=2, phones=False)
    for form in page.locator(".guess-row").all():
        form.locator("input").fill("1000000")
        form.locator("button").click()
    through_the_reveal(page)
    lay(page, "en")
    assert page.evaluate("tones") == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name="Sound").get_by_role("button", name="On").click()
    turn = tones(page)
    page.keyboard.press("Escape")
    page.reload()  # the browser remembers
    page.wait_for_selector(READY)
    lay(page, "en")
    assert tones(page) == turn
    page.locator(".doubt").click()
    expect(page.locator(".countries-reveal")).to_be_visible()
    right = tones(page)
    assert right != turn
    through_the_reveal(page)
    assert tones(page) == turn
    page.get_by_role("button", name="History").click()  # an earlier reveal opened again is silent
    page.locator(".past").last.click()
    expect(page.locator(".countries-reveal")).to_be_visible()
    page.locator(".next").click()
    expect(page.locator(".hero")).to_be_visible()
    assert page.evaluate("tones") == []
    lay(page, "en", right=False)
    assert tones(page) == turn
    page.locator(".doubt").click()
    expect(page.locator(".countries-reveal")).to_be_visible()
    assert tones(page) not in (turn, right)
    assert stage.errors == []


def test_the_stage_fits_a_narrow_phone(server: str, visit: Open):
    shown = visit(server, "/?lang=fr", 360, 740)
    open_game(shown, teams=3, phones=False, smallest=15)
    check(shown, 15)
    for form in shown.page.locator(".guess-row").all():
        form.locator("input").fill("1000000")
        form.locator("button").click()
    through_the_reveal(shown.page)
    lay(shown.page, "fr")
    lay(shown.page, "fr", right=False)
    check(shown, 15)
    shown.page.locator(".doubt").click()
    for _ in range(3):
        expect(shown.page.locator(".countries-reveal .next")).to_be_visible()
        shown.page.wait_for_timeout(600)  # until elements have faded in: axe measures contrast
        check(shown, 15)
        shown.page.locator(".next").click()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_long_row_breaks_no_word_and_fits_the_projector_and_a_phone(server: str, visit: Open, lang: str):
    long = sorted(countries_tables.deck(), key=lambda iso: -len(data.Country(iso).words(lang)))[:70]
    hall = Hall.at(Path(os.environ["GEOCLASS_DATA_DIR"]))
    options = {"first": 0, "deck_filter": long, "hand": 12, "categories": ["population"]}
    room, token = hall.open("countries", ["Ana", "Ben", "Cleo", "Dan"], lang, options)
    seated = room.join(seat=0)
    room.control(token, "start", seed=11)
    path = f"/countries?room={room.code}&token={token}&lang={lang}"
    n = 1
    for length in (2, 6, 9, 14, 22):
        for _ in range(length - n):
            view = room.view(token)
            places = [m for m in view["teacher"]["legal"][str(view["game"]["actors"][0])] if m["move"] == "place"]
            room.submit(token, places[7 * n % len(places)], f"tap{n}")
            n += 1
        shown = visit(server, path)
        shown.page.wait_for_selector(READY)
        expect(shown.page.locator(".row .laid")).to_have_count(length)
        assert shown.page.evaluate(BROKEN, ".name") == []
        assert shown.page.evaluate("document.documentElement.scrollHeight") <= 1080
        shown.page.context.close()
    check_phone(returning(visit, server, room.code, seated), length)
    room.submit(token, {"seat": room.view(token)["game"]["actors"][0], "move": "doubt"}, "doubt")
    room.control(token, "next", step=3)
    shown = visit(server, path)
    expect(shown.page.locator(".list-true li")).to_have_count(length)
    assert shown.page.evaluate(BROKEN, ".lists b") == []
    assert shown.page.evaluate("document.documentElement.scrollHeight") <= 1080
    check(shown, 24)


def own_game(page: Page) -> None:
    """Dismiss the prompt of a phone off turn."""
    page.locator(".vote-tabs, .countries-hand").first.wait_for()
    if page.locator("[data-tab=board]").count():
        page.locator("[data-tab=board]").click()


def check_phone(phone: Watched, length: int) -> None:
    own_game(phone.page)
    expect(phone.page.locator(".column .laid")).to_have_count(length)
    assert phone.page.evaluate(BROKEN, ".column .laid b, .pick .name") == []
    check(phone, 15)


SUMMITS = ("NLD", "PRT", "ESP", "FRA", "ITA", "NZL", "ECU", "ISR")


@pytest.mark.parametrize(("lang", "saba"), [("fr", "sur l’île de Saba"), ("en", "on the island of Saba")])
def test_T8_a_turned_card_has_its_note_and_its_summit(server: str, visit: Open, lang: str, saba: str):
    """Only once the card is turned, on the stage and on the phones; further notes after a click; everything fits."""
    hall = Hall.at(Path(os.environ["GEOCLASS_DATA_DIR"]))
    others = [iso for iso in countries_tables.deck() if iso not in SUMMITS]
    options = {"first": 0, "deck_filter": [*SUMMITS, *others[:52]], "hand": 12, "categories": ["highest_point_m"]}
    room, token = hall.open("countries", ["Ana", "Ben"], lang, options)
    seated = room.join(seat=0)
    room.control(token, "start", seed=65)  # this makes three of them in the row
    place = f"/countries?room={room.code}&token={token}&lang={lang}"
    for n in range(5):
        view = room.view(token)
        moves = view["teacher"]["legal"][str(view["game"]["actors"][0])]
        room.submit(token, next(m for m in moves if m["move"] == "place"), f"tap{n}")
    shown = visit(server, place, 1366, 768)
    phone = returning(visit, server, room.code, seated, locale=lang)
    expect(shown.page.locator(".row .laid")).to_have_count(6)
    own_game(phone.page)
    expect(phone.page.locator(".column .laid")).to_have_count(6)
    assert saba not in shown.page.content() + phone.page.content()
    room.submit(token, {"seat": room.view(token)["game"]["actors"][0], "move": "doubt"}, "doubt")
    room.control(token, "next", step=3)
    for screen in (shown, phone):
        screen.page.reload()  # the room is played in this process, and the server's screens are not notified
        told, seen = screen.page.locator(".notes"), set()
        for _ in range(6):
            expect(told).to_be_visible()
            seen.add(told.locator("span").inner_text())
            told.locator("button").click()
        assert any(saba in line for line in seen)
        assert len(seen) > 1
    summits = shown.page.locator(".laid-row .place").all_inner_texts()
    row = room.view(token)["game"]["reveal"]["row"]
    assert summits == list(filter(None, (data.place_name(laid["card"], "highest_point_m", lang) for laid in row)))
    assert shown.page.evaluate("document.documentElement.scrollHeight") <= 768
    check(shown, 16)


@pytest.mark.parametrize("path", ["/", "/countries?room=NOSUCH", "/console?room=NOSUCH"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_pages_fit_a_narrow_phone(server: str, visit: Open, path: str, lang: str):
    shown = visit(server, f"{path}{'&' if '?' in path else '?'}lang={lang}", 360, 740)
    shown.page.wait_for_selector(READY)
    check(shown, 15)
