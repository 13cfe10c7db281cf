"""Conventions of the code: imports go one way, sentences come in pairs, rules have tests, and the like."""

import ast
import re
import string
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from geoclass import games, i18n

ROOT = Path(__file__).parents[1]
MODULES = sorted((ROOT / "geoclass").rglob("*.py"))

# What each part may import of the others (and itself).
ALLOWED = {
    "i18n": set(),
    "data": {"i18n"},
    "maps": {"data", "i18n"},
    "games": {"maps", "data", "i18n"},
    "bots": {"games", "maps", "data", "i18n"},
    "terminal": {"bots", "games", "maps", "data", "i18n"},
    "charts": {"games", "maps", "data", "i18n"},
    "rooms": {"games", "bots", "maps", "data", "i18n"},
    "review": {"charts", "bots", "games", "maps", "data", "i18n"},
    "ui": {"rooms", "charts", "review", "bots", "games", "maps", "data", "i18n"},
}
SCREENS = {"panel", "bokeh"}  # what only charts, ui and the map drawn by Bokeh may import
DRAWN = ROOT / "geoclass" / "maps" / "bokeh.py"
UI_SIDE = ("board", "end", "pages", "charts", "tile")  # parts of a game that say how it looks
ENGINE_SIDE = ("engine", "reveal", "bots", "review", "words", "tables")  # parts of a game that any Python can import


def _imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _part(file: Path) -> str:
    """The part that a module belongs to; some modules of a game belong to the part that uses them."""
    part, *inner = file.relative_to(ROOT / "geoclass").with_suffix("").parts
    sides = {"terminal": "terminal", "review": "review"} | dict.fromkeys(UI_SIDE, "ui")
    return sides.get(inner[1], part) if part == "games" and len(inner) > 1 else part


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(ROOT)))
def test_imports_go_one_way(file):
    part = _part(file)
    if part not in ALLOWED:
        return
    for name in _imported(file):
        if name.startswith("geoclass."):
            other = name.split(".")[1]
            assert other == part or other in ALLOWED[part] or other not in ALLOWED, f"{file.name} imports {name}"
        if part not in ("charts", "ui") and file != DRAWN:
            assert name.split(".")[0] not in SCREENS, f"{file.name} imports {name}"


@pytest.mark.parametrize(
    ("module", "not_there"),
    [
        ("geoclass", {"pandas", "geopandas", "panel", "bokeh"}),
        ("geoclass.data", {"pandas", "geopandas", "panel", "bokeh"}),
        ("geoclass.maps", {"pandas", "geopandas", "shapely", "pyproj", "panel", "bokeh"}),
        ("geoclass.games", {"pandas", "geopandas", "panel", "bokeh"}),
        ("geoclass.bots", {"pandas", "geopandas", "panel", "bokeh"}),
    ],
)
def test_importing_stays_light(module, not_there):
    code = f"import {module}, sys; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not_there.isdisjoint(loaded)


@pytest.mark.parametrize("game", games.GAMES)
def test_a_games_engine_side_imports_neither_screens_nor_pandas(game):
    """A Python in the browser can load it; the tables are read on first use."""
    parts = f"[part({game!r}, name) for name in {ENGINE_SIDE!r}]"
    code = f"import sys; from geoclass.games import part; {parts}; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert f"{games.GAMES[game]}.engine" in loaded
    assert {"pandas", "geopandas", "panel", "bokeh"}.isdisjoint(loaded)


# What names a game. Two names are words of their own: they count where they can mean nothing else, in a path, a key of
# a sentence, a comparison or the name of a function.
ALONE = re.compile("globalissimo|couleurs|spywhere", re.IGNORECASE)
WORDS = "countries|course"
NAMES = re.compile(
    rf"games[./]({WORDS})\b|\b({WORDS})_(tables|reveal|board|result)\b|\b({WORDS})\.(js|css)\b"
    rf"|[\"'`]({WORDS})\.[a-z{{]|(game\w*|id)\W{{1,6}}({WORDS})[\"']|^\[(\w+\.)?({WORDS})\b"
    rf"|^\s*(\w+\.)?({WORDS})(:| =) *(\(|\w+ =>)",
    re.IGNORECASE | re.MULTILINE,
)


def _code(file: Path) -> str:
    """A file's text without a module's docstrings, whose examples may name a game."""
    text = file.read_text("utf-8")
    if file.suffix != ".py":
        return text
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(lines)


def _shared_files() -> list[object]:
    """All modules, scripts, styles and sentences outside the games' folders, without the list of games."""
    found = []
    for file in sorted((ROOT / "geoclass").rglob("*")):
        name = file.relative_to(ROOT / "geoclass").as_posix()
        own = any(name.startswith(f"games/{game}/") for game in games.GAMES)
        if file.suffix in (".py", ".js", ".css", ".html", ".toml") and not own and name != "games/__init__.py":
            found.append(pytest.param(file, id=name))
    return found


@pytest.mark.parametrize("file", _shared_files())
def test_nothing_outside_a_games_folder_names_a_game(file):
    assert file.stem.split("_")[0] not in games.GAMES
    assert ALONE.findall(file.read_text("utf-8")) == []
    assert [match[0] for match in NAMES.finditer(_code(file))] == []


