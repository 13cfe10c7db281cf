"""The first map of Explore, in the document itself: it is seen while the scripts are still on their way."""

from html import escape

from geoclass import data
from geoclass.charts.classes import classes
from geoclass.charts.tokens import class_colours
from geoclass.review.report import world_svg
from geoclass.ui.explore_state import State
from geoclass.ui.tokens import STATIC


def first_map(state: State, lang: str) -> str:
    """The map's panel as it will look, without anything to touch; in the colours of the page, by day and by night.

    Nothing where the page does not begin with the map of the world.
    """
    if state.tab != "map" or state.where:
        return ""
    column, shades, palette = data.column(state.figure), classes(state.figure, steps=state.steps), class_colours()
    fills = {
        iso: f"var(--class-{palette.index(shades.colour(value)) + 1})"
        for iso, value in data.values(column.name).items()
    }
    style = (STATIC / "explore_first.css").read_text("utf-8")
    title = escape(column.label[lang])
    return (
        f'<style>{style}</style><div class="first" aria-hidden="true"><p>{title}</p>{world_svg(fills, {}, lang)}</div>'
    )
