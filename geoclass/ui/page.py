"""What every page shares: its language, what its address says, and the table it lies on."""

import os
from functools import cache
from urllib.parse import quote

import panel as pn

from geoclass import data, i18n


def spoken() -> str:
    """The language of a session: the one its address names, else the first of the browser's, or the server's."""
    return language(argument("lang"), str((pn.state.headers or {}).get("Accept-Language", "")))


def language(asked: str, accepted: str) -> str:
    """The first of ours among the one *asked* for, those that a browser *accepted*, and the server's."""
    for tag in [asked, *accepted.split(","), os.environ.get("GEOCLASS_LANG", "")]:
        code = tag.strip()[:2].lower()
        if code in i18n.LANGUAGES:
            return str(code)
    return "en"


def argument(name: str) -> str:
    """What the address gives for a name, or nothing."""
    values = (pn.state.session_args or {}).get(name, [b""])
    return str(values[0], "utf-8", "replace")


def picture(svg: str) -> str:
    """SVG text as an address that needs no request."""
    return "data:image/svg+xml," + quote(svg, safe="/:=,;()*!@ '")


@cache
def table_image() -> str:
    """The graticule that shows faintly through the table."""
    lines = data.graticule()
    paths = "".join(
        "M" + "L".join(f"{x} {-y}" for x, y in zip(xs, ys, strict=True))
        for xs, ys in zip(lines["xs"], lines["ys"], strict=True)
    )
    box = "-14000 -7800 28000 15600"
    style = "fill='none' stroke='#16252C' stroke-opacity='.055' stroke-width='22'"
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}'><path {style} d='{paths}'/></svg>"
    return f'"{picture(svg)}"'
