"""The countdown of a turn: its scene, and the teacher's buttons."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geoclass.ui.kit.screen import Scene, ScreenState

LENGTHS = (30, 60, 120)  # seconds to choose from
LONGER = 30
SET = {"open": "clock"}  # a button that opens the dialog of this name


def clock_scene(screen: "ScreenState") -> "Scene | None":
    """The seconds left, if a countdown runs, with the teacher's buttons."""
    running, buttons = screen.view.get("clock"), _buttons(screen)
    if not running and not buttons:
        return None
    return {
        "left": running["left"] if running else None,
        "still": bool(running and running["stopped"]),
        "label": screen.text("vote.clock.label"),
        "over": screen.text("vote.clock.over"),
        "title": screen.text("vote.clock.title"),
        "text": screen.text("vote.clock.text"),
        "buttons": buttons,
    }


def clock_actions(screen: "ScreenState") -> "list[Scene]":
    """The button that opens the countdown from the menu or the console."""
    return [SET | {"text": screen.text("vote.clock.title")}] if _buttons(screen) else []


def _buttons(screen: "ScreenState") -> "list[Scene]":
    room, game = screen.room, screen.view["game"]
    free = room["phase"] == "playing" and not screen.paused and not screen.showing and not screen.view.get("vote")
    if not (screen.teacher and free and game["actors"]):
        return []

    def button(key: str, seconds: int | None) -> "Scene":
        send: dict[str, Any] = {"do": "control", "action": "clock", "what": {"seconds": seconds}}
        return {"text": screen.text(f"vote.clock.{key}"), "send": send}

    if screen.view.get("clock"):
        return [button("longer", LONGER), button("off", None)]
    return [button(f"s{seconds}", seconds) for seconds in LENGTHS]
