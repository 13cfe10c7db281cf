"""Spywhere on every screen: the public board, a team's secret screen, the reveal in parts."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypedDict

from geoclass import data, i18n
from geoclass.games.spywhere.end import PARTS, Over, Part, end_scene, parts, shown_part
from geoclass.games.spywhere.words import Dish
from geoclass.ui.kit import screen as kit
from geoclass.ui.kit.screen import Reveal, Scene, ScreenState, Turn, picture
from geoclass.ui.kit.words import Move

OWN_WORDS = (
    *("passport", "hide", "show", "hand", "give", "take", "middle", "seen", "eliminate", "identify", "face_down"),
    *("which", "cards", "laid", "known", "said", "plan"),
)  # sentences of a team's secret screen
DRAWN = {file.name.removesuffix(".svg"): file for file in (files(__package__) / "drawings").iterdir()}


class Play(TypedDict):
    """The public board."""

    kind: Literal["spywhere.play"]
    turn: Turn
    before: Scene | None  # the latest exchange: text with placeholders, give, take
    choosing: bool
    open: list[Scene]  # cards: see `Board.card`
    pile: Scene  # text, n
    teams: list[Scene]  # with cards, cards_said, clues, tried_by, tried_said
    is_not: str
    no_clue: str
    tries: Scene  # title, none, pairs, said
    log: Scene  # title, none, rows
    hand_over: list[Scene]  # buttons that pass the device: seat, name, text, phone
    pass_to: str


class OwnScreen(TypedDict):
    """A team's secret screen."""

    kind: Literal["spywhere.own"]
    seat: int
    title: str
    passports: list[Scene]  # cards with note
    hand: list[Scene]  # cards with n, times
    in_hand: str
    open: list[Scene]
    nations: list[Scene]  # identification cards left
    laid: list[Scene]  # identification cards laid, with target, team
    targets: list[Scene]  # seat, name
    known: list[Scene]  # of each other team: seat, clues
    moves: list[Move]
    plan: bool  # whether the next exchange can be planned
    then: str
    log: Scene
    is_not: str
    no_clue: str
    words: dict[str, str]


