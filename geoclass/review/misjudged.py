"""Where a class was wrong: judgements as rows, and misjudgements by country and figure."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from geoclass import games
from geoclass.review.beliefs import judged_by_votes
from geoclass.review.edition import in_its_edition
from geoclass.review.logs import Logs, each
from geoclass.review.parts import Judgement, bot_moves, part

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = {
    "game": "int64",  # 1, 2, 3 … over the logs given
    "kind": "str",
    "round": "int64",
    "move": "int64",  # number from 1 of the move that revealed it
    "team": "str",  # A, B, C …: never a name
    "column": "str",  # of the country table; or capital, place; missing if not about a country
    "iso3": "str",
    "value": "float64",  # the true figure
    "said": "float64",  # the team's place in the row, rank or population
    "truth": "float64",
    "off": "float64",  # in ranks; nan if an answer can only be right or wrong
    "scale": "float64",  # how far off, from 0 (right) to 1 (as wrong as possible)
    "right": "bool",
}


@in_its_edition
def judgements(log: games.Log, bots: bool = False) -> list[Judgement]:
    """Every judgement of the class in a game; with *bots*, bots' judgements too."""
    judging = part(log["setup"]["game"], "judgements")
    found: list[Judgement] = list(judging(log)) if judging else []
    by_bots = frozenset[int]() if bots else bot_moves(log)
    return [judgement for judgement in found if by_bots.isdisjoint(judgement["made"])]


def misjudgements(logs: Logs) -> "pd.DataFrame":
    """Every judgement of the class in one or several games, right ones too, one row each; without team names and bots.
    The kinds are defined by each game's review; everybody's answers have the kind ``vote``.
    """
    import pandas as pd

    rows = [
        {"game": number} | judgement
        for number, log in enumerate(each(logs), 1)
        for judgement in (*judgements(log), *judged_by_votes(log))
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(COLUMNS)


def about_countries(judged: "pd.DataFrame") -> "pd.DataFrame":
    """Filter the rows of `misjudgements` that are about countries."""
    return judged[judged["column"] != ""]


def misconceptions(logs: "Logs | pd.DataFrame", by: Sequence[str] = ("iso3", "column")) -> "pd.DataFrame":
    """Per country and figure: number of judgements, number wrong, mean error.

    *logs* may also be the result of `misjudgements`. Most misjudged first.
    """
    import pandas as pd

    frame = logs if isinstance(logs, pd.DataFrame) else misjudgements(logs)
    about = about_countries(frame).assign(wrong=lambda f: ~f["right"])
    found = about.groupby(list(by)).agg(
        judgements=("right", "size"), wrong=("wrong", "sum"), share_wrong=("wrong", "mean"), scale=("scale", "mean")
    )
    return found.sort_values(["scale", "judgements"], ascending=False, kind="stable")
