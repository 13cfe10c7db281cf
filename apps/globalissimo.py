"""Globalissimo on the stage."""

import panel as pn

from geoclass.ui.stage import stage

pn.extension()
stage("globalissimo").servable()
