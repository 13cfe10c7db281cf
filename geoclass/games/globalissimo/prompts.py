"""Prompts: the order of the open countries, and the question at a barrier."""

from geoclass import data
from geoclass.games.base import Move, Reveal, View
from geoclass.games.globalissimo import tables
from geoclass.games.globalissimo.reveal import Asked
from geoclass.games.globalissimo.words import Flag
from geoclass.games.prompts import Prompt, Truth
from geoclass.games.rng import Rng

CHOICES = 4  # capitals to choose from
EVERY = ("rank",)


def prompt(view: View) -> Prompt | None:
    """The order of a round until its last tile is laid, then each barrier's question."""
    facts = {"round": view["round"]}
    if asked := view["question"]:
        card, key = asked["card"], _key(asked, view["round"])
        if asked["colour"] == tables.CAPITAL:
            return Prompt(key, "capital", "choice", _capitals(card), facts=facts | {"card": card})
        return Prompt(key, "place", "place", facts=facts | {"card": card})
    if view["phase"] != "estimate":
        return None
    facts |= {"category": view["category"], "flags_only": view["options"]["flags_only"]}
    return Prompt(f"rank.{view['round']}", "rank", "order", tuple(view["open"]), facts=facts)


def _key(asked: Asked, round_: int) -> str:
    return f"{asked['colour']}.{round_}.{asked['card']}"


def _capitals(card: str) -> tuple[str, ...]:
    """Countries of the same continent whose capitals are the choices, in an order that gives nothing away."""
    continent, rng = data.attribute("continent"), Rng(0, f"capitals {card}")
    others = [iso for iso in sorted(tables.deck()) if continent[iso] == continent[card] and iso != card]
    return tuple(rng.shuffled([card, *rng.shuffled(others)[: CHOICES - 1]]))


def holds(view: View, move: Move) -> bool:
    """A vote opens after the last tile, before the figures are shown, and when a team has answered at a barrier."""
    return move.get("move") != "estimate" or len(view["tiles"]) + 1 == len(view["players"])


def held(move: Move) -> Move:
    """A tile is public at once; an answer and its verdict only once it is played."""
    return move if move["move"] == "estimate" else {"seat": move["seat"], "move": move["move"]}


def truth(prompt: Prompt, reveal: Reveal | None) -> Truth | None:
    """The ranking tells the order; a barrier's answer is told when solved, as it is not asked again (G8), or else once
    the round is over (G9)."""
    if reveal is None:
        return None
    if prompt.about == "rank":
        is_this = reveal["round"] == prompt.facts["round"]
        return {"say": {ranked["card"]: ranked["rank"] for ranked in reveal["ranking"]}} if is_this else None
    known = reveal["round"] > prompt.facts["round"] or any(_is_about(prompt, reveal, one) for one in _told(reveal))
    return {"say": prompt.facts["card"]} if known else None


def is_whole(prompt: Prompt, reveal: Reveal) -> bool:
    """Whether the reveal shows the ranking, or else the answer to this very question."""
    told = _told(reveal)
    return not told if prompt.about == "rank" else bool(told) and _is_about(prompt, reveal, told[-1])


def _told(reveal: Reveal) -> list[Asked]:
    """The questions whose answers the reveal tells, latest last."""
    return [*reveal["solved"], *([reveal["unsolved"]] if reveal["unsolved"] else [])]


def _is_about(prompt: Prompt, reveal: Reveal, asked: Asked) -> bool:
    return prompt.id == _key(asked, reveal["round"])


def named(prompt: Prompt, option: str, lang: str, told: bool) -> str | None:
    """Word an option: a capital by its name; a country as a flag without a name until its card is turned."""
    if prompt.about == "capital":
        return data.capital(option, lang)
    if prompt.facts.get("flags_only") and not told:
        return Flag(prompt.options.index(option) + 1).words(lang)
    return None
