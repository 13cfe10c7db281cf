"""A countdown for a turn, started, extended or removed by the teacher. When it runs out, nothing is played."""

from dataclasses import dataclass, replace
from time import time
from typing import TYPE_CHECKING, Any

from geoclass import games
from geoclass.rooms.refused import Refused

if TYPE_CHECKING:
    from geoclass.rooms.state import State

LONGEST = 3600  # seconds
Body = dict[str, Any]


@dataclass(frozen=True)
class Clock:
    """Runs out at *until* (Unix time); while the game is paused, *left* seconds remain."""

    until: float
    seats: tuple[int, ...]  # whose turn it is for
    reveals: int  # how many there were when it was started
    left: float | None = None

    def after(self, game: games.Game) -> "Clock | None":
        """The clock after a move; None when the turn has passed on. When several teams act at once, it runs until
        the last of them has acted."""
        acting = tuple(game.actors)
        goes_on = acting and set(acting) <= set(self.seats) and game.reveal_count == self.reveals
        return replace(self, seats=acting) if goes_on else None

    def seconds(self) -> float:
        return round(max(0.0, self.until - time()) if self.left is None else self.left, 1)


# for the teacher


def clock(state: "State", seconds: int | None) -> Body:
    """Start a countdown or add seconds to it; None removes it."""
    if state.game is None:
        raise Refused("rooms.refused.not_started")
    if seconds is None:
        return {"until": None}
    if type(seconds) is not int or not 0 < seconds <= LONGEST:
        raise Refused("rooms.refused.bad_action")
    if state.phase == "over":
        raise Refused("rooms.refused.over")
    if state.held or not state.game.actors:
        why = "paused" if state.paused else "voting" if state.vote else "showing"
        raise Refused(f"rooms.refused.{why}")
    now = time()
    begins = max(now, state.clock.until) if state.clock else now
    return {"until": round(min(begins + seconds, now + LONGEST), 1)}


def pause(state: "State") -> Body:
    if state.game is None:
        raise Refused("rooms.refused.not_started")
    runs = state.clock and state.clock.left is None
    return {"left": state.clock.seconds()} if state.clock and runs else {}


def resume(state: "State") -> Body:
    if state.game is None:
        raise Refused("rooms.refused.not_started")
    stands = state.clock and state.clock.left is not None
    return {"until": round(time() + state.clock.seconds(), 1)} if state.clock and stands else {}


def clock_view(state: "State") -> Body | None:
    """The seconds left, not the end time: devices' clocks differ."""
    return {"left": state.clock.seconds(), "stopped": state.clock.left is not None} if state.clock else None
