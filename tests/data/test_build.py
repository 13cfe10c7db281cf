"""The tables are the output of their build scripts."""

import gzip
import hashlib
import json
import os
import runpy
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from geoclass import data
from geoclass.data.tables import folder

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "datasets/build.py"
SOURCES = Path(os.environ.get("GEOCLASS_SOURCES", ROOT.parent / "shared/sources"))


def test_tables_are_those_of_the_build(tmp_path):
    """Rebuilt if the sources are available; checksums are compared in any case."""
    built = runpy.run_path(str(BUILD))
    shipped = (folder() / "checksums.toml").read_text("utf-8")
    assert built["checksums"](folder()) == shipped
    if SOURCES.is_dir():
        subprocess.run([sys.executable, BUILD, SOURCES, "--into", tmp_path], check=True, capture_output=True)
        assert (tmp_path / "checksums.toml").read_text("utf-8") == shipped


def test_sources_are_those_of_the_catalogue():
    """If the sources are available, they are the files that the catalogue names."""
    named = {file: checksum for source in data.sources().values() for file, checksum in source.files.items()}
    assert {"factbook-2022-12-29.json.gz", "names.csv", "world-50m.topojson", "flags/", "routes.csv"} <= named.keys()
    if SOURCES.is_dir():
        assert {file: checksum(SOURCES / file) for file in named} == named


def checksum(path: Path) -> str:
    if path.is_dir():
        listed = "".join(f"{file.name} {checksum(file)}\n" for file in sorted(path.iterdir()))
        return hashlib.sha256(listed.encode()).hexdigest()
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_ten_profiles_are_the_factbooks():
    """The fixture that figures are compared with contains ten countries, with the text of the raw profiles."""
    ten = json.loads((Path(__file__).parent / "fixtures/factbook_ten.json").read_text("utf-8"))
    assert len(ten) == 10
    if SOURCES.is_dir():
        profiles = json.loads(gzip.decompress((SOURCES / "factbook-2022-12-29.json.gz").read_bytes()))
        gec = dict(zip(sorted(ten), ["ao", "as", "br", "ch", "fr", "in", "ic", "wa", "np", "us"], strict=True))
        for iso, sections in ten.items():
            for section, fields in sections.items():
                for field, parts in fields.items():
                    raw = profiles[gec[iso]][section][field]
                    assert parts == {p: raw["text"] if p == "text" else raw[p]["text"] for p in parts}, (iso, field)


def test_the_build_says_what_it_needs():
    ran = subprocess.run([sys.executable, BUILD], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "python datasets/build.py SOURCES" in ran.stderr


@pytest.mark.parametrize(
    ("tag", "year"),
    [
        ("2022 est.", "2022"),
        ("July 2022 est.", "2022"),
        ("2011", "2011"),
        ("2020 est. | note: data are in 2017 dollars", "2020"),
        ("note: includes Redonda, 1.6 sq km", ""),
        ("metropolitan France: 3,427 km", ""),
        ("no value: not available", ""),
        ("", ""),
    ],
)
def test_years_are_read_from_their_tags(tag, year):
    assert runpy.run_path(str(ROOT / "datasets/countries/build.py"))["_year"](tag) == year


def test_betweenness_is_exact():
    """A square with a tail: each of two shortest paths counts a half."""
    links = {"A": ["B", "D"], "B": ["A", "C"], "C": ["B", "D", "E"], "D": ["A", "C"], "E": ["C"]}
    betweenness = runpy.run_path(str(ROOT / "datasets/countries/build.py"))["betweenness"](links)
    assert betweenness == {"A": Fraction(1), "B": Fraction(2), "C": Fraction(7), "D": Fraction(2), "E": Fraction(0)}
