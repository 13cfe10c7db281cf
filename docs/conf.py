"""The documentation as a site: `make docs` writes it to docs/_build. It asks nothing of any other server."""

import shutil
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

import geoclass  # noqa: E402
from geoclass import data, i18n  # noqa: E402

project, author, release = "geoclass", "The geoclass authors", geoclass.__version__
copyright = "the geoclass authors"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["_build", "screenshots"]
html_theme = "pydata_sphinx_theme"
html_title = "geoclass"
html_theme_options = {"show_toc_level": 2, "navigation_with_keys": False, "secondary_sidebar_items": ["page-toc"]}
html_copy_source = False
html_show_sphinx = False
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
myst_heading_anchors = 3
autodoc_typehints = "none"
autodoc_member_order = "groupwise"
suppress_warnings = [
    "myst.xref_missing"
]  # links to files of the repository that are no pages: tests/test_docs.py looks


def _made(name: str, text: str) -> None:
    path = HERE / "_made" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _catalogue() -> str:
    rows = ["# All columns", "", "| table | column | | unit | year | source |", "|---|---|---|---|---|---|"]
    for (table, column), about in data.catalog().iterrows():
        label, unit = str(about["label_en"]).replace("|", "/"), about["unit_en"]
        rows.append(f"| {table} | `{column}` | {label} | {unit} | {about['year']} | {about['source']} |")
    return "\n".join(rows) + "\n"


_made("catalogue.md", _catalogue())
for lang in i18n.LANGUAGES:
    folder = HERE / "_made" / lang
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE.parent / "notebooks" / lang, folder, ignore=shutil.ignore_patterns(".*", "our-game"))


def _explorer() -> str:
    rows = ["| parameter | |", "|---|---|"]
    objects = geoclass.Explorer.param.objects()
    return "\n".join(rows + [f"| `{name}` | {p.doc} |" for name, p in objects.items() if name != "name"]) + "\n"


_made("explorer.md", _explorer())
exclude_patterns.append("_made/explorer.md")
