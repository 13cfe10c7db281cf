"""The scenes of a phone: joining, lobby, its team's screen of the game; all translated."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

from geoclass import i18n
from geoclass.games import tell
from geoclass.ui.kit import clock, vote
from geoclass.ui.kit.screen import AnyScene, Board, ScreenState, StageFields

RoomView = Mapping[str, Any]
PROPOSAL = ("own", "theirs", "count", "agree", "agreed", "insist", "withdraw")  # sentences about a proposal


class Team(TypedDict):
    seat: int
    name: str
    text: str
    go: NotRequired[str]  # text of its button


class OpenRoom(TypedDict):
    """A room that can be joined."""

    code: str
    game: str
    locked: str
    title: str
    teams: list[Team]
    fresh: dict[str, str] | None  # joining makes a new team: name, text, go
    free_names: dict[str, str] | None  # if its name is free: label, hint
    choose: str
    wait: str


class Join(TypedDict):
    kind: Literal["phone.join"]
    problem: str
    room: OpenRoom | None


class Lobby(TypedDict):
    kind: Literal["phone.lobby"]
    seat: int | None
    title: str
    text: str
    label: str
    which: str
    teams: list[Team]
    choosing: bool
    change: dict[str, str] | None  # go, stay


class Me(TypedDict):
    """The team and its state, in the header."""

    seat: int | None
    name: str
    state: str
    mine: bool


class PhoneScene(TypedDict):
    board: AnyScene
    me: NotRequired[Me]  # once the phone has joined
    paused: NotRequired[str | None]
    notice: NotRequired[str | None]
    said: NotRequired[str]
    turn: NotRequired[str]
    choice: NotRequired[str]
    at: NotRequired[str]  # how far the lesson is
    ask: NotRequired[Mapping[str, Any] | None]  # the open prompt
    told: NotRequired[Mapping[str, Any] | None]  # what came of the prompt before
    clock: NotRequired[Mapping[str, Any] | None]  # the countdown of the turn
    proposal: NotRequired[Mapping[str, Any] | None]  # the team's open proposal
    points: NotRequired[str]  # the team's points


def join_scene(room: RoomView, lang: str) -> PhoneScene:
    """The scene for a device that has entered a room's code: the teams it may join."""

    def text(key: str, **params: Any) -> str:
        return i18n.text(f"phone.join.{key}", lang, **params)

    begun = room["phase"] != "lobby"
    go = "ask" if room["closed"] else "go"  # hidden hands: the teacher admits latecomers
    teams: list[Team] = [{**team, "go": text(go, team=team["name"])} for team in _teams(room, lang)]
    fresh = {
        "name": text("new"),
        "text": text("new_named" if room["free_names"] else "new_given"),
        "go": text("go_new"),
    }
    found: OpenRoom = {
        "code": room["code"],
        "game": i18n.text(f"{room['game']}.name", lang),
        "locked": text("locked") if room["locked"] else "",
        "title": text("late" if begun else "team"),
        "teams": teams,
        "fresh": fresh if room["grow"] and not begun else None,
        "free_names": {"label": text("name"), "hint": text("name_given")} if room["free_names"] else None,
        "choose": text("choose"),
        "wait": text("wait") if begun else "",
    }
    board: Join = {"kind": "phone.join", "problem": "", "room": found}
    return {"board": board}


def phone_scene(screen: ScreenState, board: Board) -> PhoneScene:
    """The scene of a phone that has joined."""
    if screen.view["game"] is None or screen.seat is None:
        return {"me": _me(screen, "lobby"), "board": _lobby(screen)}
    with screen.in_its_edition():
        scene, _, _ = board.now(screen)
    state = _state(screen)
    return {
        "me": _me(screen, state),
        "paused": screen.text("stage.paused") if _is_paused(screen) else None,
        "notice": screen.text("phone.notice.bot") if _bot(screen) and screen.room["phase"] == "playing" else None,
        "board": {**scene, **_result(screen, state), **_shown(screen)},
        "said": screen.text("phone.turn.yours") if state == "yours" else board.said(screen),
        "turn": f"{screen.room['phase']} {screen.view['moves']}",
        "choice": screen.view["choice"],
        "at": screen.room["at"],
        "ask": _ask(screen, board),
        "told": vote.before_scene(screen),
        "clock": clock.clock_scene(screen),
        "proposal": _proposal(screen),
        "points": _points(screen),
    }


