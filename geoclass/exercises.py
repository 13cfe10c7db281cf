"""The exercises of the notebooks: ``check(3, answer)`` says whether an answer is right, or too low or too high.

>>> from geoclass.exercises import Check
>>> check = Check(4, "en")
>>> check(3, 4)
✓ Right!
>>> check(3, 5)
✕ Not yet: it is less.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from geoclass import data, i18n

CLOSE = 0.01  # relative tolerance of numbers, for rounding


class PlainText(str):
    """A string that a notebook shows without quotes."""

    def __repr__(self) -> str:
        return str(self)


def _log_frame(log: Any) -> Any:
    from geoclass import review

    return review.misjudgements(log)


def _shares(answer: Any, log: Any, by: str) -> bool:
    judged = _log_frame(log)
    key = judged["iso3"].map(data.countries()["continent"]) if by == "continent" else judged["round"]
    values = ~judged["right"] if by == "continent" else judged["right"]
    return bool((values.groupby(key).mean().round(2) == answer.round(2)).all())


def _several_games(answer: Any, log: Any) -> bool:
    alone = len(_log_frame(log))
    return int(answer["judgements"].sum()) > alone


def _high_pair(answer: Any, _log: Any) -> bool:
    a, b = (data.given(name).name for name in answer)
    ranks = data.countries()[[a, b]].rank()
    return a != b and abs(ranks[a].corr(ranks[b])) > 0.85


def _is_figure(answer: Any, _log: Any) -> bool:
    return hasattr(answer, "renderers") and bool(answer.renderers)


def _own(answer: Any, _log: Any) -> bool:
    return bool(answer) and all(data.column(c.name).source == "own" for c in answer)


def _over(answer: Any, _log: Any) -> bool:
    return bool(answer.result)


def _thirty(answer: Any, _log: Any) -> bool:
    return bool(answer.games == 30 and answer.bots == ["keen"] * 3)


def _sure_and_wrong(answer: Any, logs: Any) -> bool:
    from geoclass import review

    said = review.beliefs(logs)
    sure = said[said["sure"].fillna(False) & said["right"].notna()]
    return bool(abs(float(answer) - sure.loc[~sure["right"].astype(bool), "n"].sum() / sure["n"].sum()) < CLOSE)


def _most_changed(answer: Any, logs: Any) -> bool:
    from geoclass import review

    asked = review.shifts(logs).dropna(subset=["shift"])
    return bool(answer in set(asked.loc[asked["shift"] == asked["shift"].max(), "prompt"]))


def _most_misjudged(answer: Any, logs: Any) -> bool:
    judged = _log_frame(logs)
    votes = judged[(judged["kind"] == "vote") & (judged["column"] == "distance")]
    far = votes.groupby("iso3")["scale"].mean()
    return bool(far[data.find_country(str(answer))] == far.max())


CUT = "COL CRI DEU EGY ESP FRA GTM HND IDN ITA MEX MYS NIC PAN PRK RUS SAU SEN THA USA ZAF"  # removed: the graph splits
# notebook → exercise → right answer: a number, a code, a set of codes, or a function
ANSWERS: Mapping[int, Mapping[int, Any]] = {
    1: {1: {"NER", "MLI", "TCD", "UGA", "AGO"}, 2: 0.00486, 3: _own},
    2: {1: "GRL", 2: 0.575, 3: _is_figure},
    3: {1: "KOR", 2: -0.835, 3: _high_pair},
    4: {1: 11, 2: set(CUT.split()), 3: 4},
    5: {1: 15, 2: 4, 3: 3256},
    6: {1: lambda answer, _log: answer in (2, 4, 6), 2: _over, 3: _thirty},  # early doubters win more
    7: {
        1: lambda answer, log: _shares(answer, log, "continent"),
        2: lambda answer, log: _shares(answer, log, "round"),
        3: _several_games,
    },
    8: {1: _sure_and_wrong, 2: _most_changed, 3: _most_misjudged},
}


class Check:
    """Checks the answers of one notebook."""

    def __init__(self, notebook: int, lang: str | None = None) -> None:
        if notebook not in ANSWERS:
            raise data.DataError("ui.check.notebook", number=notebook, first=min(ANSWERS), last=max(ANSWERS))
        self.answers, self.lang = ANSWERS[notebook], lang

    def __call__(self, exercise: int, answer: Any, log: Any = None) -> PlainText:
        """Check *answer*; *log* is the game it is about."""
        if exercise not in self.answers:
            return self._say("which", known=list(map(str, self.answers)))
        wanted = self.answers[exercise]
        try:
            return self._judged(wanted, answer, log)
        except (AttributeError, KeyError, TypeError, ValueError):
            return self._say("kind")

    def _judged(self, wanted: Any, answer: Any, log: Any) -> PlainText:
        if callable(wanted):
            return self._say("right" if wanted(answer, log) else "not_yet")
        if isinstance(wanted, set):
            given = _codes(answer)
            if given == wanted:
                return self._say("right")
            return self._say("some", right=len(given & wanted), of=len(wanted), wrong=len(given - wanted))
        if isinstance(wanted, str):
            return self._say("right" if str(answer) == wanted or _codes([answer]) == {wanted} else "not_yet")
        number = float(answer)
        if abs(number - wanted) <= CLOSE * abs(wanted):
            return self._say("right")
        return self._say("less" if number > wanted else "more")

    def _say(self, key: str, **params: Any) -> PlainText:
        return PlainText(i18n.text(f"ui.check.{key}", self.lang, **params))


def _codes(names: Iterable[Any]) -> set[str]:
    return {data.find_country(str(name)) for name in names}
