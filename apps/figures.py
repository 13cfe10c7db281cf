"""A teacher's own figures: the list, and a table looked at before it is added."""

import panel as pn

from geoclass.ui.figures import figures

pn.extension()
figures().servable(title="geoclass")
