"""The files for phones: page, scripts, styles, sentences, flags; all kept compressed in memory."""

import gzip
import json
import os
from functools import cache
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from string import Template
from typing import NamedTuple

from tornado.web import HTTPError, RequestHandler

from geoclass import data, games, i18n
from geoclass.maps.tokens import SANS, SERIF
from geoclass.maps.topology import FILE as OUTLINES
from geoclass.ui import guard
from geoclass.ui.kit import parts, styles
from geoclass.ui.kit.teams import variables
from geoclass.ui.phone.older import bare, written_out
from geoclass.ui.phone.scenes import words

STATIC = files("geoclass.ui.phone") / "static"
LETTERS = files("geoclass.ui") / "static"
PACKABLE = ("text/", "application/json", "application/javascript", "image/svg+xml")
FOR_EVER = "public, max-age=31536000, immutable"  # its address changes with its content


class StaticFile(NamedTuple):
    """A file with its compressed form and ETag."""

    sort: str
    plain: bytes
    packed: bytes | None
    etag: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "StaticFile":
        sort = "text/javascript" if name.endswith(".js") else guess_type(name)[0] or "font/woff2"
        packed = gzip.compress(content, 9, mtime=0) if sort.startswith(PACKABLE) else None
        return cls(sort, content, packed, f'"{sha256(content).hexdigest()[:16]}"')


class StaticHandler(RequestHandler):
    """Sends files from memory, compressed if the browser accepts that, or 304 if it has them."""

    def send(self, file: StaticFile, keep: str) -> None:
        self.set_header("Cache-Control", keep)
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Vary", "Accept-Encoding")
        self.set_header("Etag", file.etag)
        if self.check_etag_header():
            self.set_status(304)
            return
        self.set_header("Content-Type", f"{file.sort}; charset=utf-8" if file.packed else file.sort)
        if file.packed and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.write(file.packed)
        else:
            self.write(file.plain)

    def compute_etag(self) -> None:
        """Not computed here: `send` sets the ETag of the stored content."""


class Page(StaticHandler):
    def get(self, code: str) -> None:  # noqa: ARG002 (the page reads it from its address)
        self.set_header("Content-Security-Policy", guard.policy(self.request.host, frame_ancestors="'none'"))
        self.set_header("Referrer-Policy", "no-referrer")
        self.send(page(_spoken(self.request.headers.get("Accept-Language", ""))), "no-cache")


class File(StaticHandler):
    def get(self, name: str) -> None:
        if name not in kept():
            raise HTTPError(404)
        self.send(kept()[name], FOR_EVER)


class Texts(StaticHandler):
    def get(self, lang: str) -> None:
        if lang not in i18n.LANGUAGES:
            raise HTTPError(404)
        self.send(sentences(lang), FOR_EVER)


class Flag(StaticHandler):
    def get(self, iso2: str) -> None:
        if iso2 not in flags():
            raise HTTPError(404)
        self.send(flag(iso2), "public, max-age=604800")


@cache
def kept() -> dict[str, StaticFile]:
    """The page's files by name; nothing else is served."""
    made = {
        "logo.svg": (LETTERS / "logo.svg").read_bytes(),
        "phone.css": written_out(tokens() + parts.kit_style() + styles.joined([STATIC / "phone.css"])).encode(),
        "phone.js": script().encode(),
        "sans.woff2": (LETTERS / "phone-sans.woff2").read_bytes(),
        "serif.woff2": (LETTERS / "phone-serif.woff2").read_bytes(),
        "outlines.json": OUTLINES.read_bytes(),
    }
    for game in games.GAMES:
        made |= {
            f"boards/{game}.js": board_script(game).encode(),
            f"boards/{game}.css": written_out(parts.style(game)).encode(),
        }
    return {name: StaticFile.of(name, content) for name, content in made.items()}


@cache
def script() -> str:
    """The kit and the page's own script, as a module from which boards import."""
    kit = parts.kit_script()
    own = "\n".join((STATIC / f"{name}.js").read_text("utf-8") for name in ("link", "phone"))
    return bare(f"{kit}\n{{\n{own}\n}}\nexport {{{', '.join(parts.names_in(kit))}}}\n")


def board_script(game: str) -> str:
    """A game's board as a module, fetched when its game is played."""
    kit = f'import {{{", ".join(parts.names_in(parts.kit_script()))}}} from "../phone.js"'
    return bare("\n".join([kit, parts.drawn_script(game), parts.script(game), ""]))


def tokens() -> str:
    """The CSS variables: light, and dark for phones in dark mode."""
    faces = f"--serif:'Phone Serif',{SERIF};--sans:'Phone Sans',{SANS};"
    return (
        f":root{{color-scheme:light dark;{faces}{variables()}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{variables(dark=True)}}}}}"
    )


@cache
def sentences(lang: str) -> StaticFile:
    return StaticFile.of(f"{lang}.json", json.dumps(words(lang), ensure_ascii=False).encode())


@cache
def version() -> str:
    """A hash of all files, part of their addresses, so that browsers can cache them for ever."""
    parts = [*(file.etag for file in kept().values()), *(sentences(lang).etag for lang in i18n.LANGUAGES)]
    return sha256("".join(parts).encode()).hexdigest()[:12]


@cache
def page(lang: str) -> StaticFile:
    gaps = {"lang": lang, "base": f"/phone/{version()}", "loading": i18n.text("phone.loading", lang)}
    gaps["no_script"] = i18n.text("ui.no_script", lang)
    html = Template((STATIC / "join.html").read_text("utf-8")).substitute(gaps)
    return StaticFile.of("join.html", html.encode())


@cache
def flags() -> dict[str, str]:
    """Two-letter code (in names of flag files) → three-letter code."""
    return {iso2.lower(): iso for iso, iso2 in data.attribute("iso2").items()}


@cache
def flag(iso2: str) -> StaticFile:
    return StaticFile.of("flag.svg", data.flag(flags()[iso2]).encode())


def _spoken(accepted: str) -> str:
    """The first supported language of an Accept-Language header."""
    tags = [tag.strip()[:2].lower() for tag in accepted.split(",")]
    return next((tag for tag in [*tags, os.environ.get("GEOCLASS_LANG", "")] if tag in i18n.LANGUAGES), "en")
