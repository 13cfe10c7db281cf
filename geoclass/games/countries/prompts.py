"""Prompts: is the row right, and if not, which card is wrong? Guess a population."""

from bisect import bisect_right

from geoclass import data
from geoclass.games.base import Move, Reveal, View
from geoclass.games.countries.reveal import may_be_misplaced
from geoclass.games.prompts import Prompt, Truth

RIGHT, WRONG = "right", "wrong"
LESS, MORE = "less", "more"
BOUNDS = (1_000_000, 5_000_000, 20_000_000, 100_000_000)  # people
AT_ONCE = ("more",)  # laying a card needs other answers; it is told with the row
EVERY = ("row",)
ASIDE = ("size",)  # these prompts come second on phones, after the state of the guesses
SIZES = tuple(f"size{n}" for n in range(len(BOUNDS) + 1))


def prompt(view: View) -> Prompt | None:
    """About the row, a new prompt with each card; with a single card, how the top of the pile compares with it; while
    others still guess, the population."""
    cards, top = tuple(laid["card"] for laid in view["row"]), view["pile_top"]
    facts = {"round": view["round"], "category": view["category"]}
    if view["phase"] == "guess":
        facts |= {"card": top, "category": "population"}
        return Prompt(f"size.{top}", "size", "choice", SIZES, sure=True, facts=facts)
    if view["phase"] != "play":
        return None
    if len(cards) > 1:
        key = f"row.{view['round']}.{'-'.join(cards)}"
        return Prompt(key, "row", "choice", (RIGHT, WRONG), doubtful=WRONG, cards=cards, sure=True, facts=facts)
    if top is None:
        return None
    facts |= {"card": top, "other": cards[0]}
    return Prompt(f"more.{view['round']}.{top}", "more", "choice", (LESS, MORE), sure=True, facts=facts)


def holds(view: View, move: Move) -> bool:
    """A vote opens between the doubt and the turning of the row, and after the last guess."""
    return move.get("move") == "doubt" or (move.get("move") == "guess" and len(view["actors"]) == 1)


def truth(prompt: Prompt, reveal: Reveal | None) -> Truth | None:
    """A turned row settles prompts about its earlier states too. Any card of a smallest correction may be named; of the
    row turned over, "marked" has those that its reveal marks."""
    if (
        reveal is None
        or reveal["round"] != prompt.facts["round"]
        or (prompt.about == "size") != (reveal["kind"] == "guess")
    ):
        return None
    if prompt.about == "size":
        return {"say": SIZES[bisect_right(BOUNDS, reveal["value"])]} if reveal["card"] == prompt.facts["card"] else None
    if prompt.about == "more":
        figure = data.values(prompt.facts["category"])
        return {"say": MORE if figure[prompt.facts["card"]] > figure[prompt.facts["other"]] else LESS}
    value = {laid["card"]: laid["value"] for laid in reveal["row"]}
    if not value.keys() >= set(prompt.cards):
        return None
    wrong = sorted(prompt.cards[at] for at in may_be_misplaced([value[card] for card in prompt.cards]))
    marked = {"marked": reveal["misplaced"]} if is_whole(prompt, reveal) else {}
    return {"say": WRONG if wrong else RIGHT, "which": wrong} | marked


def is_whole(prompt: Prompt, reveal: Reveal) -> bool:
    """Whether the prompt was about exactly the row turned over, or about a single card."""
    return prompt.about != "row" or [laid["card"] for laid in reveal["row"]] == list(prompt.cards)
