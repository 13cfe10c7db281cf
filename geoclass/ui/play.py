"""A game in a notebook cell: the stage's board to click, and the game as an object to query.

>>> import geoclass
>>> board = geoclass.play("countries", teams=["Us", geoclass.bot("keen")], options={"first": 0}, lang="en")
>>> board.game.view(0)["phase"]
'play'
>>> board
Countries: Us and keen bot. Moves so far: 0. Playing now: Us.
"""

from collections.abc import Mapping, Sequence
from threading import Thread
from typing import Any

from geoclass import bots, games, i18n
from geoclass.data import DataError
from geoclass.games.tell import headline
from geoclass.rooms import Hall, MemoryStore
from geoclass.ui.cell import SENDING, embedded, files, in_pixels
from geoclass.ui.kit.parts import board_of, figures_of
from geoclass.ui.kit.surface import Surface, surface
from geoclass.ui.stage import Stage

DELAY = 0.6  # seconds until a bot moves


def bot(level: str = "keen", name: str = "") -> dict[str, str]:
    """A team that plays by itself: ``random``, ``pupil``, ``keen`` or ``geographer``.

    >>> import geoclass
    >>> geoclass.bot("geographer", "Robots")
    {'name': 'Robots', 'bot': 'geographer'}
    """
    if level not in bots.LEVELS:
        raise DataError("ui.play.level", name=str(level), known=list(bots.LEVELS))
    return {"name": name, "bot": level}


def play(
    game: str,
    teams: Sequence[str | Mapping[str, str]] = ("A", "B"),
    *,
    lang: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
) -> "Board":
    """Begin a game by its id; as the last line of a cell, its board is shown and played there.

    *teams*: names of teams at this screen, or `bot`. ``board.game`` is the game; ``board.undo()`` takes back the last
    move of a person.
    """
    lang, named = i18n.spoken(lang), []
    if not isinstance(teams, Sequence) or isinstance(teams, str) or not all(map(_is_team, teams)):
        raise DataError("ui.play.teams")
    for team in teams:
        given = {"name": team} if isinstance(team, str) else {"name": "", **team}
        if level := given.get("bot"):
            given = bot(level, given["name"] or i18n.text("ui.play.bot", lang, level=level))
        named.append(given)
    hall = Hall(MemoryStore(), bot_delay=DELAY)
    room, token = hall.open(game, named, lang, options, seed=seed)
    room.control(token, "start")
    return Board(room, token, lang, board_of(game), figures_of(game), game)


def _is_team(given: Any) -> bool:
    return isinstance(given, str) or (isinstance(given, Mapping) and given.keys() <= {"name", "bot"})


class Board(Stage):
    """The stage of one game, embedded in another page."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._letters()

    @property
    def game(self) -> games.Game:
        """A copy of the game in its present state."""
        return games.replay(self.room.log())

    def undo(self) -> None:
        """Take back the last move of a person and the bots' moves since."""
        self._do_undo({})
        self._refresh()

    def surface_of(self, script: str) -> type[Surface]:
        return embedded(surface(script))

    def files(self) -> dict[str, str]:
        return files()

    def frame(self) -> dict[str, Any]:
        return {**super().frame(), "home": None}

    def _menu(self) -> list[dict[str, Any]]:
        return []

    def _wake(self, version: int) -> None:
        """Draw in a thread, outside the room's lock: a notebook has no document to schedule a tick on."""
        if self._document is not None:
            super()._wake(version)
        elif not self._woken:
            self._woken = True
            Thread(target=self._refresh, daemon=True).start()

    def redraw(self) -> None:
        with SENDING:
            super().redraw()
            self._letters()

    def _letters(self) -> None:
        panes = [pane for place in self.figures.places for pane in place.objects]
        in_pixels(pane.object for pane in panes)

    def __repr__(self) -> str:
        return headline(self.game, self.lang)
