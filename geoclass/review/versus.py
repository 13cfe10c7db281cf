"""The class compared with bots, which face the same decisions or play the whole game again with the same cards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from geoclass import bots, games, i18n
from geoclass.games.rng import Rng
from geoclass.maps.tokens import LIGHT
from geoclass.review.counts import count, only_bots, written
from geoclass.review.edition import in_its_edition
from geoclass.review.logs import begin, each
from geoclass.review.parts import best, class_seats, part, words
from geoclass.simulate import Spread, play_out

if TYPE_CHECKING:
    import pandas as pd

CLASS = "class"
LEVELS = ("random", "geographer")
RUNS = 20  # of every bot that plays at random

Make = Callable[[], bots.Bot]  # makes a new bot
Run = Callable[[Make], float]  # the score of such a bot in the class's place


@dataclass(frozen=True)
class Comparison:
    """The scores of the class and of bots of each level; none if there is nothing to compare, for example because
    *only_bots* have played."""

    game: str
    scores: Mapping[str, Sequence[float]]  # player → the score of every run; the class has one
    only_bots: bool = False

    @property
    def most(self) -> float:
        """The end of the scale: the best possible score, or the best reached."""
        return best(self.game) or max(map(max, self.scores.values())) or 1.0

    @property
    def means(self) -> dict[str, float]:
        """Player → mean score."""
        return {who: fmean(scores) for who, scores in self.scores.items()}

    def frame(self) -> "pd.DataFrame":
        """One row per player: mean, spread and number of runs."""
        import pandas as pd

        rows = {who: vars(Spread.of(scores)) | {"runs": len(scores)} for who, scores in self.scores.items()}
        return pd.DataFrame.from_dict(rows, orient="index", columns=["mean", "sd", "median", "low", "high", "runs"])

    def measured(self, lang: str | None = None) -> str:
        """What is measured."""
        return words(self.game, "measure", lang)

    def about(self, lang: str | None = None) -> str:
        """What is measured, and how bots were compared."""
        how = "anew" if part(self.game, "ANEW") else "same"
        return f"{self.measured(lang)}. {i18n.text(f'review.versus.{how}', lang)}"

    def said(self, score: float, lang: str | None = None) -> str:
        """A score, formatted."""
        return written(score, best(self.game), lang)

    def words(self, lang: str | None = None) -> list[str]:
        """The comparison in sentences."""
        if not self.scores:
            return [i18n.text("review.only_bots" if self.only_bots else "review.versus.none", lang)]
        lines = [self.about(lang)]
        for who, scores in self.scores.items():
            spread = Spread.of(scores)
            low, mean, high = (self.said(n, lang) for n in (spread.low, self.means[who], spread.high))
            key = "alone" if len(scores) == 1 else "always" if low == high else "spread"
            player = i18n.text(f"review.player.{who}", lang)
            lines.append(i18n.text(f"review.versus.{key}", lang, who=player, mean=mean, low=low, high=high))
        return lines

    def _repr_html_(self) -> str:
        """For notebooks: the class and each bot on one scale, with the spread of their runs."""
        first, *_ = [escape(line) for line in self.words()]
        rows = "".join(self._bar(who, Spread.of(scores)) for who, scores in self.scores.items())
        return f'<div style="color:{LIGHT["ink"]};max-width:760px"><p>{first}</p><table>{rows}</table></div>'

    def _bar(self, who: str, spread: Spread) -> str:
        low, high, at = (100 * score / self.most for score in (spread.low, spread.high, self.means[who]))
        colour, bar = LIGHT["accent" if who == CLASS else "ink"], "position:absolute;border-radius:7px;"
        spread_at = f"left:{low:.1f}%;width:{high - low:.1f}%;top:4px;height:6px"
        drawn = f'<i style="{bar}{spread_at};background:{LIGHT["link"]}"></i>'
        drawn += f'<b style="{bar}left:calc({at:.1f}% - 7px);width:14px;height:14px;background:{colour}"></b>'
        scale = f'<div style="position:relative;width:320px;height:14px;background:{LIGHT["inset"]}">{drawn}</div>'
        name, mean = escape(i18n.text(f"review.player.{who}")), escape(self.said(self.means[who]))
        return f'<tr><th style="text-align:left">{name}</th><td>{scale}</td><td>{mean}</td></tr>'


class Position(NamedTuple):
    """A decision of the class that bots can make too."""

    view: games.View
    legal: list[games.Move]
    worth: Callable[[games.Move], float]  # the score of a move


def versus_bots(
    log: "games.Log | games.Game", levels: Sequence[str] = LEVELS, games: int = RUNS, seed: int = 1
) -> Comparison:
    """Compare the class with bots of *levels* by the class's decisions in *log*, without bots' own. Each level plays
    *games* times with different seeds."""
    (log,) = each([log])
    return _versus_bots(log, levels, games, seed)


@in_its_edition
def _versus_bots(log: games.Log, levels: Sequence[str], runs: int, seed: int) -> Comparison:
    game = log["setup"]["game"]
    for level in levels:
        bots.make(game, level, 0)  # raises for an unknown level before any work
    ours, versus = _ours(log), part(game, "versus")
    if ours is None or versus is None:
        return Comparison(game, {}, only_bots(log) or not class_seats(log))
    run: Run = versus(log)
    scores = {CLASS: [ours]}
    for level in levels:
        rng = Rng(seed, f"versus {level}")  # one per level, so that its scores do not depend on the others
        times = 1 if level in part(game, "CERTAIN", ()) else runs
        scores[level] = [run(partial(bots.make, game, level, rng.below(2**48))) for _ in range(times)]
    return Comparison(game, scores)


def _ours(log: games.Log) -> float | None:
    """The class's score: as the game's review defines it, or else its count."""
    own: Callable[[games.Log], float | None] | None = part(log["setup"]["game"], "ours")
    if own:
        return own(log)
    counted = count(log)
    return counted.value if counted else None


# for the games' reviews


def mean_worth(positions: Sequence[Position]) -> Run:
    """A run that scores the mean worth of a bot's moves in *positions*."""

    def run(make: Make) -> float:
        bot = make()
        return fmean(p.worth(bot.choose(p.view, p.legal)) for p in positions)

    return run


def play_again(log: games.Log, score: Callable[[games.Game], float]) -> Run:
    """A run in which bots play the whole game again with the same cards; *score* rates the finished game."""

    def run(make: Make) -> float:
        game = begin(log)
        play_out(game, [make()] * len(game.players))
        return score(game)

    return run
