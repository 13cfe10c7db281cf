"""The scripts and styles of screens: the kit's, and those found by name in a game's folder."""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from geoclass import games
from geoclass.ui.kit import styles
from geoclass.ui.kit.figures import Figures
from geoclass.ui.kit.screen import Board
from geoclass.ui.kit.words import WordsBoard

KIT = files("geoclass.ui.kit")
PAGES = files("geoclass.ui") / "static"  # scripts and styles of screens other than games: home, console
HOME, TILE = "home", "tile"  # each game's tile on the first page is drawn by its folder's tile.js and tile.css
SHARED = (
    "dom",
    "pieces",
    "moves",
    "dialogs",
    "lesson",
    "clock",
    "vote",
    "words",
    "screen",
)  # loaded by every screen
DRAWN = ("track", "map", "zoom")  # loaded by phones only for boards that use them
HOSTED = (
    *SHARED,
    *DRAWN,
    "believed",
    "hands",
    "sound",
    "curtain",
    "server",
    "shell",
    "keep",
    "picture",
    "compat",
    "figures",
    "render",
)  # loaded by Panel screens
DECLARED = re.compile(r"^(?:const|let|function|async function|class) (\w+)", re.MULTILINE)


def board_of(game: str) -> Board:
    """The game's board, or a `WordsBoard` if it has none."""
    part = games.part(game, "board")
    board: Board = (part.Board if part else WordsBoard)(game)
    return board


def figures_of(game: str) -> Figures:
    """The figures of a game's reveals, for one session."""
    figures: Figures = getattr(games.part(game, "charts"), "Figures", Figures)()
    return figures


@cache
def script(name: str) -> str:
    """The script of a board or a page: all its files joined in one scope."""
    tiles = _tiles(".js") if name == HOME else []
    own = "\n".join(file.read_text("utf-8") for file in _files(name, ".js"))
    return "\n".join(["{", own, *(f"{{\n{file.read_text('utf-8')}\n}}" for file in tiles), "}"])


@cache
def style(name: str) -> str:
    return styles.joined([*_files(name, ".css"), *(_tiles(".css") if name == HOME else [])])


@cache
def kit_script(names: tuple[str, ...] = SHARED) -> str:
    return "\n".join((KIT / f"{name}.js").read_text("utf-8") for name in names)


@cache
def kit_style(*names: str) -> str:
    return styles.joined(KIT / f"{name}.css" for name in ("kit", "lesson", "vote", *names))


def drawn_script(game: str) -> str:
    """The optional kit scripts that a game's board uses."""
    drawn, own = kit_script(DRAWN), script(game)
    return drawn if any(re.search(rf"\b{name}\b", own) for name in names_in(drawn)) else ""


def names_in(text: str) -> list[str]:
    """The names a script declares at its top level."""
    return DECLARED.findall(text)


def _files(name: str, ending: str) -> list[Traversable]:
    """The files of a game's board or of a page, in the order of their names."""
    if name in games.GAMES:
        found = [file for file in files(games.GAMES[name]).iterdir() if file.name != f"{TILE}{ending}"]
    else:
        found = [file for file in PAGES.iterdir() if re.fullmatch(rf"{name}(_\w+)?{ending}", file.name)]
    return sorted((file for file in found if file.name.endswith(ending)), key=lambda file: file.name)


def _tiles(ending: str) -> list[Traversable]:
    """The files that draw each game's tile of the first page."""
    found = [files(folder) / f"{TILE}{ending}" for folder in games.GAMES.values()]
    return [file for file in found if file.is_file()]
