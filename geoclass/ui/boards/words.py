"""The board of a game that has none yet: what everybody sees in words, and the legal moves as buttons."""

from typing import Any

from geoclass import games
from geoclass.games.tell import tell
from geoclass.ui.boards.base import Board, Scene, Shown, latest_game

MOST = 60  # buttons at most: a game with more moves than that needs a board


class WordsBoard(Board):
    scripts = ("words",)

    def play(self, shown: Shown) -> Scene:
        actors = shown.game["actors"]
        seat = actors[0] if actors and not shown.game["result"] else None
        return {
            "kind": "words.play",
            "teams": self.teams(shown),
            "lines": tell(shown.game, shown.lang),
            "turn": {"seat": seat, "title": shown.text("stage.turn", team=shown.team(seat))}
            if seat is not None
            else None,
            "moves": self._moves(shown, seat),
        }

    def _moves(self, shown: Shown, seat: int | None) -> list[Scene]:
        if seat is None or not (legal := shown.legal(seat)):
            return []
        game = latest_game(shown.room)
        return [{"text": _plain(game, move, shown.lang), "move": move} for move in legal[:MOST]]

    def has_past(self, shown: Shown) -> bool:  # noqa: ARG002
        return False  # words show no reveals

    def said(self, shown: Shown) -> str:
        return " ".join(tell(shown.game, shown.lang)[-1:])


def _plain(game: games.Game, move: dict[str, Any], lang: str) -> str:
    more = [str(v) for k, v in move.items() if k in ("at", "rank", "level")]
    return f"{game.say(move, lang)} {' '.join(more)}".strip()


BOARD = WordsBoard
