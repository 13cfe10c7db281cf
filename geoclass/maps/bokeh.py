"""A world map as a Bokeh figure, created once and updated in place: only changed columns are sent."""

from collections.abc import Iterable, Mapping
from typing import Any

from bokeh.core.properties import value
from bokeh.models import (
    Circle,
    ColumnDataSource,
    CustomJS,
    HoverTool,
    MultiLine,
    MultiPolygons,
    Range1d,
    Scatter,
    Segment,
    Text,
)
from bokeh.plotting import figure

from geoclass import data
from geoclass.maps.classes import DISPUTED, NO_DATA
from geoclass.maps.frames import Box
from geoclass.maps.outlines import area, areas, columns, tiny
from geoclass.maps.tokens import SANS, colours
from geoclass.maps.world import WorldMap

OUTLINES, ROUTES, NAMES = "outlines", "routes", "names"  # optional layers
KEPT = "keeps shape"
LAYER = "map."  # prefix of layer names: a page may have other figures
AREAS, CIRCLES = "areas", "circles"  # the names of its data sources of areas
HATCHES = {NO_DATA: "/", DISPUTED: "x", None: " "}  # Bokeh's names of hatch patterns
ALIGN = {"start": "left", "middle": "center", "end": "right"}  # anchor of a label → Bokeh's alignment
TEXT = "2.6rem"
# Keeps the aspect ratio in a container of any shape: the wanted box (also after a reset) stays visible.
KEEP_SHAPE = """
const {x_range: x, y_range: y, inner_width: wide, inner_height: high} = plot
if (wide > 20 && high > 20) {
  const km = Math.max((x.reset_end - x.reset_start) / wide, (y.reset_end - y.reset_start) / high)
  for (const [range, pixels] of [[x, wide], [y, high]]) {
    const middle = (range.reset_start + range.reset_end) / 2
    range.setv({start: middle - km * pixels / 2, end: middle + km * pixels / 2})
  }
}
"""


def draw(
    world: WorldMap,
    lang: str,
    *,
    dark: bool = False,
    layers: Iterable[str] = (OUTLINES, ROUTES, NAMES),
    hover: bool = False,
    keep_shape: bool = False,
    text: str = TEXT,
    **options: Any,
) -> Any:
    """A figure of the map. *layers*: optional ones needed later; *options* go to Bokeh.

    *keep_shape*: keep the aspect ratio in a container of any shape.
    """
    usual: dict[str, Any] = {
        "sizing_mode": "stretch_both",
        "toolbar_location": None,
        "tools": "",
        "min_border": 0,
        "outline_line_color": None,
    }
    plot: Any = figure(**usual | {"x_range": Range1d(), "y_range": Range1d()} | options)
    if keep_shape:
        _keep_shape(plot)
    plot.axis.visible = plot.grid.visible = False
    _layer(plot, "graticule", ColumnDataSource({**data.graticule()}), MultiLine(xs="xs", ys="ys", line_width=1))
    _areas(plot, hover)
    wanted = set(layers)
    if OUTLINES in wanted:
        _outlines(plot, world.dot_km)
    if ROUTES in wanted:
        _routes(plot)
    if NAMES in wanted:
        _names(plot, text)
    update(plot, world, lang, dark=dark)
    return plot


def _keep_shape(plot: Any) -> None:
    keep = CustomJS(args={"plot": plot}, code=KEEP_SHAPE)
    plot.js_on_change("inner_width", keep)
    plot.js_on_change("inner_height", keep)
    for part in (plot.x_range, plot.y_range):
        part.tags = [KEPT]
        for end in ("reset_start", "reset_end"):
            part.js_on_change(end, keep)


def _areas(plot: figure, hover: bool) -> None:
    look: dict[str, Any] = {"fill_color": "fill", "line_width": 0.7}
    over = look | {"line_width": 2}
    hatch: dict[str, Any] = {"hatch_pattern": "hatch", "hatch_scale": 8, "hatch_weight": 1}
    layers: tuple[tuple[str, Any, dict[str, Any], dict[str, Any]], ...] = (
        (AREAS, MultiPolygons, {"xs": "xs", "ys": "ys"} | hatch, columns(areas()) | {"iso3": list(areas())}),
        (CIRCLES, Circle, {"x": "x", "y": "y", "radius": 1}, {}),
    )
    for name, glyph, place, given in layers:
        source = ColumnDataSource(given, name=name)
        hovered = {"hover_glyph": glyph(**place, **over)} if hover else {}
        layer = _layer(plot, name, source, glyph(**place, **look), **hovered)
        if hover:
            plot.add_tools(HoverTool(renderers=[layer], point_policy="follow_mouse"))


