"""Every visible sentence, in French and English: ``text("countries.refused.not_your_card", "fr", card=…)``.

Shared sentences are here, in one folder per language with one TOML file per part of the project. A game's own are in
its folder, in one file per language (``fr.toml``); their keys begin with the game's id. Tables of a file nest into
dotted keys.

A sentence is a format string. Numbers are formatted for the language. A value with a method ``words`` (a country, a
column) gives its own text; the format spec names the form: ``{card:the}`` is *la France*, *the Netherlands*. A sentence
with plural forms is a table of them (``one``, ``other``, optionally ``zero``), chosen by the parameter ``n``. French
no-break spaces (before ``: ; ? ! %``, inside ``« »`` and numbers) are added on loading.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from decimal import localcontext
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, Protocol, runtime_checkable

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal

LANGUAGES = ("fr", "en")
LONGEST = 128  # digits of a number: a limit on input
_current: ContextVar[str] = ContextVar("language", default="")
_usual = "en"


@runtime_checkable
class Worded(Protocol):
    """Something with its own words in each language."""

    def words(self, lang: str, form: str = "") -> str: ...


def language() -> str:
    """The current language, used if none is given."""
    return _current.get() or _usual


def spoken(lang: str | None = None) -> str:
    """*lang*, or the current language if it is None."""
    return _known(lang or language())


def speak(lang: str) -> None:
    """Set the current language, as notebooks do."""
    global _usual
    _usual = _known(lang)


@contextmanager
def use(lang: str) -> Iterator[None]:
    """Set the current language inside the ``with`` block."""
    token = _current.set(_known(lang))
    try:
        yield
    finally:
        _current.reset(token)


def text(key: str, lang: str | None = None, /, **params: Any) -> str:
    """The sentence *key* in *lang* (the current language if none is given), filled with *params*."""
    lang = spoken(lang)
    sentence = sentences(lang)[key]
    if not isinstance(sentence, str):
        sentence = _form(sentence, lang, params["n"])
    return _Sentence(lang).vformat(sentence, (), params) if "{" in sentence else sentence


def _form(sentence: Mapping[str, str], lang: str, n: float) -> str:
    """The plural form for *n*; an optional form for zero, which French counts with one."""
    if n == 0 and "zero" in sentence:
        return sentence["zero"]
    return sentence.get(locale(lang).plural_form(n), sentence["other"])


def number(value: float, lang: str | None = None, pattern: str | None = None) -> str:
    """Format *value* for the language: 1 234,5 or 1,234.5."""
    return _written(value, lang or language(), pattern)


def day(moment: datetime, lang: str | None = None) -> str:
    """Format a date for the language, in local time: mardi 17 novembre 2026."""
    return str(format_date(moment.astimezone(), "EEEE d MMMM y", locale=locale(lang or language())))


@lru_cache(maxsize=4096)  # the same few values recur, and Babel is slow
def _written(value: float, lang: str, pattern: str | None) -> str:
    with localcontext(prec=LONGEST):
        return format_decimal(value, format=pattern, locale=locale(lang))


@cache
def sentences(lang: str) -> Mapping[str, str | Mapping[str, str]]:
    """All sentences of a language by key; a sentence with plural forms is a mapping of them."""
    found: dict[str, str | Mapping[str, str]] = {}
    for prefix, file in _files(lang):
        _flatten(tomllib.loads(typeset(file.read_text("utf-8"), lang)), prefix, found)
    return found


@cache
def _section(prefix: str, lang: str) -> Mapping[str, str]:
    start = f"{prefix}."
    return {key.removeprefix(start): str(v) for key, v in sentences(lang).items() if key.startswith(start)}


def section(prefix: str, lang: str) -> dict[str, str]:
    """The sentences whose keys begin with *prefix*, by the rest of their keys, for a script to show."""
    return dict(_section(prefix, lang))


def language_names() -> list[list[str]]:
    """Each language's code and its name in that language."""
    return [[code, text("ui.language_name", code)] for code in LANGUAGES]


def capitalised(words: str) -> str:
    """*words* with an upper-case first letter, the others unchanged."""
    return words[:1].upper() + words[1:]


def _files(lang: str) -> Iterator[tuple[str, Traversable]]:
    """Every file of sentences, with the prefix of its keys."""
    for file in sorted(files(__package__).joinpath(lang).iterdir(), key=lambda f: f.name):
        yield file.name.removesuffix(".toml"), file
    own = {folder.name: folder for folder in files("geoclass").joinpath("games").iterdir()}
    others = {entry.name: files(entry.value) for entry in entry_points(group="geoclass.games")}
    for game, folder in (others | own).items():
        if (file := folder.joinpath(f"{lang}.toml")).is_file():
            yield game, file


@cache
def locale(lang: str) -> Locale:
    return Locale.parse(lang)


def typeset(words: str, lang: str) -> str:
    """Add no-break spaces: between a number and its unit, and those of the language."""
    words = re.sub(r"(?<=[\d}]) (?=(?:km²?|m|s)\b(?!’))", "\u00a0", words)
    if lang != "fr":
        return words
    words = re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "\u202f", words)  # as Babel groups digits
    return re.sub(r"(?<=«) |(?<=n°) | (?=[:;?!%»])", "\u00a0", words)


def _flatten(table: Mapping[str, Any], prefix: str, into: dict[str, str | Mapping[str, str]]) -> None:
    for name, value in table.items():
        key = f"{prefix}.{name}"
        if isinstance(value, str) or "other" in value:
            into[key] = value
        else:
            _flatten(value, key, into)


def _known(lang: str) -> str:
    if lang not in LANGUAGES:
        raise ValueError(f"geoclass speaks {' and '.join(LANGUAGES)}, not {lang!r}")
    return lang


class _Sentence(Formatter):
    """A formatter that fills a sentence in its language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, str):
            return value
        if hasattr(value, "words"):  # a Worded; checking the protocol is ten times slower
            return str(value.words(self.lang, format_spec))
        if isinstance(value, Sequence):
            either = format_spec == "or"
            parts = [self.format_field(v, "" if either else format_spec) for v in value]
            return format_list(parts, "or" if either else "standard", locale(self.lang))
        if isinstance(value, int | float) and not format_spec:
            return number(value, self.lang)
        return format(value, format_spec)
