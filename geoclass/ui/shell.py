"""The page around every surface: a small template of our own, light and dark tokens, background."""

import re
from functools import cache

import panel as pn

from geoclass import i18n
from geoclass.maps.tokens import SANS, SERIF
from geoclass.rooms import Refused, Room
from geoclass.ui import bokeh_patches, live
from geoclass.ui.kit import Surface, styles
from geoclass.ui.kit.parts import KIT
from geoclass.ui.kit.screen import picture
from geoclass.ui.kit.teams import variables
from geoclass.ui.page import argument, table_image
from geoclass.ui.tokens import STATIC, font_faces

bokeh_patches.close_components()  # also under a plain `panel serve`

TOKEN = re.compile(r"[\w-]{20,64}")


@cache
def look() -> str:
    """The CSS of the page: light and dark variables, fonts, background."""
    parts = [font_faces()]
    for selector, dark in ((":root", False), (':root[data-theme="dark"]', True)):
        table = f"--serif:{SERIF};--sans:{SANS};--graticule-image:url({table_image()});"
        parts.append(f"{selector}{{{variables(dark)}{table}}}")
    return "".join(parts) + styles.joined([KIT / "page.css"])


class _Template(pn.Template):
    __repr__ = object.__repr__  # Panel describes all widgets with it, twice a page, for a notebook


def page(surface: Surface, title: str, lang: str, room: Room | None = None, token: str = "") -> pn.Template:
    """A page with only a surface. A token in the address moves to a cookie, so that the projector shows no key."""
    template = _Template((KIT / "page.html").read_text("utf-8"))
    template.title = title  # type: ignore[attr-defined]
    keep = role = ""
    if room and argument("token") == token and TOKEN.fullmatch(token):
        role = room.role(token)
        keep = f"{_cookie(room.code, role)}={token}"
    logo = (STATIC / "logo.svg").read_text("utf-8").strip()
    given = {"lang": lang, "css": look(), "icon": picture(logo), "keep": keep, "role": role}
    for name, value in (given | {"no_script": i18n.text("ui.no_script", lang)}).items():
        template.add_variable(name, value)
    template.add_panel("surface", surface)
    return template


def entered() -> tuple[Room, str]:
    """The room and token given by the address or an earlier visit's cookie. Raises `Refused`."""
    if not argument("room"):
        raise Refused("rooms.refused.never_here")
    room = live.hall().room(argument("room"))
    cookies = pn.state.cookies or {}
    asked = argument("as")
    roles = [asked] if asked in ("teacher", "projector") else ["teacher", "projector"]
    token = argument("token") or next((t for role in roles if (t := cookies.get(_cookie(room.code, role)))), "")
    if not token:
        raise Refused("rooms.refused.never_here")
    if room.role(token) not in ("teacher", "projector"):
        raise Refused("rooms.refused.not_teacher")
    return room, token


def _cookie(code: str, role: str) -> str:
    return f"geoclass_{code}_{role}"


def dark_asked() -> bool:
    return argument("theme") == "dark"


def words(lang: str) -> dict[str, str]:
    """The short sentences of the shell, sent with every scene."""
    return i18n.section("stage.word", lang)
