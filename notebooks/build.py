"""Makes the notebooks of both languages, ``fr/`` and ``en/``, out of one text each in ``source/``.

In a source, ``::: fr … ::: en … :::`` is a text in both languages, a fenced ``python`` block a cell, a fenced
``solution`` block the solution of the exercise above it, and ``⟦bonjour|hello⟧`` a word or sentence inside code.

    python notebooks/build.py          writes them
    python notebooks/build.py --check  says which ones differ
"""

import json
import re
import sys
from pathlib import Path

from geoclass import i18n

HERE = Path(__file__).parent
PART = re.compile(
    r"^::: fr\n(?P<fr>.*?)\n::: en\n(?P<en>.*?)\n:::$|^```(?P<kind>python|solution)\n(?P<code>.*?)\n?```$", re.S | re.M
)
EITHER = re.compile(r"⟦([^|⟧]*)\|([^⟧]*)⟧")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def built(source: Path, lang: str) -> str:
    """The notebook of one language as JSON."""
    cells: list[dict[str, object]] = []
    for part in PART.finditer(source.read_text("utf-8")):
        code = EITHER.sub(lambda m: m[1 + i18n.LANGUAGES.index(lang)], part["code"] or "")
        if part["kind"] == "python":
            cells.append(_cell("code", code, len(cells)) | {"execution_count": None, "outputs": []})
        elif part["kind"] == "solution":
            more = f"\n\n<details>\n<summary>Solution</summary>\n\n```python\n{code}\n```\n\n</details>"
            cells[-1]["source"] += _lines(more)
        else:
            cells.append(_cell("markdown", _typeset(part[lang], lang), len(cells)))
    book = {"cells": cells, "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}}}
    return json.dumps(book | {"nbformat": 4, "nbformat_minor": 5}, ensure_ascii=False, indent=1) + "\n"


def _typeset(text: str, lang: str) -> str:
    """With the no-break spaces of the language, outside code."""
    return "".join(p if p.startswith("`") else i18n.typeset(p, lang) for p in re.split(r"(`[^`]*`)", text))


def _cell(kind: str, source: str, number: int) -> dict[str, object]:
    return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": _lines(source)}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main(check: bool = False) -> int:
    differ = []
    for source in sorted((HERE / "source").glob("*.md")):
        for lang in i18n.LANGUAGES:
            path = HERE / lang / f"{source.stem}.ipynb"
            new = built(source, lang)
            if not path.exists() or path.read_text("utf-8") != new:
                differ.append(path)
                if not check:
                    path.parent.mkdir(exist_ok=True)
                    path.write_text(new, "utf-8")
    for path in differ:
        print(path.relative_to(HERE))
    return int(check and bool(differ))


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
