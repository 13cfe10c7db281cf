"""The phone's page in a real browser: joining, playing, coming back, and nothing that a name could do."""

import time
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from geoclass import games, i18n
from geoclass.rooms import Hall
from geoclass.ui.phone import pages
from tests.rooms.classroom import Crowd, Server, go_on, pupil, teacher_control

WIDTH, HEIGHT = 360, 740


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server")).wait()
    yield server
    server.kill()


@pytest.fixture
def crowd():
    crowd = Crowd()
    yield crowd
    crowd.close()


@pytest.fixture
def phone(server, browser):
    """Opens the page as a phone does. Whatever the test, no phone asks another host, complains, or scrolls sideways."""
    opened, complaints = [], []

    def open_(code="", lang="fr", **more):
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, locale=lang, has_touch=True, **more)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda r: complaints.append(r.url) if not r.url.startswith(server.url) else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
        page.goto(f"{server.url}/join/{code}?plain" if code else f"{server.url}/join?plain")
        opened.append(page)
        return page

    open_.complaints = complaints
    yield open_
    for page in opened:
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
        page.context.close()
    assert complaints == []


def _join(page, seat=0):
    page.locator(".team").nth(seat).click()
    page.locator(".join .action").click()
    page.locator(".play").wait_for()


def _text(page, key, **params):
    return i18n.text(key, page.locator("html").get_attribute("lang"), **params)


# One move by what the page offers, chosen blindly: a thumb that taps a tab, an answer, cards, a slot, and a button.
BLIND = """() => {
    const all = (what, within) => [...(within || document).querySelectorAll(what)];
    const any = (list) => list.length && list[Math.floor(Math.random() * list.length)].click();
    const stuck = () => all(".dock .action").some((button) => button.disabled);
    const type = (text) => all(".board .field").forEach((field) => {
        field.value = text;
        field.dispatchEvent(new Event("input"));
    });
    any(all(".tabs button"));
    type("5000000");
    if (stuck()) type("lic");
    all(".board .options").forEach((_, n) => {
        const untaken = () => all(".option:not(.faint):not([aria-pressed=true])", all(".board .options")[n]);
        any(untaken());
        if (stuck() && all(".board .order").length === 1) any(untaken());
    });
    any(all(".slot button"));
    any(all(".dock button:not([disabled])"));
}"""


@contextmanager
def _class(server, crowd, game, teams, bots=(), **more):
    """A room whose teacher lets every reveal pass, and in which bots hold the phones of some seats."""
    room, token = server.hall.open(game, teams, **more)
    tokens = [room.join(seat=seat) for seat in bots]  # before the server reads the room: it is another process
    teacher = crowd.connect(server, room.code, token)
    teacher.pupils = [crowd.connect(server, room.code, token) for token in tokens]
    passing = crowd.go(go_on(teacher))
    yield room, teacher
    passing.cancel()


def _until_over(pages, seconds=60):
    until = time.monotonic() + seconds
    while not all(page.locator(".result").count() for page in pages):
        assert time.monotonic() < until, pages[0].locator("main").inner_text()
        for page in pages:
            if page.locator("header.mine ~ .board:not([disabled])").count():
                page.evaluate(BLIND)
            else:
                page.wait_for_timeout(10)


def _log(server, code):
    return Hall.at(server.folder).room(code).logs()[-1]


