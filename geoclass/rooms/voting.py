"""Checks answers and the teacher's actions on a vote; each function returns the body of the row to write.

A vote goes from first answers to talk to second answers and can be closed at any point. It opens at once, or, where
that would help the team on turn, before a move that leaves it nothing to decide; that move and the game are held until
it closes.
"""

from time import time
from typing import Any

from geoclass import games
from geoclass.games.prompts import Prompt
from geoclass.rooms.refused import Refused
from geoclass.rooms.state import Phone, State
from geoclass.rooms.votes import (
    CHANGES,
    COUNTABLE,
    LONGEST_TALK,
    MOST_HANDS,
    SECOND,
    SHOWN,
    TALK,
    TALKING,
    PromptAnswers,
    Reveal,
    beliefs,
    pads,
    prompts_of,
    settled_by,
    told,
)

Body = dict[str, Any]
NOTHING_ASKED: Body = {"prompt": None, "vote": None, "round": None}


def ballot(state: State, phone: Phone, key: Any, vote: Any, answer: Any) -> Body | None:
    """The row of an answer; None if it changes nothing."""
    prompt = _open_prompt(state, key, vote)
    try:
        read = prompt.read(answer, phone.seat)
    except games.Refusal as bad:
        raise Refused(bad.key) from None
    asked = state.answers.get(prompt.id, PromptAnswers(prompt))
    if asked.votes[vote - 1].get(phone.number) == read:
        return None
    if asked.changes.get((phone.number, vote), 0) >= CHANGES:
        raise Refused("rooms.refused.many_answers", n=CHANGES)
    return {"phone": phone.number, "prompt": prompt.id, "vote": vote, "answer": read}


def _open_prompt(state: State, key: Any, vote: Any) -> Prompt:
    if state.game is None:
        raise Refused("rooms.refused.not_started")
    if state.phase == "over":
        raise Refused("rooms.refused.over")
    if state.paused:
        raise Refused("rooms.refused.paused")
    if state.showing:
        raise Refused("rooms.refused.showing")
    if state.vote and state.vote.phase == TALK:
        raise Refused("rooms.refused.talking")
    prompt = state.prompt
    if prompt is None or type(key) is not str or key != prompt.id or type(vote) is not int or vote != open_vote(state):
        raise Refused("rooms.refused.asked_no_more")
    return prompt


def open_vote(state: State) -> int | None:
    """1 or 2, the vote in which an answer counts now. A vote is not reopened; only a pad can be changed afterwards."""
    if state.vote or state.prompt is None:
        return state.vote.round if state.vote else None
    if state.prompt.id in state.voted:
        return 2 if state.prompt.kind == "pad" else None
    return 1


# for the teacher


def hands(state: State, prompt: Any, vote: Any, counts: Any) -> Body:
    """Count hands per answer: replaces an earlier count, is added to the phones' answers."""
    asked = _open_prompt(state, prompt, vote)
    if asked.kind not in COUNTABLE:
        raise Refused("rooms.refused.no_hands")
    if not (state.vote or at_once(state)):  # all would see them go up
        raise Refused("rooms.refused.hands_early")
    if type(counts) is not dict or not counts or not counts.keys() <= set(asked.options):
        raise Refused("rooms.refused.bad_action")
    if any(type(n) is not int or n < 0 for n in counts.values()):
        raise Refused("rooms.refused.bad_action")
    if max(counts.values()) > MOST_HANDS:
        raise Refused("rooms.refused.many_hands", n=MOST_HANDS)
    return {"prompt": prompt, "vote": vote, "counts": {option: n for option, n in counts.items() if n}}


def voting(state: State, on: bool) -> Body:
    """Switch votes on the prompts that come again and again on or off."""
    if type(on) is not bool or not hasattr(games.part(state.settings["game"], "prompts"), "EVERY"):
        raise Refused("rooms.refused.bad_action")
    return {"on": on}


def at_once(state: State) -> bool:
    """Whether a vote on the current prompt does not help the team on turn."""
    return state.prompt is not None and state.prompt.about in getattr(prompts_of(state.game), "AT_ONCE", ())


def vote(state: State) -> Body:
    """Open a vote on the current prompt, where that does not help the team on turn."""
    _votable(state)
    if not at_once(state):
        raise Refused("rooms.refused.vote_later")
    return {"move": None, "by": None, "bot": False}


def vote_soon(state: State, on: bool) -> Body:
    """Have the class vote on the current prompt, or not, when the team on turn has nothing left to decide."""
    _votable(state)
    if type(on) is not bool or at_once(state) or not hasattr(prompts_of(state.game), "holds"):
        raise Refused("rooms.refused.bad_action")
    return {"on": on}


