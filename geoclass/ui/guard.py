"""The request handlers of every Panel page: access checks, sessions, content security policy.

A session belongs to the browser that fetched its page. Its id and token are made and signed here, never taken from
an address or header, and its websocket opens only with that browser's cookie and at one of this server's addresses.
"""

import asyncio
import hmac
import re
import secrets
import time
import zlib
from functools import cache
from hashlib import sha256
from html import escape
from typing import Any

from bokeh.server.util import check_allowlist
from bokeh.settings import settings
from bokeh.util.token import (
    check_token_signature,
    generate_jwt_token,
    generate_session_id,
    get_session_id,
    get_token_payload,
)
from panel.io.resources import Resources
from panel.io.server import DocHandler, WSHandler, server_html_page_for_session
from panel.io.state import set_curdoc
from tornado.ioloop import IOLoop
from tornado.web import RequestHandler

from geoclass import i18n
from geoclass.ui import live, relay, turns
from geoclass.ui.application import Pages
from geoclass.ui.page import language
from geoclass.ui.phone.limits import Bucket, hang_up

BROWSER = "geoclass_browser"  # the cookie sessions are bound to
BROWSER_ID = re.compile(r"[\w-]{20,64}")
A_YEAR = 365  # days
PACKING = {"compression_level": 6}  # of websockets: a document with a map is 320 kB, compressed 105
UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError, zlib.error)  # of a forged token
MESSAGE = 2 * 1024 * 1024  # bytes of a browser's message, also when decompressed: a teacher's file is 1 MB
PARTS, PARTS_PER_SECOND = 600, 240  # burst and rate of message parts, three a message; reading waits beyond them
UNREAD = 60.0  # seconds for a browser to read what was sent
RETRY = 4  # seconds until a refused page reloads itself
LEFT = (1000, 1001)  # websocket close codes of a page that was closed or left
UNSEEN = 24  # pages fetched by one address and not connected yet: some 1.5 MB each
REFUSE_AFTER = 1.0  # seconds before refusing, so that clients retrying at once do not fill the loop
EVALUATES = "/explore"  # its map has a CustomJS, which Bokeh compiles in the browser
SENT_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",  # for browsers that do not know frame-ancestors
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def policy(host: str, **parts: str) -> str:
    """A content security policy: this server only, websockets to *host*, and what *parts* add."""
    given = {
        "default_src": "'none'",
        "script_src": "'self'",
        "style_src": "'self'",
        "img_src": "'self' data:",
        "font_src": "'self'",
        "connect_src": f"'self' ws://{host} wss://{host}",  # old Safari does not count websockets as 'self'
        "base_uri": "'none'",
        "form_action": "'none'",
        "frame_ancestors": "'self'",
    } | parts
    return "; ".join(f"{name.replace('_', '-')} {value}" for name, value in given.items())


def document_policy(host: str, path: str) -> str:
    """The policy of a Panel page, which needs inline scripts, components imported from blobs, and inline styles."""
    evaluates = " 'unsafe-eval'" if path.rstrip("/").endswith(EVALUATES) else ""
    return policy(
        host,
        connect_src=f"'self' ws://{host} wss://{host} blob:",
        script_src=f"'self' 'unsafe-inline' blob:{evaluates}",
        style_src="'self' 'unsafe-inline'",
        img_src="'self' data: blob:",
        font_src="'self' data:",
    )


@cache
def secret() -> bytes:
    """The key that signs sessions: ``BOKEH_SECRET_KEY`` if processes share one, else new at each start."""
    return settings.secret_key_bytes() or secrets.token_urlsafe(32).encode()


def host_is_known(handler: RequestHandler) -> bool:
    """Whether the request names a host of this server; guards against DNS rebinding."""
    application: Any = handler.application
    known = settings.allowed_ws_origin() or application.websocket_origins
    return bool(check_allowlist(handler.request.host.lower(), list(known)))


