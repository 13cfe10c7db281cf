"""The notebooks: run from top to bottom with their solutions, say where every figure is from, in both languages."""

import asyncio
import json
import re
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from geoclass import data, games, review
from geoclass.charts.review import CAPTION
from tests.review import played

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LIMIT = 60  # seconds, on a school laptop
YEAR = re.compile(r"\b(19|20)\d\d\b|sans année|without year|ni année|or year")

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def _read(path):
    return nbformat.read(path, as_version=4)


def _markdown(path):
    return [cell.source for cell in _read(path).cells if cell.cell_type == "markdown"]


def test_there_are_seven():
    assert [path.stem[:2] for path in NOTEBOOKS] == [f"0{n}" for n in range(1, 8)]


@each_notebook
def test_outputs_are_stripped(path):
    raw = json.loads(path.read_text("utf-8"))
    code = [cell for cell in raw["cells"] if cell["cell_type"] == "code"]
    assert [cell["outputs"] for cell in code] == [[]] * len(code)
    assert {cell["execution_count"] for cell in code} == {None}


@each_notebook
def test_every_text_is_in_both_languages(path):
    for source in _markdown(path):
        french, english = (re.search(rf'<div lang="{lang}">\s+(.+?)\s+</div>', source, re.S) for lang in ("fr", "en"))
        assert french, source
        assert english, source
        assert len(french[1]) < 2 * len(english[1]) < 4 * len(french[1]), source
        assert not re.search(r"\w [:;?!»%]|« |'", re.sub(r"`[^`]*`", "", french[1])), source


@each_notebook
def test_it_opens_with_what_you_will_find_out_and_ends_with_three_exercises(path):
    first, *_ = _markdown(path)
    assert "vous trouverez" in first
    assert "you will find out" in first
    solutions = [_solution(source) for source in _markdown(path) if "**Exercise" in source]
    assert len(solutions) == 3
    assert all("<details>" in source for source in _markdown(path)[-3:])


def _solution(markdown):
    return re.search(r"<details>.*```python\n(.*?)\n```.*</details>", markdown, re.S)[1]


def _run(path, lang, solved):
    """The executed notebook in *lang*; *solved*: with the solutions in the empty cells."""
    notebook = nbformat.read(path, as_version=4)
    solution = ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            solution = _solution(cell.source) if "<details>" in cell.source else ""
        elif solution and solved:
            cell.source = solution
        else:
            cell.source = cell.source.replace('LANG = "fr"', f'LANG = "{lang}"')
    client = NotebookClient(notebook, timeout=LIMIT, resources={"metadata": {"path": str(path.parent)}})
    with (
        warnings.catch_warnings(),
        ThreadPoolExecutor(1) as thread,
    ):  # its own thread: a browser test may have a loop here
        warnings.simplefilter("ignore")  # of the Jupyter client; those inside the notebook are looked at below
        thread.submit(asyncio.run, client.async_execute()).result()
    return notebook


def _shown(notebook):
    """The JSON of every Bokeh document shown."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            script = output.get("data", {}).get("application/javascript", "")
            found = re.search(r"const docs_json = (\{.*?\});\n", script, re.S)
            if found:
                yield json.loads(found[1])


def _models(thing, name):
    """The models of a kind in a document."""
    if isinstance(thing, dict):
        if thing.get("name") == name and thing.get("type") == "object":
            yield thing
        for value in thing.values():
            yield from _models(value, name)
    elif isinstance(thing, list):
        for value in thing:
            yield from _models(value, name)


@pytest.mark.parametrize(
    ("path", "lang"),
    [(path, ("fr", "en")[i % 2]) for i, path in enumerate(NOTEBOOKS)],
    ids=lambda v: getattr(v, "stem", v),
)
def test_it_runs_and_every_figure_names_unit_year_and_source(path, lang):
    notebook = _run(path, lang, solved=True)
    said = [o.text for cell in notebook.cells for o in cell.get("outputs", ()) if o.get("name") == "stderr"]
    assert [text for text in said if "Warning" in text] == []
    figures = list(_shown(notebook))
    assert figures
    titles = [*(source.title for source in data.sources().values()), "chiffres de la classe", "figures of the class"]
    for document in figures:
        captions = [div["attributes"]["text"] for div in _models(document, "Div")]
        captions = [text for text in captions if CAPTION in text]
        assert len(list(_models(document, "Figure"))) >= 1
        assert captions, "a figure without a caption"
        text = " ".join(captions)
        assert any(title in text for title in titles), text
        assert YEAR.search(text), text
        assert re.search(r"\(.+\)|%|sans unité|without unit|multiples|[Nn]ombre|[Nn]umber", text), text


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("begun", ["begun", "over"])
def test_our_own_game_takes_the_log_of_any_game(game, begun, tmp_path):
    log = played.log(game) if begun == "over" else games.new(game, played.NAMES, seed=1).log
    path = review.save(log, tmp_path / "ours.json")
    cells = [cell.source for cell in _read(FOLDER / "07-our-own-game.ipynb").cells if cell.cell_type == "code"]
    code = "\n".join(cells).replace('"example-game.json"', repr(str(path))).replace("games=30", "games=2")
    code = re.sub(r"^output_notebook.*$", "show = shown.append", code, count=1, flags=re.M)
    shown = []
    exec(compile(code, "07-our-own-game", "exec"), {"shown": shown})
    assert len(shown) == (3 if begun == "over" else 2)


def test_the_example_is_a_finished_game_of_bots():
    game = games.replay(review.read(FOLDER / "example-game.json"))
    assert game.result
    assert all(name.startswith("Robots") for name in game.players)
