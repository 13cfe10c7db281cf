"""What the teacher can do: each action checks what it was given and says what its row will hold."""

from collections.abc import Callable, Mapping
from secrets import randbits
from typing import Any

from geoclass import bots, games
from geoclass.rooms.names import clean_name, new_team
from geoclass.rooms.state import State

Body = dict[str, Any]


class Refused(games.Refusal):
    """Why a room does not do what it was asked."""


def start(state: State, options: Mapping[str, Any] | None = None, seed: int | None = None) -> Body:
    if state.game is not None:
        raise Refused("rooms.refused.started")
    return _new_game(state, options, state.settings.get("seed") if seed is None else seed)


def again(state: State, options: Mapping[str, Any] | None = None, seed: int | None = None) -> Body:
    in_game(state)
    return _new_game(state, options, seed)


def _new_game(state: State, options: Mapping[str, Any] | None, seed: int | None) -> Body:
    options = state.settings["options"] if options is None else options
    seed = randbits(48) if seed is None else seed
    try:
        game = games.new(state.settings["game"], [seat.name for seat in state.seats], seed, options)
    except games.BadSetup as bad:
        raise Refused(bad.key, bad.rule, **bad.params) from None
    return {"setup": game.log["setup"]}


def in_game(state: State) -> Body:
    if state.game is None:
        raise Refused("rooms.refused.not_started")
    return {}


def undo(state: State) -> Body:
    in_game(state)
    if state.game and not state.ended and not state.game.log["moves"]:
        raise Refused("games.nothing_to_undo")
    return {}


def go_on(state: State, step: int | None = None) -> Body:
    """To the next step of the reveal, or (no step) past it."""
    if not state.showing:
        raise Refused("rooms.refused.nothing_shown")
    if step is not None and (type(step) is not int or not 0 <= step < 1000):
        raise Refused("rooms.refused.bad_action")
    return {"step": step}


def bot(state: State, seat: int, level: str | None) -> Body:
    known_seat(state, seat)
    return {"seat": seat, "level": _level(level)}


def rename(state: State, seat: int, name: str) -> Body:
    known_seat(state, seat)
    return {"seat": seat, "name": shown_name(name)}


def add_team(state: State, name: str | None = None, level: str | None = None) -> Body:
    if state.game is not None:
        raise Refused("rooms.refused.started")
    if is_full(state):
        raise Refused("rooms.refused.full")
    return {"name": fresh_name(state) if name is None else shown_name(name), "level": _level(level)}


def remove(state: State, number: int) -> Body:
    if number not in [phone.number for phone in state.phones.values()]:
        raise Refused("rooms.refused.no_phone")
    return {"number": number}


def anything(state: State) -> Body:  # noqa: ARG001
    return {}


ACTIONS: Mapping[str, Callable[..., Body]] = {
    "start": start,
    "again": again,
    "pause": in_game,
    "resume": in_game,
    "undo": undo,
    "next": go_on,
    "end": in_game,
    "bot": bot,
    "rename": rename,
    "add_team": add_team,
    "remove": remove,
    "lock": anything,
    "unlock": anything,
}


# what joining shares with the teacher's actions


def known_seat(state: State, seat: Any) -> None:
    if type(seat) is not int or not 0 <= seat < len(state.seats):
        raise Refused("rooms.refused.no_such_team")


def shown_name(name: Any) -> str:
    shown = clean_name(name) if type(name) is str else ""
    if not shown:
        raise Refused("rooms.refused.name")
    return shown


def fresh_name(state: State) -> str:
    return new_team(state.settings["lang"], (seat.name for seat in state.seats))


def is_full(state: State) -> bool:
    return len(state.seats) >= games.game_type(state.settings["game"]).teams[-1]


def _level(level: Any) -> str | None:
    if level is not None and level not in bots.LEVELS:
        raise Refused("rooms.refused.level")
    return level if level is None else str(level)
