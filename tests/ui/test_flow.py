"""The flow of a lesson: repeated taps count once, choices are kept, and every screen says what is going on."""

import re

import pytest
from playwright.sync_api import expect

from geoclass import bots, games, i18n
from geoclass.rooms import Hall
from tests.rooms.classroom import Crowd, Server
from tests.ui.conftest import READY, returning


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("rooms")).wait()
    yield server
    server.kill()


@pytest.fixture(autouse=True)
def _own_folder(server, monkeypatch):
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(server.folder))


@pytest.fixture
def hall(server):
    return Hall.at(server.folder, bot_delay=3600)


@pytest.fixture
def crowd():
    crowd = Crowd()
    yield crowd
    crowd.close()


def _stage(visit, server, room, token, lang="en", **size):
    shown = visit(server.url, f"/{room.lobby()['game']}?room={room.code}&token={token}&lang={lang}", **size)
    shown.page.locator(READY).wait_for()
    return shown.page


def _to_a_reveal(room, teacher):
    """Lay a card in Countries, and doubt it."""
    for kind in ("place", "doubt"):
        view = room.view(teacher)
        legal = view["teacher"]["legal"][str(view["game"]["actors"][0])]
        room.submit(teacher, next(move for move in legal if move["move"] == kind), kind)


def test_P8_a_double_click_on_start_opens_one_room(server, hall, visit):
    before = len(hall.rooms())
    page = visit(server.url, "/?lang=en").page
    page.locator(".tile").first.click()
    page.locator(".new-game .accent").dblclick()
    page.locator(f"{READY}:not([data-kind='home.page'])").wait_for()
    assert len(hall.rooms()) == before + 1


def test_P8_a_double_click_goes_on_by_one_step(server, hall, visit):
    room, teacher = hall.open("countries", ["Ana", "Ben"], "en", {"first": 0}, seed=3)
    room.control(teacher, "start")
    _to_a_reveal(room, teacher)
    page = _stage(visit, server, room, teacher)
    page.get_by_role("button", name=i18n.text("stage.more", "en")).dblclick()
    page.get_by_role("button", name=i18n.text("stage.word.menu", "en")).click()  # handled after earlier messages
    page.get_by_role("button", name="Français").click()
    expect(page.locator(".surface")).to_have_attribute("lang", "fr")
    assert room.view(teacher)["room"]["step"] == 1


def test_P17_what_was_chosen_behind_the_curtain_is_there_when_it_is_opened_again(server, hall, visit):
    room, teacher = hall.open("spywhere", ["Ana", "Ben", "Cleo"], "en")
    room.control(teacher, "start", seed=4)
    page = visit(server.url, "/").page
    page.clock.install()
    page.goto(f"{server.url}/spywhere?room={room.code}&token={teacher}&lang=en")
    page.locator(READY).wait_for()
    page.locator(".passing .button").first.click()
    page.locator(".curtain .accent").click()
    card = page.locator(".secret .picks").first.locator("button").first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.clock.fast_forward(21_000)
    expect(page.locator(".secret")).to_have_count(0)
    page.locator(".curtain .accent").click()
    expect(card).to_have_attribute("aria-pressed", "true")


def _to_the_closing_round(room, teacher):
    """Play Spywhere until several teams try to identify others at once."""
    brains = [bots.make("spywhere", "geographer", seat) for seat in range(4)]
    for n in range(2000):
        view = room.view(teacher)
        if view["game"]["phase"] == "closing" and len(view["game"]["actors"]) > 1:
            return view["game"]["actors"]
        if view["room"]["phase"] == "over" or view["room"]["showing"]:
            room.control(teacher, "again", seed=n)
            continue
        seat = view["game"]["actors"][0]
        seen = room.peek(teacher, seat)
        room.submit(teacher, brains[seat].choose(seen["game"], seen["legal"]), f"t{n}")
    raise AssertionError


def test_P16_a_choice_outlives_the_moves_of_others(server, hall, visit, crowd):
    room, teacher = hall.open("spywhere", ["Ana", "Ben", "Cleo", "Dan"], "en")
    room.control(teacher, "start", seed=1)
    other, own, *_ = _to_the_closing_round(room, teacher)
    page = returning(visit, server.url, room.code, _seated(room, teacher, own)).page
    target = page.locator(".targets .target").first
    target.click()
    expect(target).to_have_attribute("aria-pressed", "true")
    device = crowd.connect(server, room.code, teacher)
    done = next(move for move in room.peek(teacher, other)["legal"] if move["move"] in ("done", "identify"))
    turn = page.locator(".surface").get_attribute("data-turn")
    assert crowd.call(device.ask(type="move", move=done))["type"] == "played"
    expect(page.locator(".surface")).not_to_have_attribute("data-turn", turn)
    expect(target).to_have_attribute("aria-pressed", "true")


