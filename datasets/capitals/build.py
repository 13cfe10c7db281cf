"""The capitals: coordinates from the Factbook, names and second capitals from ``edits.toml``."""

import csv
import re
import tomllib
import unicodedata
from pathlib import Path

COLUMNS = ["iso3", "name_fr", "name_en", "role_fr", "role_en", "latitude", "longitude", "spellings"]


def build(sources: Path, into: Path) -> None:
    edits = tomllib.loads(Path(__file__).with_name("edits.toml").read_text("utf-8"))
    with (sources / "capitals.csv").open(encoding="utf-8", newline="") as f:
        factbook = {row["iso3"]: row for row in csv.DictReader(f)}
    cities = [{"iso3": iso, "names": names} for iso, names in edits["one"].items()] + edits["several"]
    with (into / "capitals.csv").open("w", encoding="utf-8", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(COLUMNS)
        for city in sorted(cities, key=lambda city: city["iso3"]):  # stable sort: the first capital stays first
            out.writerow(_row(city, factbook[city["iso3"]]))


def _row(city: dict, factbook: dict[str, str]) -> list[str]:
    names = list(city["names"])
    latitude, longitude = city.get("latitude"), city.get("longitude")
    if latitude is None:
        latitude, longitude = float(factbook["lat"]), float(factbook["lon"])
        names += [n for n in re.split(r"[,/] *", factbook["local_or_alt_spelling"]) if n]
        if not any(_letters(factbook["coord_city"]).startswith(_letters(name)) for name in names):
            raise ValueError(f"{city['iso3']}: the Factbook’s place is {factbook['coord_city']}, not {names[0]}")
    english, french = names[:2]
    role = city.get("role", {"fr": "", "en": ""})
    spellings = "|".join(dict.fromkeys(names))
    return [city["iso3"], french, english, role["fr"], role["en"], f"{latitude:.4f}", f"{longitude:.4f}", spellings]


def _letters(name: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if c.isalpha())
