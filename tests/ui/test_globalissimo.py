"""Whole games of Globalissimo in a real browser: on one screen in both languages, with a phone, and judged aloud."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from geoclass import data, games, maps
from geoclass.rooms import Hall, SqliteStore
from geoclass.rooms.state import State
from tests.ui.checks import check
from tests.ui.conftest import READY, Open, Watched

APPS = ("globalissimo.py", "console.py")
expect.set_options(timeout=20_000)  # on a slow and busy machine
SHORT = {"rounds": 2, "track": {"squares": 8, "barriers": [1, 2, 3, 4]}}  # every team meets barriers
BOTH_SEED = 3  # a seed whose first barriers are of both colours


class Board:
    """A room, its stage in the browser with the teacher's token, and its game replayed from the rows."""

    def __init__(
        self, visit: Open, server: str, folder: Path, lang: str, teams: list[Any], options: dict[str, Any], seed: int
    ) -> None:
        self.folder, self.lang = folder, lang
        room, token = Hall.at(folder).open("globalissimo", teams, lang=lang, options=options)
        room.control(token, "start", seed=seed)
        projector = room.screen(token, "projector")
        room.close()
        self.code = room.code
        self.stage = visit(server, f"/globalissimo?room={room.code}&token={token}&lang={lang}")
        self.page = self.stage.page
        self.page.wait_for_selector(READY)
        self.console_path = f"/console?room={room.code}&token={token}&lang={lang}"
        self.projector_path = f"/globalissimo?room={room.code}&token={projector}&lang={lang}"
        self.seen: set[str] = set()

    def state(self) -> State:
        state = State()
        for row in SqliteStore(self.folder).rows(self.code):
            state.apply(row.kind, row.body)
        return state

    @property
    def game(self) -> games.Game:
        game = self.state().game
        assert game
        return game

    def await_version(self, version: int) -> None:
        for _ in range(200):
            if self.state().version > version:
                return
            self.page.wait_for_timeout(50)
        pytest.fail("nothing has happened")

    def step(self, wrong: bool = False) -> str:
        """Compare the stage with the rows, check it, and continue as the teacher."""
        state, page = self.state(), self.page
        game = state.game
        assert game
        view = game.view(None)
        if state.showing:
            kind = next((sort for sort in ("unsolved", "solved") if view["reveal"][sort]), f"reveal{state.step}")
            shown = f'.globalissimo-reveal[data-stage="{state.step}"]' if "reveal" in kind else ".globalissimo-answer"
            expect(page.locator(shown)).to_be_visible()
            self.look(kind)
            page.locator(".next").click()
        elif game.result:
            expect(page.locator(".globalissimo-over")).to_be_visible()
            return "over"
        elif view["question"]:
            kind = view["question"]["colour"]
            expect(page.locator(f".globalissimo-question.{kind}")).to_contain_text(view["players"][view["actors"][0]])
            expect(page.locator(".asked-words")).to_contain_text(name(view["question"]["card"], self.lang).split()[-1])
            self.look(kind)
            self.answer(view, wrong)
        else:
            kind = "play"
            expect(page.locator(".open-card .tile-place:not(.empty)")).to_have_count(len(view["tiles"]))
            expect(page.locator(".turn-line .chip")).to_contain_text(view["players"][view["actors"][0]])
            self.look(kind)
            values = data.values(view["category"])
            free = next(values[card] for card in view["open"] if card not in view["tiles"])
            rank = 1 + sum(values[card] > free for card in view["open"])
            if len(view["tiles"]) % 2:  # a rank and a country; or a country, and the rank by its key
                page.locator(".rank-tile").nth(rank - 1).click()
                page.locator("button.open-card").first.click()
            else:
                page.locator("button.open-card").first.click()
                page.keyboard.press(str(rank))
        self.await_version(state.version)
        return kind

    def answer(self, view: dict[str, Any], wrong: bool) -> None:
        page, question = self.page, view["question"]
        card = question["card"]
        if view["options"]["judge"] == "teacher":
            page.locator(".judge .button").nth(int(wrong)).click()
        elif question["colour"] == "orange":
            page.locator(".typed input").fill("Atlantis" if wrong else data.capital_names(card)[0])
            page.keyboard.press("Enter")
        else:
            point_at(page, "VAT" if wrong else card)
            page.locator(".map-tools .play").click()

    def look(self, kind: str) -> None:
        if kind not in self.seen:
            self.seen.add(kind)
            self.page.wait_for_timeout(500)
            check(self.stage, 24)
            assert self.page.evaluate("document.documentElement.scrollHeight <= innerHeight")

    def result_is_the_log_s(self) -> None:
        result = self.game.result
        assert result
        squares = [
            int(g) for g in self.page.locator(".figure-on-track").evaluate_all("all => all.map(g => g.dataset.at)")
        ]
        assert squares == result["scores"]
        title = self.page.locator(".verdict").inner_text()
        assert all(self.game.players[seat] in title for seat in result["winners"])


