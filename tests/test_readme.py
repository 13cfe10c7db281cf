"""The examples in README and docstrings work as shown."""

import doctest
import re
from pathlib import Path

import pytest

from geoclass import bots, games, rooms, simulate
from tests import pictures

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", README, re.S))
def test_the_examples_run(example):
    exec(compile(example, "README.md", "exec"), {})


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")], ids=str
)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_R9_docs_hold_the_pictures_that_they_show_and_no_others():
    """All others are written to build/screenshots, which git ignores."""
    assert sorted(pictures.shown() - pictures.kept()) == []
    assert sorted(pictures.kept() - pictures.shown()) == []
    assert len(pictures.kept()) <= 16


def test_the_commands_named_are_there():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for command in re.findall(r"^make (\w+)", README, re.M):
        assert re.search(rf"^{command}:", makefile, re.M)


@pytest.mark.parametrize("module", [bots, games, rooms, simulate], ids=lambda m: m.__name__)
def test_docstring_examples(module):
    tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert tried.attempted > 0
    assert tried.failed == 0
