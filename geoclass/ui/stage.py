"""The stage: one session's screen of a room. It captures its document once; the room's changes schedule a redraw."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypedDict
from urllib.parse import urlencode
from weakref import WeakMethod

import panel as pn
from panel.viewable import Viewer

from geoclass import games, i18n
from geoclass.rooms import Refused, Room
from geoclass.rooms.lessons import of_room
from geoclass.ui import lessons, live, takeaway, teacher
from geoclass.ui.kit import Surface, clock, points, surface, vote
from geoclass.ui.kit.figures import Figures
from geoclass.ui.kit.parts import board_of, figures_of
from geoclass.ui.kit.screen import AnyScene, Board, Scene, StageFields
from geoclass.ui.page import argument, spoken
from geoclass.ui.qr import qr
from geoclass.ui.shell import dark_asked, entered, page, words
from geoclass.ui.states import screen_state, team_state

Message = dict[str, Any]
END = {"do": "control", "action": "end"}
REPORT = {"do": "take", "kind": "report"}  # the latest game as a page to print


class StageScene(TypedDict):
    dark: bool
    here: dict[str, Any]  # the state kept in the address
    head: dict[str, str]  # game, text
    join: dict[str, str] | None  # where, code, qr, said
    board: AnyScene
    said: str
    paused: str | None
    resume: Scene | None  # text, send
    turn: str  # changes with every move
    choice: str  # changes when the present choice is over
    at: str  # how far the lesson is
    can_undo: bool
    has_past: bool
    curtains: dict[str, str]
    alone: int | None  # the team whose curtain opens by itself
    vote: Scene | None  # the open vote
    hands: Scene | None  # the form to count hands
    clock: Scene | None  # the countdown of the turn
    points: Scene | None  # all teams' points for good predictions
    menu: list[Scene]  # text, and href or send


class Lobby(TypedDict):
    kind: Literal["stage.lobby"]
    qr: str | None
    where: str
    code: str
    hint: str
    title: str
    teams: list[Scene]  # seat, name, text
    start: str | None
    ready: bool
    not_ready: str | None
    waiting: str


class Sorry(TypedDict):
    kind: Literal["stage.sorry"]
    text: str
    link: str
    href: str
    join: str | None  # the other way on, for pupils


class Screen(Viewer):
    """Base of stage and console: follows a room and handles messages from the browser."""

    def __init__(self, room: Room, token: str, lang: str, board: Board, figures: Figures, script: str) -> None:
        super().__init__()
        self.board, self.figures = board, figures
        self.room, self.token, self.lang, self.dark = room, token, lang, dark_asked()
        self.past = _number("past")  # the reveal of the history that is open here
        self.page = _number("page") or 0  # the page of it
        self._woken = self._arrived = False
        self._document: Any = pn.state.curdoc
        self._session: Any = self._document and self._document.session_context  # forgotten when the session ends
        self._frame: dict[str, Any] = {}
        version = room.version
        self._draw()
        places = list(figures.places)
        shown: dict[str, Any] = {"scene": self._scene, "frame": self._frame, "ground": self._ground}
        self.surface = self.surface_of(script)(self._asked, **shown, figures=places, **self.files())
        self._leave: Callable[[], None] = room.subscribe(token, self._wake)
        self._woken |= room.version != version  # changed since the constructor began
        if self._document is not None and self._session:
            self._document.on_session_destroyed(lambda _context: self._leave())
        arrive = WeakMethod(self._arrive)  # weak: Panel keeps callbacks of pages that never load
        pn.state.onload(lambda: (found := arrive()) and found())

    def __panel__(self) -> Any:
        return self.surface

    def surface_of(self, script: str) -> type[Surface]:
        return surface(script)

    def files(self) -> dict[str, str]:
        """Flags and outlines, if no server provides them."""
        return {}

    def scene(self) -> AnyScene:
        """Everything this screen shows."""
        raise NotImplementedError

    # called by the room in any thread, so it only schedules a tick of its own document

    def _wake(self, _version: int) -> None:
        if self._woken or self._document is None:
            return  # a tick is already scheduled
        self._woken = True
        server = self._session and self._session.server_context
        application = server and server.application_context
        if application and application.io_loop:  # the thread in which sessions end, so never during their end
            application.io_loop.add_callback(self._ask_for_tick)
        else:
            self._ask_for_tick()

    def _ask_for_tick(self) -> None:
        if not (self._session and self._session.destroyed):
            self._document.add_next_tick_callback(self._tick)

    def _tick(self) -> None:
        if self._woken:  # else the screen's own action has drawn it already
            self._refresh()

    def _refresh(self) -> None:
        self._woken = False
        try:
            self.redraw()
        except Refused as refusal:  # this screen's token was revoked
            self.surface.tell({"toast": refusal.text(self.lang)})

    def _arrive(self) -> None:
        self._arrived = True
        self._tick()

    def redraw(self) -> None:
        """Draw what has changed, once the page is loaded: Panel drops earlier changes."""
        if not self._arrived:
            self._woken = True
            return
        scene, frame, ground = self._scene, self._frame, self._ground
        self._draw()
        if ground is not self._ground:
            self.surface.ground = self._ground
        if frame is not self._frame:
            self.surface.frame = self._frame
        if scene != self._scene:
            self.surface.scene = self._scene

    def _draw(self) -> None:
        self.shown = screen_state(self.room, self.token, self.lang, self.dark, self.past, self.page)
        with self.shown.in_its_edition():
            self._scene, self._ground = self.scene(), self.board.ground(self.shown)
        if self._frame.get("lang") != self.lang:
            self._frame = self.frame()

    # what was touched

    def _asked(self, message: Message) -> None:
        act = getattr(self, f"_do_{message.get('do')}", None)
        if act is None:
            return
        try:
            act(message)
        except Refused as refusal:
            self.surface.tell({"toast": refusal.text(self.lang)})
        self._tick()  # redraw before acknowledging, so that nothing is clicked twice

    def _do_move(self, message: Message) -> None:
        self.room.submit(self.token, message.get("move"), message.get("tap"), message.get("choice"))

    def _do_control(self, message: Message) -> None:
        what = message.get("what") or {}
        if not isinstance(what, dict):
            raise Refused("rooms.refused.bad_action")
        self.control(message.get("action"), tap=message.get("tap"), at=message.get("at"), **what)

    def _do_start(self, message: Message) -> None:
        self.control("start", at=message.get("at"))

    def _do_undo(self, message: Message) -> None:
        self.control("undo", at=message.get("at"))

    def _do_lang(self, message: Message) -> None:
        if message.get("lang") in i18n.LANGUAGES:
            self.lang = str(message["lang"])
            self.redraw()

    def _do_theme(self, message: Message) -> None:
        if self.dark != bool(message.get("dark")):
            self.dark = bool(message.get("dark"))
            self.redraw()

    def _do_take(self, message: Message) -> None:
        document = self._document
        later = document.add_next_tick_callback if document else _at_once
        takeaway.give(self.room, self.token, self.lang, message, self.surface.tell, later)

    def control(self, action: Any, /, **what: Any) -> None:
        self.room.control(self.token, action, **what)

    # scene parts of both stage and console

    def sure(self, what: str, **about: Any) -> dict[str, str]:
        """The confirmation asked before an action with consequences."""
        return {part: self.shown.text(f"stage.sure.{what}.{part}", **about) for part in ("title", "text", "yes")}

    def paused(self) -> str | None:
        """The large notice of a pause."""
        is_paused = self.shown.paused and self.shown.room["phase"] == "playing"
        return self.shown.text("stage.paused") if is_paused else None

    def resume(self) -> Scene | None:
        """The button to resume, for the teacher only."""
        if not (self.paused() and self.shown.teacher):
            return None
        return {"text": self.shown.text("stage.menu.resume"), "send": {"do": "control", "action": "resume"}}

    @property
    def title(self) -> str:
        return f"{self.shown.text(f'{self.board.game}.name')} · {self.room.code} · geoclass"

    def frame(self) -> dict[str, Any]:
        """Texts and settings around every scene; they change with the language only."""
        lang = self.shown.lang
        return {
            "lang": lang,
            "languages": i18n.language_names(),
            "words": words(lang),
            "title": self.title,
            "home": f"./?lang={lang}" if self.shown.teacher else None,
            "help": self.board.help(lang),
        }


class Stage(Screen):
    """The class's screen; with the teacher's token it also plays for the team on turn."""

    def scene(self) -> StageScene:
        shown, game = self.shown, self.shown.view["game"]
        board = self._lobby() if game is None else self._game()
        return {
            "dark": shown.dark,
            "here": {"lang": shown.lang, "past": self.past, "page": self.page or None},
            "head": {"game": shown.text(f"{self.board.game}.name"), "text": self.board.note(shown) if game else ""},
            "join": self._join(),
            "board": board,
            "said": self.board.said(shown) if game else "",
            "paused": self.paused(),
            "resume": self.resume(),
            "turn": f"{shown.room['phase']} {shown.view['moves']}",
            "choice": shown.view["choice"],
            "at": shown.room["at"],
            "can_undo": shown.teacher and game is not None and self.past is None,
            "has_past": game is not None and self.board.has_past(shown),
            "curtains": self._curtains(),
            "alone": self._alone(),
            "vote": vote.vote_scene(shown) if game else None,
            "hands": vote.hands_scene(shown) if game else None,
            "clock": clock.clock_scene(shown) if game else None,
            "points": points.points_scene(shown) if game else None,
            "menu": self._menu() if shown.teacher else [],
        }

    def _game(self) -> AnyScene:
        """The board's scene with this screen's buttons; also draws the figures."""
        board, reveal, step = self.board.now(self.shown)
        drawn = min(step, self.board.steps(reveal) - 1) if reveal else 0
        self.figures.show(self.shown, board["kind"], reveal, drawn)
        if reveal is not None:
            return {**board, **self._way_on(reveal, step)}
        seat = self.board.alone(self.shown) if self.shown.teacher and self.shown.room["phase"] == "playing" else None
        if seat is not None:  # a team alone needs no curtain
            return self.board.play(team_state(self.room, self.token, seat, self.lang, self.dark))
        return {**board, **self._again()} if self.shown.room["phase"] == "over" else board

    def _way_on(self, reveal: Mapping[str, Any], step: int) -> StageFields:
        """The button that leads on from a reveal, for the teacher only."""
        shown = self.shown
        if self.board.past(shown):
            return {"next": {"text": shown.text("stage.back_to_game"), "send": {"do": "past", "index": None}}}
        if not shown.teacher:
            return {"next": None}
        if step + 1 < self.board.all_steps(shown, reveal):
            send = {"do": "control", "action": "next", "what": {"step": step + 1}}
            return {"next": {"text": shown.text("stage.more"), "send": send}}
        return {"next": {"text": self.board.way_on(shown), "send": {"do": "control", "action": "next", "what": {}}}}

    def _again(self) -> StageFields:
        send = {"do": "control", "action": "again", "what": {}}
        if not self.shown.teacher:
            return {"again": None}
        return {
            "again": {"text": self.shown.text("stage.again"), "send": send},
            "report": {"text": self.shown.text("stage.take.report"), "send": REPORT},
        }

    def _lobby(self) -> Lobby:
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

    def _join(self) -> dict[str, str] | None:
        """How to join, always visible; None if this server accepts no phones."""
        shown, code = self.shown, self.room.code
        address = live.join_address(code)
        if not live.phones_available() or not address:
            return None
        short = live.short(address).rsplit("/", 1)[0]
        where = shown.text("stage.join.where", address=short)
        return {"where": where, "code": code, "qr": qr(address), "said": f"{where} {' '.join(code)}"}

    def _menu(self) -> list[dict[str, Any]]:
        shown, room = self.shown, self.shown.view["room"]
        query = urlencode({"room": room["code"], "as": "teacher", "lang": shown.lang})
        items: list[dict[str, Any]] = [{"text": shown.text("stage.menu.console"), "href": f"console?{query}"}]
        items.append({"text": shown.text("stage.menu.projector"), "send": {"do": "projector"}, "window": True})
        if room["phase"] == "playing":
            pause = {"text": shown.text("stage.menu.pause"), "send": {"do": "control", "action": "pause"}}
            items.append(self.resume() or pause)
            items += [*vote.console_actions(shown), *clock.clock_actions(shown)]
            items.append({"text": shown.text("stage.menu.end"), "send": END, "sure": self.sure("end")})
        items += points.points_actions(shown)
        if shown.view["game"]:
            items.append({"text": shown.text("stage.take.report"), "send": REPORT, "window": True})
        items.append({"text": shown.text("stage.word.keep_title"), "send": {"do": "keep"}})
        items.append({"text": shown.text("stage.menu.home"), "href": f"./?lang={shown.lang}", "here": True})
        return items

    def _curtains(self) -> dict[str, str]:
        """The teams whose private screen the teacher's device may show now: see the kit's curtain."""
        shown, room = self.shown, self.shown.view["room"]
        open_ = shown.teacher and room["phase"] == "playing" and not room["showing"] and not shown.paused
        return {str(seat): turn for seat, turn in self.board.curtains(shown).items()} if open_ else {}

    def _alone(self) -> int | None:
        """The only team of people, if it plays on this device: it needs no curtain."""
        people = [seat for seat, team in enumerate(self.shown.room["teams"]) if not team["bot"]]
        phones = any(team["here"] for team in self.shown.room["teams"])
        return people[0] if self.shown.teacher and len(people) == 1 and not phones else None

    def _do_peek(self, message: Message) -> None:
        """Send the private screen behind an opened curtain, once and without storing it."""
        seat = message.get("seat")
        if type(seat) is int and str(seat) in self._curtains():
            team = team_state(self.room, self.token, seat, self.lang, self.dark)
            with team.in_its_edition():
                board = self.board.play(team)
            self.surface.tell({"behind": {"seat": seat, "choice": team.view["choice"], "board": board}})

    def _do_history(self, _message: Message) -> None:
        """Send the history of reveals; only on request, as it grows with the game."""
        if self.shown.view["game"]:
            self.surface.tell({"show": {"dialog": "history", "past": self.board.history(self.shown)}})

    def _do_past(self, message: Message) -> None:
        index, page = message.get("index"), message.get("page")
        self.past = index if type(index) is int and self.shown.view["game"] else None
        self.page = page if type(page) is int and page >= 0 else 0
        self.redraw()

    def _do_keep(self, message: Message) -> None:
        """Save the lesson under a name, here or as a file; without a name, ask for one."""
        here = teacher.is_teacher()
        if "name" not in message:
            self.surface.tell({"show": {"dialog": "keep", "problem": None, "keeping": {"only_file": not here}}})
            return
        try:
            lesson = of_room(self.room, self.token, str(message["name"]))
            lessons.keep(lesson, self.lang, self.surface.tell, here and message.get("file") is not True)
            self.surface.tell({"show": {"dialog": None}})
        except Refused as refusal:
            self.surface.tell({"show": {"problem": refusal.text(self.lang)}})

    def _do_projector(self, _message: Message) -> None:
        """Open a second, read-only window for the projector."""
        token = self.room.screen(self.token, "projector")
        query = urlencode({"room": self.room.code, "token": token, "lang": self.lang})
        self.surface.tell({"window": f"{self.board.game}?{query}"})


def _number(name: str) -> int | None:
    """A small number from the address."""
    given = argument(name)
    return int(given) if given.isascii() and given.isdigit() and len(given) < 6 else None


def _at_once(act: Callable[[], None]) -> None:
    act()


def _limits(game: str) -> tuple[int, int]:
    teams = games.game_type(game).teams
    return teams[0], teams[-1]


def stage(game: str) -> Any:
    """The page of one session of ``/<game>``."""
    lang = spoken()
    if not argument("room"):  # e.g. from the index of a plain `panel serve`
        from geoclass.ui.home import home

        return home(game)
    try:
        room, token = entered()
        settings = room.view(token)["room"]
    except Refused as refusal:
        return sorry(refusal.text(lang), lang)
    if settings["game"] != game:
        return sorry(i18n.text("stage.other_game", lang, game=i18n.text(f"{settings['game']}.name", lang)), lang)
    chosen = lang if argument("lang") else settings["lang"]
    screen = Stage(room, token, chosen, board_of(game), figures_of(game), game)
    return page(screen.surface, screen.title, chosen, room, token)


def sorry(text: str, lang: str) -> Any:
    """An error page: one sentence and one link."""
    board: Sorry = {
        "kind": "stage.sorry",
        "text": text,
        "link": i18n.text("stage.to_home", lang),
        "href": f"home?lang={lang}",
        "join": i18n.text("stage.to_join", lang) if live.phones_available() else None,
    }
    scene = {"lang": lang, "words": words(lang), "board": board, "bare": True, "title": "geoclass"}
    return page(surface()(scene=scene), "geoclass", lang)
