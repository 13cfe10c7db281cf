"""Whole games of La course in a real browser: on one device passed round, with a phone among bots, hands hidden."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from geoclass import data, games, i18n
from geoclass.rooms import Hall, Room
from tests.ui.checks import check
from tests.ui.conftest import READY, Open, Watched, returning

APPS = ("home.py", "course.py")
TEAMS = ["Bleus", "Oranges"]


def stage(visit: Open, server: str, room: Room, token: str, lang: str) -> Watched:
    shown = visit(server, f"/course?room={room.code}&token={token}&lang={lang}")
    shown.page.wait_for_selector(READY)
    return shown


def replayed(folder: Path, code: str) -> games.Game:
    return games.replay(Hall.at(folder, bot_delay=3600).room(code).logs()[-1])


def open_tickets(page: Page) -> Any:
    """The tickets that can be flown next; none if the board proposes to stay."""
    return page.locator(
        ".course-hand:has(.segments button:first-child[aria-pressed=true]) .ticket:not(.faint):not(.chosen)"
    )


# on the teacher's device, which is passed round


def private_turn(page: Page, team: str) -> str:
    """Play a turn behind the curtain: fly if possible, else stay and take a card from a slot."""
    expect(page.locator(".course-hand h2")).to_have_text(f"{team} : à vous de jouer")
    assert page.locator(".ticket").count() == 0
    page.locator(".course-hand .go .button").click()
    expect(page.locator(".curtain h2")).to_have_text(f"Passez l’appareil : {team}")
    page.locator(".curtain .accent").click()
    page.locator(".ticket").first.wait_for()
    if page.locator(".go .accent").count() > 1:  # the first turn begins with a start
        page.locator(".go .accent").first.click()
        page.locator(".course-hand .segments").wait_for()
    done = "fly" if open_tickets(page).count() else "stay"
    if done == "fly":
        open_tickets(page).first.click()
        if open_tickets(page).count():
            page.locator(".city.open:not(.later) .dot").first.click()  # the map works like the ticket
            expect(page.locator(".ticket.chosen")).to_have_count(2)
            page.locator(".ticket.chosen").nth(1).press("Enter")  # and a ticket is put back with a key
    else:
        page.get_by_role("button", name="Rester").click()
        page.locator(".ticket").nth(0).click()
        page.locator(".ticket").nth(1).press("Enter")
        if page.locator("button.pile-card").count():
            page.locator("button.pile-card").first.click()
            expect(page.locator(".stock .letter")).to_have_text("×1")
    page.locator(".go .accent").click()
    return done


def test_a_whole_race_with_the_device_passed_round(folder: Path, hall: Hall, server: str, visit: Open):
    options = {"network": "short", "max_rounds": 3, "hand": 15}
    room, teacher = hall.open("course", TEAMS, lang="fr", options=options)
    shown = stage(visit, server, room, teacher, "fr")
    page = shown.page
    page.locator(".lobby .accent").click()
    page.locator(".course-play").wait_for()
    check(shown, 24)
    done = []
    for turn in range(6):
        done.append(private_turn(page, TEAMS[turn % 2]))
        expect(page.locator(".ticket")).to_have_count(0)  # its turn is over: the curtain has closed by itself
        if done[-1] == "fly" and done.count("fly") == 1:
            expect(page.locator(".plane")).to_have_count(1)  # it is flying
            expect(page.locator(".plane")).to_have_count(0)  # and has landed
            expect(page.locator(".flight .legs-list li")).to_have_count(1)
            expect(page.locator(".flight .share")).to_contain_text("du tour de la Terre")
            expect(page.locator(".flight .arrival")).to_contain_text("Capitale")
            page.wait_for_timeout(600)  # until elements have faded in: axe measures contrast
            check(shown, 24)
    assert "fly" in done
    page.locator(".course-over").wait_for()
    page.wait_for_timeout(1000)
    check(shown, 24)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080

    game = replayed(folder, room.code)
    assert game.result
    reveal = game.view(None)["reveal"]
    assert page.locator(".verdict-line .badge").count() == len(game.result["winners"])
    rows = page.locator(".course-over tbody tr")
    assert rows.filter(has=page.locator(".won")).count() == len(game.result["winners"])
    for seat, tour in enumerate(reveal["tours"]):
        cells = rows.filter(has_text=TEAMS[seat]).locator("td")
        assert cells.nth(0).inner_text() == i18n.text("course.stage.km", "fr", km=tour["km"])
        assert cells.nth(2).inner_text() == str(tour["legs"])
        assert cells.nth(3).locator(".stamp.had").count() == game.result["scores"][seat]
    page.locator(".best-tour").first.click()
    best = next(iter(reveal["shortest"].values()))["fewest_km"]
    expect(page.locator(".best .line")).to_have_count(best["legs"])
    rows.filter(has_text=TEAMS[0]).locator("button").press("Enter")
    expect(page.locator(".leg.quiet")).to_have_count(reveal["tours"][1]["legs"])
    page.get_by_role("button", name="Historique").click()
    page.locator(".past").first.click()
    expect(page.locator(".flight .legs-list")).to_be_visible()
    page.wait_for_timeout(600)
    check(shown, 24)


def test_the_curtain_closes_and_leaves_no_ticket_in_the_page(hall: Hall, server: str, visit: Open):
    room, teacher = hall.open("course", TEAMS, lang="fr", options={"hand": 9})
    room.control(teacher, "start", seed=3)
    page = stage(visit, server, room, teacher, "fr").page
    page.locator(".course-hand .go .button").click()
    page.locator(".curtain .accent").click()
    expect(page.locator(".ticket")).to_have_count(9)
    page.evaluate("dispatchEvent(new Event('blur'))")
    expect(page.locator(".ticket")).to_have_count(0)
    page.locator(".curtain .accent").click()
    expect(page.locator(".ticket")).to_have_count(9)
    page.locator(".shut").click()
    expect(page.locator(".course-hand.waiting")).to_be_visible()
    expect(page.locator(".ticket, .lit path")).to_have_count(0)


# a phone among bots, and open hands on the stage


def join(visit: Open, server: str, room: Room, seat: int = 0, token: str = "") -> Watched:
    """A phone in the team *seat*; with a *token*, one that joined before the start reconnects."""
    if token:
        return returning(visit, server, room.code, token)
    phone = visit(server, f"/join/{room.code}", 360, 740)
    phone.page.locator(".team-button").nth(seat).click()
    phone.page.locator(".go").click()
    phone.page.locator(".me").wait_for()
    return phone


def phone_turn(page: Page) -> None:
    page.locator(".tickets").wait_for()
    if page.locator(".dock.starts").count():
        page.locator(".dock .button").first.click()
        page.locator(".segments").wait_for()
    if open_tickets(page).count():
        open_tickets(page).first.click()
        expect(page.locator(".planned .line")).to_have_count(1)
    else:
        page.locator(".segments button").nth(1).click()
        page.locator(".ticket").nth(0).click()
        page.locator(".ticket").nth(1).click()
        if page.locator("button.pile-card").count():
            page.locator("button.pile-card").first.click()
    page.locator(".dock .play").click()
    expect(page.locator(".dock")).to_have_count(0)


def test_a_phone_races_a_bot_and_a_team_with_open_hands(folder: Path, hall: Hall, server: str, visit: Open):
    teams = [{"name": "Pupils"}, {"name": "Robots", "bot": "keen"}, {"name": "Board"}]
    options = {"open_hands": True, "max_rounds": 2, "network": "short"}
    room, teacher = hall.open("course", teams, lang="en", options=options)
    shown = stage(visit, server, room, teacher, "en")
    page = shown.page
    phone = join(visit, server, room)
    phone.page.locator(".waiting").wait_for()
    page.locator(".lobby .accent").click()
    for turn in range(2):
        phone.page.locator(".dock").wait_for()
        if turn == 0:
            check(phone, 15)
        phone_turn(phone.page)
        title = i18n.text("stage.turn" if turn else "course.stage.where_from", "en", team="Board")
        expect(page.locator(".course-hand h2")).to_have_text(title, timeout=15_000)  # the bot has played
        if page.locator(".go .accent").count() > 1:
            page.locator(".city.open .dot").first.click()
            page.locator(".course-hand .segments").wait_for()
        page.get_by_role("button", name="Stay", exact=True).click()
        page.locator(".ticket").nth(2).click()
        page.locator(".ticket").nth(3).click()
        check(shown, 24)
        page.locator(".go .accent").click()
    page.locator(".course-over").wait_for()
    check(shown, 24)
    phone.page.locator(".ours").wait_for()
    check(phone, 15)
    game = replayed(folder, room.code)
    assert game.result
    won = 0 in game.result["winners"]
    shared = won and len(game.result["winners"]) > 1
    said = i18n.text("phone.over." + ("shared" if shared else "won" if won else "lost"), "en")
    expect(phone.page.locator(".ours h1")).to_have_text(said)
    rows = phone.page.locator(".tours tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.filter(has=phone.page.locator(".won"))).to_have_count(len(game.result["winners"]))
    names = [teams[seat]["name"] for seat in game.result["winners"]]
    expect(page.locator(".verdict")).to_have_text(i18n.text("course.stage.end.title", "en", teams=names, n=len(names)))


# planning, on any network: the same on a phone and on the stage


def dealt(hall: Hall, own: list[str], starts: list[str], **more: Any) -> tuple[Room, str, str]:
    """A race on the teacher's own routes; the first team, with a phone, is dealt the first three of them."""
    options = {"network": own, "hand": 3, "starts": starts, **more}
    room, teacher = hall.open("course", TEAMS, lang="en", options=options)
    phone = room.join(seat=0)
    room._write("start", {"setup": games.new("course", TEAMS, 1, options, deck=own).log["setup"]})
    return room, teacher, phone