class Board(kit.Board):
    def note(self, screen: ScreenState) -> str:
        return screen.own("turn_number", n=max(screen.game["turns"]))

    def ground(self, screen: ScreenState) -> Scene:  # noqa: ARG002 (they are the same for all)
        """The drawings of the dishes."""
        return _drawings()

    def play(self, screen: ScreenState) -> Play | OwnScreen:
        return self._public(screen) if screen.seat is None else self._own(screen, screen.seat)

    def ask_more(self, screen: ScreenState) -> Scene:
        """For the pad: nationalities ruled out by open clues, and the own passport."""
        game, seat = screen.game, screen.seat
        own = set(game["passports"][seat] or ()) if seat is not None else set()
        rows = [
            {"seat": row, "name": screen.team(row), "out": sorted(own | set(game["clues"][row]))}
            for row in range(len(game["players"]))
            if row != seat
        ]
        return {"rows": rows}

    # the public board

    def _public(self, screen: ScreenState) -> Play:
        game = screen.game
        counts = game["hand_counts"]
        laid_before: list[list[int]] = [
            [seat for seat, target in game["tried"] if target == s] for s in range(len(counts))
        ]
        return {
            "kind": "spywhere.play",
            "turn": self._turn(screen),
            "before": self._swapped(screen),
            "choosing": game["phase"] == "choose",
            "open": [self.card(screen, card) for card in game["open"]],
            "pile": {"text": screen.own("pile"), "n": game["pile_count"]},
            "teams": self.teams(
                screen,
                cards=counts,
                cards_said=[screen.text("stage.cards", n=n) for n in counts],
                clues=[self._counted(screen, clues) for clues in game["clues"]],
                tried_by=laid_before,
                tried_said=[
                    screen.own("tried_by", teams=[screen.team(s) for s in seats]) if seats else ""
                    for seats in laid_before
                ],
            ),
            "is_not": screen.own("is_not"),
            "no_clue": screen.own("no_clue"),
            "tries": {
                "title": screen.own("tries"),
                "none": screen.own("no_tries"),
                "pairs": game["tried"],
                "said": [
                    screen.text("spywhere.event.identified", team=screen.team(a), opponent=screen.team(b))
                    for a, b in game["tried"]
                ],
            },
            "log": self.log(screen),
            "hand_over": self._pass(screen),
            "pass_to": screen.own("pass_to"),
        }

    def log(self, screen: ScreenState) -> Scene:
        """All exchanges, latest first."""
        return {
            "title": screen.own("exchanges"),
            "none": screen.own("no_exchange"),
            "rows": [
                {"seat": seat, "text": self._exchanged(screen, seat, give, take)}
                for seat, give, take in reversed(screen.game["history"])
            ],
        }

    def card(self, screen: ScreenState, iso: str) -> Scene:
        """A nationality card: country, flag, dish and its drawing, or a plate if there is none."""
        dish = str(screen.game["options"]["nationalities"][iso])
        drawn = dish in DRAWN
        return screen.country(iso) | {
            "dish": i18n.capitalised(Dish(dish).words(screen.lang)),
            "picture": dish if drawn else "plate",
            "drawn": drawn,
        }

    def _counted(self, screen: ScreenState, cards: Mapping[str, int]) -> list[Scene]:
        """Cards with their counts."""
        return [self.card(screen, iso) | {"n": n, "times": screen.own("times", n=n)} for iso, n in cards.items()]

    def _turn(self, screen: ScreenState) -> Turn:
        game, actors = screen.game, screen.game["actors"]
        seat = actors[0] if len(actors) == 1 else None
        team = "" if seat is None else screen.team(seat)
        title = screen.own(f"phase.{game['phase']}", team=team)
        if game["phase"] == "closing":
            hint = screen.own("still_trying", teams=[screen.team(s) for s in actors], n=len(actors))
        elif seat is not None and screen.room["teams"][seat]["bot"]:
            hint = screen.text("stage.bot_thinks")
        else:
            hint = screen.own(f"hint.{game['phase']}")
        return {"seat": seat, "title": title, "hint": screen.text("stage.paused") if screen.paused else hint}

    def _before(self, screen: ScreenState) -> str:
        if not screen.game["history"] or screen.game["phase"] == "closing":
            return ""
        seat, give, take = screen.game["history"][-1]
        return self._exchanged(screen, seat, give, take, "before")

    def _swapped(self, screen: ScreenState) -> Scene | None:
        """The latest exchange, with placeholders in its sentence where the two cards are drawn."""
        if screen.paused or not self._before(screen):
            return None
        seat, give, take = screen.game["history"][-1]
        text = screen.own("before", team=screen.team(seat), give="{give}", take="{take}")
        return {"text": text, "give": self.card(screen, give), "take": self.card(screen, take)}

    def _exchanged(self, screen: ScreenState, seat: int, give: str, take: str, key: str = "exchanged") -> str:
        dishes = {name: self.card(screen, iso)["dish"] for name, iso in (("give", give), ("take", take))}
        return screen.own(key, team=screen.team(seat), **dishes)

    def said(self, screen: ScreenState) -> str:
        game = screen.game
        if screen.showing and (reveal := game["reveal"]):
            return str(self.reveal(screen, reveal, int(screen.room["step"]))["said"])
        if game["reveal"]:
            return end_scene(self, screen)["title"]
        return f"{self._before(screen)} {self._turn(screen)['title']}".strip()

    # the secret screen of one team, fetched when its curtain opens

    def curtains(self, screen: ScreenState) -> Mapping[int, str]:
        game, teams = screen.game, screen.room["teams"]
        turn = {
            seat: game["phase"] if game["phase"] == "closing" else str(game["turns"][seat]) for seat in game["actors"]
        }
        return {seat: key for seat, key in turn.items() if not teams[seat]["bot"]}

    def _pass(self, screen: ScreenState) -> list[Scene]:
        """The buttons that hand the device over to a team."""
        if not screen.teacher or screen.paused or screen.room["phase"] != "playing":
            return []
        return [
            {
                "seat": seat,
                "name": screen.team(seat),
                "text": screen.own("pass", team=screen.team(seat)),
                "phone": bool(screen.room["teams"][seat]["here"]),
            }
            for seat in self.curtains(screen)
        ]

    def _own(self, screen: ScreenState, seat: int) -> OwnScreen:
        """A team's secret screen: passport, hand, moves and knowledge."""
        game, legal = screen.game, screen.legal(seat)
        passports = [self.card(screen, iso) for iso in game["passports"][seat]]
        return {
            "kind": "spywhere.own",
            "seat": seat,
            "title": screen.own(f"phase.{game['phase']}", team=screen.team(seat)),
            "passports": [c | {"note": screen.own("your_dish", dish=c["dish"])} for c in passports],
            "hand": self._counted(screen, Counter(game["hand"])),
            "in_hand": screen.text("stage.cards", n=len(game["hand"])),
            "open": [self.card(screen, card) for card in game["open"]],
            "nations": [self.card(screen, card) for card in game["cards_left"]],
            "laid": [
                self.card(screen, card) | {"target": target, "team": screen.team(target)}
                for target, card in game["laid"]
            ],
            "targets": [
                {"seat": target, "name": screen.team(target)}
                for target in dict.fromkeys(move["target"] for move in legal if "target" in move)
            ],
            "known": [
                {"seat": other, "clues": self._counted(screen, clues)}
                for other, clues in enumerate(game["clues"])
                if other != seat
            ],
            "moves": [{"move": move, "text": self._move(screen, move)} for move in legal],
            "plan": game["phase"] != "closing" and seat not in game["actors"],
            "then": screen.own("own.then") if len(game["players"]) > 2 else "",
            "log": self.log(screen),
            "is_not": screen.own("is_not"),
            "no_clue": screen.own("no_clue"),
            "words": {name: screen.own(f"own.{name}") for name in OWN_WORDS},
        }

    def _move(self, screen: ScreenState, move: Mapping[str, Any]) -> str:
        named = {k: self.card(screen, move[k])["dish"] for k in ("give", "take") if k in move}
        if "nationality" in move:
            named |= {"dish": self.card(screen, move["nationality"])["dish"]}
        if "target" in move:
            named |= {"opponent": screen.team(move["target"]), "nationality": data.Country(move["nationality"])}
        return screen.own(f"move.{move['move']}", **named)

    # the reveal: passports one by one, points in steps, suspicions, countries, map

    def steps(self, reveal: Reveal) -> int:
        return 1 if "part" in reveal else len(parts(reveal))

    def reveal(self, screen: ScreenState, reveal: Reveal, step: int) -> Part:
        part, n = shown_part(reveal, step)
        return PARTS[part](self, screen, reveal, n)

    def has_past(self, screen: ScreenState) -> bool:
        return bool(self.revealed(screen))

    def history(self, screen: ScreenState) -> list[Scene]:
        return [
            {"index": i, "title": screen.own(f"part.{part}"), "text": "", "right": None} for i, part in enumerate(PARTS)
        ]

    def revealed(self, screen: ScreenState) -> list[Reveal]:
        """The parts of the reveal can be opened again once all of it has been shown."""
        reveal = None if screen.showing else screen.game["reveal"]
        return [reveal | {"part": part} for part in PARTS] if reveal else []

    def end(self, screen: ScreenState) -> Over:
        return end_scene(self, screen)


@cache
def _drawings() -> Scene:
    return {"dishes": {dish: picture(file.read_text("utf-8").strip()) for dish, file in DRAWN.items()}}
