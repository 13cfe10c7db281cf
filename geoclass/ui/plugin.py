"""What phones need of the server: ``panel serve … --plugins geoclass.ui.plugin`` (`geoclass serve` does that)."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from bokeh.resources import Resources
from bokeh.server.tornado import BokehTornado
from bokeh.server.views.ws import WSHandler
from panel.io.server import DocHandler
from tornado.web import RequestHandler

from geoclass.ui import early, live
from geoclass.ui.phone.pages import File, Flag, Page, Texts
from geoclass.ui.phone.socket import Socket
from geoclass.ui.teacher import Door

ROUTES: list[tuple[str, type[RequestHandler], dict[str, Any]]] = [
    (r"/teacher/(?P<typed>[A-Za-z-]{1,80})", Door, {}),
    (r"/join/?(?P<code>[A-Za-z]{0,12})", Page, {}),
    (r"/phone/socket", Socket, {}),
    (r"/phone/flags/(?P<iso2>[a-z]{2})\.svg", Flag, {}),
    (r"/phone/[0-9a-f]{12}/texts/(?P<lang>[a-z]{2})\.json", Texts, {}),
    (r"/phone/[0-9a-f]{12}/(?P<name>[a-z0-9/.-]+)", File, {}),
]


def _send_at_once(open_: Callable[..., Any]) -> Callable[..., Any]:
    """Without it every small answer of an app waits some 40 ms for the next one (Nagle's algorithm)."""

    @wraps(open_)
    def opening(handler: WSHandler, *args: Any) -> Any:
        opened = open_(handler, *args)
        if handler.ws_connection is not None:  # it may have been refused
            handler.set_nodelay(True)
        return opened

    return opening


def _pack(init: Callable[..., None]) -> Callable[..., None]:
    """Gzip what browsers fetch (bokeh.min.js: 1.27 MB → 0.35): a setting of Tornado's that Panel's command lacks."""

    @wraps(init)
    def opening(server: BokehTornado, *args: Any, **settings: Any) -> None:
        init(server, *args, **{"compress_response": True} | settings)

    return opening


def _pack_messages(_handler: WSHandler) -> dict[str, Any]:
    """Let app and browser pack what they say to each other: a page with a map is a document of 320 kB, packed 105."""
    return {"compression_level": 6}


def _without_webgl(resources: Callable[..., Resources]) -> Callable[..., Resources]:
    """Leave out what draws figures on a graphics card (56 kB packed): no figure of ours asks for it."""

    @wraps(resources)
    def lighter(server: BokehTornado, *args: Any, **settings: Any) -> Resources:
        found = resources(server, *args, **settings)
        return found.clone(components=[part for part in found.components if part != "bokeh-gl"])

    return lighter


if not live.phones_available():  # once, also when the module is loaded anew
    WSHandler.open = _send_at_once(WSHandler.open)  # type: ignore[method-assign]
    WSHandler.get_compression_options = _pack_messages  # type: ignore[assignment, method-assign]
    DocHandler.get = early.sending(DocHandler.get)  # type: ignore[method-assign]
    BokehTornado.__init__ = _pack(BokehTornado.__init__)  # type: ignore[method-assign]
    BokehTornado.resources = _without_webgl(BokehTornado.resources)  # type: ignore[method-assign]
live.let_phones_in()
