"""Copy the flags of members and observers, and simplify the very large files.

A drawing is simplified by turning its curves into short straight lines and removing points, then shapes, too small to
be seen, with a growing threshold until the file is small enough.
"""

import csv
import math
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

from geoclass.data.thinning import importance

HERE = Path(__file__).parent
LARGE, LIMIT = 50_000, 29_500  # bytes: files larger than LARGE are simplified to at most LIMIT
SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
DETAIL = [0.02 * 1.25**k for k in range(24)]  # thresholds, in square units of a flag 640 wide
HAIRLINE = 0.2  # a thinner stroke is not drawn
SEEN = 7  # a shape is removed if its bounding box is smaller than this many thresholds
CURVE = 8  # straight lines per curve

Points = list[tuple[float, float]]
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
FLAG = re.compile(r"[01]")
ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}


def build(sources: Path, into: Path) -> None:
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    with (sources / "codes.csv").open(encoding="utf-8", newline="") as file:
        codes = sorted({r["iso2"].lower() for r in csv.DictReader(file) if r["un_status"]})
    for code in codes:
        text = (sources / "flags" / f"{code}.svg").read_text("utf-8").strip() + "\n"
        (into / f"{code}.svg").write_text(thinned(text) if len(text.encode()) > LARGE else text, "utf-8")
    (into / "LICENSE").write_text((sources / "flags" / "LICENSE").read_text("utf-8"), "utf-8")


def thinned(text: str) -> str:
    for detail in DETAIL:
        root = ET.fromstring(text)
        thin(root, 1.0, detail)
        group(root)
        smaller = ET.tostring(root, encoding="unicode", short_empty_elements=True).replace(" />", "/>") + "\n"
        if len(smaller.encode()) <= LIMIT:
            return smaller
    raise ValueError(f"flag still too large: {len(smaller)} bytes")


def thin(element: ET.Element, scale: float, detail: float) -> None:
    """Simplify every path below an element; *scale* is the drawn size of its unit."""
    for child in list(element):
        size = scale * scaling(child.get("transform", ""))
        if child.tag == f"{{{SVG}}}path":
            stroke = float(child.get("stroke-width", element.get("stroke-width", "0")))
            if stroke * size < HAIRLINE and child.attrib.pop("stroke", None) and child.get("fill") == "none":
                element.remove(child)
                continue
            if path := lighter(child.get("d", ""), size, detail, stroke):
                child.set("d", path)
            elif child.get("id") is None:
                element.remove(child)
        else:
            thin(child, size, detail)
            if child.tag == f"{{{SVG}}}g" and not len(child):
                element.remove(child)


def scaling(transform: str) -> float:
    """The mean scale factor of a transform."""
    size = 1.0
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        n = [float(x) for x in NUMBER.findall(inside)]
        if name == "scale":
            size *= math.sqrt(abs(n[0] * n[-1]))
        elif name == "matrix":
            size *= math.sqrt(abs(n[0] * n[3] - n[1] * n[2]))
    return size


def lighter(d: str, size: float, detail: float, stroke: float) -> str:
    """Path data without points and shapes smaller than *detail* when drawn; empty if nothing is left."""
    found = []
    for points, weights, closed in weighed(d):
        fewer = [p for p, w in zip(points, weights, strict=True) if w >= detail / size**2]
        wide, high = (max(c) - min(c) for c in zip(*points, strict=True))
        seen = (wide + stroke) * (high + stroke) * size**2
        if len(fewer) > 1 and seen > SEEN * detail:
            found.append(written(clockwise(fewer) if len(weighed(d)) == 1 else fewer, closed, 1 if size < 3 else 2))
    return "".join(found)


def clockwise(points: Points) -> Points:
    """The same outline, clockwise, so that overlapping outlines of one path do not cut holes."""
    return points if sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])) >= 0 else points[::-1]


def written(points: Points, closed: bool, digits: int) -> str:
    """Points as the shortest relative path data; each step starts at the rounded previous point."""
    unit = 10**digits
    grid = [(round(x * unit), round(y * unit)) for x, y in points]
    out, (x, y) = [f"M{short(grid[0][0], unit)} {short(grid[0][1], unit)}"], grid[0]
    command, last = "l", ""
    for nx, ny in grid[1:]:
        dx, dy, (x, y) = nx - x, ny - y, (nx, ny)
        if dx == dy == 0:
            continue
        a, b = short(dx, unit), short(dy, unit)
        out.append((command or gap(last, a)) + a + gap(a, b) + b)
        command, last = "", b
    return "".join(out) + ("z" if closed else "")


def gap(one: str, other: str) -> str:
    """The separator needed between two numbers: none before a minus, nor before a second decimal point."""
    return "" if other[0] == "-" or (other[0] == "." and "." in one) else " "


def short(value: int, unit: int) -> str:
    text = f"{value / unit:.4f}".rstrip("0").rstrip(".")
    return re.sub(r"^(-?)0\.", r"\1.", text) or "0"


@cache
def weighed(d: str) -> list[tuple[Points, list[float], bool]]:
    return [(points, importance(points), closed) for points, closed in lines(d)]


