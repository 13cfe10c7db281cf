"""The teacher's console: who plays, what can be done about it, and what only the teacher may know."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from geoclass import bots, data, i18n
from geoclass.rooms import NAME_LENGTH, Refused, Room
from geoclass.ui import live, takeaway
from geoclass.ui.boards import Board, board_type
from geoclass.ui.boards.base import latest_log
from geoclass.ui.page import argument, spoken
from geoclass.ui.qr import qr
from geoclass.ui.shell import entered, page
from geoclass.ui.stage import Screen, sorry


class Console(Screen):
    """One session's console of a room."""

    def __init__(self, room: Room, token: str, lang: str, game: str) -> None:
        self._stage = board_type(game)(game)  # knows the steps of a reveal
        super().__init__(room, token, lang, Board(game), "console")

    def scene(self) -> dict[str, Any]:
        shown = self.shown
        room, teacher, game = shown.view["room"], shown.view["teacher"], shown.view["game"]
        query = urlencode({"room": room["code"], "as": "teacher", "lang": shown.lang})
        actors = game["actors"] if room["phase"] == "playing" and not room["showing"] else []
        return {
            "dark": shown.dark,
            "head": {"game": shown.text("stage.console.title"), "text": shown.text(f"{self.board.game}.name")},
            "said": self._state(),
            "board": {
                "kind": "console.page",
                "state": self._state(),
                "actions": self._actions(room, game),
                "teams": [
                    {
                        "seat": seat,
                        "name": team["name"],
                        "bot": team["bot"] or "",
                        "active": seat in actors,
                        "phones": [p for p in teacher["phones"] if p["seat"] == seat],
                    }
                    for seat, team in enumerate(room["teams"])
                ],
                "waiting": [p for p in teacher["phones"] if p["seat"] is None],
                "levels": [["", shown.text("stage.console.pupils")]]
                + [
                    [level, shown.text("stage.lobby.bot", level=shown.text(f"stage.level.{level}"))]
                    for level in bots.LEVELS
                ],
                "longest": NAME_LENGTH,
                "answer": self._answer(teacher["answer"]),
                "take": takeaway.scene(shown),
                "join": self._join(),
                "stage": f"{self.board.game}?{query}",
                "words": _own_words(shown.lang),
            },
        }

    def _state(self) -> str:
        """What is going on, and who must do what next."""
        shown = self.shown
        room, game = shown.view["room"], shown.view["game"]
        if game is None:
            return shown.text("stage.console.lobby")
        if room["showing"]:
            return shown.text("stage.console.showing")
        if room["phase"] == "over":
            return shown.text("rooms.refused.over")
        if room["paused"]:
            return shown.text("stage.paused")
        return shown.text("stage.console.waits", teams=[shown.team(seat) for seat in game["actors"]])

    def _actions(self, room: dict[str, Any], game: Any) -> list[dict[str, Any]]:
        def action(name: str, **more: Any) -> dict[str, Any]:
            send = {"do": "control", "action": name, "what": more.pop("what", {})}
            return {"text": self.shown.text(f"stage.console.{name}"), "send": send} | more

        found = []
        if game is None:
            found.append(action("start", strong=True))
        elif room["showing"]:
            found.append(action("next", strong=True, **self._next(game["reveal"], int(room["step"]))))
        elif room["phase"] == "over":
            found.append(action("again", strong=True))
        if game is not None:
            if latest_log(self.shown.room)["moves"] or room["phase"] == "over":
                found.append(action("undo"))
            if room["phase"] != "over":
                found.append(action("resume" if room["paused"] else "pause"))
                found.append(action("end", sure=self.sure("end")))
        found.append(action("unlock" if room["locked"] else "lock"))
        if game is None:
            found.append(action("add_team"))
        return found

    def _next(self, reveal: Mapping[str, Any], step: int) -> dict[str, Any]:
        """The reveal goes on from the teacher's hand as it does at the board."""
        if step + 1 < self._stage.steps(reveal):
            return {"text": self.shown.text("stage.more"), "what": {"step": step + 1}}
        return {"text": self._stage.way_on(self.shown)}

    def _answer(self, answer: Any) -> str:
        """Only here: the class must not see it."""
        if not answer:
            return ""
        known = data.attribute("un_status")
        words = [answer] if isinstance(answer, str) else answer
        said = [data.Country(word).words(self.shown.lang) if word in known else word for word in words]
        return self.shown.text("stage.console.answer", answer=", ".join(said))

    def _join(self) -> dict[str, Any] | None:
        address = live.join_address(self.shown.room.code)
        if not address or not live.phones_available():
            return None
        return {"address": address.removeprefix("http://"), "qr": qr(address), "code": self.shown.room.code}

    def _do_teacher_link(self, _message: dict[str, Any]) -> None:
        """The console for another device of the teacher's; made only when asked for."""
        shown, places = self.shown, live.addresses()
        if places:
            token = shown.room.screen(shown.token, "teacher")
            query = urlencode({"room": shown.room.code, "token": token, "lang": shown.lang})
            self.surface.tell({"show": {"link": qr(f"{places[0]}/console?{query}")}})


def _own_words(lang: str) -> dict[str, str]:
    prefix = "stage.console.word."
    return {key.removeprefix(prefix): str(v) for key, v in i18n.sentences(lang).items() if key.startswith(prefix)}


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
