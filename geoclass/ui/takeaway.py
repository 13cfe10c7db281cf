"""A room's games to take away: the log, tables of its moves, and the page to print. Only for the room's teacher."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any

from geoclass import games, i18n
from geoclass.rooms import Refused
from geoclass.ui.boards import Shown

MEDIA = {
    "html": "text/html",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "json": "application/json",
}
Tell = Callable[[Mapping[str, Any]], None]


def scene(shown: Shown) -> dict[str, Any] | None:
    """What a teacher can take; None before the first game."""
    n = shown.room.games_begun()
    if not n:
        return None
    return {
        "games": [[index, shown.text("stage.take.game", n=index + 1)] for index in reversed(range(n))],
        "report": shown.text("stage.take.report"),
        "kinds": [[kind, shown.text(f"stage.take.{kind}")] for kind in MEDIA],
        "names": [[True, shown.text("stage.take.names")], [False, shown.text("stage.take.letters")]],
        "note": shown.text("stage.take.note"),
    }


def give(shown: Shown, message: Mapping[str, Any], tell: Tell, later: Callable[[Callable[[], None]], Any]) -> None:
    """Make what was asked for beside the server's own thread, as a report takes a second; *later* hands it over."""
    if not shown.teacher:
        raise Refused("rooms.refused.not_teacher")
    logs, kind, lang = shown.room.logs(), str(message.get("kind")), shown.lang
    index = message.get("game", len(logs) - 1)
    if type(index) is not int or not 0 <= index < len(logs) or kind not in (*MEDIA, "report"):
        raise Refused("rooms.refused.bad_action")
    ending = "html" if kind == "report" else kind
    name = f"geoclass-{shown.room.code}-{index + 1}.{ending}"
    named, open_ = message.get("names") is not False, kind == "report"

    def work() -> None:
        told: dict[str, Any]
        try:
            content = b64encode(made(logs[index], ending, lang, named)).decode()
            told = {"file": {"name": name, "kind": MEDIA[ending], "content": content, "open": open_}}
        except games.Refusal as refusal:
            told = {"toast": refusal.text(lang)}
        except Exception:
            later(lambda: tell({"toast": i18n.text("stage.take.failed", lang)}))
            raise
        later(lambda: tell(told))

    Thread(target=work, daemon=True).start()


def made(log: games.Log, kind: str, lang: str, names: bool = True) -> bytes:
    """A game as a file."""
    from geoclass.review import exports  # pandas is loaded when a file is asked for

    make: dict[str, Callable[[], bytes]] = {
        "json": lambda: exports.to_json(log, names),
        "csv": lambda: exports.to_csv(log, lang, names),
        "xlsx": lambda: exports.to_xlsx(log, lang, names),
        "html": lambda: exports.to_html(log, lang),
    }
    return make[kind]()
