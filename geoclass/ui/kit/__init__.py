"""The kit shared by all screens: one surface per page, drawn in the browser from plain data."""

from geoclass.ui.kit.surface import Surface, surface
from geoclass.ui.kit.teams import LETTERS

__all__ = ["LETTERS", "Surface", "surface"]
