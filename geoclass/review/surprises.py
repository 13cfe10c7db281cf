"""The most surprising questions of a game's reveals."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from geoclass import data, games, i18n
from geoclass.review.edition import in_its_edition
from geoclass.review.logs import anonymous, begin, letter
from geoclass.review.misjudged import judgements
from geoclass.review.parts import Judgement, bot_moves, part


class _Asked(NamedTuple):
    telling: float
    round: int
    key: str


@in_its_edition
def surprises(log: games.Log, lang: str | None = None, most: int = 3) -> list[str]:
    """Up to *most* questions for the class, if possible of different rounds and kinds, most surprising first. Teams are
    named by letters; questions about bots only are left out."""
    log = anonymous(log)
    kind, by_bots, everybody = log["setup"]["game"], bot_moves(log), judgements(log, bots=True)
    game, asked, since = begin(log), dict[str, _Asked](), list[tuple[int, int]]()
    last: games.Reveal | None = None
    bell = [None] if log.get("closed") else []
    for number, move in enumerate([*log["moves"], *bell], 1):
        if move:
            game.play(move)
            since.append((number, move["seat"]))
        elif game.result is None:
            game.close()
        shown = game.reveal
        if shown is None or shown == last:
            continue
        last = shown
        judged = [judgement for judgement in everybody if judgement["move"] == number]
        for question in shown.get("questions", ()):
            if not _is_ours({"seat": shown.get("seat")} | question, judged, since, by_bots):
                continue
            sentence, key = game.ask(question, lang), question["key"].rpartition(".")[2]
            if key in part(kind, "WITHOUT_FIGURE", ()):
                sentence = i18n.text("review.surprise", lang, figure=data.column(shown["category"]), question=sentence)
            asked.setdefault(sentence, _Asked(_telling(kind, key, question), shown.get("round", number), key))
        since = []
    return _chosen(asked, most)


def _chosen(asked: Mapping[str, _Asked], most: int) -> list[str]:
    """Choose questions: first of different rounds and kinds, then of different rounds, then of different kinds, then
    any."""
    ranked = sorted(asked, key=lambda sentence: -asked[sentence].telling)
    chosen: list[str] = []
    for new in ((1, 2), (1,), (2,), ()):  # round, key
        for sentence in ranked:
            told = any(asked[sentence][n] in [asked[c][n] for c in chosen] for n in new)
            if sentence not in chosen and not told and len(chosen) < most:
                chosen.append(sentence)
    return chosen


def _telling(game: str, key: str, question: Mapping[str, Any]) -> float:
    """How surprising a question is, as declared by the game; 1 if it declares nothing."""
    more = part(game, "telling")
    known: Mapping[str, float] = part(game, "TELLING") or {}
    return known.get(key, 1) + (more(question) if more else 0)


def _is_ours(
    question: Mapping[str, Any], judged: Sequence[Judgement], since: Sequence[tuple[int, int]], by_bots: frozenset[int]
) -> bool:
    """Whether a question is about the class rather than bots: by the (wrong, if there are any) judgements of the same
    countries and team, or, if nothing was judged, by the moves since the last reveal."""
    if not by_bots:
        return True
    seat, named = question["seat"], [value for value in question.values() if isinstance(value, str)]
    about = [
        judgement
        for judgement in judged
        if judgement["column"] and judgement["iso3"] in named and (seat is None or judgement["team"] == letter(seat))
    ]
    concerned = [judgement for judgement in about if not judgement["right"]] or about
    if concerned:
        return any(by_bots.isdisjoint(judgement["made"]) for judgement in concerned)
    return any(number not in by_bots for number, mover in since if seat in (None, mover))
