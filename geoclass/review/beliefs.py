"""The class's answers in its games: how beliefs shifted, and how sure it was of wrong ones."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n
from geoclass.games import tell
from geoclass.games.editions import in_edition
from geoclass.games.prompts import Answer, Pair, Prompt, Truth, is_right
from geoclass.review.claims import Claim, claims
from geoclass.review.logs import Logs, check, each
from geoclass.review.parts import part

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = {
    "game": "int64",  # 1, 2, 3 … over the logs given
    "about": "str",  # what was asked: row, rank, capital, place, pad, near, far
    "prompt": "str",
    "round": "Int64",
    "column": "str",  # the figure it was about, if any
    "vote": "int64",  # 1, or 2 after the talk
    "said": "str",
    "which": "str",  # the card that was suspected
    "sure": "boolean",
    "n": "int64",  # number of phones with this answer
    "right": "boolean",  # missing if the game did not reveal it
}
SHIFTS = {
    "game": "int64",
    "about": "str",
    "prompt": "str",
    "round": "Int64",
    "column": "str",
    "question": "str",
    "phones": "int64",  # number of answers in the last vote
    "first": "float64",  # share right in the first vote; missing without a vote or a truth
    "second": "float64",
    "shift": "float64",  # change of that share through the talk
    "sure": "float64",  # share that was sure, in the last vote
    "sure_wrong": "float64",  # share that was sure and wrong
}


@dataclass(frozen=True)
class Belief:
    """A class's answers to one question, and the truth as far as the game revealed it."""

    game: str
    players: Sequence[str]
    prompt: Prompt
    pairs: Sequence[Pair]  # each phone's answers in the first and the second vote
    truth: Truth | None

    @cached_property
    def votes(self) -> tuple[list[Answer], list[Answer]]:
        """The answers of the first vote and of the second."""
        first, second = ([pair[n] for pair in self.pairs if len(pair) > n] for n in (0, 1))
        return [a for a in first if a is not None], [a for a in second if a is not None]

    @property
    def last(self) -> list[Answer]:
        """The answers of the latest vote."""
        return self.votes[1] or self.votes[0]

    def is_right(self, answer: Answer) -> bool | None:
        return None if self.truth is None else is_right(self.prompt, answer, self.truth)

    def marks(self, answers: Sequence[Answer]) -> list[bool]:
        """Which parts of *answers* are right: ranks of an order, options of several, teams of a pad."""
        true: Any = self.truth["say"] if self.truth else None
        if true is None:
            return []
        said = [answer["say"] for answer in answers]
        match self.prompt.kind:
            case "order":
                return [true[card] == rank for order in said for rank, card in enumerate(order, 1)]
            case "several":
                return [(option in some) == (option in true) for some in said for option in self.prompt.options]
            case "pad":
                return [option in true[int(row)] for pad in said for row, option in pad.items()]
        return [say == true for say in said]

    def share_right(self, vote: int) -> float:
        """The share right in vote 1 or 2; nan without answers or truth."""
        marks = self.marks(self.votes[vote - 1])
        return sum(marks) / len(marks) if marks else nan

    @property
    def shift(self) -> float:
        """The change in the share right through the talk."""
        return self.share_right(2) - self.share_right(1)

    @property
    def sure_wrong(self) -> int | None:
        """The number sure and wrong in the latest vote; None if not asked or not known."""
        if self.truth is None or not self.prompt.sure:
            return None
        return sum(bool(answer.get("sure")) and not self.is_right(answer) for answer in self.last)

    # in words

    def question(self, lang: str | None = None) -> str:
        """The question in words; for a row, with its cards."""
        asked = tell.asked(self.game, self.prompt, lang)
        cards = " – ".join(self.option(card, lang) for card in self.prompt.cards)
        return i18n.text("vote.asked_of", lang, question=asked, cards=cards) if cards else asked

    def option(self, value: str, lang: str | None = None) -> str:
        return tell.option(self.game, self.prompt, value, lang)

    def said(self, lang: str | None = None) -> list[list[tuple[str, int]]]:
        """The answers of each vote with their counts, most frequent first; for pads, team by team."""
        return [Counter(words for a in vote for words in self._said(a, lang)).most_common() for vote in self.votes]

    def _said(self, answer: Answer, lang: str | None) -> list[str]:
        said = answer["say"]
        if isinstance(said, Mapping):
            return [self._of_team(int(row), [option], lang) for row, option in sorted(said.items())]
        words = self._words(said, lang)
        return [f"{words} ({self.option(answer['which'], lang)})" if answer.get("which") else words]

    def _words(self, said: Any, lang: str | None) -> str:
        if isinstance(said, str):
            return self.option(said, lang)
        between = " – " if self.prompt.kind == "order" else ", "
        return between.join(self.option(value, lang) for value in said) or i18n.text("vote.none", lang)

    def _of_team(self, row: int, options: Sequence[str], lang: str | None) -> str:
        said = ", ".join(self.option(option, lang) for option in options)
        return i18n.text("vote.of_team", lang, team=self.players[row], said=said)

    def truth_in_words(self, lang: str | None = None) -> str:
        """The truth in words; empty if the game did not reveal it."""
        if self.truth is None:
            return ""
        say = self.truth["say"]
        if self.prompt.kind == "pad":
            return " · ".join(self._of_team(row, say[row], lang) for row in self.prompt.rows)
        return self._words(sorted(say, key=say.__getitem__) if self.prompt.kind == "order" else say, lang)

    def check(self) -> None:
        """Raise an error if it cannot be put into words: a file may contain anything."""
        self.question()
        self.said()
        self.truth_in_words()
        self.marks(self.last)

    def claims(self, lang: str | None = None) -> list[Claim]:
        """The majority's false beliefs, most widely believed first."""
        return claims(self, lang)


