"""The tables themselves: maps, rankings, charts, countries side by side."""

import panel as pn

from geoclass.ui.explore import explore

pn.extension()
explore().servable(title="geoclass")