def send_elsewhere(handler: RequestHandler) -> None:
    """Answer a request for an unknown host with a link that works."""
    application: Any = handler.application
    known = next(iter(live.addresses()), f"http://{min(application.websocket_origins)}")
    lang = language("", handler.request.headers.get("Accept-Language", ""))
    handler.set_status(421, "Misdirected Request")
    handler.set_header("Content-Type", "text/plain; charset=utf-8")
    handler.finish(i18n.text("serve.other_host", lang, address=f"{known}/"))


def send_later(handler: RequestHandler) -> None:
    """Answer that too many pages are requested; the page reloads itself."""
    lang = language(handler.get_query_argument("lang", ""), handler.request.headers.get("Accept-Language", ""))
    said = escape(i18n.text("serve.busy", lang))
    handler.set_status(429)
    handler.set_header("Retry-After", str(RETRY))
    handler.set_header("Cache-Control", "no-store")
    handler.finish(
        f'<!DOCTYPE html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f'<meta http-equiv="refresh" content="{RETRY}"><title>geoclass</title><p>{said}</p></html>'
    )


def _signing(application: Any) -> dict[str, Any]:
    """Sign sessions even if `panel serve` was not asked to."""
    return {"signed": True, "secret_key": application.secret_key if application.sign_sessions else secret()}


def _digest(browser: str | None) -> str:
    return sha256((browser or "").encode()).hexdigest()


class Document(DocHandler):
    """A Panel page in a session of its own."""

    def set_default_headers(self) -> None:
        for name, value in SENT_ALWAYS.items():
            self.set_header(name, value)
        self.set_header("Content-Security-Policy", document_policy(self.request.host, self.request.path))

    async def prepare(self) -> None:
        await super().prepare()
        if not host_is_known(self):
            send_elsewhere(self)
        elif self._unseen() >= UNSEEN or not turns.admits(str(self.request.remote_ip)):
            await asyncio.sleep(REFUSE_AFTER)
            send_later(self)

    async def get(self, *args: Any, **more: Any) -> None:
        """Send the page, rendered in the thread in which it was built."""
        if not isinstance(self.application_context.application, Pages):
            panels: Any = super().get(*args, **more)
            await panels
            return
        session = await self.get_session()
        session.block_expiration()  # while it waits in the queue
        try:
            page = await turns.pages.run(lambda: self._page(session), ahead=True)
        finally:
            session.unblock_expiration()
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")  # its token is valid for one browser and five minutes
        self.write(page)

    def _page(self, session: Any) -> str:
        document = session.document
        with set_curdoc(document):
            return server_html_page_for_session(
                session,
                resources=Resources.from_bokeh(self.application.resources()),
                title=document.title,
                token=session.token,
                template=document.template,
                template_variables=document.template_variables,
            )

    def _unseen(self) -> int:
        """The number of this app's pages queued for the address or fetched and not connected."""
        address = str(self.request.remote_ip)
        sessions = [session for session in self.application_context.sessions if not session.connection_count]
        return turns.pages.waiting_of(address) + sum(_address(session) == address for session in sessions)

    async def get_session(self) -> Any:
        """Create a session; cookies and headers stay on the server and are not put into its token."""
        application, context = self.application, self.application_context
        arguments = {name: value for name, value in self.request.arguments.items() if not name.startswith("bokeh-")}
        payload = {"arguments": arguments, "browser": _digest(self._browser()), **relay.marked()}
        payload |= context.application.process_request(self.request)
        signing = _signing(application)
        session_id = generate_session_id(**signing)
        expiration = application.session_token_expiration
        token = generate_jwt_token(session_id, **signing, expiration=expiration, extra_payload=payload)
        return await context.create_session_if_needed(session_id, self.request, token)

    def _browser(self) -> str:
        found = self.get_cookie(BROWSER) or ""
        if not BROWSER_ID.fullmatch(found):
            found = secrets.token_urlsafe(24)
            secure = live.is_encrypted()
            self.set_cookie(BROWSER, found, expires_days=A_YEAR, httponly=True, samesite="Lax", secure=secure)
        return found


