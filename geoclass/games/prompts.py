"""Prompts: questions that the whole class can answer while others play.

A game's module ``prompts`` has ``prompt(view)``, which makes a `Prompt` (or None) from the public view, and
``truth(prompt, reveal)``, the right answer once *reveal* tells it (*reveal* None: without one). It may have
``is_whole(prompt, reveal)``, whether the reveal is about this very prompt. When the class can vote, without helping the
team on turn: at any moment on the prompts ``AT_ONCE``; on the others before a move that ``holds(view, move)``, of which
``held(move)`` is what everybody may know; ``EVERY`` are those that can be voted on throughout a game. An answer is
plain data: the answer (``say``), ``which`` card, and how ``sure`` one is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from geoclass import data
from geoclass.games.refusals import Refusal

KINDS = ("choice", "several", "order", "place", "pad")
Answer = dict[str, Any]
Truth = Mapping[str, Any]  # "say": the right answer, in the form of its kind; "which": cards that may be named
Pair = Sequence[Answer | None]  # a phone's answers in the first and the second vote


class BadAnswer(Refusal):
    """The answer does not fit the prompt."""


@dataclass(frozen=True)
class Prompt:
    """A question to everybody; `id` changes with each new one. Its sentences are under ``<game>.prompt.<about>``."""

    id: str
    about: str
    kind: str
    options: tuple[str, ...] = ()  # possible answers; for an order all of them, for a place any country
    doubtful: str = ""  # the option that also asks for one of the `cards`
    cards: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()  # for a pad: the teams
    sure: bool = False  # whether it asks how sure one is
    facts: Mapping[str, Any] = field(default_factory=dict)  # data for its sentences and its truth

    def read(self, answer: Any, seat: int | None = None) -> Answer:
        """Validate *answer*; a pad has no row for one's own *seat*. Raises `BadAnswer`."""
        if type(answer) is not dict or not answer.keys() <= {"say", "which", "sure"}:
            raise BadAnswer("games.prompt.refused")
        said, which, sure = answer.get("say"), answer.get("which"), answer.get("sure")
        named = which is not None and type(which) is str and which in self.cards and said == self.doubtful
        fits = self._fits(said, seat) and (which is None or named)
        if not fits or (sure is not None and (type(sure) is not bool or not self.sure)):
            raise BadAnswer("games.prompt.refused")
        more = {"which": which} if which is not None else {}
        return {"say": said, **more, **({"sure": sure} if sure is not None else {})}

    def _fits(self, said: Any, seat: int | None) -> bool:
        match self.kind:
            case "choice":
                return type(said) is str and said in self.options
            case "several":
                return _texts(said) and set(said) <= set(self.options)
            case "order":
                return _texts(said) and sorted(said) == sorted(self.options)
            case "place":
                return type(said) is str and said in data.attribute("un_status")
        rows = {str(row) for row in self.rows if row != seat}
        return type(said) is dict and said.keys() <= rows and all(_one_of(v, self.options) for v in said.values())

    @property
    def plain(self) -> dict[str, Any]:
        """The prompt as plain data, for a log."""
        given = {name: value for name, value in asdict(self).items() if value not in ((), "", False, {})}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> "Prompt":
        fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in plain.items()}
        return cls(**fields)


def _one_of(value: Any, options: Sequence[str]) -> bool:
    return type(value) is str and value in options


def _texts(value: Any) -> bool:
    return type(value) is list and all(type(v) is str for v in value) and len(set(value)) == len(value)


def is_right(prompt: Prompt, answer: Answer, truth: Truth) -> bool:
    """Whether an answer is right; in an order, ties count either way."""
    said, true = answer["say"], truth["say"]
    match prompt.kind:
        case "order":
            ranks = [true[card] for card in said]
            return ranks == sorted(ranks)
        case "several":
            return set(said) == set(true)
        case "pad":
            return bool(said) and all(option in true[int(row)] for row, option in said.items())
    return bool(said == true)


def tally(prompt: Prompt, pairs: Iterable[Pair], truth: Truth) -> dict[str, Any]:
    """Count all answers by vote, so that nobody can be identified."""
    pairs = [tuple(pair) for pair in pairs]
    votes = [[a for a in answers if a is not None] for answers in zip(*pairs, strict=True)] if pairs else [[], []]
    if not votes[1]:
        votes = votes[:1]
    if not votes[0]:
        votes = votes[1:]
    last = votes[-1] if votes else []
    both = [(a, b) for a, b in pairs if a is not None and b is not None]
    counted = {
        "prompt": prompt.plain,
        "truth": dict(truth),
        "n": [len(vote) for vote in votes],
        "right": [sum(is_right(prompt, answer, truth) for answer in vote) for vote in votes],
        "said": [_said(prompt, vote) for vote in votes],
    }
    if prompt.kind in ("choice", "place"):
        moved = Counter((a["say"], b["say"]) for a, b in both)
        counted["moved"] = [[a, b, n] for (a, b), n in sorted(moved.items())]
    if prompt.kind == "choice":
        sure = Counter((answer["say"], answer["sure"]) for answer in last if "sure" in answer)
        counted |= {
            "sure": {option: [sure[option, True], sure[option, False]] for option in prompt.options},
            "which": Counter(answer["which"] for answer in last if "which" in answer).most_common(),
        }
    return counted


def _said(prompt: Prompt, vote: Sequence[Answer]) -> dict[str, Any]:
    """Count the answers: by option; for an order by card and rank; for a pad by team."""
    match prompt.kind:
        case "several":
            return {option: sum(option in answer["say"] for answer in vote) for option in prompt.options}
        case "order":
            places = range(len(prompt.options))
            return {card: [sum(a["say"][place] == card for a in vote) for place in places] for card in prompt.options}
        case "pad":
            rows = {str(row): Counter(a["say"][str(row)] for a in vote if str(row) in a["say"]) for row in prompt.rows}
            return {row: dict(counts) for row, counts in rows.items()}
        case "place":
            return dict(Counter(answer["say"] for answer in vote).most_common())
    counts = Counter(answer["say"] for answer in vote)
    return {option: counts[option] for option in prompt.options}
