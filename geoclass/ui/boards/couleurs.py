"""Couleurs du monde on the stage: the world as the board, the open hand, the chain, each turn shown in passing."""

import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from geoclass import data, i18n
from geoclass.games import couleurs_board
from geoclass.games.couleurs import fine_of
from geoclass.games.couleurs_board import REGION_BONUS, REGIONS, board, may_start
from geoclass.ui.boards import couleurs_reveal
from geoclass.ui.boards.base import NO_GROUND, Board, Scene, Shown, latest_game
from geoclass.ui.boards.couleurs_result import result
from geoclass.ui.kit.surface import flag_of, map_address

DRAWN = (3, 2, 1, 0)  # cards after a chain of one, two, three, four and more (M6)
WORDS = (
    *("send", "back", "start", "onward", "nothing", "not_first", "not_joined", "chains", "point", "points", "to_turn"),
    *("whole", "zoom", "list", "list_title", "key", "land", "sea", "centre", "island", "worth", "open"),
)  # that the script says by itself


class CouleursBoard(Board):
    scripts = ("couleurs_map", "couleurs")

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._page: tuple[int | None, int] = (None, 0)  # of which turn of the history which page is looked at

    def ground(self, shown: Shown) -> Scene:
        return _ground(json.dumps(shown.game["options"]), shown.lang) if shown.view["game"] else NO_GROUND

    # the game going on

    def play(self, shown: Shown) -> Scene:
        self._page = None, 0
        game = shown.game
        on, seat = board(game["options"]), game["actors"][0] if game["actors"] else None
        legal = shown.legal(seat) if seat is not None else []
        hand = game["hands"][seat] if seat is not None else []
        return {
            "kind": "couleurs.play",
            "seat": seat,
            "covered": game["covered"],
            "teams": self.teams(shown, points=game["scores"], cards=game["hands"], hand=self._hands(shown)),
            "stock": shown.text("stage_couleurs.stock", n=game["stock_count"]),
            "corners": self._corners(shown),
            "turn": self._turn(shown, seat),
            "first": [card for card in hand if may_start(on, card, game["covered"])],
            "can": bool(legal),
            "pass": self._pass(shown, seat) if any(move["move"] == "pass" for move in legal) else None,
            "last": self._last(shown),
        }

    def _hands(self, shown: Shown) -> list[str]:
        """Hands lie open (M1): whoever waits can look at its own and plan."""
        hands = zip(shown.game["players"], shown.game["hands"], strict=True)
        return [shown.text("stage_couleurs.hand_of", team=team, n=len(hand)) for team, hand in hands]

    def _turn(self, shown: Shown, seat: int | None) -> Scene:
        if seat is None:
            return {"seat": None, "title": "", "hint": ""}
        bot = shown.view["room"]["teams"][seat]["bot"]
        touch = "stage_couleurs.hint" if shown.teacher else "stage_couleurs.hint_phones"
        hint = "stage.paused" if shown.paused else "stage.bot_thinks" if bot else touch
        return {"seat": seat, "title": shown.text("stage.turn", team=shown.team(seat)), "hint": shown.text(hint)}

    def _pass(self, shown: Shown, seat: int | None) -> Scene:
        """The fine is said before the team passes (M7)."""
        assert seat is not None
        on = board(shown.game["options"])
        able = any(may_start(on, card, shown.game["covered"]) for card in shown.game["hands"][seat])
        fine = fine_of(able, shown.game["refusals"][seat])
        why = "refuse" if able else "unable"
        return {
            "text": shown.text("stage_couleurs.pass", n=fine),
            "title": shown.text("stage_couleurs.pass_title"),
            "why": shown.text(f"stage_couleurs.pass_{why}", n=fine),
            "yes": shown.text("stage_couleurs.pass_yes", n=fine),
            "unable": not able,
        }

    def _corners(self, shown: Shown) -> Scene:
        """How much of each corner is covered (M9)."""
        covered, found = shown.game["covered"], {}
        for region, corner in board(shown.game["options"]).corners.items():
            n = sum(a in covered for a in corner)
            found[region] = {"left": len(corner) - n, "text": shown.text("stage_couleurs.of", n=n, all=len(corner))}
        return found

    def _last(self, shown: Shown) -> Scene | None:
        reveal = shown.game["reveal"]
        return couleurs_reveal.passing(shown, reveal, latest_game(shown.room).turned - 1) if reveal else None

    def said(self, shown: Shown) -> str:
        game, reveal = shown.game, shown.game["reveal"]
        last = couleurs_reveal.told(shown, reveal) if reveal else ""
        if game["result"]:
            winners = game["result"]["winners"]
            return f"{last} {shown.text('tell.won', teams=[shown.team(s) for s in winners], n=len(winners))}"
        return f"{last} {shown.text('stage.turn', team=shown.team(game['actors'][0]))}".strip()

    # a turn looked at closely

    def steps(self, reveal: Mapping[str, Any]) -> int:
        return len(couleurs_reveal.pages(reveal))

    def reveal(self, shown: Shown, reveal: Mapping[str, Any], step: int) -> Scene:
        if shown.past is not None:
            index, page = self._page
            step = min(page, self.steps(reveal) - 1) if index == shown.past else 0
        return couleurs_reveal.scene(self, shown, reveal, step)

    def way_on(self, shown: Shown) -> str:
        return shown.text("stage.to_the_end" if shown.game["result"] else "stage_couleurs.go_on")

    def history(self, shown: Shown) -> list[Scene]:
        return [couleurs_reveal.listed(shown, turn, index) for index, turn in enumerate(self.revealed(shown))]

    def touched(self, shown: Shown, message: Mapping[str, Any]) -> None:
        """A page of a turn that is looked at closely; with an index, of that turn."""
        page, index = message.get("page"), message.get("index")
        if type(index) is int:
            shown.past = index
        self._page = shown.past, page if type(page) is int and page >= 0 else 0

    def over(self, shown: Shown) -> Scene:
        self._page = None, 0
        return result(self, shown, self.revealed(shown))


