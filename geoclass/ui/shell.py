"""The shell around every surface: our own small template, the tokens of both lights, the table it all lies on."""

import re
from functools import cache

import panel as pn

from geoclass import i18n
from geoclass.charts.tokens import SANS, SERIF, class_colours, colours
from geoclass.rooms import Refused, Room
from geoclass.ui import live
from geoclass.ui.kit import Surface, team_css
from geoclass.ui.kit.surface import KIT
from geoclass.ui.page import argument, picture, table_image
from geoclass.ui.tokens import FACES, STATIC, _face

TOKEN = re.compile(r"[\w-]{20,64}")


@cache
def look() -> str:
    """All variables for day and night, the typefaces, and how the page itself looks."""
    parts = [_face(family, name) for family, name in FACES.items()]
    for selector, dark in ((":root", False), (':root[data-theme="dark"]', True)):
        table = dict(colours(dark)) | {f"class-{i}": c for i, c in enumerate(class_colours(dark), start=1)}
        table |= {"serif": SERIF, "sans": SANS, "graticule-image": f"url({table_image()})"}
        table |= {"edge": "#16252C" if not dark else "#F6F0E2"}
        variables = "".join(f"--{name}:{value};" for name, value in table.items())
        parts.append(f"{selector}{{{variables}{team_css(dark)}}}")
    return "".join(parts) + (KIT / "page.css").read_text("utf-8")


def page(surface: Surface, title: str, lang: str, room: Room | None = None, token: str = "") -> pn.Template:
    """A page that is nothing but its surface. A token in the address moves to a cookie: the projector shows no key."""
    template = pn.Template((KIT / "page.html").read_text("utf-8"))
    template.title = title  # type: ignore[attr-defined]
    keep = role = ""
    if room and argument("token") == token and TOKEN.fullmatch(token):
        role = room.role(token)
        keep = f"{_cookie(room.code, role)}={token}"
    logo = (STATIC / "logo.svg").read_text("utf-8").strip()
    for name, value in {"lang": lang, "css": look(), "icon": picture(logo), "keep": keep, "role": role}.items():
        template.add_variable(name, value)
    template.add_panel("surface", surface)
    return template


def entered() -> tuple[Room, str]:
    """The room and token that the address, or a cookie of an earlier visit, gives. Raises `Refused`."""
    room = live.hall().room(argument("room"))
    cookies = pn.state.cookies or {}
    asked = argument("as")
    roles = [asked] if asked in ("teacher", "projector") else ["teacher", "projector"]
    token = argument("token") or next((t for role in roles if (t := cookies.get(_cookie(room.code, role)))), "")
    if room.role(token) not in ("teacher", "projector"):
        raise Refused("rooms.refused.not_teacher")
    return room, token


def _cookie(code: str, role: str) -> str:
    return f"geoclass_{code}_{role}"


def dark_asked() -> bool:
    return argument("theme") == "dark"


def words(lang: str) -> dict[str, str]:
    """The short sentences of the shell, which every scene carries."""
    found = i18n.sentences(lang)
    return {key.removeprefix("stage.word."): str(v) for key, v in found.items() if key.startswith("stage.word.")}
