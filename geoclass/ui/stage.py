"""The stage: one session's screen of a room. It captured its document once, is woken by the room, draws its view."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import panel as pn
from panel.viewable import Viewer

from geoclass import games, i18n
from geoclass.rooms import Refused, Room
from geoclass.ui import live, takeaway
from geoclass.ui.boards import Board, Shown, board_type
from geoclass.ui.boards.base import latest_log
from geoclass.ui.kit import surface
from geoclass.ui.page import argument, spoken
from geoclass.ui.qr import qr
from geoclass.ui.shell import dark_asked, entered, page, words

Message = dict[str, Any]
END = {"do": "control", "action": "end"}
REPORT = {"do": "take", "kind": "report"}  # the latest game as a page to print


class Screen(Viewer):
    """What stage and console share: they follow a room, and answer to what is touched."""

    def __init__(self, room: Room, token: str, lang: str, board: Board, *scripts: str) -> None:
        super().__init__()
        self.board = board
        self.shown = Shown(room, token, lang, dark_asked())
        self._woken = False
        self._document = pn.state.curdoc
        self._frame: dict[str, Any] = {}
        self._draw()
        self.surface = surface(*scripts)(
            self._asked, scene=self._scene, frame=self._frame, ground=self._ground, figures=list(board.figures)
        )
        self._leave: Callable[[], None] = room.subscribe(token, self._wake)
        if self._document is not None and self._document.session_context:
            self._document.on_session_destroyed(lambda _context: self._leave())

    def __panel__(self) -> Any:
        return self.surface

    def scene(self) -> dict[str, Any]:
        """All that this screen shows now."""
        raise NotImplementedError

    # woken by the room: in any thread, so it only asks for a tick of its own document

    def _wake(self, _version: int) -> None:
        if self._woken or self._document is None:
            return  # versions already overtaken are skipped
        self._woken = True
        self._document.add_next_tick_callback(self._refresh)

    def _refresh(self) -> None:
        self._woken = False
        try:
            self.shown.refresh()
        except Refused as refusal:  # this screen's token was taken away
            self.surface.tell({"toast": refusal.text(self.shown.lang)})
            return
        self.redraw()

    def redraw(self) -> None:
        scene, frame, ground = self._scene, self._frame, self._ground
        self._draw()
        if ground is not self._ground:
            self.surface.ground = self._ground
        if frame is not self._frame:
            self.surface.frame = self._frame
        if scene != self._scene:
            self.surface.scene = self._scene

    def _draw(self) -> None:
        self._scene, self._ground = self.scene(), self.board.ground(self.shown)
        if self._frame.get("lang") != self.shown.lang:
            self._frame = self.frame()

    # what was touched

    def _asked(self, message: Message) -> None:
        act = getattr(self, f"_do_{message.get('do')}", None)
        if act is None:
            return
        try:
            act(message)
        except Refused as refusal:
            self.surface.tell({"toast": refusal.text(self.shown.lang)})

    def _do_move(self, message: Message) -> None:
        self.shown.room.submit(self.shown.token, message.get("move") or {}, str(message.get("tap")))

    def _do_control(self, message: Message) -> None:
        what = message.get("what") or {}
        self.shown.room.control(self.shown.token, str(message.get("action")), **{str(k): v for k, v in what.items()})

    def _do_board(self, message: Message) -> None:
        self.board.touched(self.shown, message)
        self.redraw()

    def _do_start(self, _message: Message) -> None:
        self.control("start")

    def _do_undo(self, _message: Message) -> None:
        self.control("undo")

    def _do_lang(self, message: Message) -> None:
        if message.get("lang") in i18n.LANGUAGES:
            self.shown.lang = str(message["lang"])
            self.board.recolour(self.shown)
            self.redraw()

    def _do_theme(self, message: Message) -> None:
        if self.shown.dark != bool(message.get("dark")):
            self.shown.dark = bool(message.get("dark"))
            self.board.recolour(self.shown)
            self.redraw()

    def _do_take(self, message: Message) -> None:
        document = self._document
        takeaway.give(self.shown, message, self.surface.tell, document.add_next_tick_callback if document else _at_once)

    def control(self, action: str, **what: Any) -> None:
        self.shown.room.control(self.shown.token, action, **what)

    # what stage and console both say

    def sure(self, what: str) -> dict[str, str]:
        """What is asked before something that all would notice."""
        return {part: self.shown.text(f"stage.sure.{what}.{part}") for part in ("title", "text", "yes")}

    @property
    def title(self) -> str:
        return f"{self.shown.text(f'{self.board.game}.name')} · {self.shown.room.code} · geoclass"

    def frame(self) -> dict[str, Any]:
        """What stays around every scene while the language stays."""
        lang = self.shown.lang
        return {
            "lang": lang,
            "languages": [[other, i18n.text("ui.language_name", other)] for other in i18n.LANGUAGES],
            "words": words(lang),
            "title": self.title,
            "home": f"./?lang={lang}" if self.shown.teacher else None,
            "help": self.board.help(lang),
        }


class Stage(Screen):
    """The screen of the class; with the teacher's token it also plays for whichever team is on turn."""

    def scene(self) -> dict[str, Any]:
        shown = self.shown
        room, game = shown.view["room"], shown.view["game"]
        reveal, step, history = self._reveal()
        if game is None:
            board = self._lobby()
        elif reveal is not None and (scene := self.board.reveal(shown, reveal, step)) is not None:
            board = scene | self._way_on(reveal, step, history)
        elif room["phase"] == "over":
            board = self.board.over(shown) | self._again()
        else:
            board = self.board.play(shown)
        return {
            "dark": shown.dark,
            "head": {"game": shown.text(f"{self.board.game}.name"), "text": self.board.note(shown) if game else ""},
            "join": self._join(),
            "board": board,
            "said": self.board.said(shown) if game else "",
            "paused": shown.text("stage.paused") if shown.paused else None,
            "turn": self._turn(),
            "can_undo": shown.teacher and game is not None and shown.past is None,
            "has_past": game is not None and self.board.has_past(shown),
            "curtains": self._curtains(),
            "menu": self._menu() if shown.teacher else [],
        }

    def _turn(self) -> str:
        """Changes with each move, and with nothing else: what is being chosen stays chosen when a phone comes in."""
        moves = latest_log(self.shown.room)["moves"] if self.shown.view["game"] else []
        return f"{self.shown.view['room']['phase']} {len(moves)}"

    def _reveal(self) -> tuple[Mapping[str, Any] | None, int, bool]:
        """The reveal to be seen now, how far, and whether it is one of the history."""
        shown = self.shown
        if shown.past is not None and (past := self.board.past(shown, shown.past)):
            return past, self.board.steps(past) - 1, True
        if shown.view["room"]["showing"]:
            return shown.game["reveal"], int(shown.view["room"]["step"]), False
        return None, 0, False

    def _way_on(self, reveal: Mapping[str, Any], step: int, history: bool) -> dict[str, Any]:
        """What the button of a reveal says and does; only the teacher has one."""
        shown = self.shown
        if history:
            return {"next": {"text": shown.text("stage.back_to_game"), "send": {"do": "past", "index": None}}}
        if not shown.teacher:
            return {"next": None}
        if step + 1 < self.board.steps(reveal):
            send = {"do": "control", "action": "next", "what": {"step": step + 1}}
            return {"next": {"text": shown.text("stage.more"), "send": send}}
        return {"next": {"text": self.board.way_on(shown), "send": {"do": "control", "action": "next", "what": {}}}}

    def _again(self) -> dict[str, Any]:
        send = {"do": "control", "action": "again", "what": {}}
        if not self.shown.teacher:
            return {"again": None}
        return {
            "again": {"text": self.shown.text("stage.again"), "send": send},
            "report": {"text": self.shown.text("stage.take.report"), "send": REPORT},
        }

    def _lobby(self) -> dict[str, Any]:
        shown, room = self.shown, self.shown.view["room"]
        join = self._join() or {}
        fewest, most = _limits(room["game"])
        n = len(room["teams"])
        return {
            "kind": "stage.lobby",
            "qr": join.get("qr"),
            "where": join.get("where", ""),
            "code": room["code"],
            "hint": shown.text("stage.lobby.hint" if join else "stage.lobby.no_phones"),
            "title": shown.text("stage.lobby.teams"),
            "teams": [
                {
                    "seat": seat,
                    "name": team["name"],
                    "text": shown.text("stage.lobby.bot", level=shown.text(f"stage.level.{team['bot']}"))
                    if team["bot"]
                    else shown.text("stage.lobby.phones" if team["here"] else "stage.lobby.nobody", n=team["here"]),
                }
                for seat, team in enumerate(room["teams"])
            ],
            "start": shown.text("stage.start") if shown.teacher else None,
            "ready": fewest <= n <= most,
            "not_ready": None if fewest <= n <= most else shown.text("stage.lobby.needs", low=fewest, high=most),
            "waiting": shown.text("stage.lobby.waiting"),
        }

    def _join(self) -> dict[str, Any] | None:
        """How to join, in sight all game long; nothing where this server lets no phones in."""
        shown, code = self.shown, self.shown.room.code
        address = live.join_address(code)
        if not live.phones_available() or not address:
            return None
        short = address.removeprefix("http://").rsplit("/", 1)[0]
        where = shown.text("stage.join.where", address=short)
        return {"where": where, "code": code, "qr": qr(address), "said": f"{where} {' '.join(code)}"}

    def _menu(self) -> list[dict[str, Any]]:
        shown, room = self.shown, self.shown.view["room"]
        query = urlencode({"room": room["code"], "as": "teacher", "lang": shown.lang})
        items: list[dict[str, Any]] = [{"text": shown.text("stage.menu.console"), "href": f"console?{query}"}]
        items.append({"text": shown.text("stage.menu.projector"), "send": {"do": "projector"}, "window": True})
        if room["phase"] == "playing":
            action = "resume" if room["paused"] else "pause"
            items.append({"text": shown.text(f"stage.menu.{action}"), "send": {"do": "control", "action": action}})
            items.append({"text": shown.text("stage.menu.end"), "send": END, "sure": self.sure("end")})
        if shown.view["game"]:
            items.append({"text": shown.text("stage.take.report"), "send": REPORT, "window": True})
        items.append({"text": shown.text("stage.menu.home"), "href": f"./?lang={shown.lang}", "here": True})
        return items

    def _curtains(self) -> dict[str, str]:
        """Whose private screen the teacher's device may show now: see the kit's curtain."""
        shown, room = self.shown, self.shown.view["room"]
        open_ = shown.teacher and room["phase"] == "playing" and not room["showing"] and not shown.paused
        return {str(seat): turn for seat, turn in self.board.curtains(shown).items()} if open_ else {}

    def _do_peek(self, message: Message) -> None:
        """The curtain was opened: what is behind it goes to this screen once, and is kept nowhere."""
        seat = message.get("seat")
        if type(seat) is int and str(seat) in self._curtains():
            seen = self.shown.room.peek(self.shown.token, seat)
            self.surface.tell({"behind": {"seat": seat} | self.board.behind(self.shown, seat, seen)})

    def _do_history(self, _message: Message) -> None:
        """The list of all that was revealed: it grows with the game, so it is sent only when asked for."""
        if self.shown.view["game"]:
            self.surface.tell({"show": {"dialog": "history", "past": self.board.history(self.shown)}})

    def _do_past(self, message: Message) -> None:
        index = message.get("index")
        self.shown.past = index if type(index) is int else None
        self.redraw()

    def _do_projector(self, _message: Message) -> None:
        """A second window that shows the same and can do nothing."""
        shown = self.shown
        token = shown.room.screen(shown.token, "projector")
        query = urlencode({"room": shown.room.code, "token": token, "lang": shown.lang})
        self.surface.tell({"window": f"{self.board.game}?{query}"})


def _at_once(act: Callable[[], None]) -> None:
    act()


def _limits(game: str) -> tuple[int, int]:
    teams = games.game_type(game).teams
    return teams[0], teams[-1]


def stage(game: str) -> Any:
    """The page of one session of ``/<game>``."""
    lang = spoken()
    try:
        room, token = entered()
        settings = room.view(token)["room"]
    except Refused as refusal:
        return sorry(refusal.text(lang), lang)
    if settings["game"] != game:
        return sorry(i18n.text("stage.other_game", lang, game=i18n.text(f"{settings['game']}.name", lang)), lang)
    board = board_type(game)(game)
    chosen = lang if argument("lang") else settings["lang"]
    screen = Stage(room, token, chosen, board, *board.scripts)
    return page(screen.surface, screen.title, chosen, room, token)


def sorry(text: str, lang: str) -> Any:
    """A page for what could not be shown: one sentence and one way on."""
    board = {"kind": "stage.sorry", "text": text, "link": i18n.text("stage.to_home", lang), "href": f"./?lang={lang}"}
    scene = {"lang": lang, "words": words(lang), "board": board, "bare": True, "title": "geoclass"}
    return page(surface()(scene=scene), "geoclass", lang)
