"""Spywhere on the stage: the open cards, what is public about every team, and a curtain before what is not."""

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from geoclass import data
from geoclass.charts.countries import RowMap
from geoclass.charts.spywhere import tell_chart
from geoclass.charts.tokens import class_colours
from geoclass.games.spywhere import Dish
from geoclass.ui.boards.base import Board, Scene, Shown
from geoclass.ui.boards.spywhere_result import PARTS, parts, result
from geoclass.ui.kit.surface import served

DRAWINGS = Path(str(files("geoclass.ui.phone") / "static" / "dishes"))
DRAWN = {file.stem for file in DRAWINGS.glob("*.svg")}
CHART, MAP = 0, 1  # the places of the two figures
MAP_PIXELS, MAP_RATIO = 1210, 1.73  # of the map's place


class SpywhereBoard(Board):
    scripts = ("spywhere",)
    figure_count = 2

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._charted: tuple[Any, ...] | None = None
        self._mapped: tuple[Any, ...] | None = None
        self._map: RowMap | None = None

    def note(self, shown: Shown) -> str:
        return shown.text("stage_spywhere.turn_number", n=max(shown.game["turns"]))

    # what everybody may see

    def play(self, shown: Shown) -> Scene:
        game = shown.game
        counts = game["hand_counts"]
        laid_before: list[list[int]] = [
            [seat for seat, target in game["tried"] if target == s] for s in range(len(counts))
        ]
        return {
            "kind": "spywhere.play",
            "turn": self._turn(shown),
            "before": self._swapped(shown),
            "choosing": game["phase"] == "choose",
            "open": [self.card(shown, card) for card in game["open"]],
            "pile": {"text": shown.text("stage_spywhere.pile"), "n": game["pile_count"]},
            "teams": self.teams(
                shown,
                cards=counts,
                cards_said=[shown.text("stage.cards", n=n) for n in counts],
                clues=[self._counted(shown, clues) for clues in game["clues"]],
                tried_by=laid_before,
                tried_said=[
                    shown.text("stage_spywhere.tried_by", teams=[shown.team(s) for s in seats]) if seats else ""
                    for seats in laid_before
                ],
            ),
            "is_not": shown.text("stage_spywhere.is_not"),
            "no_clue": shown.text("stage_spywhere.no_clue"),
            "tries": {
                "title": shown.text("stage_spywhere.tries"),
                "none": shown.text("stage_spywhere.no_tries"),
                "pairs": game["tried"],
                "said": [
                    shown.text("spywhere.event.identified", team=shown.team(a), opponent=shown.team(b))
                    for a, b in game["tried"]
                ],
            },
            "log": self.log(shown),
            "pass": self._pass(shown),
            "pass_to": shown.text("stage_spywhere.pass_to"),
        }

    def log(self, shown: Shown) -> Scene:
        """All exchanges that everybody saw, the latest first."""
        return {
            "title": shown.text("stage_spywhere.exchanges"),
            "none": shown.text("stage_spywhere.no_exchange"),
            "rows": [
                {"seat": seat, "text": self._exchanged(shown, seat, give, take)}
                for seat, give, take in reversed(shown.game["history"])
            ],
        }

    def card(self, shown: Shown, iso: str) -> Scene:
        """A nationality card: country, flag, dish and its drawing; a plate for a dish that nobody has drawn."""
        dish = str(shown.game["options"]["nationalities"][iso])
        file = dish if dish in DRAWN else "plate"
        words = Dish(dish).words(shown.lang)
        picture = f"{served('geoclass_dishes', DRAWINGS)}{file}.svg?v={data.EDITION}"
        return shown.country(iso) | {
            "dish": words[:1].upper() + words[1:],
            "picture": picture,
            "drawn": dish in DRAWN,
        }

    def _counted(self, shown: Shown, cards: Mapping[str, int]) -> list[Scene]:
        """Cards with how many there are of each."""
        return [
            self.card(shown, iso) | {"n": n, "times": shown.text("stage_spywhere.times", n=n)}
            for iso, n in cards.items()
        ]

    def _turn(self, shown: Shown) -> Scene:
        game, actors = shown.game, shown.game["actors"]
        seat = actors[0] if len(actors) == 1 else None
        if not actors:  # ended by the teacher
            return {"seat": None, "title": shown.text("stage_spywhere.end.stopped"), "hint": ""}
        team = "" if seat is None else shown.team(seat)
        title = shown.text(f"stage_spywhere.phase.{game['phase']}", team=team)
        if game["phase"] == "closing":
            hint = shown.text("stage_spywhere.still_trying", teams=[shown.team(s) for s in actors], n=len(actors))
        elif seat is not None and shown.view["room"]["teams"][seat]["bot"]:
            hint = shown.text("stage.bot_thinks")
        else:
            hint = shown.text(f"stage_spywhere.hint.{game['phase']}")
        return {"seat": seat, "title": title, "hint": shown.text("stage.paused") if shown.paused else hint}

    def _before(self, shown: Shown) -> str:
        if not shown.game["history"] or shown.game["phase"] == "closing":
            return ""
        seat, give, take = shown.game["history"][-1]
        return self._exchanged(shown, seat, give, take, "before")

    def _swapped(self, shown: Shown) -> Scene | None:
        """The latest exchange, with gaps in its sentence where its two cards are drawn."""
        if shown.paused or not self._before(shown):
            return None
        seat, give, take = shown.game["history"][-1]
        text = shown.text("stage_spywhere.before", team=shown.team(seat), give="{give}", take="{take}")
        return {"text": text, "give": self.card(shown, give), "take": self.card(shown, take)}

    def _exchanged(self, shown: Shown, seat: int, give: str, take: str, key: str = "exchanged") -> str:
        dishes = {name: self.card(shown, iso)["dish"] for name, iso in (("give", give), ("take", take))}
        return shown.text(f"stage_spywhere.{key}", team=shown.team(seat), **dishes)

    def said(self, shown: Shown) -> str:
        game = shown.game
        if shown.view["room"]["showing"] and (reveal := game["reveal"]):
            return str(self.reveal(shown, reveal, int(shown.view["room"]["step"]))["said"])
        if game["result"]:
            winners = [shown.team(s) for s in game["result"]["winners"]]
            return shown.text("tell.won", teams=winners, n=len(winners))
        return f"{self._before(shown)} {self._turn(shown)['title']}".strip()

    # what only one team may see: asked for when its curtain opens

    def curtains(self, shown: Shown) -> Mapping[int, str]:
        game, teams = shown.game, shown.view["room"]["teams"]
        turn = {
            seat: game["phase"] if game["phase"] == "closing" else str(game["turns"][seat]) for seat in game["actors"]
        }
        return {seat: key for seat, key in turn.items() if not teams[seat]["bot"]}

    def _pass(self, shown: Shown) -> list[Scene]:
        """The buttons that hand the device over; a team with a phone needs it less."""
        if not shown.teacher or shown.paused or shown.view["room"]["phase"] != "playing":
            return []
        return [
            {
                "seat": seat,
                "name": shown.team(seat),
                "text": shown.text("stage_spywhere.pass", team=shown.team(seat)),
                "phone": bool(shown.view["room"]["teams"][seat]["here"]),
            }
            for seat in self.curtains(shown)
        ]

    def behind(self, shown: Shown, seat: int, seen: Mapping[str, Any]) -> Scene:
        game = seen["game"]
        passports = [self.card(shown, iso) for iso in game["passports"][seat]]
        texts = (
            "passport",
            "give",
            "take",
            "give_hint",
            "eliminate_hint",
            "identify",
            "identify_hint",
            "cards",
            "laid",
            "known",
            "is_not",
            "no_clue",
        )
        return {
            "title": shown.text(f"stage_spywhere.phase.{game['phase']}", team=shown.team(seat)),
            "passports": [c | {"note": shown.text("stage_spywhere.your_dish", dish=c["dish"])} for c in passports],
            "hand": self._counted(shown, Counter(game["hand"])),
            "in_hand": shown.text("stage.cards", n=len(game["hand"])),
            "open": [self.card(shown, card) for card in game["open"]],
            "nations": [self.card(shown, card) for card in game["cards_left"]],
            "laid": [self.card(shown, card) | {"target": target} for target, card in game["laid"]],
            "players": game["players"],
            "known": [
                {"seat": other, "clues": self._counted(shown, clues)}
                for other, clues in enumerate(game["clues"])
                if other != seat
            ],
            "phase": game["phase"],
            "moves": [{"move": move, "text": self._move(shown, move)} for move in seen["legal"]],
            "words": {name: shown.text(f"stage_spywhere.{name}") for name in texts},
        }

    def _move(self, shown: Shown, move: Mapping[str, Any]) -> str:
        named = {k: self.card(shown, move[k])["dish"] for k in ("give", "take") if k in move}
        if "nationality" in move:
            named |= {"dish": self.card(shown, move["nationality"])["dish"]}
        if "target" in move:
            named |= {"opponent": shown.team(move["target"]), "nationality": data.Country(move["nationality"])}
        return shown.text(f"stage_spywhere.move.{move['move']}", **named)

    # the reveal: passports one by one, points in steps, the tell, the countries, the map

    def steps(self, reveal: Mapping[str, Any]) -> int:
        return 1 if "part" in reveal else len(parts(reveal))

    def reveal(self, shown: Shown, reveal: Mapping[str, Any], step: int) -> Scene:
        all_ = parts(reveal)
        part, n = (reveal["part"], 99) if "part" in reveal else all_[min(step, len(all_) - 1)]
        if part == "tell":
            self._chart(shown, reveal)
        if part == "map":
            self._paint(shown, reveal)
        return {"file": f"geoclass-{shown.room.code}-{part}"} | PARTS[part](self, shown, reveal, n)

    def has_past(self, shown: Shown) -> bool:
        """After the end, the parts of the reveal can be opened again."""
        return bool(shown.game["reveal"]) and not shown.view["room"]["showing"]

    def history(self, shown: Shown) -> list[Scene]:
        return [
            {"index": i, "title": shown.text(f"stage_spywhere.part.{part}"), "text": "", "right": None}
            for i, part in enumerate(PARTS)
        ]

    def revealed(self, shown: Shown) -> list[Mapping[str, Any]]:
        reveal = shown.game["reveal"]
        return [reveal | {"part": part} for part in PARTS] if reveal else []

    def over(self, shown: Shown) -> Scene:
        return result(self, shown)

    def _chart(self, shown: Shown, reveal: Mapping[str, Any]) -> None:
        wanted = (shown.lang, shown.dark, shown.view["version"])
        if wanted != self._charted:
            self._charted = wanted
            names = {c["card"]: self.card(shown, c["card"])["dish"] for c in reveal["countries"] if c["in_play"]}
            self.put(CHART, tell_chart(reveal, shown.game["players"], names, dark=shown.dark))

    def _paint(self, shown: Shown, reveal: Mapping[str, Any]) -> None:
        wanted = (shown.lang, shown.dark, tuple(c["card"] for c in reveal["countries"]))
        if wanted == self._mapped:
            return
        self._mapped = wanted
        world = self._map or RowMap()
        world.pixels, world.ratio = MAP_PIXELS, MAP_RATIO
        colour = class_colours(shown.dark)[3]
        world.shade({c["card"]: colour for c in reveal["countries"]}, shown.lang, dark=shown.dark)
        if self._map is None:  # painted before it is first put in its place: what is not there yet cannot be patched
            self._map = world
            self.put(MAP, world.plot)


BOARD = SpywhereBoard
