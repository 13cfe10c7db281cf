"""The tables as plain values for engines and bots; no frames are returned.

All functions are cached and return shared objects: do not change them.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import asin, atan2, cos, degrees, radians, sin, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from geoclass import i18n
from geoclass.data.columns import all_columns, passed
from geoclass.data.edition import find_own, in_use
from geoclass.data.shapes import countries_below
from geoclass.data.tables import UnknownName, table
from geoclass.data.words import Country, find_country

EARTH_RADIUS_KM = 6371.0088  # mean radius
STEP_KM = 20  # sampling of a flight's path for the countries below
THEMES = {
    "people": "population population_density median_age under15_pct birth_rate fertility_rate urban_pct",
    "health": "life_expectancy infant_mortality physicians_per_1000 hospital_beds_per_1000 obesity_pct",
    "school": "literacy_pct education_pct_gdp internet_users_pct mobile_per_100",
    "economy": "gdp_ppp_usd gdp_per_capita_usd unemployment_pct military_pct_gdp",
    "energy": "co2_mt electricity_consumption_kwh forest_pct",
    "ways": "roadways_km railways_km airports",
    "land": "area_km2 land_area_km2 highest_point_m lowest_point_m coastline_km land_boundary_km latitude longitude",
}


class City(NamedTuple):
    """A city; in a sentence ``{c}`` is *Le Caire*, ``{c:in}`` (or ``to``) *au Caire*,
    ``{c:of}`` (or ``from``) *du Caire*."""

    id: str
    country: str  # ISO code
    continent: str  # Europe, Asia, America, Africa, Oceania
    latitude: float
    longitude: float
    name_en: str
    name_fr: str

    def words(self, lang: str, form: str = "") -> str:
        if form[:1].isupper():  # at the start of a sentence
            return i18n.capitalised(self.words(lang, form.lower()))
        if lang == "en":
            return f"{form} {self.name_en}" if form else self.name_en
        if not form:
            return self.name_fr
        masculine = self.name_fr.startswith("Le ")  # Le Caire, Le Cap
        name = self.name_fr.removeprefix("Le ")
        if form in ("in", "to"):
            return f"au {name}" if masculine else f"à {name}"
        if masculine:
            return f"du {name}"
        return f"d’{name}" if name[0] in "AEIOUÉ" or name == "Honolulu" else f"de {name}"


class Route(NamedTuple):
    """A non-stop flight between two cities, valid both ways."""

    id: str
    city_a: str
    city_b: str
    km: int
    historic: bool

    def words(self, lang: str, form: str = "") -> str:
        return " – ".join(cities_by_id()[city].words(lang, form) for city in (self.city_a, self.city_b))


def figures() -> tuple[str, ...]:
    """The numeric columns that games can use, in the table's order, followed by a teacher's in the current edition."""
    return (*_figures(), *in_use().own)


def themes() -> list[tuple[str, tuple[str, ...]]]:
    """The figures by theme, ``data.theme.<theme>`` in words; a teacher's own last."""
    return [*((theme, tuple(named.split())) for theme, named in THEMES.items()), ("own", tuple(in_use().own))]


@cache
def _figures() -> tuple[str, ...]:
    frame = table("countries")
    return tuple(str(c) for c in frame.columns if frame[c].dtype.kind in "if")


def values(column: str) -> Mapping[str, float]:
    """The figure of every country that has it, by ISO code; whole numbers are int."""
    if own := in_use().own.get(column):
        return own.values[column]
    if column in _figures():
        return _values(column)
    if column in passed:
        return MappingProxyType(passed[column][1])
    if file := find_own(column):
        return file.values[column]
    raise UnknownName.of("column", column, figures())


@cache
def _values(column: str) -> Mapping[str, float]:
    series = table("countries")[column].dropna()
    whole = bool((series % 1 == 0).all())
    return MappingProxyType({str(iso): int(v) if whole else float(v) for iso, v in series.items()})


