"""Limits on what the server accepts from the network: connections, time and size of requests, length of log records.

By default Tornado and Bokeh wait an hour for a request, accept 100 MB, and log bad messages in full.
"""

import logging
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any
from weakref import WeakSet

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPMessageDelegate
from tornado.iostream import IOStream
from tornado.netutil import is_valid_ip

from geoclass.ui.phone.limits import ADDRESSES, HERE, Bucket

REQUEST: dict[str, Any] = {
    "idle_connection_timeout": 20.0,  # seconds for the headers to arrive
    "body_timeout": 10.0,  # seconds
    "max_body_size": 64 * 1024,  # bytes: our pages send no bodies
}
CONNECTIONS, IDLE = 512, 128  # per address, and those of them without a request; a whole class may share one address
IDLE_IN_ALL = 512
FILES = 4096  # open at once
SECRET = re.compile(r"(/(?:teacher|join)/|\?)[^\s'\")]+")  # parts of an address kept out of logs: key, code, token
RECORD, RECORDS, RECORDS_PER_SECOND = 2000, 200, 2  # characters per log record; burst and rate of records


class Connections:
    """The open connections. If too many are idle, the longest idle one is closed."""

    def __init__(self) -> None:
        self._open: dict[str, WeakSet[IOStream]] = {}
        self._idle: dict[IOStream, str] = {}  # oldest first
        self._sizes: dict[str, int] = {}

    def come(self, stream: IOStream, address: str) -> bool:
        """Register a connection; False if its address has too many."""
        here = self._open.setdefault(address, WeakSet())
        if sum(not line.closed() for line in here) >= CONNECTIONS and not _stands_for_many(address):
            return False
        here.add(stream)
        if len(self._open) > ADDRESSES:
            self._open = {whose: lines for whose, lines in self._open.items() if lines}
        return True

    def idle(self, stream: IOStream, address: str) -> None:
        """Mark a connection as waiting for a request."""
        self.busy(stream)
        self._idle[stream] = address
        self._sizes[address] = self._sizes.get(address, 0) + 1
        if self._sizes[address] > IDLE and not _stands_for_many(address):
            self._drop(address)
        elif len(self._idle) > IDLE_IN_ALL:
            self._drop(max(self._sizes, key=self._sizes.__getitem__))

    def busy(self, stream: IOStream) -> None:
        """Mark a connection as busy or closed."""
        if address := self._idle.pop(stream, None):
            self._sizes[address] -= 1
            if not self._sizes[address]:
                del self._sizes[address]

    def _drop(self, address: str) -> None:
        oldest = next(stream for stream, whose in self._idle.items() if whose == address)
        self.busy(oldest)
        oldest.close()


class _Request(HTTPMessageDelegate):
    """Reports when a request is complete; takes the client's address from a trusted proxy."""

    def __init__(self, inner: HTTPMessageDelegate, complete: Callable[[], None], context: Any) -> None:
        self._inner, self._complete, self._context = inner, complete, context

    def headers_received(self, start_line: Any, headers: Any) -> Any:
        _know_sender(self._context, headers)
        return self._inner.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Any:
        return self._inner.data_received(chunk)

    def finish(self) -> None:
        self._complete()
        self._inner.finish()

    def on_connection_close(self) -> None:
        self._complete()
        self._inner.on_connection_close()


class Listener(HTTPServer):
    """Tornado's HTTP server with limits on connections."""

    def initialize(self, *args: Any, **settings: Any) -> None:
        super().initialize(*args, **settings)
        self._lines = Connections()

    def handle_stream(self, stream: IOStream, address: Any) -> None:
        if self._lines.come(stream, _host(address)):
            super().handle_stream(stream, address)
        else:
            stream.close()

    def start_request(self, server_conn: object, request_conn: Any) -> HTTPMessageDelegate:
        stream = request_conn.stream
        self._lines.idle(stream, _host(request_conn.context.address))
        context = request_conn.context
        context.is_believed = _host(context.address) in _proxies or _is_door(stream)
        return _Request(super().start_request(server_conn, request_conn), lambda: self._lines.busy(stream), context)


_doors: set[int] = set()  # ports on which our other processes hand connections over
_proxies: set[str] = set()  # addresses of trusted proxies


def believe_port(port: int) -> None:
    """Trust local connections to this port to name the client they forward."""
    _doors.add(port)


def _is_door(stream: IOStream) -> bool:
    local = stream.socket.getsockname() if stream.socket else None  # None if it is closed already
    return isinstance(local, tuple) and local[0] in HERE and local[1] in _doors


def believe_proxies(addresses: Iterable[str]) -> None:
    """Trust proxies at these addresses to name the client they forward."""
    _proxies.update(addresses)


def _stands_for_many(address: str) -> bool:
    return address in HERE or address in _proxies


def _know_sender(context: Any, headers: Any) -> None:
    """Take the client from ``X-Forwarded-For``: its last address that is not a trusted proxy, since anything before
    that may be forged. No other header is trusted."""
    peer = context._orig_remote_ip
    context.remote_ip, context.protocol = peer, context._orig_protocol
    if not context.is_believed:
        return
    for said in reversed(headers.get("X-Forwarded-For", "").split(",")):
        if not is_valid_ip(said := said.strip()):
            return
        context.remote_ip = said
        if said not in _proxies:
            break
    if (scheme := headers.get("X-Forwarded-Proto", "")) in ("http", "https"):
        context.protocol = scheme


def _host(address: Any) -> str:
    return str(address[0]) if isinstance(address, tuple) and address else ""


def listen_in_bounds() -> None:
    """Make Bokeh use our `Listener` wherever it asks Tornado for an HTTP server."""
    HTTPServer.configure(Listener, **REQUEST)


def allow_files() -> None:
    """Raise the limit of open files: each connection needs one, and some systems start with 256."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit; elsewhere it may be fixed
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if most < 0 else min(FILES, most), most))


def log_in_bounds() -> None:
    """Log to the terminal, with limits on the length and rate of records."""
    logging.setLogRecordFactory(_short(logging.getLogRecordFactory()))
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(_few())


def _short(factory: Callable[..., logging.LogRecord]) -> Callable[..., logging.LogRecord]:
    """Cut log records to a maximum length."""

    def short(*args: Any, **more: Any) -> logging.LogRecord:
        record = factory(*args, **more)
        if isinstance(record.args, tuple):
            record.args = tuple(arg[:RECORD] if isinstance(arg, str | bytes) else arg for arg in record.args)
        if record.levelno >= logging.WARNING:
            with suppress(TypeError, ValueError):  # a format error is reported later by logging itself
                record.msg, record.args = _cut(record.getMessage()), ()
            if record.exc_info:
                record.exc_text = _cut(logging.Formatter().formatException(record.exc_info))
        return record

    return short


def _cut(text: str) -> str:
    text = SECRET.sub(r"\1…", text)
    return text if len(text) <= RECORD else f"{text[:RECORD]}… ({len(text)} characters)"


def _few() -> Callable[[logging.LogRecord], bool]:
    bucket = Bucket(RECORDS, RECORDS_PER_SECOND)
    return lambda _record: bucket.take()
