"""The inputs of Explore: Panel widgets in our own style."""

from collections.abc import Iterable, Mapping
from typing import Any

import panel as pn

from geoclass.ui import explore_panels as panels
from geoclass.ui.cell import own_units
from geoclass.ui.explore_html import words
from geoclass.ui.explore_state import State
from geoclass.ui.kit import styles
from geoclass.ui.tokens import STATIC

SELECTS = ("figure", "against", "where", "game", "judged")


def make(embedded: bool) -> dict[str, Any]:
    """The widgets of one session, for `fill` to fill."""
    style = styles.joined([STATIC / "explore_widgets.css"])
    look: dict[str, Any] = {"sizing_mode": "stretch_width", "margin": 0}
    look["stylesheets"] = [own_units(style) if embedded else style]
    typed = {"restrict": False, "case_sensitive": False, "min_characters": 1, "placeholder": "…"}
    return {name: pn.widgets.Select(**look) for name in SELECTS} | {
        "search": pn.widgets.TextInput(css_classes=["search"], **look),
        "named": pn.widgets.AutocompleteInput(**typed, **look),
    }


def fill(widgets: Mapping[str, Any], state: State, lang: str, ours: Mapping[str, Any]) -> None:
    """Set the widgets' options and values."""
    said, listed = words(lang), panels.figures(lang)
    found: dict[str, dict[str, Any]] = {
        "figure": {"groups": listed},
        "against": {"groups": {"": {said["distribution"]: ""}} | listed},
        "where": {"options": _options(said["world"], panels.continents(lang))},
        "game": {"options": _options(said["all_games"], ours.get("games", ()))},
        "judged": {"options": _options(said["all_judged"], ours.get("figures", ()))},
    }
    for name, given in found.items():
        chosen = getattr(state, name)
        values = [v for group in given.get("groups", {"": given.get("options")}).values() for v in group.values()]
        widgets[name].param.update(name=said[name], value=chosen if chosen in values else values[0], **given)
    widgets["search"].param.update(name=said["search"], placeholder=said["search"])
    label = said["add" if state.tab == "compare" else "choose"]
    widgets["named"].param.update(name=label, options=["", *panels.names(lang)])  # cleared after each choice


def _options(every: str, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The options of a select: *every*, then each pair, by label."""
    ids, labels = zip(("", every), *pairs, strict=True)
    return dict(zip(panels.distinct(labels), ids, strict=True))
