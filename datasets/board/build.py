"""The positions of the nations on the board of Couleurs du monde: those of the map, pushed apart so that flags fit.

Only + − × ÷ and square roots are used, in a fixed order, so the result is the same on every machine.
"""

import csv
import json
from math import sqrt
from pathlib import Path

ASPECT = 4 / 3  # of a flag, width to height: north–south distances are scaled by it
DECK_GAP = 600.0  # km between two nations of the deck, in these scaled distances
OTHER_GAP = 360.0  # for nations outside the deck
ROUNDS = 600

Places = dict[str, list[float]]


def build(sources: Path, into: Path) -> None:  # noqa: ARG001 - made from tables that are built earlier
    areas = json.loads((into.parent / "shapes" / "map.json").read_text("utf-8"))["areas"]
    spot = {iso: (x, y) for iso, x, y in zip(areas["iso3"], areas["x"], areas["y"], strict=True)}
    with (into.parent / "countries" / "countries.csv").open(encoding="utf-8", newline="") as file:
        members = sorted((r for r in csv.DictReader(file) if r["un_status"] == "member"), key=lambda r: r["iso3"])
    deck = {r["iso3"]: spot[r["iso3"]] for r in members if r["deck_couleurs"] == "True"}
    others = {r["iso3"]: spot[r["iso3"]] for r in members if r["iso3"] not in deck}
    places = spread(deck, {}, DECK_GAP)
    places |= spread(others, places, OTHER_GAP)
    with (into / "board.csv").open("w", encoding="utf-8", newline="") as file:
        rows = [[iso, round(x), round(y)] for iso, (x, y) in sorted(places.items())]
        csv.writer(file, lineterminator="\n").writerows([["iso3", "x", "y"], *rows])


def spread(home: dict[str, tuple[int, int]], fixed: Places, gap: float) -> Places:
    """Push the *home* places away from each other and from the *fixed* ones, while pulling each back home."""
    at = {iso: [float(x), float(y)] for iso, (x, y) in home.items()}
    names = list(at)
    for turn in range(ROUNDS):
        back = 0.03 * (1 - turn / ROUNDS)
        for iso, (x, y) in home.items():
            at[iso][0] += back * (x - at[iso][0])
            at[iso][1] += back * (y - at[iso][1])
        for i, iso in enumerate(names):
            for other in names[i + 1 :]:
                push(at[iso], at[other], gap, 0.5)
            for place in fixed.values():
                push(at[iso], place.copy(), gap, 1.0)
    return at


def push(a: list[float], b: list[float], gap: float, share: float) -> None:
    """Move two places away from each other, each by *share* of the distance missing to *gap*."""
    dx, dy = b[0] - a[0], (b[1] - a[1]) * ASPECT
    if abs(dx) >= gap or abs(dy) >= gap:
        return
    distance = sqrt(dx * dx + dy * dy)
    if distance >= gap:
        return
    step = (gap - distance) / distance * share if distance else 0.0
    for place, sign in ((a, -1), (b, 1)):
        place[0] += sign * step * dx
        place[1] += sign * step * dy / ASPECT


if __name__ == "__main__":
    build(Path(), Path(__file__).parent)
