"""The map of Explore: shaded by a figure, the chosen countries outlined and named, neighbours and flights on demand."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from bokeh.models import PanTool, WheelZoomTool

from geoclass import data, maps
from geoclass.charts.axis import TEXT
from geoclass.maps import bokeh as figures
from geoclass.maps.classes import Shading
from geoclass.ui.explore_state import State

CONTROLS = 290, 200  # pixels covered by the buttons in the map's corner
NEARER = {"in": 0.625, "out": 1.6}
REACH = 14, 22  # pixels around a click or a finger's tap in which a country is found
FRAMES = {"": maps.WORLD, **maps.CONTINENTS}


class Atlas:
    """The map of one session, updated in place."""

    def __init__(self, state: State, lang: str, dark: bool) -> None:
        self.pixels, self.letters = (1170.0, 400.0), 26.0
        self._lang, self._dark = lang, dark
        self._world = maps.WorldMap(border="sheet", **by_figure(state, lang, dark)._asdict())
        self.plot: Any = figures.draw(
            self._world, lang, dark=dark, hover=True, keep_shape=True, text=TEXT, lod_threshold=None
        )
        self.plot.add_tools(PanTool(), WheelZoomTool())
        self.handle(touch=False)
        self._seen: maps.Box | None = None  # the part of the map the user has moved to

    def handle(self, touch: bool) -> None:
        """A mouse drags and zooms the map; on touch screens a finger scrolls the page and buttons zoom."""
        self.touch = touch
        pan, wheel = (next(t for t in self.plot.tools if isinstance(t, kind)) for kind in (PanTool, WheelZoomTool))
        self.plot.toolbar.update(active_drag=None if touch else pan, active_scroll=None if touch else wheel)

    def zoom(self, way: str) -> None:
        """Zoom in, out, or back to the start."""
        ranges, home = (self.plot.x_range, self.plot.y_range), self._world.box.fitted(*self.pixels)
        for part, (start, end) in zip(ranges, (home[:2], home[2:]), strict=True):
            if way in NEARER:
                middle, half = (part.start + part.end) / 2, (part.end - part.start) / 2 * NEARER[way]
                start, end = middle - half, middle + half
            part.update(start=start, end=end)

    def moved(self, state: State, lang: str) -> None:
        """The visible part has changed: place the labels again."""
        x, y = self.plot.x_range, self.plot.y_range
        seen = maps.Box(x.start, x.end, y.start, y.end)
        if seen != self._seen:
            self._seen = seen
            self.mark(state, lang)

    def _show(self, **changed: Any) -> None:
        self._world = replace(self._world, **changed)
        figures.update(self.plot, self._world, self._lang, dark=self._dark)

    def shade(self, fills: Shading) -> None:
        """Change the colours without sending the shapes again."""
        self._show(**fills._asdict())

    def rename(self, lang: str) -> None:
        self._lang = lang
        self._show()

    def dress(self, dark: bool) -> None:
        """Set the light or dark colours of everything but the shading."""
        self._dark = dark
        self._show()

    def look_at(self, state: State) -> None:
        """Zoom to the world, a continent, or a country's surroundings on its page."""
        near = state.tab == "country" and state.country and "flights" not in state.show
        box = maps.around_country(state.country) if near else FRAMES[state.where]
        if box != self._world.box:
            self._seen = None
        # keep the circles' size on the screen
        self._show(box=box, dot_km=maps.TINY_KM * box.high / maps.WORLD.high)

    def mark(self, state: State, lang: str) -> None:
        """Draw outlines, names, neighbours and flights."""
        area = data.values("area_km2")
        touching = data.neighbours(state.country) if state.country and "neighbours" in state.show else ()
        near = sorted(touching, key=lambda iso: -area.get(iso, 0))  # the large ones are named first
        flights = routes_of(state.country) if state.country and "flights" in state.show else []
        ends = [tuple(data.cities_by_id()[city] for city in (way.city_a, way.city_b)) for way in flights]
        covered = [] if self.touch else [maps.Box(0, CONTROLS[0], 0, CONTROLS[1])]
        named = [*maps.countries(state.countries, lang), *maps.countries(near, lang, optional=True)]
        self._show(
            chosen=state.countries,
            near=[iso for iso in near if iso not in state.countries],
            routes=[maps.flight(a, b) for a, b in ends],
            markers=[maps.city(city) for city in dict.fromkeys(city for pair in ends for city in pair)],
            labels=maps.named(self._seen or self._world.box, *self.pixels, self.letters, named, taken=covered),
            fine=self.touch,
        )

    def tapped(self, x: float, y: float) -> str:
        """The country at or near a tapped point."""
        km = (self.plot.x_range.end - self.plot.x_range.start) / self.pixels[0]
        return country_at(x, y, km * REACH[self.touch], dot=self._world.dot_km)


def country_at(x: float, y: float, reach: float, dot: float = maps.TINY_KM) -> str:
    """The country at a point, territories included; empty if there is none."""
    return maps.country_at(x, y, reach, dot=dot, territories=True) or ""


def by_figure(state: State, lang: str, dark: bool) -> Shading:
    """Shade every area by the figure."""
    return maps.shading(data.column(state.figure), lang, dark=dark, steps=state.steps)


def by_country(fills: Mapping[str, str], words: Mapping[str, str], other: str) -> Shading:
    """Shade some countries in given colours, with given texts; all others plain."""
    return Shading(fills, {}, dict.fromkeys(maps.areas(), other) | dict(words))


def routes_of(iso: str) -> list[data.Route]:
    """The flights from and to a country's cities, shortest first."""
    home = {city.id for city in data.cities_by_id().values() if city.country == iso}
    found = [data.route(str(key)) for key, a, b in _routes() if a in home or b in home]
    return sorted((r for r in found if r), key=lambda r: r.km)


@cache
def _routes() -> tuple[tuple[str, str, str], ...]:
    return tuple(data.routes()[["city_a", "city_b"]].itertuples(name=None))
