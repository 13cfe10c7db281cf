"""False beliefs of the majority: for each kind of question, what more than half of the answers got wrong."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from geoclass import data, i18n
from geoclass.games import tell

if TYPE_CHECKING:
    from geoclass.review.beliefs import Belief

FEWEST = 3  # answers: with fewer, individuals could be identified


@dataclass(frozen=True)
class Claim:
    """A false belief of more than half of the answers, in words."""

    question: str
    said: str
    truth: str
    n: int  # number of answers that said it
    of: int
    sure: int  # number of them that were sure
    brief: str = ""  # the truth without its figures, if it has any

    @property
    def share(self) -> float:
        return self.n / self.of

    def words(self, lang: str | None = None) -> str:
        """The claim and the truth in a sentence."""
        return i18n.text("vote.claim.sentence", lang, **vars(self))


def latest(beliefs: Iterable["Belief"], lang: str | None = None) -> list["Belief"]:
    """Beliefs whose truth is known; of repeated questions (a pad, a growing row) only the last."""
    found: dict[Any, Belief] = {}
    for belief in beliefs:
        prompt = belief.prompt
        again = prompt.kind == "pad" or (prompt.cards and prompt.facts.get("round"))
        key = (prompt.about, again) if again else tell.asked(belief.game, prompt, lang)
        if belief.truth is not None and belief.last:
            found[key] = belief
    return list(found.values())


def not_so(beliefs: Iterable["Belief"], lang: str | None = None, most: int = 4) -> list[Claim]:
    """The majority's false beliefs in a game, most widely believed first."""
    told = [claim for belief in latest(beliefs, lang) for claim in claims(belief, lang)]
    return sorted(told, key=lambda claim: (-claim.share, -claim.sure, -claim.n))[:most]


def overall(beliefs: Iterable["Belief"], lang: str | None = None) -> list[str]:
    """Sentences on the number of questions and the shares right before and after the talk; empty without answers or
    truth."""
    beliefs = list(beliefs)
    known = latest(beliefs, lang)
    if not known:
        return []
    twice = [belief for belief in beliefs if belief.truth is not None and all(belief.votes)]
    told = [i18n.text("vote.claim.asked", lang, n=len(known), percent=_percent(known, -1))]
    if twice:
        shares = {"first": _percent(twice, 0), "second": _percent(twice, 1)}
        told.append(i18n.text("vote.claim.talked", lang, n=len(twice), **shares))
    return told


def _percent(beliefs: Iterable["Belief"], vote: int) -> int:
    """The percentage of right answers in the first (0), second (1) or latest (-1) vote."""
    marks = [mark for one in beliefs for mark in one.marks(one.last if vote < 0 else one.votes[vote])]
    return round(100 * sum(marks) / len(marks)) if marks else 0


def claims(belief: "Belief", lang: str | None = None) -> list[Claim]:
    """The false beliefs in one question: the wrong choice, option, order or team that most agreed on."""
    if belief.truth is None:
        return []
    kinds = {"order": _ahead, "several": _chosen, "pad": _taken_for}
    found = kinds.get(belief.prompt.kind, _said)(belief, belief.truth["say"], lang)
    return [claim for claim in found if claim.of >= FEWEST and 2 * claim.n > claim.of]


def _said(belief: "Belief", true: Any, lang: str | None) -> Iterator[Claim]:
    """For a choice or a place."""
    for said, n in Counter(answer["say"] for answer in belief.last).most_common(1):
        if said != true:
            sure = sum(bool(a.get("sure")) for a in belief.last if a["say"] == said)
            truth = belief.truth_in_words(lang)
            yield Claim(belief.question(lang), belief.option(said, lang), truth, n, len(belief.last), sure)


def _chosen(belief: "Belief", true: Any, lang: str | None) -> Iterator[Claim]:
    """For several options: the one that most wrongly included or left out."""
    answers = belief.last
    off = {option: sum((option in a["say"]) != (option in true) for a in answers) for option in belief.prompt.options}
    option = max(off, key=off.__getitem__)
    said, truth = ("out", "in") if option in true else ("in", "out")
    what = data.Country(option) if option in data.attribute("iso2") else belief.option(option, lang)
    words = (
        i18n.text(f"vote.claim.said_{said}", lang, what=what),
        i18n.text(f"vote.claim.true_{truth}", lang, what=what),
    )
    yield Claim(belief.question(lang), words[0], words[1], off[option], len(answers), 0)


def _ahead(belief: "Belief", ranks: Any, lang: str | None) -> Iterator[Claim]:
    """For an order: the pair that most had the wrong way round; of several, the furthest apart."""
    answers = belief.last
    wrong = []
    for first, second in combinations(sorted(ranks, key=ranks.__getitem__), 2):
        n = sum(a["say"].index(second) < a["say"].index(first) for a in answers)
        if ranks[first] < ranks[second] and 2 * n > len(answers):
            wrong.append((ranks[second] - ranks[first], n, first, second))
    if wrong:
        _, n, first, second = max(wrong, key=lambda pair: pair[:2])
        names = {"first": belief.option(second, lang), "second": belief.option(first, lang)}
        said = i18n.text("vote.claim.ahead", lang, **names)
        title = tell.prompted(belief.game, belief.prompt, "title", lang)
        truth = i18n.text("vote.claim.ahead", lang, first=names["second"], second=names["first"])
        yield Claim(title, said, _figures(belief, first, second, lang), n, len(answers), 0, truth)


def _figures(belief: "Belief", first: str, second: str, lang: str | None) -> str:
    """The pair in true order, with figures if there are any."""
    column = belief.prompt.facts.get("category", "")
    value = data.values(column) if column in data.figures() else {}

    def told(iso: str) -> str:
        name = belief.option(iso, lang)
        return f"{name} ({data.column(column).format(value[iso], lang)})" if iso in value else name

    return i18n.text("vote.claim.ahead", lang, first=told(first), second=told(second))


def _taken_for(belief: "Belief", true: Any, lang: str | None) -> Iterator[Claim]:
    """For pads: what most wrongly took a team for."""
    for row in belief.prompt.rows:
        named = Counter(a["say"][str(row)] for a in belief.last if str(row) in a["say"])
        for said, n in named.most_common(1):
            if said not in true[row]:
                names = ", ".join(belief.option(nation, lang) for nation in true[row])
                yield Claim(belief.players[row], belief.option(said, lang), names, n, named.total(), 0)
