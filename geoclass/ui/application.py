"""An app whose pages are built in a thread, so that the event loop stays free for taps.

Bokeh builds a page's document in the event loop, which blocks it for 0.2 s. Bokeh awaits `on_session_created`, though,
so we build the document there, in a thread; the session itself stays in the loop.
"""

import ctypes
import gc
import sys
import threading
from pathlib import Path
from typing import Any
from weakref import WeakSet

from bokeh.document import Document
from panel.io.application import Application
from panel.io.handlers import PanelCodeHandler, ScriptHandler
from panel.io.resources import LOCAL_DIST
from tornado.ioloop import IOLoop

from geoclass.ui import bokeh_patches
from geoclass.ui.turns import pages

REST = 10.0  # seconds between two garbage collections: each blocks all threads, for 0.1 s while thirty pages are open


class Pages(Application):
    """An app (a file or its *source*) whose pages are built in a fair queue over the client addresses."""

    def __init__(self, app: Path | str, source: str = "") -> None:
        handler = PanelCodeHandler(source=source, filename=str(app)) if source else ScriptHandler(filename=str(app))
        super().__init__(handler)
        self._built: WeakSet[Document] = WeakSet()

    async def on_session_created(self, session_context: Any) -> None:
        await super().on_session_created(session_context)
        document, request = session_context._document, session_context.request
        self._built.add(document)
        # Panel sets it when it renders a page; a session recreated by its websocket renders none
        document.template_variables["dist_url"] = LOCAL_DIST
        await pages.run(lambda: _gone(request) or super(Pages, self).initialize_document(document), request.remote_ip)

    def initialize_document(self, doc: Document) -> None:
        if doc in self._built:
            bokeh_patches.run_in_this_thread(doc)
        else:
            super().initialize_document(doc)

    async def on_session_destroyed(self, session_context: Any) -> None:
        await super().on_session_destroyed(session_context)
        give_back_soon()

    def prepare(self) -> None:
        """Build one throw-away page to warm up everything pages share, then freeze it for the garbage collector, whose
        full passes over pandas and Bokeh blocked every thread for 0.3 s."""
        self.create_document().clear()
        gc.collect()
        gc.freeze()


_trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
_due = threading.Event()


def give_back_soon() -> None:
    """Collect the garbage of closed pages in REST seconds, once for all that are closed until then."""
    if not _due.is_set():
        _due.set()
        IOLoop.current().call_later(REST, pages.start, _give_back)


def _give_back() -> None:
    """Return freed memory to the system: glibc would keep some 10 MB for each closed page."""
    _due.clear()
    gc.collect()
    if _trim:
        _trim(0)


def _gone(request: Any) -> bool:
    """Whether the client has disconnected."""
    stream = request.connection.stream  # a websocket has taken it over
    return stream is not None and bool(stream.closed())
