"""Five geography board games for a whole class, played on real country statistics.

In a notebook or an app of your own::

    import geoclass
    from geoclass import charts, data

    geoclass.notebook("en")                       # the language, once
    charts.world_map("median_age")                # a captioned Bokeh figure
    geoclass.Explorer(figure="median_age")        # Explore, alive in the cell
    geoclass.play("countries", teams=["Us", geoclass.bot("keen")])
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from geoclass.ui.cell import notebook
    from geoclass.ui.explore import Explorer
    from geoclass.ui.play import bot, play

__version__ = "0.1.0"

_FOUND = {"Explorer": "geoclass.ui.explore", "notebook": "geoclass.ui.cell", "play": "geoclass.ui.play"}
_FOUND |= {"bot": "geoclass.ui.play"}
__all__ = ["Explorer", "__version__", "bot", "notebook", "play"]


def __getattr__(name: str) -> Any:
    """Import screens lazily, so that an engine alone needs neither Panel nor Bokeh."""
    if name not in _FOUND:
        raise AttributeError(f"module 'geoclass' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_FOUND[name]), name)
