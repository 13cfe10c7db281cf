"""The class against bots: put before the very same decisions, or playing the whole game again on the same cards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from geoclass import bots, data, games, i18n
from geoclass.games.rng import Rng
from geoclass.review.logs import begin
from geoclass.review.misjudged import misplaced
from geoclass.simulate import Spread, play_out

if TYPE_CHECKING:
    import pandas as pd

CLASS = "class"
WHOLE = {"cards_right": 100.0, "named_right": 100.0, "points_per_tile": 3.0}  # the measures that have a best
# Bots that never toss a coin: one run tells all.
CERTAIN = {"couleurs": ("pupil", "keen", "geographer", "good"), "course": ("keen", "geographer", "good")}
ANEW = ("points_per_team", "rounds")  # the measures for which bots play the whole game, on the same cards


@dataclass(frozen=True)
class Comparison:
    """What the class scored and what bots of each level did, game by game.

    *measure* says what is counted: ``review.measure.<measure>`` names it; none where there is nothing to compare.
    """

    game: str
    measure: str | None
    scores: Mapping[str, Sequence[float]]  # who → the score of every run; the class has one

    @property
    def most(self) -> float:
        """Where the scale of the measure ends: at its best, or at the best score there was."""
        return WHOLE.get(self.measure or "") or max(map(max, self.scores.values())) or 1.0

    def frame(self) -> "pd.DataFrame":
        """One row a player: mean, spread and number of the runs."""
        import pandas as pd

        rows = {who: vars(Spread.of(scores)) | {"runs": len(scores)} for who, scores in self.scores.items()}
        return pd.DataFrame.from_dict(rows, orient="index", columns=["mean", "sd", "median", "low", "high", "runs"])

    def about(self, lang: str | None = None) -> str:
        """What is measured, and how the bots came by their scores."""
        how = "anew" if self.measure in ANEW else "same"
        return f"{i18n.text(f'review.measure.{self.measure}', lang)}. {i18n.text(f'review.versus.{how}', lang)}"

    def said(self, score: float, lang: str | None = None) -> str:
        """A score as it is written: per cents and points of a game whole, points of a tile with one decimal."""
        return i18n.number(round(score, 1) if self.measure == "points_per_tile" else round(score), lang)

    def words(self, lang: str | None = None) -> list[str]:
        """The comparison in sentences."""
        if self.measure is None:
            return [i18n.text("review.versus.none", lang)]
        lines = [self.about(lang)]
        for who, scores in self.scores.items():
            spread = Spread.of(scores)
            low, mean, high = (self.said(n, lang) for n in (spread.low, spread.mean, spread.high))
            key = "alone" if len(scores) == 1 else "always" if low == high else "spread"
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
        runs = 1 if level in CERTAIN.get(game, ()) else games
        scores[level] = [run(partial(bots.make, game, level, rng.below(2**48))) for _ in range(runs)]
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


# Globalissimo, Spywhere: the mean worth of a decision


def _decisions(positions: Callable[[games.Log], Iterator[_Position]], log: games.Log) -> Run | None:
    found = list(positions(log))
    return partial(_mean_worth, found) if found else None


def _mean_worth(positions: list[_Position], make: Make | None) -> float:
    bot = make() if make else None
    return fmean(p.worth(p.played if bot is None else bot.choose(p.view, p.legal)) for p in positions)


def _tiles(log: games.Log) -> Iterator[_Position]:
    """Globalissimo G4: the points of every tile whose country has been turned."""
    game, laid = begin(log), list[_Position]()
    for move in log["moves"]:
        if move["move"] == "estimate":
            seat = move["seat"]
            view = game.view(seat)
            laid.append(_Position(view, game.legal(seat), partial(_points, view), move))
        if any(event["event"] == "turned" for event in game.play(move)):
            yield from laid
            laid = []


def _points(view: games.View, estimate: games.Move) -> float:
    tile: int = estimate["rank"]
    figures = data.values(view["category"])
    rank = 1 + sum(figures[other] > figures[estimate["card"]] for other in view["open"])
    return max(0, 3 - abs(tile - rank))


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


# Couleurs, La course: the whole game again on the same cards, since to wait may be wise


def _again(score: Callable[[games.Game], float], log: games.Log) -> Run | None:
    return partial(_played, score, log) if games.replay(log).result else None


def _played(score: Callable[[games.Game], float], log: games.Log, make: Make | None) -> float:
    if make is None:
        return score(games.replay(log))
    game = begin(log)
    play_out(game, [make()] * len(game.players))
    return score(game)


def _points_per_team(game: games.Game) -> float:
    return fmean(game.view(None)["scores"])


def _rounds(game: games.Game) -> float:
    rounds: int = game.view(None)["round"]
    return rounds


_MEASURES: Mapping[str, tuple[str, Callable[[games.Log], Run | None]]] = {
    "countries": ("cards_right", _countries),
    "globalissimo": ("points_per_tile", partial(_decisions, _tiles)),
    "couleurs": ("points_per_team", partial(_again, _points_per_team)),
    "spywhere": ("named_right", partial(_decisions, _identities)),
    "course": ("rounds", partial(_again, _rounds)),
}
