"""The two fonts, embedded in the page, and the location of our own files."""

from base64 import b64encode
from functools import cache
from importlib.resources import files

FACES = {"Source Serif 4": "source-serif-4-latin-wght-normal", "Source Sans 3": "source-sans-3-latin-wght-normal"}
STATIC = files("geoclass.ui") / "static"


@cache
def font_faces() -> str:
    """The CSS that embeds the fonts."""
    return "".join(_face(family, name) for family, name in FACES.items())


def _face(family: str, name: str) -> str:
    letters = b64encode((STATIC / f"{name}.woff2").read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{letters}) format('woff2')"
    return f"@font-face{{font-family:'{family}';font-weight:200 900;font-display:block;src:{source}}}"
