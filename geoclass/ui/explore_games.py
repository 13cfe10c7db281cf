"""The class's own games in Explore: misjudgements in one or all games of this computer, comparison with bots, files.

No team is named, except in files requested with names.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from babel.dates import format_skeleton

from geoclass import data, games, i18n, review
from geoclass.charts import judged as shades
from geoclass.data.tables import plain
from geoclass.maps.classes import Shading
from geoclass.maps.tokens import class_colours
from geoclass.review.parts import came_up
from geoclass.review.tables import figure_name
from geoclass.review.versus import CLASS
from geoclass.rooms import Refused, RoomListing
from geoclass.ui import live, takeaway
from geoclass.ui.explore_files import file
from geoclass.ui.explore_map import by_country
from geoclass.ui.explore_state import State

if TYPE_CHECKING:
    import pandas as pd

MOST_ROOMS = 200  # the latest; each is replayed
WORST = 3  # figures listed
LISTED = 8  # games shown as cards; the rest are in the select above the map


class PlayedGame(NamedTuple):
    """A game of this computer; *id* is its room's code and its number in that room."""

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


def here() -> list[PlayedGame]:
    """The games of this computer, latest first, without rooms that cannot be opened."""
    try:
        rooms = live.hall().rooms()[:MOST_ROOMS]
    except Refused:  # the first page explains
        return []
    return [played for room in rooms for played in reversed(_played(room))]


def _played(room: RoomListing) -> Sequence[PlayedGame]:
    try:
        return [] if room.problem else _in_room(room.code, room.changed)
    except Refused:  # its entry in the list of rooms will explain
        return []


def one(asked: str) -> PlayedGame | None:
    return next((played for played in here() if played.id == asked), None)


@lru_cache(MOST_ROOMS)
def _in_room(code: str, changed: str) -> Sequence[PlayedGame]:
    logs = live.hall().room(code).logs()
    return [PlayedGame(f"{code}-{n}", changed, log, review.misjudgements(log)) for n, log in enumerate(logs, 1)]


def board(state: State, lang: str, dark: bool, local: bool) -> tuple[dict[str, Any], Shading]:
    """The map's heading, legend and ranking, in the format used for a figure, and the map's colours."""
    shown = _shown(state) if local else []
    judged = _about(shown, state.judged)
    by_iso = review.misconceptions(judged, by=["iso3"])
    if (among := state.among()) is not None:
        by_iso = by_iso[by_iso.index.isin(among)]
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
        "empty": i18n.text(_nothing(shown, local), lang),
    }
    if by_iso.empty:
        return _came_up(shown[0], empty, lang, dark) if len(shown) == 1 else (empty, by_country({}, {}, never))
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
        "others": [("", never)],
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
    return found, by_country(fills, words, never)


def _nothing(shown: Sequence[PlayedGame], local: bool) -> str:
    """The key of the sentence that says why the map is empty."""
    if not local:
        return "explore.games.elsewhere"
    if not shown:
        return "explore.games.none"
    bots_alone = all(review.only_bots(played.log) for played in shown)
    return "review.only_bots" if bots_alone else "explore.games.nothing"


def ours(state: State, lang: str, local: bool) -> dict[str, Any]:
    """The games and figures to choose from; for a single game, the comparison with bots."""
    if state.tab != "games" or not local:
        return {}
    every, shown = here(), _shown(state)
    columns = {str(c): figure_name(str(c), lang) for p in shown for c in p.judged["column"] if c}
    found: dict[str, Any] = {
        "games": [(played.id, played.title(lang)) for played in every],
        "figures": sorted(columns.items(), key=lambda c: c[1].casefold()),
    }
    if not state.game:
        return found | {"cards": [_card(played, lang) for played in every[:LISTED]]}
    return found | {"versus": _versus(shown[0], lang) if shown else {}, "files": list(takeaway.MEDIA)}


