"""What all pages share: language, arguments of the address, background."""

import os
from functools import cache

import panel as pn

from geoclass import i18n
from geoclass.maps import graticule
from geoclass.ui.kit.screen import picture


def spoken() -> str:
    """The language of a session: from the address, else the browser's, else the server's."""
    return language(argument("lang"), str((pn.state.headers or {}).get("Accept-Language", "")))


def language(asked: str, accepted: str) -> str:
    """The first supported language of *asked*, the browser's *accepted* ones, and the server's."""
    for tag in [asked, *accepted.split(","), os.environ.get("GEOCLASS_LANG", "")]:
        code = tag.strip()[:2].lower()
        if code in i18n.LANGUAGES:
            return str(code)
    return "en"


def argument(name: str) -> str:
    """An argument of the address, or an empty string."""
    values = (pn.state.session_args or {}).get(name, [b""])
    return str(values[0], "utf-8", "replace")


@cache
def table_image() -> str:
    """The faint graticule in the background of pages."""
    box = "-1400 -780 2800 1560"
    style = "fill='none' stroke='#16252C' stroke-opacity='.055' stroke-width='2.2'"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'><path {style} d='{graticule(10)}'/></svg>"
    return f'"{picture(svg)}"'
