"""The teacher's console: teams and phones, the teacher's actions, and what only the teacher may see."""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict
from urllib.parse import urlencode

from geoclass import bots, data, i18n
from geoclass.rooms import NAME_LENGTH, Refused, Room
from geoclass.ui import live, takeaway
from geoclass.ui.kit import clock, points, vote
from geoclass.ui.kit.figures import Figures
from geoclass.ui.kit.parts import board_of
from geoclass.ui.kit.screen import Scene
from geoclass.ui.page import argument, spoken
from geoclass.ui.qr import qr
from geoclass.ui.shell import entered, page
from geoclass.ui.stage import Screen, sorry

PUPILS = 40  # in a large class


class ConsoleScene(TypedDict):
    dark: bool
    here: dict[str, Any]  # the state kept in the address
    head: dict[str, str]  # game, text
    said: str
    paused: str | None
    resume: Scene | None
    at: str  # how far the lesson is
    hands: Scene | None  # the form to count hands
    clock: Scene | None  # the countdown of the turn
    board: "Page"


class Page(TypedDict):
    kind: Literal["console.page"]
    state: str
    actions: list[Scene]  # text, send, perhaps strong, sure
    teams: list[Scene]  # seat, name, bot, active, phones, trouble, remove
    waiting: list[Scene]  # phones without a team: what the room tells of them, text
    levels: list[list[str]]
    remove: Scene | None  # the phones that have never played
    longest: int
    asked: Scene | None  # answer, judge (buttons)
    take: Scene | None
    join: dict[str, str] | None  # address, qr, code
    stage: str
    words: dict[str, str]


