"""Label placement: beside the thing named or at the end of a leader line, without overlaps.

In pixels at the current zoom, y upwards; ``Label.scaled`` converts a label to map units.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import NamedTuple

from geoclass.maps.frames import Box

Point = tuple[float, float]

# Widths of bold letters relative to their height; all others have the width OTHER.
NARROW, WIDE = "fijlrt'’.,-‑ ()Iíìîï", "mwMWœŒæÆ@%"
OTHER, CAPITAL = 0.53, 0.64
AIR = 0.13  # free margin around a name, in letter heights
GAP = 0.3  # gap between a thing and its name, in letter heights
FAR = (1.35, 2.2, 3.3, 4.7, 6.5)  # lengths of leader lines, in letter heights
BESIDE = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1))
AROUND = ((0, 1), (0, -1), (1, 0.6), (-1, 0.6), (1, -0.6), (-1, -0.6), (1, 0), (-1, 0))
TAKEN, OUTSIDE = 1000.0, 5000.0  # cost of covering something, and of leaving the frame


class NamedPlace(NamedTuple):
    """Something on the map and its name."""

    text: str
    at: Point
    half: Point = (1.0, 1.0)  # half the size of what is drawn there
    optional: bool = False  # its name is placed on it, or left out if there is no room


class Label(NamedTuple):
    """A name: *at* is its start, middle or end (*anchor*) across and its middle upwards."""

    text: str
    of: Point  # what is named
    at: Point
    anchor: str  # start, middle, end
    end: Point | None  # end of the leader line from *of*; None if there is none

    def scaled(self, k: float, move: Point = (0.0, 0.0)) -> "Label":
        def point(p: Point) -> Point:
            return p[0] * k + move[0], p[1] * k + move[1]

        return self._replace(of=point(self.of), at=point(self.at), end=self.end and point(self.end))

    def box(self, letter: float) -> Box:
        """The box it occupies at this letter height."""
        return _box(self.at, self.anchor, self.text, letter)


def width(text: str, letter: float) -> float:
    """The width of a text at this letter height."""
    return letter * sum(0.31 if c in NARROW else 0.84 if c in WIDE else CAPITAL if c.isupper() else OTHER for c in text)


def placed(
    things: Iterable[NamedPlace], frame: Box, letter: float, *, taken: Iterable[Box] = (), lines: bool = True
) -> list[Label]:
    """Place a label for each thing in the frame, most crowded first; *lines*: use leader lines for points.

    Things drawn large (*half*) get their name beside them if there is room. Without lines all names are placed beside,
    where they cover least. *letter*: letter height.
    """
    shown = [thing for thing in things if frame.holds(thing.at)]
    firm = [thing for thing in shown if not thing.optional]
    full, found = list(taken), list[Label]()
    for thing in sorted(firm, key=lambda t: -sum(_near(t.at, other.at, 5 * letter) for other in firm)):
        others = [other for other in firm if other is not thing]
        best = min(_choices(thing, letter, lines), key=lambda c: _cost(c, thing, letter, frame, full, others))
        full.append(best[1].box(letter))
        found.append(best[1])
    marks = [_mark(thing) for thing in firm]
    for thing in shown:
        label = Label(thing.text, thing.at, thing.at, "middle", None)
        box = label.box(letter)
        if thing.optional and _inside(box, frame) and not any(box.meets(other) for other in (*full, *marks)):
            full.append(box)
            found.append(label)
    return found


def _choices(thing: NamedPlace, letter: float, lines: bool) -> Iterator[tuple[float, Label]]:
    """All candidate positions of a name with their cost."""
    (x, y), (half_x, half_y) = thing.at, thing.half
    if not lines or half_x > 1:
        for i, (dx, dy) in enumerate(BESIDE):
            aside = half_x + GAP * letter if not dy else half_x * 0.6 + GAP * 0.5 * letter
            up = half_y + (0.6 if not dx else 0.35) * letter
            anchor = {1: "start", 0: "middle", -1: "end"}[dx]
            yield float(i), Label(thing.text, thing.at, (x + dx * aside, y + dy * up), anchor, None)
    if lines:
        half = width(thing.text, letter) / 2
        for far in FAR:
            for across, up in AROUND:
                at = x + across * (far * letter + half), y + up * far * letter
                box = _box(at, "middle", thing.text, letter)
                inset = letter * 0.15
                end = min(max(x, box.west), box.east), min(max(y, box.south + inset), box.north - inset)
                yield 10 + far * letter, Label(thing.text, thing.at, at, "middle", end)


def _cost(
    choice: tuple[float, Label],
    thing: NamedPlace,
    letter: float,
    frame: Box,
    full: Sequence[Box],
    others: Sequence[NamedPlace],
) -> float:
    far, label = choice
    box = label.box(letter)
    covers = sum(4 * _shared(box, other) for other in full) + sum(_shared(box, _mark(other)) for other in others)
    own = _off(thing.at, box)
    covers += any(_off(other.at, box) < own for other in others)  # it could be taken for another's name
    return far + TAKEN * covers + OUTSIDE * (not _inside(box, frame))


def _box(at: Point, anchor: str, text: str, letter: float) -> Box:
    wide, around = width(text, letter), letter * AIR
    west = at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide
    return Box(west - around, west + wide + around, at[1] - letter * 0.5 - around, at[1] + letter * 0.5 + around)


def _mark(thing: NamedPlace) -> Box:
    (x, y), (half_x, half_y) = thing.at, thing.half
    return Box(x - half_x, x + half_x, y - half_y, y + half_y)


def _shared(a: Box, b: Box) -> float:
    """0 if two boxes do not overlap; else 1 plus the covered share of the smaller one."""
    if not a.meets(b):
        return 0.0
    across, up = min(a.east, b.east) - max(a.west, b.west), min(a.north, b.north) - max(a.south, b.south)
    return 1 + across * up / min(a.wide * a.high, b.wide * b.high)


def _inside(box: Box, frame: Box) -> bool:
    return frame.west < box.west and box.east < frame.east and frame.south < box.south and box.north < frame.north


def _near(a: Point, b: Point, far: float) -> bool:
    return abs(a[0] - b[0]) < 2 * far and abs(a[1] - b[1]) < far


def _off(point: Point, box: Box) -> float:
    """The distance of a point from a box."""
    return hypot(max(box.west - point[0], 0, point[0] - box.east), max(box.south - point[1], 0, point[1] - box.north))
