"""The websocket of a phone: the room's JSON both ways, and nothing that the room would not give to its token.

A device says ``hello`` with a code (and its token, if it has one), ``join``, ``move``, ``team``, ``lang``; a teacher's
also ``control``. It is told ``joined`` with its token, the ``lobby`` or its ``view`` whenever they change, ``played``
or ``refused`` for what it asked, and ``gone`` when it is in the room no more.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from bokeh.server.util import check_allowlist
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from geoclass import games, i18n
from geoclass.rooms import Refused
from geoclass.ui import live
from geoclass.ui.phone.audience import Audience, audience
from geoclass.ui.phone.limits import Bucket, Guesses

LARGEST = 4096  # bytes of a message
Message = Mapping[str, Any]

log = logging.getLogger(__name__)
guesses = Guesses()


class Socket(WebSocketHandler):
    token: str | None = None
    lang = "en"
    _audience: Audience | None = None
    _leave: Callable[[], None] | None = None

    max_message_size = LARGEST
    ping_interval = ping_timeout = 20.0  # seconds: a phone that fell asleep without a word is noticed

    def check_origin(self, origin: str) -> bool:
        """Only pages of this server: another site in the same browser must not play."""
        allowed = self.application.websocket_origins  # type: ignore[attr-defined]  # a BokehTornado's
        return bool(check_allowlist(urlsplit(origin).netloc.lower(), allowed))

    def open(self) -> None:
        self._bucket, self._warned = Bucket(), False
        self.set_nodelay(True)  # a tap is one small message: it must not wait for a second one

    def on_close(self) -> None:
        self._depart()

    async def on_message(self, message: str | bytes) -> None:
        if not self._bucket.take():
            if not self._warned:  # once, so that a flood is not answered with a flood
                self._refuse(Refused("phone.refused.too_fast"), None)
            self._warned = True
            return
        self._warned = False
        asked: Message = {}
        try:
            asked = _read(message)
            await self._HANDLERS[asked["type"]](self, asked)
        except games.Refusal as refusal:
            self._refuse(refusal, asked.get("tap"))
        except Exception:  # a defect of ours: it is logged, and this phone told; the class plays on
            log.exception("a phone's message could not be dealt with")
            self._refuse(Refused("phone.refused.failed"), asked.get("tap"))

    # what a device can say

    async def _hello(self, asked: Message) -> None:
        """Come in with a code; a known token gets its seat back."""
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
        token = room.join(asked.get("seat"), asked.get("name"))
        return self._enter(room.code, token)

    async def _move(self, asked: Message) -> None:
        room, token = self._here()
        version = room.submit(token, asked.get("move"), asked.get("tap"))
        self._send(type="played", tap=asked.get("tap"), version=version)

    async def _team(self, asked: Message) -> None:
        room, token = self._here()
        room.change_team(token, asked.get("seat"))

    async def _control(self, asked: Message) -> None:
        room, token = self._here()
        what = asked.get("what", {})
        if not isinstance(asked.get("action"), str) or not isinstance(what, dict):
            raise Refused("rooms.refused.bad_action")
        version = room.control(token, asked["action"], **what)
        self._send(type="played", tap=asked.get("tap"), version=version)

    async def _lang(self, asked: Message) -> None:
        self._speak(asked)
        if self._audience:
            self.say(self._audience.frame(self))

    _HANDLERS = {"hello": _hello, "join": _join, "move": _move, "team": _team, "control": _control, "lang": _lang}

    # coming and going

    def _enter(self, code: Any, token: str | None) -> None:
        room = self._room(code)
        self._depart()
        self.token, self._audience = token, audience(room)
        self._audience.enter(self)
        if token is None:
            self._leave = room.watch(self._audience.wake)
            self.say(self._audience.frame(self))
        else:
            self._send(type="joined", code=room.code, token=token)
            self.say(self._audience.frame(self))
            self._leave = room.subscribe(token, self._audience.wake)

    def _depart(self) -> None:
        if self._leave:
            self._leave()
        if self._audience:
            self._audience.leave(self)
        self.token = self._leave = self._audience = None

    def _knows(self, code: Any, token: str) -> bool:
        try:
            live.hall().room(code).role(token)
        except Refused:
            return False
        return True

    def _room(self, code: Any) -> Any:
        try:
            return live.hall().room(code)
        except Refused:
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

    # what a device is told

    def say(self, frame: str) -> None:
        with suppress(WebSocketClosedError):  # gone a moment ago: on_close tidies up
            self.write_message(frame).add_done_callback(_gone_meanwhile)

    def _send(self, **message: Any) -> None:
        self.say(json.dumps(message, ensure_ascii=False))

    def _refuse(self, refusal: games.Refusal, tap: Any) -> None:
        self._send(
            type="refused", tap=tap if isinstance(tap, str) else None, key=refusal.key, text=refusal.text(self.lang)
        )


def _gone_meanwhile(sent: "asyncio.Future[None]") -> None:
    """A phone that went while it was being told is no error to be logged."""
    if not sent.cancelled() and not isinstance(error := sent.exception(), WebSocketClosedError | StreamClosedError):
        assert error is None, error


def _read(message: str | bytes) -> Message:
    try:
        asked = json.loads(message)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict) or not isinstance(asked.get("type"), str) or asked["type"] not in Socket._HANDLERS:
        raise Refused("phone.refused.not_understood")
    return asked
