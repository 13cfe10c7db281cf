"""Who may open rooms: whoever sits at the computer that serves, and whoever has the teacher's key.

The key is kept beside the rooms. An address with it, or the key typed on the first page, gives a browser a cookie.
"""

import hmac
from functools import cache
from typing import Any
from urllib.parse import urlencode, urlsplit

import panel as pn
from tornado.web import RequestHandler

from geoclass.rooms.names import new_code, read_code
from geoclass.ui import live
from geoclass.ui.phone.socket import guesses

HERE = ("127.0.0.1", "::1")
COOKIE = "geoclass_teacher"
FILE = "teacher.key"
WORDS = 4  # of 16 bits each, in letters that can be dictated
A_YEAR = 365  # days


def is_teacher() -> bool:
    """Whether this session's browser may open rooms."""
    context: Any = pn.state.curdoc.session_context if pn.state.curdoc else None
    request = context.request if context else None
    return request is None or getattr(request, "remote_ip", None) in HERE or opens((pn.state.cookies or {}).get(COOKIE))


@cache
def key() -> str:
    """The key of this computer, made when it is first asked for."""
    file = live.folder() / FILE
    kept = file.read_text("utf-8").strip() if file.exists() else ""
    if kept.count("-") != WORDS - 1:  # none yet, or half of one
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(0o600)
        kept = "-".join(new_code() for _ in range(WORDS))
        file.write_text(kept + "\n", "utf-8")
    return kept


def forget() -> None:
    """Take the key away: the next one asked for is another, and cookies with this one open nothing."""
    key.cache_clear()
    (live.folder() / FILE).unlink(missing_ok=True)


def opens(typed: str | None) -> bool:
    """Whether this is the key, as somebody types it: in any case, with or without the hyphens."""
    return hmac.compare_digest(read_code(typed or "").encode(), read_code(key()).encode())


def address() -> str | None:
    """Where a teacher comes in from another device; nowhere if this computer serves itself alone."""
    places = [place for place in live.addresses() if urlsplit(place).hostname not in (*HERE, "localhost")]
    return f"{places[0]}/teacher/{key()}" if places else None


class Door(RequestHandler):
    """Lets a browser with the key in, and sends everybody on to the first page; those who guess wait ever longer."""

    async def get(self, typed: str) -> None:
        who = str(self.request.remote_ip)
        await guesses.turn(who)
        known = opens(typed)
        if known:
            self.set_cookie(COOKIE, key(), expires_days=A_YEAR, httponly=True, samesite="Lax")
        else:
            guesses.wrong(who)
        lang = self.get_query_argument("lang", "")
        query = {"lang": lang} if lang else {}
        self.set_header("Referrer-Policy", "no-referrer")
        self.redirect("/?" + urlencode(query if known else {**query, "key": "wrong"}))
