"""A game as tables: results and moves, as fields and in words."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n
from geoclass.data.edition import find_own
from geoclass.review.logs import anonymous, begin, letter
from geoclass.review.parts import words

if TYPE_CHECKING:
    import pandas as pd


def results(log: games.Log, names: bool = True) -> "pd.DataFrame":
    """One row per team: score, if it is public yet, and whether it won."""
    import pandas as pd

    game = games.replay(log if names else anonymous(log))
    scores = game.view(None)["scores"] or [None] * len(game.players)
    winners = game.result["winners"] if game.result else []
    rows = [
        {"team": letter(seat), "name": name, "score": scores[seat], "won": seat in winners}
        for seat, name in enumerate(game.players)
    ]
    return pd.DataFrame(rows if names else [{k: v for k, v in row.items() if k != "name"} for row in rows])


def moves(log: games.Log, lang: str | None = None, names: bool = True) -> "pd.DataFrame":
    """One row per move: number, team, the move in words, its kind and its fields.

    Lists are joined by spaces; places are counted from 1, as on screens.
    """
    import pandas as pd

    log = log if names else anonymous(log)
    game, rows = begin(log), []
    for number, move in enumerate(log["moves"], 1):
        said = game.say(move, lang)  # before it is played: a sentence may depend on the position
        game.play(move)
        row = {"number": number, "team": letter(move["seat"]), "words": said, "move": move["move"]}
        row |= {name: _cell(value) for name, value in move.items() if name not in ("seat", "move")}
        if "target" in move:
            row["target"] = letter(move["target"])
        if "at" in move:
            row["at"] = move["at"] + 1
        rows.append(row)
    fields = [f for ways in game.moves.values() for way in (ways if isinstance(ways, tuple) else (ways,)) for f in way]
    frame = pd.DataFrame(rows, columns=["number", "team", "words", "move", *dict.fromkeys(fields)])
    return frame.convert_dtypes()


def state(log: games.Log) -> str:
    """``over``, ``closed`` (by the bell) or ``running``."""
    return "over" if games.replay(log).result else "closed" if log.get("closed") else "running"


def moves_in_words(frame: "pd.DataFrame", game: str, lang: str, *, codes: bool = False) -> "pd.DataFrame":
    """Make the result of `moves` readable: kinds of move in words and, unless *codes* are wanted, names for codes."""
    named = frame.assign(move=frame["move"].map(lambda kind: words(game, f"move.{kind}", lang)))
    if codes:
        return named
    texts = [name for name in named.columns[4:] if name not in ("text", "target")]

    def said(cell: Any) -> Any:
        return ", ".join(_named(code, game, lang) for code in cell.split()) if isinstance(cell, str) else cell

    return named.assign(**{name: named[name].astype(object).map(said) for name in texts})


def _named(code: str, game: str, lang: str) -> str:
    """The name of a country, city or route; other codes by a sentence of the game."""
    cities = data.cities_by_id()
    if code in data.attribute("un_status"):
        return data.Country(code).words(lang)
    ends = code.split("--")
    if all(end in cities for end in ends):
        return " – ".join(cities[end].words(lang) for end in ends)
    return words(game, f"value.{code}", lang)


def _cell(value: Any) -> Any:
    return " ".join(value) if isinstance(value, list) else value


def in_words(frame: "pd.DataFrame", game: str, lang: str | None = None) -> "pd.DataFrame":
    """Make the result of `misjudgements` readable: names for codes, labels for columns, translated headings."""
    lang = lang or i18n.language()
    said: Mapping[str, Any] = {
        "kind": lambda kind: words(game, f"kind.{kind}", lang),
        "column": lambda column: figure_name(column, lang),
        "iso3": lambda iso: data.Country(iso).words(lang),
        "right": lambda right: yes_no(right, lang),
        "scale": lambda scale: round(scale, 2),
    }
    shown = frame.assign(**{name: frame[name].map(say) for name, say in said.items()})
    return shown.rename(columns={name: i18n.text(f"review.heading.{name}", lang) for name in frame})


def yes_no(true: bool, lang: str | None = None) -> str:
    return i18n.text("review.yes" if true else "review.no", lang)


def figure_name(column: str, lang: str | None = None) -> str:
    """The label of a column, or of something judged that is no column, such as *capital*."""
    if column in data.figures() or find_own(column):  # a teacher's may be in a game only
        return data.column(column).words(lang or i18n.language())
    key = f"review.figure.{column}"
    return i18n.text(key, lang) if key in i18n.sentences("en") else column