def _words(lang: str) -> Scene:
    words = {key: i18n.text(f"stage_couleurs.{key}", lang) for key in WORDS}
    return words | {"draws": [i18n.text("stage_couleurs.draws", lang, n=n) for n in DRAWN]}


def _regions(on: couleurs_board.Board, lang: str) -> list[Scene]:
    """The regions of a board with their nations, and those of them that close a corner."""
    lies = data.attribute("board_region")
    members = {region: [a for a in on.nations if lies[a] == region] for region in REGIONS}
    return [
        {
            "id": region,
            "name": i18n.text(f"stage_couleurs.region.{region}", lang),
            "corner": list(on.corners.get(region, ())),
            "members": nations,
        }
        for region, nations in members.items()
        if nations
    ]


@lru_cache(maxsize=16)
def _ground(options: str, lang: str) -> Scene:
    """What never changes in a game: the nations with their places, and the lines between them."""
    on = board(json.loads(options))
    places = data.board_places()
    pairs = [(a, b) for a, b in combinations(on.nations, 2) if b in on.links[a]]
    return {
        "map": map_address(),
        "regions": _regions(on, lang),
        "bonus": i18n.text(f"stage_couleurs.bonus{'' if len(on.corners) > 1 else '_one'}", lang, n=REGION_BONUS),
        "words": _words(lang),
        "nations": {
            a: {
                "at": places[a],
                "flag": flag_of(a),
                "name": data.Country(a).words(lang),
                "value": on.value[a],
                "region": on.region.get(a, "centre"),
                "island": not on.links[a],
            }
            for a in on.nations
        },
        "links": [[a, b, (a, b) not in data.border_km()] for a, b in pairs],
    }


BOARD = CouleursBoard