FAR = ["honolulu--nairobi", "dakar--sydney", "cairo--honolulu", "lima--tokyo", "lima--paris", "paris--tokyo"]


@pytest.mark.parametrize("where", ["phone", "stage"])
def test_a_way_is_planned_leg_by_leg_and_back(hall: Hall, server: str, visit: Open, where: str):
    assert set(FAR) - set(data.routes().index)  # routes that no airline flies
    room, teacher, phone = dealt(hall, FAR, ["honolulu", "paris", "tokyo"], open_hands=where == "stage")
    shown = join(visit, server, room, token=phone) if where == "phone" else stage(visit, server, room, teacher, "en")
    page = shown.page
    page.get_by_role("button", name="Honolulu", exact=True).click()
    expect(page.locator(".lit .line")).to_have_count(2)
    page.locator(".ticket", has_text="Dakar").click()  # it does not leave from here, and a sentence says so
    expect(page.locator(".toast")).to_have_text(i18n.text("course.stage.city.gap", "en", city="Honolulu"))
    page.locator(".ticket", has_text="Nairobi").click()
    expect(page.locator(".planned .line")).to_have_count(1)
    expect(page.locator(".lit .line")).to_have_count(0)
    km = data.route("honolulu--nairobi").km
    expect(page.locator(".play")).to_have_text(
        i18n.text("course.stage.word.fly_visa", "en", km=km, visa="Africa").replace("\xa0", " ")
    )
    page.get_by_role("button", name=i18n.text("course.stage.word.back", "en")).click()
    expect(page.locator(".planned .line")).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")
    here = page.locator(".city", has_text="Nairobi").locator(".dot").bounding_box()
    assert here
    page.mouse.click(here["x"] + 7, here["y"] + 9)  # a tap near a city on the map works like its ticket
    expect(page.locator(".ticket.chosen")).to_contain_text("Nairobi")
    page.locator(".play").click()
    expect(page.locator(".leg")).to_have_count(1)


