"""Build every table from the sources, or only rewrite the checksums of the tables as they are.

python datasets/build.py SOURCES [--into FOLDER]
python datasets/build.py --checksums
"""

import argparse
import hashlib
import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent
ORDER = (
    "borders",
    "sea_links",
    "left_out",
    "countries",
    "notes",
    "capitals",
    "cities",
    "routes",
    "dishes",
    "shapes",
    "board",
    "flags",
)
TABLES = {".csv", ".geojson", ".json", ".svg"}
BY_HAND = {"countries/names.csv", "countries/summits.csv", "shapes/areas.csv"}  # inputs, not outputs


def build(sources: Path, into: Path) -> None:
    for name in ORDER:
        folder = into / name
        folder.mkdir(parents=True, exist_ok=True)
        print(name, flush=True)
        runpy.run_path(str(HERE / name / "build.py"))["build"](sources, folder)


def checksums(folder: Path) -> str:
    """A TOML table: the SHA-256 of every data file, keyed by its path relative to *folder*."""
    found = (path for name in ORDER for path in (folder / name).iterdir() if path.suffix in TABLES)
    tables = sorted({path.relative_to(folder).as_posix() for path in found} - BY_HAND)
    sums = (f'"{name}" = "{hashlib.sha256((folder / name).read_bytes()).hexdigest()}"\n' for name in tables)
    return f"# SHA-256 of every table as shipped, written by datasets/build.py\n{''.join(sums)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", type=Path, nargs="?", help="the folder of source files")
    parser.add_argument("--into", type=Path, default=HERE, help="where to write the tables (default: here)")
    parser.add_argument("--checksums", action="store_true", help="build nothing, only rewrite checksums.toml")
    args = parser.parse_args()
    if not args.checksums:
        if args.sources is None or not args.sources.is_dir():
            sys.exit("Name the folder of source files: python datasets/build.py SOURCES")
        build(args.sources, args.into)
    (args.into / "checksums.toml").write_text(checksums(args.into), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
