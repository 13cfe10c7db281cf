"""The sea links of the Couleurs board: the two exceptions of couleurs M5, no others."""

import csv
from pathlib import Path

# iso3_a, iso3_b, reason in French, reason in English
ROWS = [
    [
        "CUB",
        "DOM",
        "Cuba, Haïti et la République dominicaine, sur deux îles très proches, comptent comme reliées entre elles.",
        "Cuba, Haiti and the Dominican Republic, on two islands close together, count as joined to each other.",
    ],
    [
        "CUB",
        "HTI",
        "Cuba, Haïti et la République dominicaine, sur deux îles très proches, comptent comme reliées entre elles.",
        "Cuba, Haiti and the Dominican Republic, on two islands close together, count as joined to each other.",
    ],
    [
        "GBR",
        "NLD",
        "Une ligne traverse la mer du Nord, pour que le Royaume-Uni et l’Irlande soient reliés au continent.",
        "A line crosses the North Sea, so that the United Kingdom and Ireland are joined to the continent.",
    ],
]


def build(sources: Path, into: Path) -> None:  # noqa: ARG001 - an editorial table, no source file is read
    with (into / "sea_links.csv").open("w", encoding="utf-8", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows([["iso3_a", "iso3_b", "reason_fr", "reason_en"], *ROWS])
