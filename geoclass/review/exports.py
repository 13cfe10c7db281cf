"""A game as a file to take away: JSON (reads back as it was), CSV, XLSX and a page to print."""

import json
import re
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from geoclass import data, games, i18n, oswords
from geoclass.review.logs import BadLog, anonymous, begin
from geoclass.review.misjudged import misjudgements
from geoclass.review.tables import in_words, moves, results, yes_no

if TYPE_CHECKING:
    import pandas as pd
    from openpyxl import Workbook

KINDS = ("json", "csv", "xlsx", "html")
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would work out


def to_json(log: games.Log, names: bool = True) -> bytes:
    """The log, a move a line, so that a line can be named."""
    log = log if names else anonymous(log)
    played = ",\n".join("  " + json.dumps(move, ensure_ascii=False) for move in log["moves"])
    setup = json.dumps(log["setup"], ensure_ascii=False)
    return f'{{"setup": {setup},\n "moves": [\n{played}\n]}}\n'.encode()


def to_csv(log: games.Log, lang: str | None = None, names: bool = True) -> bytes:
    """The moves, one a row, as a spreadsheet of the language opens them by a double click: in UTF-8 with a byte order
    mark, in French with semicolons and decimal commas."""
    lang = lang or i18n.language()
    frame = _headed(_harmless(moves(log, lang, names)), lang)
    french = lang == "fr"
    return frame.to_csv(index=False, sep=";" if french else ",", decimal="," if french else ".").encode("utf-8-sig")


def to_xlsx(log: games.Log, lang: str | None = None, names: bool = True) -> bytes:
    """A workbook with the sheets results, moves, misjudgements and sources."""
    from openpyxl import Workbook

    lang = lang or i18n.language()
    book = Workbook()
    book.remove(book.active)
    judged = in_words(misjudgements(log).drop(columns="game"), lang)
    for sheet, frame in (
        ("results", _results(log, lang, names)),
        ("moves", _headed(moves(log, lang, names), lang)),
        ("misjudgements", judged),
        ("sources", _headed(_origins(log, lang), lang)),
    ):
        _add(book, i18n.text(f"review.sheet.{sheet}", lang), frame)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def to_html(log: games.Log, lang: str | None = None, names: bool = True) -> bytes:  # noqa: ARG001 (never any)
    """The page of `geoclass.review.report`, which knows no names."""
    from geoclass.review.report import report

    return report(log, lang).encode()


def save(log: games.Log, path: str | Path, lang: str | None = None, names: bool = True) -> Path:
    """Write *log* to *path*, in the format that its name ends with."""
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
        raise BadLog("review.export.not_written", path=path.name, why=oswords.why(error, lang)) from error
    return path


def _results(log: games.Log, lang: str, names: bool) -> "pd.DataFrame":
    """The results, under a heading that says what this game counts."""
    frame = results(log, names)
    headed = _headed(frame.assign(won=frame["won"].map(lambda won: yes_no(won, lang))), lang)
    counted = i18n.sentences(lang).get(f"review.score_in.{log['setup']['game']}")
    return headed.rename(columns={i18n.text("review.heading.score", lang): counted}) if counted else headed


def _origins(log: games.Log, lang: str) -> "pd.DataFrame":
    """The edition, and every figure that was judged with its unit, year and source."""
    import pandas as pd

    rows = []
    for name in figures_of(log):
        column = data.column(name)
        rows.append(
            {"column": column.words(lang), "unit": column.words(lang, "unit"), "origin": column.origin(lang)},
        )
    edition = {"column": i18n.text("review.edition", lang), "unit": "", "origin": begin(log).setup["edition"]}
    return pd.DataFrame([*rows, edition])


def figures_of(log: games.Log) -> list[str]:
    """The columns of the country table that this game was about."""
    named = dict.fromkeys(misjudgements(log)["column"])
    return [column for column in named if column in data.figures()]


def _headed(frame: "pd.DataFrame", lang: str) -> "pd.DataFrame":
    """With headings in the language; a field of a move may have its own, and one of a game of elsewhere has none."""
    known = i18n.sentences(lang)
    keys = {name: [f"review.{part}.{name}" for part in ("field", "heading")] for name in frame}
    return frame.rename(
        columns={name: next((known[k] for k in found if k in known), name) for name, found in keys.items()}
    )


def _harmless(frame: "pd.DataFrame") -> "pd.DataFrame":
    """A text that a spreadsheet would take for a formula gets an apostrophe before it."""

    def quoted(cell: Any) -> Any:
        return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell

    return frame.map(quoted)


def _add(book: "Workbook", title: str, frame: "pd.DataFrame") -> None:
    import pandas as pd
    from openpyxl.styles import Alignment, Font, PatternFill

    sheet = book.create_sheet(title)
    rows: list[Iterable[Any]] = [list(frame.columns), *frame.itertuples(index=False)]
    for r, row in enumerate(rows, 1):
        for c, value in enumerate(row, 1):
            cell = sheet.cell(r, c)
            if isinstance(value, str):
                cell.value = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", value)  # what a workbook cannot hold
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
