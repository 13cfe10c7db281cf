"""Queues of work in threads, one job at a time, so that the event loop stays free for taps.

One thread for pages and one for other jobs are enough: Python runs one thread at a time, and each further one would
delay the loop.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import panel as pn
from bokeh.document import Document, without_document_lock

from geoclass.ui.phone.limits import Buckets

T = TypeVar("T")
log = logging.getLogger(__name__)

BURST, PER_SECOND = 60, 1.0  # pages for one address, which a whole class may share
MOST = 120  # pages waiting in all
JOBS = 2  # jobs waiting for one page


class Turns:
    """Runs jobs in one thread, in a fair queue over their owners (*whose*)."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._ahead: deque[asyncio.Future[None]] = deque()
        self._busy = False

    @property
    def waiting(self) -> int:
        return len(self._ahead) + sum(map(len, self._queues.values()))

    def waiting_of(self, whose: str) -> int:
        return len(self._queues.get(whose, ()))

    def start(self, work: Callable[[], Any]) -> None:
        """Run *work* at startup, ahead of any request."""
        self._thread.submit(work).add_done_callback(_report)

    async def run(self, work: Callable[[], T], whose: str = "", *, ahead: bool = False) -> T:
        """Run *work* when its turn comes and return its result. *ahead*: skip the queue, to finish an earlier job."""
        if self._busy:
            turn = asyncio.get_running_loop().create_future()
            (self._ahead if ahead else self._queues.setdefault(whose, deque())).append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():  # cancelled just as its turn came: pass it on
                    self._next()
                raise
        self._busy = True
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, copy_context().run, work)
        finally:
            self._next()

    def _next(self) -> None:
        """Start the oldest job of the next owner."""
        while self.waiting:
            turn = self._ahead.popleft() if self._ahead else self._of_next_address()
            if not turn.done():  # cancelled
                turn.set_result(None)
                return
        self._busy = False

    def _of_next_address(self) -> "asyncio.Future[None]":
        whose = next(iter(self._queues))
        queue = self._queues.pop(whose)
        turn = queue.popleft()
        if queue:
            self._queues[whose] = queue  # at the end
        return turn


def _report(done: Future[Any]) -> None:
    if error := done.exception():
        log.error("a background job failed", exc_info=error)


pages, jobs = Turns("pages"), Turns("jobs")  # two queues, so that pages do not wait for reports
_asked = Buckets(BURST, PER_SECOND)
_working: WeakKeyDictionary[Document, int] = WeakKeyDictionary()


def admits(address: str) -> bool:
    """Whether the limits allow one more page for an address."""
    return pages.waiting < MOST and _asked.take(address)


class Latest:
    """Background work for a form that asks repeatedly: one job at a time, then only the latest request."""

    def __init__(self) -> None:
        self._busy = False
        self._next: tuple[Callable[[], Any], Callable[[Any], None]] | None = None

    def ask(self, work: Callable[[], T], then: Callable[[T], None]) -> None:
        if self._busy:
            self._next = work, then
            return
        self._busy = True

        def tried() -> tuple[T | None, Exception | None]:
            try:
                return work(), None
            except Exception as problem:
                return None, problem

        def on(found: tuple[T | None, Exception | None]) -> None:
            self._busy = False
            last, self._next = self._next, None
            if last:
                self.ask(*last)
            if found[1]:
                raise found[1]
            then(found[0])  # type: ignore[arg-type]

        aside(tried, on)


def aside(work: Callable[[], T], then: Callable[[T], None]) -> None:
    """Run slow work in the job queue, then call *then* with its result in a tick of the page.

    A page may have two jobs waiting; a third is dropped.
    """
    document: Any = pn.state.curdoc
    if document is None or document.session_context is None:
        then(work())
        return
    if _working.get(document, 0) >= JOBS:
        return
    whose = str(getattr(document.session_context.request, "remote_ip", ""))
    _working[document] = _working.get(document, 0) + 1

    @without_document_lock
    async def doing() -> None:
        try:
            found = await jobs.run(work, whose)
        finally:
            _working[document] -= 1
        if document.session_context is not None:  # the page is still open
            document.add_next_tick_callback(lambda: then(found))

    document.add_next_tick_callback(doing)
