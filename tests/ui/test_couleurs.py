"""Whole games of Couleurs du monde in a real browser: on one screen in French, with a phone and a bot in English."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from geoclass import bots, games
from geoclass.rooms import Hall, Room, SqliteStore
from geoclass.rooms.state import State
from tests.ui.checks import SETTLED, check
from tests.ui.conftest import READY, Open, Watched

APPS = ("couleurs.py",)
expect.set_options(timeout=20_000)  # on a slow and busy machine
SOUTH = {"board": ["south-america"], "centre": ["COL"], "hand": 3}  # twelve nations: a game of some ten turns
CORNER = {
    "board": ["south-america", "north-central-america", "oceania"],
    "centre": ["AUS", "COL", "PAN"],
    "hand": 3,
}
CORNER_SEED, CORNER_TURN = 0, 17  # in this game of bots this turn completes South America
TEAMS = ["Bleus", "Oranges", "Verts"]


def opened(
    folder: Path, teams: list[Any], lang: str, options: dict[str, Any], seed: int, **more: Any
) -> tuple[Room, str]:
    room, token = Hall.at(folder).open("couleurs", teams, lang=lang, options=options, **more)
    room.control(token, "start", seed=seed)
    room.close()
    return room, token


def address(room: Room, token: str, lang: str) -> str:
    return f"/couleurs?room={room.code}&token={token}&lang={lang}"


def game_of(folder: Path, code: str) -> games.Game:
    """The game, replayed from its rows."""
    state = State()
    for row in SqliteStore(folder).rows(code):
        state.apply(row.kind, row.body)
    assert state.game
    return state.game


def total_scores(page: Page) -> dict[str, int]:
    rows = page.locator(".tally tbody tr")
    return {
        row.locator("th span").inner_text(): int(row.locator(".total").inner_text().replace("−", "-"))
        for row in rows.all()
    }


def take_turn(page: Page) -> None:
    """Play for the team on turn: the longest chain found by tapping the first framed card, or pass."""
    said = page.locator(".said[role=status]").inner_text()
    if page.locator(".hand-card.can").count():
        while page.locator(".hand-card.can").count():
            page.locator(".hand-card.can").first.click()
        page.locator(".send").click()
    else:
        page.locator(".pass").click()
        page.locator(".pass-yes").click()
    expect(page.locator(".said[role=status]")).not_to_have_text(said)


def test_a_whole_game_at_the_board_in_french(server: str, folder: Path, visit: Open):
    room, token = opened(folder, TEAMS, "fr", SOUTH, seed=1)
    shown = visit(server, address(room, token, "fr"), locale="fr-FR")
    page = shown.page
    page.wait_for_selector(READY)
    expect(page.locator(".mine h2")).to_have_text("Bleus : à vous de jouer")
    expect(page.locator(".node")).to_have_count(12)
    expect(page.locator(".node image").first).to_be_attached()
    check(shown, 24)

    can = page.locator(".hand-card.can").count()  # a chain can be undone before it is played
    page.locator(".hand-card.can").first.click()
    expect(page.locator(".laid-card")).to_have_count(1)
    expect(page.locator(".board-map .times g")).to_have_count(1)
    check(shown, 24)
    page.keyboard.press("Backspace")
    expect(page.locator(".hand-card.can")).to_have_count(can)
    page.locator(".hand-card.cannot").first.click()
    expect(page.locator(".toast")).to_contain_text("Vous ne pouvez pas commencer par")  # and which card, and why
    page.locator(".pass").click()  # the penalty is announced first
    expect(page.get_by_role("dialog")).to_contain_text("coûte 10 points")
    page.get_by_role("button", name="Ne pas passer").click()

    take_turn(page)
    expect(page.locator(".mine h2")).to_have_text("Oranges : à vous de jouer")
    expect(page.locator(".last-turn")).to_contain_text("Bleus")
    page.locator(".score").first.click()  # hands are open: waiting teams can look at theirs
    n = len(game_of(folder, room.code).view(None)["hands"][0])
    expect(page.locator(".mine h2")).to_have_text(f"Bleus : {n} cartes en main")
    expect(page.locator(".hand-card")).to_have_count(n)
    expect(page.locator(".hand-card.can, .pass")).to_have_count(0)
    check(shown, 24)
    page.keyboard.press("Backspace")
    expect(page.locator(".mine h2")).to_have_text("Oranges : à vous de jouer")
    page.locator(".region").first.click()
    expect(page.locator(".map-name").first).to_be_attached()
    page.get_by_role("button", name="Liste des nations").click()
    expect(page.locator(".nation-list li")).to_have_count(12)
    check(shown, 24)
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Voir en détail").click()
    expect(page.locator(".couleurs-reveal .verdict")).to_contain_text("Bleus : ")
    expect(page.locator(".bars li").first).to_be_visible()
    check(shown, 24)
    page.locator(".next").click()
    page.get_by_role("button", name="Annuler").first.click()  # undone: the first team again
    expect(page.locator(".mine h2")).to_have_text("Bleus : à vous de jouer")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Night").click()
    page.keyboard.press("Escape")
    expect(page.locator(".mine h2")).to_have_text("Bleus: your turn")
    check(shown, 24)
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("dialog")).to_contain_text("House rule")
    page.keyboard.press("Escape")
    for _ in range(60):
        if page.locator(".couleurs-over").count():
            break
        take_turn(page)
    result = game_of(folder, room.code).result
    assert result is not None
    assert total_scores(page) == dict(zip(TEAMS, result["scores"], strict=True))
    check(shown, 24)


class Phone:
    """A pupil's phone in one of the teams."""

    def __init__(self, visit: Open, server: str, code: str, seat: int = 0, locale: str = "en-GB") -> None:
        self.shown = visit(server, f"/join/{code}", 360, 740, locale=locale)
        self.page = self.shown.page
        self.page.locator(".team-button").nth(seat).click()
        self.page.locator(".go").click()
        self.page.wait_for_selector(".couleurs-hand")

    def take_turn(self) -> None:
        page = self.page
        page.wait_for_selector(".me.mine")
        if page.locator(".hand-card.can").count():
            while page.locator(".hand-card.can").count():
                page.locator(".hand-card.can").first.click()
            page.locator(".dock .send").click()
        else:
            page.locator(".dock .pass").click()
            page.locator(".pass-yes").click()
        page.wait_for_selector(".me:not(.mine)")


