"""The sixth game of the docs, ``examples/higher``, installed by its entry point alone."""

import os
import tomllib
from pathlib import Path
from shutil import copytree

EXAMPLE = Path(__file__).parents[1] / "examples" / "higher"


def install(folder: Path) -> dict[str, str]:
    """Install the package into *folder* as pip would; return the environment variables to use it."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    copytree(EXAMPLE / "higher", folder / "higher")
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    there = os.pathsep.join(filter(None, [str(folder), os.environ.get("PYTHONPATH")]))
    return os.environ | {"PYTHONPATH": there, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
