"""Build cities.csv: the 57 cities of the air routes, from OpenFlights, with the names and choices made here."""

import csv
from pathlib import Path

# the source's English name → id, English name, French name
NAMES = {
    "Paris": ("paris", "Paris", "Paris"),
    "London": ("london", "London", "Londres"),
    "Madrid": ("madrid", "Madrid", "Madrid"),
    "Lisbon": ("lisbon", "Lisbon", "Lisbonne"),
    "Rome": ("rome", "Rome", "Rome"),
    "Frankfurt": ("frankfurt", "Frankfurt", "Francfort"),
    "Athens": ("athens", "Athens", "Athènes"),
    "Istanbul": ("istanbul", "Istanbul", "Istanbul"),
    "Moscow": ("moscow", "Moscow", "Moscou"),
    "Stockholm": ("stockholm", "Stockholm", "Stockholm"),
    "Reykjavik": ("reykjavik", "Reykjavik", "Reykjavik"),
    "Tehran": ("tehran", "Tehran", "Téhéran"),
    "Dubai": ("dubai", "Dubai", "Dubaï"),
    "Tashkent": ("tashkent", "Tashkent", "Tachkent"),
    "Delhi": ("delhi", "Delhi", "Delhi"),
    "Mumbai": ("mumbai", "Mumbai", "Mumbai"),
    "Bangkok": ("bangkok", "Bangkok", "Bangkok"),
    "Singapore": ("singapore", "Singapore", "Singapour"),
    "Bali": ("bali", "Bali", "Bali"),
    "Manila": ("manila", "Manila", "Manille"),
    "Hong Kong": ("hong-kong", "Hong Kong", "Hong Kong"),
    "Beijing": ("beijing", "Beijing", "Pékin"),
    "Seoul": ("seoul", "Seoul", "Séoul"),
    "Tokyo": ("tokyo", "Tokyo", "Tokyo"),
    "Ulaanbaatar": ("ulaanbaatar", "Ulaanbaatar", "Oulan-Bator"),
    "New York": ("new-york", "New York", "New York"),
    "Chicago": ("chicago", "Chicago", "Chicago"),
    "Miami": ("miami", "Miami", "Miami"),
    "Los Angeles": ("los-angeles", "Los Angeles", "Los Angeles"),
    "Anchorage": ("anchorage", "Anchorage", "Anchorage"),
    "Vancouver": ("vancouver", "Vancouver", "Vancouver"),
    "Montreal": ("montreal", "Montreal", "Montréal"),
    "Mexico City": ("mexico-city", "Mexico City", "Mexico"),
    "Havana": ("havana", "Havana", "La Havane"),
    "Bogota": ("bogota", "Bogotá", "Bogota"),
    "Caracas": ("caracas", "Caracas", "Caracas"),
    "Lima": ("lima", "Lima", "Lima"),
    "Santiago": ("santiago", "Santiago", "Santiago"),
    "Buenos Aires": ("buenos-aires", "Buenos Aires", "Buenos Aires"),
    "Sao Paulo": ("sao-paulo", "São Paulo", "São Paulo"),
    "Rio de Janeiro": ("rio-de-janeiro", "Rio de Janeiro", "Rio de Janeiro"),
    "Cairo": ("cairo", "Cairo", "Le Caire"),
    "Casablanca": ("casablanca", "Casablanca", "Casablanca"),
    "Dakar": ("dakar", "Dakar", "Dakar"),
    "Lagos": ("lagos", "Lagos", "Lagos"),
    "Addis Ababa": ("addis-ababa", "Addis Ababa", "Addis-Abeba"),
    "Nairobi": ("nairobi", "Nairobi", "Nairobi"),
    "Johannesburg": ("johannesburg", "Johannesburg", "Johannesburg"),
    "Cape Town": ("cape-town", "Cape Town", "Le Cap"),
    "Antananarivo": ("antananarivo", "Antananarivo", "Antananarivo"),
    "Honolulu": ("honolulu", "Honolulu", "Honolulu"),
    "Sydney": ("sydney", "Sydney", "Sydney"),
    "Darwin": ("darwin", "Darwin", "Darwin"),
    "Auckland": ("auckland", "Auckland", "Auckland"),
    "Nadi": ("nadi", "Nadi", "Nadi"),
    "Papeete": ("papeete", "Papeete", "Papeete"),
    "Port Moresby": ("port-moresby", "Port Moresby", "Port Moresby"),
}

# Territories with a country code of their own → the state they belong to, so that every city joins the country table.
STATE = {"HKG": "CHN", "PYF": "FRA"}

# The network of the 108 cards (course.md, Material): few enough cities for a race to fit a lesson.
FULL = (
    *("paris", "london", "madrid", "rome", "moscow", "istanbul"),
    *("tokyo", "tehran", "delhi", "singapore", "beijing"),
    *("new-york", "anchorage", "los-angeles", "mexico-city", "lima", "santiago", "sao-paulo", "buenos-aires"),
    *("cairo", "dakar", "nairobi", "johannesburg"),
    *("honolulu", "sydney", "darwin", "auckland"),
)


def build(sources: Path, into: Path) -> None:
    with (sources / "cities.csv").open(encoding="utf-8", newline="") as file:
        rows = [_row(source) for source in csv.DictReader(file)]
    with (into / "cities.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted(rows, key=lambda row: row["id"]))


def _row(source: dict[str, str]) -> dict[str, str]:
    city, english, french = NAMES[source["city"]]
    return {
        "id": city,
        "name_en": english,
        "name_fr": french,
        "country": STATE.get(source["iso3"], source["iso3"]),
        "continent": source["continent"],
        "visa": str(source["continent"] != "Oceania" or city in ("sydney", "darwin")),  # R6, D2
        "latitude": f"{float(source['lat']):.4f}",
        "longitude": f"{float(source['lon']):.4f}",
        "in_full": str(city in FULL),
    }
