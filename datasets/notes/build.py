"""Notes on single figures that a class will ask about, from ``notes.toml``; each quotes the Factbook's profile."""

import csv
import gzip
import json
import re
import tomllib
from html import unescape
from pathlib import Path
from typing import Any

NOTES = tomllib.loads(Path(__file__).with_name("notes.toml").read_text("utf-8"))["note"]
COLUMNS = ("iso3", "column", "note_fr", "note_en", "source", "says")


def build(sources: Path, into: Path) -> None:
    profiles = _profiles(sources)
    rows = []
    for note in NOTES:
        if note["says"] not in profiles[note["of"]]:
            raise ValueError(f"the profile of {note['of']} does not say {note['says']!r}")
        source = note.get("source", "factbook")
        rows += [[note["of"], c, note["fr"], note["en"], source, note["says"]] for c in note["columns"]]
    with (into / "notes.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *sorted(rows)])


def _profiles(sources: Path) -> dict[str, str]:
    """The Factbook's profile of each country as plain text; the two Palestinian profiles are joined."""
    with gzip.open(sources / "factbook-2022-12-29.json.gz", "rt", encoding="utf-8") as file:
        raw = json.load(file)
    found: dict[str, str] = {}
    with (sources / "codes.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["un_status"]:
                found[row["iso3"]] = f"{found.get(row['iso3'], '')} {' '.join(_texts(raw[row['gec']]))}"
    return found


def _texts(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [text for value in part.values() for text in _texts(value)]
    return [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", str(part))))]