class Console(Screen):
    """One session's console of a room."""

    def __init__(self, room: Room, token: str, lang: str, game: str) -> None:
        super().__init__(room, token, lang, board_of(game), Figures(), "console")

    def scene(self) -> ConsoleScene:
        shown = self.shown
        room, teacher, game = shown.view["room"], shown.view["teacher"], shown.view["game"]
        query = urlencode({"room": room["code"], "as": "teacher", "lang": shown.lang})
        actors = game["actors"] if room["phase"] == "playing" and not room["showing"] else []
        return {
            "dark": shown.dark,
            "here": {"lang": shown.lang},
            "head": {"game": shown.text("stage.console.title"), "text": shown.text(f"{self.board.game}.name")},
            "said": self._state(),
            "paused": self.paused(),
            "resume": self.resume(),
            "at": room["at"],
            "hands": vote.hands_scene(shown) if game else None,
            "clock": clock.clock_scene(shown) if game else None,
            "board": {
                "kind": "console.page",
                "state": self._state(),
                "actions": self._actions(room, game),
                "teams": [self._team(seat, team, seat in actors) for seat, team in enumerate(room["teams"])],
                "remove": self._remove_idle(teacher["phones"], game),
                "waiting": [p | {"text": self._wish(p["wish"])} for p in teacher["phones"] if p["seat"] is None],
                "levels": self._levels(),
                "longest": NAME_LENGTH,
                "asked": self._asked_now(teacher["answer"], room),
                "take": takeaway.scene(self.room, shown.lang),
                "join": self._join(),
                "stage": f"{self.board.game}?{query}",
                "words": i18n.section("stage.console.word", shown.lang),
            },
        }

    def _state(self) -> str:
        """The phase of the game, and whose turn it is."""
        shown = self.shown
        room, game = shown.view["room"], shown.view["game"]
        if game is None:
            return shown.text("stage.console.lobby")
        if paused := self.paused():
            return paused
        if room["showing"]:
            return shown.text("stage.console.showing")
        if room["phase"] == "over":
            return shown.text("rooms.refused.over")
        if asked := vote.vote_scene(shown):
            return f"{asked['steps'][asked['at']]}. {asked['answered']} {asked['answered_text']}"
        return shown.text("stage.console.waits", teams=[shown.team(seat) for seat in game["actors"]])

    def _team(self, seat: int, team: dict[str, Any], active: bool) -> Scene:
        teacher = self.shown.view["teacher"]
        faltered = team["bot"] and seat in teacher["faltered"]
        return {
            "seat": seat,
            "name": team["name"],
            "bot": team["bot"] or "",
            "active": active,
            "phones": [p for p in teacher["phones"] if p["seat"] == seat],
            "trouble": self.shown.text("stage.console.faltered") if faltered else None,
            "remove": self._remove_team(seat, team),
        }

    def _levels(self) -> list[list[str]]:
        """Who can play a team: pupils, or a bot of each level."""
        text = self.shown.text
        by_bot = [[level, text("stage.lobby.bot", level=text(f"stage.level.{level}"))] for level in bots.LEVELS]
        return [["", text("stage.console.pupils")], *by_bot]

    def _wish(self, seat: int | None) -> str:
        """The team a waiting phone asks for, in words."""
        if seat is None:
            return self.shown.text("stage.console.no_wish")
        return self.shown.text("stage.console.wish", team=self.shown.view["room"]["teams"][seat]["name"])

    def _actions(self, room: dict[str, Any], game: Any) -> list[dict[str, Any]]:
        def action(name: str, **more: Any) -> dict[str, Any]:
            send = {"do": "control", "action": name, "what": more.pop("what", {})}
            return {"send": send, "text": more.pop("text", None) or self.shown.text(f"stage.console.{name}")} | more

        found = []
        if game is None:
            found.append(action("start", strong=True))
        elif room["showing"]:
            found.append(action("next", strong=True, **self._next(game["reveal"], int(room["step"]))))
        elif room["phase"] == "over":
            found.append(action("again", strong=True))
        if game is not None:
            found += [*vote.console_actions(self.shown), *clock.clock_actions(self.shown)]
            found += points.points_actions(self.shown)
            if self.shown.view["moves"] or room["phase"] == "over":
                found.append(action("undo"))
            if room["phase"] != "over":
                found.append(action("resume" if room["paused"] else "pause"))
                found.append(action("end", sure=self.sure("end")))
        if live.phones_available():
            change = "off" if room["together"] else "on"
            text = self.shown.text(f"stage.console.together_{change}")
            found.append(action("together", what={"on": change == "on"}, text=text))
        found.append(action("unlock" if room["locked"] else "lock"))
        if game is None:
            found.append(action("add_team"))
        return found

    def _remove_team(self, seat: int, team: dict[str, Any]) -> dict[str, Any] | None:
        if team["phones"] < 2:  # a single one has its own button
            return None
        return {
            "text": self.shown.text("stage.console.remove_team"),
            "send": {"do": "control", "action": "remove_all", "what": {"seat": seat}},
            "sure": self.sure("remove_team", team=team["name"]),
        }

    def _remove_idle(self, phones: list[dict[str, Any]], game: Any) -> dict[str, Any] | None:
        """Offer to remove phones that have never played; before the first game only if there are more phones than
        pupils."""
        n = sum(not phone["played"] for phone in phones)
        if not n or (game is None and n <= PUPILS):
            return None
        return {
            "text": self.shown.text("stage.console.remove_idle", n=n),
            "send": {"do": "control", "action": "remove_all", "what": {}},
            "sure": self.sure("remove_idle"),
        }

    def _next(self, reveal: Mapping[str, Any], step: int) -> dict[str, Any]:
        """The button to the reveal's next step, the same as on the stage."""
        if step + 1 < self.board.all_steps(self.shown, reveal):
            return {"text": self.shown.text("stage.more"), "what": {"step": step + 1}}
        return {"text": self.board.way_on(self.shown)}

    def _asked_now(self, answer: Any, room: dict[str, Any]) -> Scene | None:
        """The answer to the open question, hidden from the class, with the buttons to judge it."""
        if not answer or room["showing"]:
            return None
        said, judge = self.board.asked(self.shown)
        known = data.attribute("un_status")
        words = [answer] if isinstance(answer, str) else answer
        all_ = ", ".join(data.Country(word).words(self.shown.lang) if word in known else word for word in words)
        return {"answer": self.shown.text("stage.console.answer", answer=said or all_), "judge": judge}

    def _join(self) -> dict[str, str] | None:
        address = live.join_address(self.room.code)
        if not address or not live.phones_available():
            return None
        return {"address": live.short(address), "qr": qr(address), "code": self.room.code}

    def _do_teacher_link(self, _message: dict[str, Any]) -> None:
        """Show the link of the console for another device; its token is made only now."""
        places = live.addresses()
        if places:
            token = self.room.screen(self.token, "teacher")
            query = urlencode({"room": self.room.code, "token": token, "lang": self.lang})
            self.surface.tell({"show": {"link": qr(f"{places[0]}/console?{query}")}})


def console() -> Any:
    """The page of one session of ``/console``."""
    lang = spoken()
    try:
        room, token = entered()
        if room.role(token) != "teacher":
            raise Refused("rooms.refused.not_teacher")
        settings = room.view(token)["room"]
    except Refused as refusal:
        return sorry(refusal.text(lang), lang)
    chosen = lang if argument("lang") else settings["lang"]
    screen = Console(room, token, chosen, settings["game"])
    return page(screen.surface, screen.title, chosen, room, token)
