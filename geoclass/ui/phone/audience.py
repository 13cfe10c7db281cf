"""The phones connected to one room: notified together, each with what its own token may see."""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any, Protocol
from weakref import WeakValueDictionary

from tornado.ioloop import IOLoop

from geoclass.rooms import Refused, Room, StoreError, Unreadable
from geoclass.ui.kit.parts import board_of
from geoclass.ui.kit.screen import NO_GROUND, Scene
from geoclass.ui.phone.scenes import PhoneScene, join_scene, phone_scene
from geoclass.ui.states import screen_state

log = logging.getLogger(__name__)


class Follower(Protocol):
    token: str | None
    lang: str
    ground: Scene  # the constant data it has been sent

    def say(self, frame: str) -> bool:
        """Send a frame; return whether it was sent."""

    def close(self) -> None:
        """Close the connection."""


class Audience:
    """The followers of a room. The bus calls from any thread; frames are sent in the event loop's."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._followers: set[Follower] = set()
        self._loop = IOLoop.current()
        self._woken = self._telling = False
        self._grounds: tuple[Scene, str] = (NO_GROUND, "")  # the latest ground and its JSON

    def enter(self, follower: Follower) -> None:
        self._followers.add(follower)

    def leave(self, follower: Follower) -> None:
        self._followers.discard(follower)

    def wake(self, version: int) -> None:  # noqa: ARG002 (the latest version is sent anyway)
        if not self._woken:  # one broadcast covers all versions until it starts
            self._woken = True
            self._loop.add_callback(self._tell)

    async def _tell(self) -> None:
        if self._telling:
            return  # the running broadcast loops again
        self._telling = True
        try:
            while self._woken:
                self._woken = False
                await self._tell_all()
        finally:
            self._telling = False

    async def _tell_all(self) -> None:
        told: dict[Any, tuple[str, Scene]] = {}
        for follower in list(self._followers):
            await asyncio.sleep(0)  # lets the projector go before forty phones
            if follower in self._followers:
                try:
                    self.tell(follower, told)
                except Exception:  # a bug in a board must not stop the others
                    log.exception("a phone could not be told what it may see")

    def tell(self, follower: Follower, told: dict[Any, tuple[str, Scene]] | None = None) -> None:
        """Send a follower its current scene, and once, before it, the ground.

        *told* caches scenes: phones of one team get the same one, but each its own answers.
        """
        told = {} if told is None else told
        token, lang = follower.token, follower.lang
        try:
            place = (lang, token and self.room.place(token))
            if place not in told:
                told[place] = self._seen(token, lang, latest=not told)
        except (Unreadable, StoreError):  # it reconnects by itself, perhaps to a process that can read the room
            follower.close()
            return
        except Refused as refusal:  # removed by the teacher
            follower.say(_json({"type": "gone", "text": refusal.text(lang)}))
            return
        scene, ground = told[place]
        if token and (mine := self.room.answers(token)):
            scene = f'{scene[:-1]},"mine":{_json(mine)}}}'
        if token and (before := self.room.answer_before(token)):
            scene = f'{scene[:-1]},"before":{_json(before)}}}'
        fresh = ground is not follower.ground
        if follower.say(self._with_ground(scene, ground) if fresh else scene):
            follower.ground = ground

    def _seen(self, token: str | None, lang: str, latest: bool) -> tuple[str, Scene]:
        game, version, ground = None, self.room.version, NO_GROUND
        if token is None:
            scene: PhoneScene = join_scene(self.room.lobby(), lang)
        else:
            screen = screen_state(self.room, token, lang, latest=latest)
            board, version = board_of(screen.room["game"]), screen.view["version"]
            scene = phone_scene(screen, board)
            if screen.view["game"] and screen.seat is not None:
                game, ground = board.game, board.ground(screen)
        return _json({"type": "scene", "version": version, "game": game, "scene": scene}), ground

    def _with_ground(self, frame: str, ground: Scene) -> str:
        """A frame with the ground, which is serialised once for all phones."""
        if self._grounds[0] is not ground:
            self._grounds = ground, _json(ground)
        return f'{frame[:-1]},"ground":{self._grounds[1]}}}'


def _json(message: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


_audiences: WeakValueDictionary[str, Audience] = WeakValueDictionary()  # kept alive by their sockets


def audience(room: Room) -> Audience:
    """The one audience of a room."""
    found = _audiences.get(room.code)
    if found is None or found.room is not room:
        found = _audiences[room.code] = Audience(room)
    return found