def _seated(room, teacher, seat):
    """A late phone that was admitted to this team."""
    token = room.join(seat)
    room.control(teacher, "admit", seat=seat)
    return token


@pytest.mark.parametrize("showing", [False, True])
def test_P29_a_pause_is_told_on_every_screen(server, hall, visit, showing):
    room, teacher = hall.open("countries", ["Ana", "Ben"], "en", {"first": 0}, seed=3)
    room.control(teacher, "start")
    if showing:
        _to_a_reveal(room, teacher)
    phone = returning(visit, server.url, room.code, room.join(0)).page
    projector = _stage(visit, server, room, room.screen(teacher, "projector"))
    stage = _stage(visit, server, room, teacher)
    said = i18n.text("stage.paused", "en")
    for page in (phone, projector, stage):
        expect(page.locator(".paused")).to_have_count(0)
    stage.get_by_role("button", name=i18n.text("stage.word.menu", "en")).click()
    stage.get_by_role("button", name=i18n.text("stage.menu.pause", "en")).click()
    for page in (phone, projector, stage):
        expect(page.locator(".paused b")).to_have_text(said)
        assert page.locator(".paused b").evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") >= 24
    expect(projector.locator(".paused button")).to_have_count(0)
    stage.locator(".paused button").click()
    for page in (phone, projector, stage):
        expect(page.locator(".paused")).to_have_count(0)


def test_P29_a_team_is_told_that_the_computer_plays_for_it(server, hall, visit, crowd):
    room, teacher = hall.open("countries", ["Ana", "Ben"], "en", {"first": 0}, seed=3)
    room.control(teacher, "start")
    phones = [returning(visit, server.url, room.code, room.join(seat)).page for seat in range(2)]
    device = crowd.connect(server, room.code, teacher)
    for level, notices in (("pupil", 1), (None, 0)):
        answer = crowd.call(device.ask(type="control", action="bot", what={"seat": 0, "level": level}))
        assert answer["type"] == "played"
        expect(phones[0].locator(".notice")).to_have_count(notices)
        expect(phones[1].locator(".notice")).to_have_count(0)


def _form(visit, server, game, lang="en"):
    page = visit(server.url, f"/?lang={lang}").page
    page.locator(".tile").nth(list(games.GAMES).index(game)).click()
    page.locator(".how-long .takes").wait_for()
    return page


def test_P5_the_estimate_follows_teams_and_the_preset_fits_the_lesson(server, visit):
    page = _form(visit, server, "countries")
    said = page.locator(".how-long").inner_text()
    published, beginners = page.locator(".preset").all()
    expect(published).to_have_attribute("aria-pressed", "true")
    minutes, pupils, *_ = page.locator(".fields input").all()
    pupils.fill("48")
    pupils.blur()
    expect(page.locator(".form-teams li")).to_have_count(12)
    expect(page.locator(".how-long")).not_to_have_text(said)
    expect(beginners).to_have_attribute("aria-pressed", "true")  # the published game takes longer than 50 minutes now
    assert "too long" in published.inner_text()
    minutes.fill("90")
    minutes.blur()
    expect(published).to_have_attribute("aria-pressed", "true")
    beginners.click()  # an explicit choice is not overridden
    minutes.fill("240")
    minutes.blur()
    expect(page.locator(".how-long")).to_contain_text("240")
    expect(page.locator(".how-long")).to_be_in_viewport(ratio=1)  # beside the button, wherever the form is scrolled to
    expect(beginners).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("game", games.OWN)
def test_every_option_is_in_the_form_with_every_value_and_way_to_give_one(server, visit, game):
    page, options = _form(visit, server, game), games.game_type(game).options
    page.locator(".new-game summary").click()
    for name, option in options.items():
        knob = page.locator(".knob").filter(has=page.get_by_text(options.label(name, "en"), exact=True))
        expect(knob).to_be_visible()
        shown = knob.locator(".chips button, option").all_inner_texts()
        assert len(shown) <= len(option.offers()) + len(option.by_hand)
        if not option.several:
            select = knob.locator("select")
            for way in option.by_hand:
                select.select_option(way)
                expect(page.locator(".typed textarea, .typed input").first).to_be_visible()
            select.select_option("0")
        for value in [option.usual] if not option.several else option.usual:
            if value in option.offers():
                assert option.says(value, "en") in shown


