"""A surface embedded in another page, such as a notebook: it brings its own styles and leaves the page untouched."""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from threading import RLock
from typing import Any

import panel as pn
from bokeh.models import ColumnDataSource

from geoclass import i18n
from geoclass.data.tables import folder
from geoclass.exercises import Check
from geoclass.maps.bokeh import CELL
from geoclass.maps.tokens import SANS, SERIF
from geoclass.maps.topology import FILE as OUTLINES
from geoclass.ui.kit.parts import KIT
from geoclass.ui.kit.screen import picture
from geoclass.ui.kit.surface import Surface
from geoclass.ui.kit.teams import variables
from geoclass.ui.tokens import font_faces

SENDING = RLock()  # a message to a notebook is sent in parts; threads must not interleave
REM = 5.0  # pixels, for a cell 960 wide
LENGTHS = re.compile(r"(?<![\w.#-])(-?\d*\.?\d+)rem\b")
HOST = ":host{container-type:inline-size;display:block}"
WRAPPED = """
export function render(args) {
  const el = ownRender(args)
  here = el.querySelector(".surface")
  standIn.dataset.theme = here.dataset.theme || (args.model.night ? "dark" : "light")
  return el
}
"""


@cache
def embedded(kind: type[Surface]) -> type[Surface]:
    """The surface class for an embedded page: a rem is 1/192 of the surface's own width."""
    own = str(kind._esm).replace("export function render(", "function ownRender(")
    script = (KIT / "cell.js").read_text("utf-8") + own
    look = f"{HOST}.surface{{--rem:calc(100cqw / 192);--serif:{SERIF};--sans:{SANS};font-family:var(--sans);"
    look += f"background:var(--table);color:var(--ink);border-radius:12px;{variables(False)}}}"
    night = f'.surface[data-theme="dark"]{{{variables(True)}}}'
    members = {"_esm": script + WRAPPED, "_stylesheets": [*map(own_units, kind._stylesheets), look + night]}
    return type(f"{kind.__name__}InCell", (kind,), members | {"tell": _tell, "__module__": __name__})


def _tell(surface: Surface, message: Mapping[str, Any]) -> None:
    with SENDING:
        Surface.tell(surface, message)


def own_units(style: str) -> str:
    return LENGTHS.sub(r"calc(\1 * var(--rem))", style).replace("100vh", "calc(108 * var(--rem))")


def in_pixels(models: Any, rem: float = REM) -> None:
    """Convert the font sizes of figures from rem, which depends on the host page, to pixels."""
    for root in models:
        for model in root.references():
            if isinstance(model, ColumnDataSource) and CELL not in model.tags:
                model.tags = [*model.tags, CELL]
            for name in model.properties():
                if name.endswith("font_size"):
                    size = getattr(model, name)
                    size = size.get("value", "") if isinstance(size, dict) else getattr(size, "value", size)
                    if isinstance(size, str) and size.endswith("rem"):
                        setattr(model, name, f"{max(11.0, float(size[:-3]) * rem):.1f}px")


def files() -> dict[str, str]:
    """Addresses of flags and outlines, or their content where no server runs."""
    document = pn.state.curdoc
    return {} if document is not None and document.session_context else _files()


@cache
def _files() -> dict[str, str]:
    flags = {file.name: picture(file.read_text("utf-8")) for file in sorted((folder() / "flags").glob("*.svg"))}
    outlines = b64encode(OUTLINES.read_bytes()).decode()
    return {"flags": json.dumps(flags), "outlines": f"data:application/json;base64,{outlines}"}


_begun: list[str] = []


def notebook(lang: str = "en", number: int = 0) -> Check | None:
    """Set up a notebook: its language, and interactive figures, boards and Explore in its cells.

    A Bokeh figure at the end of a cell displays itself; nothing is fetched from another server. With the *number* of
    one of our notebooks, return the checker of its exercises.
    """
    i18n.speak(lang)
    check = Check(number, lang) if number else None
    try:
        from IPython import get_ipython
        from IPython.display import HTML, display
    except ImportError:
        return check
    shell = get_ipython()
    if shell is None:
        return check
    pn.extension(inline=True)
    if not _begun:
        from bokeh.models import LayoutDOM
        from bokeh.plotting import figure

        for kind in (LayoutDOM, figure):
            shell.display_formatter.mimebundle_formatter.for_type(kind, _shown)
        _begun.append(lang)
    display(HTML(f"<style>{font_faces()}</style>"))
    return check


def _shown(plot: Any, include: Any = None, exclude: Any = None) -> Any:
    return pn.pane.Bokeh(plot)._repr_mimebundle_(include, exclude)
