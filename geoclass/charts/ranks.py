"""Rankings of countries by a figure."""

from typing import NamedTuple

from geoclass import data


class Rank(NamedTuple):
    rank: int  # equal figures share a rank
    iso: str
    value: float


def ranked(column: str, members: bool = True) -> list[Rank]:
    """Countries with the figure (UN *members* only, or all), highest first."""
    status = data.attribute("un_status")
    values = {iso: v for iso, v in data.values(column).items() if not members or status[iso] == "member"}
    order = sorted(values, key=lambda iso: (-values[iso], iso))
    found: list[Rank] = []
    for place, iso in enumerate(order, start=1):
        tied = bool(found) and found[-1].value == values[iso]
        found.append(Rank(found[-1].rank if tied else place, iso, values[iso]))
    return found