def test_P18_six_countries_and_dishes_and_the_one_left_out_are_typed(server, hall, visit):
    page = _form(visit, server, "spywhere")
    six = page.locator(".front select")
    six.select_option("text")
    typed = page.locator(".front textarea")
    expect(typed).to_have_value(re.compile("Italy: pizza\nFrance: cheese"))  # at first
    typed.fill("Kenya: ugali\nPeru: ceviche\nNorvège: salmon\nIran: pilaf\nCuba: congri")
    typed.blur()
    expect(page.locator(".new-game .problem")).to_contain_text("six different countries")
    typed.fill("Kenya: ugali\nPeru: ceviche\nNorvège: salmon\nIran: pilaf\nCuba: congri\nItaly: pizza")
    typed.blur()
    page.locator(".new-game summary").click()
    left_out = page.locator(".option").filter(has_text="Nationality left out")
    left_out.locator("select").select_option("text")
    left_out.locator("textarea").fill("Cuba")
    left_out.locator("textarea").blur()
    expect(page.locator(".new-game .problem")).to_have_count(0)
    before = {room.code for room in hall.rooms()}
    page.locator(".new-game .accent").click()
    page.locator(".surface[data-kind='stage.lobby']").wait_for()
    (opened,) = [room for room in hall.rooms() if room.code not in before]
    room, teacher = hall.reopen(opened.code)
    options = room.prepared(teacher).settings["options"]
    assert options["nationalities"]["KEN"] == "ugali"
    assert (len(options["nationalities"]), options["without"]) == (6, "CUB")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_P17_without_phones_a_secret_game_opens_a_public_window(server, visit, lang):
    page = _form(visit, server, "spywhere", lang)
    page.get_by_role("button", name=i18n.text("home.word.passed_on", lang)).click()
    page.get_by_text(i18n.text("home.word.passed_text", lang)).wait_for()
    with page.expect_popup() as opened:
        page.locator(".new-game .accent").click()
    public = opened.value
    public.locator(f"{READY}[data-kind='spywhere.play']").wait_for()
    page.locator(f"{READY}[data-kind='spywhere.play']").wait_for()
    expect(public.locator(".passing .button")).to_have_count(0)  # it cannot do anything
    expect(page.locator(".passing .button")).to_have_count(1)


def test_P22_a_list_says_class_title_state_and_date(server, hall, visit):
    running, teacher = hall.open("countries", ["Ana", "Ben"], "en", {"first": 0}, seed=3, group="7B", label="Tuesday")
    running.control(teacher, "start")
    over, token = hall.open("countries", ["Ana", "Ben"], "en", group="7C")
    over.control(token, "start")
    over.control(token, "end")
    lobby, _ = hall.open("countries", ["Ana", "Ben"], "en")
    page = visit(server.url, "/?lang=en").page
    page.locator(".resume .all").click()
    lines = {code: page.locator(".all-rooms li", has_text=code) for code in (running.code, over.code, lobby.code)}
    expect(lines[running.code]).to_contain_text("7B · Tuesday")
    for code, phase in ((running.code, "begun"), (over.code, "over"), (lobby.code, "lobby")):
        expect(lines[code]).to_contain_text(i18n.text(f"home.phase.{phase}", "en"))
        expect(lines[code]).to_contain_text("today")
    _to_a_reveal(running, teacher)
    page.reload()
    page.locator(".resume .all").click()
    expect(lines[running.code]).to_contain_text("in progress, 2 moves")
    assert "7B" not in str(running.view(running.join(0)))  # pupils' devices are not notified


@pytest.mark.parametrize("game", ["course", "spywhere"])
def test_P17_one_team_at_the_device_plays_without_a_curtain(server, hall, visit, game):
    teams = [{"name": "Ana"}, {"name": "Bot", "bot": "pupil"}, {"name": "Bit", "bot": "pupil"}]
    room, teacher = hall.open(game, teams, "en", seed=4)
    room.control(teacher, "start")
    page = _stage(visit, server, room, teacher)
    own = page.locator(".secret" if game == "spywhere" else ".course-hand:not(.waiting)")
    own.wait_for(timeout=60_000)  # in its turn, by itself
    expect(page.locator(".curtain:not(.open)")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('blur'))")
    expect(own).to_have_count(1)
    expect(page.locator(".time-left")).to_have_count(0)
