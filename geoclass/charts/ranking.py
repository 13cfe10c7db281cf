"""Who comes first, who comes last."""

from typing import NamedTuple

from geoclass import data


class Rank(NamedTuple):
    rank: int  # equal figures share a rank
    iso: str
    value: float


def ranking(column: str) -> list[Rank]:
    """The members of the United Nations that have the figure, from the highest to the lowest."""
    members = data.attribute("un_status")
    values = {iso: v for iso, v in data.values(column).items() if members[iso] == "member"}
    order = sorted(values, key=lambda iso: (-values[iso], iso))
    found: list[Rank] = []
    for place, iso in enumerate(order, start=1):
        tied = bool(found) and found[-1].value == values[iso]
        found.append(Rank(found[-1].rank if tied else place, iso, values[iso]))
    return found
