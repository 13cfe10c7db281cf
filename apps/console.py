"""The teacher's console."""

import panel as pn

from geoclass.ui.console import console

pn.extension()
console().servable()
