"""A page's surface: plain data (the scene) goes to the browser, what was touched comes back as messages.

The scripts are our own small files put one after another, so the browser asks nobody else for anything. Flags are asked
for by address, one by one and kept by the browser, through Panel's own handler: a bare ``panel serve`` has it too.
"""

import json
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

import panel as pn
import param
from bokeh.model import DataModel
from panel.custom import Children, JSComponent

from geoclass import data
from geoclass.data.tables import folder

KIT = files("geoclass.ui.kit")
BOARDS = files("geoclass.ui") / "boards"  # not imported: the boards import this module
SCRIPTS = ("dom", "pieces", "moves", "dialogs", "track", "worldmap", "picture", "sound", "figures", "shell", "render")
FLAGS = "geoclass_flags"


class Plain(param.Parameter[str]):
    """Plain data, kept and sent as JSON: on its way param, Panel and Bokeh walk again and again through a dict, which
    took longer than all the rest of a move, but not through a text."""

    def __set__(self, obj: Any, value: Any) -> None:
        text = value if isinstance(value, str) else _json(value)
        super().__set__(obj, text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class Surface(JSComponent):
    """What one session sees. *figures* are Bokeh panes that the scene puts where it wants them."""

    scene = Plain("{}", doc="All that is to be seen, in words already.")
    frame = Plain("{}", doc="What stays around every scene while the language stays, such as the rules.")
    ground = Plain("{}", doc="What stays all game long, such as a map's outlines: sent once.")
    figures = Children(default=[], doc="As many as the board has, for good: what is in them may change.")
    flags = param.String("", doc="Where flags are: this, the country's two letters, .svg.")

    on_message: Callable[[dict[str, Any]], None] = staticmethod(lambda _message: None)
    __abstract = True

    def __init__(self, on_message: Callable[[dict[str, Any]], None] | None = None, **params: Any) -> None:
        super().__init__(**{"sizing_mode": "stretch_width", "margin": 0, "flags": flag_address()} | params)
        if on_message:
            self.on_message = on_message

    def _handle_msg(self, message: Any) -> None:
        """In a tick of its own: Panel 1.10 hands messages on without the document's lock, which figures need."""
        if not isinstance(message, dict):
            return
        document = pn.state.curdoc
        if document is not None and document.session_context:
            document.add_next_tick_callback(partial(self.on_message, message))
        else:
            self.on_message(message)

    @classmethod
    def _patch_datamodel_ref(cls, props: Any, ref: str) -> None:
        """Panel tags every data model below this one, and with each scene looks for them in all figures: with a map in
        the page that takes longer than all the rest of a move. A surface has no data model but its own."""
        if isinstance(props, DataModel) and (tag := f"__ref:{ref}") not in props.tags:
            props.tags.append(tag)

    def tell(self, message: Mapping[str, Any]) -> None:
        """Something for now only: a toast, an address to go to."""
        self._send_msg(dict(message))


@cache
def surface(*boards: str) -> type[Surface]:
    """The surface that can draw these boards (their ``.js`` and ``.css`` beside the board modules)."""
    scripts = [(KIT / f"{name}.js").read_text("utf-8") for name in SCRIPTS]
    styles = [(KIT / "kit.css").read_text("utf-8")]
    for board in boards:
        scripts.insert(-1, (BOARDS / f"{board}.js").read_text("utf-8"))
        style = BOARDS / f"{board}.css"
        if style.is_file():
            styles.append(style.read_text("utf-8"))
    name = "Surface_" + "_".join(boards)
    return type(name, (Surface,), {"_esm": "\n".join(scripts), "_stylesheets": styles, "__module__": __name__})


@cache
def flag_address() -> str:
    """Panel serves files that lie beside a class and that the class lists: so here is one beside the flags."""
    return served(FLAGS, Path(str(folder() / "flags")))


@cache
def map_address() -> str:
    """Where the browser finds the outlines of all countries, to be kept."""
    return f"{served('geoclass_shapes', Path(str(folder() / 'shapes')), 'map.json')}map.json?v={data.EDITION}"


@cache
def served(name: str, path: Path, which: str = "*.svg") -> str:
    """Where the browser finds the drawings (.svg) of a folder; *name* is our own name for them."""
    module = ModuleType(name)
    module.__file__ = str(path / "drawings.py")
    listed = {"svg": {file.name: file.name for file in sorted(path.glob(which))}}
    module.Drawings = type("Drawings", (), {"__module__": name, "_resources": listed})  # type: ignore[attr-defined]
    sys.modules[name] = module
    return f"components/{name}/Drawings/_resources/svg/"


@cache
def flag_of(iso: str) -> str:
    """How a country's flag file is called; ``v`` lets the browser keep it."""
    return f"{data.attribute('iso2')[iso].lower()}.svg?v={data.EDITION}"