def believed(log: games.Log) -> list[Belief]:
    """Every answered question of a game, in the order asked, without those unknown to this version of the game."""
    if not log.get("votes"):
        return []
    game = check(log)
    prompts: Any = games.part(game.id, "prompts")
    reveals, found = [*game.reveals, None], []
    with in_edition(game.edition):
        for asked in log["votes"] if prompts else ():
            prompt = Prompt.of(asked["prompt"])
            try:
                truth = next((true for reveal in reveals if (true := prompts.truth(prompt, reveal))), None)
                belief = Belief(game.id, game.players, prompt, asked["answers"], truth)
                belief.check()
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                continue
            found.append(belief)
    return found


def beliefs(logs: Logs) -> "pd.DataFrame":
    """One row per prompt, vote and answer of one or several games, with its count; no phones, no names."""
    import pandas as pd

    rows = [{"game": number} | row for number, log in enumerate(each(logs), 1) for row in _rows(log)]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


def _rows(log: games.Log) -> Iterator[dict[str, Any]]:
    for belief in believed(log):
        for vote, given in enumerate(belief.votes, 1):
            counts = Counter((_text(a["say"]), a.get("which", ""), a.get("sure")) for a in given)
            right = {_text(a["say"]): belief.is_right(a) for a in given}
            for (said, which, sure), n in counts.most_common():
                told = {"vote": vote, "said": said, "which": which, "sure": sure, "n": n, "right": right[said]}
                yield _asked(belief) | told


def _asked(belief: Belief) -> dict[str, Any]:
    prompt = belief.prompt
    facts = {"round": prompt.facts.get("round"), "column": prompt.facts.get("category", "")}
    return {"about": prompt.about, "prompt": prompt.id} | facts


def _text(said: Any) -> str:
    if isinstance(said, Mapping):
        return " ".join(f"{row}:{option}" for row, option in sorted(said.items()))
    return " ".join(said) if isinstance(said, list) else str(said)


def shifts(logs: Logs, lang: str | None = None) -> "pd.DataFrame":
    """One row per question of one or several games: shares right before and after the talk, share sure and wrong."""
    import pandas as pd

    rows = [{"game": number} | _shift(one, lang) for number, log in enumerate(each(logs), 1) for one in believed(log)]
    return pd.DataFrame(rows, columns=list(SHIFTS)).astype(SHIFTS)


def _shift(belief: Belief, lang: str | None) -> dict[str, Any]:
    n, sure = len(belief.last), sum(bool(answer.get("sure")) for answer in belief.last)
    wrong = belief.sure_wrong
    return _asked(belief) | {
        "question": tell.asked(belief.game, belief.prompt, lang),
        "phones": n,
        "first": belief.share_right(1),
        "second": belief.share_right(2),
        "shift": belief.shift,
        "sure": sure / n if belief.prompt.sure else nan,
        "sure_wrong": nan if wrong is None else wrong / n,
    }


# judgements of countries in the answers


def judged_by_votes(log: games.Log) -> Iterator[dict[str, Any]]:
    """Judgements of countries from each phone's latest answer."""
    judging = part(log["setup"]["game"], "judged_by_answer", judged_by_answer)
    for belief in believed(log):
        for pair in belief.pairs if belief.truth else ():
            answer = next((a for a in reversed(pair) if a is not None), None)
            if answer and belief.truth:
                yield from (_judgement(belief.prompt, one) for one in judging(belief.prompt, answer, belief.truth))


def judged_by_answer(prompt: Prompt, answer: Answer, truth: Truth) -> Iterator[dict[str, Any]]:
    """For an order, every country by rank; else the card named or asked about."""
    category, card = prompt.facts.get("category", ""), prompt.facts.get("card")
    if prompt.kind == "order":
        ranks, worst = truth["say"], len(prompt.options) - 1
        for said, iso3 in enumerate(answer["say"], 1):
            off = abs(said - ranks[iso3])
            known = {"said": said, "truth": ranks[iso3], "off": off, "scale": off / worst, "right": not off}
            yield {"column": category, "iso3": iso3} | known
    elif answer.get("which"):
        right = answer["which"] in truth.get("which", ())
        yield {"column": category, "iso3": answer["which"], "scale": float(not right), "right": right}
    elif card in data.attribute("iso2"):
        right = is_right(prompt, answer, truth)
        yield {"column": category or prompt.about, "iso3": card, "scale": float(not right), "right": right}


def _judgement(prompt: Prompt, judged: dict[str, Any]) -> dict[str, Any]:
    empty = {"value": nan, "said": nan, "truth": nan, "off": nan}
    return {"kind": "vote", "round": prompt.facts.get("round", 1), "move": 0, "made": (), "team": ""} | empty | judged
