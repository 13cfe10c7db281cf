"""The interface of a game's module ``review``, and access to it.

A game declares in ``review`` what the class judged, how that is measured and what is surprising; all names are
optional:

- ``judgements(log)``: every judgement of a team, each made with `judged`.
- ``judged_by_answer(prompt, answer, truth)``: what an answer to what everybody was asked says of countries, as fields
  of a judgement; where it is left out, an order, a card that was named or the card that was asked about say it.
- ``COUNTED``, ``counted(judged)``: the kind of judgement that is counted, and the one number that comes of them (the
  per cent that were right, if it does not say).
- ``versus(log)``, ``ours(log)``, ``BEST``, ``ANEW``, ``CERTAIN``: the comparison with bots.
- ``TELLING``, ``telling(question)``: how telling each question of a reveal is.
- ``sheet(log, lang)``: the rows of a sheet of its own in the workbook, dicts with headings in words; its title is the
  sentence ``sheet``.
- ``came_up(game)``, ``ways(game)``, ``SOURCES``: the map and the sources of a game that judges no figure.

Its words are the game's sentences below ``review``: ``kind.<kind>`` of a judgement, ``measure``, ``counted``,
``score_of``, ``score_in``, and ``field.<name>``, a column of exported moves. `words` finds them, or else what all say.
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
    """The countries that a game without judgements was about: covered, spied for, landed in."""
    listed = part(game.id, "came_up")
    return list(listed(game)) if listed else []


def closing_reveal(log: games.Log, game: games.Game) -> games.Reveal | None:
    """What was shown as *game*, the whole of *log*, was closed; None if it was not, or nothing was left to show."""
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
    """A judgement of *seat* that move *number* brought to light; it was made by the moves *made*.

    *column* says what of the country was judged: a figure, ``capital``, ``place`` … Without one the judgement is of
    something else (a chain, a tour) and says nothing of what the class believes of a country.
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
