"""Exports of a game: JSON (can be loaded again), CSV, XLSX and a printable page."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from io import BytesIO
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n, os_errors
from geoclass.review.beliefs import believed
from geoclass.review.counts import count, counted
from geoclass.review.edition import in_its_edition
from geoclass.review.logs import BadLog, anonymous, begin
from geoclass.review.misjudged import misjudgements
from geoclass.review.parts import came_up, part, words
from geoclass.review.tables import in_words, moves, moves_in_words, results, state, yes_no

if TYPE_CHECKING:
    import pandas as pd
    from openpyxl import Workbook

FIGURES = ("population", "area_km2", "median_age", "gdp_per_capita_usd")  # of countries that only came up
KINDS = ("json", "csv", "xlsx", "html")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would run a text with one of these first


def to_json(log: games.Log, names: bool = True) -> bytes:
    """The log with one move per line, so that errors can name a line."""
    log = log if names else anonymous(log)
    played = ",\n".join("  " + json.dumps(move, ensure_ascii=False) for move in log["moves"])
    setup = json.dumps(log["setup"], ensure_ascii=False)
    known = [name for name in ("bots", "closed", "votes") if log.get(name)]
    more = "".join(f',\n "{name}": {json.dumps(log[name], ensure_ascii=False)}' for name in known)
    return f'{{"setup": {setup},\n "moves": [\n{played}\n]{more}}}\n'.encode()


@in_its_edition
def to_csv(log: games.Log, lang: str | None = None, names: bool = True) -> bytes:
    """The moves, one per row, in the format that spreadsheets of this language expect: UTF-8 with a byte order mark, in
    French with semicolons and decimal commas."""
    lang = lang or i18n.language()
    game = log["setup"]["game"]
    frame = _headed(_harmless(moves_in_words(moves(log, lang, names), game, lang, codes=True)), lang, game)
    french = lang == "fr"
    return frame.to_csv(index=False, sep=";" if french else ",", decimal="," if french else ".").encode("utf-8-sig")


@in_its_edition
def to_xlsx(
    log: games.Log, lang: str | None = None, names: bool = True, occasion: Mapping[str, str] | None = None
) -> bytes:
    """A workbook with the sheets results, class, moves, misjudgements and sources; if there are any, the answers to
    prompts, a sheet of the game's own, and the countries of a game that judges no figure; and a sheet about the game,
    with the *occasion* if names are given."""
    import pandas as pd
    from openpyxl import Workbook

    lang = lang or i18n.language()
    book, game = Workbook(), log["setup"]["game"]
    book.remove(book.active)
    judged = in_words(misjudgements(log).drop(columns="game"), game, lang)
    for sheet, frame in (
        ("results", _results(log, lang, names)),
        ("class", _headed(_counted(log, lang), lang)),
        ("moves", _headed(moves_in_words(moves(log, lang, names), game, lang), lang, game)),
        ("misjudgements", judged),
        ("sources", _headed(_origins(log, lang), lang)),
    ):
        _add(book, i18n.text(f"review.sheet.{sheet}", lang), frame)
    if rows := _beliefs(log if names else anonymous(log), lang):
        _add(book, i18n.text("review.sheet.beliefs", lang), _headed(pd.DataFrame(rows), lang))
    if rows := part(game, "sheet", lambda *_: [])(log if names else anonymous(log), lang):
        _add(book, words(game, "sheet", lang), pd.DataFrame(rows))
    if rows := _countries(log, lang):
        _add(book, i18n.text("review.sheet.countries", lang), pd.DataFrame(rows))
    _add(book, i18n.text("review.sheet.about", lang), _headed(_about(log, lang, occasion if names else None), lang))
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def to_html(
    log: games.Log, lang: str | None = None, names: bool = True, occasion: Mapping[str, str] | None = None
) -> bytes:
    """The page of `geoclass.review.report`, without team names; with the *occasion* if names are given."""
    from geoclass.review.report import report

    return report(log, lang, occasion if names else None).encode()


def save(log: games.Log, path: str | Path, lang: str | None = None, names: bool = True) -> Path:
    """Write *log* to *path*, in the format given by its extension."""
    path = Path(path)
    kind = path.suffix.lower().removeprefix(".")
    if kind not in KINDS:
        raise BadLog("review.export.kind", name=path.name, kinds=[f".{kind}" for kind in KINDS])
    make: dict[str, Callable[[], bytes]] = {
        "json": lambda: to_json(log, names),
        "csv": lambda: to_csv(log, lang, names),
        "xlsx": lambda: to_xlsx(log, lang, names),
        "html": lambda: to_html(log, lang),
    }
    content = make[kind]()
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadLog("review.export.not_written", path=path.name, why=os_errors.why(error, lang)) from error
    return path


def _results(log: games.Log, lang: str, names: bool) -> "pd.DataFrame":
    """The results; the heading of the score says what this game counts."""
    frame = results(log, names)
    shown = frame.assign(won=frame["won"].map(lambda won: yes_no(won, lang)))
    return _headed(shown.rename(columns={"score": words(log["setup"]["game"], "score_in", lang)}), lang)


def _counted(log: games.Log, lang: str) -> "pd.DataFrame":
    """The class's count, in a sentence and as a number."""
    import pandas as pd

    found = count(log)
    row = {"words": counted(log, lang), "count": found.value if found else None, "n": found.n if found else 0}
    return pd.DataFrame([row])


