"""The borders that the Couleurs board leaves out, with the reason for each."""

import csv
from pathlib import Path

# iso3_a, iso3_b, reason in French, reason in English
ROWS = [
    [
        "BRA",
        "FRA",
        "Le drapeau de la France est en Europe : le trait de la Guyane au Brésil traverserait tout l’Atlantique.",
        "France’s flag is in Europe: the line from French Guiana to Brazil would cross the whole Atlantic.",
    ],
    [
        "ESP",
        "MAR",
        "Ceuta et Melilla sont des villes espagnoles d’Afrique : 18,5 km de frontière, mais la mer entre les pays.",
        "Ceuta and Melilla are two Spanish cities in Africa: 18.5 km of border, but the sea between the two countries.",
    ],
    [
        "FRA",
        "SUR",
        "Le drapeau de la France est en Europe : le trait de la Guyane au Suriname traverserait tout l’Atlantique.",
        "France’s flag is in Europe: the line from French Guiana to Suriname would cross the whole Atlantic.",
    ],
    [
        "MAR",
        "MRT",
        "Le Sahara occidental, dont le statut n’est pas réglé, s’étend entre les deux : le plateau ne prend pas parti.",
        "Western Sahara, whose status is not settled, lies between the two: the board takes no side.",
    ],
]


def build(sources: Path, into: Path) -> None:  # noqa: ARG001 - an editorial table, no source file is read
    with (into / "left_out.csv").open("w", encoding="utf-8", newline="") as f:
        csv.writer(f, lineterminator="\n").writerows([["iso3_a", "iso3_b", "reason_fr", "reason_en"], *ROWS])
