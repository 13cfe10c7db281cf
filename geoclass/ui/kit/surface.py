"""A page's surface: plain data (the scene) goes to the browser, user actions come back as messages.

The scripts are our own small files, concatenated; the browser contacts no other host. Flags are fetched one by one and
cached; they are served from Panel's own folder of files, so that a plain ``panel serve`` has them too.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import param
from bokeh.embed.bundle import extension_dirs
from bokeh.model import DataModel
from panel.custom import Children, JSComponent

from geoclass import i18n
from geoclass.data.tables import folder
from geoclass.maps.topology import FILE as OUTLINES
from geoclass.rooms import Refused, reading
from geoclass.ui.kit import parts
from geoclass.ui.kit.compat import locked


class Plain(param.Parameter[str]):
    """Plain data, stored and sent as a JSON string: param, Panel and Bokeh traverse a dict many times, which took
    longer than the rest of a move."""

    def __set__(self, obj: Any, value: Any) -> None:
        text = value if isinstance(value, str) else _json(value)
        super().__set__(obj, text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


class Surface(JSComponent):
    """The component shown by a session. *figures*: Bokeh panes that the scene places."""

    scene = Plain("{}", doc="The content, translated.")
    frame = Plain("{}", doc="Constant data per language, such as the rules.")
    ground = Plain("{}", doc="Constant data per game, such as a map's outlines: sent once.")
    figures = Children(default=[], doc="The board's figures; their number is fixed.")
    flags = param.String("", doc="The address of flags, without <two letters>.svg.")
    outlines = param.String("", doc="The address of the outlines of all countries.")

    on_message: Callable[[dict[str, Any]], None] = staticmethod(lambda _message: None)
    __abstract = True

    def __init__(self, on_message: Callable[[dict[str, Any]], None] | None = None, **params: Any) -> None:
        files = {"flags": flag_address(), "outlines": map_address()}
        super().__init__(**{"sizing_mode": "stretch_width", "margin": 0} | files | params)
        if on_message:
            self.on_message = on_message

    def _handle_msg(self, message: Any) -> None:
        """Handle a message with the document locked, as changing figures requires."""
        if not isinstance(message, dict):
            return
        if reading.is_fit(message, lines=message.get("do") == "load"):  # a file has line breaks
            locked(partial(self._answer, message))
        else:
            self.tell({"toast": Refused("rooms.refused.unfit").text(self._lang())})

    def _answer(self, message: dict[str, Any]) -> None:
        """Acknowledge a handled message: until then the browser does not repeat it. A new page's greeting asks for no
        more than that."""
        try:
            if message.get("do") != "here":
                self.on_message(message)
        finally:
            if tap := message.get("tap"):
                self.tell({"answered": tap})

    def _get_properties(self, doc: Any) -> dict[str, Any]:
        """Declare the script a bundle, so that the browser runs it as it is: Panel would transpile it first."""
        given: dict[str, Any] = super()._get_properties(doc)
        return given | {"bundle": sha256(given["esm"].encode()).hexdigest()}

    @classmethod
    def _patch_datamodel_ref(cls, props: Any, ref: str) -> None:
        """Skip Panel's search for data models in all figures, which with a map took longer than the rest of a move. A
        surface has no data model but its own."""
        if isinstance(props, DataModel) and (tag := f"__ref:{ref}") not in props.tags:
            props.tags.append(tag)

    def _lang(self) -> str:
        """The language of this surface."""
        found = [json.loads(part).get("lang") for part in (self.frame, self.scene)]
        return next((lang for lang in found if lang in i18n.LANGUAGES), i18n.language())

    def tell(self, message: Mapping[str, Any]) -> None:
        """Send a one-off message, such as a toast or an address to go to."""
        self._send_msg(dict(message))


@cache
def surface(name: str = "") -> type[Surface]:
    """The surface class for a game's board, or for a page such as the console."""
    scripts = [parts.kit_script(parts.HOSTED), parts.script(name) if name else ""]
    styles = [parts.kit_style("stage", "believed", "keep"), parts.style(name) if name else ""]
    members = {"_esm": "\n".join(scripts), "_stylesheets": styles, "__module__": __name__}
    return type(f"Surface_{name}", (Surface,), members)


@cache
def flag_address() -> str:
    """The address of the flags."""
    return served("flags", Path(str(folder() / "flags")))


@cache
def map_address() -> str:
    """The address of the countries' outlines; it changes with their content."""
    version = sha256(OUTLINES.read_bytes()).hexdigest()[:12]
    return f"{served('outlines', OUTLINES.parent)}{OUTLINES.name}?v={version}"


@cache
def served(name: str, path: Path) -> str:
    """Serve a folder under *name* in Panel's own files; return its address."""
    extension_dirs[f"geoclass-{name}"] = path
    return f"static/extensions/geoclass-{name}/"