def _holes(sentence: object) -> set[str]:
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_french_and_english_say_the_same_things():
    fr, en = i18n.sentences("fr"), i18n.sentences("en")
    assert fr.keys() == en.keys()
    for key in fr:
        assert _holes(fr[key]) == _holes(en[key]), key
        assert isinstance(fr[key], str) == isinstance(en[key], str), key


SAYING = ("text", "Text", "Sentence", "Refused", "IllegalMove", "BadSetup", "BadLog", "Unclear")  # begin with a key


def _keys(file: Path) -> list[str]:
    """The keys of the sentences that a module uses, as patterns."""
    found = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and ast.unparse(node.func).rpartition(".")[2] in SAYING:
            match node.args[0]:
                case ast.Constant(str(key)):
                    found.append(re.escape(key))
                case ast.JoinedStr(parts):
                    known = [re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in parts]
                    found.append("".join(known))
    return [key for key in found if r"\." in key]


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(ROOT)))
def test_every_sentence_asked_for_is_there(file):
    known = i18n.sentences("fr")
    assert [key for key in _keys(file) if not any(re.fullmatch(key, one) for one in known)] == []


def test_french_typography():
    """No-break spaces before high punctuation and inside guillemets, typographic apostrophes."""
    bad = re.compile(r"[^\s\u00a0\u202f?!:;«\d(][?!;:](?!\w)(?!//)| [?!;:»%]|« |'")
    for key, sentence in i18n.sentences("fr").items():
        for form in [sentence] if isinstance(sentence, str) else sentence.values():
            plain = re.sub(r"\{[^}]*\}", "x", form)
            assert not bad.search(plain), f"{key}: {form!r}"


def test_english_typography():
    for key, sentence in i18n.sentences("en").items():
        for form in [sentence] if isinstance(sentence, str) else sentence.values():
            assert "'" not in form, f"{key}: {form!r}"
            assert '"' not in form, f"{key}: {form!r}"


def _rules(game: str) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]\d+)\*\*", (ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8"), re.M)


@pytest.mark.parametrize("game", games.GAMES)
def test_every_rule_and_decision_has_a_test_named_by_it(game):
    tests = "".join(file.read_text("utf-8") for file in (ROOT / "tests" / "games").glob(f"test_{game}*.py"))
    rules = _rules(game)
    assert len(rules) > 12
    assert [rule for rule in rules if not re.search(rf"def test_{rule}_", tests)] == []


@pytest.mark.parametrize("game", games.GAMES)
def test_every_rule_and_decision_is_cited_in_the_engine(game):
    code = "".join(f.read_text("utf-8") for f in (ROOT / "geoclass" / "games" / game).glob("*.py"))
    assert [rule for rule in _rules(game) if not re.search(rf"\b{rule}\b", code)] == []


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", games.GAMES)
def test_every_decision_and_every_rule_cited_to_a_pupil_stands_in_the_help(game, lang):
    keys = (key.rpartition(".")[2] for key in i18n.sentences(lang) if key.startswith(f"{game}.help."))
    shown = {rule for key in keys for rule in re.findall(r"[A-Z]\d+", key)}
    code = "".join(f.read_text("utf-8") for f in (ROOT / "geoclass" / "games" / game).glob("*.py"))
    cited = set(re.findall(r'"([A-Z]\d+)"', code))
    assert [rule for rule in _rules(game) if (rule.startswith("D") or rule in cited) and rule not in shown] == []


@pytest.mark.parametrize("game", games.GAMES)
def test_every_option_and_move_has_its_words(game):
    engine, known = games.game_type(game), i18n.sentences("fr")
    for option in engine.options:
        assert {f"{game}.option.{option}.label", f"{game}.option.{option}.must"} <= known.keys()
    assert "lesson" in engine.presets
    assert {f"{game}.preset.{preset}" for preset in engine.presets} <= known.keys()
    for move in engine.moves:
        assert f"{game}.move.{move}" in known
    assert f"{game}.name" in known


@pytest.mark.parametrize("game", games.GAMES)
def test_every_preset_can_be_played(game):
    for options in games.game_type(game).presets.values():
        assert games.new(game, players=["A", "B", "C", "D"], seed=1, options=options).actors


def test_the_version_stands_in_one_place():
    import geoclass

    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == geoclass.__version__


SOURCES = sorted(f for f in (ROOT / "geoclass").rglob("*") if f.suffix in {".py", ".js", ".css"})


def test_files_read_in_one_sitting():
    long = {str(f.relative_to(ROOT)): n for f in SOURCES if (n := len(f.read_text("utf-8").splitlines())) > 500}
    assert long == {}


def test_lines_fit_a_screen():
    """The formatters do not break long strings and comments, and styles are not formatted at all."""
    long = {
        f"{file.relative_to(ROOT)}:{number}"
        for file in SOURCES
        if file.suffix != ".py"  # checked by a linter
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if len(line) > 120
    }
    assert long == set()


def test_R11_what_differs_between_versions_of_panel_is_in_one_place():
    """Except for the server's patches, which are also in one place."""
    naming = {
        file.name
        for file in (ROOT / "geoclass").rglob("*")
        if file.suffix in {".py", ".js"} and re.search(r"Panel 1\.\d|panel\.__version__", file.read_text("utf-8"))
    }
    assert naming <= {"bokeh_patches.py", "compat.py", "compat.js"}
