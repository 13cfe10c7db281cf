"""The land borders between the countries of the table, each once, with their length in km."""

import csv
import tomllib
from pathlib import Path


def build(sources: Path, into: Path) -> None:
    edits = tomllib.loads(Path(__file__).with_name("edits.toml").read_text("utf-8"))
    with (sources / "borders.csv").open(encoding="utf-8", newline="") as f:
        rows = [row for row in csv.DictReader(f) if not row["non_un"]]
    kinds, notes = edits["kinds"], edits["notes"]
    special = {_id(row) for row in rows if row["kind"] != "land"}
    if special != set(kinds) or not set(notes) <= {_id(row) for row in rows}:
        raise ValueError("edits.toml does not fit the borders of the sources")
    with (into / "borders.csv").open("w", encoding="utf-8", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(["iso3_a", "iso3_b", "length_km", "kind", "note_fr", "note_en"])
        for row in sorted(rows, key=_id):
            note = notes.get(_id(row), {"fr": "", "en": ""})
            kind, length = kinds.get(_id(row), "land"), float(row["length_km"])
            out.writerow([row["iso3_a"], row["iso3_b"], f"{length:g}", kind, note["fr"], note["en"]])


def _id(row: dict[str, str]) -> str:
    return f"{row['iso3_a']}-{row['iso3_b']}"
