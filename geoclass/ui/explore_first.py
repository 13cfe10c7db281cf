"""A static first map of Explore inside the HTML document, visible while the scripts are still loading."""

from functools import lru_cache
from html import escape

from geoclass import data, maps
from geoclass.maps import svg
from geoclass.maps.tokens import class_colours
from geoclass.ui.explore_state import State
from geoclass.ui.kit import styles
from geoclass.ui.tokens import STATIC


def first_map(state: State, lang: str) -> str:
    """The map's panel as it will look, not interactive, in light and dark colours.

    Empty if the page does not start with the map of the world.
    """
    if state.tab != "map" or state.where:
        return ""
    return _panel(state.figure, data.column(state.figure).edition, state.steps, lang)


@lru_cache(32)
def _panel(figure: str, _edition: str, steps: str, lang: str) -> str:
    column, palette = data.column(figure), class_colours()
    shown = maps.shading(column, lang, steps=steps)
    fills = {iso: f"var(--class-{palette.index(colour) + 1})" for iso, colour in shown.fills.items()}
    world = svg.draw(maps.WorldMap(fills=fills, patterns=shown.patterns, circles=()))
    style = styles.joined([STATIC / "explore_first.css"])
    return (
        f'<style>{style}</style><div class="first" aria-hidden="true"><p>{escape(column.label[lang])}</p>{world}</div>'
    )
