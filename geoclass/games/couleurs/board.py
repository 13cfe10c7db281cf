"""Couleurs du monde on every screen: map, open hands, chain, a panel for the last turn."""

import json
from functools import lru_cache
from typing import Any, Literal, TypedDict

from geoclass import data, i18n, maps
from geoclass.games.couleurs import pages, tables
from geoclass.games.couleurs.end import Over, end_scene
from geoclass.games.couleurs.engine import fine_of
from geoclass.games.couleurs.tables import REGION_BONUS, REGIONS, board, may_start
from geoclass.ui.kit import screen as kit
from geoclass.ui.kit.screen import NO_GROUND, NOBODYS_TURN, Reveal, Scene, ScreenState, Turn, flag_of

DRAWN = (1, 2, 3)  # cards drawn after a chain of three, two, one; none after a longer one (M6)
PASSED = 4  # cards drawn after a pass (M7)
WORDS = (
    *("send", "back", "back_to", "start", "onward", "nothing", "unable", "choose", "plan", "stay", "chain", "points"),
    *("hand", "board", "whole", "zoom", "list", "list_title", "key", "land", "sea", "centre", "island", "worth"),
    *("open", "to_turn", "teams", "draws_none"),
)  # sentences used by the script
REASONS = {"first": "first_card", "island": "after_island", "joined": "not_joined"}  # why a card does not fit (M2–M4)


class Play(TypedDict):
    kind: Literal["couleurs.play"]
    seat: int | None
    covered: dict[str, int]  # nation → seat
    teams: list[Scene]  # with points, cards, hand
    stock: str
    left: int  # cards in the stock
    corners: Scene  # regions, each with left, text
    turn: Turn
    first: list[str]  # cards that may start a chain
    can: bool
    plan: bool
    fine: Scene | None  # of a pass: text, title, why, yes, unable
    last: Scene | None  # the latest turn: see `pages.passing`


class Board(kit.Board):
    def ground(self, screen: ScreenState) -> Scene:
        if not screen.view["game"]:
            return NO_GROUND
        options = screen.game["options"]
        return _ground(json.dumps(options), tables.edition(options), screen.lang)

    # the game going on

    def play(self, screen: ScreenState) -> Play:
        game = screen.game
        on, seat = board(game["options"]), screen.acting
        legal = screen.legal(seat)
        hand = game["hands"][seat] if seat is not None else []
        return {
            "kind": "couleurs.play",
            "seat": seat,
            "covered": game["covered"],
            "teams": self.teams(screen, points=game["scores"], cards=game["hands"], hand=self._hands(screen)),
            "stock": screen.own("stock", n=game["stock_count"]),
            "left": game["stock_count"],
            "corners": self._corners(screen),
            "turn": self._turn(screen),
            "first": [card for card in hand if may_start(on, card, game["covered"])],
            "can": bool(legal),
            "plan": screen.seat is not None and not game["result"],  # hands are open: a team may plan while it waits
            "fine": self._pass(screen, seat) if any(move["move"] == "pass" for move in legal) else None,
            "last": self._last(screen),
        }

    def _hands(self, screen: ScreenState) -> list[str]:
        """The open hands (M1): a waiting team sees its own and can plan."""
        hands = zip(screen.game["players"], screen.game["hands"], strict=True)
        return [screen.own("hand_of", team=team, n=len(hand)) for team, hand in hands]

    def _turn(self, screen: ScreenState) -> Turn:
        seat = next(iter(screen.game["actors"]), None)
        if seat is None:
            return NOBODYS_TURN
        hint = self.no_move(screen, seat) or screen.own("hint" if screen.teacher else "hint_phones")
        return {"seat": seat, "title": screen.text("stage.turn", team=screen.team(seat)), "hint": hint}

    def _pass(self, screen: ScreenState, seat: int | None) -> Scene:
        """The pass button, with a confirmation that names the fine (M7)."""
        assert seat is not None
        on = board(screen.game["options"])
        able = any(may_start(on, card, screen.game["covered"]) for card in screen.game["hands"][seat])
        fine = fine_of(able, screen.game["refusals"][seat])
        why = screen.own("pass_refuse" if able else "pass_unable", n=fine)
        drawn = min(PASSED, screen.game["stock_count"])  # D3
        draws = screen.own("pass_draws", n=drawn) if drawn else screen.own("pass_draws_none")
        return {
            "text": screen.own("pass", n=fine),
            "title": screen.own("pass_title"),
            "why": f"{why} {draws}",
            "yes": screen.own("pass_yes", n=fine),
            "unable": not able,
        }

    def _corners(self, screen: ScreenState) -> Scene:
        """The progress of each corner region (M9)."""
        covered, found = screen.game["covered"], {}
        for region, corner in board(screen.game["options"]).corners.items():
            n = sum(a in covered for a in corner)
            found[region] = {"left": len(corner) - n, "text": screen.own("of", n=n, all=len(corner))}
        return found

    def _last(self, screen: ScreenState) -> Scene | None:
        reveal = screen.game["reveal"]
        return pages.passing(screen, reveal, screen.reveal_count - 1) if reveal else None

    def said(self, screen: ScreenState) -> str:
        reveal = screen.game["reveal"]
        last = pages.told(screen, reveal) if reveal else ""
        if screen.room["phase"] == "over":
            return f"{last} {self.end(screen)['title']}".strip()
        return f"{last} {self._turn(screen)['title']}".strip()

    # a turn in detail

    def steps(self, reveal: Reveal) -> int:
        return len(pages.pages(reveal))

    def reveal(self, screen: ScreenState, reveal: Reveal, step: int) -> pages.TurnScene:
        if screen.past is None:
            return pages.scene(screen, reveal, step, screen.reveal_count - 1, screen.game["covered"])
        covered = pages.covered(self.revealed(screen)[: screen.past + 1])
        return pages.scene(screen, reveal, min(screen.page, step), screen.past, covered)

    def way_on(self, screen: ScreenState) -> str:
        return super().way_on(screen) if screen.room["phase"] == "over" else screen.own("go_on")

    def history(self, screen: ScreenState) -> list[Scene]:
        return [pages.listed(screen, turn, index) for index, turn in enumerate(self.revealed(screen))]

    def end(self, screen: ScreenState) -> Over:
        return end_scene(screen)


