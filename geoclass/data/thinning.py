"""Line simplification (Visvalingam), for maps and for the scripts that build shapes and flags."""

import math
from collections.abc import Sequence
from heapq import heapify, heappop, heappush


def importance(line: Sequence[tuple[float, float]]) -> list[float]:
    """For each point of a line, the triangle area up to which it is kept; infinite for both ends."""
    weight = [math.inf] * len(line)
    before, after = list(range(-1, len(line) - 1)), list(range(1, len(line) + 1))

    def triangle(i: int) -> float:
        (ax, ay), (bx, by), (cx, cy) = line[before[i]], line[i], line[after[i]]
        return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2

    heap = [(triangle(i), i) for i in range(1, len(line) - 1)]
    current = {i: area for area, i in heap}
    heapify(heap)
    reached = 0.0
    while heap:
        area, i = heappop(heap)
        if current.get(i) != area:  # its triangle has changed since
            continue
        weight[i] = reached = max(reached, area)
        del current[i]
        after[before[i]], before[after[i]] = after[i], before[i]
        for j in (before[i], after[i]):
            if j in current:
                current[j] = triangle(j)
                heappush(heap, (current[j], j))
    return weight
