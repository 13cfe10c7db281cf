"""The first screen."""

import panel as pn

from geoclass.ui.home import home

pn.extension()
home().servable(title="geoclass")
