"""Refusals: exceptions whose message is a sentence for the user."""

import reprlib
from typing import Any, Self

from geoclass import i18n
from geoclass.games.text import shown_plain

LONGEST_QUOTE = 80


class Refusal(ValueError):
    """Why something is refused: a sentence in the user's language, citing the rule if there is one."""

    def __init__(self, key: str, /, rule: str | None = None, **params: Any) -> None:
        super().__init__(key)
        self.key, self.rule = key, rule
        self.params = {name: _shortened(value) for name, value in params.items()}  # user input may have any length

    @classmethod
    def like(cls, other: "Refusal") -> Self:
        """The same refusal as an exception of this class."""
        return cls(other.key, other.rule, **other.params)

    def text(self, lang: str | None = None) -> str:
        sentence = i18n.text(self.key, lang, **self.params)
        return f"{sentence} {rule_name(self.rule, lang)}" if self.rule else sentence

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        """The refusal as part of another sentence."""
        return self.text(lang)

    def __str__(self) -> str:
        return self.text()


class IllegalMove(Refusal):
    """The move is malformed or against the rules; the game is unchanged."""


class BadSetup(Refusal):
    """No game can be started from the setup."""


class OtherRules(BadSetup):
    """The setup is of a version of the rules that the engine does not support."""


def rule_name(rule: str, lang: str | None = None) -> str:
    """A rule as cited in a sentence: (rule C5), (house rule D2)."""
    return i18n.text("games.house_rule" if rule.startswith("D") else "games.rule", lang, rule=rule)


def named(value: Any) -> str:
    """Quote a *value* given where a name was expected."""
    return value if type(value) is str else printed(value)


def printed(value: Any) -> str:
    try:
        return reprlib.repr(value)
    except ValueError:  # an int of thousands of digits
        return "…"


def _shortened(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return shown_plain(f"{value[:LONGEST_QUOTE]}…" if len(value) > LONGEST_QUOTE else value)
