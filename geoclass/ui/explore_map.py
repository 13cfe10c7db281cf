"""The map of Explore: shaded by a figure, the chosen countries outlined and named, neighbours and flights on demand."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from bokeh.core.properties import value
from bokeh.models import Circle, ColumnDataSource, CustomJS, MultiLine, MultiPolygons, Scatter, Segment, Text

from geoclass import data, i18n
from geoclass.charts.axis import TEXT
from geoclass.charts.classes import classes, written
from geoclass.charts.labels import Box, Label, Point, placed
from geoclass.charts.tokens import SANS, colours
from geoclass.charts.world import AREAS, DISPUTED, EAST, NO_DATA, NORTH, PLAIN, TINY, TINY_KM, WEST, world_map
from geoclass.ui.explore_state import State

CONTROLS = 290, 200  # pixels that the buttons on the map cover, in its corner
REACH = 14, 22  # pixels around a tap, of a mouse and of a finger, within which a country is found
LEAST = 1600  # km from the middle of a country's page to its edge
MAIN = 0.2  # of a country's largest part: what is smaller may lie far away
HALF_WORLD = (EAST - WEST) / 2
# What the map shows of a continent: west, east, south, north, in kilometres of Equal Earth.
FRAMES = {
    "": (WEST, EAST, -6900, 8400),  # no more sea than there must be; as the first map has it
    "Africa": (-3600, 5400, -4700, 5000),
    "America": (-16000, -2600, -7250, 8560),
    "Asia": (800, 13600, -1700, 8000),
    "Europe": (-3400, 5200, 4000, 8560),
    "Oceania": (8200, 17300, -6000, 2800),
}
# Keeps a kilometre as wide as high whatever the shape of the panel: the frame wanted stays whole in sight.
KEEP_SHAPE = """
const [w, e, s, n] = frame.data.box
const across = plot.inner_width, up = plot.inner_height
if (across > 20 && up > 20) {
  const km = Math.max((e - w) / across, (n - s) / up)
  const x = (w + e) / 2, y = (s + n) / 2
  plot.x_range.setv({start: x - km * across / 2, end: x + km * across / 2})
  plot.y_range.setv({start: y - km * up / 2, end: y + km * up / 2})
}
"""


class Fill(NamedTuple):
    """What every area shows: its colour, its pattern, and what is said when it is pointed at."""

    fill: list[str]
    hatch: list[str]
    text: list[str]


class Atlas:
    """The map of one session; changed in place, never drawn anew."""

    def __init__(self, state: State, lang: str, dark: bool) -> None:
        self.pixels, self.letters, self.touch = (1170.0, 400.0), 26.0, False
        self._looked_at: Box = FRAMES[""]
        self.plot: Any = world_map(
            state.figure, lang, dark=dark, sizing_mode="stretch_both", aspect_ratio=None, lod_threshold=None
        )
        layers: list[Any] = list(self.plot.renderers)
        self._layers: dict[str, Any] = {
            layer.data_source.name: layer for layer in layers if layer.data_source.name in (AREAS, TINY)
        }
        self._lines: Any = self.plot.renderers[0]
        self._frame = ColumnDataSource({"box": list(FRAMES[""])})
        keep = CustomJS(args={"plot": self.plot, "frame": self._frame}, code=KEEP_SHAPE)
        self.plot.js_on_change("inner_width", keep)
        self.plot.js_on_change("inner_height", keep)
        self._frame.js_on_change("data", keep)
        self._near = self._over(MultiPolygons(xs="xs", ys="ys", fill_alpha=0, line_width=3, line_dash=[7, 5]))
        self._chosen = self._over(MultiPolygons(xs="xs", ys="ys", fill_alpha=0, line_width="width"))
        self._dots = self._over(Circle(x="x", y="y", radius=1.6 * TINY_KM, fill_alpha=0, line_width=3))
        ways = ColumnDataSource()
        self._casing: Any = self.plot.add_glyph(ways, MultiLine(xs="xs", ys="ys", line_width=5, line_alpha=0.85))
        self._ways: Any = self.plot.add_glyph(ways, MultiLine(xs="xs", ys="ys", line_width=2.5))
        self._cities = self._over(Scatter(x="x", y="y", size=11, line_width=2))
        names = ColumnDataSource()
        self._leaders: Any = self.plot.add_glyph(names, Segment(x0="x0", y0="y0", x1="x1", y1="y1", line_width=2))
        self._ends: Any = self.plot.add_glyph(names, Scatter(x="x0", y="y0", size=9))
        font: dict[str, Any] = {"text_font": value(SANS), "text_font_size": "size", "text_font_style": "bold"}
        font |= {"text_align": "center", "text_baseline": "middle", "x": "x", "y": "y", "text": "text"}
        self._halo: Any = self.plot.add_glyph(names, Text(**font, text_outline_width=6))
        self._ink: Any = self.plot.add_glyph(names, Text(**font))
        self.dress(dark)

    def _over(self, glyph: Any) -> Any:
        return self.plot.add_glyph(ColumnDataSource(), glyph)

    # what changes

    def shade(self, fills: Fill) -> None:
        """Other colours; the shapes stay in the browser."""
        for name, layer in self._layers.items():
            rows = range(len(fills.fill)) if name == AREAS else _tiny()
            layer.data_source.data.update({part: [column[i] for i in rows] for part, column in fills._asdict().items()})

    def rename(self, lang: str) -> None:
        names = data.map_columns()[f"name_{lang}"]
        for name, layer in self._layers.items():
            layer.data_source.data["name"] = names if name == AREAS else [names[i] for i in _tiny()]

    def look_at(self, state: State) -> None:
        """A continent, the world, or on a country's page what is around it."""
        near = state.tab == "country" and state.country and "flights" not in state.show
        self._looked_at = around(state.country) if near else FRAMES[state.where]
        if self._frame.data["box"] != list(self._looked_at):
            self._frame.data = {"box": list(self._looked_at)}
            closer = (self._looked_at[3] - self._looked_at[2]) / (FRAMES[""][3] - FRAMES[""][2])
            for layer, radius in ((self._layers[TINY], TINY_KM), (self._dots, 1.6 * TINY_KM)):
                for glyph in (layer.glyph, layer.hover_glyph):
                    if glyph:
                        glyph.radius = radius * closer  # as large on the screen as on the map of the world

    def mark(self, state: State, lang: str) -> None:
        """Outlines, names, neighbours and flights."""
        shown, place = data.map_columns(), _place()
        chosen = [place[iso] for iso in state.countries]
        self._chosen.data_source.data = _outlines(chosen) | {
            "width": [_stroke(iso) / (2 if self.touch else 1) for iso in state.countries]
        }
        dots = [i for i in chosen if shown["tiny"][i]]
        self._dots.data_source.data = {"x": [shown["x"][i] for i in dots], "y": [shown["y"][i] for i in dots]}
        near = data.neighbours(state.country) if state.country and "neighbours" in state.show else {}
        self._near.data_source.data = _outlines([place[iso] for iso in near if iso not in state.countries])
        flights = routes_of(state.country) if state.country and "flights" in state.show else []
        self._fly(flights)
        self._ends.glyph.size = 5 if self.touch else 9
        points = {data.Country(iso).words(lang): _point(iso) for iso in state.countries}
        self._name(points, {data.Country(iso).words(lang): _point(iso) for iso in near})

    def _fly(self, flights: Sequence[data.Route]) -> None:
        lines = [line for flight in flights for line in _way(flight)]
        self._ways.data_source.data = {"xs": [xs for xs, _ in lines], "ys": [ys for _, ys in lines]}
        cities = {data.cities_by_id()[c] for flight in flights for c in (flight.city_a, flight.city_b)}
        spots = [data.project(city.longitude, city.latitude) for city in cities]
        self._cities.data_source.data = {"x": [x for x, _ in spots], "y": [y for _, y in spots]}

    def _name(self, points: Mapping[str, Point], near: Mapping[str, Point]) -> None:
        west, east, south, north = self._looked_at
        wide, high = self.pixels
        km = max((east - west) / wide, (north - south) / high)
        x, y = (west + east) / (2 * km), (south + north) / (2 * km)
        seen = (x - wide / 2, x + wide / 2, y - high / 2, y + high / 2)
        covered = [] if self.touch else [(seen[0], seen[0] + CONTROLS[0], seen[2], seen[2] + CONTROLS[1])]
        named: list[Label] = placed(_per(km, points), seen, self.letters, near=_per(km, near), taken=covered)
        self._ink.data_source.data = {
            "text": [label.name for label in named],
            "x": [label.at[0] * km for label in named],
            "y": [label.at[1] * km for label in named],
            "x0": [label.of[0] * km for label in named],
            "y0": [label.of[1] * km for label in named],
            "x1": [label.end[0] * km for label in named],
            "y1": [label.end[1] * km for label in named],
            "size": [TEXT] * len(named),
        }

    def dress(self, dark: bool) -> None:
        """The colours of day or night, of all but the shades."""
        c = colours(dark)
        self.plot.background_fill_color = self.plot.border_fill_color = c["sea"]
        self._lines.glyph.line_color = c["graticule"]
        for layer in self._layers.values():
            layer.glyph.line_color = c["sheet"]
            layer.hover_glyph.line_color = c["ink"]
        self._layers[AREAS].glyph.hatch_color = self._layers[AREAS].hover_glyph.hatch_color = c["coast"]
        for layer in (self._near, self._chosen, self._dots, self._leaders, self._ways):
            layer.glyph.line_color = c["ink"]
        self._casing.glyph.line_color = c["sheet"]
        self._cities.glyph.update(fill_color=c["sheet"], line_color=c["ink"])
        self._ends.glyph.update(fill_color=c["ink"], line_color=c["sheet"])
        self._halo.glyph.update(text_color=c["sheet"], text_outline_color=c["sheet"])
        self._ink.glyph.text_color = c["ink"]

    def tapped(self, x: float, y: float) -> str:
        """The country at a place of the map, or near enough for a finger."""
        km = (self.plot.x_range.end - self.plot.x_range.start) / self.pixels[0]
        return country_at(x, y, km * REACH[self.touch])


