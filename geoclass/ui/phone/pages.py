"""What a phone fetches: the page, its scripts and styles, its sentences, the flags. All kept packed in memory."""

import gzip
import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from string import Template
from typing import NamedTuple

from tornado.web import HTTPError, RequestHandler

from geoclass import data, i18n
from geoclass.charts.tokens import SANS, SERIF, colours
from geoclass.ui.phone.flights import flights
from geoclass.ui.phone.outlines import outlines
from geoclass.ui.phone.words import texts

STATIC = files("geoclass.ui.phone") / "static"
LETTERS = files("geoclass.ui") / "static"
PACKABLE = ("text/", "application/json", "application/javascript", "image/svg+xml")
FOR_EVER = "public, max-age=31536000, immutable"  # its address changes with its content
POLICY = "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; base-uri 'none'; form-action 'none'"


class Packed(NamedTuple):
    """A file as it is sent."""

    sort: str
    plain: bytes
    packed: bytes | None
    etag: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "Packed":
        sort = "text/javascript" if name.endswith(".js") else guess_type(name)[0] or "font/woff2"
        packed = gzip.compress(content, 9, mtime=0) if sort.startswith(PACKABLE) else None
        return cls(sort, content, packed, f'"{sha256(content).hexdigest()[:16]}"')


class Sent(RequestHandler):
    """Sends what is kept, packed where the browser takes it, or says that the browser has it already."""

    def send(self, file: Packed, keep: str) -> None:
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
        """It is set from the content kept, not computed from what is sent."""


class Page(Sent):
    def get(self, code: str) -> None:  # noqa: ARG002 (the page reads it from its address)
        self.set_header("Content-Security-Policy", POLICY)
        self.set_header("Referrer-Policy", "no-referrer")
        self.send(page(_spoken(self.request.headers.get("Accept-Language", ""))), "no-cache")


class File(Sent):
    def get(self, name: str) -> None:
        if name not in kept():
            raise HTTPError(404)
        self.send(kept()[name], FOR_EVER)


class Texts(Sent):
    def get(self, lang: str) -> None:
        if lang not in i18n.LANGUAGES:
            raise HTTPError(404)
        self.send(sentences(lang), FOR_EVER)


class Flag(Sent):
    def get(self, iso2: str) -> None:
        if iso2 not in flags():
            raise HTTPError(404)
        self.send(flag(iso2), "public, max-age=604800")


@cache
def kept() -> dict[str, Packed]:
    """Every file of the page by its name: nothing else can be asked for."""
    found = {name: Packed.of(name, file.read_bytes()) for name, file in _walk(STATIC) if name != "join.html"}
    made = {
        "tokens.css": tokens().encode(),
        "sans.woff2": (LETTERS / "phone-sans.woff2").read_bytes(),
        "serif.woff2": (LETTERS / "phone-serif.woff2").read_bytes(),
        "world.json": outlines(),
        "flights.json": flights(),
    }
    return found | {name: Packed.of(name, content) for name, content in made.items()}


def tokens() -> str:
    """The look's variables, light, and dark for those who asked their phone for it."""
    light, dark = ("".join(f"--{name}:{value};" for name, value in colours(dark).items()) for dark in (False, True))
    return (
        f":root{{color-scheme:light dark;--serif:'Phone Serif',{SERIF};--sans:'Phone Sans',{SANS};{light}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    )


def _walk(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, Traversable]]:
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.is_dir():
            yield from _walk(file, f"{prefix}{file.name}/")
        else:
            yield prefix + file.name, file


@cache
def sentences(lang: str) -> Packed:
    boards = [name[7:-3] for name in kept() if name.startswith("boards/") and name != "boards/generic.js"]
    return Packed.of(f"{lang}.json", texts(lang, boards))


@cache
def version() -> str:
    """A name for all of this together: in the addresses, so that a browser may keep the files for ever."""
    parts = [*(file.etag for file in kept().values()), *(sentences(lang).etag for lang in i18n.LANGUAGES)]
    return sha256("".join(parts).encode()).hexdigest()[:12]


@cache
def page(lang: str) -> Packed:
    words = {"lang": lang, "base": f"/phone/{version()}", "loading": i18n.text("phone.loading", lang)}
    html = Template((STATIC / "join.html").read_text("utf-8")).substitute(words)
    return Packed.of("join.html", html.encode())


@cache
def flags() -> dict[str, str]:
    """The ISO code of three letters by that of two, as flags are named."""
    return {iso2.lower(): iso for iso, iso2 in data.attribute("iso2").items()}


@cache
def flag(iso2: str) -> Packed:
    return Packed.of("flag.svg", data.flag(flags()[iso2]).encode())


def _spoken(accepted: str) -> str:
    """The first of the browser's languages that we speak."""
    tags = [tag.strip()[:2].lower() for tag in accepted.split(",")]
    return next((tag for tag in [*tags, os.environ.get("GEOCLASS_LANG", "")] if tag in i18n.LANGUAGES), "en")
