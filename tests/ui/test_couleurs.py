"""Whole games of Couleurs du monde in a real browser: at the board in French, with a phone and a bot in English."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from geoclass import bots, games
from geoclass.rooms import Hall, Room, SqliteStore
from geoclass.rooms.state import State
from tests.ui.checks import check
from tests.ui.conftest import Open, Watched, serving

READY = ".surface[data-ready]"
expect.set_options(timeout=20_000)  # on a slow and busy machine
SOUTH = {"board": ["south-america"], "hand": 3}  # twelve nations: a game of some ten turns
CORNER = {"board": ["south-america", "north-central-america", "oceania"], "hand": 3}
CORNER_SEED, CORNER_TURN = 0, 17  # in this game of bots this turn completes South America
TEAMS = ["Bleus", "Oranges", "Verts"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rooms")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[str]:
    os.environ["GEOCLASS_DATA_DIR"] = str(folder)
    try:
        with serving("couleurs.py", options=("--plugins", "geoclass.ui.plugin")) as address:
            yield address
    finally:
        del os.environ["GEOCLASS_DATA_DIR"]


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
    """The game as its rows say."""
    state = State()
    for row in SqliteStore(folder).rows(code):
        state.happened(row.kind, row.body)
    assert state.game
    return state.game


def total_scores(page: Page) -> dict[str, int]:
    rows = page.locator(".tally tbody tr")
    return {
        row.locator("th span").inner_text(): int(row.locator(".total").inner_text().replace("−", "-"))
        for row in rows.all()
    }


def take_turn(page: Page) -> None:
    """The team on turn plays the longest chain that tapping the first framed card gives, or passes."""
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

    can = page.locator(".hand-card.can").count()  # a chain can be taken back before it is played
    page.locator(".hand-card.can").first.click()
    expect(page.locator(".laid-card")).to_have_count(1)
    expect(page.locator(".board-map .times g")).to_have_count(1)
    check(shown, 24)
    page.keyboard.press("Backspace")
    expect(page.locator(".hand-card.can")).to_have_count(can)
    page.locator(".hand-card.cannot").first.click()
    expect(page.locator(".toast")).to_contain_text("Une chaîne commence au centre")
    page.locator(".pass").click()  # the fine is said before
    expect(page.get_by_role("dialog")).to_contain_text("coûte 10 points")
    page.get_by_role("button", name="Annuler").last.click()

    take_turn(page)
    expect(page.locator(".mine h2")).to_have_text("Oranges : à vous de jouer")
    expect(page.locator(".passing header")).to_contain_text("Bleus")
    page.locator(".score").first.click()  # hands lie open: who waits can look at its own
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

    page.get_by_role("button", name="Regarder de près").click()
    expect(page.locator(".couleurs-reveal .verdict")).to_contain_text("Bleus : ")
    expect(page.locator(".bars li").first).to_be_visible()
    page.wait_for_timeout(500)  # until the bars have grown: axe measures contrast
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
    page.wait_for_timeout(500)
    check(shown, 24)


class Phone:
    """A pupil's phone in the first team."""

    def __init__(self, visit: Open, server: str, code: str) -> None:
        self.shown = visit(server, f"/join/{code}", 360, 740)
        self.page = self.shown.page
        self.page.locator(".team").first.click()
        self.page.locator(".action").click()
        self.page.wait_for_selector(".couleurs")

    def take_turn(self) -> None:
        page = self.page
        if page.locator(".option.can").count():
            while page.locator(".option.can").count():
                page.locator(".option.can").first.click()
            page.locator(".dock .action").click()
        else:
            page.locator("[data-key=pass]").click()
            page.locator("[data-key=pass-yes]").click()
        expect(page.locator(".dock")).to_have_count(0)


def test_a_whole_game_with_a_phone_and_a_bot_in_english(server: str, folder: Path, visit: Open):
    teams = ["Blues", {"name": "Oranges", "bot": "keen"}, "Greens"]
    room, token = opened(folder, teams, "en", SOUTH, seed=1)
    stage = visit(server, address(room, token, "en"))
    page = stage.page
    page.wait_for_selector(READY)
    phone = Phone(visit, server, room.code)
    phone.page.locator(".option.can").first.click()
    expect(phone.page.locator(".chain li")).to_have_count(1)
    check(phone.shown, 15)
    phone.page.locator("[data-key=back]").click()
    expect(phone.page.locator(".chain")).to_have_count(0)
    for _ in range(60):
        page.wait_for_selector(".couleurs-over, .scores .active")
        if page.locator(".couleurs-over").count():
            break
        active = page.locator(".scores .active .who").inner_text()
        if active == "Blues":
            phone.page.wait_for_selector(".dock, .result")
            if phone.page.locator(".dock").count():
                phone.take_turn()
        elif active == "Greens":
            take_turn(page)
        page.wait_for_selector(f".couleurs-over, .scores li:not(.active):has-text('{active}')")
    result = game_of(folder, room.code).result
    assert result is not None
    assert total_scores(page) == dict(zip(["Blues", "Oranges", "Greens"], result["scores"], strict=True))
    expect(phone.page.locator(".result")).to_be_visible()
    assert stage.errors == phone.shown.errors == []
    assert stage.foreign == phone.shown.foreign == []


def bots_play(room: Room, token: str, turns: int) -> None:
    for turn in range(turns):
        game = games.replay(room.logs()[-1])
        seat = game.actors[0]
        bot = bots.make("couleurs", "random" if seat else "pupil", turn)
        room.submit(token, {**bot.choose(game.view(seat), game.legal(seat)), "seat": seat}, f"turn{turn}")


def test_a_region_is_completed_and_the_projector_follows_a_held_reveal(server: str, folder: Path, visit: Open):
    """Where the room holds at each reveal, all screens go through the pages with the teacher."""
    room, token = opened(folder, [*TEAMS, "Roses"], "fr", CORNER, seed=CORNER_SEED)
    bots_play(room, token, CORNER_TURN + 1)
    shown = visit(server, address(room, token, "fr"), locale="fr-FR")
    page = shown.page
    page.wait_for_selector(READY)
    expect(page.locator(".passing .won")).to_contain_text("Amérique du Sud")
    page.locator(".passing .button").first.click()
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
    expect(projector.page.locator(".passing .button")).to_have_count(1)
    page = shown.page
    page.get_by_role("button", name="Could you have done better?").click()
    expect(page.locator(".verdict")).to_contain_text(f"{reveal['best']['points']} point")
    expect(page.locator(".steps li")).to_have_count(len(reveal["best"]["chain"]))
    check(shown, 24)
    page.get_by_role("button", name="Back to the game").click()

    take_turn(page)  # turns later it is still in the history, for the teacher
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
    assert len(flags) > 10
    assert len(marks) > 50
    for flag in flags:
        for a in [*flags, *marks]:
            assert a is flag or not (flag[0] < a[2] and a[0] < flag[2] and flag[1] < a[3] and a[1] < flag[3])


def test_the_stage_fits_a_narrow_phone(server: str, folder: Path, visit: Open):
    room, token = opened(folder, TEAMS, "fr", SOUTH, seed=1)
    shown = visit(server, address(room, token, "fr"), 360, 740, locale="fr-FR")
    shown.page.wait_for_selector(READY)
    check(shown, 15)
    take_turn(shown.page)
    shown.page.wait_for_timeout(500)  # until what fades in is there: axe measures contrast
    check(shown, 15)
