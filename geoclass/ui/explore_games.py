"""Our games: where the class was wrong, over all games of this computer; no team is named."""

from typing import Any

from geoclass import data, i18n, review
from geoclass.charts import review as shades
from geoclass.ui import live
from geoclass.ui.explore_map import Fill, by_country

MOST_ROOMS = 200  # the latest; each is played through again
WORST = 3  # figures named


def board(lang: str, dark: bool, local: bool) -> tuple[dict[str, Any], Fill]:
    """The map's heading, legend and list in the shape that a figure has them, and the map's colours."""
    logs = (
        [log for kept in live.hall().rooms()[:MOST_ROOMS] for log in live.hall().room(kept.code).logs()]
        if local
        else []
    )
    judged = review.misjudgements(logs)
    by_iso = review.misconceptions(judged, by=["iso3"])
    never = i18n.text("review.map.never", lang)
    empty = {
        "title": i18n.text("explore.games.title", lang),
        "unit": "",
        "note": i18n.text("explore.games.note", lang),
        "legend": [],
        "others": [],
        "rows": [],
        "ranking": i18n.text("explore.games.ranking", lang),
        "counted": "",
        "questions": [],
        "source": "",
        "empty": i18n.text("explore.games.none" if local else "explore.games.elsewhere", lang),
    }
    if by_iso.empty:
        return empty, by_country({}, {}, never, dark)
    scales = {str(iso): float(v) for iso, v in by_iso["scale"].items()}
    counts = {str(iso): int(n) for iso, n in by_iso["judgements"].items()}
    wrong = {str(iso): int(n) for iso, n in by_iso["wrong"].items()}
    words = {
        iso: i18n.text("review.map.hover", lang, n=counts[iso], scale=i18n.number(round(scale, 2), lang))
        for iso, scale in scales.items()
    }
    fills = {iso: shades.shade(scale) for iso, scale in scales.items()}
    worst = next(iter(scales))
    missed = [iso for iso in scales if wrong[iso]]
    question = "question" if missed else "right"
    figures = review.misconceptions(judged, by=["column"])
    named = [str(name) for name in figures.index if name and figures.at[name, "wrong"]][:WORST]
    said = i18n.text("explore.games.judged", lang, n=len(scales))
    if named:
        said += " " + i18n.text("explore.games.figures", lang, figures=[_figure(name, lang) for name in named])
    found = empty | {
        "unit": i18n.text("explore.games.unit", lang, n=judged["game"].nunique(), judgements=len(judged)),
        "legend": [
            {"colour": colour, "text": i18n.text(f"review.map.{word}", lang), "end": ""}
            for _, colour, word in shades.SHADES
        ],
        "others": ["never"],
        "never": never,
        "rows": [
            (
                iso,
                "",
                i18n.text("explore.games.row", lang, n=counts[iso], wrong=wrong[iso]),
                round(scales[iso], 3),
                fills[iso],
            )
            for iso in scales
        ],
        "counted": said,
        "questions": [i18n.text(f"explore.games.{question}", lang, country=data.Country(worst))],
        "empty": "",
    }
    return found, by_country(fills, words, never, dark)


def _figure(name: str, lang: str) -> str:
    key = f"review.figure.{name}"
    return i18n.text(key, lang) if key in i18n.sentences(lang) else data.column(name).label[lang]