def by_figure(state: State, lang: str, dark: bool) -> Fill:
    """Every area as the figure has it."""
    return _by_figure(data.column(state.figure), state.steps, lang, dark)


@cache
def _by_figure(about: data.Column, steps: str, lang: str, dark: bool) -> Fill:
    shown, values, shades = data.map_columns(), data.values(about.name), classes(about.name, dark=dark, steps=steps)
    said = {"disputed": i18n.text("ui.map.disputed", lang)}
    no_data, land, words = i18n.text("ui.map.no_data", lang), colours(dark)["land"], written(about, lang)
    found = Fill([], [], [])
    for iso, status in zip(shown["iso3"], shown["status"], strict=True):
        known = values.get(iso)
        found.fill.append(land if known is None else shades.colour(known))
        found.hatch.append(PLAIN if known is not None else DISPUTED if status == "disputed" else NO_DATA)
        found.text.append(said.get(status, no_data) if known is None else words[iso])
    return found


def by_country(fills: Mapping[str, str], words: Mapping[str, str], other: str, dark: bool) -> Fill:
    """Some countries in given colours with given words, all others plain."""
    codes, land = data.map_columns()["iso3"], colours(dark)["land"]
    return Fill([fills.get(iso, land) for iso in codes], [PLAIN] * len(codes), [words.get(iso, other) for iso in codes])


