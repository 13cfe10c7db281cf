"""Where names stand beside what they name: over no other name, over nothing that is named. In pixels, y upwards."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # west, east, south, north

WAYS = ((1, -0.8), (-1, -0.8), (1, 0.8), (-1, 0.8), (0, -1), (0, 1))
FAR = (1.8, 3, 4.6, 6.5)  # heights of a letter between a point and its name, where it does not fit beside it
LETTER = 0.53  # how wide a bold letter is on average, to its height


class Label(NamedTuple):
    name: str
    of: Point  # what is named
    at: Point  # the middle of the name
    end: Point  # where the line from there ends; at *of* if the name stands beside it


def placed(
    points: Mapping[str, Point],
    frame: Box,
    high: float,
    *,
    beside: Mapping[str, float] | None = None,
    near: Mapping[str, Point] | None = None,
    taken: Iterable[Box] = (),
) -> list[Label]:
    """The names of *points* that lie in the *frame*, with lines to them; *high* is how high letters are.

    A name that is in *beside* stands right or left of its point, so many pixels away, if there is room. The names of
    *near* points stand on them, and are left out where there is no room.
    """
    found, full = list[Label](), list(taken)
    points = {name: (x, y) for name, (x, y) in points.items() if frame[0] < x < frame[1] and frame[2] < y < frame[3]}

    def box(at: Point, name: str) -> Box:
        wide, tall = (len(name) * high * LETTER + 10) / 2, (high + 8) / 2
        return at[0] - wide, at[0] + wide, at[1] - tall, at[1] + tall

    def free(b: Box) -> bool:
        inside = frame[0] < b[0] and b[1] < frame[1] and frame[2] < b[2] and b[3] < frame[3]
        clear = all(b[1] < t[0] or t[1] < b[0] or b[3] < t[2] or t[3] < b[2] for t in full)
        return inside and clear and not any(b[0] < x < b[1] and b[2] < y < b[3] for x, y in points.values())

    for name, (x, y) in points.items():
        half = len(name) * high * LETTER / 2
        sides = [(x + side * (beside[name] + half + 5), y) for side in (1, -1)] if beside else []
        ways = [(x + dx * (far * high + half * 0.5), y + dy * far * high) for far in FAR for dx, dy in WAYS]
        at = next((at for at in (*sides, *ways) if free(box(at, name))), (x, y + 2 * high))
        b = box(at, name)
        full.append(b)
        end = (x, y) if at in sides else (min(max(x, b[0] + 4), b[1] - 4), min(max(y, b[2] + 4), b[3] - 4))
        found.append(Label(name, (x, y), at, end))
    for name, at in (near or {}).items():
        if name not in points and free(b := box(at, name)):
            full.append(b)
            found.append(Label(name, at, at, at))
    return found


def hoisted(points: Iterable[tuple[float, str]], wide: float, high: float) -> list[int]:
    """The level of names that hang from poles at these places, from left to right, towards the middle of *wide*: names
    that would overlap stand one above the other, the outer the higher, so that no pole goes through a name."""
    rows = [(x, x < wide / 2, len(name) * high * LETTER + high) for x, name in points]
    spans = [(x, x + long) if left else (x - long, x) for x, left, long in rows]
    levels = [0] * len(rows)
    outwards = [i for i in reversed(range(len(rows))) if rows[i][1]] + [i for i, row in enumerate(rows) if not row[1]]
    for place, i in enumerate(outwards):
        below = [levels[j] for j in outwards[:place] if spans[j][0] < spans[i][1] and spans[i][0] < spans[j][1]]
        levels[i] = max(below, default=-1) + 1
    return levels
