"""What surprised the class: the questions of a game's reveals, the most telling first."""

from typing import Any

from geoclass import data, games, i18n
from geoclass.review.logs import anonymous, begin

# The last part of a question's key → how telling it is; what is not here says more about the move than the world.
TELLING = {
    "swapped": 5,
    "neighbours_swapped": 5,
    "miss": 4,
    "all_below": 3,
    "all_above": 3,
    "orange": 3,
    "violet": 3,
    "best": 3,
    "circumference": 3,
    "bend": 3,
    "showed": 3,
    "times": 2,
    "close": 2,
    "hidden": 2,
    "population": 2,
    "median_age": 2,
    "gdp_per_capita_usd": 2,
    "dish": 2,
    "sun": 2,
    "hardest": 2,
}


def surprises(log: games.Log, lang: str | None = None, most: int = 3) -> list[str]:
    """Up to *most* questions for the class, from different reveals and of different kinds as far as there are; letters
    stand for the teams."""
    log = anonymous(log)
    game, asked = begin(log), dict[str, tuple[float, int, str]]()
    last: games.Reveal | None = None
    for number, move in enumerate(log["moves"]):
        game.play(move)
        shown = game.reveal
        if shown is None or shown == last:
            continue
        last = shown
        for question in shown["questions"]:
            sentence = game.ask(question, lang)
            if "tile" in question:  # it does not say in which figure
                sentence = i18n.text("review.surprise", lang, figure=data.column(shown["category"]), question=sentence)
            asked.setdefault(sentence, (_weight(question), shown.get("round", number), question["key"]))
    ranked = sorted(asked, key=lambda sentence: -asked[sentence][0])
    chosen: list[str] = []
    for new in (1, 2, None):  # first from different rounds, then of different kinds, then any
        for sentence in ranked:
            told = sentence in chosen or (new and asked[sentence][new] in [asked[c][new] for c in chosen])
            if not told and len(chosen) < most:
                chosen.append(sentence)
    return chosen


def _weight(question: dict[str, Any]) -> float:
    """How telling the sentence is; among equals, how far apart in the world's ranking what was taken the wrong way."""
    telling: float = TELLING.get(question["key"].rpartition(".")[2], 1)
    if "category" in question and "less" in question:
        figures = data.values(question["category"])
        between = sum(question["less_value"] < value < question["more_value"] for value in figures.values())
        telling += between / len(figures)
    if "tile" in question:
        telling += abs(question["tile"] - question["rank"]) / 10
    return telling