def extremes(column: str) -> tuple[float, float]:
    """The lowest and the highest figure of a column."""
    return _extremes(column) if column in _figures() else _ends(values(column))


@cache
def _extremes(column: str) -> tuple[float, float]:
    return _ends(_values(column))


def _ends(figures: Mapping[str, float]) -> tuple[float, float]:
    return min(figures.values()), max(figures.values())


@cache
def attribute(column: str) -> Mapping[str, str]:
    """A text column of the country table by ISO code, such as ``continent`` or ``board_region``."""
    frame = table("countries")
    if column not in frame:
        raise UnknownName.of("column", column, [str(c) for c in frame.columns])
    return MappingProxyType({str(iso): str(v) for iso, v in frame[column].dropna().items()})


@cache
def marked(column: str, table_name: str = "countries") -> tuple[str, ...]:
    """The ids for which a yes-or-no column is true, sorted."""
    frame = table(table_name)
    if column not in frame:
        raise UnknownName.of("column", column, [str(c) for c in frame.columns])
    return tuple(sorted(str(name) for name in frame.index[frame[column]]))


@cache
def _notes() -> Mapping[tuple[str, str], Mapping[str, str]]:
    rows = table("notes")[["column", "note_fr", "note_en"]].itertuples(name=None)
    return {
        (str(iso), column): {"fr": i18n.typeset(fr, "fr"), "en": i18n.typeset(en, "en")} for iso, column, fr, en in rows
    }


def note(iso: str, column: str, lang: str) -> str:
    """The note on one figure of one country, or an empty string."""
    return _notes().get((iso, column), {}).get(lang, "")


def remarks(cards: Iterable[str], columns: Iterable[str], lang: str) -> list[str]:
    """The notes on these figures of these countries, each with the country's name, for a reveal."""
    columns = tuple(columns)
    found: dict[str, None] = {}
    for iso in cards:
        for said in filter(None, (note(iso, column, lang) for column in columns)):
            named = i18n.text("data.note", lang, country=Country(iso), note=said[0].lower() + said[1:])
            found[named] = None  # one sentence may be about several figures
    return list(found)


def place_name(iso: str, column: str, lang: str) -> str:
    """The place a figure refers to, such as the summit of a highest point; empty without one."""
    about = all_columns().get(column)
    return attribute(f"{about.place}_{lang}").get(iso, "") if about and about.place else ""


@cache
def capital_names(iso: str) -> tuple[str, ...]:
    """Every accepted spelling, French and English, of every capital of a country."""
    frame = table("capitals")
    return tuple(str(n) for names in frame.loc[[iso], "spellings"] for n in str(names).split("|"))


@cache
def capital(iso: str, lang: str) -> str:
    """The capital for a card, with further ones in brackets: *La Paz (Sucre)*."""
    first, *others = (str(n) for n in table("capitals").loc[[iso], f"name_{lang}"])
    return f"{first} ({', '.join(others)})" if others else first


@cache
def capitals_of(iso: str) -> tuple[tuple[str, str], ...]:
    """The French and English name of every capital of a country; none for a country without one."""
    frame = table("capitals")
    return tuple((str(c["name_fr"]), str(c["name_en"])) for _, c in frame[frame.index == iso].iterrows())


@cache
def links() -> Mapping[str, tuple[str, ...]]:
    """UN member → linked nations, by land borders and selected sea links, sorted."""
    members = table("countries")
    found: dict[str, set[str]] = {str(i): set() for i in members.index[members["un_status"] == "member"]}
    left_out = {frozenset(p) for p in table("left_out").reset_index()[["iso3_a", "iso3_b"]].itertuples(index=False)}
    for name in ("borders", "sea_links"):
        for a, b in table(name).reset_index()[["iso3_a", "iso3_b"]].itertuples(index=False):
            if a in found and b in found and frozenset((a, b)) not in left_out:
                found[a].add(b)
                found[b].add(a)
    return MappingProxyType({iso: tuple(sorted(near)) for iso, near in found.items()})


