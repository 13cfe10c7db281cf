"""The country table, 193 UN members and two observers: names, regions, decks, figures; and the year of each figure.

French and English names, with articles, come from ``names.csv`` in this folder, each checked by hand; Spanish and
German names from CLDR; names of summits from ``summits.csv``. Figures are those of the Factbook.
"""

import csv
import re
from collections import deque
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path

HERE = Path(__file__).parent

GLOBALISSIMO = (
    "population",
    "population_density",
    "gdp_per_capita_usd",
    "life_expectancy",
    "fertility_rate",
    "physicians_per_1000",
    "roadways_km",
    "forest_pct",
    "co2_mt",
    "mobile_per_100",
)
BOARD_REGIONS = {
    "africa": "africa",
    "australia-oceania": "oceania",
    "central-america-n-caribbean": "north-central-america",
    "central-asia": "middle-east",
    "east-n-southeast-asia": "far-east",
    "europe": "europe",
    "middle-east": "middle-east",
    "north-america": "north-central-america",
    "south-america": "south-america",
    "south-asia": "middle-east",
}
ELSEWHERE = {"RUS": "europe", "PNG": "oceania"}  # by continent, unlike in the Factbook

NAMES = ("name_en", "name_fr", "name_es", "name_de", "article_en", "article_fr", "in_fr", "gender_fr")
TEXTS = ("iso3", "iso2", *NAMES, "demonym_en", "demonym_fr", "other_names", "un_status", "continent", "factbook_region")
BOARD = ("board_region", "deck_countries", "deck_globalissimo", "deck_couleurs", "board_centre")
NOT_FIGURES = ("iso3", "iso2", "gec", "name", "un_status", "continent", "highest_point_name")


def build(sources: Path, into: Path) -> None:
    facts, years = _rows(sources / "facts-2022.csv"), _rows(sources / "facts-2022-years.csv")
    figures = [c for c in facts["FRA"] if c not in NOT_FIGURES]
    table = _described(sources, facts)
    for iso, row in facts.items():
        row |= {column: _exact(row[column]) for column in figures}
        row["population_density"] = _density(row)
        years[iso]["population_density"] = years[iso]["population"]
    figures.insert(figures.index("median_age"), "population_density")
    _decks(table, facts)
    _centre(table, into.parent)
    summits = _rows(HERE / "summits.csv")
    columns = [*TEXTS, *BOARD, *figures, "highest_point_name", "summit_fr", "summit_en"]
    _write(into / "countries.csv", columns, {iso: facts[iso] | row | summits[iso] for iso, row in table.items()})
    _write(
        into / "years.csv",
        ["iso3", *figures],
        {
            iso: {"iso3": iso} | {c: _year(years[iso][c]) if facts[iso][c] else "" for c in figures}
            for iso in sorted(facts)
        },
    )