def name(iso: str, lang: str) -> str:
    return data.Country(iso).words(lang)


def play_on(board: Board, lose_first_round: bool) -> None:
    for _ in range(120):
        if board.step(wrong=lose_first_round and board.game.view(None)["round"] == 1) == "over":
            return
    pytest.fail("the game does not end")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_whole_game_at_the_board(server: str, visit: Open, folder: Path, lang: str):
    options = SHORT | {"rounds": 2 if lang == "fr" else 1}
    board = Board(visit, server, folder, lang, ["Bleus", "Verts"], options, BOTH_SEED)
    play_on(board, lose_first_round=lang == "fr")
    board.look("over")
    board.result_is_the_log_s()
    assert {"play", "reveal0", "reveal1", "reveal2", "orange", "violet"} <= board.seen
    assert "solved" in board.seen
    assert ("unsolved" in board.seen) == (lang == "fr")  # unsolved questions are answered only when the round ends
    board.page.locator(".tools .tool").nth(1).click()  # the history
    board.page.locator(".past").first.click()
    expect(board.page.locator(".globalissimo-reveal .among")).to_be_visible()


def test_a_phone_and_a_bot_play_with_flags_only(server: str, visit: Open, folder: Path):
    teams = ["Blues", {"name": "Robots", "bot": "geographer"}]
    board = Board(visit, server, folder, "en", teams, SHORT | {"rounds": 1, "flags_only": True}, BOTH_SEED)
    told: list[str] = []
    stage = watched_frames(visit, server, board.projector_path, told)
    phone = visit(server, "/join", 360, 740)
    page = phone.page
    page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: told.append(str(frame))))
    page.goto(f"{server}/join/{board.code}")
    page.locator(".team-button").first.click()
    page.locator(".go").click()
    expect(page.locator("button.open-card")).to_have_count(5)
    expect(stage.page.locator(".open-card")).to_have_count(5)
    for shown in (page, board.page, stage.page):
        assert "Flag 1" in shown.locator("main").inner_text()
    hidden = [name(card, "en") for card in board.game.view(None)["open"]]
    seen_or_heard = [*told, page.locator("main").inner_html(), stage.page.content()]
    assert not [word for word in hidden if any(word in text for text in seen_or_heard)]
    check(phone, 15)
    values = [data.values(board.game.view(None)["category"])[card] for card in board.game.view(None)["open"]]
    expect(page.locator(".confirm .play")).to_be_disabled()
    page.locator("button.open-card").nth(2).focus()
    page.keyboard.press("Enter")
    expect(page.locator("button.open-card[aria-pressed=true]")).to_be_focused()  # kept during a redraw
    page.locator(".rank-tile").nth(sorted(values, reverse=True).index(values[2])).click()  # three points
    expect(page.locator(".confirm .play")).to_contain_text("flag 3")
    page.locator(".confirm .play").click()
    seen = set()
    for _ in range(200):
        state = board.state()
        game = state.game
        assert game
        if state.showing:
            board.step()
        elif game.result:
            break
        elif 0 in game.actors and (question := game.view(None)["question"]):
            seen.add(question["colour"])
            answer_on_phone(page, question)
            check(phone, 15)
            page.locator(".confirm .play").click()
            board.await_version(state.version)
        else:
            board.page.wait_for_timeout(100)  # the bot is choosing
    assert {"orange", "violet"} == seen
    expect(page.locator(".ours")).to_be_visible()
    check(phone, 15)
    expect(board.page.locator(".globalissimo-over")).to_be_visible()
    board.result_is_the_log_s()


