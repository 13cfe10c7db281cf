"""The pair and its figures in sentences, for a terminal and for screens without a board."""

from collections.abc import Iterator
from typing import Any

from geoclass import data
from geoclass.games.tell import Figure, Line, View


def tell(view: View) -> Iterator[Line]:
    if view["open"]:
        yield "higher.stage.which", {"figure": data.column(view["options"]["figure"])}


def tell_reveal(view: View, reveal: dict[str, Any]) -> Iterator[Line]:  # noqa: ARG001
    for iso, value in reveal["values"].items():
        yield "higher.tell.figure", {"card": data.Country(iso), "value": Figure(reveal["figure"], value)}
