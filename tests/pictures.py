"""The pictures used in README and docs: docs/ contains exactly these."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "screenshots"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shown() -> set[Path]:
    return {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page.read_text("utf-8"))
        if "://" not in target
    }


def kept() -> set[Path]:
    return {
        file.resolve()
        for file in (ROOT / "docs").rglob("*")
        if file.suffix in {".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"}
    }