def test_a_whole_game_with_a_phone_and_a_bot_in_english(server: str, folder: Path, visit: Open):
    teams = ["Blues", {"name": "Oranges", "bot": "keen"}, "Greens"]
    room, token = opened(folder, teams, "en", SOUTH, seed=1)
    stage = visit(server, address(room, token, "en"))
    page = stage.page
    page.wait_for_selector(READY)
    phone = Phone(visit, server, room.code)
    check(phone.shown, 15)
    phone.page.locator(".hand-card.can").first.click()
    expect(phone.page.locator(".chain li")).to_have_count(1)
    check(phone.shown, 15)
    phone.page.locator(".dock .back").click()
    expect(phone.page.locator(".chain")).to_have_count(0)
    phone.page.locator(".dock .pass").click()  # the penalty is announced first
    expect(phone.page.get_by_role("dialog")).to_contain_text("costs 10 points")
    phone.page.get_by_role("button", name="Do not pass").click()
    for _ in range(60):
        page.wait_for_selector(".couleurs-over, .scores .active")
        if page.locator(".couleurs-over").count():
            break
        active = page.locator(".scores .active .who").inner_text()
        if active == "Blues":
            phone.page.wait_for_selector(".me.mine, .couleurs-over")
            if phone.page.locator(".me.mine").count():
                phone.take_turn()
        elif active == "Greens":
            take_turn(page)
        page.wait_for_selector(f".couleurs-over, .scores li:not(.active):has-text('{active}')")
    result = game_of(folder, room.code).result
    assert result is not None
    assert total_scores(page) == dict(zip(["Blues", "Oranges", "Greens"], result["scores"], strict=True))
    expect(phone.page.locator(".ours h1")).to_be_visible()
    assert total_scores(phone.page) == total_scores(page)
    check(phone.shown, 15)
    assert stage.errors == stage.foreign == []