def _votable(state: State) -> None:
    if state.held:
        raise Refused("rooms.refused.voting" if state.vote else "rooms.refused.showing")
    if open_vote(state) is None:
        raise Refused("rooms.refused.nothing_asked")


def vote_talk(state: State, seconds: int | None = TALKING) -> Body:
    """Start or extend the talk with one's neighbour; None: without a clock."""
    on = _open_vote(state)
    if seconds is not None and (type(seconds) is not int or not 0 < seconds <= LONGEST_TALK):
        raise Refused("rooms.refused.bad_action")
    if on.phase in (SECOND, SHOWN):
        raise Refused("rooms.refused.voted_twice")
    begins = max(time(), on.until or 0)
    return {"until": None if seconds is None else round(min(begins + seconds, time() + LONGEST_TALK), 1)}


def vote_again(state: State) -> Body:
    if _open_vote(state).phase in (SECOND, SHOWN):
        raise Refused("rooms.refused.voted_twice")
    return {}


def vote_close(state: State, drop: bool = False) -> Body:
    """End the vote and play the held move. *drop*: discard the answers."""
    on = _open_vote(state)
    if type(drop) is not bool:
        raise Refused("rooms.refused.bad_action")
    return {"drop": drop, "move": on.move, "bot": on.bot}


def _open_vote(state: State) -> Any:
    if state.vote is None:
        raise Refused("rooms.refused.no_vote")
    return state.vote


# views for screens


def before(state: State, move: games.Move) -> bool:
    """Whether a vote opens before this move is played."""
    game, part, prompt = state.game, prompts_of(state.game), state.prompt
    if game is None or state.vote or prompt is None or prompt.id in state.voted:
        return False
    wanted = state.vote_soon or (state.voting and prompt.about in part.EVERY)
    return bool(wanted and part.holds(game.view(None), move))


def _held(state: State, move: games.Move | None) -> Body | None:
    """What everybody may know of a held move."""
    if move is None:
        return None
    public: Body = getattr(prompts_of(state.game), "held", _who)(move)
    return public


def _who(move: games.Move) -> games.Move:
    return {"seat": move["seat"], "move": move["move"]}


def asked_view(state: State, screen: bool, here: int) -> Body:
    """The open prompt and vote; a *screen* also gets the number of answers."""
    on, prompt = state.vote, state.prompt
    if prompt is None or state.ended or (state.held and not on):
        return NOTHING_ASKED
    asked, closed = state.answers.get(prompt.id, PromptAnswers(prompt)), not on and open_vote(state) is None
    view: Body = {"prompt": None if closed else prompt.plain, "vote": None, "round": open_vote(state)}
    if on:
        now = 2 if on.phase == SECOND else 1
        answered, raised = asked.answer_count(now), asked.hand_count(now)
        view["vote"] = {
            "phase": on.phase,
            "left": None if on.until is None else max(0, round(on.until - time())),
            "held": _held(state, on.move),
        } | ({"answered": answered, "of": max(here + raised, answered)} if screen else {})
    elif state.game and not screen and (before := last_told(state)):
        truth = prompts_of(state.game).truth(before.prompt, None)
        view["before"] = {"prompt": before.prompt.plain, "truth": truth}
    return view


def believed(state: State, reveal: Reveal | None) -> list[Body]:
    """Tallies of what the class believed about *reveal*; None: about prompts that need no reveal."""
    if state.game is None:
        return []
    shown = state.vote is not None and state.vote.phase == SHOWN
    return beliefs(state.game, state.answers, state.prompt.id if state.prompt and not shown else None, reveal)


def last_told(state: State) -> PromptAnswers | None:
    """The latest question of which no reveal will tell the truth: it is told when the table has moved on."""
    latest = next(reversed(state.answers.values()), None)
    if state.game is None or state.held or latest is None or prompts_of(state.game).truth(latest.prompt, None) is None:
        return None
    return next(iter(told(state.game, {latest.prompt.id: latest}, state.prompt).values()), None)


def own_answers(state: State, phone: Phone) -> list[Any]:
    """A phone's answers in the first and the second vote, to the open prompt or the one being shown."""
    asked = state.answers.get(state.prompt.id) if state.prompt else None
    prompt = state.prompt
    if state.game and state.showing:
        shown = settled_by(state.game, state.answers.values(), state.game.reveal)
        asked = shown[-1] if shown else None
        prompt = asked.prompt if asked else None
    if prompt and prompt.kind == "pad":
        second = asked.votes[1].get(phone.number) if asked else None
        return [pads(state.answers.values()).get(phone.number), second]
    return [vote.get(phone.number) for vote in asked.votes] if asked else []
