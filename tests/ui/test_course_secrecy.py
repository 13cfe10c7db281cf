"""Secrecy of a race in a real browser: races that differ only in hidden cards look the same to all others."""

import re
from typing import Any

from playwright.sync_api import Browser, Page

from geoclass import games
from geoclass.games.course import tables as course_tables
from geoclass.rooms import Hall
from tests.rooms.classroom import Crowd
from tests.ui.checks import last_of_each_version

APPS = ("home.py", "course.py")
TEAMS = ["Bleus", "Oranges"]


PLAYED = ["cairo--paris", "new-york--paris", "paris--tokyo"]  # seat 1 flies, lays off; the same in both


def _setup(other: bool) -> dict[str, Any]:
    cards = [card for card in course_tables.network() if card not in PLAYED]
    own, hidden, stock, unseen = cards[:5], cards[5:7], cards[7:30], cards[30:32]
    if other:
        hidden, unseen = unseen, hidden
    deck = [*own, *PLAYED, *hidden, *stock, *unseen]
    return games.new("course", TEAMS, 1, {"hand": 5, "max_rounds": 2}, deck=deck).log["setup"]


def _moves(setup: dict[str, Any]) -> list[games.Move]:
    own = setup["deck"][:5]
    stock = ["stock", "stock"]
    return [
        {"seat": 0, "move": "start", "city": "tokyo"},
        {"seat": 0, "move": "stay", "off": own[:2], "take": stock},
        {"seat": 1, "move": "start", "city": "paris"},
        {"seat": 1, "move": "fly", "routes": ["cairo--paris"]},
        {"seat": 0, "move": "stay", "off": own[2:4], "take": ["slot_a", "stock"]},
        {"seat": 1, "move": "stay", "off": ["paris--tokyo", "new-york--paris"], "take": ["slot_b", "stock"]},
    ]


def _plain(text: str, *secret: str) -> str:
    """The text without ids that differ between sessions."""
    for i, word in enumerate(secret):
        text = text.replace(word, f"<{i}>")
    text = re.sub(r"<script.*?</script>|nonce=\S+", "", text, flags=re.DOTALL)
    text = re.sub(r"<html[^>]*>", "<html>", text)  # the order of a script's attributes is random
    text = re.sub(r"Surface_course\d{3,}|__ref:p\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", "id", text)
    text = re.sub(r'"(?:p\d+|[0-9A-F]{32})"', '"id"', text)
    return re.sub(r'"(?:session_id|reqid|token|id)": ?"[^"]*"', '"id"', text)


class _Recorder:
    """The frames received by one page."""

    def __init__(self, page: Page, *secret: str) -> None:
        self.frames: list[str] = []
        self._secret = secret
        page.on("websocket", lambda ws: ws.on("framereceived", self._record))

    def _record(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        if '"scene"' in text or '"behind"' in text:
            self.frames.append(_plain(text, *self._secret))


def _watched(hall: Hall, server: str, browser: Browser, other: bool) -> dict[str, list[str]]:
    room, teacher = hall.open("course", TEAMS, lang="en")
    tokens = [teacher, room.screen(teacher, "projector"), room.join(seat=0)]
    setup = _setup(other)
    room._catch_up()
    room._write("start", {"setup": setup})
    crowd, at = Crowd(), type("At", (), {"port": int(server.rpartition(":")[2])})
    device = crowd.connect(at, room.code, teacher)
    heard, pages = {}, {}
    for name, token in zip(("foreign phone", "teacher", "projector"), (tokens[2], *tokens), strict=False):
        page = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce").new_page()
        heard[name] = _Recorder(page, room.code, *tokens)
        if name == "foreign phone":  # first: afterwards the connected phones do not change
            page.add_init_script(f"localStorage.setItem('geoclass.{room.code}', '{token}')")
            page.goto(f"{server}/join/{room.code}")
        else:
            page.goto(f"{server}/course?room={room.code}&token={token}&lang=en")
        page.locator(".course-play").wait_for()
        pages[name] = page
    opened: list[str] = []
    for played, move in enumerate(_moves(setup), start=1):
        if move["seat"] == 1 and move["move"] == "fly":  # one screen's curtain does not affect another
            private, before = pages["teacher"], {name: len(h.frames) for name, h in heard.items()}
            private.locator(".course-hand .go .button").click()
            private.locator(".curtain .accent").click()
            private.locator(".ticket").first.wait_for()
            private.locator(".shut").click()
            opened = heard["teacher"].frames[before["teacher"] :]
            del heard["teacher"].frames[before["teacher"] :]
            assert len(heard["projector"].frames) == before["projector"]
        answer = crowd.call(device.ask(type="move", move=move))
        assert answer["type"] == "played", answer
        for page in pages.values():
            page.wait_for_function(_AFTER, arg=f" {played}")
    found = {name: h.frames for name, h in heard.items()}
    found["foreign phone"] = last_of_each_version(found["foreign phone"])
    for name, page in pages.items():
        page.locator(".course-over").wait_for()
        drawn = page.locator(".surface").evaluate("(e) => e.outerHTML")
        found[f"{name}'s page"] = [_plain(page.content(), room.code, *tokens), _plain(drawn, room.code, *tokens)]
        page.context.close()
    crowd.close()
    return found | {"behind the curtain": opened}


# whether the surface shows the game after so many moves
_AFTER = """(played) => [...document.querySelectorAll('*')].some(
  (e) => (e.shadowRoot?.querySelector('.surface') || e.closest('.surface'))?.dataset.turn?.endsWith(played))"""


def _difference(one: list[str], two: list[str]) -> str:
    """The first difference between the frames of two pages."""
    for n, (a, b) in enumerate(zip(one, two, strict=True)):
        if a != b:
            at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
            return f"frame {n} at {at}: {a[at - 60 : at + 60]!r} or {b[at - 60 : at + 60]!r}"
    return ""


def test_what_onlookers_get_depends_on_no_hand(hall: Hall, server: str, browser: Browser):
    one, two = (_watched(hall, server, browser, other) for other in (False, True))
    assert _setup(False) != _setup(True)
    assert len(one["projector"]) > len(_moves(_setup(False)))
    assert len(one["foreign phone"]) >= len(_moves(_setup(False)))
    for who in one.keys() - {"behind the curtain"}:
        assert _difference(one[who], two[who]) == "", who
    assert one["behind the curtain"] != two["behind the curtain"]  # control: these frames differ