def lines(d: str) -> Iterator[tuple[Points, bool]]:
    """The subpaths of path data as points, curves as short lines, and whether each is closed."""
    here = start = control = (0.0, 0.0)
    points: Points = []
    last = ""
    for command, numbers in steps(d):
        kind, relative = command.lower(), command.islower()
        ox, oy = here if relative else (0.0, 0.0)
        if kind in "hv":
            along = numbers[0]
            here = (ox + along, here[1]) if kind == "h" else (here[0], oy + along)
            points.append(here)
        elif kind == "z":
            yield points, True
            here, points = start, [start]
        elif kind == "a":
            end = (ox + numbers[5], oy + numbers[6])
            points += arc(here, numbers[:5], end)
            here = end
        else:
            pairs = [(ox + x, oy + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            if kind == "m":
                if len(points) > 1:
                    yield points, False
                start, points = pairs[0], [pairs[0]]
            elif kind == "l":
                points += pairs
            else:
                if kind in "st":
                    mirrored = (2 * here[0] - control[0], 2 * here[1] - control[1])
                    pairs.insert(0, mirrored if last in ("cs" if kind == "s" else "qt") and last else here)
                points += bezier([here, *pairs])
                control = pairs[-2]
            here = pairs[-1]
        last = kind
    if len(points) > 1:
        yield points, False


def steps(d: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; implicit repetitions are spelled out."""
    for command, inside in re.findall(r"([a-zA-Z])([^a-df-zA-DF-Z]*)", d):
        need = ARGUMENTS[command.lower()]
        numbers = arc_numbers(inside) if need == 7 else [float(x) for x in NUMBER.findall(inside)]
        if not need:
            yield command, []
        for i in range(0, len(numbers), need or 1):
            yield command, numbers[i : i + need]
            command = {"m": "l", "M": "L"}.get(command, command)


def arc_numbers(inside: str) -> list[float]:
    """The numbers of arcs, whose two flags need no space before the next number."""
    found: list[float] = []
    at = 0
    while at < len(inside):
        if inside[at] in " ,\n":
            at += 1
            continue
        match = (FLAG if len(found) % 7 in (3, 4) else NUMBER).match(inside, at)
        if match is None:
            raise ValueError(f"not an arc: {inside}")
        found.append(float(match[0]))
        at = match.end()
    return found


def bezier(points: Points) -> Points:
    """A quadratic or cubic curve without its first point."""
    found = []
    for k in range(1, CURVE + 1):
        t, level = k / CURVE, points
        while len(level) > 1:
            level = [(a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for a, b in pairwise(level)]
        found += level
    return found


def arc(begin: tuple[float, float], numbers: list[float], end: tuple[float, float]) -> Points:
    """An elliptical arc without its first point (SVG 1.1, F.6)."""
    rx, ry, turn, large, sweep = abs(numbers[0]), abs(numbers[1]), math.radians(numbers[2]), numbers[3], numbers[4]
    if not rx or not ry or begin == end:
        return [end]
    cos, sin = math.cos(turn), math.sin(turn)
    hx, hy = (begin[0] - end[0]) / 2, (begin[1] - end[1]) / 2
    x, y = cos * hx + sin * hy, cos * hy - sin * hx
    grow = max(1.0, math.hypot(x / rx, y / ry))
    rx, ry = rx * grow, ry * grow
    below = (rx * y) ** 2 + (ry * x) ** 2
    k = math.sqrt(max(0.0, (rx * ry) ** 2 / below - 1)) * (1 if large != sweep else -1)
    cx, cy = k * rx * y / ry, -k * ry * x / rx
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    angle = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    angle = angle % (2 * math.pi) if sweep else -(-angle % (2 * math.pi))
    parts = max(2, math.ceil(abs(angle) / math.pi * 2 * CURVE))
    mx, my = (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2
    found = []
    for i in range(1, parts):
        t = first + angle * i / parts
        px, py = cx + rx * math.cos(t), cy + ry * math.sin(t)
        found.append((mx + cos * px - sin * py, my + sin * px + cos * py))
    return [*found, end]


def group(element: ET.Element, merge: bool = True) -> None:
    """Write attributes shared by adjacent paths once: on a group, or on one merged path if that looks the same."""
    merge = merge and element.get("fill-rule") != "evenodd"
    runs: list[list[ET.Element]] = []
    for child in list(element):
        group(child, merge)
        same = runs and child.tag == f"{{{SVG}}}path" == runs[-1][0].tag and shared(child) == shared(runs[-1][0])
        if same:
            runs[-1].append(child)
        else:
            runs.append([child])
        element.remove(child)
    for run in runs:
        plain = merge and run[0].get("fill-rule") != "evenodd"
        if plain and len(run) > 1 and all(path.get("d", "").count("M") == 1 and not path.get("id") for path in run):
            ET.SubElement(element, f"{{{SVG}}}path", shared(run[0]) | {"d": "".join(p.get("d", "") for p in run)})
        elif len(run) > 2 and shared(run[0]):
            around = ET.SubElement(element, f"{{{SVG}}}g", shared(run[0]))
            for path in run:
                ET.SubElement(around, f"{{{SVG}}}path", {k: v for k, v in path.attrib.items() if k in ("d", "id")})
        else:
            element.extend(run)


def shared(path: ET.Element) -> dict[str, str]:
    return {k: v for k, v in path.attrib.items() if k not in ("d", "id")}


if __name__ == "__main__":
    import sys

    build(Path(sys.argv[1]), HERE)
