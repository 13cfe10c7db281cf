"""Patches of Panel and Bokeh for what they offer no setting for (tested with Panel 1.9 and 1.10, Bokeh 3.9 and 3.10).

Each patch checks what it replaces and raises `PanelChanged` if that is not as expected: better no server than an
unprotected one.
"""

import threading
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, NoReturn

import bokeh
import panel
from bokeh.document import Document
from bokeh.io import doc as current
from bokeh.resources import Resources
from bokeh.server.tornado import BokehTornado
from bokeh.server.urls import per_app_patterns
from panel.io import document as panel_document
from panel.io import server
from tornado.web import HTTPError, RequestHandler

ROUTES = {"/ws", "/metadata", "/autoload.js", "/?"}  # the routes of each app


class PanelChanged(Exception):
    """Panel or Bokeh has changed where we patch it."""

    def __init__(self, what: str) -> None:
        versions = f"Panel {panel.__version__}, Bokeh {bokeh.__version__}"
        super().__init__(f"{what} ({versions}): geoclass/ui/bokeh_patches.py must follow, or take an older Panel.")


def guard_pages(page: type[RequestHandler], socket: type[server.WSHandler]) -> None:
    """Serve pages and websockets by our own handlers; drop ``/autoload.js`` and ``/metadata``.

    An app's routes match before any others, so they cannot be overridden by adding routes. Panel changes this list too.
    """
    if {route for route, *_ in per_app_patterns} not in (ROUTES, {"/ws", "/?"}):
        raise PanelChanged("The routes of an app have changed")
    if not callable(getattr(server.WSHandler, "_handle", None)):  # which our handler overrides
        raise PanelChanged("The websocket of an app has changed")
    per_app_patterns[:] = [("/ws", socket), ("/?", page)]


def close_components() -> None:
    """Close ``/components``, which imports whatever module an address names. Our pages do not need it."""
    if not callable(getattr(server.ComponentResourceHandler, "parse_url_path", None)):
        raise PanelChanged("The handler of /components has changed")
    server.ComponentResourceHandler.parse_url_path = _not_found  # type: ignore[assignment, method-assign]


def _not_found(_handler: Any, _path: str) -> NoReturn:
    raise HTTPError(404)


def leave_webgl_out() -> None:
    """Leave out Bokeh's WebGL script (56 kB compressed): none of our figures uses it."""
    if not callable(getattr(BokehTornado, "resources", None)):
        raise PanelChanged("The resources of a server have changed")
    if not hasattr(BokehTornado.resources, "__wrapped__"):  # once
        BokehTornado.resources = _without_webgl(BokehTornado.resources)  # type: ignore[method-assign]


def _without_webgl(resources: Callable[..., Resources]) -> Callable[..., Resources]:
    @wraps(resources)
    def lighter(*args: Any, **settings: Any) -> Resources:
        found = resources(*args, **settings)
        return found.clone(components=[part for part in found.components if part != "bokeh-gl"])

    return lighter


def stop_panels_collection() -> None:
    """Panel collects the garbage of closed pages in the event loop, which blocks all taps; `Pages` does it aside."""
    if not callable(getattr(panel_document, "_garbage_collect", None)):
        raise PanelChanged("The garbage collection of closed pages has changed")
    panel_document._garbage_collect = _do_nothing


def _do_nothing() -> None:
    pass


class _Stack(threading.local):
    """A stack of current documents for each thread."""

    def __init__(self) -> None:
        found: list[Any] = []
        self.append, self.pop = found.append, found.pop
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    def __getitem__(self, index: int) -> Any:
        return self._found[index]


def keep_documents_apart() -> None:
    """Give each thread its own stack of current documents. Bokeh 3.9 has a single one, which the page-building thread
    and the event loop would corrupt; Bokeh 3.10 does this itself."""
    known = getattr(current, "_PATCHED_CURDOCS", None)
    if isinstance(known, list):
        current._PATCHED_CURDOCS = _Stack()  # type: ignore[assignment]
    elif not isinstance(known, _Stack | ContextVar):
        raise PanelChanged("The current document has changed")
    if not hasattr(panel.state, "_thread_id_"):
        raise PanelChanged("The thread of a document has changed")


def run_in_this_thread(document: Document) -> None:
    """Make this thread the one that handles a document's events; Panel assumes it is the one that built it."""
    panel.state._thread_id_[document] = threading.get_ident()
