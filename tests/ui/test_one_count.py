"""One count: end page, report, Explore and workbook show the same results of a game, without bots' moves."""

import re
from html import unescape
from io import BytesIO

import pytest
from openpyxl import load_workbook

from geoclass import bots, games, i18n, review
from geoclass.review.parts import part
from geoclass.review.report import report
from geoclass.rooms import Hall
from geoclass.ui import explore_games, live
from geoclass.ui.explore_state import State
from geoclass.ui.kit.parts import board_of
from geoclass.ui.states import screen_state

LEVELS = ("pupil", "random", "keen")


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A hall in the folder where Explore looks for rooms."""
    found = Hall.at(tmp_path, bot_delay=600)
    monkeypatch.setattr(live, "hall", lambda: found)
    explore_games._in_room.cache_clear()
    yield found
    explore_games._in_room.cache_clear()


def played(hall, game, seed):
    """A whole game in a room; the teacher plays for three teams."""
    room, teacher = hall.open(game, ["Ana", "Ben", "Chloé"], hold=False)
    room.control(teacher, "start", seed=seed)
    players = [bots.make(game, level, seed) for level in LEVELS]
    tap = 0
    live_game = games.replay(room.log())
    while live_game.actors:
        seat = live_game.actors[0]
        move = players[seat].choose(live_game.view(seat), live_game.legal(seat))
        live_game.play(move)
        room.submit(teacher, move, f"tap {(tap := tap + 1)}")
    return room, teacher


def played_by_bots(hall, game, seed):
    """A whole game in a room whose three seats are bots."""
    room, teacher = hall.open(game, [{"name": level.title(), "bot": level} for level in LEVELS], hold=False)
    room.control(teacher, "start", seed=seed)
    while room.bot_turn():
        pass
    assert room.view(teacher)["room"]["phase"] == "over"
    return room, teacher


def explored(room, lang):
    """Explore's results of the only game: on its card, and of each player compared with bots."""
    explore_games._in_room.cache_clear()
    (card,) = explore_games.ours(State(tab="games"), lang, local=True)["cards"]
    explore_games.compare(f"{room.code}-1")
    rows = explore_games.ours(State(tab="games", game=card["id"]), lang, local=True)["versus"]
    return card["text"], [row["text"] for row in rows["rows"]], rows["about"]


def reported(log, lang):
    """The report's results, and those of each player compared with bots."""
    page = report(log, lang)
    return unescape(page), re.findall(r"<em>(.*?)</em>", page)


def on_the_end_page(game, scene):
    """The numbers on the end page, as written there."""
    if game == "countries":
        return [re.match(r"\d+", bar["text"])[0] for bar in scene["compare"]["bars"]]
    if game == "globalissimo":
        return re.findall(r"\d+(?:[.,]\d+)?", scene["precision"]["note"])
    return re.findall(r"^\d+", scene["found"]["text"]) if game == "couleurs" else []


@pytest.mark.parametrize("seed", [3, 8])
@pytest.mark.parametrize("game", games.GAMES)
def test_T2_end_page_report_explore_and_workbook_say_the_same(hall, game, seed):
    lang = "fr" if seed == 3 else "en"
    room, teacher = played(hall, game, seed)
    log = room.log()
    count, comparison = review.count(log), review.versus_bots(log)
    card, in_explore, _ = explored(room, lang)
    page, in_the_report = reported(log, lang)
    sheet = load_workbook(BytesIO(review.to_xlsx(log, lang))).worksheets[1]
    words, value, n = [cell.value for cell in sheet[2]]
    scene = board_of(game).end(screen_state(room, teacher, lang))

    compared = [comparison.said(mean, lang) for mean in comparison.means.values()]
    assert in_explore == in_the_report == compared
    assert card == words == review.counted(log, lang)
    if part(game, "COUNTED") is None:
        assert (count, value, n) == (None, None, 0)
        return
    assert card in page
    assert value == pytest.approx(count.value)
    assert n == count.n
    if not part(game, "ANEW"):
        assert count.said(lang) == compared[0]
    shown = {"countries": compared, "globalissimo": compared[:2], "couleurs": [count.said(lang)], "spywhere": []}
    assert on_the_end_page(game, scene) == shown[game]


def test_T2_a_card_counts_once_and_the_starting_card_never(hall):
    room, teacher = played(hall, "countries", 3)
    rows = [reveal["row"] for reveal in games.replay(room.log()).reveals if reveal["kind"] == "row"]
    laid = [card for row in rows for card in row if card["seat"] is not None]
    share = sum(not card["misplaced"] for card in laid) / len(laid)
    scene = board_of("countries").end(screen_state(room, teacher, "en"))
    assert scene["compare"]["bars"][0]["text"] == f"{round(100 * share)}%"
    wrong = [card["card"] for card in laid if card["misplaced"]]
    assert {country["iso"] for country in scene["countries"]} <= set(wrong)


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("game", games.GAMES)
def test_T3_where_only_bots_have_played_every_screen_says_so(hall, game, lang):
    room, teacher = played_by_bots(hall, game, 3)
    log = room.log()
    assert log["bots"] == list(range(len(log["moves"])))
    says = i18n.text("review.only_bots", lang)
    card, rows, about = explored(room, lang)
    assert (card, rows, about) == (says, [], says)
    page, bars = reported(log, lang)
    assert says in page
    assert bars == []
    assert load_workbook(BytesIO(review.to_xlsx(log, lang))).worksheets[1]["A2"].value == says
    scene = board_of(game).end(screen_state(room, teacher, lang))
    if game == "countries":
        assert scene["compare"]["note"] == says
        assert (scene["compare"]["bars"], scene["countries"], scene["hardest"]) == ([], [], None)
    elif game == "globalissimo":
        assert (scene["none_missed"], scene["precision"], scene["missed"]) == (says, None, [])
    elif game == "couleurs":
        assert (scene["not_found"], scene["found"]) == (says, None)
    found, _ = explore_games.board(State(tab="games"), lang, dark=False, local=True)
    assert says == found["empty"] or game in ("couleurs", "spywhere", "course")  # those show the course of the game
