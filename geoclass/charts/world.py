"""The world shaded by a figure, in Equal Earth: areas can be compared by eye."""

from typing import Any

from bokeh.models import Circle, ColumnDataSource, HoverTool, MultiPolygons, Plot, Range1d
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from geoclass import data, i18n
from geoclass.charts.classes import classes, written
from geoclass.charts.tokens import SANS, colours

WEST, EAST, SOUTH, NORTH = -16_700, 17_300, -7_250, 8_560  # km: what is drawn, without Antarctica
TINY_KM = 130  # radius of the circle for a state too small to see: 7 pixels on a full projector
NO_DATA, DISPUTED, PLAIN = "/", "x", " "  # Bokeh's names of hatch patterns
AREAS, TINY = "areas", "tiny"


def world_map(column: str | None, lang: str | None = None, *, dark: bool = False, **options: Any) -> figure:
    """A map of the world shaded by a column of the country table, or plain; *options* go to the Bokeh figure."""
    c = colours(dark)
    usual: dict[str, Any] = {
        "sizing_mode": "stretch_width",
        "aspect_ratio": (EAST - WEST) / (NORTH - SOUTH),
        "toolbar_location": None,
        "tools": "",
        "min_border": 0,
        "outline_line_color": None,
        "background_fill_color": c["sea"],
        "border_fill_color": c["sea"],
    }
    plot = figure(x_range=Range1d(start=WEST, end=EAST), y_range=Range1d(start=SOUTH, end=NORTH), **usual | options)
    plot.axis.visible = False
    plot.grid.visible = False
    lines = data.graticule()
    plot.multi_line(xs=lines["xs"], ys=lines["ys"], line_color=c["graticule"], line_width=1)

    shown = data.map_columns()
    areas = ColumnDataSource({k: shown[k] for k in ("iso3", "xs", "ys")}, name=AREAS)
    dots = [i for i, tiny in enumerate(shown["tiny"]) if tiny]
    tiny = ColumnDataSource({k: [shown[k][i] for i in dots] for k in ("iso3", "x", "y")}, name=TINY)
    border = c["sheet"] if column else c["coast"]
    look: dict[str, Any] = {"fill_color": "fill", "line_color": border, "line_width": 0.7}
    over = look | {"line_color": c["ink"], "line_width": 2}
    hatch: dict[str, Any] = {"hatch_pattern": "hatch", "hatch_color": c["coast"], "hatch_scale": 8, "hatch_weight": 1}
    layers: list[tuple[ColumnDataSource, Any, dict[str, Any]]] = [
        (areas, MultiPolygons, {"xs": "xs", "ys": "ys"} | hatch),
        (tiny, Circle, {"x": "x", "y": "y", "radius": TINY_KM}),
    ]
    for source, glyph, place in layers:
        renderer = plot.add_glyph(source, glyph(**place, **look), hover_glyph=glyph(**place, **over))
        plot.add_tools(HoverTool(renderers=[renderer], tooltips=_tooltip(c), point_policy="follow_mouse"))
    recolour(plot, column, lang, dark=dark)
    return plot


def recolour(plot: Plot, column: str | None, lang: str | None = None, *, dark: bool = False) -> None:
    """Shade a world map by another column: only colours and figures travel, not the shapes."""
    lang = lang or i18n.language()
    words = written(data.column(column), lang) if column else {}
    shades = classes(column, dark=dark) if column else None
    fills = {iso: shades.colour(value) for iso, value in data.values(column).items()} if column and shades else {}
    land = colours(dark)["land"]
    shown = data.map_columns()
    place = {iso: i for i, iso in enumerate(shown["iso3"])}
    no_data, disputed = i18n.text("ui.map.no_data", lang), i18n.text("ui.map.disputed", lang)
    for name in (AREAS, TINY):
        layers = [r for r in plot.renderers if isinstance(r, GlyphRenderer)]
        source: Any = next(layer.data_source for layer in layers if layer.data_source.name == name)
        new: dict[str, list[Any]] = {"fill": [], "hatch": [], "name": [], "text": []}
        for iso in source.data["iso3"]:
            known, status = iso in fills, shown["status"][place[iso]]
            hatch = PLAIN if known else DISPUTED if status == "disputed" else NO_DATA if column else PLAIN
            new["fill"].append(fills.get(iso, land))
            new["hatch"].append(hatch)
            new["name"].append(shown[f"name_{lang}"][place[iso]])
            new["text"].append(words[iso] if known else {DISPUTED: disputed, NO_DATA: no_data, PLAIN: ""}[hatch])
        source.data.update({part: column for part, column in new.items() if source.data.get(part) != column})


def _tooltip(c: Any) -> str:
    style = f"font-family:{SANS};font-size:max(16px,1.15vw);color:{c['ink']};padding:2px 4px"
    return f'<div style="{style}"><b>@name</b><br>@text</div>'