def _shown(screen: ScreenState) -> StageFields:
    beliefs = vote.shown_scene(screen)
    return {"beliefs": beliefs} if beliefs else {}


def _ask(screen: ScreenState, board: Board) -> Mapping[str, Any] | None:
    asked = None if screen.showing else vote.ask_scene(screen)
    return asked and asked | board.ask_more(screen)


def _points(screen: ScreenState) -> str:
    told = screen.view.get("points")
    return screen.text("vote.points.own", n=told["own"]) if told and not screen.showing else ""


def _proposal(screen: ScreenState) -> Mapping[str, Any] | None:
    """The open proposal of a team that decides together; each phone compares the number with its own."""
    found = screen.view.get("proposal")
    if not found:
        return None
    count = {"n": len(found["agreed"]), "needed": found["needed"], "phone": found["phone"]}
    return {
        "id": found["id"],
        "phone": found["phone"],
        "agreed": found["agreed"],
        "left": found["wait"],
        "text": tell.proposed(screen.game, found["move"], screen.lang),
        "words": {name: screen.text(f"phone.proposal.{name}", **count) for name in PROPOSAL},
    }


def _lobby(screen: ScreenState) -> Lobby:
    room = screen.room
    waits, begun = screen.seat is None, room["phase"] != "lobby"

    def text(key: str, **params: Any) -> str:
        return screen.text(f"phone.lobby.{key}", **params)

    may_change = not waits and not room["locked"] and len(room["teams"]) > 1
    return {
        "kind": "phone.lobby",
        "seat": screen.view["wish"] if waits else screen.seat,
        "title": text("next" if waits and begun else "ready"),
        "text": text("nod" if room["closed"] else "late")
        if waits and begun
        else text("soon", game=screen.text(f"{room['game']}.name")),
        "label": text("teams"),
        "which": text("which"),
        "teams": _teams(room, screen.lang),
        "choosing": waits,
        "change": {"go": text("change"), "stay": text("stay")} if may_change else None,
    }


def _teams(room: RoomView, lang: str) -> list[Team]:
    return [
        {
            "seat": seat,
            "name": team["name"],
            "text": i18n.text("phone.join.bot" if team["bot"] else "phone.join.phones", lang, n=team["phones"]),
        }
        for seat, team in enumerate(room["teams"])
    ]


def _state(screen: ScreenState) -> str:
    """The id of this team's state."""
    if _is_paused(screen):
        return "paused"
    if screen.showing:  # also at the end: the reveal comes first
        return "showing"
    if screen.room["phase"] == "over":
        return "over"
    if screen.view.get("vote"):
        return "voting"
    if screen.view["legal"]:
        if _bot(screen):
            return "bot"
        return "yours"
    return "theirs" if len(screen.game["actors"]) == 1 else "others"


def _is_paused(screen: ScreenState) -> bool:
    return screen.paused and screen.room["phase"] == "playing"


def _bot(screen: ScreenState) -> bool:
    """Whether a bot plays for this phone's team now."""
    return bool(screen.room["teams"][screen.seat]["bot"])


def _me(screen: ScreenState, state: str) -> Me:
    team = screen.team(screen.game["actors"][0]) if state == "theirs" else ""
    seat = screen.seat
    return {
        "seat": seat,
        "name": screen.text(f"{screen.room['game']}.name") if seat is None else screen.room["teams"][seat]["name"],
        "state": screen.text(f"phone.turn.{state}", team=team),
        "mine": state == "yours",
    }


def _result(screen: ScreenState, state: str) -> StageFields:
    """At the end: this team's result."""
    if state != "over":
        return {}
    result = screen.game["result"]
    won = result is not None and screen.seat in result["winners"]
    key = "ended" if result is None else "lost" if not won else "shared" if len(result["winners"]) > 1 else "won"
    return {"ours": {"seat": screen.seat, "text": screen.text(f"phone.over.{key}")}}


def words(lang: str) -> dict[str, Any]:
    """The short sentences the page shows by itself, before and between scenes."""
    sentences = i18n.section("phone.word", lang) | i18n.section("stage.word", lang)
    return {"languages": i18n.language_names(), **sentences}
