"""What screens may see of a room, built from its state; *here*: the keys of the connected phones."""

from collections import Counter
from collections.abc import Collection
from typing import Any

from geoclass.rooms.state import State


def room_view(code: str, state: State, here: Collection[str]) -> dict[str, Any]:
    phones = Counter(phone.seat for phone in state.phones.values())
    there = Counter(phone.seat for key, phone in state.phones.items() if key in here)
    return {
        "code": code,
        "at": state.at,
        "phase": state.phase,
        "paused": state.paused,
        "locked": state.locked,
        "closed": state.closed,
        "showing": state.showing,
        "step": state.step,
        "voting": state.voting,
        "vote_soon": state.vote_soon,
        "together": state.together,
        **{name: state.settings[name] for name in ("game", "lang", "free_names", "grow")},
        "teams": [
            {
                "name": team.name,
                "bot": team.bot,
                "phones": phones[n],
                "here": there[n],
            }
            for n, team in enumerate(state.seats)
        ],
    }


def game_view(state: State, seat: int | None) -> dict[str, Any]:
    """What *seat* (None: everybody) may know of the game: its view, progress and ending."""
    game = state.game
    if game is None:
        return {"game": None, "events": [], "moves": 0, "reveals": 0, "ending": ""}
    return {
        "game": game.view(seat),
        "events": game.events,
        "moves": game.move_count,
        "reveals": game.reveal_count,
        "ending": game.ending,
    }


def teacher_view(state: State, here: Collection[str], faltered: Collection[int]) -> dict[str, Any]:
    """What only the teacher sees; *faltered*: seats whose bot has failed."""
    game = state.game
    acting = game.actors if game and not state.ended and not state.vote else ()
    return {
        "phones": [
            {
                "number": phone.number,
                "seat": phone.seat,
                "wish": phone.wish,
                "here": key in here,
                "played": phone.played,
            }
            for key, phone in state.phones.items()
        ],
        "faltered": sorted(faltered),
        "answered": bool(state.answers),
        "points_shown": state.points_shown,
        "legal": {str(seat): game.legal(seat) for seat in acting} if game else {},
        "answer": game.answer() if game else None,
    }


def pupils(state: State, here: Collection[str]) -> int:
    """The number of phones that can answer now."""
    return sum(phone.seat is not None and key in here for key, phone in state.phones.items())
