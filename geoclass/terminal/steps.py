"""Builds moves in the terminal: the next question, given the answers so far.

A game with words for it (``<game>.cli.kind``) is asked field by field, each with the values that its legal moves still
leave, or as the ``STEPS`` of its part ``terminal`` say. Of any other game the legal moves are listed in words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from geoclass import data, games, i18n
from geoclass.games.tell import named
from geoclass.terminal.asking import Choice, Pick, Question, Sentence, in_words

Answers = Sequence[Any]
Step = Question | games.Move


@dataclass
class Turn:
    """The situation in which a team is asked."""

    game: games.Game
    seat: int

    @cached_property
    def view(self) -> games.View:
        return self.game.view(self.seat)

    @cached_property
    def legal(self) -> list[games.Move]:
        return self.game.legal(self.seat)

    def move(self, kind: str, **fields: Any) -> games.Move:
        return {"seat": self.seat, "move": kind, **fields}


def step(turn: Turn, answers: Answers) -> Step:
    """The next question, or the complete move."""
    kinds = list(dict.fromkeys(move["move"] for move in turn.legal))
    if not all(f"{turn.game.id}.cli.kind.{kind}" in i18n.sentences("en") for kind in kinds):
        return answers[0] if answers else _any_move(turn)
    if not answers:
        names = [Choice(kind, Sentence(f"{turn.game.id}.cli.kind.{kind}")) for kind in kinds]
        return Pick(i18n.text("cli.play.kind"), names, skip=bool(turn.game.moves[kinds[0]]))
    kind, *given = answers
    own = getattr(games.part(turn.game.id, "terminal"), "STEPS", {}).get(kind)
    following: Step = own(turn, given) if own else _by_fields(turn, kind, given)
    return following


def _any_move(turn: Turn) -> Step:
    """All legal moves as a list; equal texts are distinguished by their fields, and a country's name alone selects its
    move."""
    said, fields = [turn.game.say(move) for move in turn.legal], [_fields(move) for move in turn.legal]
    choices = []
    for move, words, values in zip(turn.legal, said, fields, strict=True):
        shown = words if said.count(words) == 1 else f"{words} ({', '.join(map(in_words, values))})"
        alone = fields.count(values) == 1 and len(values) == 1
        choices.append(Choice(move, shown, tuple(values) if alone else ()))
    return Pick(i18n.text("cli.play.kind"), choices)


def _fields(move: games.Move) -> list[Any]:
    """The values in a move, with countries looked up."""
    values = [move[name] for name in move if name not in ("seat", "move")]
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    known = data.attribute("un_status")
    return [data.Country(item) if isinstance(item, str) and item in known else str(item) for item in flat]


def _by_fields(turn: Turn, kind: str, given: Answers) -> Step:
    """Ask field by field, with the values of legal moves that match the answers so far."""
    fields = [name for name in next(m for m in turn.legal if m["move"] == kind) if name not in ("seat", "move")]
    chosen = dict(zip(fields, given, strict=False))
    if len(chosen) == len(fields):
        return turn.move(kind, **chosen)
    name = fields[len(chosen)]
    possible = [m for m in turn.legal if m["move"] == kind and all(m[n] == v for n, v in chosen.items())]
    values = list(dict.fromkeys(move[name] for move in possible))
    about = {n: _shown(turn, n, v) for n, v in chosen.items()}
    return Pick(asked(turn, name, **about), [Choice(value, _shown(turn, name, value)) for value in values])


def asked(turn: Turn, what: str, **about: Any) -> str:
    """A question of the game."""
    return i18n.text(f"{turn.game.id}.cli.ask.{what}", **about)


def that_is_all() -> Choice:
    """The line that ends a list of answers (None)."""
    return Choice(None, Sentence("cli.play.all"))


def _shown(turn: Turn, name: str, value: Any) -> Any:
    return turn.game.players[value] if name == "target" else named(value)
