"""The end of a game of Globalissimo: the winner, and how well the class knew the ranks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Literal, TypedDict

from geoclass import data
from geoclass.games.globalissimo import maps
from geoclass.games.globalissimo.review import EXACT, points
from geoclass.ui.kit.screen import Reveal, Scene, ScreenState

SHOWN = 4
WRONG = "var(--class-5)"


class Over(TypedDict):
    kind: Literal["globalissimo.over"]
    title: str
    winners: list[int]
    text: str
    standings: list[Scene]  # seat, name, square, barriers
    precision: Scene | None  # title, note, bars: name, share, text
    hardest: str
    missed_title: str
    missed: list[Scene]  # countries with figure
    none_missed: str
    map: Scene
    track: Scene  # see `Board.track`
    file: str


def end_scene(screen: ScreenState, rounds: Sequence[Reveal], track: Scene) -> Over:
    game = screen.game
    winners = screen.standing["leaders"] if screen.closed else game["result"]["winners"]
    tiles = [tile for tile in screen.summary.judgements if tile["kind"] == "rank"]
    missed = sorted((tile for tile in tiles if tile["off"]), key=lambda tile: -tile["off"])
    key = "stopped" if screen.closed else "title"
    return {
        "kind": "globalissimo.over",
        "title": screen.own(f"end.{key}", teams=[screen.team(s) for s in winners], n=len(winners)),
        "winners": winners if any(game["squares"]) else [],
        "text": _reason(screen, winners),
        "standings": _standings(screen),
        "precision": _precision(screen, tiles) if tiles else None,
        "hardest": _hardest(screen, tiles),
        "missed_title": screen.own("end.missed"),
        "missed": [
            screen.country(tile["iso3"]) | {"figure": screen.own("end.miss", tile=tile["said"], rank=tile["truth"])}
            for tile in missed[:SHOWN]
        ],
        "none_missed": _none_missed(screen, bool(rounds), bool(tiles)),
        "map": maps.shaded({t["iso3"]: WRONG for t in missed[:SHOWN]}, maps.END, screen.lang, screen.own("end.map")),
        "track": track,
        "file": screen.file(),
    }


def held_by(game: Mapping[str, Any]) -> Counter[int]:
    """Seat → number of barriers won."""
    return Counter(b["taken_by"] for b in game["barriers"] if b["taken_by"] is not None)


def _reason(screen: ScreenState, leaders: Sequence[int]) -> str:
    """Why the winners won (G12): their square, and barriers if these decide; for a closed game, who leads."""
    squares, held = screen.game["squares"], held_by(screen.game)
    if not any(squares):
        return screen.own("end.nobody_yet")
    furthest = [seat for seat, at in enumerate(squares) if at == max(squares)]
    key = "by_barriers" if len(furthest) > len(leaders) else "by_square"
    text = screen.own(f"end.{key}", at=max(squares), n=held[leaders[0]])
    if not screen.closed:
        return text
    return f"{screen.own('end.leads', teams=[screen.team(s) for s in leaders], n=len(leaders))} {text}"


def _standings(screen: ScreenState) -> list[Scene]:
    squares, held = screen.game["squares"], held_by(screen.game)
    order = sorted(range(len(squares)), key=lambda seat: (-squares[seat], -held[seat], seat))
    return [
        {
            "seat": seat,
            "name": screen.team(seat),
            "square": screen.own("square", n=squares[seat]),
            "barriers": screen.own("end.barriers", n=held[seat]),
        }
        for seat in order
    ]


def _none_missed(screen: ScreenState, rounds: bool, tiles: bool) -> str:
    if rounds and not tiles:
        return screen.text("review.only_bots")
    return screen.own(f"end.{'none_missed' if tiles else 'no_tiles'}")


def _precision(screen: ScreenState, tiles: Sequence[Mapping[str, Any]]) -> Scene:
    """The share of tiles right, nearly right and far off; mean points per tile, and by chance."""
    counts = Counter(EXACT - points(tile["off"]) for tile in tiles)
    means = screen.summary.chance.means
    return {
        "title": screen.own("end.precision", n=len(tiles)),
        "bars": [
            {
                "name": screen.own(f"end.off.{off}"),
                "share": counts[off] / len(tiles),
                "text": str(counts[off]),
            }
            for off in range(EXACT + 1)
        ],
        "note": screen.own("end.chance", n=round(means["class"], 1), chance=round(means["random"], 1)),
    }


def _hardest(screen: ScreenState, tiles: Sequence[Mapping[str, Any]]) -> str:
    """The category with the fewest points per tile."""
    made: dict[str, list[int]] = {}
    for tile in tiles:
        made.setdefault(tile["column"], []).append(points(tile["off"]))
    worst = min(made, key=lambda category: fmean(made[category]), default="")
    if not worst or fmean(made[worst]) == EXACT:
        return ""
    return screen.own("end.hardest", category=data.column(worst))
