"""Scenes of the points for good predictions."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from geoclass.ui.kit.screen import Scene, ScreenState


def points_actions(screen: "ScreenState") -> "list[Scene]":
    """At the end: the teacher's button to show the points."""
    told = screen.view["teacher"]
    if not screen.teacher or screen.room["phase"] != "over" or screen.showing or not told["answered"]:
        return []
    on = not told["points_shown"]
    send = {"do": "control", "action": "points", "what": {"on": on}}
    return [{"text": screen.text(f"vote.points.{'show' if on else 'hide'}"), "send": send}]


def points_scene(screen: "ScreenState") -> "Scene | None":
    """On the class's screen: all teams' points, if the teacher wants it."""
    told = screen.view.get("points")
    if not told or "teams" not in told:
        return None
    teams = [{"seat": seat, "name": screen.team(seat), "n": n} for seat, n in enumerate(told["teams"])]
    return {
        "title": screen.text("vote.points.title"),
        "note": screen.text("vote.points.note"),
        "teams": teams,
        "hide": next(iter(points_actions(screen)), None),
    }
