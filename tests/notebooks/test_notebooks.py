"""The notebooks: they run from top to bottom with their solutions, and name the source of every figure."""

import asyncio
import json
import re
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import nbformat
import networkx as nx
import pytest
from nbclient import NotebookClient

from geoclass import data, games, i18n, review
from geoclass.exercises import ANSWERS, Check
from tests.review import answered, played

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*/*.ipynb"))
LIMIT = 60  # seconds, on a school laptop
YEAR = re.compile(r"\b(19|20)\d\d\b|sans année|without year|ni année|or year")

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}-{path.stem}")


@cache
def _read(path):
    return nbformat.read(path, as_version=4)


def _markdown(path):
    return [cell.source for cell in _read(path).cells if cell.cell_type == "markdown"]


def test_there_are_eight_in_each_language_made_of_one_source():
    for lang in i18n.LANGUAGES:
        assert [path.stem[:2] for path in NOTEBOOKS if path.parent.name == lang] == [f"0{n}" for n in range(1, 9)]
    made = subprocess.run([sys.executable, FOLDER / "build.py", "--check"], capture_output=True, text=True, check=False)
    assert (made.returncode, made.stdout) == (0, "")


@each_notebook
def test_outputs_are_stripped(path):
    raw = json.loads(path.read_text("utf-8"))
    code = [cell for cell in raw["cells"] if cell["cell_type"] == "code"]
    assert [cell["outputs"] for cell in code] == [[]] * len(code)
    assert {cell["execution_count"] for cell in code} == {None}


@each_notebook
def test_P30_it_speaks_one_language(path):
    text = path.read_text("utf-8")
    assert not re.search("⟦|⟧|<div lang", text)
    other = {"fr": r"\byou will find out\b|\byour turn\b", "en": r"vous trouverez|à vous"}[path.parent.name]
    assert not re.search(other, text)


def test_both_languages_say_as_much():
    for french in (path for path in NOTEBOOKS if path.parent.name == "fr"):
        pairs = zip(_markdown(french), _markdown(FOLDER / "en" / french.name), strict=True)
        for fr, en in pairs:
            assert len(fr) < 2 * len(en) < 4 * len(fr), fr
            prose = re.sub(r"```.*?```|`[^`]*`", "", fr, flags=re.S)
            assert not re.search(r"\w [:;?!»%]|« |'", prose), fr


@each_notebook
def test_it_opens_with_what_you_will_find_out_and_ends_with_three_exercises(path):
    first, *_ = _markdown(path)
    assert re.search("vous trouverez|you will find out", first)
    exercises = [source for source in _markdown(path) if re.search(r"\*\*Exerci[cs]e", source)]
    assert len(exercises) == 3
    for number, source in enumerate(exercises, 1):
        assert f"check({number}, " in source
        assert f"check({number}, " in _solution(source)
    assert all("<details>" in source for source in _markdown(path)[-3:])


def _solution(markdown):
    return re.search(r"<details>.*```python\n(.*?)\n```.*</details>", markdown, re.S)[1]


def _run(path, folder):
    """The notebook executed in *folder* with the solutions in the empty cells."""
    notebook = nbformat.read(path, as_version=4)
    solution = ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            solution = _solution(cell.source) if "<details>" in cell.source else ""
        elif solution:
            cell.source, solution = solution, ""
    client = NotebookClient(notebook, timeout=LIMIT, resources={"metadata": {"path": str(folder)}})
    with (
        warnings.catch_warnings(),
        ThreadPoolExecutor(1) as thread,
    ):  # in a new thread, as a browser test may run a loop in this one
        warnings.simplefilter("ignore")  # of the Jupyter client; those of the notebook are checked below
        thread.submit(asyncio.run, client.async_execute()).result()
    return notebook


def _shown(notebook):
    """The JSON of every Bokeh document in the output."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            script = output.get("data", {}).get("text/html", "")
            found = re.search(r"(?:const|var) docs_json = (\{.*?\});\n", script, re.S)
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


def _printed(notebook):
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            yield output.get("text", "") or output.get("data", {}).get("text/plain", "")


@pytest.fixture
def folder(tmp_path):
    """A folder to run a notebook in, with the example files one level up."""
    for example in FOLDER.glob("example-*.json"):
        (tmp_path / example.name).write_bytes(example.read_bytes())
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


RUN = [path for path in NOTEBOOKS if (int(path.stem[:2]) % 2 == 1) == (path.parent.name == "fr")]


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
def test_it_runs_its_solutions_are_right_and_every_figure_names_unit_year_and_source(path, folder):
    notebook = _run(path, folder)
    said = [o.text for cell in notebook.cells for o in cell.get("outputs", ()) if o.get("name") == "stderr"]
    assert [text for text in said if "Warning" in text] == []
    checked = [line for line in _printed(notebook) if line.startswith(("✓", "✕"))]
    assert [line[0] for line in checked] == ["✓"] * 3, checked
    titles = [*(source.title for source in data.sources().values()), "chiffres de la classe", "figures of the class"]
    figures = 0
    for document in _shown(notebook):
        if "InCell" in json.dumps(document) or not list(_models(document, "Figure")):
            continue  # Explore and boards name it next to their figures
        figures += 1
        text = " ".join(title.get("attributes", {}).get("text", "") for title in _models(document, "Title"))
        assert any(title in text for title in titles), text
        assert YEAR.search(text), text
        assert re.search(r"\(.+\)|%|sans unité|without unit|multiples|[Nn]ombre|[Nn]umber", text), text
    assert figures or path.stem.startswith("06")  # its figures belong to the board


def test_T5_the_chain_is_longer_than_chance_finds_and_france_is_no_crossroads_by_land(folder):
    notebook = _run(FOLDER / "en" / "04-borders.ipynb", folder)
    printed = "\n".join(_printed(notebook))
    assert "130 → 152 countries in one piece" in printed
    assert int(re.search(r"^(\d+) countries out of 130", printed, re.M)[1]) >= 90
    journey = next(line for line in printed.splitlines() if line.count("→") > 5)
    assert "Brazil" not in journey
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    found = {}
    exec(code[code.index("from itertools") : code.index("best = longest_chain(mainland)")], found)
    everywhere = nx.Graph()
    countries = data.countries().index
    borders = data.borders()
    pairs = zip(borders["iso3_a"], borders["iso3_b"], strict=True)
    everywhere.add_edges_from((a, b) for a, b in pairs if a in countries and b in countries)
    whole = everywhere.subgraph(max(nx.connected_components(everywhere), key=len))
    assert len(found["longest_chain"](whole)) > 104


@pytest.mark.parametrize("game", games.GAMES)
@pytest.mark.parametrize("begun", ["begun", "over"])
def test_our_own_game_takes_the_log_of_any_game(game, begun, tmp_path, monkeypatch):
    log = played.log(game) if begun == "over" else games.new(game, played.NAMES, seed=1).log
    path = review.save(log, tmp_path / "ours.json")
    monkeypatch.chdir(tmp_path)
    cells = [cell.source for cell in _read(FOLDER / "en" / "07-our-own-game.ipynb").cells if cell.cell_type == "code"]
    code = "\n".join(cells).replace('"../example-game.json"', repr(str(path))).replace("games=20", "games=2")
    exec(compile(code, "07-our-own-game", "exec"), {})
    assert (tmp_path / "our-game" / "our-game.html").exists()


def test_the_example_is_a_finished_game_of_bots():
    game = games.replay(review.read(FOLDER / "example-game.json"))
    assert game.result
    assert all(name.startswith("Robots") for name in game.players)


def test_the_invented_answers_are_those_that_the_script_writes():
    for path, text in answered.written().items():
        assert path.read_text("utf-8") == text
    games_of = [log["setup"]["game"] for log in review.read_all(FOLDER / "example-votes.json")]
    assert games_of == list(games.OWN)


@pytest.mark.parametrize("answer", [None, "x", [1, 2], {"a": 1}, 3.5, object()])
@pytest.mark.parametrize("lang", i18n.LANGUAGES)
def test_an_answer_of_any_kind_gets_a_sentence(answer, lang):
    for number, exercises in ANSWERS.items():
        for exercise in [*exercises, 9]:
            assert len(Check(number, lang)(exercise, answer)) > 5
