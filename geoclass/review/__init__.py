"""What came of a game: where the class was wrong, how bots would have done, and files to take away.

>>> from geoclass import games, review
>>> game = games.new("countries", players=["Ana", "Ben"], seed=7, options={"first": 0})
>>> review.misjudgements(game.log).empty
True
"""

from geoclass.review.exports import save, to_csv, to_json, to_xlsx
from geoclass.review.logs import BadLog, anonymous, parse, read, read_all
from geoclass.review.misjudged import ABOUT_COUNTRIES, misconceptions, misjudgements
from geoclass.review.surprises import surprises
from geoclass.review.tables import moves, results
from geoclass.review.versus import Comparison, versus_bots

__all__ = [
    "ABOUT_COUNTRIES",
    "BadLog",
    "Comparison",
    "anonymous",
    "misconceptions",
    "misjudgements",
    "moves",
    "parse",
    "read",
    "read_all",
    "results",
    "save",
    "surprises",
    "to_csv",
    "to_json",
    "to_xlsx",
    "versus_bots",
]
