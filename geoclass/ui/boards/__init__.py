"""One module a game: what its board shows. A board turns a view into a scene; its ``.js`` beside it draws the scene.

A game without a board of its own is shown in words, with its legal moves as buttons: see `words`. A game in a package
of its own names its board by an entry point of the group ``geoclass.boards``.
"""

from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec

from geoclass.ui.boards.base import Board, Shown

__all__ = ["Board", "Shown", "board_type"]


def board_type(game: str) -> type[Board]:
    """The board of a game: the ``BOARD`` of ``geoclass.ui.boards.<game>``, one from elsewhere, or the one in words."""
    for entry in entry_points(group="geoclass.boards"):
        if entry.name == game:
            elsewhere: type[Board] = entry.load()
            return elsewhere
    name = f"geoclass.ui.boards.{game}"
    module = import_module(name if game.isidentifier() and find_spec(name) else "geoclass.ui.boards.words")
    board: type[Board] = module.BOARD
    return board
