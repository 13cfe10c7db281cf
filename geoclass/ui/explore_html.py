"""The panels of Explore as HTML, rendered by the macros of ``explore.html``; widgets and figures fill its slots."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from jinja2 import Environment, FileSystemLoader

from geoclass import data, i18n
from geoclass.charts.points import CONTINENTS
from geoclass.ui import explore_panels as panels
from geoclass.ui.explore_state import EXAMPLE, TABS, State
from geoclass.ui.kit.screen import flag_of
from geoclass.ui.tokens import STATIC

SLOTS = ("map", "points", "piles", "figure", "against", "where", "game", "judged", "search", "named")
MARKERS = {  # of continents in the scatter plot
    "circle": "M2 10a8 8 0 1 0 16 0a8 8 0 1 0 -16 0",
    "square": "M3 3h14v14h-14z",
    "diamond": "M10 1l7 9l-7 9l-7 -9z",
    "triangle": "M10 2l9 15h-18z",
    "inverted_triangle": "M10 18l9 -15h-18z",
}
SPOKEN = ("copied", "not_copied", "own_large")  # sentences the browser shows by itself
MAINS = {"map": "overview", "compare": "whole", "games": "overview games"}  # CSS classes of a page's layout
PICKS = {  # the widgets above each page
    "map": ("figure", "against", "where"),
    "compare": (),
    "country": ("figure",),
    "games": ("game", "judged", "where"),
    "data": (),
}


@cache
def words(lang: str) -> dict[str, str]:
    """The short sentences of Explore."""
    known = i18n.sentences(lang)
    return {k.removeprefix("explore.word."): str(v) for k, v in known.items() if k.startswith("explore.word.")}


def spoken(lang: str) -> dict[str, str]:
    """The sentences the browser shows by itself."""
    return {key: words(lang)[key] for key in SPOKEN} | {"lost": i18n.text("stage.word.lost", lang)}


@cache
def macros(lang: str) -> Any:
    """The template's macros, one per panel, in a language."""
    environment = Environment(
        loader=FileSystemLoader(str(STATIC)), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )

    def name(iso: str) -> str:
        return data.Country(iso).words(lang)

    environment.filters["country"] = name
    given = {
        "w": words(lang),
        "lang": lang,
        "languages": [(code, i18n.text("ui.language_name", code)) for code in i18n.LANGUAGES],
        "colon": words(lang)["colon"],
        "title": i18n.text("explore.title", lang),
        "tabs": [(tab, i18n.text(f"explore.tab.{tab}", lang)) for tab in TABS],
        "continents": [(text, *CONTINENTS[name]) for name, text in panels.continents(lang)],
        "markers": MARKERS,
        "slots": {slot: n for n, slot in enumerate(SLOTS)},
        "examples": EXAMPLE,
        "sources": panels.sources(lang),
        "own_example": i18n.text("explore.own.example", lang),
        "name": name,
        "flag_of": flag_of,
    }
    return environment.get_template("explore.html").make_module(given)


def board(state: State, shown: Mapping[str, Any], ui: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """The panels around the map, the ranking and the question, by name; and the current selection."""
    draw, on_map = macros(lang), state.tab in ("map", "games")
    empty = state.tab == "games" and not ui["games"]
    asked = shown["questions"] if on_map else []
    rows = panels.rows(shown, state, ui["search"], ui["all"], lang) if on_map else []
    return {
        "view": {
            "title": f"{shown['title']} · geoclass",
            "theme": "dark" if ui["dark"] else "light",
            "tab": state.tab,
            "large": state.large,
            "main": MAINS.get(state.tab, state.tab) + (" none" if empty else ""),
            "said": panels.said(state, lang),
            "file": f"geoclass-{state.figure}",
        },
        "top": draw.top(state, ui["dark"], () if empty else PICKS[state.tab], ui["page"]),
        "stage": draw.stage(state, shown, ui["note"]) if on_map or (state.tab == "country" and state.country) else "",
        "ranking": draw.ranking(state, shown, rows, ui["all"], ui["search"]) if on_map else "",
        "question": draw.question(asked[ui["question"] % len(asked)] if asked else "", len(asked) > 1),
    }


def more(state: State, lang: str, dark: bool, given: Mapping[str, Any]) -> dict[str, str]:
    """The remaining panels: scatter or distribution, comparison, country page, our games, files."""
    draw, tab = macros(lang), state.tab
    compared = tab in ("map", "compare")
    rest = {
        "country": lambda: draw.country(state, panels.country(state, lang)),
        "games": lambda: draw.games(given["ours"], given["names"]),
        "data": lambda: draw.files(given["local"], panels.own(lang), given["told"], given["page"]),
    }
    return {
        "plot": draw.plot(state, panels.plot(state, lang), dark) if tab == "map" else "",
        "compare": draw.compare(state, panels.compared(state, lang), panels.said(state, lang)) if compared else "",
        "rest": rest[tab]() if tab in rest else "",
    }
