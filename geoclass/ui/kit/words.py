"""The board of a game without its own: the public view in words, legal moves as buttons."""

from typing import Any, Literal, TypedDict

from geoclass.games.tell import tell
from geoclass.ui.kit.screen import Board, Scene, ScreenState

MOST = 60  # buttons at most: a game with more moves than that needs a board


class Move(TypedDict):
    text: str
    move: Scene


class Play(TypedDict):
    kind: Literal["words.play"]
    teams: list[Scene]
    lines: list[str]
    turn: Scene | None  # seat, title
    moves: list[Move]


class WordsBoard(Board):
    def play(self, screen: ScreenState) -> Play:
        actors = screen.game["actors"]
        seat = actors[0] if actors and not screen.game["result"] else None
        return {
            "kind": "words.play",
            "teams": self.teams(screen),
            "lines": tell(screen.game, screen.lang),
            "turn": None
            if seat is None
            else {"seat": seat, "title": screen.text("stage.turn", team=screen.team(seat))},
            "moves": [{"text": self._plain(screen, move), "move": move} for move in self._moves(screen)],
        }

    def _moves(self, screen: ScreenState) -> list[dict[str, Any]]:
        """The legal moves as buttons; not on the class's screen if hands are hidden, as moves would show them."""
        hidden = screen.seat is None and screen.room["closed"]
        return [] if hidden else screen.legal(screen.acting)[:MOST]

    def has_past(self, screen: ScreenState) -> bool:  # noqa: ARG002
        return False  # this board shows no reveals

    def said(self, screen: ScreenState) -> str:
        return " ".join(tell(screen.game, screen.lang)[-1:])

    def _plain(self, screen: ScreenState, move: dict[str, Any]) -> str:
        more = [str(v) for k, v in move.items() if k in ("at", "rank", "level")]
        return f"{screen.say(move)} {' '.join(more)}".strip()
