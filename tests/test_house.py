"""The house in order: imports go one way, sentences come in pairs, rules have tests, nothing speaks of a machine."""

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
    "games": {"data", "i18n"},
    "bots": {"games", "data", "i18n"},
    "charts": {"games", "data", "i18n"},
    "rooms": {"games", "bots", "data", "i18n"},
    "review": {"charts", "bots", "games", "data", "i18n"},
    "ui": {"rooms", "charts", "review", "bots", "games", "data", "i18n"},
}
SCREENS = {"panel", "bokeh"}  # what only charts and ui may import


def _imported(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("file", MODULES, ids=lambda f: str(f.relative_to(ROOT)))
def test_imports_go_one_way(file):
    part = file.relative_to(ROOT / "geoclass").parts[0].removesuffix(".py")
    if part not in ALLOWED:
        return
    for name in _imported(file):
        if name.startswith("geoclass."):
            other = name.split(".")[1]
            assert other == part or other in ALLOWED[part] or other not in ALLOWED, f"{file.name} imports {name}"
        if part not in ("charts", "ui"):
            assert name.split(".")[0] not in SCREENS, f"{file.name} imports {name}"


@pytest.mark.parametrize(
    ("module", "not_there"),
    [
        ("geoclass", {"pandas", "geopandas", "panel", "bokeh"}),
        ("geoclass.data", {"pandas", "geopandas", "panel", "bokeh"}),
        ("geoclass.games", {"geopandas", "panel", "bokeh"}),
        ("geoclass.bots", {"geopandas", "panel", "bokeh"}),
    ],
)
def test_importing_stays_light(module, not_there):
    code = f"import {module}, sys; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not_there.isdisjoint(loaded)


def _holes(sentence: object) -> set[str]:
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {name for form in forms for _, name, _, _ in string.Formatter().parse(form) if name}


def test_french_and_english_say_the_same_things():
    fr, en = i18n.sentences("fr"), i18n.sentences("en")
    assert fr.keys() == en.keys()
    for key in fr:
        assert _holes(fr[key]) == _holes(en[key]), key
        assert isinstance(fr[key], str) == isinstance(en[key], str), key


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
    code = "".join(f.read_text("utf-8") for f in (ROOT / "geoclass" / "games").glob(f"{game}*.py"))
    assert [rule for rule in _rules(game) if not re.search(rf"\b{rule}\b", code)] == []


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize("game", games.GAMES)
def test_every_decision_stands_in_the_help(game, lang):
    shown = {key.rpartition(".")[2] for key in i18n.sentences(lang) if key.startswith(f"help_{game}.")}
    assert [rule for rule in _rules(game) if rule.startswith("D") and rule not in shown] == []


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


def test_files_read_in_one_sitting():
    long = {str(f.relative_to(ROOT)): n for f in MODULES if (n := len(f.read_text("utf-8").splitlines())) > 600}
    assert long == {}
