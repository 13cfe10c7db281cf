"""The documentation as a site: `make docs` writes it to docs/_build. It asks nothing of any other server."""

import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from bokeh.settings import settings  # noqa: E402

import geoclass  # noqa: E402
from geoclass import data, i18n  # noqa: E402
from geoclass.data.tables import meta  # noqa: E402
from geoclass.maps.tokens import TEAMS, colours  # noqa: E402
from geoclass.ui.tokens import STATIC, font_faces  # noqa: E402

project, author, release = "geoclass", "The geoclass authors", geoclass.__version__
copyright = "the geoclass authors"
extensions = ["myst_nb", "sphinx.ext.autodoc"]
root_doc = "index"
exclude_patterns = ["_build", "screenshots"]
html_theme = "pydata_sphinx_theme"
html_title = "geoclass"
html_logo = html_favicon = str(STATIC / "logo.svg")
html_context = {"default_mode": "light"}
html_theme_options = {"show_toc_level": 2, "navigation_with_keys": False, "secondary_sidebar_items": ["page-toc"]}
html_theme_options["logo"] = {"text": "geoclass"}
html_copy_source = False
html_show_sphinx = False
html_static_path = ["_made/static"]
html_css_files = ["geoclass.css"]
nb_execution_mode = "off"  # `executed.py` has run them
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
    rows, catalog = ["# All columns"], data.catalog()
    for table in sorted(set(catalog.index.get_level_values(0)), key=lambda name: (name != "countries", name)):
        title = meta(table)["table"]["title"]["en"]
        rows += ["", f"## {title} (`{table}`)", "", "| column | what | unit | year | source |", "|---|---|---|---|---|"]
        for column, about in catalog.loc[table].iterrows():
            label, unit = str(about["label_en"]).replace("|", "/"), about["unit_en"]
            rows.append(f"| `{column}` | {label} | {unit} | {about['year']} | {about['source']} |")
    return "\n".join(rows) + "\n"


def _style() -> str:
    """Fonts and colours of the screens, by day and by night."""
    names = {"background": "sheet", "surface": "inset", "on-background": "sheet", "on-surface": "ink"}
    names |= {"text-base": "ink", "text-muted": "ink2", "border": "line", "primary": "accent", "link-hover": "accent"}
    parts = [font_faces()]
    for theme, dark in (("light", False), ("dark", True)):
        colour = colours(dark)
        known = ";".join(f"--pst-color-{name}:{colour[token]}" for name, token in names.items())
        parts.append(f"html[data-theme={theme}]{{{known};--pst-color-link:{'#8FC3E8' if dark else TEAMS[0][0]}}}")
    return "".join(parts) + (HERE / "pages.css").read_text("utf-8")


_made("catalogue.md", _catalogue())

runs = []
for lang in i18n.LANGUAGES:
    folder = HERE / "_made" / lang
    folder.mkdir(parents=True, exist_ok=True)
    runs.append(subprocess.Popen([sys.executable, HERE / "executed.py", lang, folder]))
ended = [run.wait() for run in runs]
if any(ended):
    raise SystemExit("A notebook does not run: see above.")
_made("static/bokeh.min.js", (settings.bokehjs_path() / "js" / "bokeh.min.js").read_text("utf-8"))
_made("static/geoclass.css", _style())


def _explorer() -> str:
    rows = ["| parameter | |", "|---|---|"]
    objects = geoclass.Explorer.param.objects()
    return "\n".join(rows + [f"| `{name}` | {p.doc} |" for name, p in objects.items() if name != "name"]) + "\n"


_made("explorer.md", _explorer())
exclude_patterns.append("_made/explorer.md")


def _with_bokeh(app: Any, page: str, *_more: Any) -> None:
    """Pages of notebooks load Bokeh, from this site."""
    if page.startswith("_made/"):
        app.add_js_file("bokeh.min.js", priority=100)


def setup(app: Any) -> None:
    app.connect("html-page-context", _with_bokeh)
