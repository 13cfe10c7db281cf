"""The first page: five games, the tables, rooms to go on with, how to join; and the form of a new game."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from geoclass import bots, games, i18n
from geoclass.rooms import NAME_LENGTH, Listed, Refused
from geoclass.ui import knobs, live, pictures, teacher
from geoclass.ui.kit import surface
from geoclass.ui.kit.surface import flag_of
from geoclass.ui.page import argument, spoken
from geoclass.ui.qr import qr
from geoclass.ui.shell import page, words

FIRST_ROOMS, MOST_ROOMS = 3, 60  # in sight, and in the list of all
ISLANDS = {
    "countries": ["ISL", "RUS", "BGD"],
    "couleurs": ["EGY", "LBY", "TCD", "SDN", "ETH", "KEN"],
}  # flags of the tiles
COLOUR_NAMES = 6


class Home:
    """The first page of one session."""

    def __init__(self) -> None:
        self.lang = spoken()
        self.teacher = teacher.is_teacher()
        self.surface = surface("home")(self._asked, scene=self.scene())

    def scene(self) -> dict[str, Any]:
        lang = self.lang
        return {
            "lang": lang,
            "languages": [[code, i18n.text("ui.language_name", code)] for code in i18n.LANGUAGES],
            "words": words(lang) | _own_words(lang),
            "title": "geoclass",
            "bare": True,
            "menu": self._menu(),
            "board": {
                "kind": "home.page" if self.teacher else "home.elsewhere",
                "key": live.phones_available(),
                "wrong": argument("key") == "wrong",
                "tagline": i18n.text("ui.tagline", lang),
                "games": [self._game(game) for game in games.GAMES],
                "explore": {"href": f"explore?{urlencode({'lang': lang})}", "picture": pictures.world()},
                "atlantic": pictures.atlantic(),
                "rooms": [self._listed(room) for room in live.hall().rooms()[:MOST_ROOMS]] if self.teacher else [],
                "first_rooms": FIRST_ROOMS,
                "join": self._join(),
            },
            "new": {
                "levels": [[level, i18n.text(f"stage.level.{level}", lang)] for level in bots.LEVELS],
                "names": [i18n.text(f"home.team.{n}", lang) for n in range(COLOUR_NAMES)],
                "phones": live.phones_available(),
                "longest": NAME_LENGTH,
            },
        }

    def _game(self, game: str) -> dict[str, Any]:
        lang, engine = self.lang, games.game_type(game)
        low, high = engine.teams[0], engine.teams[-1]
        return knobs.scene(game, lang) | {
            "id": game,
            "name": i18n.text(f"{game}.name", lang),
            "text": i18n.text(f"home.{game}.text", lang),
            "learn": i18n.text(f"home.{game}.learn", lang),
            "teams": i18n.text("home.teams", lang, low=low, high=high),
            "time": i18n.text(f"home.{game}.time", lang),
            "low": low,
            "high": high,
            "flags": [flag_of(iso) for iso in ISLANDS.get(game, [])],
        }

    def _listed(self, room: Listed) -> dict[str, Any]:
        lang = self.lang
        return {
            "code": room.code,
            "title": i18n.text(f"{room.game}.name", lang),
            "teams": ", ".join(room.teams) or i18n.text("home.no_teams", lang),
            "text": i18n.text("home.moves", lang, n=room.moves)
            if room.phase != "lobby"
            else i18n.text("home.lobby", lang),
            "when": _when(room.changed, lang),
        }

    def _join(self) -> dict[str, Any] | None:
        places = live.addresses()
        if not places or not live.phones_available():
            return None
        address = f"{places[0]}/join"
        return {"address": address.removeprefix("http://"), "qr": qr(address)}

    def _menu(self) -> list[dict[str, Any]]:
        if not self.teacher or teacher.address() is None:
            return []
        return [{"text": i18n.text("home.key.menu", self.lang), "send": {"do": "key"}}]

    # what was touched

    def _asked(self, message: Mapping[str, Any]) -> None:
        try:
            match message.get("do"):
                case "open" if self.teacher:
                    self._open(message)
                case "reopen" if self.teacher:
                    room, token = live.hall().reopen(str(message.get("code")))
                    self._go(room.view(token)["room"]["game"], room.code, token)
                case "delete" if self.teacher:
                    live.hall().delete(live.hall().room(str(message.get("code"))).code)
                    self.surface.scene = self.scene()
                case "key" if self.teacher and (door := teacher.address()):
                    self.surface.tell({"show": {"dialog": "home.key", "door": {"address": door, "qr": qr(door)}}})
                case "lang" if message.get("lang") in i18n.LANGUAGES:
                    self.lang = str(message["lang"])
                    self.surface.scene = self.scene()
        except Refused as refusal:
            text = refusal.text(self.lang)
            self.surface.tell({"show": {"problem": text}} if message.get("do") == "open" else {"toast": text})

    def _open(self, message: Mapping[str, Any]) -> None:
        """A new room as the form says; without phones its game starts at once."""
        game = str(message.get("game"))
        phones = bool(message.get("phones")) and live.phones_available()
        options = knobs.options(game, message.get("set") or {})
        seed = message["seed"] if type(message.get("seed")) is int else None
        teams = [{"name": str(t.get("name", "")), "bot": t.get("bot") or None} for t in message.get("teams") or []]
        try:
            games.new(game, [str(n) for n in range(len(teams))], 1, options)  # refuse before a room is opened
        except games.BadSetup as bad:
            raise Refused(bad.key, bad.rule, **bad.params) from None
        room, token = live.hall().open(game, teams, self.lang, options, seed=seed)
        if not phones:
            room.control(token, "start")
        self._go(game, room.code, token)

    def _go(self, game: str, code: str, token: str) -> None:
        query = urlencode({"room": code, "token": token, "lang": self.lang})
        self.surface.tell({"go": f"{game}?{query}"})


def home() -> Any:
    """The page of one session of ``/``."""
    first = Home()
    return page(first.surface, "geoclass", first.lang)


def _own_words(lang: str) -> dict[str, str]:
    found = i18n.sentences(lang)
    return {key.removeprefix("home.word."): str(v) for key, v in found.items() if key.startswith("home.word.")}


def _when(stamp: str, lang: str) -> str:
    """How long ago, in words."""
    past = datetime.now(UTC) - datetime.fromisoformat(stamp)
    minutes = int(past.total_seconds() // 60)
    if minutes < 60:
        return i18n.text("home.ago.minutes", lang, n=max(1, minutes))
    if minutes < 48 * 60:
        return i18n.text("home.ago.hours", lang, n=minutes // 60)
    return i18n.text("home.ago.days", lang, n=past.days)