class DocumentSocket(WSHandler):
    """The websocket of a page, for the browser that fetched the page."""

    max_message_size = MESSAGE

    async def prepare(self) -> None:
        await super().prepare()
        if self._finished:
            return
        if not (host_is_known(self) and self._comes_from_its_browser()):
            self.set_status(403)
            self.finish()
        elif relay.is_elsewhere(get_token_payload(self._asked_token())):
            return
        elif not self._has_session() and not turns.admits(str(self.request.remote_ip)):
            self.set_status(429)
            self.finish()

    async def get(self, *args: Any, **more: Any) -> None:
        """Open the websocket, handing it over if another process has the page; if that one is gone, the page
        reloads."""
        payload = get_token_payload(self._asked_token())
        if not relay.is_elsewhere(payload):
            await super().get(*args, **more)
        elif not await relay.hand_over(self, int(payload["door"])):
            self.set_status(403)
            self.finish()

    def open(self, *args: Any, **more: Any) -> Any:
        opened = super().open(*args, **more)
        if self.ws_connection is not None:  # None if it is closed already
            self.set_nodelay(True)  # else small answers wait some 40 ms (Nagle's algorithm)
        self._parts = Bucket(PARTS, PARTS_PER_SECOND)
        return opened

    async def on_message(self, message: str | bytes) -> None:
        """Throttle: Tornado reads the next message when this coroutine has finished."""
        while not self._parts.take():
            await asyncio.sleep(0.05)
        if self.receiver is None:  # our client waits for the acknowledgement of its session
            self.close()
            return
        await super().on_message(message)

    async def write_message(self, *args: Any, **more: Any) -> None:  # type: ignore[override]
        """Write, closing the connection of a browser that does not read; it reconnects by itself."""
        late = IOLoop.current().call_later(UNREAD, hang_up, self)
        try:
            await super().write_message(*args, **more)
        finally:
            IOLoop.current().remove_timeout(late)

    async def _handle(self, message: Any) -> Any:
        """Serialise a whole document in a thread, with the document locked."""
        if message.msgtype != "PULL-DOC-REQ" or not isinstance(self.application_context.application, Pages):
            return await super()._handle(message)
        connection: Any = self.connection
        session = connection.session

        def reply() -> Any:
            made = connection.protocol.create("PULL-DOC-REPLY", message.header["msgid"], session.document)
            made.content_json  # noqa: B018 (made now, kept for the sending)
            return made

        async def locked() -> Any:
            return await turns.pages.run(reply, ahead=True)

        return await session.with_document_locked(locked)

    def on_close(self) -> None:
        """End the session at once if the page was left; keep it for a while if the network was lost."""
        session = self.connection._session if self.connection else None  # Bokeh forgets it below
        super().on_close()
        if session and self.close_code in LEFT:
            session.request_expiration()

    def get_compression_options(self) -> dict[str, Any]:
        return PACKING

    def _has_session(self) -> bool:
        """Whether the session still exists; Bokeh would build a new page otherwise."""
        session_id = get_session_id(self._asked_token())
        return any(session.id == session_id for session in self.application_context.sessions)

    def _asked_token(self) -> str:
        return self.request.headers.get("Sec-WebSocket-Protocol", "").partition(",")[2].strip()

    def _comes_from_its_browser(self) -> bool:
        protocol, token = self.request.headers.get("Sec-WebSocket-Protocol", "").partition(",")[0], self._asked_token()
        try:
            if protocol.strip() != "bokeh" or not check_token_signature(token, **_signing(self.application)):
                return False
            payload = get_token_payload(token)
            fresh = payload["session_expiry"] > time.time()
            return bool(fresh and hmac.compare_digest(payload["browser"], _digest(self.get_cookie(BROWSER))))
        except UNREADABLE:
            return False


def _address(session: Any) -> str:
    """The client address that requested a session's page."""
    context = session.document.session_context
    return str(context.request.remote_ip) if context else ""