BOX = "(part) => { const b = part.getBBox(); return [b.x, b.y + b.height / 4, b.x + b.width, b.y + b.height * 3 / 4] }"


def test_names_of_near_cities_stand_apart_on_the_phone(hall: Hall, server: str, visit: Open):
    own = ["beijing--tokyo", "beijing--istanbul", "istanbul--paris", "lima--tokyo", "lima--paris", "paris--tokyo"]
    room, _, phone = dealt(hall, own, ["tokyo", "paris", "lima"])
    page = join(visit, server, room, token=phone).page
    page.get_by_role("button", name="Tokyo", exact=True).click()
    page.locator(".ticket", has_text="Tokyo").click()
    names, cities = page.locator(".city-name"), page.locator(".city .dot")
    expect(names.filter(has_text="Beijing")).to_have_count(1)
    expect(names.filter(has_text="Tokyo")).to_have_count(1)
    boxes = [place.evaluate(BOX) for place in (*names.all(), *cities.all())]
    for (left, top, right, bottom), (left_2, top_2, right_2, bottom_2) in combinations(boxes, 2):
        assert right <= left_2 or right_2 <= left or bottom <= top_2 or bottom_2 <= top


def test_a_touch_of_the_phones_map_brings_it_nearer_and_back(hall: Hall, server: str, visit: Open):
    room, _, phone = dealt(hall, FAR, ["honolulu", "paris", "tokyo"])
    page = join(visit, server, room, token=phone).page
    wide = "(svg) => svg.viewBox.baseVal.width"
    far = page.locator(".world").evaluate(wide)
    for touch in (".nearer", ".world"):
        page.locator(touch).click(position={"x": 12, "y": 12})
        assert page.locator(".world").evaluate(wide) < far / 2
        page.locator(touch).click(position={"x": 12, "y": 12})
        assert page.locator(".world").evaluate(wide) == far


