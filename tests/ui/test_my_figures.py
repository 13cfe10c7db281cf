"""A teacher's own figures and lessons, from the file to the report: on the stage, on a phone, after a server crash, and
in a colleague's folder."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from geoclass import bots, data, i18n
from geoclass.games.countries import tables
from geoclass.review.report import report
from geoclass.rooms import Room, lessons
from geoclass.ui import live
from tests.rooms.classroom import Server
from tests.ui.conftest import returning

ROWS = "".join(f"{iso};{n}\n" for n, iso in enumerate(tables.deck()))
TABLE = f"iso3;Luck (%)\nAtlantis;3\n{ROWS}"
GAMES = ("countries", "globalissimo")
BACK = 60_000  # ms until a screen reconnects on a busy machine


@pytest.fixture
def served(tmp_path, monkeypatch):
    """Starts servers with their own folders; they end with the test."""
    servers = []

    def serve(name):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.setenv("GEOCLASS_DATA_DIR", str(folder))
        live.hall.cache_clear()  # of the previous folder
        servers.append(Server(folder).wait())
        return servers[-1]

    data.forget_own()
    yield serve
    data.forget_own()
    live.hall.cache_clear()
    for server in servers:
        server.kill()


def said(key, lang, **params):
    return i18n.text(key, lang, **params)


def add_figures(page, file, lang):
    """Upload a file, check the list of problems, leave them out, name the figure, add it."""
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".problems").wait_for()
    expect(page.locator(".problems")).to_contain_text("Atlantis")
    take = page.get_by_role("button", name=said("figures.word.take", lang))
    expect(take).to_be_disabled()
    page.locator(".verdict-of .tick input").check()
    expect(take).to_be_enabled()
    page.get_by_label(said("figures.word.label", lang)).fill("Chance <b>")
    page.get_by_label(said("figures.word.more", lang)).fill("chanceux")
    page.get_by_label(said("figures.word.source", lang)).fill("FAO")
    take.click()
    expect(page.locator(".news")).to_contain_text("Chance <b>")
    expect(page.locator(".listed li")).to_contain_text("FAO")


class Played(NamedTuple):
    room: Room
    teacher: str
    stage: Page
    phone: Page


def begun(server, visit, game, name, lang, locale):
    """A game with the figure, opened from a stored lesson, on a stage and a phone."""
    options, teams = {"categories": [name], "first": 0}, [{"name": "Ana"}, {"name": "Ben"}]
    kept = lessons.prepared(f"Luck in {game}", game, teams, options, lang, seed=3)
    lessons.Lessons(server.hall.store.shelf("lessons")).keep(kept)
    page = visit(server.url, f"/?lang={lang}", locale=locale).page
    page.get_by_role("button", name=kept.name).click()
    expect(page.locator(".inside")).to_contain_text("Chance <b>")
    page.get_by_role("button", name=said("home.word.same_cards", lang)).click()
    page.locator(".surface[data-kind='stage.lobby']").wait_for()
    (listed,) = [room for room in server.hall.rooms() if room.game == game]
    room, teacher = server.hall.reopen(listed.code)
    phone = returning(visit, server.url, room.code, room.join(seat=0), locale).page
    page.get_by_role("button", name=said("stage.start", lang)).click()
    for screen in (page, phone):
        screen.locator(f".surface[data-kind='{game}.play']").wait_for()
        expect(screen.locator("main").first).to_contain_text("hance")
    return Played(room, teacher, page, phone)


def remove_figures(page, lang):
    page.locator(".lost").wait_for(state="detached", timeout=BACK)
    page.locator(".listed .round").click()
    page.locator(".dialog").get_by_role("button", name=said("figures.word.remove", lang)).click()
    expect(page.locator(".listed li")).to_have_count(0)


def to_a_reveal(room, teacher):
    view, step = room.view(teacher), 0
    players = [bots.make(view["game"]["game"], "pupil", seat) for seat in range(2)]
    while not room.view(teacher)["room"]["showing"]:
        seat = room.view(teacher)["game"]["actors"][0]
        seen, step = room.peek(teacher, seat), step + 1
        room.submit(teacher, {**players[seat].choose(seen["game"], seen["legal"]), "seat": seat}, f"tap{step}")


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_own_figures_are_seen_played_with_past_a_crash_reported_and_sent_on(lang, served, visit, tmp_path):
    server, locale = served("here"), {"fr": "fr-FR", "en": "en-GB"}[lang]
    file = tmp_path / "luck.csv"
    file.write_text(TABLE, "utf-8")
    figures = visit(server.url, f"/figures?lang={lang}", locale=locale)
    add_figures(figures.page, file, lang)
    assert (figures.errors, figures.foreign) == ([], [])

    assert data.load_kept(server.hall.store.shelf("figures")) == []  # in this process, too
    (name,) = [name for name in data.figures() if data.column(name).source == "own"]
    played = {game: begun(server, visit, game, name, lang, locale) for game in GAMES}

    server.kill()
    screens = [screen for one in played.values() for screen in (one.stage, one.phone)]
    for screen in screens:
        screen.locator(".lost").wait_for()
    server.start()
    server.wait()
    for screen in screens:
        screen.locator(".lost").wait_for(state="detached", timeout=BACK)
    remove_figures(figures.page, lang)  # games contain their figures
    data.forget_own()
    for game, one in played.items():
        one.stage.locator(f".surface[data-kind^='{game}.'][data-ready=true]").wait_for(timeout=BACK)
        to_a_reveal(one.room, one.teacher)
        for screen in (one.stage, one.phone):
            screen.locator(f".surface[data-kind='{game}.reveal']").wait_for(timeout=BACK)
        expect(one.stage.locator("main").first).to_contain_text("FAO")
        printed = report(one.room.logs()[-1], lang)
        assert "Chance &lt;b&gt;" in printed
        assert "FAO" in printed
    believed = visit(server.url, f"/explore?lang={lang}&tab=games&judged={name}", locale=locale)
    expect(believed.page.get_by_role("option", name="Chance <b>")).to_have_count(1, timeout=BACK)
    expect(believed.page.locator(".rank-row").first).to_be_visible()
    assert (believed.errors, believed.foreign) == ([], [])

    room, page = played["countries"].room, played["countries"].stage
    page.get_by_role("button", name=said("stage.word.menu", lang)).click()
    page.get_by_role("button", name=said("stage.word.keep_title", lang)).click()
    page.locator("#lesson-name").fill("Luck for all")
    with page.expect_download() as saved:
        page.get_by_role("button", name=said("stage.word.keep_file", lang)).click()
    saved.value.save_as(tmp_path / "lesson.json")
    assert room.code not in (tmp_path / "lesson.json").read_text("utf-8")

    other = served("there")
    colleague = visit(other.url, f"/?lang={lang}", locale=locale).page
    colleague.locator(".my-lessons input[type=file]").set_input_files(tmp_path / "lesson.json")
    expect(colleague.locator(".inside")).to_contain_text("Chance <b>")
    assert other.hall.rooms() == []  # previewed only
    colleague.get_by_role("button", name=said("stage.word.keep_here", lang)).click()
    colleague.locator(".my-lessons").get_by_role("button", name="Luck for all").click()
    colleague.get_by_role("button", name=said("home.word.link", lang)).click()
    link = colleague.locator(".dialog input[readonly]").input_value()
    third = visit(other.url, link.removeprefix(other.url), locale=locale).page
    expect(third.locator(".inside")).to_contain_text("Chance <b>")
    assert "#" not in third.url  # it asks for confirmation once
    colleague.get_by_role("button", name=said("home.word.new_cards", lang)).click()
    colleague.locator(".surface[data-kind='stage.lobby']").wait_for()
    (opened,) = other.hall.rooms()
    assert (opened.game, opened.teams) == ("countries", ["Ana", "Ben"])
