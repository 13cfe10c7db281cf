"""Explore: the tables as maps, rankings, charts and comparisons of countries."""

import panel as pn

from geoclass.ui.explore import explore

pn.extension()
explore().servable(title="geoclass")