@cache
def around(iso: str) -> Box:
    """What a country's page shows of the map: its main parts, and about as much again around them."""
    shape = _shapes()[0][_place()[iso]]
    parts = list(getattr(shape, "geoms", [shape]))
    most = max(part.area for part in parts)
    bounds = [part.bounds for part in parts if part.area > MAIN * most]
    west, south = min(b[0] for b in bounds), min(b[1] for b in bounds)
    east, north = max(b[2] for b in bounds), max(b[3] for b in bounds)
    wide, high = max(0.7 * (east - west), LEAST), max(0.7 * (north - south), LEAST)
    x, top = (west + east) / 2, min((south + north) / 2 + high, NORTH)
    return x - wide, x + wide, top - 2 * high, top


def routes_of(iso: str) -> list[data.Route]:
    """The flights of the table from and to the cities of a country, the shortest first."""
    home = {city.id for city in data.cities_by_id().values() if city.country == iso}
    found = [data.route(str(key)) for key, a, b in _routes() if a in home or b in home]
    return sorted((r for r in found if r), key=lambda r: r.km)


@cache
def _routes() -> tuple[tuple[str, str, str], ...]:
    return tuple(data.routes()[["city_a", "city_b"]].itertuples(name=None))


@cache
def _way(flight: data.Route) -> tuple[tuple[list[float], list[float]], ...]:
    """The great circle on the map, in two where it leaves the map on one side and comes back on the other."""
    cities = data.cities_by_id()
    lines: list[tuple[list[float], list[float]]] = [([], [])]
    before: float | None = None
    for latitude, longitude in data.great_circle(cities[flight.city_a], cities[flight.city_b], 48):
        x, y = data.project(longitude, latitude)
        if before is not None and abs(x - before) > HALF_WORLD:
            lines.append(([], []))
        lines[-1][0].append(round(x))
        lines[-1][1].append(round(y))
        before = x
    return tuple(lines)


