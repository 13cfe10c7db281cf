"""The rules: two countries are open, and the team on turn says which has more. All teams have equally many turns."""

from typing import Any

from geoclass import data
from geoclass.games.base import Event, Game, Move, Reveal, View
from geoclass.games.options import Figure, GameOptions, Whole
from geoclass.games.refusals import IllegalMove


class Options(GameOptions):
    points = Whole(3, bounds=(1, 9))
    figure = Figure("population", front=True)


class Higher(Game):
    id = "higher"
    teams = range(2, 7)
    options = Options
    presets = {"lesson": {}, "beginners": {"points": 1}}
    moves = {"say": {"card": str}}
    hold = True
    tile_flags = ("BRA", "NGA")

    def _begin(self) -> None:
        known = sorted(data.values(self.option["figure"]))
        self._pile = self._order("deck", known, 2 * len(self.players)) or self._rng("deck").shuffled(known)
        self._points = [0] * len(self.players)
        self.phase, self.actors = "play", (0,)

    def _legal(self, seat: int) -> list[Move]:
        return [{"seat": seat, "move": "say", "card": card} for card in self._pile[:2]]

    def _play_say(self, seat: int, card: str) -> list[Event]:
        pair = self._pile[:2]
        if card not in pair:
            raise IllegalMove("higher.refused.not_open")
        figures = data.values(self.option["figure"])
        less, more = sorted(pair, key=lambda iso: (figures[iso], iso != card))  # equal figures: both are right
        right = card == more
        self._show(_reveal, self.move_count + 1, seat, self.option["figure"], pair, less, more, right)
        self._pile, self.actors = self._pile[2:], (self._after(seat),)
        self._points[seat] += right
        best = max(self._points)
        if self.actors == (0,) and (best == self.option["points"] or len(self._pile) < 2 * len(self.players)):
            how = "points" if best == self.option["points"] else "cards"
            self._over([s for s, points in enumerate(self._points) if points == best], self._points, how)
        return [{"event": "right" if right else "wrong", "seat": seat, "less": less, "more": more}]

    def _view(self, seat: int | None) -> View:  # noqa: ARG002 (nothing is hidden from anybody)
        return {"open": [] if self._result else self._pile[:2]}

    def _scores(self) -> list[int]:
        return self._points.copy()


def _reveal(turn: int, seat: int, figure: str, pair: list[str], less: str, more: str, right: bool) -> Reveal:
    values: dict[str, Any] = {iso: data.values(figure)[iso] for iso in pair}
    key = f"higher.question.{'right' if right else 'wrong'}"
    about = {"turn": turn, "seat": seat, "figure": figure, "pair": list(pair), "more": more, "right": right}
    return about | {"values": values, "questions": [{"key": key, "less": less, "more": more}]}
