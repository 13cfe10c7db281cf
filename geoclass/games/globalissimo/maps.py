"""Globalissimo's maps as scenes: the blank map to point at, and the maps of reveals."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from geoclass import data, i18n, maps
from geoclass.games.globalissimo.words import Place as Lies
from geoclass.maps.tokens import class_colours

Scene = dict[str, Any]
LETTER = 25  # pixels: height of names on the stage
NAMED = 8  # countries at most
DOT = 100.0  # km: the circle of a tiny state; leaves the centre of its neighbours free


class Place(NamedTuple):
    """The size of a map's slot on the stage, in pixels."""

    wide: int
    high: int


LESSON, ANSWER, END = Place(620, 290), Place(840, 480), Place(540, 490)
ACCENT = "var(--accent)"


def blank(said: str) -> Scene:
    """The world without names; tiny states are circles."""
    small = [iso for iso in maps.tiny() if iso in data.attribute("un_status")]
    return maps.scene(maps.WorldMap(maps.WHOLE, circles=small, said=said, dot_km=DOT))


def shaded(fills: Mapping[str, str], place: Place, lang: str, said: str) -> Scene:
    """Some countries in given colours, with names."""
    box = maps.around([maps.area(iso).at for iso in fills], place.wide / place.high)
    labels = maps.named(box, *place, LETTER, maps.countries(list(fills)[:NAMED], lang))
    letter = LETTER * box.km(*place)
    return maps.scene(maps.WorldMap(box, fills=fills, circles=fills, labels=labels, letter_km=letter, said=said))


def shades(category: str, values: Mapping[str, float]) -> dict[str, str]:
    """Country → colour by its figure, as CSS variables (light and dark)."""
    classes, palette = maps.classes(category), class_colours()
    return {iso: f"var(--class-{palette.index(classes.colour(value)) + 1})" for iso, value in values.items()}


@cache
def positions(lang: str) -> Scene:
    """All countries by position, without names, for screen readers; the same dict each time."""
    latitude, longitude = data.values("latitude"), data.values("longitude")
    groups: dict[str, list[list[str]]] = {}
    for iso in sorted(latitude, key=lambda iso: (-latitude[iso], longitude[iso])):
        continent = i18n.text(f"tell.continent.{data.attribute('continent')[iso]}", lang)
        groups.setdefault(continent, []).append([iso, Lies(iso).words(lang)])
    return {"positions": [{"continent": name, "places": groups[name]} for name in sorted(groups)]}
