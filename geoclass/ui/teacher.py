"""Who is the teacher: whoever has the key, and, on a server without phones, whoever uses its computer.

The key is stored beside the rooms. `geoclass serve` opens and prints an address with the key, which sets a cookie; the
key can also be typed on the first page. The origin of a request proves nothing: a proxy on this computer and another
site in the teacher's browser have the same one.
"""

import hmac
import os
import re
from datetime import timedelta
from html import escape
from secrets import token_hex
from typing import Any
from urllib.parse import urlencode, urlsplit

import panel as pn
from tornado.web import RequestHandler

from geoclass.rooms import Refused, Store, StoreError
from geoclass.rooms.names import new_code, read_code
from geoclass.ui import guard, live
from geoclass.ui.page import language
from geoclass.ui.phone.socket import guesses

HERE = ("127.0.0.1", "::1")
FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "X-Scheme")
COOKIE = "geoclass_teacher"
FILE = "teacher.key"
OPENS = 20  # rooms an address may open in an hour if anyone may; a school may share one address
AN_HOUR = 3600.0  # seconds
LIFE = timedelta(days=30)  # of a room on a server where anyone may open them, after its last change
WORDS = 4  # of 16 bits each, easy to dictate
KEY = re.compile("-".join(["[A-Z]{5}"] * WORDS))


def is_teacher() -> bool:
    """Whether this session's browser may open rooms."""
    context: Any = pn.state.curdoc.session_context if pn.state.curdoc else None
    request = context.request if context else None
    if request is None:  # a notebook
        return True
    if not live.phones_available():
        return _sits_here(request)
    try:
        return opens(request.cookies.get(COOKIE))
    except StoreError:  # the store is unreachable: neither key nor rooms
        return False


def anyone_opens() -> bool:
    """Whether anyone may open rooms (``--teachers anyone``); other people's rooms still need the key."""
    return live.phones_available() and os.environ.get("GEOCLASS_TEACHERS") == "anyone"


def opening() -> None:
    """Count a room being opened; without the key there is a limit per address. Raises `Refused`."""
    if is_teacher():
        return
    document: Any = pn.state.curdoc
    whose = f"opened:{document.session_context.request.remote_ip}"
    store = live.hall().store
    if len(store.notes(whose)) >= OPENS:
        raise Refused("home.many_rooms", n=OPENS)
    store.note(whose, token_hex(8), "", AN_HOUR)


def _sits_here(request: Any) -> bool:
    """For a plain `panel serve`, which has no key: whether the page was requested on this computer under a local name.

    Its sessions are not signed, so a page with a session from outside, or embedded in another one, does not count.
    """
    sent = {name.title() for name in request.headers}
    return (
        request.remote_ip in HERE
        and request.host_name in (*HERE, "localhost", "[::1]")
        and not sent & {*FORWARDED, "Bokeh-Session-Id"}
        and not request.path.endswith(("/ws", "/autoload.js"))
        and not any(name.startswith("bokeh-") for name in request.query_arguments)
    )


def key(store: Store | None = None) -> str:
    """The key of these rooms, created on first use."""
    store = store or live.hall().store
    kept = store.kept(FILE)
    return kept if KEY.fullmatch(kept) else store.keep(FILE, _new(), kept)  # none yet, or damaged


def forget() -> None:
    """Replace the key; cookies with the old one become invalid at all processes."""
    store = live.hall().store
    store.keep(FILE, _new(), store.kept(FILE))


def _new() -> str:
    return "-".join(new_code() for _ in range(WORDS))


def opens(typed: str | None) -> bool:
    """Whether *typed* is the key, in any case, with or without hyphens."""
    return hmac.compare_digest(read_code(typed or "").encode(), read_code(key()).encode())


def door() -> str:
    """The path that gives a browser the teacher's cookie."""
    return f"/teacher/{key()}"


def address() -> str | None:
    """The teacher's address for another device; None on a server for this computer only."""
    places = [place for place in live.addresses() if urlsplit(place).hostname not in (*HERE, "localhost")]
    return f"{places[0]}{door()}" if places else None


class Door(RequestHandler):
    """Sets the teacher's cookie for a browser with the key; wrong keys are throttled."""

    def set_default_headers(self) -> None:
        for name, value in (
            guard.SENT_ALWAYS | {"Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
        ).items():
            self.set_header(name, value)
        self.set_header("Content-Security-Policy", guard.policy(self.request.host))

    async def get(self, typed: str) -> None:
        if not guard.host_is_known(self):
            return guard.send_elsewhere(self)
        who = str(self.request.remote_ip)
        try:
            await self._let_in(typed, who)
        except StoreError as problem:
            self.set_status(503)
            self.finish(problem.text(language("", self.request.headers.get("Accept-Language", ""))))

    async def _let_in(self, typed: str, who: str) -> None:
        await guesses.turn(who)
        lang = self.get_query_argument("lang", "")
        query = {"lang": lang} if lang else {}
        if not opens(typed):
            guesses.wrong(who)
            self.redirect("/?" + urlencode({**query, "key": "wrong"}))
            return
        secure = live.is_encrypted()
        self.set_cookie(COOKIE, key(), expires_days=guard.A_YEAR, httponly=True, samesite="Strict", secure=secure)
        home = escape("/?" + urlencode(query))
        # No redirect: a browser coming from a link in a mail would not send a strict cookie with it.
        onwards = f'<meta http-equiv="refresh" content="0;url={home}">'
        self.write(f'<!doctype html>{onwards}<a href="{home}">geoclass</a>')