def compare(asked: str) -> None:
    """Let bots play a game, which is slow; `ours` shows the result."""
    if played := one(asked):
        _compared[played.id, played.changed] = review.versus_bots(played.log)


def compared(asked: str) -> bool:
    """Whether there is nothing to compute: bots have played this state of the game, or there is no such game."""
    played = one(asked)
    return played is None or (played.id, played.changed) in _compared


_compared: dict[tuple[str, str], review.Comparison] = {}


def taken(asked: str, kind: str, lang: str, names: bool) -> dict[str, str] | None:
    """A game as a file: the log, the moves, the workbook or the page."""
    played = one(asked)
    if played is None or kind not in takeaway.MEDIA:
        return None
    code, _, n = played.id.rpartition("-")
    occasion = live.hall().occasions(code)[int(n) - 1]._asdict()
    content = takeaway.made(played.log, kind, lang, names, occasion)
    return file(f"geoclass {played.game(lang)} {played.changed[:10]}", kind, takeaway.MEDIA[kind], content)


def _shown(state: State) -> list[PlayedGame]:
    return [played for played in here() if state.game in ("", played.id)]


def _about(shown: Sequence[PlayedGame], column: str) -> "pd.DataFrame":
    """Judgements by country, of one figure or of all."""
    import pandas as pd

    frames = [p.judged for p in shown] or [review.misjudgements([])]
    every = pd.concat(frames, ignore_index=True)
    every = review.about_countries(every)
    return every[every["column"] == column] if column else every


def _came_up(played: PlayedGame, empty: dict[str, Any], lang: str, dark: bool) -> tuple[dict[str, Any], Shading]:
    """For a game without judgements of figures: the countries it led the class to."""
    countries, colour = came_up(games.replay(played.log)), class_colours(dark)[3 if dark else 1]
    named = sorted(((data.Country(iso).words(lang), iso) for iso in countries), key=lambda c: plain(c[0]))
    words = {word: i18n.text(f"review.map.{word}", lang) for word in ("came_up", "came_up_title", "never")}
    found = empty | {
        "title": words["came_up_title"],
        "legend": [{"colour": colour, "text": words["came_up"], "end": ""}],
        "others": [("", words["never"])],
        "ranking": i18n.text("explore.games.listed", lang),
        "rows": [(iso, "", "", None, "") for _, iso in named],
        "counted": i18n.text("explore.games.judged", lang, n=len(named)),
        "empty": "" if named else empty["empty"],
    }
    said = dict.fromkeys(countries, words["came_up"])
    return found, by_country(dict.fromkeys(countries, colour), said, words["never"])


def _missed(judged: "pd.DataFrame", lang: str) -> dict[str, list[str]]:
    """Country → figures misjudged there."""
    found: dict[str, list[str]] = {}
    for iso, column in judged.loc[~judged["right"], ["iso3", "column"]].drop_duplicates().itertuples(index=False):
        found.setdefault(str(iso), []).append(figure_name(str(column), lang))
    return found


def _figures(judged: "pd.DataFrame", lang: str) -> list[str]:
    """The misjudged figures, most misjudged first."""
    by_column = review.misconceptions(judged, by=["column"])
    return [figure_name(str(name), lang) for name in by_column.index[by_column["wrong"] > 0]]


def _card(played: PlayedGame, lang: str) -> dict[str, str]:
    game = played.game(lang)
    when = played.title(lang).removeprefix(f"{game}, ")
    return {"id": played.id, "title": game, "when": when, "text": review.counted(played.log, lang)}


def _versus(played: PlayedGame, lang: str) -> dict[str, Any]:
    """The class and each bot: each run as a point, the mean, and a sentence."""
    title = i18n.text("review.versus.title", lang)
    found = _compared.get((played.id, played.changed))
    if found is None:
        return {"title": title, "about": i18n.text("explore.games.waiting", lang), "rows": []}
    if not found.scores:
        return {"title": title, "about": found.words(lang)[0], "rows": []}
    most, means = found.most, found.means
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