def test_three_phones_two_in_french_one_in_english_play_countries_to_the_end(server, crowd, phone):
    with _class(server, crowd, "countries", ["Bleus", "Verts", "Roses"], options={"hand": 3}) as (room, teacher):
        phones = [phone(room.code), phone(lang="en"), phone(room.code)]
        phones[1].locator("#code").type(room.code.lower())
        for seat, page in enumerate(phones):
            _join(page, seat)
        expect(phones[0].locator("h1")).to_have_text(_text(phones[0], "phone.lobby.ready"))
        expect(phones[1].locator("h1")).to_have_text("You are in!")
        expect(phones[0].locator(".team.own small")).to_have_text("1\u00a0téléphone".replace("\u00a0", " "))
        crowd.call(teacher_control(teacher, "start", seed=3))
        expect(phones[1].locator(".question")).to_contain_text("How many people")
        _until_over(phones)
        won = set(teacher.view["game"]["result"]["winners"])
        for seat, page in enumerate(phones):
            words = [_text(page, f"phone.over.{how}") for how in (("won", "shared") if seat in won else ("lost",))]
            assert page.locator(".result h1").inner_text() in words


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("globalissimo", {"rounds": 3}),
        ("couleurs", {"board": ["oceania", "south-america"], "hand": 5}),
        ("spywhere", {}),
        ("course", {"max_rounds": 3}),
    ],
)
def test_the_generic_board_plays_every_game(server, crowd, phone, game, options):
    with _class(server, crowd, game, ["Bleus", "Verts", "Roses"], bots=(1, 2), options=options) as (room, teacher):
        page = phone(room.code)
        _join(page)
        crowd.call(teacher_control(teacher, "start", seed=11))
        playing = [crowd.go(pupil(other, seed=n)) for n, other in enumerate(teacher.pupils)]
        _until_over([page])
        for other in playing:
            other.result(20)
        assert games.replay(_log(server, room.code)).result == teacher.pupils[0].view["game"]["result"]


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
        page.locator("header.mine").wait_for()
        server.kill()
        page.locator(".lost").wait_for()
        page.locator(".board[disabled]").wait_for()
        server.start()
        server.wait()
        page.locator(".lost").wait_for(state="detached", timeout=30_000)
        page.locator("header.mine ~ .board:not([disabled])").wait_for()
        _choose_first(page)
        page.locator("header:not(.mine)").wait_for()
        # the browser's own word for what it asked while the server was down
        phone.complaints[:] = [c for c in phone.complaints if "net::ERR_CONNECTION_" not in c]


def _choose_first(page):
    page.locator(".cards .option").first.click()
    page.locator(".slot button").first.click()
    page.locator(".dock .action").click()


def test_what_is_refused_is_said_and_what_was_typed_stays(server, crowd, phone):
    with _class(server, crowd, "globalissimo", ["Bleus", "Verts"], options={}) as (room, teacher):
        page = phone(room.code)
        _join(page)
        crowd.call(teacher_control(teacher, "start", seed=3))
        page.locator("header.mine").wait_for()
        page.evaluate("window.before = document.activeElement")
        page.locator(".options").nth(0).locator(".option").nth(1).focus()
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"  # focus survives a redraw
        crowd.call(teacher_control(teacher, "rename", seat=1, name="Autres"))
        page.wait_for_timeout(200)
        assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
        expect(page.locator("#turn")).to_have_text(_text(page, "phone.turn.yours"))


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


def test_names_are_only_ever_text(server, crowd, phone):
    room, token = server.hall.open("countries", [], free_names=True, grow=True)
    for name in NASTY:
        room.join(name=name)
    names = [team["name"] for team in room.lobby()["teams"]]
    teacher = crowd.connect(server, room.code, token)
    page = phone(room.code)
    page.evaluate("() => { window.hack = () => { window.hacked = true } }")
    page.locator(".team").first.wait_for()
    shown = page.locator(".team strong").all_inner_texts()
    assert [" ".join(text.split()) for text in shown[: len(names)]] == names
    _join(page, 0)
    crowd.call(teacher_control(teacher, "start", seed=1))
    page.locator(".board .field").wait_for()
    page.locator("summary").click()
    assert page.locator("main :is(script, b, [onerror], [onload]), main img:not(.flag)").count() == 0
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_the_page_is_light_and_its_files_may_be_kept_for_ever():
    always = [pages.page("fr"), pages.sentences("fr")]
    always += [file for name, file in pages.kept().items() if "/" not in name and not name.endswith(".json")]
    for game in games.GAMES:  # one board at a time; flags, dishes and outlines of countries come when they are needed
        sent = [*always, pages.kept()[f"boards/{game}.js"]]
        assert sum(len(file.packed or file.plain) for file in sent) < 60_000
    newer = ["??=", "||=", "&&=", "await import(", "replaceAll", ".at(", "Object.hasOwn", "structuredClone", " #"]
    for name, file in pages.kept().items():
        if name.endswith(".js"):
            code = file.plain.decode()
            assert [word for word in newer if word in code and word != "await import("] == [], name
            assert "innerHTML" not in code


def test_titles_are_in_the_letters_we_ship(phone):
    page = phone()
    page.wait_for_function("document.fonts.status === 'loaded'")
    loaded = page.evaluate("[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)")
    assert {name.strip('"') for name in loaded} == {"Phone Sans", "Phone Serif"}
    for part in (".join header .name", ".label"):
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
        page.locator(".team").first.wait_for()
        _large_enough(page)
        _join(page)
        _large_enough(page)
        crowd.call(teacher_control(teacher, "start", seed=3))
        page.locator("header.mine").wait_for()
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
