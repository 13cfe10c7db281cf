"""Figures from the tables: Bokeh figures and what their legends say, usable in a notebook as they are."""

from geoclass.charts.classes import Classes, classes, short
from geoclass.charts.ranking import Rank, ranking
from geoclass.charts.world import recolour, world_map

__all__ = ["Classes", "Rank", "classes", "ranking", "recolour", "short", "world_map"]
