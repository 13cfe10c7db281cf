"""The websocket of a phone: JSON both ways; it sends nothing its token may not see.

A device sends ``hello`` with a code (and its token, if it has one), ``join``, ``move``, ``answer``, ``agree`` and
``withdraw`` (in teams that decide together), ``team``, ``lang``; a teacher's device also ``control``. It receives
``joined`` with its token and number, its ``scene`` whenever that changes (once with the game's ``ground``; with
``mine``, its own answers), ``played`` or ``refused`` in reply, and ``gone`` when it is no longer in the room.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from bokeh.server.util import check_allowlist
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from geoclass import games, i18n
from geoclass.games.text import is_plain
from geoclass.rooms import Refused, StoreError, reading
from geoclass.ui import live
from geoclass.ui.kit.screen import NO_GROUND, Scene
from geoclass.ui.phone import limits
from geoclass.ui.phone.audience import Audience, audience

LARGEST = 4096  # bytes of a message
UNREAD = 512 * 1024  # bytes a phone may leave unread before its connection is closed; it reconnects to the latest state
Message = Mapping[str, Any]

log = logging.getLogger(__name__)
guesses = limits.Guesses(store=lambda: live.hall().store)
messages = limits.Buckets(limits.ALL_BURST, limits.ALL_PER_SECOND)
joins = limits.Buckets(limits.JOINS, limits.JOINS_PER_SECOND)


class Socket(WebSocketHandler):
    token: str | None = None
    lang = "en"
    ground: Scene = NO_GROUND
    _audience: Audience | None = None
    _leave: Callable[[], None] | None = None
    _unread = 0  # bytes in flight
    _shown: "asyncio.Future[None] | None" = None  # the latest scene's write, until it is done
    _behind = False  # whether a newer scene is waiting

    max_message_size = LARGEST
    ping_interval = ping_timeout = 20.0  # seconds: detects phones that fell asleep

    def check_origin(self, origin: str) -> bool:
        """Accept pages of this server only, not another site in the same browser."""
        allowed = self.application.websocket_origins  # type: ignore[attr-defined]  # a BokehTornado's
        return bool(check_allowlist(urlsplit(origin).netloc.lower(), allowed))

    def open(self) -> None:
        self._bucket, self._warned = limits.Bucket(), False
        self.set_nodelay(True)  # a tap is one small message and must not wait for another (Nagle)

    def on_close(self) -> None:
        self._depart()

    async def on_message(self, message: str | bytes) -> None:
        if not (self._bucket.take() and messages.take(self._address)):
            if not self._warned:  # once: do not answer a flood with a flood
                self._refuse(Refused("phone.refused.too_fast"), None)
            self._warned = True
            return
        self._warned = False
        asked: Message = {}
        try:
            asked = reading.read(message)
            reading.check(asked)
            await self._HANDLERS[asked["type"]](self, asked)
        except StoreError:  # it reconnects by itself and asks again
            self.close()
        except games.Refusal as refusal:
            self._refuse(refusal, asked.get("tap"))
        except Exception:  # a bug: log it and tell this phone; the class plays on
            log.exception("a phone's message could not be handled")
            self._refuse(Refused("phone.refused.failed"), asked.get("tap"))

    # messages from a device

    async def _hello(self, asked: Message) -> None:
        """Enter a room by its code; a known token gets its seat back."""
        self._speak(asked)
        code, token = asked.get("code"), asked.get("token")
        if isinstance(token, str) and self._knows(code, token):
            return self._enter(code, token)
        await guesses.turn(self._address)
        return self._enter(code, None)

    async def _join(self, asked: Message) -> None:
        self._speak(asked)
        await guesses.turn(self._address)
        room = self._room(asked.get("code"))
        if self.token and self._audience and self._audience.room is room and self._knows(room.code, self.token):
            return self._join_again(room, self.token, asked.get("seat"))
        if not joins.take(self._address, room.code):
            raise Refused("phone.refused.many_joins")
        token = room.join(asked.get("seat"), asked.get("name"))
        return self._enter(room.code, token)

    def _join_again(self, room: Any, token: str, seat: Any) -> None:
        """Handle a repeated join: a socket is one phone, however often its button is tapped."""
        if seat not in (None, *room.place(token)[1:]):
            raise Refused("phone.refused.not_understood")
        self._enter(room.code, token)

    async def _move(self, asked: Message) -> None:
        room, token = self._here()
        version = room.submit(token, asked.get("move"), asked.get("tap"), asked.get("choice"))
        self._send(type="played", tap=asked.get("tap"), version=version)

    async def _answer(self, asked: Message) -> None:
        """Store an answer to the open prompt; only this phone is notified."""
        room, token = self._here()
        version = room.answer(token, asked.get("prompt"), asked.get("vote"), asked.get("answer"))
        self._send(type="played", tap=asked.get("tap"), version=version)
        if self._audience:
            self._audience.tell(self)

    async def _agree(self, asked: Message) -> None:
        room, token = self._here()
        version = room.agree(token, asked.get("proposal"), asked.get("tap"))
        self._send(type="played", tap=asked.get("tap"), version=version)

    async def _withdraw(self, asked: Message) -> None:
        room, token = self._here()
        version = room.withdraw(token, asked.get("proposal"), asked.get("tap"))
        self._send(type="played", tap=asked.get("tap"), version=version)

    async def _team(self, asked: Message) -> None:
        room, token = self._here()
        room.change_team(token, asked.get("seat"))

    async def _control(self, asked: Message) -> None:
        room, token = self._here()
        version = room.control(token, asked.get("action"), tap=asked.get("tap"), **asked.get("what") or {})
        self._send(type="played", tap=asked.get("tap"), version=version)

    async def _lang(self, asked: Message) -> None:
        self._speak(asked)
        if self._audience:
            self._audience.tell(self)

    _HANDLERS = {
        "hello": _hello, "join": _join, "move": _move, "answer": _answer, "agree": _agree, "withdraw": _withdraw,
        "team": _team, "control": _control, "lang": _lang,
    }  # fmt: skip

    # entering and leaving

    def _enter(self, code: Any, token: str | None) -> None:
        room = self._room(code)
        self._depart()
        self.token, self._audience = token, audience(room)
        self._audience.enter(self)
        if token is None:
            self._leave = room.watch(self._audience.wake)
        else:
            self._send(type="joined", code=room.code, token=token, number=room.number(token))
            self._leave = room.subscribe(token, self._audience.wake)
        self._audience.tell(self)  # after subscribing, so that no row is missed

    def _depart(self) -> None:
        if self._leave:
            self._leave()
        if self._audience:
            self._audience.leave(self)
        self.token = self._leave = self._audience = None

    def _knows(self, code: Any, token: str) -> bool:
        try:
            live.hall().room(code).role(token)
        except StoreError:  # its store is down, so we cannot tell
            raise
        except Refused:
            return False
        return True

    def _room(self, code: Any) -> Any:
        try:
            return live.hall().room(code)
        except Refused as refusal:
            if refusal.key == "rooms.refused.no_room":
                guesses.wrong(self._address)
            raise

    def _here(self) -> tuple[Any, str]:
        if self._audience is None or self.token is None:
            raise Refused("phone.refused.join_first")
        return self._audience.room, self.token

    def _speak(self, asked: Message) -> None:
        if asked.get("lang") in i18n.LANGUAGES:
            self.lang = str(asked["lang"])

    @property
    def _address(self) -> str:
        return str(self.request.remote_ip)

    # messages to a device

    def say(self, frame: str) -> bool:
        """Send a scene; a phone that has not read the last one gets the newest when it has."""
        if self._shown and not self._shown.done():
            self._behind = True
            return False
        sent = self._write(frame)
        if sent:
            self._shown = sent
            sent.add_done_callback(lambda _: self._catch_up())
        return sent is not None

    def _catch_up(self) -> None:
        if self._behind and self._audience:
            self._behind = False
            self._audience.tell(self)

    def _send(self, **message: Any) -> None:
        self._write(json.dumps(message, ensure_ascii=False))

    def _write(self, text: str) -> "asyncio.Future[None] | None":
        size = len(text)
        if self._unread and self._unread + size > UNREAD:
            limits.hang_up(self)
            return None
        try:
            sent = self.write_message(text)
        except WebSocketClosedError:  # just closed: on_close cleans up
            return None
        self._unread += size
        sent.add_done_callback(partial(self._taken, size))
        return sent

    def _taken(self, size: int, sent: "asyncio.Future[None]") -> None:
        self._unread -= size
        _gone_meanwhile(sent)

    def _refuse(self, refusal: games.Refusal, tap: Any) -> None:
        known = isinstance(tap, str) and is_plain(tap)
        self._send(type="refused", tap=tap if known else None, key=refusal.key, text=refusal.text(self.lang))


def _gone_meanwhile(sent: "asyncio.Future[None]") -> None:
    """Retrieve the exception of a write to a closed socket, so that it is not logged."""
    if not sent.cancelled() and not isinstance(error := sent.exception(), WebSocketClosedError | StreamClosedError):
        assert error is None, error
