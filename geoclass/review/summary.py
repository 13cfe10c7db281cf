"""The review of one game for all screens; each part is computed on first use."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from geoclass import games
from geoclass.review.beliefs import Belief, believed
from geoclass.review.claims import Claim, not_so, overall
from geoclass.review.counts import Count, count, only_bots
from geoclass.review.misjudged import judgements
from geoclass.review.versus import Comparison, versus_bots


class Summary:
    """The class's judgements, answers and count in one game, and the comparison with bots."""

    def __init__(self, log: games.Log) -> None:
        self._log = log
        self._told: dict[str, tuple[list[str], list[Claim]]] = {}

    @cached_property
    def judgements(self) -> Sequence[dict[str, Any]]:
        """The class's judgements, without bots'."""
        return judgements(self._log)

    def judged(self, kind: str) -> list[dict[str, Any]]:
        return [one for one in self.judgements if one["kind"] == kind]

    def missed(self, kind: str) -> Counter[str]:
        """Country → how often it was misjudged."""
        return Counter(one["iso3"] for one in self.judged(kind) if not one["right"])

    @cached_property
    def count(self) -> Count | None:
        """The number for how well the class did."""
        return count(self._log)

    @cached_property
    def believed(self) -> Sequence[Belief]:
        """The class's answers to prompts."""
        return believed(self._log)

    def not_so(self, lang: str) -> tuple[list[str], list[Claim]]:
        """Sentences on all answers, and the majority's false beliefs; empty if nobody answered."""
        if lang not in self._told:
            self._told[lang] = overall(self.believed, lang), not_so(self.believed, lang)
        return self._told[lang]

    @cached_property
    def comparison(self) -> Comparison:
        """The class compared with bots."""
        return versus_bots(self._log)

    @cached_property
    def chance(self) -> Comparison:
        """The class compared with random bots only, which takes a twentieth of the time of `comparison`."""
        return versus_bots(self._log, ("random",))

    @cached_property
    def only_bots(self) -> bool:
        """Whether there is something to count, and all of it was played by bots."""
        return only_bots(self._log)
