"""Everybody who follows one room through a socket: woken together, each told what its own token may see."""

import asyncio
import json
from typing import Any, Protocol
from weakref import WeakValueDictionary

from tornado.ioloop import IOLoop

from geoclass.rooms import Refused, Room
from geoclass.ui.phone.words import view_words


class Follower(Protocol):
    token: str | None
    lang: str

    def say(self, frame: str) -> None: ...


class Audience:
    """The followers of a room. The bus may call from any thread; they are told in the server's own."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._followers: set[Follower] = set()
        self._loop = IOLoop.current()
        self._woken = self._telling = False

    def enter(self, follower: Follower) -> None:
        self._followers.add(follower)

    def leave(self, follower: Follower) -> None:
        self._followers.discard(follower)

    def wake(self, version: int) -> None:  # noqa: ARG002 (they are told the latest, whichever it is by then)
        if not self._woken:  # versions overtaken before the loop comes round are skipped
            self._woken = True
            self._loop.add_callback(self._tell)

    async def _tell(self) -> None:
        if self._telling:
            return  # whoever is telling begins anew when all have been told
        self._telling = True
        try:
            while self._woken:
                self._woken = False
                await self._tell_all()
        finally:
            self._telling = False

    async def _tell_all(self) -> None:
        frames: dict[Any, str] = {}
        for follower in list(self._followers):
            await asyncio.sleep(0)  # the projector, which all look at, need not wait until forty phones are told
            if follower in self._followers:
                follower.say(self.frame(follower, frames))

    def frame(self, follower: Follower, frames: dict[Any, str] | None = None) -> str:
        """What a follower is told now. Phones of one team get the same words, worked out once for all in *frames*."""
        frames = {} if frames is None else frames
        token, lang = follower.token, follower.lang
        if token is None:
            return self._once(frames, ("lobby", lang), lambda: {"type": "lobby", "room": self.room.lobby()})
        try:
            place = self.room.place(token)
        except Refused as refusal:  # removed by the teacher
            return json.dumps({"type": "gone", "text": refusal.text(lang)})
        return self._once(frames, (place, lang), lambda: self._view(token, lang))

    def _view(self, token: str, lang: str) -> dict[str, Any]:
        view = self.room.view(token)
        return {"type": "view", **view, **view_words(view, lang)}

    @staticmethod
    def _once(frames: dict[Any, str], key: Any, make: Any) -> str:
        if key not in frames:
            frames[key] = json.dumps(make(), ensure_ascii=False, separators=(",", ":"))
        return frames[key]


_audiences: WeakValueDictionary[str, Audience] = WeakValueDictionary()  # kept by the sockets in them


def audience(room: Room) -> Audience:
    """The one audience of a room."""
    found = _audiences.get(room.code)
    if found is None or found.room is not room:
        found = _audiences[room.code] = Audience(room)
    return found
