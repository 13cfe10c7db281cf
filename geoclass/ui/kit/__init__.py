"""The kit: one surface a page, drawn in the browser from a plain dict; no card is a widget of its own."""

from geoclass.ui.kit.surface import Surface, surface
from geoclass.ui.kit.teams import LETTERS

__all__ = ["LETTERS", "Surface", "surface"]
