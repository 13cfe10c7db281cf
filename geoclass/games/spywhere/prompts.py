"""Prompt: a pad to note a guess of each team's nationality; it can be changed any time and counts at the end of a
turn."""

from geoclass.games.base import Reveal, View
from geoclass.games.prompts import Prompt, Truth

AT_ONCE = ASIDE = ("pad",)  # these prompts come second on phones: the hand is shown first, for planning


def prompt(view: View) -> Prompt | None:
    if view["result"]:
        return None
    turn = sum(view["turns"])
    rows = tuple(range(len(view["players"])))
    return Prompt(f"pad.{turn}", "pad", "pad", tuple(view["nationalities"]), rows=rows, facts={"turn": turn})


def truth(prompt: Prompt, reveal: Reveal | None) -> Truth | None:  # noqa: ARG001
    """Known when the passports are opened."""
    return {"say": reveal["passports"]} if reveal and "passports" in reveal else None
