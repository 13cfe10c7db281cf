"""Makes the `ScreenState` of a room's screen: the one place where rooms and boards meet."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from geoclass import review
from geoclass.rooms import Room
from geoclass.ui.kit.screen import ScreenState

_summaries: WeakKeyDictionary[Room, tuple[int, review.Summary]] = WeakKeyDictionary()


def _summary(room: Room) -> review.Summary:
    """The review of the latest game, cached for all screens of a version."""
    version = room.version
    if room not in _summaries or _summaries[room][0] != version:
        _summaries[room] = version, review.Summary(room.log())
    return _summaries[room][1]


def screen_state(
    room: Room,
    token: str,
    lang: str,
    dark: bool = False,
    past: int | None = None,
    page: int = 0,
    latest: bool = True,
) -> ScreenState:
    """The state of the screen with this token; see `Room.view` for *latest*."""
    return _state(room, token, room.view(token, latest), lang, dark, past, page)


def team_state(room: Room, teacher: str, seat: int, lang: str, dark: bool = False) -> ScreenState:
    """The state of a team's private screen on the teacher's device, behind the curtain."""
    return _state(room, teacher, room.peek(teacher, seat), lang, dark)


def _state(
    room: Room,
    token: str,
    view: Mapping[str, Any],
    lang: str,
    dark: bool = False,
    past: int | None = None,
    page: int = 0,
) -> ScreenState:
    reveals, summary = partial(room.history, token), partial(_summary, room)
    return ScreenState(view, lang, dark, past, page, reveals, summary, partial(room.beliefs, token))
