"""The end of a game of Globalissimo: who came furthest, and how well the class knew the ranks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any

from geoclass import data
from geoclass.charts.tokens import class_colours
from geoclass.ui.boards.base import Scene, Shown

if TYPE_CHECKING:
    from geoclass.ui.boards.globalissimo import GlobalissimoBoard

Reveal = Mapping[str, Any]
SHOWN = 4
EXACT = 3  # points, and fewer by one for each rank off: G4


def result(board: "GlobalissimoBoard", shown: Shown, rounds: Sequence[Reveal]) -> Scene:
    game = shown.game
    winners = (game["result"] or {}).get("winners", [])
    tiles = [ranked for reveal in rounds for ranked in reveal["ranking"] if ranked["tile"] is not None]
    missed = sorted((r for r in tiles if r["points"] < EXACT), key=lambda r: -abs(r["tile"] - r["rank"]))
    key = "title" if winners else "stopped"
    scene: Scene = {
        "kind": "globalissimo.over",
        "title": shown.text(f"stage_globalissimo.end.{key}", teams=[shown.team(s) for s in winners], n=len(winners)),
        "winners": winners,
        "text": _how(shown, winners),
        "standings": _standings(shown),
        "track": board.track(shown),
        "precision": _precision(shown, rounds, tiles) if tiles else None,
        "hardest": _hardest(shown, rounds),
        "missed_title": shown.text("stage_globalissimo.end.missed"),
        "missed": [
            shown.country(r["card"])
            | {"figure": shown.text("stage_globalissimo.end.miss", tile=r["tile"], rank=r["rank"])}
            for r in missed[:SHOWN]
        ],
        "none_missed": shown.text("stage_globalissimo.end.none_missed" if tiles else "stage_globalissimo.end.no_tiles"),
        "map": shown.text("stage_globalissimo.end.map"),
        "file": f"geoclass-{shown.room.code}",
    }
    palette = class_colours(shown.dark)
    board.paint(shown, {r["card"]: palette[4] for r in missed[:SHOWN]})
    return scene


def _held(shown: Shown) -> Counter[int]:
    return Counter(b["taken_by"] for b in shown.game["barriers"] if b["taken_by"] is not None)


def _how(shown: Shown, winners: Sequence[int]) -> str:
    """G12: the square, and the barriers where they decided."""
    if not winners:
        return shown.text("stage_globalissimo.end.stopped_text")
    squares, held = shown.game["squares"], _held(shown)
    furthest = [seat for seat, at in enumerate(squares) if at == max(squares)]
    key = "by_barriers" if len(furthest) > len(winners) else "by_square"
    return shown.text(f"stage_globalissimo.end.{key}", at=max(squares), n=held[winners[0]])


def _standings(shown: Shown) -> list[Scene]:
    squares, held = shown.game["squares"], _held(shown)
    order = sorted(range(len(squares)), key=lambda seat: (-squares[seat], -held[seat], seat))
    return [
        {
            "seat": seat,
            "name": shown.team(seat),
            "square": shown.text("stage_globalissimo.square", n=squares[seat]),
            "barriers": shown.text("stage_globalissimo.end.barriers", n=held[seat]),
        }
        for seat in order
    ]


def _precision(shown: Shown, rounds: Sequence[Reveal], tiles: Sequence[Mapping[str, Any]]) -> Scene:
    """How many tiles lay right, nearly right, or far off; the points a tile made, and would have made by chance."""
    counts = Counter(r["points"] for r in tiles)
    by_chance = fmean(
        fmean(max(0, EXACT - abs(tile - r["rank"])) for tile in range(1, len(reveal["ranking"]) + 1))
        for reveal in rounds
        for r in reveal["ranking"]
        if r["tile"] is not None
    )
    made = fmean(r["points"] for r in tiles)
    return {
        "title": shown.text("stage_globalissimo.end.precision", n=len(tiles)),
        "bars": [
            {
                "name": shown.text(f"stage_globalissimo.end.off.{EXACT - points}"),
                "share": counts[points] / len(tiles),
                "text": str(counts[points]),
            }
            for points in (3, 2, 1, 0)
        ],
        "note": shown.text("stage_globalissimo.end.chance", n=round(made, 1), chance=round(by_chance, 1)),
    }


def _hardest(shown: Shown, rounds: Sequence[Reveal]) -> str:
    """The category in which a tile made the fewest points."""
    made = {r["category"]: [k["points"] for k in r["ranking"] if k["tile"] is not None] for r in rounds}
    if not made:
        return ""
    worst = min(made, key=lambda category: fmean(made[category]))
    if fmean(made[worst]) == EXACT:
        return ""
    return shown.text("stage_globalissimo.end.hardest", category=data.column(worst))
