"""The one number for how well a class did in a game, and its sentence, used on every screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from geoclass import games, i18n
from geoclass.review.misjudged import judgements
from geoclass.review.parts import Judgement, best, part, words


@dataclass(frozen=True)
class Count:
    """How well the class did, in per cent, or in points if the game counts those."""

    game: str
    value: float
    n: int  # how many there were
    right: int

    def said(self, lang: str | None = None) -> str:
        """The value, formatted."""
        return written(self.value, best(self.game), lang)

    def words(self, lang: str | None = None) -> str:
        return words(self.game, "counted", lang, value=self.said(lang), n=self.n, right=self.right)


def count(log: games.Log) -> Count | None:
    """The count of the class's judgements in *log*; None if there are none or the game counts none."""
    game = log["setup"]["game"]
    kind = part(game, "COUNTED")
    found = [judgement for judgement in judgements(log) if judgement["kind"] == kind]
    if not found:
        return None
    value = part(game, "counted", _share_right)(found)
    return Count(game, value, len(found), sum(j["right"] for j in found))


def _share_right(judged: Sequence[Judgement]) -> float:
    return 100 * fmean(judgement["right"] for judgement in judged)


def only_bots(log: games.Log) -> bool:
    """Whether there is something to count, and all of it was played by bots."""
    return bool(log.get("bots")) and not judgements(log) and bool(judgements(log, bots=True))


def counted(log: games.Log, lang: str | None = None) -> str:
    """`count` in a sentence, also if only bots have played or nothing has been judged."""
    found = count(log)
    if found:
        return found.words(lang)
    return i18n.text("review.only_bots" if only_bots(log) else "review.nothing_counted", lang)


def written(score: float, best: float | None, lang: str | None = None) -> str:
    """Format a score: whole, or with one decimal if the best possible is a few points."""
    return i18n.number(round(score, 1) if best and best < 10 else round(score), lang)
