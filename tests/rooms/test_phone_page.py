"""The phone page in a real browser: joining, playing, reconnecting, and harmless display of any name."""

import json
import re
import time
from contextlib import contextmanager
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from geoclass import data, games, i18n
from geoclass.rooms import Hall
from geoclass.ui.phone import pages
from tests.rooms.classroom import Crowd, go_on, teacher_control
from tests.ui.checks import SETTLED

WIDTH, HEIGHT = 360, 740
WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("#app *")]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80))"""
FETCHED = 70_000  # bytes of a phone that plays Countries, but for flags


@pytest.fixture
def crowd():
    crowd = Crowd()
    yield crowd
    crowd.close()


@pytest.fixture
def phone(server, browser):
    """Opens the page as a phone. In every test, no phone contacts another host, logs errors or scrolls sideways."""
    opened, complaints = [], []

    def open_(code="", lang="fr", **more):
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale=lang, has_touch=True, **more)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("requestfinished", lambda request: open_.fetched.append(request))
        page.on("request", lambda r: complaints.append(r.url) if not r.url.startswith((server.url, "data:")) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.goto(f"{server.url}/join/{code}?plain" if code else f"{server.url}/join?plain")
        opened.append(page)
        return page

    open_.complaints, open_.fetched = complaints, []
    yield open_
    for page in opened:
        page.evaluate(SETTLED)
        wide = page.evaluate(WIDE)
        page.context.close()
        assert wide == []
    assert complaints == []


def _join(page, seat=0):
    page.locator(".team-button").nth(seat).click()
    page.locator(".go").click()
    page.locator("header.me").wait_for()


def _text(page, key, **params):
    return i18n.text(key, page.locator("html").get_attribute("lang"), **params)


@contextmanager
def _class(server, crowd, game, teams, **more):
    """A room whose teacher lets every reveal pass."""
    room, token = server.hall.open(game, teams, **more)
    teacher = crowd.connect(server, room.code, token)
    passing = crowd.go(go_on(teacher))
    yield room, teacher
    passing.cancel()


def _until_over(pages, move, seconds=180):
    """Play by clicks, with whichever page is on turn, until the game is over."""
    until = time.monotonic() + seconds
    while not all(page.locator(".ours").count() for page in pages):
        assert time.monotonic() < until, pages[0].locator("main").inner_text()
        for page in pages:
            if page.locator(MINE).count():
                move(page)
                page.locator(MINE).or_(page.locator("header.me:not(.mine)")).wait_for()  # it was answered
            else:
                page.wait_for_timeout(10)


MINE = ".surface[data-busy=false] header.mine"


class CountriesThumb:
    """A player that lays cards correctly, but once per game wrongly, and doubts wrong rows."""

    def __init__(self, teacher):
        self.teacher, self.erred, self.doubted = teacher, False, False

    def __call__(self, page):
        if page.locator(".guess-row input").count():
            page.locator(".guess-row input").fill("5000000")
            page.locator(".guess-row button").click()
            page.locator(".guess-row input").wait_for(state="detached")
            return
        figure = data.values(self.teacher.view["game"]["category"])
        row = [figure[iso] for iso in self._cards(page, ".column .laid")]
        if any(a > b for a, b in pairwise(row)):
            page.locator(".doubt").click()
            self.doubted = True
            return
        iso = self._cards(page, ".cards .pick")[0]
        at = sum(value < figure[iso] for value in row)
        if not self.erred:
            at, self.erred = (0 if at else 1), True
        page.locator(f".cards .pick[data-card={iso}]").click()
        page.locator(f"[data-slot='{at}']").click()
        page.locator(".dock .play").click()

    def _cards(self, page, what):
        return page.locator(what).evaluate_all("(found) => found.map((e) => e.dataset.move)")


def test_three_phones_two_in_french_one_in_english_play_countries_to_the_end(server, crowd, phone):
    with _class(server, crowd, "countries", ["Bleus", "Verts", "Roses"], options={"hand": 3}) as (room, teacher):
        phones = [phone(room.code), phone(lang="en"), phone(room.code)]
        phones[1].locator("#code").type(room.code.lower())
        for seat, page in enumerate(phones):
            _join(page, seat)
        expect(phones[0].locator("h1")).to_have_text(_text(phones[0], "phone.lobby.ready"))
        expect(phones[1].locator("h1")).to_have_text("You are in!")
        expect(phones[0].locator(".team-button.own small")).to_have_text(
            i18n.text("phone.join.phones", "fr", n=1).replace("\u00a0", " ")
        )
        crowd.call(teacher_control(teacher, "start", seed=3))
        expect(phones[1].locator(".asked")).to_contain_text("How many people")
        thumb = CountriesThumb(teacher)
        _until_over(phones, thumb)
        assert thumb.doubted
        _say_what_came_of_it(phones, teacher)


def _say_what_came_of_it(phones, teacher):
    won = set(teacher.view["game"]["result"]["winners"])
    for seat, page in enumerate(phones):
        words = [_text(page, f"phone.over.{how}") for how in (("won", "shared") if seat in won else ("lost",))]
        assert page.locator(".ours h1").inner_text() in words


def _spy(page):
    """Play Spywhere: identify everybody as soon as possible, and eliminate whenever possible."""
    if page.locator(".five").count():
        page.locator(".picks").nth(0).locator(".dish-card").first.click()
        page.locator(".five .dish-card").last.click()
        page.locator(".dock .play").click()
        page.locator(".five").wait_for(state="detached")
    elif page.locator(".eliminate button").count():
        page.locator(".eliminate button").click()
    elif page.locator(".nations .target").count():
        page.locator(".targets .target").first.click()
        page.locator(".nations .target").first.click()
        page.locator(".dock .play").click()
    else:
        page.locator(".dock .strong").click()


def test_three_phones_in_two_languages_play_spywhere_to_the_end(server, crowd, phone):
    with _class(server, crowd, "spywhere", ["Bleus", "Verts", "Roses"]) as (room, teacher):
        phones = [phone(room.code), phone(room.code, "en"), phone(room.code)]
        for seat, page in enumerate(phones):
            _join(page, seat)
        crowd.call(teacher_control(teacher, "start", seed=3))
        for seat, page in enumerate(phones):
            own = data.Country(
                room.view(teacher.token) and room.peek(teacher.token, seat)["game"]["passports"][seat][0]
            )
            expect(page.locator(".passport .fit")).to_have_text(own.words("en" if seat == 1 else "fr"))
            page.locator(".turn-over").click()
            expect(page.locator(".passport .fit")).to_have_text("…")
        _until_over(phones, _spy)
        _say_what_came_of_it(phones, teacher)
        assert games.replay(_log(server, room.code)).result == teacher.view["game"]["result"]


def _log(server, code):
    return Hall.at(server.folder).room(code).logs()[-1]


def test_a_phone_keeps_its_seat_through_reload_loss_and_a_killed_server(server, crowd, phone):
    with _class(server, crowd, "countries", ["Bleus", "Verts"], options={"first": 0}) as (room, teacher):
        page = phone()
        page.locator("#code").type(room.code)
        _join(page, 1)
        crowd.call(teacher_control(teacher, "start", seed=3))
        expect(page.locator(".state")).to_have_text(_text(page, "phone.turn.theirs", team="Bleus"))
        page.reload()
        expect(page.locator(".who")).to_have_text("Verts")
        page.evaluate("localStorage.clear()")  # the cookie remembers as well
        page.reload()
        expect(page.locator(".who")).to_have_text("Verts")
        move = teacher.view["teacher"]["legal"]["0"][0]
        assert crowd.call(teacher.ask(type="move", move=move))["type"] == "played"
        page.locator(MINE).wait_for()
        server.kill()
        page.locator(".lost").wait_for()
        page.locator(".surface[data-busy=true]").wait_for()
        server.start()
        server.wait()
        page.locator(".lost").wait_for(state="detached", timeout=30_000)
        page.locator(MINE).wait_for()
        CountriesThumb(teacher)(page)
        page.locator("header:not(.mine)").wait_for()
        # the browser's message for requests while the server was down
        phone.complaints[:] = [c for c in phone.complaints if "net::ERR_CONNECTION_" not in c]


def test_what_is_typed_and_focused_stays_when_something_else_changes(server, crowd, phone):
    with _class(server, crowd, "countries", ["Bleus", "Verts"]) as (room, teacher):
        page = phone(room.code)
        _join(page)
        crowd.call(teacher_control(teacher, "start", seed=3))
        field = page.locator(".guess-row input")
        field.press_sequentially("123")
        crowd.call(teacher_control(teacher, "rename", seat=1, name="Autres"))
        expect(page.locator(".guess-list")).to_contain_text("Autres")
        expect(field).to_have_value("123")
        expect(field).to_be_focused()
        expect(page.locator(".said")).to_have_text(_text(page, "phone.turn.yours"))
        field.fill("")
        page.locator(".guess-row button").click()
        expect(page.locator(".toast")).to_have_text(_text(page, "countries.stage.guess.empty"))


def test_what_the_room_refuses_is_said(server, crowd, phone):
    """A move from a phone that does not know yet that the game is paused."""
    held = []
    with _class(server, crowd, "countries", ["Bleus", "Verts"], options={"first": 0}) as (room, teacher):
        page = phone()
        page.route_web_socket("**/phone/socket?*", lambda line: _hold_scenes(line, held))
        page.goto(f"{server.url}/join/{room.code}")
        _join(page)
        crowd.call(teacher_control(teacher, "start", seed=3))
        page.locator(MINE).wait_for()
        held.append("from now on")
        crowd.call(teacher_control(teacher, "pause"))
        page.locator(".cards .pick").first.click()
        page.locator("[data-slot='0']").click()
        page.locator(".dock .play").click()
        expect(page.locator(".toast")).to_have_text(_text(page, "rooms.refused.paused"))
        expect(page.locator(".surface")).to_have_attribute("data-busy", "false")


def _hold_scenes(line, held):
    """Forward all frames, but no scenes while *held* is not empty."""
    server = line.connect_to_server()
    line.on_message(lambda text: server.send(text))
    server.on_message(lambda text: None if held and json.loads(text)["type"] == "scene" else line.send(text))


NASTY = [
    "<img src=x onerror=hack()>",
    "<script>hack()</script>",
    "'\"><svg onload=hack()>",
    "javascript:hack()",
    "{{hack()}}${hack()}",
    "</strong><b>gras",
    "\u202etxet lrtr",
    "😀👩‍👩‍👧‍👦🏳️‍🌈é̂̃",
    "W" * 24,
    "&lt;b&gt; &amp; %s %d {n}",
]


def test_a_phone_s_line_names_its_room_so_that_a_proxy_can_keep_a_room_at_one_process(server, phone):
    first, second = [server.hall.open("couleurs", teams)[0] for teams in (["Ana"], ["Zoé", "Ben"])]
    page, lines = phone(first.code), []
    page.get_by_text("Ana").first.wait_for()
    page.on("websocket", lambda line: lines.append(line.url))
    page.locator("#code").fill(second.code)
    page.get_by_text("Zoé").first.wait_for()
    assert [line.partition("/phone/")[2] for line in lines] == [f"socket?room={second.code}"]
    page.reload()
    page.get_by_text("Ana").first.wait_for()
    assert [line.partition("=")[2] for line in lines] == [second.code, first.code]


def test_names_are_only_ever_text(server, crowd, phone):
    room, token = server.hall.open("countries", [], free_names=True, grow=True)
    for name in NASTY:
        room.join(name=name)
    names = [team["name"] for team in room.lobby()["teams"]]
    teacher = crowd.connect(server, room.code, token)
    page = phone(room.code)
    page.evaluate("() => { window.hack = () => { window.hacked = true } }")
    page.locator(".team-button").first.wait_for()
    shown = page.locator(".team-button strong").all_inner_texts()
    assert [" ".join(text.split()) for text in shown[: len(names)]] == names
    _join(page, 0)
    crowd.call(teacher_control(teacher, "start", seed=1))
    page.locator(".guess-row input").wait_for()
    assert page.locator(".guess-row .name").all_inner_texts() == [name.strip() for name in names]
    assert page.locator("#app :is(script, [onerror], [onload]), #app img:not(.flag img)").count() == 0
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_a_phone_that_plays_countries_fetches_little_and_may_keep_it(server, crowd, phone):
    with _class(server, crowd, "countries", ["Bleus", "Verts"], options={"first": 0}) as (room, teacher):
        page = phone(room.code)
        _join(page)
        crowd.call(teacher_control(teacher, "start", seed=3))
        page.locator(MINE).wait_for()
        page.wait_for_load_state("networkidle")
        sizes = {r.url: r.sizes()["responseBodySize"] for r in phone.fetched if "/phone/flags/" not in r.url}
        assert any("boards/countries.js" in url for url in sizes)
        assert 20_000 < sum(sizes.values()) < FETCHED, sizes
        for request in phone.fetched:
            kept = request.response().header_value("cache-control")
            assert ("immutable" in kept) == ("/phone/" in request.url and "/flags/" not in request.url), request.url


def test_no_board_makes_the_page_heavy():
    always = [pages.page("fr"), pages.sentences("fr")]
    always += [file for name, file in pages.kept().items() if "/" not in name and not name.endswith(".json")]
    for game in games.GAMES:  # one board only; flags, drawings and outlines are loaded when needed
        sent = [*always, *(pages.kept()[f"boards/{game}.{ending}"] for ending in ("js", "css"))]
        assert sum(len(file.packed or file.plain) for file in sent) < 85_000, game


def test_old_phones_understand_every_script():
    newer = ["??=", "||=", "&&=", "replaceAll", ".at(-", "Object.hasOwn", "structuredClone", " #"]
    for name, file in pages.kept().items():
        if name.endswith(".js"):
            code = file.plain.decode()
            assert [word for word in newer if word in code] == [], name
            assert "innerHTML" not in code


def test_old_phones_understand_every_not_in_styles():
    """Chrome 80 supports neither lists nor complex selectors in it, and ignores the whole rule."""
    for name, file in pages.kept().items():
        if name.endswith(".css"):
            assert re.findall(r":not\([^)]*[ ,>][^)]*\)", file.plain.decode()) == [], name


def test_titles_are_in_the_letters_we_ship(phone):
    page = phone()
    loaded = "[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family.replace(/\"/g, ''))"
    page.wait_for_function(f"() => {loaded}.length >= 2")
    assert set(page.evaluate(loaded)) == {"Phone Sans", "Phone Serif"}
    for part in (".joining .brand-name", ".label"):
        family = page.locator(part).first.evaluate("(e) => getComputedStyle(e).fontFamily")
        assert family.startswith(('"Phone Serif"', '"Phone Sans"'))


def test_dark_and_light_follow_the_phone(phone):
    grounds = [
        phone(color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    ]
    assert grounds == ["rgb(236, 229, 216)", "rgb(15, 24, 28)"]


def test_what_can_be_touched_is_large_enough_and_what_is_read_too(server, crowd, phone):
    with _class(server, crowd, "countries", ["Bleus", "Verts"], options={"first": 0}) as (room, teacher):
        page = phone(room.code)
        page.locator(".team-button").first.wait_for()
        _large_enough(page)
        _join(page)
        _large_enough(page)
        crowd.call(teacher_control(teacher, "start", seed=3))
        page.locator(MINE).wait_for()
        _large_enough(page)


def _large_enough(page):
    small = page.evaluate("""() => [...document.querySelectorAll("button, input, summary")].filter((e) => {
        const box = e.getBoundingClientRect();
        return box.width && (box.height < 44 || box.width < 44);
    }).map((e) => e.outerHTML)""")
    assert small == []
    tiny = page.evaluate("""() => [...document.querySelectorAll("main *")].filter((e) =>
        [...e.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim()) && !e.closest("svg")
        && parseFloat(getComputedStyle(e).fontSize) < 15).map((e) => e.outerHTML)""")
    assert tiny == []


def test_S7_a_late_phone_asks_for_a_team_and_the_teacher_lets_it_in(server, phone, browser):
    room, token = server.hall.open("spywhere", ["Loutres", "Lynx", "Ours"], lang="en")
    room.control(token, "start", seed=1)
    late = phone(room.code, "en")
    late.locator(".team-button").nth(1).click()
    expect(late.locator(".go")).to_have_text(i18n.text("phone.join.ask", "en", team="Lynx"))
    late.locator(".go").click()
    expect(late.locator(".waiting p").first).to_have_text(i18n.text("phone.lobby.nod", "en"))
    expect(late.locator(".team-button").nth(1)).to_have_attribute("aria-pressed", "true")
    console = browser.new_page()
    console.goto(f"{server.url}/console?room={room.code}&token={token}&lang=en")
    expect(console.locator(".wish")).to_have_text(i18n.text("stage.console.wish", "en", team="Lynx"))
    late.locator(".team-button").nth(2).click()
    expect(console.locator(".wish")).to_have_text(i18n.text("stage.console.wish", "en", team="Ours"))
    console.locator(".waits button.strong").click()
    expect(late.locator("header .who")).to_have_text("Ours")
    expect(console.locator(".waits")).to_have_count(0)
    console.close()
