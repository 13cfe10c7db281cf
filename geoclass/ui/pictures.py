"""Small pictures of the world for the first page, from the same shapes as every map."""

from functools import cache

from geoclass import charts, data
from geoclass.charts.tokens import colours
from geoclass.ui.page import picture

Window = tuple[int, int, int, int]  # west, south, width, height in km of Equal Earth
WORLD: Window = (-13500, -6500, 29500, 14800)
ATLANTIC: Window = (-10500, -3500, 13500, 11500)


@cache
def world(column: str = "median_age") -> str:
    """The whole world shaded by a figure."""
    shade, values, c = charts.classes(column), data.values(column), colours()
    return _svg(WORLD, {iso: shade.colour(v) for iso, v in values.items()}, c["sheet"], 5)


@cache
def atlantic() -> str:
    """The lands around the Atlantic, plain."""
    c = colours()
    return _svg(ATLANTIC, dict.fromkeys(data.values("population"), c["land"]), c["coast"], 4)


def _svg(window: Window, fills: dict[str, str], line: str, every: int) -> str:
    west, south, width, height = window
    c, shown = colours(), data.map_columns()
    by_colour: dict[str, list[str]] = {}
    for iso, polygons_x, polygons_y in zip(shown["iso3"], shown["xs"], shown["ys"], strict=True):
        for (xs, *_), (ys, *_) in zip(polygons_x, polygons_y, strict=True):  # without holes
            if len(xs) < 3 * every or max(xs) < west or min(xs) > west + width or max(ys) < south:
                continue
            points = "L".join(f"{x // 10} {-y // 10}" for x, y in zip(xs[::every], ys[::every], strict=True))
            by_colour.setdefault(fills.get(iso, c["land"]), []).append(f"M{points}Z")
    paths = "".join(f"<path fill='{fill}' d='{''.join(lands)}'/>" for fill, lands in by_colour.items())
    box = f"{west // 10} {-(south + height) // 10} {width // 10} {height // 10}"
    style = f"stroke='{line}' stroke-width='6' stroke-linejoin='round'"
    return picture(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{box}' {style}>{paths}</svg>")
