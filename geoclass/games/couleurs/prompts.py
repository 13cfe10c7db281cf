"""Prompt: which nations are neighbours of the one just covered?"""

from geoclass import data
from geoclass.games.base import Reveal, View
from geoclass.games.prompts import Prompt, Truth
from geoclass.games.rng import Rng

CHOICES = 6
NEAR = 3  # at most so many of the choices are neighbours
AT_ONCE = ASIDE = ("near",)  # these prompts come second on phones: the hand is shown first, for planning


def prompt(view: View) -> Prompt | None:
    """A new prompt with each chain; before the first, about a nation in the hand of the team on turn (hands are open:
    M1)."""
    if view["result"] or not view["actors"]:
        return None
    seat = view["actors"][0]
    covered = list(view["covered"])
    nation = covered[-1] if covered else next(iter(view["hands"][seat]), None)
    if nation is None:
        return None
    facts = {"nation": nation} | ({} if covered else {"seat": seat})
    return Prompt(f"near.{nation}.{len(covered)}", "near", "several", _choices(nation), facts=facts)


def _choices(nation: str) -> tuple[str, ...]:
    """Neighbours and neighbours of neighbours, in an order that gives nothing away."""
    links, rng = data.links(), Rng(0, f"near {nation}")
    near = sorted(links[nation])
    beyond = sorted({far for one in near for far in links[one]} - {nation, *near})
    elsewhere = rng.shuffled(sorted(set(links) - {nation, *near, *beyond}))
    chosen = rng.shuffled(near)[:NEAR]
    return tuple(rng.shuffled([*chosen, *rng.shuffled(beyond), *elsewhere][:CHOICES]))


def truth(prompt: Prompt, reveal: Reveal | None) -> Truth | None:  # noqa: ARG001
    """Known from the board, without a reveal."""
    near = data.links()[prompt.facts["nation"]]
    return {"say": [option for option in prompt.options if option in near]}


def is_whole(prompt: Prompt, reveal: Reveal) -> bool:
    """Whether the reveal's turn closed the question: with the next chain, at the end, or, before the first chain, with
    the turn of the team whose nation it was."""
    if "seat" in prompt.facts:
        return bool(reveal["before"] is None and reveal["seat"] == prompt.facts["seat"])
    return bool(reveal["before"] == prompt.facts["nation"] and (reveal["chain"] or reveal["end"]))
