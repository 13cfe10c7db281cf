"""Answers of the whole class: rows of the room, never moves of the game. Rows name the phone, exported logs do not."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from geoclass import games
from geoclass.games.prompts import Answer, Pair, Prompt, tally

FIRST, TALK, SECOND, SHOWN = PHASES = ("first", "talk", "second", "shown")
TALKING = 90  # default seconds to talk with one's neighbour
LONGEST_TALK = 3600
CHANGES = 20  # answers of a phone in one vote; each is a row
COUNTABLE = ("choice",)  # kinds of prompt that can be answered by a show of hands
MOST_HANDS = 99  # for one answer


@dataclass(frozen=True)
class PromptAnswers:
    """A prompt and its answers by phone number, in the first and the second vote."""

    prompt: Prompt
    votes: tuple[dict[int, Answer], dict[int, Answer]] = field(default_factory=lambda: ({}, {}))
    changes: dict[tuple[int, int], int] = field(default_factory=dict)  # (phone, vote) → number of answers
    hands: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))  # option → number of hands
    voted: bool = False  # whether a vote has been opened on it

    def answered(self, phone: int, vote: int, answer: Answer) -> "PromptAnswers":
        votes = list(self.votes)
        votes[vote - 1] = {**votes[vote - 1], phone: answer}
        changes = {**self.changes, (phone, vote): self.changes.get((phone, vote), 0) + 1}
        return replace(self, votes=(votes[0], votes[1]), changes=changes)

    def raised(self, vote: int, counts: dict[str, int]) -> "PromptAnswers":
        """A copy with the hands counted by the teacher, replacing an earlier count."""
        hands = list(self.hands)
        hands[vote - 1] = counts
        return replace(self, hands=(hands[0], hands[1]))

    def voted_on(self, pads: dict[int, Answer]) -> "PromptAnswers":
        """A copy for the start of a vote: earlier answers, on a pad also those of earlier turns, are the first vote."""
        first = pads if self.prompt.kind == "pad" else self.votes[0]
        return replace(self, votes=(first, {}), hands=(self.hands[0], {}), voted=True)

    def latest(self, phone: int) -> Answer | None:
        return self.votes[1].get(phone) or self.votes[0].get(phone)

    def answer_count(self, vote: int) -> int:
        return len(self.votes[vote - 1]) + self.hand_count(vote)

    def hand_count(self, vote: int) -> int:
        return sum(self.hands[vote - 1].values())

    @property
    def pairs(self) -> list[Pair]:
        """[first, second] answer of each phone and each hand, sorted so that nobody can be identified. Hands of the two
        votes cannot be matched."""
        first, second = self.votes
        found: list[Pair] = [[first.get(phone), second.get(phone)] for phone in {**first, **second}]
        for vote, counts in enumerate(self.hands):
            for option, n in counts.items():
                said: Answer = {"say": option}
                found += [[None, said] if vote else [said, None]] * n
        return sorted(found, key=json.dumps)


@dataclass(frozen=True)
class Vote:
    """A vote of the class on a prompt. While it lasts, the game and the move that opened it are held."""

    prompt: Prompt
    phase: str = FIRST
    until: float | None = None  # when the talk ends, Unix time
    move: games.Move | None = None
    by: str | None = None  # the key of the device that made the move
    bot: bool = False

    @property
    def round(self) -> int | None:
        """1 or 2 while that vote is open."""
        return {FIRST: 1, SECOND: 2}.get(self.phase)


Reveal = Mapping[str, Any]
Answers = dict[str, PromptAnswers]  # by prompt id, in the order of their first answers


def prompts_of(game: games.Game | None) -> Any:
    """The game's `prompts` module, if it has one."""
    return games.part(game.id, "prompts") if game else None


def prompt_of(game: games.Game | None) -> Prompt | None:
    """The prompt that everybody can answer now."""
    part = prompts_of(game) if game else None
    if game is None or part is None or game.result or game.closed:
        return None
    found: Prompt | None = part.prompt(game.view(None))
    return found


def beliefs(game: games.Game, answers: Answers, open_id: str | None, reveal: Reveal | None) -> list[Any]:
    """Tallies of the answers that *reveal* settles, without the prompt that is still open. Of several questions told by
    the same reveal, those before the last count if there was a vote on them."""
    part = prompts_of(game)
    settled = _fill_pads(settled_by(game, [asked for key, asked in answers.items() if key != open_id], reveal))
    shown = [asked for asked in settled if asked.voted or asked.prompt.kind == "pad" or asked is settled[-1]]
    return [tally(asked.prompt, asked.pairs, part.truth(asked.prompt, reveal)) for asked in shown]


def settled_by(game: games.Game, answers: Iterable[PromptAnswers], reveal: Reveal | None) -> list[PromptAnswers]:
    """The prompts whose truth *reveal* tells."""
    part = prompts_of(game)
    is_whole = getattr(part, "is_whole", lambda _prompt, _reveal: True)
    known = [asked for asked in answers if part.truth(asked.prompt, reveal) is not None] if part else []
    return [asked for asked in known if reveal is None or is_whole(asked.prompt, reveal)]


def told(game: games.Game, answers: Answers, now: Prompt | None) -> Answers:
    """The answers whose truth has been revealed, without those to the prompt that is open *now*, whatever its id."""
    part, reveals = prompts_of(game), (*game.reveals, None)
    return {
        key: asked
        for key, asked in answers.items()
        if not (now and is_same_question(asked.prompt, now))
        and any(part.truth(asked.prompt, reveal) is not None for reveal in reveals)
    }


def is_same_question(one: Prompt, other: Prompt) -> bool:
    """Whether two prompts ask the same, whatever their ids: a question can come back."""
    return all(getattr(one, name) == getattr(other, name) for name in ("about", "facts", "options", "cards"))


def _fill_pads(settled: list[PromptAnswers]) -> list[PromptAnswers]:
    """Fill in pads: a pad keeps its content from turn to turn until it is changed."""
    pads: dict[int, Answer] = {}
    found = []
    for asked in settled:
        if asked.prompt.kind == "pad":
            first, second = pads | asked.votes[0], asked.votes[1]
            pads = first | second
            asked = replace(asked, votes=(first, pads if second else {}))
        found.append(asked)
    return found


def pads(answers: Iterable[PromptAnswers]) -> dict[int, Answer]:
    """The latest content of each phone's pad."""
    found: dict[int, Answer] = {}
    for asked in answers:
        if asked.prompt.kind == "pad":
            found |= asked.votes[0] | asked.votes[1]
    return found


def for_log(answers: Answers) -> list[dict[str, Any]]:
    """The answers for an exported log: without phones and names; pads as they stood at each turn."""
    filled = _fill_pads(list(answers.values()))
    return [{"prompt": asked.prompt.plain, "answers": [_trimmed(p) for p in asked.pairs]} for asked in filled]


def _trimmed(pair: Pair) -> Sequence[Answer | None]:
    return pair if pair[1] is not None else pair[:1]
