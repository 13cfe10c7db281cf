"""Where the nations lie on the board of Couleurs du monde: at their place on the map, pushed apart so that flags fit.

Only + − × ÷ and square roots, in a fixed order: the same everywhere.
"""

import csv
import json
from math import sqrt
from pathlib import Path

TALL = 4 / 3  # a flag is so much wider than high: distances north to south count more
APART = 600.0  # km between two nations of the deck, measured so
CLOSER = 360.0  # for those outside it
ROUNDS = 600

Places = dict[str, list[float]]


def build(sources: Path, into: Path) -> None:  # noqa: ARG001 - made from tables that are built before
    areas = json.loads((into.parent / "shapes" / "map.json").read_text("utf-8"))["areas"]
    spot = {iso: (x, y) for iso, x, y in zip(areas["iso3"], areas["x"], areas["y"], strict=True)}
    with (into.parent / "countries" / "countries.csv").open(encoding="utf-8", newline="") as file:
        members = sorted((r for r in csv.DictReader(file) if r["un_status"] == "member"), key=lambda r: r["iso3"])
    deck = {r["iso3"]: spot[r["iso3"]] for r in members if r["deck_couleurs"] == "True"}
    others = {r["iso3"]: spot[r["iso3"]] for r in members if r["iso3"] not in deck}
    places = spread(deck, {}, APART)
    places |= spread(others, places, CLOSER)
    with (into / "board.csv").open("w", encoding="utf-8", newline="") as file:
        rows = [[iso, round(x), round(y)] for iso, (x, y) in sorted(places.items())]
        csv.writer(file, lineterminator="\n").writerows([["iso3", "x", "y"], *rows])


def spread(home: dict[str, tuple[int, int]], fixed: Places, apart: float) -> Places:
    """*home*, each place pushed from the others and from the *fixed* ones, and drawn back as long as there is room."""
    at = {iso: [float(x), float(y)] for iso, (x, y) in home.items()}
    names = list(at)
    for turn in range(ROUNDS):
        back = 0.03 * (1 - turn / ROUNDS)
        for iso, (x, y) in home.items():
            at[iso][0] += back * (x - at[iso][0])
            at[iso][1] += back * (y - at[iso][1])
        for i, iso in enumerate(names):
            for other in names[i + 1 :]:
                push(at[iso], at[other], apart, 0.5)
            for place in fixed.values():
                push(at[iso], place.copy(), apart, 1.0)
    return at


def push(a: list[float], b: list[float], apart: float, share: float) -> None:
    """Move two places away from each other, each by its *share* of what they are too near."""
    dx, dy = b[0] - a[0], (b[1] - a[1]) * TALL
    if abs(dx) >= apart or abs(dy) >= apart:
        return
    far = sqrt(dx * dx + dy * dy)
    if far >= apart:
        return
    step = (apart - far) / far * share if far else 0.0
    for place, sign in ((a, -1), (b, 1)):
        place[0] += sign * step * dx
        place[1] += sign * step * dy / TALL


if __name__ == "__main__":
    build(Path(), Path(__file__).parent)