@cache
def _place() -> Mapping[str, int]:
    return {iso: i for i, iso in enumerate(data.map_columns()["iso3"])}


@cache
def _tiny() -> tuple[int, ...]:
    return tuple(i for i, tiny in enumerate(data.map_columns()["tiny"]) if tiny)


def _stroke(iso: str) -> float:
    """Pixels of a chosen country's outline: a thick one would fill an archipelago."""
    area = data.values("area_km2")[iso]
    return 3 if area > 450_000 else 2 if area > 60_000 else 1.2


def _per(km: float, points: Mapping[str, Point]) -> dict[str, Point]:
    return {name: (x / km, y / km) for name, (x, y) in points.items()}


def _point(iso: str) -> Point:
    shown, i = data.map_columns(), _place()[iso]
    return shown["x"][i], shown["y"][i]


def _outlines(rows: Sequence[int]) -> dict[str, list[Any]]:
    shown = data.map_columns()
    return {"xs": [shown["xs"][i] for i in rows], "ys": [shown["ys"][i] for i in rows]}


@cache
def _shapes() -> Any:
    """Every area as a shape, in the order of the map's columns, with an index."""
    from shapely import MultiPolygon, Polygon, STRtree, make_valid

    shown = data.map_columns()
    shapes = []
    for xs, ys in zip(shown["xs"], shown["ys"], strict=True):
        rings = [
            [list(zip(a, b, strict=True)) for a, b in zip(part_x, part_y, strict=True)]
            for part_x, part_y in zip(xs, ys, strict=True)
        ]
        shapes.append(make_valid(MultiPolygon([Polygon(outer, holes) for outer, *holes in rings])))
    return shapes, STRtree(shapes)


def country_at(x: float, y: float, reach: float) -> str:
    """The country whose dot or area is at a place, or the nearest within *reach* km: dots come first, being small."""
    from shapely import Point as Spot

    shown, spot = data.map_columns(), Spot(x, y)
    dots = sorted((((shown["x"][i] - x) ** 2 + (shown["y"][i] - y) ** 2) ** 0.5, i) for i in _tiny())
    shapes, index = _shapes()
    inside = [int(i) for i in index.query(spot, predicate="intersects")]
    if dots[0][0] <= reach / 2:
        return _sovereign(dots[0][1])
    if not inside:
        near = [(shapes[i].distance(spot), int(i)) for i in index.query(spot.buffer(reach))]
        inside = [i for far, i in sorted([*near, dots[0]]) if far <= reach]
    return next((iso for i in inside if (iso := _sovereign(i))), "")


def _sovereign(row: int) -> str:
    """The country of an area: itself, or the one it belongs to; a disputed area is nobody's here."""
    shown, known = data.map_columns(), data.attribute("un_status")
    return next((iso for iso in (shown["iso3"][row], shown["parent"][row]) if iso in known), "")