def bots_play(room: Room, token: str, turns: int) -> None:
    for turn in range(turns):
        game = games.replay(room.logs()[-1])
        seat = game.actors[0]
        bot = bots.make("couleurs", "random" if seat else "pupil", turn)
        room.submit(token, {**bot.choose(game.view(seat), game.legal(seat)), "seat": seat}, f"turn{turn}")


def test_a_region_is_completed_and_the_projector_follows_a_held_reveal(server: str, folder: Path, visit: Open):
    """If the room holds at each reveal, all screens follow the teacher through its pages."""
    room, token = opened(folder, [*TEAMS, "Roses"], "fr", CORNER, seed=CORNER_SEED)
    bots_play(room, token, CORNER_TURN + 1)
    shown = visit(server, address(room, token, "fr"), locale="fr-FR")
    page = shown.page
    page.wait_for_selector(READY)
    expect(page.locator(".last-turn .won")).to_contain_text("Amérique du Sud")
    page.locator(".last-turn .button").first.click()
    page.locator(".segments button").nth(1).click()
    expect(page.locator(".region-table tbody tr")).to_have_count(11)
    expect(page.locator(".legend span")).to_have_count(6)
    check(shown, 24)

    held, key = opened(folder, TEAMS, "fr", SOUTH, seed=1, hold=True)
    projector = visit(server, address(held, held.screen(key, "projector"), "fr"), locale="fr-FR")
    teacher = visit(server, address(held, key, "fr"), locale="fr-FR")
    for screen in (projector, teacher):
        screen.page.wait_for_selector(READY)
    expect(projector.page.locator(".send, .pass")).to_have_count(0)
    teacher.page.locator(".hand-card.can").first.click()
    teacher.page.locator(".send").click()
    expect(projector.page.locator(".couleurs-reveal .verdict")).to_contain_text("Bleus : ")
    expect(projector.page.locator(".next")).to_have_count(0)
    while (way_on := teacher.page.locator(".next").inner_text()) != "Tour suivant":
        teacher.page.locator(".next").click()
        expect(teacher.page.locator(".next")).not_to_have_text(way_on)
    teacher.page.locator(".next").click()
    expect(projector.page.locator(".mine h2")).to_have_text("Oranges : à vous de jouer")
    check(projector, 24)


def test_could_you_have_done_better_is_shown_if_the_teacher_asks(server: str, folder: Path, visit: Open):
    room, token = opened(folder, TEAMS, "en", {"hand": 9}, seed=38)
    game = games.replay(room.logs()[-1])
    first = min(
        (move for move in game.legal(0) if move["move"] == "play" and len(move["cards"]) == 1),
        key=lambda move: str(move["cards"]),
    )
    room.submit(token, first, "one")
    reveal = games.replay(room.logs()[-1]).reveal
    assert reveal is not None
    assert reveal["best"]["points"] > reveal["points"]
    screen = room.screen(token, "projector")
    shown: Watched = visit(server, address(room, token, "en"))
    shown.page.wait_for_selector(READY)
    projector = visit(server, address(room, screen, "en"))
    projector.page.wait_for_selector(READY)
    expect(projector.page.locator(".last-turn .button")).to_have_count(1)
    page = shown.page
    page.get_by_role("button", name="Could you have done better?").click()
    expect(page.locator(".verdict")).to_contain_text(f"{reveal['best']['points']} point")
    expect(page.locator(".steps li")).to_have_count(len(reveal["best"]["chain"]))
    check(shown, 24)
    page.get_by_role("button", name="Back to the game").click()

    take_turn(page)  # turns later it is still in the teacher's history
    could = f"possible: {reveal['best']['points']}"
    page.get_by_role("button", name="History").click()
    expect(page.locator(".past").first).to_contain_text(could)
    page.locator(".past").first.click()
    expect(page.locator(".verdict")).to_contain_text(f"{reveal['points']} point")
    page.get_by_role("button", name="Could you have done better?").click()
    expect(page.locator(".verdict")).to_contain_text(f"{reveal['best']['points']} point")
    assert could not in projector.page.content()


