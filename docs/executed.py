"""Run the notebooks of a language for the documentation: ``python docs/executed.py en folder``.

They run one after the other in this process, which is some times as fast as a kernel each. Figures become HTML for the
pages' own copy of Bokeh; Explorer, boards and games, which need a server, become still pictures.
"""

import os
import sys
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
import panel as pn
from bokeh.embed import components
from bokeh.models import LayoutDOM
from bokeh.plotting import figure
from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_output

from geoclass import Explorer, data
from geoclass.ui import cell
from geoclass.ui.play import Board

DOCS = Path(__file__).parent
NOTEBOOKS = DOCS.parent / "notebooks"
outputs: list[Any] = []  # of the cell that runs


class Printed:
    """What a cell prints, in the order of its other outputs."""

    def write(self, text: str) -> None:
        if outputs and outputs[-1].output_type == "stream":
            outputs[-1].text += text
        elif text:
            outputs.append(new_output("stream", text=text))

    def flush(self) -> None:
        pass


class Published(DisplayPublisher):
    def publish(self, data: dict[str, Any], **_more: Any) -> None:
        outputs.append(new_output("display_data", data=data))


class Result(DisplayHook):
    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict: dict[str, Any], md_dict: Any = None) -> None:
        outputs.append(new_output("execute_result", data=format_dict, metadata=md_dict or {}))


class Shell(InteractiveShell):
    displayhook_class = Result
    display_pub_class = Published


def _drawn(plot: Any, *_asked: Any) -> dict[str, str]:
    script, place = components(plot, wrap_plot_info=True)
    return {"text/html": place + script}


def _still(shown: Any, *_asked: Any) -> dict[str, str]:
    if isinstance(shown, Explorer):
        return {"image/png": b64encode((DOCS / "screenshots" / "explore-map-en.png").read_bytes()).decode()}
    return {"text/html": shown.game._repr_html_()}


def shell() -> InteractiveShell:
    made = Shell.instance()
    show = made.display_formatter.mimebundle_formatter
    for kind in (LayoutDOM, figure):
        show.for_type(kind, _drawn)
    for kind in (Explorer, Board):
        show.for_type(kind, _still)
    cell._begun.append("docs")  # figures are shown as above
    cell.font_faces = str  # none: the pages have the fonts
    pn.extension = lambda *_asked, **_more: None
    return made


@contextmanager
def somewhere() -> Iterator[None]:
    """A folder to run in, with the example games one level up, as in a checkout."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        for example in NOTEBOOKS.glob("example-*.json"):
            copyfile(example, Path(folder) / example.name)
        here = Path(folder) / "here"
        here.mkdir()
        os.chdir(here)
        try:
            yield
        finally:
            os.chdir(before)


def run(path: Path, made: InteractiveShell) -> Any:
    """The notebook with its outputs."""
    book = nbformat.read(path, as_version=4)
    made.reset(new_session=True)
    data.forget_own()
    with somewhere(), redirect_stdout(Printed()):  # type: ignore[type-var]
        for number, one in enumerate((c for c in book.cells if c.cell_type == "code"), 1):
            outputs.clear()
            made.run_cell(one.source, store_history=True, cell_id=str(number)).raise_error()
            one.update(outputs=list(outputs), execution_count=number)
    return book


def main(lang: str, folder: str) -> None:
    made = shell()
    for path in sorted((NOTEBOOKS / lang).glob("*.ipynb")):
        nbformat.write(run(path, made), Path(folder) / path.name)


if __name__ == "__main__":
    main(*sys.argv[1:])
