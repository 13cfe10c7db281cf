"""The end of a game of Couleurs du monde: the points and where they come from, the finest chains, the covered world."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from geoclass import data
from geoclass.ui.boards.base import Scene, Shown, latest_game
from geoclass.ui.boards.couleurs_reveal import covered

if TYPE_CHECKING:
    from geoclass.ui.boards.couleurs import CouleursBoard

PARTS = ("chains", "regions", "out", "fines", "left")
FINEST = 3


def result(board: "CouleursBoard", shown: Shown, turns: Sequence[Mapping[str, Any]]) -> Scene:
    game = shown.game
    winners = (game["result"] or {}).get("winners", [])
    parts = [_parts(turns, seat) for seat in range(len(game["players"]))]
    order = sorted(range(len(parts)), key=lambda seat: (-game["scores"][seat], seat))
    if winners:
        title = shown.text("stage_couleurs.end.title", teams=[shown.team(s) for s in winners], n=len(winners))
    else:
        title = shown.text("stage_couleurs.end.stopped")
    made, could = _found(turns)
    return {
        "kind": "couleurs.over",
        "title": title,
        "winners": winners,
        "how": "" if not winners else shown.text(f"stage_couleurs.end.how_{latest_game(shown.room).ending}"),
        "head": [shown.text(f"stage_couleurs.end.{part}") for part in (*PARTS, "total")],
        "team": shown.text("stage_couleurs.end.team"),
        "table": [
            {
                "seat": seat,
                "name": shown.team(seat),
                "parts": [parts[seat][part] for part in PARTS],
                "total": game["scores"][seat],
                "won": seat in winners,
            }
            for seat in order
        ],
        "finest_title": shown.text("stage_couleurs.end.finest"),
        "finest": [_fine(shown, turn) for turn in _finest(turns)],
        "found": {"share": made / could, "text": shown.text("stage_couleurs.end.found", n=round(100 * made / could))}
        if could
        else None,
        "found_note": shown.text("stage_couleurs.end.found_note"),
        "map_title": shown.text(
            "stage_couleurs.end.map", n=len(game["covered"]), all=len(board.ground(shown)["nations"])
        ),
        "covered": covered(turns),
        "file": f"geoclass-{shown.room.code}",
    }


def _parts(turns: Sequence[Mapping[str, Any]], seat: int) -> dict[str, int]:
    """Where a team's points come from."""
    own = [turn for turn in turns if turn["seat"] == seat]
    ends = [event for event in (turns[-1]["end"] or [] if turns else []) if event.get("seat") == seat]
    return {
        "chains": sum(turn["points"] for turn in own),
        "regions": sum(region["points"] for turn in own for region in turn["regions"]),
        "fines": -sum(turn["fine"] for turn in own),
        "out": sum(event["points"] for event in ends if event["event"] == "out"),
        "left": sum(event["points"] for event in ends if event["event"] == "left"),
    }


def _finest(turns: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted((turn for turn in turns if turn["chain"]), key=lambda turn: -turn["points"])[:FINEST]


def _fine(shown: Shown, turn: Mapping[str, Any]) -> Scene:
    return {
        "seat": turn["seat"],
        "name": shown.team(turn["seat"]),
        "points": turn["points"],
        "cards": [shown.country(step["card"]) for step in turn["chain"]],
        "text": ", ".join(data.Country(step["card"]).words(shown.lang) for step in turn["chain"]),
    }


def _found(turns: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """The points of the chains laid, and of the best ones that the hands held at those turns."""
    played = [turn for turn in turns if turn["best"]]
    made = sum(turn["points"] + sum(region["points"] for region in turn["regions"]) for turn in played)
    return made, sum(turn["best"]["points"] for turn in played)