def test_late_in_the_game_flags_hide_neither_each_other_nor_a_nation(server: str, folder: Path, visit: Open):
    room, token = opened(folder, [*TEAMS, "Roses"], "en", {}, seed=5)
    bots_play(room, token, 44)
    page = visit(server, address(room, token, "en")).page
    page.wait_for_selector(READY)
    page.wait_for_selector(".board-map[data-waiting]", state="detached")
    assert len(game_of(folder, room.code).view(None)["covered"]) >= 50
    measured = """all => all.map((e) => e.getBoundingClientRect()).map((b) => [b.left, b.top, b.right, b.bottom])"""
    flags = page.locator(".node:not(.in-chain) image").evaluate_all(measured)
    marks = page.locator(".node:not(.in-chain):not(:has(image)) :is(.dot, .diamond, .team-mark)").evaluate_all(measured)
    assert len(flags) > 5  # at world scale only few have room
    assert len(marks) > 50
    for flag in flags:
        for a in [*flags, *marks]:
            assert a is flag or not (flag[0] < a[2] and a[0] < flag[2] and flag[1] < a[3] and a[1] < flag[3])


def test_a_team_that_waits_plans_its_chain_looks_at_hands_and_comes_nearer(server: str, folder: Path, visit: Open):
    room, token = opened(folder, TEAMS, "fr", SOUTH, seed=1)
    stage = visit(server, address(room, token, "fr"), locale="fr-FR")
    stage.page.wait_for_selector(READY)
    phone = Phone(visit, server, room.code, seat=1, locale="fr-FR")
    page = phone.page
    hand = game_of(folder, room.code).view(1)["hands"][1]
    expect(page.locator(".hand-card")).to_have_count(len(hand))
    expect(page.locator(".dock")).to_have_count(0)
    page.locator(".standing .score").nth(2).click()  # hands are open
    expect(page.get_by_role("dialog")).to_contain_text("Verts : 3 cartes en main")
    check(phone.shown, 15)
    page.keyboard.press("Escape")

    far = page.locator(".land").get_attribute("style")  # a tap on the sea zooms in; then back to the whole board
    page.locator(".map-place").click(position={"x": 20, "y": 20})
    expect(page.locator(".land")).not_to_have_attribute("style", far or "")
    page.locator(".chips .region").first.click()
    expect(page.locator(".land")).to_have_attribute("style", far or "")

    take_turn(stage.page)
    phone.take_turn()
    planned = page.locator(".hand-card.can")
    expect(page.locator(".hint")).to_contain_text("préparez votre chaîne")
    iso = planned.first.get_attribute("data-move")
    planned.first.click()
    expect(page.locator(".dock .send")).to_have_count(0)
    take_turn(stage.page)  # the plan is kept while others play, and can then be played
    take_turn(stage.page)
    page.wait_for_selector(".me.mine")
    expect(page.locator(".chain li")).to_have_attribute("data-move", iso or "")
    page.locator(".dock .send").click()
    page.wait_for_selector(".me:not(.mine)")
    assert game_of(folder, room.code).log["moves"][-1] == {"seat": 1, "move": "play", "cards": [iso]}
    expect(page.locator(".chain")).to_have_count(0)
    assert phone.shown.errors == []


