"""The My figures page: the teacher's figures, and a preview of a file or pasted table, which is added as a whole or not
at all."""

from base64 import b64decode
from binascii import Error
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from geoclass import data, i18n
from geoclass.rooms import FIGURES, Refused, StoreError
from geoclass.ui import live, teacher
from geoclass.ui.kit import surface
from geoclass.ui.page import spoken
from geoclass.ui.shell import page, words
from geoclass.ui.turns import Latest

LARGEST = 1_400_000  # bytes of an upload; the browser compresses larger files
YEARS = 12  # columns made of one file with many years

Message = Mapping[str, Any]


class MyFigures:
    """The page of one session."""

    def __init__(self) -> None:
        self.lang = spoken()
        self._file: str | bytes | None = None  # the file being previewed
        self._seen: data.Preview | None = None
        self._told = ""
        self._looks = Latest()
        self.surface = surface("figures")(self._asked, scene=self.scene())

    def scene(self) -> dict[str, Any]:
        live.offer_figures()
        lang = self.lang
        return {
            "lang": lang,
            "languages": i18n.language_names(),
            "words": words(lang) | i18n.section("figures.word", lang),
            "title": f"{i18n.text('figures.title', lang)} · geoclass",
            "home": f"./?{urlencode({'lang': lang})}",
            "head": {"game": i18n.text("figures.title", lang), "text": ""},
            "here": {"lang": lang},
            "help": _help(lang),
            "menu": [],
            "said": self._told,
            "board": {
                "kind": "figures.page",
                "own": [_file(file, lang) for file in data.edition_on_desk().files],
                "example": i18n.text("figures.example", lang),
                "largest": LARGEST,
                "told": self._told,
                "seen": self._seen.told(lang) if self._seen else None,
                "most_years": YEARS,
            },
        }

    # what was touched

    def _asked(self, message: Message) -> None:
        try:
            match message.get("do"):
                case "load":
                    self._file = _content(message)
                    self._look({})
                case "look" if self._file is not None:
                    self._look(message)
                case "add" if self._file is not None:
                    self._look(message, self._add)
                case "cancel":
                    self._file = self._seen = None
                    self._show("")
                case "remove":
                    gone = data.remove_kept(str(message.get("column")), live.shelf(FIGURES))
                    self._show(i18n.text("figures.removed", self.lang, n=len(gone)))
                case "lang" if message.get("lang") in i18n.LANGUAGES:
                    self.lang = str(message["lang"])
                    self._show("")
        except (Refused, data.DataError) as refusal:
            self.surface.tell({"toast": refusal.text(self.lang)})

    def _look(self, how: Message, then: Callable[[data.Figures], None] | None = None) -> None:
        """Preview the file again, in a worker thread."""
        file, years, about = self._file, _years(how.get("years")), how.get("about")
        assert file is not None
        given = about if isinstance(about, dict) and all(isinstance(one, dict) for one in about.values()) else {}

        def show(seen: data.Preview) -> None:
            if file is self._file:  # not replaced meanwhile
                self._seen = seen
                if then and seen.figures:
                    then(seen.figures)
                else:
                    self._show("")

        self._looks.ask(lambda: data.preview(file, years, given, how.get("leave_out") is True), show)

    def _add(self, figures: data.Figures) -> None:
        try:
            columns = data.keep_figures(figures, live.shelf(FIGURES))
        except (StoreError, data.DataError) as refusal:
            self.surface.tell({"toast": refusal.text(self.lang)})
            return
        self._file = self._seen = None
        self._show(i18n.text("figures.added", self.lang, n=len(columns), columns=columns))

    def _show(self, told: str) -> None:
        self._told = told
        self.surface.scene = self.scene()


def figures() -> Any:
    """The page of one session of ``/figures``."""
    if not teacher.is_teacher():
        from geoclass.ui.stage import sorry

        return sorry(i18n.text("figures.elsewhere", spoken()), spoken())
    first = MyFigures()
    return page(first.surface, "geoclass", first.lang)


def _content(message: Message) -> str | bytes:
    """The content sent: a pasted table as text, a file as bytes."""
    pasted, packed = message.get("text"), message.get("value")
    if isinstance(pasted, str):
        return pasted if "\n" in pasted else f"{pasted}\n"
    try:
        found = b64decode(packed, validate=True) if isinstance(packed, str) else b""
    except (Error, ValueError):
        found = b""
    if len(found) > LARGEST:
        raise Refused("figures.word.large")
    return found


def _years(given: Any) -> list[int]:
    if not isinstance(given, list) or not all(type(year) is int for year in given):
        return []
    return sorted(set(given))[:YEARS]


def _file(file: data.Figures, lang: str) -> dict[str, Any]:
    """A file of figures as an entry of the list."""
    return {
        "id": next(iter(file.values)),
        "columns": [
            {
                "label": column.label[lang],
                "about": i18n.text(
                    "figures.about", lang, n=len(file.values[name]), origin=column.origin(lang), unit=column.unit[lang]
                ),
                "explore": f"explore?{urlencode({'lang': lang, 'figure': name})}",
            }
            for name, column in file.columns.items()
        ],
    }


def _help(lang: str) -> dict[str, Any]:
    lines = [{"text": i18n.text(f"figures.help.{key}", lang)} for key in ("table", "files", "kept")]
    return {"title": i18n.text("figures.title", lang), "parts": [{"title": "", "lines": lines}]}