@pytest.mark.parametrize("where", ["phone", "stage"])
def test_P19_a_team_can_plan(hall: Hall, server: str, visit: Open, where: str):
    """The hand is drawn, numbers show how many legs it allows, a far city takes one tap, dead ends cause a warning."""
    own = ["cairo--paris", "cairo--nairobi", "dakar--sydney", "lima--tokyo", "lima--paris", "paris--tokyo"]
    room, teacher, phone = dealt(hall, own, ["paris", "tokyo", "lima"], open_hands=where == "stage", max_rounds=18)
    shown = join(visit, server, room, token=phone) if where == "phone" else stage(visit, server, room, teacher, "en")
    page = shown.page
    page.get_by_role("button", name="Paris", exact=True).click()
    expect(page.locator(".held .line")).to_have_count(3)
    reached = page.locator(".city:has(.legs-to)")
    expect(reached.locator(".legs-to")).to_have_text(["1", "2"])
    expect(page.locator("body")).to_contain_text("Round 1 of 18")
    page.locator(".city.later .dot").click()
    expect(page.locator(".ticket.chosen")).to_have_count(2)
    expect(page.locator(".city-card .warning")).to_contain_text(
        i18n.text("course.stage.city.dead_end", "en", city="Nairobi")
    )
    page.get_by_role("button", name=i18n.text("course.stage.word.back", "en")).click()
    expect(page.locator(".city-card .warning")).to_have_count(0)
    check(shown, 15 if where == "phone" else 24)
    page.locator(".course-map").focus()
    for key, city in (("ArrowDown", "nairobi"), ("ArrowLeft", "dakar"), ("ArrowLeft", "lima")):
        page.keyboard.press(key)
        expect(page.locator(".city.asked")).to_have_attribute("data-city", city)
    expect(page.locator(".city-card")).to_contain_text("All routes: Paris, Tokyo")
    expect(page.locator(".city-card")).to_contain_text("None of your tickets leaves from here.")
    expect(page.locator(".network .line")).to_have_count(2)
    page.locator(".play").click()
    if where == "phone":  # not its turn: its plan is kept until then
        page.locator(".ticket", has_text="Nairobi").click()
        board = stage(visit, server, room, teacher, "en").page  # the other team stays
        board.locator(".course-hand .go .button").click()
        board.locator(".curtain .accent").click()
        board.get_by_role("button", name="Paris", exact=True).click()
        board.get_by_role("button", name="Stay", exact=True).click()
        for n in range(2):
            board.locator(".ticket").nth(n).click()
        board.locator(".go .accent").click()
        said = i18n.text("course.stage.stayed", "en", team=TEAMS[1], city=data.cities_by_id()["paris"])
        expect(page.locator(".news")).to_have_text(said)
        expect(page.locator(".dock .play")).to_be_enabled()
        expect(page.locator(".ticket.chosen")).to_contain_text("Nairobi")


