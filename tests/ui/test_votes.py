"""Votes with a projector and four phones in real browsers: answers, talk, second answers, and a server crash."""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from geoclass import data, i18n
from geoclass.rooms import Room
from tests.rooms.classroom import Server
from tests.ui.checks import check
from tests.ui.conftest import Open, Watched, returning

TEAMS = ("Ana", "Ben", "Chloé", "Dan")
LOCALES = {"fr": "fr-FR", "en": "en-GB"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("votes")
    os.environ["GEOCLASS_DATA_DIR"] = str(folder)
    server = Server(folder).wait()
    yield server
    server.kill()
    del os.environ["GEOCLASS_DATA_DIR"]


class Classroom:
    """A room with the teacher's screen, a projector and four phones."""

    def __init__(
        self, server: Server, visit: Open, game: str, lang: str, seed: int, laid: int, **options: object
    ) -> None:
        self.server, self.lang, self.laid = server, lang, 0
        self.room: Room
        self.room, self.teacher = server.hall.open(game, list(TEAMS), lang, options)
        self.tokens = [self.room.join(seat=seat) for seat in range(4)]
        self.room.control(self.teacher, "start", seed=seed)
        self.lay(laid)
        query = f"/{game}?room={self.room.code}&lang={lang}&token="
        self.stage = visit(server.url, query + self.teacher, 1366, 768, locale=LOCALES[lang])
        projector = self.room.screen(self.teacher, "projector")
        self.projector = visit(server.url, query + projector, 1366, 768, locale=LOCALES[lang])
        self.phones = [self._phone(visit, token) for token in self.tokens]
        for screen in (self.stage, self.projector):
            screen.page.wait_for_selector(".surface[data-ready]")

    def _phone(self, visit: Open, token: str) -> Watched:
        phone = visit(self.server.url, f"/join/{self.room.code}", 360, 740, locale=LOCALES[self.lang])
        phone.page.evaluate("([c, t]) => localStorage.setItem(`geoclass.${c}`, t)", [self.room.code, token])
        phone.page.reload()
        phone.page.locator(".me").wait_for()
        return phone

    def text(self, key: str, **params: object) -> str:
        return i18n.text(key, self.lang, **params)

    def do(self, action: str) -> None:
        """Tap a control as the teacher."""
        self.stage.page.locator(f"[data-do={action}]").first.click()

    def on_turn(self) -> int:
        (seat,) = self.room.view(self.teacher)["game"]["actors"]
        return int(seat)

    def lay(self, n: int) -> None:
        for tap in range(self.laid, self.laid + n):
            legal = self.room.view(self.teacher)["teacher"]["legal"][str(self.on_turn())]
            self.room.submit(self.teacher, legal[tap * 3 % len(legal)], f"l{tap}")
        self.laid += n

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not true():
            assert time.monotonic() < end
            self.stage.page.wait_for_timeout(50)

    def go_on_to(self, shown: str) -> None:
        """Step through a reveal until this is shown; an immediate second click must not count."""
        end = time.monotonic() + 60
        while not self.stage.page.locator(shown).count():
            assert time.monotonic() < end
            self.stage.page.locator(".next").click()
            self.stage.page.wait_for_timeout(700)

    def restart(self) -> None:
        """Kill and restart the server; all screens come back by themselves."""
        pages = (self.stage.page, self.projector.page)
        for page in pages:
            page.evaluate("window.killed = true")
        self.server.kill()
        self.server.start()
        self.server.wait()
        for page in pages:
            page.wait_for_function("() => !window.killed", timeout=60_000)

    def check(self) -> None:
        """Check every screen; requests that failed while the server was down are allowed."""
        for watched in (self.stage, *self.phones):
            watched.errors[:] = [
                error for error in watched.errors if "Failed to load" not in error and "WebSocket" not in error
            ]
        check(self.stage, 17)
        check(self.phones[0], 15)


def answer(page: Page, value: str, sure: bool = True) -> None:
    page.locator(f".vote-option[data-value={value}]").click()
    page.locator(f"[data-sure={str(sure).lower()}]").click()
    page.locator(".vote-dock .go").click()
    page.locator(".vote-saved").wait_for()


def put(page: Page, order: list[str]) -> None:
    while page.locator(".vote-placed").count():
        page.locator(".vote-placed").first.click()
    for iso in order:
        page.locator(f".vote-rest [data-value={iso}]").click()
    page.locator(".vote-dock .go").click()
    page.locator(".vote-saved").wait_for()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_vote_on_a_row_with_a_restart_between_the_votes(server: Server, visit: Open, lang: str) -> None:
    room = Classroom(server, visit, "countries", lang, 7, 4, first=0)
    room.stage.page.locator(".tools .tool").last.click()
    room.stage.page.get_by_role("button", name=room.text("countries.prompt.voting_on")).click()
    doubter = room.on_turn()
    off = [phone.page for seat, phone in enumerate(room.phones) if seat != doubter]
    answer(off[0], "right")
    answer(off[0], "wrong", sure=False)  # has changed its mind
    off[0].locator("[data-tab=board]").click()
    off[0].locator(".countries-hand").wait_for()
    off[0].locator("[data-tab=ask]").click()
    off[1].evaluate("scrollTo(0, document.body.scrollHeight)")
    page = room.phones[doubter].page
    expect(page.locator(".vote-ask")).to_have_count(0)  # it is on turn
    page.locator(".doubt").click()
    for screen in (room.stage, room.projector):
        screen.page.locator(".vote-band[data-phase=first]").wait_for()
        expect(screen.page.locator(".vote-count b")).to_have_text("1")  # earlier answers need not be repeated
    for phone in room.phones[1:]:
        phone.page.locator(".vote-ask").wait_for()
    room.until(lambda: off[1].evaluate("scrollY") == 0)  # the vote is at the top
    others = [phone.page for phone in room.phones if phone.page is not off[0]]
    for page in others:
        answer(page, "right")
    expect(room.projector.page.locator(".vote-count b")).to_have_text("4")
    expect(room.projector.page.locator("[data-do]")).to_have_count(0)  # it cannot do anything
    room.check()
    others[0].locator("[data-tab=board]").click()  # the own hand can be used for planning, until the next step
    others[0].locator(".countries-hand").wait_for()
    room.do("vote_talk")
    others[0].locator(".vote-talk").wait_for()
    room.phones[0].page.locator(".vote-talk .vote-clock").wait_for()
    room.projector.page.locator(".vote-clock").wait_for()
    room.restart()
    room.stage.page.locator(".vote-band[data-phase=talk]").wait_for()
    room.do("vote_again")
    for phone in room.phones:
        phone.page.locator(".vote-options").wait_for(timeout=30000)
        answer(phone.page, "wrong")
    room.projector.page.locator(".vote-band[data-phase=second]").wait_for()
    expect(room.projector.page.locator(".vote-count b")).to_have_text("4")
    assert room.room.view(room.teacher)["reveals"] == 0
    room.do("vote_close")
    room.projector.page.locator(".countries-reveal").wait_for()
    room.phones[0].page.locator(".told").first.wait_for()
    room.go_on_to(".beliefs")
    room.projector.page.locator(".beliefs .band").first.wait_for()
    truth = room.room.view(room.teacher)["game"]["reveal"]["right"]
    (told,) = room.room.beliefs(room.teacher, room.room.view(room.teacher)["game"]["reveal"])
    assert told["said"] == [{"right": 3, "wrong": 1}, {"right": 0, "wrong": 4}]
    assert told["truth"]["say"] == ("right" if truth else "wrong")
    room.check()
    room.stage.page.locator(".believed-tool").click()  # back to the figures, on this screen
    room.stage.page.locator(".chart").first.wait_for()
    room.stage.page.locator(".next").click()
    room.projector.page.locator(".countries-play").wait_for()


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_everybody_orders_the_countries_and_votes_after_the_last_tile(server: Server, visit: Open, lang: str) -> None:
    room = Classroom(server, visit, "globalissimo", lang, 3, 3)
    room.stage.page.locator(".tools .tool").last.click()
    room.stage.page.get_by_role("button", name=room.text("globalissimo.prompt.voting_on")).click()
    last = room.on_turn()
    order = list(room.room.view(room.teacher)["prompt"]["options"])
    off = [phone.page for seat, phone in enumerate(room.phones) if seat != last]
    put(off[0], order)
    put(off[0], order[::-1])
    put(off[1], order)
    page = room.phones[last].page
    page.locator("button.open-card").first.click()
    page.locator(".rank-tile").first.click()
    page.locator(".play").click()
    room.projector.page.locator(".vote-band[data-phase=first]").wait_for()
    expect(room.projector.page.locator(".tile-place:not(.empty)")).to_have_count(4)  # the last tile is placed too
    for phone in room.phones:
        phone.page.locator(".vote-order").wait_for()
    put(room.phones[last].page, order)
    room.check()
    room.do("vote_talk")
    room.projector.page.locator(".vote-clock").wait_for()  # unstored answers would be lost with the server
    room.restart()
    room.stage.page.locator(".vote-band[data-phase=talk]").wait_for()
    room.do("vote_again")
    value = data.values(room.room.view(room.teacher)["game"]["category"])
    true = sorted(order, key=lambda iso: -value[iso])
    for phone in room.phones:
        phone.page.locator(".vote-order").wait_for(timeout=30000)
        put(phone.page, true)
    assert room.room.view(room.teacher)["reveals"] == 0
    room.do("vote_close")
    room.projector.page.locator(".globalissimo-reveal").wait_for()
    room.phones[0].page.locator(".told.right").first.wait_for()
    room.go_on_to(".ranks")
    room.projector.page.locator(".ranks td.true").first.wait_for()
    (told,) = room.room.beliefs(room.teacher, room.room.view(room.teacher)["game"]["reveal"])
    assert told["n"] == [3, 4]
    assert told["right"][1] == 4
    room.check()


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", ["couleurs", "course"])
def test_the_class_votes_at_any_moment_where_that_helps_nobody(
    server: Server, visit: Open, game: str, lang: str
) -> None:
    room = Classroom(server, visit, game, lang, 3, 4)
    off = [phone.page for seat, phone in enumerate(room.phones) if seat != room.on_turn()]
    for page in off[:2]:
        page.locator("[data-tab=ask]").click()
        page.locator(".vote-option").first.click()
        page.locator(".vote-dock .go").click()
        page.locator(".vote-saved").wait_for()
    off[0].locator(".vote-option").nth(1).click()  # has changed its mind
    off[0].locator(".vote-dock .go").click()
    off[0].locator(".vote-saved").wait_for()
    room.stage.page.locator(".tools .tool").last.click()
    room.stage.page.get_by_role("button", name=room.text("vote.open")).click()
    room.projector.page.locator(".vote-band[data-phase=first]").wait_for()
    expect(room.projector.page.locator(".vote-count b")).to_have_text("2")
    expect(room.projector.page.locator(".links-all")).not_to_be_visible()  # the map does not show who is close
    check(room.stage, 17)
    room.do("vote_talk")
    room.do("vote_again")
    for phone in room.phones:
        phone.page.locator(".vote-dock").wait_for()
        phone.page.locator(".vote-option").last.click()
        phone.page.locator(".vote-dock .go").click()
        phone.page.locator(".vote-saved").wait_for()
    room.do("vote_close")
    room.projector.page.locator(".beliefs .said-bars li").first.wait_for()
    room.phones[0].page.locator(".told").first.wait_for()
    check(room.stage, 17)
    asked = room.room.view(room.teacher)["prompt"]["facts"]
    room.do("vote_close")
    expect(room.projector.page.locator(".vote-band")).to_have_count(0)
    expect(room.phones[0].page.locator(".vote-ask")).to_have_count(0)  # the truth is known
    while (room.room.view(room.teacher)["prompt"] or {"facts": asked})["facts"] == asked:  # the game continues
        room.lay(1)
    waits = next(page for seat, page in enumerate(room.phones) if seat != room.on_turn())
    waits.page.locator("[data-tab=ask]").click()
    waits.page.locator(".vote-before .mark").wait_for()  # the result of the previous question
    check(waits, 15)


def touched(page: Page) -> bool:
    """Whether a country is chosen; the first tap zooms in."""
    page.locator(".vote-map svg").first.click()
    return page.locator(".vote-dock .go").is_enabled()


@pytest.mark.parametrize(("lang", "seed", "about"), [("en", 14, "capital"), ("fr", 1, "place")])
def test_at_a_barrier_everybody_answers_the_question_and_votes_when_the_team_has_answered(
    server: Server, visit: Open, lang: str, seed: int, about: str
) -> None:
    room = Classroom(server, visit, "globalissimo", lang, seed, 0)
    while (view := room.room.view(room.teacher))["room"]["showing"] or view["prompt"]["about"] == "rank":
        room.room.control(room.teacher, "next") if view["room"]["showing"] else room.lay(1)
    assert view["prompt"]["about"] == about
    off = room.phones[(room.on_turn() + 1) % 4]
    if about == "capital":
        expect(off.page.locator(".vote-option")).to_have_count(4)
        off.page.locator(".vote-option").last.click()
    else:
        room.until(lambda: touched(off.page))
    off.page.locator(".vote-dock .go").click()
    off.page.locator(".vote-saved").wait_for()
    assert room.room.answers(room.tokens[(room.on_turn() + 1) % 4])[0]
    check(off, 15)
    room.stage.page.locator(".tools .tool").last.click()
    room.stage.page.get_by_role("button", name=room.text(f"globalissimo.prompt.{about}.soon")).click()
    room.until(lambda: bool(room.room.view(room.teacher)["room"]["vote_soon"]))
    expect(room.projector.page.locator(".vote-band")).to_have_count(0)
    room.room.submit(room.teacher, {"seat": room.on_turn(), "move": "answer", "unknown": True}, "answer")
    room.projector.page.locator(".vote-band[data-phase=first]").wait_for()
    expect(room.projector.page.locator(".vote-count b")).to_have_text("1")
    check(room.stage, 17)
    room.do("vote_talk")
    off.page.locator(".vote-talk").wait_for()
    room.do("vote_again")
    same = room.text("vote.keep", what="") if about == "capital" else room.text("vote.keep_all")
    off.page.get_by_role("button", name=same).wait_for()  # one tap to keep the answer
    off.page.locator(".vote-dock .go").click()
    off.page.locator(".vote-saved").wait_for()
    room.do("vote_close")
    expect(room.projector.page.locator(".vote-band")).to_have_count(0)
    expect(off.page.locator(".vote-ask")).to_have_count(0)
    assert room.room.beliefs(room.teacher, room.room.view(room.teacher)["game"]["reveal"]) == []
    answer = room.room.view(room.teacher)["teacher"]["answer"][0]
    move = {"seat": room.on_turn(), "move": "answer", "text" if about == "capital" else "country": answer}
    room.room.submit(room.teacher, move, "found")
    room.go_on_to(".beliefs")
    room.projector.page.locator(".beliefs").wait_for()
    check(room.stage, 17)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_pad_is_kept_from_turn_to_turn_and_shown_with_the_passports(server: Server, visit: Open, lang: str) -> None:
    room = Classroom(server, visit, "spywhere", lang, 3, 4)
    truth = [room.room.peek(room.teacher, seat)["game"]["passports"][seat] for seat in range(4)]
    seat = room.on_turn()
    page = room.phones[(seat + 1) % 4].page
    page.locator("[data-tab=ask]").click()
    row = page.locator(".vote-pad").first
    row.locator("[data-value]:not(.out)").first.click()
    row.locator(f"[data-value={truth[0 if seat != 3 else 1][0]}]").click()
    room.until(lambda: bool(room.room.view(room.teacher)["teacher"]["answered"]))
    check(room.phones[(seat + 1) % 4], 15)
    room.stage.page.locator(".tools .tool").last.click()
    room.stage.page.get_by_role("button", name=room.text("vote.open")).click()
    expect(room.projector.page.locator(".vote-count b")).to_have_text("1")
    page.locator(".vote-saved").wait_for()
    room.do("vote_talk")
    expect(room.projector.page.locator(".vote-main h2")).to_have_text(room.text("spywhere.prompt.pad.talk_title"))
    check(room.stage, 17)
    room.do("vote_again")
    page.get_by_role("button", name=room.text("vote.keep_all")).click()
    expect(room.projector.page.locator(".vote-count b")).to_have_text("1")
    check(room.phones[(seat + 1) % 4], 15)
    room.do("vote_close")
    room.stage.page.locator(".tools .tool").last.click()
    room.stage.page.get_by_role("button", name=room.text("stage.menu.end")).click()
    room.stage.page.get_by_role("button", name=room.text("stage.sure.end.yes")).click()
    room.until(lambda: room.room.view(room.teacher)["room"]["showing"])
    room.go_on_to(".staircase")
    room.projector.page.locator(".staircase").wait_for()
    page.locator(".told-pad .mark").first.wait_for()  # its own notes, and the passport
    check(room.phones[(seat + 1) % 4], 15)
    check(room.stage, 17)


PLANS = {  # of a waiting team: one of each of these, then the button that plays it
    "countries": (".cards .pick", ".place [data-slot]", ".dock .play"),
    "globalissimo": ("button.open-card", ".rank-tile", ".confirm .play"),
    "spywhere": (".choosing .picks >> nth=0 >> [aria-pressed]", ".five [aria-pressed]", ".dock .play"),
}


@pytest.mark.parametrize(("game", "lang"), [*zip(PLANS, ("en", "fr", "en"), strict=True)])
def test_a_move_planned_off_turn_is_ready_when_the_turn_comes(
    server: Server, visit: Open, game: str, lang: str
) -> None:
    options = {"first": 0} if game == "countries" else {}
    room = Classroom(server, visit, game, lang, 7, 2, **options)
    seat = room.on_turn()
    soon = (seat + 1) % 4
    page = room.phones[soon].page
    page.locator("[data-tab=board]").click()
    *choose, play = PLANS[game]
    for one in choose:
        page.locator(one).last.click()
    expect(page.locator(".plan")).to_contain_text("✓")
    expect(page.locator(play)).to_have_count(0)
    check(room.phones[soon], 15)
    while room.on_turn() != soon:  # the others play, and the plan is kept
        legal = room.room.view(room.teacher)["teacher"]["legal"][str(room.on_turn())]
        room.room.submit(room.teacher, legal[0], f"o{room.room.version}")
    expect(page.locator(play)).to_be_enabled()
    moves = room.room.view(room.teacher)["moves"]
    page.locator(play).click()
    room.until(lambda: room.room.view(room.teacher)["moves"] > moves)


def test_at_the_board_hands_are_counted_in_two_taps_and_a_turn_has_a_countdown(server: Server, visit: Open) -> None:
    room, teacher = server.hall.open("countries", ["Ana", "Ben"], "fr", {"first": 0})
    room.control(teacher, "start", seed=7)
    room.control(teacher, "voting", on=True)
    for tap in range(3):
        legal = room.view(teacher)["teacher"]["legal"]
        room.submit(teacher, legal[next(iter(legal))][0], f"l{tap}")
    query = f"/countries?room={room.code}&lang=fr&token="
    stage = visit(server.url, query + teacher, 1366, 768, locale="fr-FR")
    projector = visit(server.url, query + room.screen(teacher, "projector"), 1366, 768, locale="fr-FR").page
    page = stage.page
    page.locator(".tools .tool").last.click()
    page.get_by_role("button", name=i18n.text("vote.clock.title", "fr")).click()
    page.get_by_role("button", name=i18n.text("vote.clock.s60", "fr")).click()
    expect(projector.locator(".turn-clock [role=timer]")).to_have_text(re.compile(r"^(1:00|0:\d\d)$"))
    check(stage, 17)
    page.locator(".turn-clock").click()
    page.get_by_role("button", name=i18n.text("vote.clock.off", "fr")).click()
    expect(projector.locator(".turn-clock")).to_have_count(0)
    page.locator(".doubt").click()
    page.locator("[data-do=hands]").click()
    page.locator("[data-value=right] .hand-grid button").nth(12).click()
    page.locator("[data-value=wrong] .hand-grid button").nth(9).click()
    expect(projector.locator(".vote-count b")).to_have_text("21")
    check(stage, 17)
    page.keyboard.press("Escape")
    page.locator("[data-do=vote_close]").first.click()
    projector.locator(".countries-reveal").wait_for()
    (told,) = room.beliefs(teacher, room.view(teacher)["game"]["reveal"])
    assert told["said"] == [{"right": 12, "wrong": 9}]


def test_a_team_of_two_phones_decides_together(server: Server, visit: Open) -> None:
    room, teacher = server.hall.open("countries", ["Ana", "Ben"], "en", {"first": 0}, together=True)
    tokens = [room.join(seat=0) for _ in range(2)]
    room.control(teacher, "start", seed=7)
    one, other = (returning(visit, server.url, room.code, token) for token in tokens)
    end = time.monotonic() + 20
    while room.view(teacher)["room"]["teams"][0]["here"] < 2:
        assert time.monotonic() < end
        one.page.wait_for_timeout(50)
    one.page.locator(".pick").first.click()
    one.page.locator("[data-slot='0']").click()
    one.page.locator(".dock .play").click()
    one.page.locator(".proposal[data-own=true]").wait_for()
    expect(one.page.locator(".proposal .strong")).to_be_disabled()  # it may not insist yet
    assert room.view(teacher)["moves"] == 0
    expect(other.page.locator(".proposal")).to_contain_text(i18n.text("phone.proposal.theirs", "en", phone=1))
    check(other, 15)
    other.page.locator(".proposal .go").click()
    for phone in (one, other):
        expect(phone.page.locator(".proposal")).to_have_count(0)
    assert room.view(teacher)["moves"] == 1
