"""What can be taken away from Explore, and the tables that a teacher brings."""

import re
from base64 import b64decode, b64encode
from binascii import Error
from io import BytesIO
from typing import TYPE_CHECKING, Any

from geoclass import data, i18n
from geoclass.ui.explore_state import State
from geoclass.ui.takeaway import MEDIA

if TYPE_CHECKING:
    import pandas as pd

LARGEST = 1_000_000  # bytes of a teacher's file
TOLD = 12  # lines of what is wrong with it
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a text begins that a spreadsheet would work out


def csv(state: State, lang: str) -> dict[str, str]:
    """The figure, and the one it is looked at against, of every country, as a spreadsheet of the language opens it."""
    columns = list(dict.fromkeys(name for name in (state.figure, state.against) if name))
    french = lang == "fr"
    text = table(columns, lang).to_csv(index=False, sep=";" if french else ",", decimal="," if french else ".")
    label = data.column(state.figure).label[lang]
    return file(i18n.text("explore.file.view", lang, figure=label), "csv", "text/csv", text.encode("utf-8-sig"))


def xlsx(lang: str) -> dict[str, str]:
    """All figures of all countries, and a sheet that says what they are and where they come from."""
    import pandas as pd

    content = BytesIO()
    with pd.ExcelWriter(content, engine="openpyxl") as book:
        for sheet, frame in (("figures", table(list(data.figures()), lang)), ("sources", origins(lang))):
            name = i18n.text(f"explore.file.{sheet}", lang)
            frame.to_excel(book, sheet_name=name, index=False)
            book.sheets[name].freeze_panes = "B2"
    return file(i18n.text("explore.file.all", lang), "xlsx", MEDIA["xlsx"], content.getvalue())


def table(columns: list[str], lang: str) -> "pd.DataFrame":
    """A row a country: its figures, each with its year where it has one."""
    import pandas as pd

    countries = data.countries()
    years = data.years()
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
    return pd.DataFrame(found).sort_values(_said("country", lang), key=lambda s: s.map(_plain))


def origins(lang: str) -> "pd.DataFrame":
    """Every figure with unit, year, source and note."""
    import pandas as pd

    rows = [
        (c.label[lang], c.unit[lang], c.year, c.origin(lang), c.note[lang]) for c in map(data.column, data.figures())
    ]
    headings = [_said(key, lang) for key in ("figure", "unit", "years", "source", "note")]
    return pd.DataFrame([[_harmless(cell) for cell in row] for row in rows], columns=headings)


def load(content: str, lang: str) -> dict[str, Any]:
    """A teacher's file, as the browser sends it: what was loaded, or all that is wrong with it, in sentences."""
    try:
        raw = b64decode(content, validate=True)
    except (Error, ValueError):
        raw = b""
    if len(raw) > LARGEST:
        return {"bad": [i18n.text("explore.word.own_large", lang)]}
    try:
        columns = data.load_own(raw)
    except data.DataError as problem:
        lines = problem.text(lang).splitlines()
        more = [i18n.text("explore.own.more", lang, n=len(lines) - TOLD)] if len(lines) > TOLD else []
        return {"bad": lines[:TOLD] + more}
    said = i18n.text("explore.own.loaded", lang, n=len(columns), columns=columns)
    return {"good": said, "figure": columns[0].name}


def file(name: str, ending: str, kind: str, content: bytes) -> dict[str, str]:
    stem = re.sub(r"[^\w-]+", "-", _plain(name)).strip("-")
    return {"name": f"{stem}.{ending}", "kind": kind, "content": b64encode(content).decode()}


def _said(key: str, lang: str) -> str:
    return i18n.text(f"explore.file.{key}", lang)


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _plain(name: str) -> str:
    from geoclass.data.tables import plain

    return plain(name)