def test_P19_a_team_that_must_sit_is_told_why(hall: Hall, server: str, visit: Open):
    own = ["cairo--nairobi", "dakar--sydney", "cairo--dakar", "lima--tokyo", "lima--paris", "paris--tokyo"]
    room, _, phone = dealt(hall, own, ["paris", "tokyo", "lima"])
    page = join(visit, server, room, token=phone).page
    page.get_by_role("button", name="Paris", exact=True).click()
    expect(page.locator(".hint")).to_contain_text("None of your tickets leaves from Paris: stay this time")
    expect(page.locator(".segments [aria-pressed=true]")).to_have_text("Stay")


def test_P17_a_team_alone_with_bots_needs_no_curtain_and_choices_survive_one(hall: Hall, server: str, visit: Open):
    teams = [{"name": "Pupils"}, {"name": "Robots", "bot": "pupil"}]
    room, teacher = hall.open("course", teams, lang="en", options={"network": "hubs"})
    room.control(teacher, "start", seed=3)
    page = stage(visit, server, room, teacher, "en").page
    expect(page.locator(".ticket")).to_have_count(15)
    onlooker = stage(visit, server, room, room.screen(teacher, "projector"), "en").page
    onlooker.locator(".course-hand").wait_for()
    expect(onlooker.locator(".ticket, .held path")).to_have_count(0)

    room, teacher = hall.open("course", TEAMS, lang="fr", options={"network": "hubs"})
    room.control(teacher, "start", seed=3)
    page = stage(visit, server, room, teacher, "fr").page
    page.locator(".course-hand .go .button").click()
    page.locator(".curtain .accent").click()
    page.locator(".go .accent").first.click()
    page.get_by_role("button", name="Rester").click()
    page.locator(".ticket").nth(2).click()
    page.evaluate("dispatchEvent(new Event('blur'))")
    expect(page.locator(".ticket")).to_have_count(0)
    page.locator(".curtain .accent").click()
    expect(page.locator(".ticket.chosen")).to_have_count(1)


def test_P15_the_bell_shows_who_leads_and_all_tickets(hall: Hall, server: str, visit: Open):
    room, teacher, phone = dealt(hall, FAR, ["honolulu", "paris", "tokyo"])
    room.submit(teacher, {"seat": 0, "move": "start", "city": "honolulu"}, "1")
    room.submit(teacher, {"seat": 0, "move": "fly", "routes": ["cairo--honolulu"]}, "2")
    room.control(teacher, "end")
    shown = stage(visit, server, room, teacher, "en")
    expect(shown.page.locator(".verdict")).to_have_text(f"In the lead: {TEAMS[0]}")
    expect(shown.page.locator(".hands p").first).to_contain_text("Honolulu – Nairobi")
    expect(shown.page.locator(".hands p").nth(1)).to_contain_text("Lima – Paris")
    check(shown, 24)
    shown.page.locator(".course-over tbody button").first.click()
    expect(shown.page.locator(".held .line")).to_have_count(3)
    expect(join(visit, server, room, token=phone).page.locator(".hands p")).to_have_count(2)