def neighbours(country: str) -> Mapping[str, float]:
    """The countries that share a land border with one (an ISO code or a name), each with the border's length in km."""
    iso, known = find_country(country), table("countries").index
    return {b: km for (a, b), km in sorted(border_km().items()) if a == iso and b in known}


@cache
def border_km() -> Mapping[tuple[str, str], float]:
    """The length in km of the land border between two countries, for each pair both ways round."""
    rows = table("borders").reset_index()[["iso3_a", "iso3_b", "length_km"]].dropna().itertuples(index=False)
    found = {(str(a), str(b)): float(km) for a, b, km in rows}
    return MappingProxyType(found | {(b, a): km for (a, b), km in found.items()})


@cache
def cities_by_id() -> Mapping[str, City]:
    """Every city of the table."""
    columns = ["country", "continent", "latitude", "longitude", "name_en", "name_fr"]
    rows = table("cities")[columns].itertuples(name=None)
    return MappingProxyType({row[0]: City(*row) for row in rows})


@lru_cache(maxsize=4096)  # bounded: pupils may send any text
def route(route_id: str) -> Route | None:
    """A route by its id: one of the table, or any flight between two cities of the table."""
    frame = table("routes")
    if route_id in frame.index:
        row: Any = frame.loc[route_id]
        return Route(route_id, row["city_a"], row["city_b"], int(row["km"]), bool(row["historic"]))
    cities = [cities_by_id().get(city) for city in route_id.split("--")]
    match cities:
        case [City() as a, City() as b] if a.id < b.id:
            km = great_circle_km(a.latitude, a.longitude, b.latitude, b.longitude)
            return Route(route_id, a.id, b.id, round(km), False)
    return None


@lru_cache(maxsize=4096)
def flown_over(route: Route) -> tuple[str, ...]:
    """ISO codes of the countries below a route, from a to b: from the table, or computed."""
    frame = table("routes")
    if route.id in frame.index:
        over: Any = frame.loc[route.id, "over"]
        return tuple(over.split("|")) if isinstance(over, str) else ()  # only over the sea
    a, b = cities_by_id()[route.city_a], cities_by_id()[route.city_b]
    return countries_below(great_circle(a, b, steps=max(1, route.km // STEP_KM)))


def great_circle(a: City, b: City, steps: int = 32) -> list[tuple[float, float]]:
    """Points (latitude, longitude) on the shortest way from *a* to *b*, both among them."""
    angle = great_circle_km(a.latitude, a.longitude, b.latitude, b.longitude) / EARTH_RADIUS_KM
    points = []
    for step in range(steps + 1):
        share_b = sin(step / steps * angle) / sin(angle)
        share_a = sin((1 - step / steps) * angle) / sin(angle)
        x, y, z = (share_a * p + share_b * q for p, q in zip(_on_sphere(a), _on_sphere(b), strict=True))
        points.append((degrees(atan2(z, sqrt(x * x + y * y))), degrees(atan2(y, x))))
    return points


def _on_sphere(city: City) -> tuple[float, float, float]:
    p, q = radians(city.latitude), radians(city.longitude)
    return cos(p) * cos(q), cos(p) * sin(q), sin(p)


def great_circle_km(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> float:
    """The great-circle distance on a sphere of the Earth's mean radius."""
    p, q, dp, dq = radians(lat_a), radians(lat_b), radians(lat_b - lat_a), radians(lon_b - lon_a)
    return 2 * EARTH_RADIUS_KM * asin(sqrt(sin(dp / 2) ** 2 + cos(p) * cos(q) * sin(dq / 2) ** 2))


@cache
def products(iso: str, lang: str) -> tuple[str, ...]:
    """A country's main farm products according to the Factbook, most important first."""
    named = table("dishes", "products")[f"products_{lang}"].dropna()
    return tuple(named[iso].split("|")) if iso in named else ()
