"""The tables as plain values, for engines and bots: no frame leaves this module.

Every function is cached and gives the same objects again: do not change them.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from math import asin, atan2, cos, degrees, radians, sin, sqrt
from types import MappingProxyType
from typing import Any, NamedTuple

from geoclass.data.own import full_table
from geoclass.data.shapes import countries_below
from geoclass.data.tables import UnknownName, table
from geoclass.data.words import find_country

DECKS = ("countries", "globalissimo", "couleurs")
EARTH_RADIUS_KM = 6371.0088  # mean radius
STEP_KM = 20  # how closely a flight's way is looked at for the countries below


class City(NamedTuple):
    """A city; in a sentence ``{c}`` is *Le Caire*, ``{c:in}`` (or ``to``) *au Caire*,
    ``{c:of}`` (or ``from``) *du Caire*."""

    id: str
    country: str  # ISO code
    continent: str  # Europe, Asia, America, Africa, Oceania
    visa: bool  # whether touching it gives the continent's visa (in Oceania only Sydney and Darwin: course R6)
    latitude: float
    longitude: float
    name_en: str
    name_fr: str

    def words(self, lang: str, form: str = "") -> str:
        if form[:1].isupper():  # begins a sentence
            words = self.words(lang, form.lower())
            return words[0].upper() + words[1:]
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


@cache
def figures() -> tuple[str, ...]:
    """The numeric columns of the country table that a game may be played with, in the table's order."""
    frame = full_table()
    return tuple(str(c) for c in frame.columns if frame[c].dtype.kind in "if")


@cache
def values(column: str) -> Mapping[str, float]:
    """The figure of every country that has it, by ISO code; whole numbers are int."""
    if column not in figures():
        raise UnknownName.of("column", column, figures())
    series = full_table()[column].dropna()
    whole = bool((series % 1 == 0).all())
    return MappingProxyType({str(iso): int(v) if whole else float(v) for iso, v in series.items()})


@cache
def extremes(column: str) -> tuple[float, float]:
    """The least and the greatest figure of a column."""
    figures = values(column).values()
    return min(figures), max(figures)


@cache
def attribute(column: str) -> Mapping[str, str]:
    """A text column of the country table by ISO code, such as ``continent`` or ``board_region``."""
    frame = table("countries")
    if column not in frame:
        raise UnknownName.of("column", column, [str(c) for c in frame.columns])
    return MappingProxyType({str(iso): str(v) for iso, v in frame[column].dropna().items()})


@cache
def deck(name: str) -> tuple[str, ...]:
    """The cards of ``countries`` (152), ``globalissimo`` (100) or ``couleurs`` (152): ISO codes, alphabetically."""
    if name not in DECKS:
        raise UnknownName("data.unknown.deck", name=name, near=DECKS)
    flags = table("countries")[f"deck_{name}"]
    return tuple(sorted(str(iso) for iso in flags.index[flags]))


@cache
def capital_names(iso: str) -> tuple[str, ...]:
    """Every accepted spelling, French and English, of every capital of a country."""
    frame = table("capitals")
    return tuple(str(n) for names in frame.loc[[iso], "spellings"] for n in str(names).split("|"))


@cache
def capital(iso: str, lang: str) -> str:
    """The capital as a card shows it, further ones in brackets: *La Paz (Sucre)*."""
    first, *others = (str(n) for n in table("capitals").loc[[iso], f"name_{lang}"])
    return f"{first} ({', '.join(others)})" if others else first


@cache
def capitals_of(iso: str) -> tuple[tuple[str, str], ...]:
    """The French and English name of every capital of a country; none for a country without one."""
    frame = table("capitals")
    return tuple((str(c["name_fr"]), str(c["name_en"])) for _, c in frame[frame.index == iso].iterrows())


@cache
def links() -> Mapping[str, tuple[str, ...]]:
    """Couleurs: the nations joined to each UN member, by land borders and sea links, without those left out; sorted."""
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
def centre() -> tuple[str, ...]:
    """Couleurs: the eight grey nations of the world board (couleurs D6), sorted."""
    flags = table("countries")["board_centre"]
    return tuple(sorted(str(iso) for iso in flags.index[flags]))


@cache
def board_places() -> Mapping[str, tuple[int, int]]:
    """Couleurs: where each UN member lies on the board, in kilometres of Equal Earth; flags there do not overlap."""
    rows = table("board")[["x", "y"]].itertuples(name=None)
    return MappingProxyType({str(iso): (int(x), int(y)) for iso, x, y in rows})


@cache
def cities_by_id() -> Mapping[str, City]:
    """Course: every city of the table."""
    columns = ["country", "continent", "visa", "latitude", "longitude", "name_en", "name_fr"]
    rows = table("cities")[columns].itertuples(name=None)
    return MappingProxyType({row[0]: City(*row) for row in rows})


@lru_cache(maxsize=4096)  # bounded: a pupil may send any text for a route
def route(route_id: str) -> Route | None:
    """Course: a route of the table, or the flight that its id names between two cities of the table, if it is one."""
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
    """ISO codes of the countries below a route, from a to b: the table's, or worked out for another flight."""
    frame = table("routes")
    if route.id in frame.index:
        over: Any = frame.loc[route.id, "over"]
        return tuple(over.split("|")) if isinstance(over, str) else ()  # over the sea alone
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
    """The shortest way over a sphere of the Earth's mean radius."""
    p, q, dp, dq = radians(lat_a), radians(lat_b), radians(lat_b - lat_a), radians(lon_b - lon_a)
    return 2 * EARTH_RADIUS_KM * asin(sqrt(sin(dp / 2) ** 2 + cos(p) * cos(q) * sin(dq / 2) ** 2))


@cache
def network(name: str = "full") -> tuple[str, ...]:
    """Course: the route ids of the network ``full`` (108) or ``short``, in alphabetical order."""
    flags = table("routes")[name]
    return tuple(sorted(str(route) for route in flags.index[flags]))


@cache
def dishes_by_country() -> Mapping[str, str]:
    """Spywhere: the six default nationalities in the contract's order, each with the id of its dish."""
    return MappingProxyType({str(iso): str(v) for iso, v in table("dishes")["dish"].items()})


@cache
def products(iso: str, lang: str) -> tuple[str, ...]:
    """What a country mainly grows and raises by the Factbook, the most important first; empty where none is given."""
    named = table("dishes", "products")[f"products_{lang}"].dropna()
    return tuple(named[iso].split("|")) if iso in named else ()
