"""Review of games: where the class was wrong, how bots would have done, and exports.

>>> from geoclass import games, review
>>> game = games.new("countries", players=["Ana", "Ben"], seed=7, options={"first": 0})
>>> review.misjudgements(game.log).empty
True
"""

from geoclass.review.beliefs import Belief, beliefs, believed, shifts
from geoclass.review.claims import Claim, not_so, overall
from geoclass.review.counts import Count, count, counted, only_bots
from geoclass.review.exports import save, to_csv, to_json, to_xlsx
from geoclass.review.logs import BadLog, anonymous, parse, read, read_all
from geoclass.review.misjudged import about_countries, judgements, misconceptions, misjudgements
from geoclass.review.summary import Summary
from geoclass.review.surprises import surprises
from geoclass.review.tables import moves, results
from geoclass.review.versus import Comparison, versus_bots

__all__ = [
    "BadLog",
    "Belief",
    "Claim",
    "Comparison",
    "Count",
    "Summary",
    "about_countries",
    "anonymous",
    "beliefs",
    "believed",
    "count",
    "counted",
    "judgements",
    "misconceptions",
    "misjudgements",
    "moves",
    "not_so",
    "only_bots",
    "overall",
    "parse",
    "read",
    "read_all",
    "results",
    "save",
    "shifts",
    "surprises",
    "to_csv",
    "to_json",
    "to_xlsx",
    "versus_bots",
]
