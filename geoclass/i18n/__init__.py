"""Every visible sentence, in French and English: ``text("countries.refused.not_your_card", "fr", card=…)``.

One folder a language, one TOML file a part of the project; a file's tables nest into dotted keys. A sentence is a
format string: numbers in it are written as the language writes them, and a value that knows its own words (a country,
a column) is asked for them, the format spec saying which form: ``{card:the}`` is *la France*, *the Netherlands*. A
sentence with plural forms is a table of them (``one``, ``other``), chosen by the parameter ``n``. The no-break spaces
of French (before ``: ; ? ! %`` and inside ``« »``) are set on loading: the files hold plain ones.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from decimal import localcontext
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from string import Formatter
from typing import Any, Protocol, runtime_checkable

from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

LANGUAGES = ("fr", "en")
LONGEST = 128  # digits that a number may have: a class guesses what it likes
_current: ContextVar[str] = ContextVar("language", default="en")


@runtime_checkable
class Worded(Protocol):
    """What has words of its own in each language."""

    def words(self, lang: str, form: str = "") -> str: ...


def language() -> str:
    """The language that sentences are in where none is named."""
    return _current.get()


@contextmanager
def use(lang: str) -> Iterator[None]:
    """Speak *lang* inside the ``with`` block."""
    token = _current.set(_known(lang))
    try:
        yield
    finally:
        _current.reset(token)


def text(key: str, lang: str | None = None, /, **params: Any) -> str:
    """The sentence *key* in *lang* (the current language if none is given), filled with *params*."""
    lang = _known(lang or language())
    sentence = sentences(lang)[key]
    if not isinstance(sentence, str):
        sentence = sentence.get(locale(lang).plural_form(params["n"]), sentence["other"])
    return _Sentence(lang).vformat(sentence, (), params) if "{" in sentence else sentence


def number(value: float, lang: str | None = None, pattern: str | None = None) -> str:
    """*value* as the language writes it: 1 234,5 or 1,234.5."""
    return _written(value, lang or language(), pattern)


@lru_cache(maxsize=4096)  # the same few figures are written again and again, and Babel takes its time
def _written(value: float, lang: str, pattern: str | None) -> str:
    with localcontext(prec=LONGEST):
        return format_decimal(value, format=pattern, locale=locale(lang))


@cache
def sentences(lang: str) -> Mapping[str, str | Mapping[str, str]]:
    """All sentences of a language by key; a sentence with plural forms is a mapping of them.

    A game in a package of its own brings its folders by an entry point of the group ``geoclass.sentences``.
    """
    found: dict[str, str | Mapping[str, str]] = {}
    packages = [__package__, *(entry.value for entry in entry_points(group="geoclass.sentences"))]
    for folder in (files(package).joinpath(lang) for package in packages):
        for file in sorted(folder.iterdir(), key=lambda f: f.name):
            if file.name.endswith(".toml"):
                _flatten(tomllib.loads(typeset(file.read_text("utf-8"), lang)), file.name.removesuffix(".toml"), found)
    return found


@cache
def locale(lang: str) -> Locale:
    return Locale.parse(lang)


def typeset(words: str, lang: str) -> str:
    """*words* with no-break spaces: between a figure and its kilometres, and those of the language."""
    words = re.sub(r"(?<=[\d}]) (?=km\b)", "\u00a0", words)
    return re.sub(r"(?<=«) | (?=[:;?!%»])", "\u00a0", words) if lang == "fr" else words


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
    """Fills a sentence in its language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, str):
            return value
        if hasattr(value, "words"):  # a Worded; asking the protocol itself takes ten times as long
            return str(value.words(self.lang, format_spec))
        if isinstance(value, Sequence):
            return format_list([self.format_field(v, format_spec) for v in value], locale=locale(self.lang))
        if isinstance(value, int | float) and not format_spec:
            return number(value, self.lang)
        return format(value, format_spec)
