"""Files from Explore (CSV, XLSX), and files that a teacher loads."""

import re
from base64 import b64decode, b64encode
from binascii import Error
from io import BytesIO
from typing import TYPE_CHECKING, Any

from geoclass import data, i18n
from geoclass.data.tables import plain
from geoclass.rooms import FIGURES, StoreError
from geoclass.ui import live
from geoclass.ui.explore_state import State
from geoclass.ui.takeaway import MEDIA

if TYPE_CHECKING:
    import pandas as pd

LARGEST = 1_000_000  # bytes of a teacher's file
TOLD = 12  # error lines shown
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would run a text with one of these first


def csv(state: State, lang: str) -> dict[str, str]:
    """The chosen figure (and the one compared with it) of the countries shown, as CSV for a spreadsheet."""
    columns = list(dict.fromkeys(name for name in (state.figure, state.against) if name))
    frame, french = table(columns, lang, state.where), lang == "fr"
    text = frame.to_csv(index=False, sep=";" if french else ",", decimal="," if french else ".")
    label = data.column(state.figure).label[lang]
    return file(i18n.text("explore.file.view", lang, figure=label), "csv", "text/csv", text.encode("utf-8-sig"))


def xlsx(lang: str) -> dict[str, str]:
    """All figures of all countries, and a sheet of their units, years and sources."""
    import pandas as pd

    content = BytesIO()
    with pd.ExcelWriter(content, engine="openpyxl") as book:
        for sheet, frame in (("figures", table(list(data.figures()), lang)), ("sources", origins(lang))):
            name = i18n.text(f"explore.file.{sheet}", lang)
            frame.to_excel(book, sheet_name=name, index=False)
            book.sheets[name].freeze_panes = "B2"
    return file(i18n.text("explore.file.all", lang), "xlsx", MEDIA["xlsx"], content.getvalue())


def table(columns: list[str], lang: str, where: str = "") -> "pd.DataFrame":
    """One row per country of the world or a continent: figures and their years."""
    import pandas as pd

    countries, years = data.countries(), data.years()
    countries = countries[countries["continent"] == where] if where else countries
    continents = [i18n.text(f"tell.continent.{name}", lang) for name in countries["continent"]]
    found: dict[str, Any] = {
        _said("country", lang): [_harmless(data.Country(str(iso)).words(lang)) for iso in countries.index],
        _said("iso3", lang): list(countries.index),
        _said("continent", lang): continents,
    }
    for name in columns:
        about = data.column(name)
        unit = about.unit[lang]
        found[_harmless(f"{about.label[lang]} ({unit})" if unit else about.label[lang])] = countries[name].to_list()
        if name in years.columns and years[name].notna().any():
            heading = _harmless(i18n.text("explore.file.year", lang, label=about.label[lang]))
            known = countries[name].notna()
            found[heading] = years[name].reindex(countries.index).where(known).astype("Int64").to_list()
    return pd.DataFrame(found).sort_values(_said("country", lang), key=lambda s: s.map(plain))


def origins(lang: str) -> "pd.DataFrame":
    """One row per figure: unit, year, source and note."""
    import pandas as pd

    rows = [
        (c.label[lang], c.unit[lang], c.year, c.origin(lang), c.note[lang]) for c in map(data.column, data.figures())
    ]
    headings = [_said(key, lang) for key in ("figure", "unit", "years", "source", "note")]
    return pd.DataFrame([[_harmless(cell) for cell in row] for row in rows], columns=headings)


def load(content: str, lang: str, keep: bool = False) -> dict[str, Any]:
    """Load a teacher's file as the browser sends it; return what was loaded, or all errors in sentences.

    *keep*: store it with the rooms.
    """
    try:
        raw = b64decode(content, validate=True)
    except (Error, ValueError):
        raw = b""
    if len(raw) > LARGEST:
        return {"bad": [i18n.text("explore.word.own_large", lang)]}
    try:
        columns = data.keep(raw, live.shelf(FIGURES)) if keep else data.load_own(raw)
    except StoreError as error:
        return {"bad": [error.text(lang)]}
    except data.DataError as problem:
        lines = problem.text(lang).splitlines()
        more = [i18n.text("explore.own.more", lang, n=len(lines) - TOLD)] if len(lines) > TOLD else []
        return {"bad": lines[:TOLD] + more}
    said = i18n.text("explore.own.loaded", lang, n=len(columns), columns=columns)
    return {"good": said, "figure": columns[0].name}


def file(name: str, ending: str, kind: str, content: bytes) -> dict[str, str]:
    stem = re.sub(r"[^\w-]+", "-", plain(name)).strip("-")
    return {"name": f"{stem}.{ending}", "kind": kind, "content": b64encode(content).decode()}


def _said(key: str, lang: str) -> str:
    return i18n.text(f"explore.file.{key}", lang)


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell
