"""Questions in a terminal, one at a time: a numbered list to choose from, or something to write."""

import re
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from shutil import get_terminal_size
from typing import Any

from geoclass import data, i18n
from geoclass.data.tables import plain
from geoclass.games import Refusal
from geoclass.games.text import shown_plain
from geoclass.i18n.numbers import NotANumber, whole_number

BACK = ("back", "retour")
HELP = ("help", "aide", "?")
LEAVE = ("quit", "quitter", "q", "exit")
LONGEST_NAME = 100
MOST_DIGITS = 1000  # longer numbers are too large anyway


class Back(Exception):
    """The player wants to go back one step."""


class Leave(Exception):
    """The player ends the game."""


class Unclear(Refusal):
    """The text typed does not answer the question."""


class Sentence:
    """A sentence in any language."""

    def __init__(self, key: str, **params: Any) -> None:
        self.key, self.params = key, params

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return i18n.text(self.key, lang, **self.params)


@dataclass(frozen=True)
class Choice:
    """A line of a numbered list, selected by its number, its words in any language, or another name."""

    value: Any
    shown: Any  # a sentence, or what has words of its own
    names: tuple[Any, ...] = ()

    def is_called(self, said: str, country: str | None) -> bool:
        """Whether *said*, which names this country if any, is a name of it."""
        things = (self.shown, *self.names)
        if country is not None and data.Country(country) in things:
            return True
        return plain(said) in [plain(name) for thing in things for name in _all_words(thing)]


@dataclass(frozen=True)
class Pick:
    """A choice from a list."""

    question: str
    choices: Sequence[Choice]
    skip: bool = False  # whether a single choice is taken without asking

    def lines(self) -> list[str]:
        return [self.question, *(f"{n:3}  {in_words(c.shown)}" for n, c in enumerate(self.choices, 1))]

    def read(self, said: str) -> Any:
        if said in ("", "0"):
            raise Back
        if said.isdecimal() and len(said) < MOST_DIGITS and 1 <= int(said) <= len(self.choices):
            return self.choices[int(said) - 1].value
        country = _country(said)
        for choice in self.choices:
            if plain(said) and choice.is_called(said, country):
                return choice.value
        raise Unclear("cli.play.not_there", said=said, n=len(self.choices))


@dataclass(frozen=True)
class Write:
    """A free text to type."""

    question: str
    understood: Callable[[str], Any]  # raises `Refusal`

    def lines(self) -> list[str]:
        return [self.question]

    def read(self, said: str) -> Any:
        if not said:
            raise Back
        return self.understood(said)


Question = Pick | Write


def ask(question: Question) -> Any:
    """Ask until there is an answer. Raises `Back` or `Leave` on the player's request."""
    say("", *question.lines())
    while True:
        said = _typed()
        try:
            return question.read(said)
        except Refusal as refusal:
            say(refusal.text())


def _typed() -> str:
    """Read the player's next line and handle help, back and quit."""
    while True:
        if sys.stdin is None or sys.stdout is None:  # closed at startup
            raise EOFError
        said = input(i18n.text("cli.play.prompt") + " ").strip()
        if said.casefold() in HELP:
            say(*i18n.text("cli.play.help").split("|"))
        elif said.casefold() in LEAVE:
            raise Leave
        elif said.casefold() in BACK:
            raise Back
        else:
            return said


def say(*lines: str) -> None:
    """Print *lines*, wrapped at words in a terminal, with control characters made harmless."""
    wide = get_terminal_size().columns if sys.stdout is not None and sys.stdout.isatty() else 0
    for line in map(shown_plain, lines):
        print(_broken(line, wide) if wide > 20 else line)


def _broken(line: str, wide: int) -> str:
    indent = re.match(r"\s*(\d+[. ] )?\s*", line)
    after = " " * (indent.end() if indent else 0)
    return "\n".join(
        textwrap.wrap(line, wide - 1, subsequent_indent=after, break_long_words=False, break_on_hyphens=False)
    )


def a_number(said: str) -> int:
    """A whole number as people write it: 5000000, 5,000,000, 5 000 000, 5 million."""
    try:
        return whole_number(said)
    except NotANumber:
        raise Unclear("cli.play.no_number", said=said) from None


def a_number_from(low: int, high: int) -> Callable[[str], int]:
    def understood(said: str) -> int:
        if said.isdecimal() and len(said) < MOST_DIGITS and low <= int(said) <= high:
            return int(said)
        raise Unclear("cli.play.not_from", low=low, high=high)

    return understood


def a_country(said: str) -> str:
    """The code of a country by any of its names."""
    try:
        return data.find_country(said[:LONGEST_NAME])
    except data.UnknownName as unknown:
        raise Unclear(unknown.key, **unknown.params) from None


def _country(said: str) -> str | None:
    try:
        return data.find_country(said[:LONGEST_NAME])
    except data.UnknownName:
        return None


def in_words(thing: Any) -> str:
    """The text of a line in the player's language."""
    return thing if isinstance(thing, str) else str(thing.words(i18n.language()))


def _all_words(thing: Any) -> list[str]:
    return [thing] if isinstance(thing, str) else [str(thing.words(lang)) for lang in i18n.LANGUAGES]