def _outlines(plot: figure, dot_km: float) -> None:
    for name, look in (("near", {"line_width": 3, "line_dash": [7, 5]}), ("chosen", {"line_width": "width"})):
        _layer(plot, name, ColumnDataSource(), MultiPolygons(xs="xs", ys="ys", fill_alpha=0, **look))
    ring = Circle(x="x", y="y", radius=1.6 * dot_km, fill_alpha=0, line_width=3)
    _layer(plot, "rings", ColumnDataSource(), ring)


def _routes(plot: figure) -> None:
    ways = ColumnDataSource()
    _layer(plot, "casing", ways, MultiLine(xs="xs", ys="ys", line_width=5, line_alpha=0.85))
    _layer(plot, "routes", ways, MultiLine(xs="xs", ys="ys", line_width=2.5))
    _layer(plot, "markers", ColumnDataSource(), Scatter(x="x", y="y", size=11, line_width=2))


def _names(plot: figure, text: str) -> None:
    lines, names = ColumnDataSource(), ColumnDataSource()
    _layer(plot, "leaders", lines, Segment(x0="x0", y0="y0", x1="x1", y1="y1", line_width=2))
    _layer(plot, "points", lines, Scatter(x="x0", y="y0", size=9))
    font: dict[str, Any] = {"text_font": value(SANS), "text_font_size": text, "text_font_style": "bold"}
    font |= {"text_align": "align", "text_baseline": "middle", "x": "x", "y": "y", "text": "text"}
    _layer(plot, "halo", names, Text(**font, text_outline_width=6))
    _layer(plot, NAMES, names, Text(**font))


def _layer(plot: figure, name: str, source: ColumnDataSource, glyph: Any, **options: Any) -> Any:
    # nothing is selected or muted: Bokeh would compute all colours and hatches for that too
    unused = dict.fromkeys(("selection_glyph", "nonselection_glyph", "muted_glyph"))
    return plot.add_glyph(source, glyph, name=LAYER + name, **unused | options)


def layers_of(plot: Any) -> dict[str, Any]:
    """The layers of a map's figure by name."""
    named = {str(layer.name): layer for layer in plot.renderers}
    return {name.removeprefix(LAYER): layer for name, layer in named.items() if name.startswith(LAYER)}


def update(plot: Any, world: WorldMap, lang: str, *, dark: bool = False) -> None:
    """Show another map in the same figure: outlines and unchanged columns are not sent again."""
    layers = layers_of(plot)
    _dress(plot, layers, world, dark)
    look_at(plot, world.box)
    land = colours(dark)["land"]
    rows = {AREAS: list(areas()), CIRCLES: [iso for iso in tiny() if world.shows_circle(iso)]}
    for name, codes in rows.items():
        shown: dict[str, list[Any]] = {
            "iso3": codes,
            "fill": [world.fills.get(iso, land) for iso in codes],
            "hatch": [HATCHES[world.patterns.get(iso)] for iso in codes],
        }
        if layers[name].hover_glyph:
            names = data.map_columns()[f"name_{lang}"]
            named = dict(zip(areas(), names, strict=True))
            shown |= {"name": [named[iso] for iso in codes], "text": [world.texts.get(iso, "") for iso in codes]}
        if name == CIRCLES:
            shown |= {"x": [area(iso).at[0] for iso in codes], "y": [area(iso).at[1] for iso in codes]}
        change(layers[name].data_source, shown)
    if "chosen" in layers:
        _outline(layers, world)
    if "routes" in layers:
        pieces = [piece for route in world.routes for piece in route.pieces]
        lines = [[[round(p[axis]) for p in piece] for piece in pieces] for axis in (0, 1)]
        change(layers["routes"].data_source, {"xs": lines[0], "ys": lines[1]})
        change(layers["markers"].data_source, _points([marker.at for marker in world.markers]))
    if NAMES in layers:
        _name(layers, world)