def _described(sources: Path, facts: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Names, status and regions of each country, in the order of ISO codes."""
    cldr, checked, codes = _rows(sources / "names.csv"), _rows(HERE / "names.csv"), _rows(sources / "codes.csv")
    if checked.keys() != facts.keys():
        raise ValueError(f"names.csv and facts-2022.csv differ: {sorted(checked.keys() ^ facts.keys())}")
    return {
        iso: checked[iso]
        | {column: cldr[iso][column] for column in ("iso2", "name_es", "name_de")}
        | {column: codes[iso][column] for column in ("un_status", "continent", "factbook_region")}
        | {"board_region": ELSEWHERE.get(iso) or BOARD_REGIONS[codes[iso]["factbook_region"]]}
        for iso in sorted(facts)
    }


def _exact(cell: str) -> str:
    """A figure without floating-point noise: 136479999999.99998 is the Factbook's 136.48 billion."""
    return f"{Context(prec=12).create_decimal(cell).normalize():f}" if cell else ""


def _density(row: dict[str, str]) -> str:
    """Inhabitants per km² of total area: every country has one, and pupils can work out the quotient themselves."""
    return str((Decimal(row["population"]) / Decimal(row["area_km2"])).quantize(Decimal("0.01")))


def _year(tag: str) -> str:
    """The year in a tag such as ``July 2022 est. | note: …``; empty if the source gives none."""
    found = re.fullmatch(r"(?:\w+ )?(\d{4})(?: est\.)?", tag.split("|")[0].strip())
    return found[1] if found else ""


def _decks(table: dict[str, dict[str, str]], facts: dict[str, dict[str, str]]) -> None:
    """Countries and Couleurs: the 152 members with the smallest sum of population rank and area rank. Globalissimo: the
    100 most populous members with all ten figures. Ties by ISO code."""
    members = [iso for iso, row in table.items() if row["un_status"] == "member"]

    def ranked(column: str) -> list[str]:
        return sorted(members, key=lambda iso: (-Decimal(facts[iso][column]), iso))

    by_population, by_area = ranked("population"), ranked("area_km2")
    summed = sorted(members, key=lambda iso: (by_population.index(iso) + by_area.index(iso), iso))
    complete = [iso for iso in by_population if all(facts[iso][column] for column in GLOBALISSIMO)]
    for iso, row in table.items():
        row["deck_countries"] = row["deck_couleurs"] = str(iso in summed[:152])
        row["deck_globalissimo"] = str(iso in complete[:100])


def _centre(table: dict[str, dict[str, str]], built: Path) -> None:
    """Couleurs D6: the nation of each region with the largest betweenness on the board, and the best of all others."""
    links: dict[str, list[str]] = {iso: [] for iso, row in table.items() if row["deck_couleurs"] == "True"}
    left_out = {frozenset(pair) for pair in _pairs(built / "left_out/left_out.csv")}
    pairs = [*_pairs(built / "borders/borders.csv"), *_pairs(built / "sea_links/sea_links.csv")]
    for a, b in sorted(set(pairs)):
        if a in links and b in links and frozenset((a, b)) not in left_out:
            links[a].append(b)
            links[b].append(a)
    between = betweenness(links)
    best_first = sorted(links, key=lambda iso: (-between[iso], iso))
    centre = {next(iso for iso in best_first if table[iso]["board_region"] == r) for r in BOARD_REGIONS.values()}
    centre.add(next(iso for iso in best_first if iso not in centre))
    for iso, row in table.items():
        row["board_centre"] = str(iso in centre)


def betweenness(links: dict[str, list[str]]) -> dict[str, Fraction]:
    """Betweenness of each nation: the share of shortest paths through it, summed over all ordered pairs of others."""
    between = dict.fromkeys(links, Fraction(0))
    for start in links:
        distance, paths, order, queue = {start: 0}, dict.fromkeys(links, 0) | {start: 1}, [], deque([start])
        while queue:
            here = queue.popleft()
            order.append(here)
            for there in links[here]:
                if there not in distance:
                    distance[there] = distance[here] + 1
                    queue.append(there)
                if distance[there] == distance[here] + 1:
                    paths[there] += paths[here]
        share = dict.fromkeys(order, Fraction(0))
        for here in reversed(order[1:]):
            for before in links[here]:
                if distance[before] == distance[here] - 1:
                    share[before] += Fraction(paths[before], paths[here]) * (1 + share[here])
            between[here] += share[here]
    return between


def _rows(path: Path) -> dict[str, dict[str, str]]:
    """The rows of a file by ISO code; the first one if a code appears twice (the Palestinian profiles)."""
    rows: dict[str, dict[str, str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            rows.setdefault(row["iso3"], row)
    return rows


def _pairs(path: Path) -> list[tuple[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [(row["iso3_a"], row["iso3_b"]) for row in csv.DictReader(file)]


def _write(path: Path, columns: list[str], rows: dict[str, dict[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())
