"""Points for good predictions, per team, from its phones' answers. They are in no result and no log."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from geoclass import games
from geoclass.games.prompts import Truth, is_right
from geoclass.rooms.refused import Refused
from geoclass.rooms.votes import PromptAnswers, is_same_question, pads, prompts_of

if TYPE_CHECKING:
    from geoclass.rooms.state import State


@dataclass
class CountedPoints:
    """The points counted so far: a cache, since a revealed truth does not change."""

    game: games.Game
    reveals: Sequence[games.Reveal]
    right: dict[str, dict[int, int]] = field(default_factory=dict)  # prompt id → phone → points
    latest: tuple[int, list[int]] = (-1, [])  # version, and the teams' points at it


def points(state: "State") -> list[int]:
    """Each team's points from prompts whose truth is known, without the one still open or being shown."""
    game = state.game
    if game is None or not state.answers:
        return [0] * len(state.seats)
    shown = game.reveal_count - state.showing
    if state.counted is None or state.counted.game is not game or len(state.counted.reveals) != shown:
        state.counted = CountedPoints(game, game.reveals[:shown])
    if state.counted.latest[0] != state.version:
        state.counted.latest = state.version, _by_team(state, _right(state, state.counted))
    return state.counted.latest[1]


def _by_team(state: "State", right: Sequence[dict[int, int]]) -> list[int]:
    by_phone: Counter[int] = Counter()
    for phones in right:
        by_phone.update(phones)
    found = [0] * len(state.seats)
    for phone in state.phones.values():
        if phone.seat is not None:
            found[phone.seat] += by_phone[phone.number]
    return found


def _right(state: "State", counted: CountedPoints) -> list[dict[int, int]]:
    """For every prompt whose truth is known: phone → points."""
    now, part = state.prompt, prompts_of(counted.game)
    found, on_pads = [], []
    for key, asked in state.answers.items():
        if now and is_same_question(asked.prompt, now):
            continue
        if key not in counted.right:
            truths = (part.truth(asked.prompt, reveal) for reveal in (*counted.reveals, None))
            truth = next((truth for truth in truths if truth is not None), None)
            if truth is None:
                continue
            if asked.prompt.kind == "pad":
                on_pads.append((asked, truth))
                continue
            counted.right[key] = _phones_right(asked, truth)
        found.append(counted.right[key])
    return [*found, _pads_right(on_pads)]


def _phones_right(asked: PromptAnswers, truth: Truth) -> dict[int, int]:
    """A point for each phone whose latest answer is right."""
    latest = asked.votes[0] | asked.votes[1]
    return {phone: 1 for phone, answer in latest.items() if is_right(asked.prompt, answer, truth)}


def _pads_right(found: Sequence[tuple[PromptAnswers, Truth]]) -> dict[int, int]:
    """A pad counts once, in its last state: a point for each team it identified."""
    truth = found[-1][1]["say"] if found else ()
    last = pads(asked for asked, _ in found)
    return {phone: sum(option in truth[int(row)] for row, option in pad["say"].items()) for phone, pad in last.items()}


def points_view(state: "State", seat: int | None) -> dict[str, Any] | None:
    """A phone sees its team's points; other screens see all at the end, if the teacher wants it."""
    if state.game is None or not state.answers:
        return None
    if seat is not None:
        return {"own": points(state)[seat]}
    at_end = state.phase == "over" and not state.showing and state.points_shown
    return {"teams": points(state)} if at_end else None


def show_points(state: "State", on: bool) -> dict[str, Any]:
    """Show the points to the class at the end, or not."""
    if state.game is None:
        raise Refused("rooms.refused.not_started")
    if type(on) is not bool:
        raise Refused("rooms.refused.bad_action")
    return {"on": on}
