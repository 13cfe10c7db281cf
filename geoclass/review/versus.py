"""The class against bots, put before the very same decisions: the same rows, open countries and hands."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from geoclass import bots, data, games, i18n
from geoclass.games.couleurs_board import Board, board
from geoclass.games.rng import Rng
from geoclass.review.logs import begin
from geoclass.review.misjudged import misplaced
from geoclass.simulate import Spread, play_out

if TYPE_CHECKING:
    import pandas as pd

CLASS = "class"


@dataclass(frozen=True)
class Comparison:
    """What the class scored and what bots of each level did, game by game.

    *measure* says what is counted: ``review.measure.<measure>`` names it; none where there is nothing to compare.
    """

    game: str
    measure: str | None
    scores: Mapping[str, Sequence[float]]  # who → the score of every run; the class has one

    def frame(self) -> "pd.DataFrame":
        """One row a player: mean, spread and number of the runs."""
        import pandas as pd

        rows = {who: vars(Spread.of(scores)) | {"runs": len(scores)} for who, scores in self.scores.items()}
        return pd.DataFrame.from_dict(rows, orient="index", columns=["mean", "sd", "median", "low", "high", "runs"])

    def about(self, lang: str | None = None) -> str:
        """What is measured, and how the bots came by their scores."""
        same = "" if self.measure == "rounds" else " " + i18n.text("review.versus.same", lang)  # a race is run anew
        return f"{i18n.text(f'review.measure.{self.measure}', lang)}.{same}"

    def words(self, lang: str | None = None) -> list[str]:
        """The comparison in sentences."""
        if self.measure is None:
            return [i18n.text("review.versus.none", lang)]
        lines = [self.about(lang)]
        for who, scores in self.scores.items():
            spread = Spread.of(scores)
            key = "alone" if len(scores) == 1 else "spread"
            low, mean, high = (i18n.number(round(n, 2), lang) for n in (spread.low, spread.mean, spread.high))
            player = i18n.text(f"review.player.{who}", lang)
            lines.append(i18n.text(f"review.versus.{key}", lang, who=player, mean=mean, low=low, high=high))
        return lines


class _Position(NamedTuple):
    """A decision of the class that a bot can be asked about too."""

    view: games.View
    legal: list[games.Move]
    worth: Callable[[games.Move], float]
    played: games.Move


def versus_bots(
    log: games.Log, levels: Sequence[str] = ("random", "geographer"), games: int = 30, seed: int = 1
) -> Comparison:
    """The class against bots of *levels* in what the class had to decide in *log*; each level *games* times, every time
    with another memory and other luck."""
    game = log["setup"]["game"]
    measure, score = _MEASURES.get(game, (None, None))
    rng = Rng(seed, "versus")
    for level in levels:
        bots.make(game, level, 0)  # an unknown level is refused before any work
    run = score(log) if score else None
    if measure is None or run is None:
        return Comparison(game, None, {})
    scores = {CLASS: [run(None)]}
    for level in levels:
        certain = game == "couleurs" and level != "random"  # these bots never toss a coin: one run tells all
        scores[level] = [run(partial(bots.make, game, level, rng.below(2**48))) for _ in range(1 if certain else games)]
    return Comparison(game, measure, scores)


Make = Callable[[], bots.Bot]
Run = Callable[[Make | None], float]  # the score of a bot in the place of the class; of the class itself without one


# Countries: the share of cards laid right


class _Laid(NamedTuple):
    """A turned row: its starting card, and what was laid in which order."""

    view: games.View  # before the first card
    column: str
    cards: list[tuple[str, int]]  # card, place


def _countries(log: games.Log) -> Run | None:
    rows = list(_rows(log))
    return partial(_cards_right, rows) if rows else None


def _rows(log: games.Log) -> Iterator[_Laid]:
    game: Any = begin(log)
    before, laid = None, []
    for move in log["moves"]:
        if move["move"] == "place":
            if before is None:
                before = game.view(move["seat"])
            laid.append((move["card"], move["at"]))
        column, turned = game.category, game.turned
        game.play(move)
        if game.turned > turned and before is not None:
            yield _Laid(before, column, laid)
            before, laid = None, []


def _cards_right(rows: list[_Laid], make: Make | None) -> float:
    bot = make() if make else None
    right = total = 0
    for view, column, cards in rows:
        start, figures = view["row"][0]["card"], data.values(column)
        row = [start]
        for card, at in cards:
            row.insert(at if bot is None else _place(bot, view, row, card), card)
        wrong = misplaced([figures[card] for card in row], row.index(start))
        right += sum(not off for off, card in zip(wrong, row, strict=True) if card != start)
        total += len(cards)
    return 100 * right / total


def _place(bot: bots.Bot, view: games.View, row: list[str], card: str) -> int:
    """Where *bot* would lay *card* in *row*."""
    seen = view | {"row": [{"card": laid, "seat": None} for laid in row]}
    places = [{"seat": view["seat"], "move": "place", "card": card, "at": at} for at in range(len(row) + 1)]
    at: int = bot.choose(seen, places)["at"]
    return at


# Globalissimo, Couleurs, Spywhere: the mean worth of a decision


def _decisions(positions: Callable[[games.Log], Iterator[_Position]], log: games.Log) -> Run | None:
    found = list(positions(log))
    return partial(_mean_worth, found) if found else None


def _mean_worth(positions: list[_Position], make: Make | None) -> float:
    bot = make() if make else None
    return fmean(p.worth(p.played if bot is None else bot.choose(p.view, p.legal)) for p in positions)


def _tiles(log: games.Log) -> Iterator[_Position]:
    """Globalissimo G4: the points of every tile."""
    game = begin(log)
    for move in log["moves"]:
        if move["move"] == "estimate":
            seat = move["seat"]
            view = game.view(seat)
            yield _Position(view, game.legal(seat), partial(_points, view), move)
        game.play(move)


def _points(view: games.View, estimate: games.Move) -> float:
    tile: int = estimate["rank"]
    figures = data.values(view["category"])
    rank = 1 + sum(figures[other] > figures[estimate["card"]] for other in view["open"])
    return max(0, 3 - abs(tile - rank))


def _chains(log: games.Log) -> Iterator[_Position]:
    """Couleurs M8: the points of every chain, in turns in which there was one to play."""
    game = begin(log)
    for move in log["moves"]:
        legal = game.legal(move["seat"])
        if any(possible["move"] == "play" for possible in legal):
            yield _Position(game.view(move["seat"]), legal, partial(_chain_points, board(game.option)), move)
        game.play(move)


def _chain_points(here: Board, turn: games.Move) -> float:
    return here.points(turn.get("cards", []))


def _identities(log: games.Log) -> Iterator[_Position]:
    """Spywhere S7: whether every nationality named was right. Known only when the game is over."""
    game = begin(log)
    found = []
    for move in log["moves"]:
        if move["move"] == "identify":
            seat, target = move["seat"], move["target"]
            legal = [m for m in game.legal(seat) if m["move"] == "identify" and m["target"] == target]
            found.append((game.view(seat) | {"phase": "closing"}, legal, move))  # then a bot names somebody for sure
        game.play(move)
    passports = game.view(None)["passports"]
    if game.result:
        for view, legal, move in found:
            yield _Position(view, legal, partial(_percent_right, passports[move["target"]]), move)


def _percent_right(passports: list[str], named: games.Move) -> float:
    return 100.0 if named["nationality"] in passports else 0.0


# La course: the rounds of the whole race on the same cards


def _race(log: games.Log) -> Run | None:
    game = begin(log)
    for move in log["moves"]:
        game.play(move)
    return partial(_rounds, log) if game.result else None


def _rounds(log: games.Log, make: Make | None) -> float:
    game = begin(log)
    if make is None:
        for move in log["moves"]:
            game.play(move)
    else:
        bot = make()
        play_out(game, [bot] * len(game.players))
    rounds: int = game.view(None)["round"]
    return rounds


_MEASURES: Mapping[str, tuple[str, Callable[[games.Log], Run | None]]] = {
    "countries": ("cards_right", _countries),
    "globalissimo": ("points_per_tile", partial(_decisions, _tiles)),
    "couleurs": ("points_per_turn", partial(_decisions, _chains)),
    "spywhere": ("named_right", partial(_decisions, _identities)),
    "course": ("rounds", _race),
}