class _Gap:
    """A placeholder left in a sentence for the browser to fill: ``{card}``."""

    def __init__(self, name: str) -> None:
        self.name = name

    def words(self, lang: str, form: str = "") -> str:  # noqa: ARG002
        return f"{{{self.name}}}"


def _words(on: tables.Board, lang: str) -> Scene:
    gaps = {name: _Gap(name) for name in ("card", "before", "n")}
    words = {key: i18n.text(f"couleurs.stage.{key}", lang, **gaps) for key in WORDS}
    bonus = "bonus" if len(on.corners) > 1 else "bonus_one"
    if on.figure:
        words["worth"] = i18n.text("couleurs.stage.worth_by", lang, figure=data.column(on.figure))
    return words | {
        "draws": [words["draws_none"], *(i18n.text("couleurs.stage.draws", lang, n=n) for n in DRAWN)],
        "bonus": i18n.text(f"couleurs.stage.{bonus}", lang, n=REGION_BONUS),
        "why": {why: i18n.text(f"couleurs.refused.{key}", lang, **gaps) for why, key in REASONS.items()},
    }


@lru_cache(maxsize=16)
def _ground(options: str, edition: str, lang: str) -> Scene:  # noqa: ARG001  (the edition is part of the cache key)
    """The constant part of the board: nations with their positions, and the lines between them.

    Compact, as every phone fetches it. A nation is a list: position (km of Equal Earth), flag, name, name with article,
    value, region, whether it is grey; its lines are the codes of later nations, with ``~`` for a sea link.
    """
    on, lies = board(json.loads(options)), data.attribute("board_region")
    regions = [region for region in REGIONS if any(lies[a] == region for a in on.nations)]
    return {
        "regions": [[r, i18n.text(f"couleurs.stage.region.{r}", lang), int(r in on.corners)] for r in regions],
        "bonus": REGION_BONUS,
        "flag": flag_of(on.nations[0]).partition(".")[2],
        "nations": {a: _nation(on, a, regions.index(lies[a]), lang) for a in on.nations},
        "links": {a: " ".join(_line(a, b) for b in on.links[a] if b > a) for a in on.nations if on.links[a]},
        "words": _words(on, lang),
    }


def _nation(on: tables.Board, a: str, region: int, lang: str) -> list[Any]:
    country, (x, y) = data.Country(a), maps.area(a).at
    name, the = country.words(lang), country.words(lang, "the")
    flag = flag_of(a).partition(".")[0]
    return [round(x), round(y), flag, name, "" if the == name else the, on.value[a], region, int(a in on.centre)]


def _line(a: str, b: str) -> str:
    return b if (a, b) in data.border_km() else f"~{b}"
