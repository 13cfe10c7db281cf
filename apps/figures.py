"""My figures: the list of a teacher's own figures, and a preview of a table before it is added."""

import panel as pn

from geoclass.ui.figures import figures

pn.extension()
figures().servable(title="geoclass")
