"""The teacher's actions: each checks its arguments and returns the body of the row to write."""

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from secrets import randbits
from typing import Any

from geoclass import bots, data, games
from geoclass.rooms import clock, points, together, voting
from geoclass.rooms.names import clean_name, new_team
from geoclass.rooms.refused import Refused
from geoclass.rooms.state import State

Body = dict[str, Any]


def start(state: State, options: Mapping[str, Any] | None = None, seed: int | None = None) -> Body:
    if state.game is not None:
        raise Refused("rooms.refused.started")
    return _new_game(state, options, state.settings.get("seed") if seed is None else seed)


def again(state: State, options: Mapping[str, Any] | None = None, seed: int | None = None) -> Body:
    in_game(state)
    return _new_game(state, options, seed)


def _new_game(state: State, options: Mapping[str, Any] | None, seed: int | None) -> Body:
    own = data.take_carried(state.settings.get("figures", {})) if options is None else []
    options = state.settings["options"] if options is None else options
    seed = randbits(48) if seed is None else seed
    try:
        with data.using(data.Edition(tuple(own))) if own else nullcontext():
            game = games.new(state.settings["game"], [seat.name for seat in state.seats], seed, options)
    except games.BadSetup as bad:
        raise Refused.like(bad) from None
    return {"setup": game.log["setup"]}


def in_game(state: State) -> Body:
    if state.game is None:
        raise Refused("rooms.refused.not_started")
    return {}


def undo(state: State) -> Body:
    """Go back to before a person's latest move (bots' moves since then go too), or reopen a game ended by hand."""
    in_game(state)
    if state.game is None or state.ended or state.vote:
        return {}
    if not state.game.move_count:
        raise Refused("games.nothing_to_undo")
    return {"to": state.game.last_own}


def end(state: State) -> Body:
    in_game(state)
    if state.ended:
        raise Refused("rooms.refused.over")
    return {}


def go_on(state: State, step: int | None = None) -> Body:
    """Go to a step of the reveal, or (no step) leave it."""
    if not state.showing:
        raise Refused("rooms.refused.nothing_shown")
    if step is not None and (type(step) is not int or not 0 <= step < 1000):
        raise Refused("rooms.refused.bad_action")
    return {"step": step}


def bot(state: State, seat: int, level: str | None) -> Body:
    known_seat(state, seat)
    return {"seat": seat, "level": known_level(level)}


def rename(state: State, seat: int, name: str) -> Body:
    known_seat(state, seat)
    return {"seat": seat, "name": shown_name(name)}


def add_team(state: State, name: str | None = None, level: str | None = None) -> Body:
    if state.game is not None:
        raise Refused("rooms.refused.started")
    if is_full(state):
        raise Refused("rooms.refused.full")
    return {"name": fresh_name(state) if name is None else shown_name(name), "level": known_level(level)}


def remove(state: State, number: int) -> Body:
    if type(number) is not int or number not in [phone.number for phone in state.phones.values()]:
        raise Refused("rooms.refused.no_phone")
    return {"number": number}


def admit(state: State, number: int | None = None, seat: int | None = None) -> Body:
    """Let one waiting phone, or all of them, into a team."""
    waiting = [phone.number for phone in state.phones.values() if phone.seat is None]
    if not waiting or (number is not None and (type(number) is not int or number not in waiting)):
        raise Refused("rooms.refused.nobody_waits")
    if seat is not None:
        known_seat(state, seat)
    return {"number": number, "seat": seat}


def remove_all(state: State, seat: int | None = None) -> Body:
    """Remove the phones of a team, or (no team) all that have never played."""
    if seat is not None:
        known_seat(state, seat)
    found = [p.number for p in state.phones.values() if (not p.played if seat is None else p.seat == seat)]
    if not found:
        raise Refused("rooms.refused.no_phone")
    return {"numbers": found}


def no_arguments(state: State) -> Body:  # noqa: ARG001
    return {}


ACTIONS: Mapping[str, Callable[..., Body]] = {
    "start": start,
    "again": again,
    "pause": clock.pause,
    "resume": clock.resume,
    "undo": undo,
    "next": go_on,
    "end": end,
    "bot": bot,
    "rename": rename,
    "add_team": add_team,
    "remove": remove,
    "admit": admit,
    "remove_all": remove_all,
    "lock": no_arguments,
    "unlock": no_arguments,
    "voting": voting.voting,
    "vote": voting.vote,
    "vote_soon": voting.vote_soon,
    "vote_talk": voting.vote_talk,
    "vote_again": voting.vote_again,
    "vote_close": voting.vote_close,
    "hands": voting.hands,
    "clock": clock.clock,
    "together": together.together,
    "points": points.show_points,
}


# ignored when they come from a screen that still shows an earlier state of the lesson
ONCE = frozenset({"start", "again", "undo", "next", "vote", "vote_again", "vote_close"})


# checks shared by joining and the teacher's actions


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


def known_level(level: Any) -> str | None:
    if level is not None and level not in bots.LEVELS:
        raise Refused("rooms.refused.level")
    return level if level is None else str(level)
