"""What a page can show before its session is made: sent at once, with the addresses of its scripts; the rest follows.

The head of a page is the same for all who speak a language, so it is kept from the first time that the page is made.
"""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from tornado.httputil import HTTPServerRequest
from tornado.web import RequestHandler

from geoclass.ui.explore_first import first_map
from geoclass.ui.explore_state import State
from geoclass.ui.page import language

MARK = "<!-- first -->"  # page.html has what is seen first between two of these
SCRIPT = re.compile(r'<script type="text/javascript" src="([^"]+)"')

_heads: dict[str, str] = {}  # language → what stands before the first map


def sending(get: Callable[..., Any]) -> Callable[..., Any]:
    """The way an app's page is sent, with what can be seen early before all else."""

    @wraps(get)
    async def early(handler: RequestHandler, *args: Any, **more: Any) -> None:
        lang, first = _first(handler.request)
        write: Callable[[Any], None] = handler.write
        begun = first and lang in _heads
        if begun:
            handler.set_header("Content-Type", "text/html")
            handler.set_header("Cache-Control", "no-store")
            write(_heads[lang] + first)
            await handler.flush()

        def on(chunk: Any) -> None:
            write(chunk.rpartition(MARK)[2] if begun else _kept(lang, chunk))

        if first:
            handler.write = on  # type: ignore[method-assign]
        await get(handler, *args, **more)

    return early


def _first(request: HTTPServerRequest) -> tuple[str, str]:
    """The language of a request, and what its page shows first: nothing but in Explore."""

    def argument(name: str) -> str:
        return str(request.arguments.get(name, [b""])[0], "utf-8", "replace")

    lang = language(argument("lang"), request.headers.get("Accept-Language", ""))
    explore = request.path.rstrip("/").endswith("/explore")
    return lang, first_map(State.read(argument), lang) if explore else ""


def _kept(lang: str, page: Any) -> Any:
    """*page*; its head is kept, with what tells the browser to fetch the scripts meanwhile."""
    if isinstance(page, str) and MARK in page:
        head, _, rest = page.partition(MARK)
        ahead = "".join(f'<link rel="preload" as="script" href="{src}">' for src in SCRIPT.findall(rest))
        _heads[lang] = head.replace("</head>", f"{ahead}</head>", 1)
    return page
