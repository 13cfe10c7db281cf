"""Spywhere's dishes, and each country's main agricultural products according to the Factbook (``products.csv``)."""

import csv
import gzip
import json
import re
import tomllib
from pathlib import Path

EDITS = tomllib.loads(Path(__file__).with_name("edits.toml").read_text("utf-8"))


def build(sources: Path, into: Path) -> None:
    dishes = [
        [d["iso3"], d["id"], d["fr"], d["en"], _french(d["ingredients"]), "|".join(d["ingredients"])]
        for d in EDITS["dish"]
    ]
    _write(into / "dishes.csv", ["iso3", "dish", "name_fr", "name_en", "ingredients_fr", "ingredients_en"], dishes)
    with gzip.open(sources / "factbook-2022-12-29.json.gz", "rt", encoding="utf-8") as f:
        profiles = json.load(f)
    with (sources / "codes.csv").open(encoding="utf-8", newline="") as f:
        profile = {row["iso3"]: profiles[row["gec"]] for row in csv.DictReader(f) if row["un_status"]}
    # Palestine's two profiles give the same products; the Holy See has no such entry.
    texts = {iso: p["Economy"].get("Agricultural products", {}).get("text", "none") for iso, p in profile.items()}
    produce = {iso: _products(text) for iso, text in sorted(texts.items())}
    rows = [[iso, _french(products), "|".join(products)] for iso, products in produce.items()]
    _write(into / "products.csv", ["iso3", "products_fr", "products_en"], rows)


def _products(text: str) -> list[str]:
    """The products in a Factbook line such as ``wheat, cassava (manioc, tapioca); beef``, in order, each once."""
    if text == "none":
        return []
    words = re.split(r"[,;] +(?![^(]*\))", text)
    return list(dict.fromkeys(EDITS["same"].get(word, word) for word in words))


def _french(products: list[str]) -> str:
    return "|".join(EDITS["french"][product] for product in products)


def _write(path: Path, columns: list[str], rows: list[list[str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows([columns, *rows])
