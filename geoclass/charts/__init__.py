"""Charts of the world's figures, as Bokeh figures with title, legend, unit, year and source: for any notebook or app.

Each takes a column's name or label (``data.figures()`` lists them), a Series or a dict by country, or a frame and its
``column``, and speaks French or English (``lang``).

>>> from geoclass import charts, data
>>> plot = charts.world_map("median_age", "en", chosen=["Niger", "Japan"])
>>> plot = charts.world_map(data.world().eval("coastline_km / area_km2"), "en")
"""

from geoclass.charts.flat import (
    captioned,
    compare,
    distribution,
    misconceptions,
    plain,
    ranking,
    recolour,
    scatter,
    shifts,
    versus,
    world_map,
)
from geoclass.charts.judged import caption
from geoclass.charts.old import renamed
from geoclass.maps.classes import Classes, classes, short

__all__ = [
    "Classes",
    "caption",
    "captioned",
    "classes",
    "compare",
    "distribution",
    "misconceptions",
    "plain",
    "ranking",
    "recolour",
    "scatter",
    "shifts",
    "short",
    "versus",
    "world_map",
]

for _old, _of in (("scatter", scatter), ("compare_chart", compare), ("distribution", distribution)):
    setattr(_of, _old, renamed(f"charts.{_of.__name__}.{_old}", f"charts.{_of.__name__}", _of))
