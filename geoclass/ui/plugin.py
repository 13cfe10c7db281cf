"""Server plugin for phones: ``panel serve … --plugins geoclass.ui.plugin`` (`geoclass serve` has it built in)."""

from typing import Any

from tornado.web import RequestHandler

from geoclass.ui import bokeh_patches, gate, guard, live
from geoclass.ui.health import Health
from geoclass.ui.kit.surface import flag_address, map_address
from geoclass.ui.metrics import Metrics
from geoclass.ui.phone.pages import File, Flag, Page, Texts
from geoclass.ui.phone.socket import Socket
from geoclass.ui.teacher import Door

ROUTES: list[tuple[str, type[RequestHandler], dict[str, Any]]] = [
    (r"/teacher/(?P<typed>[A-Za-z-]{1,80})", Door, {}),
    (r"/health", Health, {}),
    (r"/metrics", Metrics, {}),
    (r"/join/?(?P<code>[A-Za-z]{0,12})", Page, {}),
    (r"/phone/socket", Socket, {}),
    (r"/phone/flags/(?P<iso2>[a-z]{2})\.svg", Flag, {}),
    (r"/phone/[0-9a-f]{12}/texts/(?P<lang>[a-z]{2})\.json", Texts, {}),
    (r"/phone/[0-9a-f]{12}/(?P<name>[a-z0-9/.-]+)", File, {}),
]

bokeh_patches.guard_pages(guard.Document, guard.DocumentSocket)
bokeh_patches.close_components()
bokeh_patches.leave_webgl_out()
bokeh_patches.keep_documents_apart()
gate.listen_in_bounds()
live.let_phones_in()
flag_address()  # before any page exists: a screen that has lost the server polls such a file
map_address()
