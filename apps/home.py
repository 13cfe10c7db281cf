"""The home page."""

import panel as pn

from geoclass.ui.home import home

pn.extension()
home().servable(title="geoclass")
