"""The fields of moves by kind, and their strict validation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from geoclass.games.refusals import IllegalMove
from geoclass.games.text import is_storable

Fields = Mapping[str, type | list[type]]  # [str] is a list of str
_TEXT = frozenset((str,))


@dataclass(slots=True)
class Form:
    """A set of fields for a kind of move: exactly these keys with exactly these types."""

    kind: str
    method: str  # the engine's method that plays it
    fields: tuple[tuple[str, type, frozenset[type] | None], ...]  # name, type, and types of list items

    def read(self, move: Mapping[str, Any]) -> dict[str, Any] | None:
        """The fields of a move in this form, or None. Types are strict: true is not 1, 1.0 is not a whole number."""
        if len(move) != 2 + len(self.fields):  # plus seat and move
            return None
        fields = {}
        for name, sort, items in self.fields:
            value: Any = move.get(name)
            kind = type(value)
            if kind is not sort or (items and not items.issuperset(map(type, value))):
                return None
            if (kind is str and not is_storable(value)) or (items == _TEXT and not all(map(is_storable, value))):
                raise IllegalMove("games.malformed.text", move=self.kind)
            fields[name] = value.copy() if items else value
        return fields


def forms(moves: Mapping[str, Fields | tuple[Fields, ...]]) -> dict[str, list[Form]]:
    def field(name: str, sort: type | list[type]) -> tuple[str, type, frozenset[type] | None]:
        return (name, list, frozenset(sort)) if isinstance(sort, list) else (name, sort, None)

    return {
        kind: [
            Form(kind, f"_play_{kind}", tuple(field(*f) for f in way.items()))
            for way in (ways if isinstance(ways, tuple) else (ways,))
        ]
        for kind, ways in moves.items()
    }
