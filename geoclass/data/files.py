"""Extracts the text of a file of figures: CSV in any usual encoding, a workbook's sheet, a zipped download."""

import csv
import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

from geoclass.data.edition import BadFile
from geoclass.data.tables import DataError

# of a file of figures; there are some 200 countries
LINES, COLUMNS = 1000, 100
ROWS = 30_000  # of a sheet: a download with its years
NOTHING = {"", "-", "–", "—", ".", "..", "...", "…", "na", "n/a", "nd", "nan", "null"}  # cells without a figure
LARGEST = 50_000_000  # bytes of a file
UNPACKED, SHEETS = 100_000_000, 20_000_000  # uncompressed bytes of a zip file, and of a workbook


def text_of(file: Path | str | bytes) -> str:
    """The text of a file given as path, bytes or text. Raises `BadFile`."""
    if isinstance(file, str) and "\n" in file:
        return file.removeprefix("\ufeff")
    if not isinstance(file, bytes):
        try:
            with Path(file).open("rb") as opened:
                file = opened.read(LARGEST + 1)
        except (OSError, ValueError) as problem:
            raise BadFile([DataError("data.own.unreadable", file=str(file))]) from problem
    if len(file) > LARGEST:
        raise BadFile([DataError("data.own.large")])
    if file.startswith(b"\x1f\x8b"):
        file = _inflated(file)
    if file.startswith(b"PK"):
        file = _unpacked(file)
        if isinstance(file, str):
            return file
    if file.startswith(b"\xd0\xcf"):
        raise BadFile([DataError("data.own.excel")])
    wide = file.startswith((b"\xff\xfe", b"\xfe\xff"))  # “Unicode text” of spreadsheets
    if b"\0" in file and not wide:
        raise BadFile([DataError("data.own.not_text")])
    try:
        return file.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        return file.decode("cp1252", errors="replace")  # older spreadsheets


def _inflated(file: bytes) -> bytes:
    """Decompress a file compressed by the browser."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(file)) as opened:
            found = opened.read(LARGEST + 1)
    except (OSError, EOFError, ValueError) as problem:
        raise BadFile([DataError("data.own.not_text")]) from problem
    if len(found) > LARGEST:
        raise BadFile([DataError("data.own.large")])
    return found


def _unpacked(file: bytes) -> bytes | str:
    """The table in a zip file: a workbook's sheet as text, or the CSV of a download."""
    try:
        with zipfile.ZipFile(io.BytesIO(file)) as parts:
            is_book = "[Content_Types].xml" in parts.namelist()
            if "mimetype" in parts.namelist() and "META-INF/manifest.xml" in parts.namelist():
                raise BadFile([DataError("data.own.libreoffice")])
            if sum(part.file_size for part in parts.infolist()) > (SHEETS if is_book else UNPACKED):
                raise BadFile([DataError("data.own.large")])
            tables = [name for name in parts.namelist() if name.endswith(".csv") and not name.startswith("Metadata")]
            if tables and not is_book:
                return parts.read(tables[0])
    except BadFile:
        raise
    except Exception as problem:  # zipfile can raise anything for broken files
        raise BadFile([DataError("data.own.excel")]) from problem
    return _sheet(file)


def _sheet(file: bytes) -> str:
    """The first non-empty sheet of an Excel file as tab-separated text. A formula without a stored value is given as
    its source."""
    try:
        rows, formulas = _cells(file, values=True), _cells(file, values=False)
    except Exception as problem:  # openpyxl can raise anything for broken files
        raise BadFile([DataError("data.own.excel")]) from problem
    if len(rows) > ROWS:
        raise BadFile([DataError("data.own.lines", most=ROWS)])
    wide = max((i + 1 for row in formulas for i, cell in enumerate(row) if cell is not None), default=0)
    text = io.StringIO()
    cells = [
        ["" if f is None else str(f if v is None else v) for v, f in zip(row[:wide], row_formulas, strict=False)]
        for row, row_formulas in zip(rows, formulas, strict=False)
    ]
    csv.writer(text, delimiter="\t").writerows(cells)
    return text.getvalue()


def _cells(file: bytes, values: bool) -> list[tuple[Any, ...]]:
    from openpyxl import load_workbook

    rows: list[tuple[Any, ...]] = []
    for sheet in load_workbook(io.BytesIO(file), read_only=True, data_only=values).worksheets:
        rows = list(sheet.iter_rows(max_row=ROWS + 1, max_col=COLUMNS + 1, values_only=True))
        if any(cell is not None for row in rows for cell in row):
            break
    return rows
