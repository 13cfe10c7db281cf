"""Exports of a room's games for its teacher: log, tables of moves, printable report."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any

from geoclass import games, i18n
from geoclass.rooms import Refused, Room
from geoclass.ui import turns

MEDIA = {
    "html": "text/html",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv",
    "json": "application/json",
}
Tell = Callable[[Mapping[str, Any]], None]


def scene(room: Room, lang: str) -> dict[str, Any] | None:
    """The exports offered; None before the first game."""
    n = room.games_begun()
    if not n:
        return None

    def text(key: str, **params: Any) -> str:
        return i18n.text(f"stage.take.{key}", lang, **params)

    return {
        "games": [[index, text("game", n=index + 1)] for index in reversed(range(n))],
        "report": text("report"),
        "kinds": [[kind, text(kind)] for kind in MEDIA],
        "names": [[True, text("names")], [False, text("letters")]],
        "note": text("note"),
    }


def give(
    room: Room,
    token: str,
    lang: str,
    message: Mapping[str, Any],
    tell: Tell,
    later: Callable[[Callable[[], None]], Any],
) -> None:
    """Make an export in a worker thread, as a report takes a second; *later* delivers it."""
    if room.role(token) != "teacher":
        raise Refused("rooms.refused.not_teacher")
    logs, kind = room.logs(), str(message.get("kind"))
    index = message.get("game", len(logs) - 1)
    if type(index) is not int or not 0 <= index < len(logs) or kind not in (*MEDIA, "report"):
        raise Refused("rooms.refused.bad_action")
    ending = "html" if kind == "report" else kind
    occasions = room.occasions()
    occasion = occasions[index]._asdict() if index < len(occasions) else {}
    day = occasion.get("begun", "")[:10]
    name = f"geoclass-{day}-{room.code}-{index + 1}.{ending}"
    named, open_ = message.get("names") is not False, kind == "report"

    def work() -> None:
        told: dict[str, Any]
        try:
            content = b64encode(made(logs[index], ending, lang, named, occasion)).decode()
            told = {"file": {"name": name, "kind": MEDIA[ending], "content": content, "open": open_}}
        except games.Refusal as refusal:
            told = {"toast": refusal.text(lang)}
        except Exception:
            later(lambda: tell({"toast": i18n.text("stage.take.failed", lang)}))
            raise
        later(lambda: tell(told))

    turns.jobs.start(work)


def made(log: games.Log, kind: str, lang: str, names: bool = True, occasion: Mapping[str, str] | None = None) -> bytes:
    """Render a game as a file; without *names*, the class is left out too."""
    from geoclass.review import exports  # loads pandas, so only when needed

    make: dict[str, Callable[[], bytes]] = {
        "json": lambda: exports.to_json(log, names),
        "csv": lambda: exports.to_csv(log, lang, names),
        "xlsx": lambda: exports.to_xlsx(log, lang, names, occasion),
        "html": lambda: exports.to_html(log, lang, names, occasion),
    }
    return make[kind]()
