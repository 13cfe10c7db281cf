"""Reads logs from files: checks every move, and reports errors with line and suggestion."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from geoclass import data, games, i18n
from geoclass.data.tables import nearest
from geoclass.games.prompts import Prompt

Logs = games.Log | games.Game | Iterable[games.Log | games.Game]
MOST_DIGITS = 1000  # longest number that is read


class BadLog(games.Refusal):
    """The file is not a usable log; the sentence says why and what to do. Nothing is loaded."""


class _Near:
    """A sentence suggesting the nearest names, or nothing."""

    def __init__(self, near: Iterable[str]) -> None:
        self.near = list(near)

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return " " + i18n.text("review.log.near", lang, near=self.near) if self.near else ""


def read(path: str | Path) -> games.Log:
    """The log in a JSON file (the latest of several), checked by replaying every move."""
    return read_all(path)[-1]


def read_all(path: str | Path) -> list[games.Log]:
    """All logs in a JSON file: one, or the list exported from a room."""
    try:
        return parse(Path(path).read_bytes())
    except OSError as error:
        raise BadLog("review.log.no_file", file=Path(path).name) from error


def parse(content: str | bytes) -> list[games.Log]:
    """Parse the logs in a JSON text; a byte order mark is accepted."""
    if isinstance(content, bytes):
        if content.startswith(b"PK"):
            raise BadLog("review.log.excel")
        try:
            content = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadLog("review.log.not_text") from None
    text = content.removeprefix("\ufeff")
    if not text.strip():
        raise BadLog("review.log.empty")
    try:
        found = json.loads(text, parse_int=lambda digits: int(digits[:MOST_DIGITS]))
    except RecursionError:
        raise BadLog("review.log.not_a_log") from None
    except json.JSONDecodeError as error:
        if not text.lstrip().startswith(("{", "[")):
            raise BadLog("review.log.not_json") from None
        ends = not text[error.pos :].strip() or error.msg.startswith("Unterminated")
        raise BadLog(f"review.log.{'cut' if ends else 'broken'}", line=error.lineno, column=error.colno) from None
    logs = found if isinstance(found, list) else [found]
    if not logs or not all(_has_the_form(log) for log in logs):
        raise BadLog("review.log.not_a_log")
    for place, log in enumerate(logs):
        check(log, text, place)
    return [_kept(log) for log in logs]


def _kept(log: games.Log) -> games.Log:
    """Keep only the keys of a log."""
    return {name: log[name] for name in ("setup", "moves", "bots", "closed", "votes") if name in log}


def _has_the_form(log: Any) -> bool:
    return (
        isinstance(log, dict)
        and isinstance(log.get("setup"), dict)
        and isinstance(log.get("moves"), list)
        and _indices(log.get("bots", []), len(log["moves"]))
        and type(log.get("closed", False)) is bool
        and _votes(log.get("votes", []))
    )


def _votes(found: Any) -> bool:
    """Whether *found* is a valid list of votes: prompts with answers."""
    try:
        for asked in list[Any](found):
            prompt = Prompt.of(asked["prompt"])
            for pair in asked["answers"]:
                if not 1 <= len(pair) <= 2 or any(prompt.read(a) != a for a in pair if a is not None):
                    return False
    except (TypeError, ValueError, LookupError, AttributeError):
        return False
    return True


def _indices(found: Any, moves: int) -> bool:
    """Whether *found* is a sorted list of indexes into so many moves."""
    return (
        isinstance(found, list)
        and all(type(index) is int and 0 <= index < moves for index in found)
        and found == sorted(set(found))
    )


def check(log: games.Log, text: str = "", place: int = 0) -> games.Game:
    """Replay *log*. Raises `BadLog` with the number of the first illegal move, and its line if *log* is number *place*
    in *text*."""
    game, made = begin(log), frozenset(log.get("bots", ()))
    for number, move in enumerate(log["moves"], 1):
        try:
            game.play(move, number - 1 in made)
        except games.IllegalMove as refusal:
            where: dict[str, Any] = {"number": number, "why": refusal, "good": number - 1}
            near = _Near(_nearest_kind(game, move))
            if line := _line_of(text, place, number):
                raise BadLog("review.log.bad_move_at", line=line, near=near, **where) from None
            raise BadLog("review.log.bad_move", near=near, **where) from None
    if log.get("closed") and game.result is None:
        game.close()
    return game


def begin(log: games.Log) -> games.Game:
    """The game of *log* before its first move."""
    setup = log["setup"]
    known, edition = setup.get("game"), setup.get("edition", data.EDITION)
    try:
        engine = games.game_type(known)
    except games.BadSetup:
        raise BadLog("review.log.unknown_game", game=str(known), near=nearest(str(known), games.GAMES)) from None
    if "figures" not in setup and not data.has_edition(edition):
        sentence = "own_edition" if str(edition).startswith(f"{data.EDITION}+") else "edition"
        raise BadLog(f"review.log.{sentence}", edition=str(edition), here=data.EDITION)
    try:
        return engine(setup)
    except games.BadSetup as refusal:
        raise BadLog("review.log.bad_setup", why=refusal, near=_Near(_nearest_option(known, setup))) from None


def each(logs: Logs) -> Iterator[games.Log]:
    """One log or game, or several, one after the other, as logs."""
    for one in logs if isinstance(logs, Iterable) and not isinstance(logs, dict) else [logs]:
        log = one.log if isinstance(one, games.Game) else one
        if not isinstance(log, dict) or not {"setup", "moves"} <= log.keys():
            raise BadLog("review.log.not_a_log")
        yield log


def anonymous(log: games.Log) -> games.Log:
    """The same log with letters for team names."""
    letters = [letter(seat) for seat in range(len(log["setup"]["players"]))]
    return log | {"setup": log["setup"] | {"players": letters}}


def letter(seat: int) -> str:
    """A, B, C …: a team without its name."""
    return ascii_uppercase[seat]


def _nearest_kind(game: games.Game, move: Any) -> list[str]:
    kind = move.get("move") if isinstance(move, dict) else None
    return nearest(kind, game.moves) if isinstance(kind, str) and kind not in game.moves else []


def _nearest_option(game: str, setup: Mapping[str, Any]) -> list[str]:
    known, given = games.game_type(game).options, setup.get("options")
    strange = [name for name in given if name not in known] if isinstance(given, dict) else []
    return nearest(str(strange[0]), known) if strange else []


def _line_of(text: str, place: int, number: int) -> int | None:
    """The line of move *number* of the log at *place*; None if it cannot be found."""
    decoder, lists = json.JSONDecoder(), list(re.finditer(r'"moves"\s*:\s*\[', text))
    if place >= len(lists):
        return None
    at = lists[place].end()
    try:
        for _ in range(number - 1):
            _, at = decoder.raw_decode(text, _next(text, at))
    except json.JSONDecodeError:  # another list with that name
        return None
    return text.count("\n", 0, _next(text, at)) + 1


def _next(text: str, at: int) -> int:
    """Where the next move begins."""
    begins = re.compile(r"[\s,]*").match(text, at)
    return begins.end() if begins else at
