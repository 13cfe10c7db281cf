"""Our games: where the class was wrong, in one game or in all of this computer, beside bots, and to take away.

No team is named, but in files that are asked for with names.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from babel.dates import format_skeleton

from geoclass import data, games, i18n, review
from geoclass.charts import review as shades
from geoclass.charts.tokens import class_colours
from geoclass.data.tables import plain
from geoclass.review.report import came_up
from geoclass.review.tables import figure_name
from geoclass.review.versus import CLASS
from geoclass.ui import live, takeaway
from geoclass.ui.explore_files import file
from geoclass.ui.explore_map import Fill, by_country
from geoclass.ui.explore_state import State

if TYPE_CHECKING:
    import pandas as pd

MOST_ROOMS = 200  # the latest; each is played through again
WORST = 3  # figures named
LISTED = 8  # games, as cards; the others are in the list above the map
RUNS = 20  # of every bot that tosses coins


class Played(NamedTuple):
    """A game of this computer; *id* is its room and its number there."""

    id: str
    changed: str
    log: games.Log
    judged: "pd.DataFrame"

    def game(self, lang: str) -> str:
        return i18n.text(f"{self.log['setup']['game']}.name", lang)

    def title(self, lang: str) -> str:
        when = datetime.fromisoformat(self.changed).astimezone()
        day, hour = (format_skeleton(part, when, locale=i18n.locale(lang)) for part in ("MMMd", "Hm"))
        return f"{self.game(lang)}, {day} {hour}"


def here() -> list[Played]:
    """The games of this computer, the latest first."""
    rooms = live.hall().rooms()[:MOST_ROOMS]
    return [played for room in rooms for played in reversed(_in_room(room.code, room.changed))]


def one(asked: str) -> Played | None:
    return next((played for played in here() if played.id == asked), None)


@lru_cache(MOST_ROOMS)
def _in_room(code: str, changed: str) -> Sequence[Played]:
    logs = live.hall().room(code).logs()
    return [Played(f"{code}-{n}", changed, log, review.misjudgements(log)) for n, log in enumerate(logs, 1)]


def board(state: State, lang: str, dark: bool, local: bool) -> tuple[dict[str, Any], Fill]:
    """The map's heading, legend and list in the shape that a figure has them, and the map's colours."""
    shown = _shown(state) if local else []
    judged = _about(shown, state.judged)
    by_iso = review.misconceptions(judged, by=["iso3"])
    never = i18n.text("review.map.never", lang)
    empty = {
        "title": i18n.text("explore.games.title", lang),
        "unit": "",
        "note": "",
        "legend": [],
        "others": [],
        "rows": [],
        "ranking": i18n.text("explore.games.ranking", lang),
        "counted": "",
        "questions": [],
        "source": i18n.text("explore.games.note", lang),
        "empty": i18n.text(f"explore.games.{'none' if local else 'elsewhere'}", lang),
    }
    if by_iso.empty:
        return _came_up(shown[0], empty, lang, dark) if len(shown) == 1 else (empty, by_country({}, {}, never, dark))
    scales = {str(iso): float(v) for iso, v in by_iso["scale"].items()}
    counts = {str(iso): int(n) for iso, n in by_iso["judgements"].items()}
    wrong = {str(iso): int(n) for iso, n in by_iso["wrong"].items()}
    missed = _missed(judged, lang)
    fills = {iso: shades.shade(scale, dark) for iso, scale in scales.items()}
    worst = next(iter(scales))
    named = list(dict.fromkeys(_figures(judged, lang)))[:WORST]
    said = i18n.text("explore.games.judged", lang, n=len(scales))
    if named:
        said += " " + i18n.text("explore.games.figures", lang, figures=named)
    found = empty | {
        "unit": i18n.text("explore.games.unit", lang, n=len(shown), judgements=len(judged)),
        "legend": [
            {"colour": colour, "text": i18n.text(f"review.map.{word}", lang), "end": ""}
            for _, colour, word in shades.shades(dark)
        ],
        "others": ["never"],
        "never": never,
        "rows": [
            (
                iso,
                "",
                i18n.text("explore.games.row", lang, n=wrong[iso], of=counts[iso]),
                round(scales[iso], 3),
                fills[iso],
            )
            for iso in scales
        ],
        "counted": said,
        "questions": [
            i18n.text(f"explore.games.{'question' if wrong[worst] else 'right'}", lang, country=data.Country(worst))
        ],
        "empty": "",
    }
    words = {
        iso: " ".join(
            [
                i18n.text("review.map.hover", lang, n=counts[iso], scale=i18n.number(round(scale, 2), lang)) + ".",
                *([i18n.text("explore.games.figures", lang, figures=missed[iso])] if iso in missed else []),
            ]
        )
        for iso, scale in scales.items()
    }
    return found, by_country(fills, words, never, dark)


def ours(state: State, lang: str, local: bool) -> dict[str, Any]:
    """What there is to choose from; of one game, how bots would have done."""
    if state.tab != "games" or not local:
        return {}
    every, shown = here(), _shown(state)
    columns = {str(c): figure_name(str(c), lang) for p in shown for c in p.judged["column"] if c}
    found: dict[str, Any] = {
        "games": [[played.id, played.title(lang)] for played in every],
        "figures": sorted(columns.items(), key=lambda c: c[1].casefold()),
    }
    if not state.game:
        return found | {"cards": [_card(played, lang) for played in every[:LISTED]]}
    return found | {"versus": _versus(shown[0], lang) if shown else {}, "files": list(takeaway.MEDIA)}


def compare(asked: str) -> None:
    """Let bots play a game, which takes a while; `ours` tells what came of it."""
    if played := one(asked):
        _compared[played.id, played.changed] = review.versus_bots(played.log, games=RUNS)


def compared(asked: str) -> bool:
    """Whether bots have played the game as it stands, or there is no such game."""
    played = one(asked)
    return played is None or (played.id, played.changed) in _compared


_compared: dict[tuple[str, str], review.Comparison] = {}


def taken(asked: str, kind: str, lang: str, names: bool) -> dict[str, str] | None:
    """A game as a file: the log, the moves, the workbook or the page."""
    played = one(asked)
    if played is None or kind not in takeaway.MEDIA:
        return None
    content = takeaway.made(played.log, kind, lang, names)
    return file(f"geoclass {played.game(lang)} {played.changed[:10]}", kind, takeaway.MEDIA[kind], content)


def _shown(state: State) -> list[Played]:
    return [played for played in here() if state.game in ("", played.id)]


def _about(shown: Sequence[Played], column: str) -> "pd.DataFrame":
    """The judgements of countries, of one figure if it is named."""
    import pandas as pd

    frames = [p.judged for p in shown] or [review.misjudgements([])]
    every = pd.concat(frames, ignore_index=True)
    every = every[every["kind"].isin(review.ABOUT_COUNTRIES)]
    return every[every["column"] == column] if column else every


def _came_up(played: Played, empty: dict[str, Any], lang: str, dark: bool) -> tuple[dict[str, Any], Fill]:
    """A game in which no figure has been judged: the countries that it took the class to."""
    countries, colour = came_up(games.replay(played.log)), class_colours(dark)[3 if dark else 1]
    named = sorted(((data.Country(iso).words(lang), iso) for iso in countries), key=lambda c: plain(c[0]))
    words = {word: i18n.text(f"review.map.{word}", lang) for word in ("came_up", "came_up_title", "never")}
    found = empty | {
        "title": words["came_up_title"],
        "legend": [{"colour": colour, "text": words["came_up"], "end": ""}],
        "others": ["never"],
        "never": words["never"],
        "ranking": i18n.text("explore.games.countries", lang),
        "rows": [(iso, "", "", None, "") for _, iso in named],
        "counted": i18n.text("explore.games.judged", lang, n=len(named)),
        "empty": "" if named else empty["empty"],
    }
    said = dict.fromkeys(countries, words["came_up"])
    return found, by_country(dict.fromkeys(countries, colour), said, words["never"], dark)


def _missed(judged: "pd.DataFrame", lang: str) -> dict[str, list[str]]:
    """Of every country, the figures that somebody had wrong."""
    found: dict[str, list[str]] = {}
    for iso, column in judged.loc[~judged["right"], ["iso3", "column"]].drop_duplicates().itertuples(index=False):
        found.setdefault(str(iso), []).append(figure_name(str(column), lang))
    return found


def _figures(judged: "pd.DataFrame", lang: str) -> list[str]:
    """The figures that were wrong, the most misjudged first."""
    by_column = review.misconceptions(judged, by=["column"])
    return [figure_name(str(name), lang) for name in by_column.index[by_column["wrong"] > 0]]


def _card(played: Played, lang: str) -> dict[str, str]:
    game = played.game(lang)
    when = played.title(lang).removeprefix(f"{game}, ")
    about = played.judged[played.judged["kind"].isin(review.ABOUT_COUNTRIES)]
    counted = {"n": len(about), "right": int(about["right"].sum())}
    text = i18n.text("review.report.counted" if len(about) else "explore.games.no_figure", lang, **counted)
    return {"id": played.id, "title": game, "when": when, "text": text}


def _versus(played: Played, lang: str) -> dict[str, Any]:
    """The class and each bot: every run in its place, the mean, and what that is in words."""
    title = i18n.text("review.versus.title", lang)
    found = _compared.get((played.id, played.changed))
    if found is None:
        return {"title": title, "about": i18n.text("explore.games.waiting", lang), "rows": []}
    if found.measure is None:
        return {"title": title, "about": found.words(lang)[0], "rows": []}
    most, means = found.most, {who: fmean(scores) for who, scores in found.scores.items()}
    return {
        "title": title,
        "about": found.about(lang),
        "rows": [
            {
                "who": i18n.text(f"review.player.{who}", lang),
                "ours": who == CLASS,
                "runs": [round(score / most, 3) for score in scores],
                "mean": round(means[who] / most, 3),
                "text": found.said(means[who], lang),
                "said": line,
            }
            for (who, scores), line in zip(found.scores.items(), found.words(lang)[1:], strict=True)
        ],
        "ends": [found.said(0, lang), found.said(most, lang)],
    }
