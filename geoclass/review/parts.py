"""The interface of a game's module ``review``, and access to it.

A game declares in ``review`` what the class judged, how that is measured and what is surprising. All names are
optional:

- ``judgements(log)``: every judgement of a team, each made with `judged`.
- ``judged_by_answer(prompt, answer, truth)``: the judgements of countries in an answer to a prompt, as fields of a
  judgement. Default: the countries of an order, the named card, or the card asked about.
- ``COUNTED``, ``counted(judged)``: the kind of judgement that is counted, and the number computed from them. Default:
  the percentage of right ones.
- ``versus(log)``: the comparison with bots, a `versus.Run`. ``ours(log)``: the class's score in it. Default: its count.
  ``BEST``: the best possible score. ``ANEW``: True if bots play the whole game again instead of deciding in the class's
  place. ``CERTAIN``: the levels whose bots always play the same, so that one run is enough.
- ``TELLING``, ``telling(question)``: how surprising a question of a reveal is, by the last part of its key and by its
  content. ``WITHOUT_FIGURE``: questions that do not name their figure.
- ``sheet(log, lang)``: the rows of an extra sheet of the workbook, as dicts with translated headings; the sentence
  ``sheet`` is its title.
- ``came_up(game)``, ``ways(game)``, ``SOURCES``: the countries and flights on the map, and the sources, of a game that
  judges no figure.

The game's sentences under ``review``: ``kind.<kind>`` of a judgement, ``measure``, ``counted``, ``score_of``,
``score_in``, and ``field.<name>``, a column of exported moves. `words` finds them, or else the shared ones.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import nan
from typing import Any

from geoclass import games, i18n
from geoclass.review.logs import begin, letter

Judgement = dict[str, Any]


@cache
def part(game: str, name: str, default: Any = None) -> Any:
    """A name declared in the review of *game*, or *default*."""
    return getattr(games.part(game, "review"), name, default)


def words(game: str, key: str, lang: str | None = None, /, **params: Any) -> str:
    """A review sentence of *game*, or else the shared one; a kind without a sentence is named by its key."""
    keys, known = (f"{game}.review.{key}", f"review.{key}"), i18n.sentences("en")
    found = next((one for one in keys if one in known), None)
    return i18n.text(found, lang, **params) if found else key.rpartition(".")[2]


def best(game: str) -> float | None:
    """The best possible value of the count, if there is one."""
    found: float | None = part(game, "BEST", None if part(game, "counted") or part(game, "ours") else 100.0)
    return found


def bot_moves(log: games.Log) -> frozenset[int]:
    """The numbers (from 1) of bots' moves; logs of older versions have none."""
    return frozenset(index + 1 for index in log.get("bots", ()))


def class_seats(log: games.Log) -> list[int]:
    """The seats without any bot's move, whose scores count as the class's."""
    by_bots = bot_moves(log)
    taken = {move["seat"] for number, move in enumerate(log["moves"], 1) if number in by_bots}
    return [seat for seat in range(len(log["setup"]["players"])) if seat not in taken]


def reveals(log: games.Log) -> Iterator[tuple[int, games.Reveal]]:
    """Every reveal with the number of the move that caused it; reveals of closing get the last move's."""
    game, last = begin(log), None
    for number, move in enumerate(log["moves"], 1):
        game.play(move)
        shown = game.reveal
        if shown is not None and shown != last:
            yield number, shown
        last = shown
    if bell := closing_reveal(log, game):
        yield len(log["moves"]), bell


def came_up(game: games.Game) -> list[str]:
    """The countries that a game without judgements of figures was about."""
    listed = part(game.id, "came_up")
    return list(listed(game)) if listed else []


def closing_reveal(log: games.Log, game: games.Game) -> games.Reveal | None:
    """Close *game*, which has played all of *log*, if the log says so; return the reveal that this shows, if any."""
    before = game.reveal_count
    if log.get("closed") and game.result is None:
        game.close()
    return game.reveal if game.reveal_count > before else None


def judged(
    kind: str,
    number: int,
    made: Sequence[int],
    seat: int,
    iso3: str,
    *,
    scale: float,
    right: bool,
    round_: int = 1,
    column: str = "",
    value: float = nan,
    said: float = nan,
    truth: float = nan,
    off: float = nan,
) -> Judgement:
    """A judgement of *seat*, made by the moves *made* and revealed by move *number*.

    *column*: what was judged of the country: a figure, ``capital``, ``place`` … Empty: the judgement is about something
    else (a chain, a tour), not about a country.
    """
    return {
        "kind": kind,
        "round": round_,
        "move": number,
        "made": tuple(made),
        "team": letter(seat),
        "column": column,
        "iso3": iso3,
        "value": value,
        "said": said,
        "truth": truth,
        "off": off,
        "scale": scale,
        "right": right,
    }