def look_at(plot: Any, box: Box) -> None:
    """Show a part of the world; a figure with *keep_shape* fits it in by itself."""
    for part, start, end in ((plot.x_range, box.west, box.east), (plot.y_range, box.south, box.north)):
        by_itself = KEPT in part.tags and part.reset_start is not None
        part.update(reset_start=start, reset_end=end, **{} if by_itself else {"start": start, "end": end})


CELL = "in a cell"  # tag of figures in notebooks, whose messages cannot patch single values


def in_cell(source: Any) -> bool:
    return CELL in source.tags


def change(source: Any, new: Mapping[str, list[Any]]) -> None:
    """Update the changed columns of a source; patch single values if few differ."""
    old = source.data
    if {len(column) for column in new.values()} != {len(column) for column in old.values()}:
        source.data = dict(new)
        return
    patches: dict[str, list[tuple[int, Any]]] = {}
    whole: dict[str, list[Any]] = {}
    for name, column in new.items():
        if name not in old:
            whole[name] = column
        elif changed := [(i, one) for i, (one, was) in enumerate(zip(column, old[name], strict=True)) if one != was]:
            if len(changed) < len(column) / 2 and not in_cell(source):
                patches[name] = changed
            else:
                whole[name] = column
    if patches:
        source.patch(patches)
    if whole:
        source.data.update(whole)


def _outline(layers: Mapping[str, Any], world: WorldMap) -> None:
    layers["chosen"].data_source.data = columns(world.chosen) | {
        "width": [_stroke(iso) / (2 if world.fine else 1) for iso in world.chosen]
    }
    layers["near"].data_source.data = columns(world.near)
    layers["rings"].data_source.data = _points([area(iso).at for iso in world.chosen if area(iso).tiny])


def _stroke(iso: str) -> float:
    """The outline width in pixels of a chosen country; thin for archipelagos."""
    km2 = data.values("area_km2").get(iso, 0)
    return 3 if km2 > 450_000 else 2 if km2 > 60_000 else 1.2


def _name(layers: Mapping[str, Any], world: WorldMap) -> None:
    led = [(label.of, label.end) for label in world.labels if label.end]
    layers["leaders"].data_source.data = {
        "x0": [a[0] for a, _ in led],
        "y0": [a[1] for a, _ in led],
        "x1": [b[0] for _, b in led],
        "y1": [b[1] for _, b in led],
    }
    layers[NAMES].data_source.data = {
        "text": [label.text for label in world.labels],
        "align": [ALIGN[label.anchor] for label in world.labels],
        **_points([label.at for label in world.labels]),
    }


def _points(points: list[Any]) -> dict[str, list[Any]]:
    return {"x": [x for x, _ in points], "y": [y for _, y in points]}


def _dress(plot: Any, layers: Mapping[str, Any], world: WorldMap, dark: bool) -> None:
    """Set the light or dark colours of everything but the fills."""
    c = colours(dark)
    plot.background_fill_color = plot.border_fill_color = c["sea"]
    border = c[world.border]
    looks: dict[str, dict[str, Any]] = {
        "graticule": {"line_color": c["graticule"]},
        AREAS: {"line_color": border, "hatch_color": c["coast"]},
        CIRCLES: {"line_color": border if world.circles is None else c["ink"], "radius": world.dot_km},
        "near": {"line_color": c["ink"]},
        "chosen": {"line_color": c["ink"]},
        "rings": {"line_color": c["ink"], "radius": 1.6 * world.dot_km},
        "casing": {"line_color": c["sheet"]},
        "routes": {"line_color": c["ink"]},
        "markers": {"fill_color": c["sheet"], "line_color": c["ink"]},
        "leaders": {"line_color": c["ink"]},
        "points": {"fill_color": c["ink"], "line_color": c["sheet"], "size": 5 if world.fine else 9},
        "halo": {"text_color": c["sheet"], "text_outline_color": c["sheet"]},
        NAMES: {"text_color": c["ink"]},
    }
    for name, layer in layers.items():
        look = looks.get(name, {})
        layer.glyph.update(**look)
        if layer.hover_glyph:
            layer.hover_glyph.update(**look | {"line_color": c["ink"]})
    for tool in plot.tools:
        if isinstance(tool, HoverTool):
            tool.tooltips = _tooltip(c)


def _tooltip(c: Mapping[str, str]) -> str:
    style = f"font-family:{SANS};font-size:max(16px,1.15vw);color:{c['ink']};padding:2px 4px"
    return f'<div style="{style}"><b>@name</b><br>@text</div>'
