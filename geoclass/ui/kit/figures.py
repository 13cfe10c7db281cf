"""The Bokeh figures of one session's stage: a fixed number of panes that the board's scenes place."""

from typing import Any, ClassVar

import panel as pn

from geoclass.ui.kit.screen import Reveal, ScreenState


class Figures:
    """Base of the figures in a game's ``charts.py``: draws those that belong to a scene and updates them in place."""

    count: ClassVar[int] = 0  # Panel's children cannot be changed safely once drawn, so their number is fixed

    def __init__(self) -> None:
        self.places = [pn.Column(sizing_mode="stretch_both", margin=0) for _ in range(self.count)]
        self._drawn: dict[int, tuple[object, str, bool]] = {}

    def show(self, screen: ScreenState, kind: str, reveal: Reveal | None, step: int) -> None:
        """Draw the figures of a scene of this *kind*, for *reveal* up to *step* if it shows one."""

    def is_new(self, index: int, screen: ScreenState, content: object) -> bool:
        """Whether a figure must be drawn because its content, the language, or light or dark mode has changed."""
        wanted = (content, screen.lang, screen.dark)
        changed = self._drawn.get(index) != wanted
        self._drawn[index] = wanted
        return changed

    def put(self, index: int, plot: Any) -> None:
        """Put a figure into a pane, unless it is there already."""
        place = self.places[index]
        if not place.objects or place.objects[0].object is not plot:
            place.objects = [pn.pane.Bokeh(plot, sizing_mode="stretch_both", margin=0)]