def answer_on_phone(page: Page, question: dict[str, Any]) -> None:
    card = question["card"]
    if question["colour"] == "orange":
        page.locator(".typed input").fill(data.capital_names(card)[0])
        return
    expect(page.locator(".confirm .play")).to_be_disabled()
    point_at(page, card)  # the first tap zooms in
    expect(page.locator(".world .chosen")).to_have_count(0)
    point_at(page, card)
    expect(page.locator(f".world .chosen[data-iso={card}]")).to_have_count(1)
    page.locator("summary").click()  # without the map: a list of places without names
    expect(page.locator(".position")).to_have_count(len(data.values("latitude")))
    expect(page.locator(".position[aria-pressed=true]")).to_have_count(1)
    assert not [
        iso for iso in data.attribute("un_status") if name(iso, "en") in page.locator(".positions").inner_text()
    ]
    page.locator("summary").click()


def point_at(page: Page, iso: str) -> None:
    """Click on a country at its current position on the map."""
    page.mouse.click(*on_screen(page, *maps.area(iso).at))


def on_screen(page: Page, x: float, y: float) -> tuple[float, float]:
    """The window coordinates of a point of the map, given in kilometres."""
    page.locator(".zoomable .land[data-ready]").wait_for()
    where = "(svg, at) => { const p = new DOMPoint(...at).matrixTransform(svg.getScreenCTM()); return [p.x, p.y] }"
    left, top = page.locator(".zoomable .world").evaluate(where, [x, -y])
    return left, top


def test_P10_only_the_console_has_the_answer_and_judges(server: str, visit: Open, folder: Path):
    """With spoken answers, the console has the capital, Right and Wrong; no projected page has it in any form."""
    board = Board(visit, server, folder, "fr", ["Bleus", "Verts"], SHORT | {"judge": "teacher", "rounds": 1}, BOTH_SEED)
    frames: list[str] = []
    projector = watched_frames(visit, server, board.projector_path, frames)
    console = visit(server, board.console_path)
    kinds = set()
    for _ in range(40):
        question = board.game.view(None)["question"] if not board.state().showing else None
        if question and question["colour"] == "orange":
            expect(projector.page.locator(".globalissimo-question.orange")).to_be_visible()
            capital = data.capital(question["card"], "fr")
            assert capital not in name(question["card"], "fr")
            for stage in (board, projector):
                assert capital not in stage.page.content()
            assert projector.page.locator(".judge").count() == 0
            assert not [frame for frame in frames if capital in frame]
            version = board.state().version
            expect(console.page.locator(".now .answer")).to_contain_text(capital)
            console.page.get_by_role("button", name="Juste").click()
            board.await_version(version)
            assert board.game.events[0]["event"] == "right"
            expect(board.page.locator(".globalissimo-answer")).to_contain_text(capital)
            kinds.add("orange")
            continue
        kinds.add(kind := board.step())
        if kind == "over":
            break
    assert {"orange", "over"} <= kinds
    assert projector.errors == projector.foreign == console.errors == []


def test_P10_who_does_not_know_says_so_and_nothing_typed_is_told(server: str, visit: Open, folder: Path):
    board = Board(visit, server, folder, "fr", ["Bleus", "Verts"], SHORT | {"rounds": 1}, BOTH_SEED)
    for _ in range(40):
        view, state = board.game.view(None), board.state()
        if view["question"] and not state.showing and view["question"]["colour"] == "orange":
            break
        assert board.step() != "over"
    board.page.locator(".typed .play").click()
    expect(board.page.locator(".toast")).to_contain_text("Nous ne savons pas")
    version = board.state().version
    board.page.locator(".unknown").click()
    board.await_version(version)
    assert board.game.log["moves"][-1] == {"seat": view["actors"][0], "move": "answer", "unknown": True}


def watched_frames(visit: Open, server: str, path: str, frames: list[str]) -> Watched:
    projector = visit(server, "/globalissimo")
    projector.page.on("websocket", lambda ws: ws.on("framereceived", lambda frame: frames.append(str(frame))))
    projector.page.goto(server + path)
    projector.page.wait_for_selector(READY)
    return projector