COVERED = """svg => [...svg.querySelectorAll(".node")].filter((node) => {
  const box = node.getBoundingClientRect(), x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2
  const top = svg.getRootNode().elementFromPoint(x, y)
  return !(top && svg.contains(top))
}).map((node) => node.dataset.iso)"""


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("options", [{}, {"board": ["africa", "europe", "far-east", "south-america"]}])
def test_P12_P13_nothing_lies_over_a_nation_and_six_teams_fit(
    server: str, folder: Path, visit: Open, options: dict[str, Any], width: int, height: int
):
    teams = [*TEAMS, "Roses", "Les grands voyageurs", "Les cartographes du ciel"]
    room, token = opened(folder, teams, "fr", options, seed=5)
    bots_play(room, token, 13)
    shown = visit(server, address(room, token, "fr"), width, height, locale="fr-FR")
    page = shown.page
    page.wait_for_selector(READY)
    page.wait_for_selector(".board-map[data-waiting]", state="detached")
    expect(page.locator(".last-turn")).to_be_visible()
    assert page.locator(".board-map").first.evaluate(COVERED) == []
    page.locator(".region", has_text="Afrique").click()
    page.locator(".last-turn .shut").click()  # once closed, it covers nothing at any zoom; it returns on the next turn
    expect(page.locator(".last-turn")).to_have_count(0)
    cut = page.locator(".score .who, .score b, .scores p").evaluate_all(
        "all => all.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"
    )
    assert cut == []
    bottom = page.locator(".scores p, .score, .hand-card").evaluate_all(
        "all => Math.max(...all.map((e) => e.getBoundingClientRect().bottom))"
    )
    assert bottom <= page.evaluate("document.documentElement.clientHeight") + 0.5
    lines = page.locator(".score").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map((b) => [b.top, b.bottom])"
    )
    assert all(above[1] <= below[0] + 0.5 for above, below in pairwise(lines))


TRUE_PLACES = """svg => [...svg.querySelectorAll("[data-true]")].map((g) => {
  const circle = g.querySelector("circle"), box = circle.getBoundingClientRect()
  const at = new DOMPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
  const own = [...svg.querySelectorAll(".land path[data-iso]")].filter((s) => s.dataset.iso === g.dataset.true)
  const inside = (s) => s.isPointInFill(at.matrixTransform(s.getScreenCTM().inverse()))
  return [g.dataset.true, !own.length || own.some(inside)]
})"""


def test_T4_a_flag_that_had_to_move_has_a_line_to_its_own_country(server: str, folder: Path, visit: Open):
    room, token = opened(folder, TEAMS, "en", {}, seed=5)
    page = visit(server, address(room, token, "en")).page
    page.wait_for_selector(READY)
    page.wait_for_selector(".land[data-ready]")
    page.locator(".region", has_text="Europe").click()
    page.locator(".region", has_text="Europe").click()
    page.evaluate(SETTLED)
    found = page.locator(".board-map").first.evaluate(TRUE_PLACES)
    assert len(found) > 3
    assert [iso for iso, inside in found if not inside] == []


PLACED = """svg => [...svg.querySelectorAll(".node")].map((node) => {
  const {e, f} = new DOMMatrix(getComputedStyle(node).transform)
  const own = [...svg.querySelectorAll(".land path[data-iso]")].filter((s) => s.dataset.iso === node.dataset.iso)
  const at = new DOMPoint(e, f).matrixTransform(svg.getScreenCTM())
  const inside = (s) => s.isPointInFill(at.matrixTransform(s.getScreenCTM().inverse()))
  return [node.dataset.iso, !own.length || own.some(inside)]
})"""


def test_T4_in_the_reveal_every_nation_is_at_its_true_place(server: str, folder: Path, visit: Open):
    room, token = opened(folder, TEAMS, "en", {"board": ["europe"]}, seed=5)
    bots_play(room, token, 9)
    page = visit(server, address(room, token, "en")).page
    page.wait_for_selector(READY)
    page.locator(".last-turn .look").click()
    page.wait_for_selector(".couleurs-reveal .land[data-ready]")
    page.evaluate(SETTLED)
    found = page.locator(".couleurs-reveal .board-map").evaluate(PLACED)
    assert len(found) > 10
    assert [iso for iso, inside in found if not inside] == []
    assert page.locator("[data-true]").count() == 0


def test_the_stage_fits_a_narrow_phone(server: str, folder: Path, visit: Open):
    room, token = opened(folder, TEAMS, "fr", SOUTH, seed=1)
    shown = visit(server, address(room, token, "fr"), 360, 740, locale="fr-FR")
    shown.page.wait_for_selector(READY)
    check(shown, 15)
    take_turn(shown.page)
    check(shown, 15)
