"""The first page: games, tables, rooms to resume, how to join; and the form of a new game."""

import json
from base64 import b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from babel.dates import format_skeleton

from geoclass import bots, data, games, i18n
from geoclass.rooms import NAME_LENGTH, Refused, Room, RoomListing, StoreError, Token, Unreadable
from geoclass.rooms.lessons import BadLesson, Lesson, open_room, read
from geoclass.ui import knobs, lessons, live, pictures, teacher, turns
from geoclass.ui.kit import surface
from geoclass.ui.kit.screen import flag_of
from geoclass.ui.page import argument, spoken
from geoclass.ui.qr import qr
from geoclass.ui.shell import page, words

FIRST_ROOMS, MOST_ROOMS = 2, 60  # on the page, and in the dialog of all rooms
COLOUR_NAMES = 6
LESSON = 50  # minutes, by default
USUAL_TEAMS = 4
PUPILS = {"phones": 4, "board": 6, "most": 7}  # in a team: with phones, at the board, at most


class Home:
    """The first page of one session."""

    def __init__(self, game: str = "") -> None:
        self.lang, self.game = spoken(), game
        self.teacher = teacher.is_teacher()
        self.opens = self.teacher or teacher.anyone_opens()
        self._brought: Lesson | None = None  # from a file
        self._fits = turns.Latest()
        self.surface = surface("home")(self._asked, scene=self.scene())

    def scene(self) -> dict[str, Any]:
        live.offer_figures()
        self._edition = data.edition_on_desk()  # whose figures the form numbers
        lang = self.lang
        return {
            "lang": lang,
            "languages": i18n.language_names(),
            "words": words(lang) | i18n.section("home.word", lang),
            "title": "geoclass",
            "bare": True,
            "here": {"lang": lang},
            "menu": self._menu(),
            "board": {
                "kind": "home.page" if self.opens else "home.elsewhere",
                "key": live.phones_available(),
                "wrong": argument("key") == "wrong",
                "tagline": i18n.text("ui.tagline", lang),
                "games": [self._game(game) for game in games.GAMES],
                "explore": {"href": f"explore?{urlencode({'lang': lang})}", "picture": pictures.world()},
                **(self._rooms() if self.teacher else {"rooms": []}),
                "first_rooms": FIRST_ROOMS,
                "lessons": lessons.listed(lang) if self.teacher else [],
                "first_lessons": lessons.FIRST,
                "figures": f"figures?{urlencode({'lang': lang})}" if self.teacher else "",
                "open": self.game,
                "join": self._join(),
            },
            "new": {
                "levels": [[level, i18n.text(f"stage.level.{level}", lang)] for level in bots.LEVELS],
                "names": [i18n.text(f"home.team.{n}", lang) for n in range(COLOUR_NAMES)],
                "phones": live.phones_available(),
                "longest": NAME_LENGTH,
                "lesson": LESSON,
                "pupils": PUPILS,
                "figures": [[f, data.column(f).label[lang]] for _, named in data.themes() for f in named],
            },
        }

    def _game(self, game: str) -> dict[str, Any]:
        lang, engine = self.lang, games.game_type(game)
        low, high = engine.teams[0], engine.teams[-1]
        return knobs.scene(game, lang) | {
            "id": game,
            "name": i18n.text(f"{game}.name", lang),
            "text": _own_text(game, "text", lang),
            "learn": _own_text(game, "learn", lang),
            "teams": i18n.text("home.teams", lang, low=low, high=high),
            "time": i18n.text("home.minutes", lang, n=_usual_minutes(game)),
            "hidden": engine.hidden,
            "low": low,
            "high": high,
            "flags": [flag_of(iso) for iso in engine.tile_flags],
            **_tile(game),
        }

    def _rooms(self) -> dict[str, Any]:
        """The rooms to resume, or why they cannot be listed."""
        try:
            return {"rooms": [self._listed(room) for room in live.hall().rooms()[:MOST_ROOMS]]}
        except StoreError as error:
            return {"rooms": [], "no_rooms": error.text(self.lang)}

    def _listed(self, room: RoomListing) -> dict[str, Any]:
        lang, is_new = self.lang, room.phase == "playing" and not room.moves
        found = {
            "code": room.code,
            "title": room.title(lang),
            "of": " · ".join(said for said in (room.group, room.label) if said),
            "teams": ", ".join(room.teams) or i18n.text("home.no_teams", lang),
            "phase": room.phase,
            "text": i18n.text(f"home.phase.{'begun' if is_new else room.phase}", lang, n=room.moves),
            "when": _when(room.changed, lang),
        }
        if room.problem is None:
            return found
        why = i18n.text("home.unreadable", lang, why=room.problem.text(lang).rstrip("."))
        return found | {"text": why, "unreadable": True}

    def _join(self) -> dict[str, Any] | None:
        places = live.addresses()
        if not places or not live.phones_available():
            return None
        address = f"{places[0]}/join"
        return {"address": live.short(address), "qr": qr(address)}

    def _menu(self) -> list[dict[str, Any]]:
        if not self.teacher or teacher.address() is None:
            return []
        return [{"text": i18n.text("home.key.menu", self.lang), "send": {"do": "key"}}]

    # what was touched

    def _asked(self, message: Mapping[str, Any]) -> None:
        try:
            match message.get("do"):
                case "open" if self.opens:
                    with data.using(self._edition):
                        self._open(message)
                case "fit" if self.opens:
                    self._fit(message)
                case "reopen" if self.teacher:
                    room, token = live.hall().reopen(str(message.get("code")))
                    self._go(room.view(token)["room"]["game"], room.code, token)
                case "delete" if self.teacher:
                    live.hall().delete(str(message.get("code")))
                    self.surface.scene = self.scene()
                case "export" if self.teacher:
                    self._export(str(message.get("code")))
                case "key" if self.teacher and (door := teacher.address()):
                    self.surface.tell({"show": {"dialog": "home.key", "door": {"address": door, "qr": qr(door)}}})
                case "keep" if self.opens:
                    self._keep(message)
                case "load" if self.opens:
                    self._brought = read(str(message.get("text") or ""))
                    self._show_lesson("")
                case "keep_lesson" if self.teacher and self._brought:
                    lessons.keep(self._brought, self.lang, self.surface.tell, True)
                    self._show_anew()
                case "lesson" if self.teacher:
                    self._show_lesson(str(message.get("id")))
                case "open_lesson" if self.opens:
                    self._open_lesson(message)
                case "save_lesson" if self.teacher:
                    self.surface.tell({"file": lessons.file_of(str(message.get("id")))})
                case "drop_lesson" if self.teacher:
                    lessons.shelf().drop(str(message.get("id")))
                    self._show_anew()
                case "lang" if message.get("lang") in i18n.LANGUAGES:
                    self.lang = str(message["lang"])
                    self.surface.scene = self.scene()
        except Unreadable as unreadable:  # the list shows that from now on
            self.surface.scene = self.scene()
            self.surface.tell({"toast": f"{unreadable.text(self.lang)} {unreadable.why.text(self.lang)}"})
        except Refused as refusal:
            text = refusal.text(self.lang)
            self.surface.tell({"show": {"problem": text}} if message.get("do") in ("open", "keep") else {"toast": text})

    def _open(self, message: Mapping[str, Any]) -> None:
        """Open a room from the form."""
        game = str(message.get("game"))
        phones = bool(message.get("phones")) and live.phones_available()
        options = knobs.options(game, message.get("set") or {})
        given, seed = message.get("teams"), message.get("seed")
        if not isinstance(given, list) or not all(isinstance(team, dict) for team in given):
            raise Refused("rooms.refused.bad_action")
        teams = [{"name": str(team.get("name", "")), "bot": team.get("bot") or None} for team in given]
        try:  # check before a room is opened
            games.new(game, [str(n) for n in range(len(teams))], 1 if seed is None else seed, options)
        except games.BadSetup as bad:
            raise Refused.like(bad) from None
        teacher.opening()
        group, label = (str(message.get(name) or "") for name in ("group", "label"))
        together = message.get("together") is True
        room, token = live.hall().open(
            game, teams, self.lang, options, together=together, seed=seed, group=group, label=label
        )
        self._enter(game, room, token, phones, message)

    def _enter(self, game: str, room: Room, token: Token, phones: bool, message: Mapping[str, Any]) -> None:
        """Go to the new room; without phones its game starts at once."""
        if not phones:
            room.control(token, "start")
            if message.get("window"):
                query = urlencode({"room": room.code, "token": room.screen(token, "projector"), "lang": self.lang})
                self.surface.tell({"window": f"{game}?{query}"})
        self._go(game, room.code, token)

    # lessons

    def _keep(self, message: Mapping[str, Any]) -> None:
        """Save the form's game as a lesson, on the shelf or as a file."""
        with data.using(self._edition):
            options = knobs.options(str(message.get("game")), message.get("set") or {})
            lesson = lessons.from_form(message, options, self.lang)
        lessons.keep(lesson, self.lang, self.surface.tell, self.teacher and message.get("file") is not True)
        self.surface.scene = self.scene()
        self.surface.tell({"show": {"dialog": "home.new", "problem": None}})

    def _show_lesson(self, key: str) -> None:
        """Show the content of a lesson, from the shelf or a file, or why it cannot be opened."""
        shown: dict[str, Any] = {"id": key, "brought": not key, "keeps": self.teacher}
        try:
            lesson = lessons.shelf().get(key) if key else self._brought
            assert lesson
            passed = games.game_type(lesson.game).hidden and not self._with_phones(lesson)
            shown |= {"window": passed} | lessons.told(lesson, self.lang)
        except BadLesson as bad:
            shown |= {"name": key, "lines": [], "problem": bad.text(self.lang)}
        self.surface.tell({"show": {"dialog": "lesson", "lesson": shown}})

    def _open_lesson(self, message: Mapping[str, Any]) -> None:
        key = str(message.get("id") or "")
        lesson = lessons.shelf().get(key) if key and self.teacher else self._brought
        if lesson is None:
            raise Refused("rooms.lesson.gone")
        teacher.opening()
        about = {name: str(message.get(name) or "") for name in ("group", "label")}
        room, token = open_room(live.hall(), lesson, same=message.get("same") is True, **about)
        self._enter(lesson.game, room, token, self._with_phones(lesson), message)

    def _with_phones(self, lesson: Lesson) -> bool:
        return lesson.phones and live.phones_available()

    def _show_anew(self) -> None:
        self.surface.scene = self.scene()
        self.surface.tell({"show": {"dialog": None}})

    def _fit(self, message: Mapping[str, Any]) -> None:
        """Adapt the form to the number of teams."""
        game, teams = str(message.get("game")), message.get("teams")
        if game not in games.GAMES or type(teams) is not int or teams not in games.game_type(game).teams:
            raise Refused("rooms.refused.bad_action")
        lesson, pupils = (_count(message.get(name)) for name in ("lesson", "pupils"))
        edition = self._edition

        def work() -> dict[str, Any]:
            try:
                with data.using(edition):
                    fit = self._fitting(game, teams, lesson or LESSON, pupils, message)
            except Refused as refusal:  # leave what was typed for the teacher to correct
                fit = {"note": refusal.text(self.lang)}
            return fit | {"asked": message.get("asked")}

        self._fits.ask(work, lambda fit: self.surface.tell({"show": {"fit": fit}}))

    def _fitting(self, game: str, teams: int, lesson: int, pupils: int, message: Mapping[str, Any]) -> dict[str, Any]:
        """The form's teams, preset, options and duration: as chosen, or as proposed for the lesson."""
        lang, chosen, fit = self.lang, message.get("set") or {}, dict[str, Any]()
        if message.get("auto") is True:
            fewest = max(games.game_type(game).teams[0], -(-pupils // PUPILS["most"])) if pupils else teams
            teams, preset, options = knobs.proposal(game, teams, lesson, fewest)
            chosen, fit = knobs.chosen(game, options, lang), {"preset": preset, "teams": teams}
        fit |= knobs.fitted(game, chosen, teams, lang, str(message.get("changed") or ""))
        return fit | knobs.timed(game, fit["set"], teams, lesson, lang)

    def _export(self, code: str) -> None:
        """Export a room as a file, also one that cannot be opened."""
        found = live.hall().export(code)
        text = json.dumps(found, ensure_ascii=False, indent=1)
        content = b64encode(text.encode("utf-8", "backslashreplace")).decode()  # escapes lone surrogates
        name = f"geoclass-{found['room']}.json"
        self.surface.tell({"file": {"name": name, "kind": "application/json", "content": content, "open": False}})

    def _go(self, game: str, code: str, token: str) -> None:
        query = urlencode({"room": code, "token": token, "lang": self.lang})
        self.surface.tell({"go": f"{game}?{query}"})


def home(game: str = "") -> Any:
    """The page of one session of ``/``; *game*: open the form of this game."""
    first = Home(game)
    return page(first.surface, "geoclass", first.lang)


def _tile(game: str) -> dict[str, Any]:
    """A game's home tile: texts, and what its picture needs."""
    own = games.part(game, "tile")
    return own.scene() if own else {}


def _usual_minutes(game: str) -> int:
    """The minutes that four teams take with the form's defaults."""
    low, high = games.game_type(game).teams[0], games.game_type(game).teams[-1]
    teams = max(low, min(USUAL_TEAMS, high))
    return knobs.estimates(game, teams)[knobs.proposed(game, teams, LESSON)] or 0


def _count(given: Any) -> int:
    return given if type(given) is int and 0 < given < 1000 else 0


def _own_text(game: str, key: str, lang: str) -> str:
    """A sentence from the game's own texts for its tile, or an empty string."""
    return str(i18n.sentences(lang).get(f"{game}.home.{key}", ""))


def _when(stamp: str, lang: str) -> str:
    """The date, or the time if it is today."""
    when = datetime.fromisoformat(stamp).astimezone()
    if when.date() == datetime.now().astimezone().date():
        return i18n.text("home.today", lang, time=format_skeleton("Hm", when, locale=i18n.locale(lang)))
    return str(format_skeleton("yMMMd", when, locale=i18n.locale(lang)))