def _beliefs(log: games.Log, lang: str) -> list[dict[str, Any]]:
    """Every prompt with the class's answers and the truth."""

    def cell(vote: list[tuple[str, int]]) -> str:
        return "; ".join(i18n.text("vote.count", lang, what=said, n=n) for said, n in vote)

    def percent(share: float) -> int | None:
        return None if isnan(share) else round(100 * share)

    return [
        {
            "question": belief.question(lang),
            "asked_truth": belief.truth_in_words(lang),
            "answers_first": cell(belief.said(lang)[0]),
            "right_first": percent(belief.share_right(1)),
            "answers_second": cell(belief.said(lang)[1]),
            "right_second": percent(belief.share_right(2)),
            "phones": len(belief.last),
            "sure_wrong": belief.sure_wrong,
        }
        for belief in believed(log)
    ]


def _about(log: games.Log, lang: str, occasion: Mapping[str, str] | None) -> "pd.DataFrame":
    """Game, date, class, title and state."""
    import pandas as pd

    told = {"game": i18n.text(f"{log['setup']['game']}.name", lang)} | said_of(occasion, lang)
    return pd.DataFrame([told | {"state": i18n.text(f"review.state.{state(log)}", lang)}])


def said_of(occasion: Mapping[str, str] | None, lang: str) -> dict[str, str]:
    """The day, class and title of a game, where known."""
    given = {name: str((occasion or {}).get(name, "")) for name in ("begun", "group", "label")}
    day = i18n.day(datetime.fromisoformat(given["begun"]), lang) if given["begun"] else ""
    return {name: text for name, text in (given | {"begun": day}).items() if text}


def _countries(log: games.Log, lang: str) -> list[dict[str, Any]]:
    """The countries that came up in a game in which no figure was judged, with some figures of each."""
    if figures_of(log):
        return []
    columns = [data.column(name) for name in dict.fromkeys([*figures_chosen(log), *FIGURES])]
    return [
        {i18n.text("review.heading.iso3", lang): data.Country(iso).words(lang)}
        | {i18n.text("review.heading.capital", lang): data.capital(iso, lang)}
        | {f"{c.words(lang)} ({c.words(lang, 'unit')})": data.values(c.name).get(iso) for c in columns}
        for iso in came_up(games.replay(log))
    ]


def _origins(log: games.Log, lang: str) -> "pd.DataFrame":
    """The edition, and every judged figure with its unit, year and source."""
    import pandas as pd

    rows = []
    for name in figures_of(log) or dict.fromkeys([*figures_chosen(log), *FIGURES]):
        column = data.column(name)
        rows.append(
            {"column": column.words(lang), "unit": column.words(lang, "unit"), "origin": column.origin(lang)},
        )
    edition = {"column": i18n.text("review.edition", lang), "unit": "", "origin": begin(log).setup["edition"]}
    return pd.DataFrame([*rows, edition])


def figures_of(log: games.Log) -> list[str]:
    """The judged columns of the country table."""
    named = dict.fromkeys(misjudgements(log)["column"])
    return [column for column in named if column in data.figures()]


def figures_chosen(log: games.Log) -> list[str]:
    """The columns that the game's options name, such as what points follow."""
    setup = log["setup"]
    named = games.game_type(setup["game"]).options.named_figures(setup["options"])
    return [column for column in dict.fromkeys(named) if column in data.figures()]


def _headed(frame: "pd.DataFrame", lang: str, game: str = "") -> "pd.DataFrame":
    """Translate the headings; fields of moves can have the game's own, and some have none."""
    known = i18n.sentences(lang)
    keys = {name: [f"{game}.review.field.{name}", f"review.heading.{name}"] for name in frame}
    return frame.rename(
        columns={name: next((known[k] for k in found if k in known), name) for name, found in keys.items()}
    )


def _harmless(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Put an apostrophe before texts that a spreadsheet would run as formulas."""

    def quoted(cell: Any) -> Any:
        return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell

    # Texts only: before pandas 3.1, mapping a column of whole numbers with gaps makes decimals of them.
    return frame.assign(**{str(name): column.map(quoted) for name, column in frame.select_dtypes(["string"]).items()})


def _add(book: "Workbook", title: str, frame: "pd.DataFrame") -> None:
    import pandas as pd
    from openpyxl.styles import Alignment, Font, PatternFill

    sheet = book.create_sheet(title)
    rows: list[Iterable[Any]] = [list(frame.columns), *frame.itertuples(index=False)]
    for r, row in enumerate(rows, 1):
        for c, value in enumerate(row, 1):
            cell = sheet.cell(r, c)
            if isinstance(value, str):
                cell.value = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", value)  # not allowed in a workbook
                cell.data_type = "s"  # a text that begins with = is still a text
            elif not pd.isna(value):  # missing ones stay empty
                cell.value = value.item() if hasattr(value, "item") else value
    for cell in sheet[1]:
        cell.font, cell.fill = Font(bold=True, color="FFFDF8"), PatternFill("solid", fgColor="16252C")
        cell.alignment = Alignment(vertical="top", wrap_text=True)
    for column in sheet.columns:
        longest = max(len(str(cell.value)) for cell in column if cell.value is not None)
        sheet.column_dimensions[column[0].column_letter].width = min(60, 2 + longest)
    sheet.freeze_panes = "A2"
