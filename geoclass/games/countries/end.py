"""The end of a game of Countries: the winner, and what the class misjudged."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from geoclass import data
from geoclass.ui.kit.screen import Board, Scene, ScreenState

SHOWN = 6  # countries most misjudged
NAMED = 3  # leaders named; more are only counted


class Over(TypedDict):
    kind: Literal["countries.over"]
    title: str
    winners: list[int]
    text: str
    teams: list[Scene]  # with cards, cards_said
    rows: str
    marks: list[bool]
    misjudged: str
    countries: list[Scene]  # with figure
    none_wrong: str
    hardest: Scene | None  # title, text
    compare: Scene | None  # title, note, bars: name, share, text
    map_title: str
    file: str


def end_scene(board: Board, screen: ScreenState) -> Over:
    rows = [reveal for reveal in screen.reveals if reveal["kind"] == "row"]
    leaders = screen.standing["leaders"] if screen.closed else screen.game["result"]["winners"]
    laid, missed = screen.summary.judged("order"), screen.summary.missed("order")
    right = sum(bool(row["right"]) for row in rows)
    names, counts = [screen.team(seat) for seat in leaders], [len(hand) for hand in screen.game["hands"]]
    level = len(leaders) == len(counts)  # all hold as many
    return {
        "kind": "countries.over",
        "title": screen.own(f"end.{'stopped' if screen.closed else 'title'}", teams=names, n=len(names)),
        "winners": [] if level or len(leaders) > NAMED else leaders,
        "text": _leading(screen, names, level) if screen.closed else "",
        "teams": board.teams(screen, cards=counts, cards_said=[screen.text("stage.cards", n=n) for n in counts]),
        "rows": screen.own("end.rows", right=right, n=len(rows)) if rows else screen.own("end.no_rows"),
        "marks": [bool(row["right"]) for row in rows],
        "misjudged": screen.own("end.misjudged"),
        "countries": [
            screen.country(iso) | {"figure": screen.own("end.times", n=times)}
            for iso, times in missed.most_common(SHOWN)
        ],
        "none_wrong": "" if missed or not laid else screen.own("end.none_wrong"),
        "hardest": _hardest(screen, laid),
        "compare": _compare(screen) if rows else None,
        "map_title": screen.own("end.map"),
        "file": screen.file(),
    }


def _compare(screen: ScreenState) -> Scene:
    """The share of cards laid right by the class and by bots; a sentence if only bots have played."""
    found = screen.summary.comparison
    return {
        "title": screen.own("end.well_placed"),
        "note": screen.own("end.well_note") if found.scores else found.words(screen.lang)[0],
        "bars": [
            {
                "name": screen.own(f"end.{who}"),
                "share": mean / found.most,
                "text": screen.text("stage.percent", n=found.said(mean, screen.lang)),
            }
            for who, mean in found.means.items()
        ],
    }


def _leading(screen: ScreenState, names: Sequence[str], level: bool) -> str:
    """Who has the fewest cards in a game that was closed."""
    if level:
        return screen.own("end.level")
    fewest = screen.text("stage.cards", n=min(screen.standing["scores"]))
    key = "leads" if len(names) <= NAMED else "many_lead"
    return screen.own(f"end.{key}", teams=names, n=len(names), cards=fewest)


def _hardest(screen: ScreenState, laid: Sequence[Mapping[str, Any]]) -> Scene | None:
    """The figure with the largest share of misplaced cards."""
    of = Counter(card["column"] for card in laid)
    wrong = Counter(card["column"] for card in laid if not card["right"])
    if not wrong:
        return None
    hardest = max(wrong, key=lambda category: wrong[category] / of[category])
    return {
        "title": screen.own("end.hardest", category=data.column(hardest)),
        "text": screen.own("end.hardest_text", n=wrong[hardest], of=of[hardest]),
    }
