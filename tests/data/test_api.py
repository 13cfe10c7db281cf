"""`geoclass.data` as used in notebooks, and its errors for missing or damaged files."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from geoclass import data, i18n
from geoclass.data import tables


@pytest.mark.parametrize("name", ["countries", "capitals", "borders", "cities", "routes"])
def test_frames_are_ready_to_use_and_the_readers_own(name):
    frame = getattr(data, name)()
    assert isinstance(frame, pd.DataFrame)
    assert frame.attrs["table"] == name
    assert frame.attrs["edition"] == data.EDITION == "2022"
    assert frame.attrs["sources"]
    before = frame.iloc[0, 0]
    frame.iloc[0, 0] = "changed"
    assert getattr(data, name)().iloc[0, 0] == before


def test_figures_are_numbers_and_names_are_text():
    frame = data.countries()
    assert frame.loc["FRA", "population"] == 68_305_148
    assert frame.groupby("continent")["population"].sum().idxmax() == "Asia"
    assert {frame[figure].dtype.kind for figure in data.figures()} <= {"i", "f"}
    assert len(data.figures()) == 34


def test_plain_values_for_engines():
    assert data.values("population")["ISL"] == 357_603
    assert type(data.values("population")["ISL"]) is int
    assert type(data.values("median_age")["ISL"]) is float
    assert "FRA" not in data.values("literacy_pct")
    with pytest.raises(TypeError):
        data.values("population")["ISL"] = 1  # type: ignore[index]


def test_neighbours_by_code_or_name():
    neighbours = data.neighbours("FRA")
    assert list(neighbours) == ["AND", "BEL", "BRA", "CHE", "DEU", "ESP", "ITA", "LUX", "MCO", "SUR"]
    assert neighbours["ESP"] == 646
    assert data.neighbours("espagne")["FRA"] == 646
    assert data.neighbours("ISL") == {}


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("FRA", "FRA"),
        ("fr", "FRA"),
        ("Etats-unis", "USA"),
        ("les États-Unis", "USA"),
        ("The Gambia", "GMB"),
        ("côte d'ivoire", "CIV"),
        ("Ivory Coast", "CIV"),
        ("Myanmar (Burma)", "MMR"),
        ("St. Kitts & Nevis", "KNA"),
        ("NA", "NAM"),
        ("Niger", "NER"),
        ("Congo", "COG"),
        ("RDC", "COD"),
        ("Dominica", "DMA"),
        ("Guinée", "GIN"),
        ("TÜRKIYE", "TUR"),
    ],
)
def test_countries_are_found_by_any_usual_name(written, iso):
    assert data.find_country(written) == iso


def test_no_name_stands_for_two_countries():
    frame, claims = data.countries(), {}
    for iso, row in frame.iterrows():
        others = row["other_names"].split("|") if isinstance(row["other_names"], str) else []
        for name in {row["name_fr"], row["name_en"], *others}:
            assert claims.setdefault(tables.plain(name), iso) == iso, name
            assert data.find_country(name) == iso


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("ask", "near"),
    [
        (lambda: data.column("populaton"), "population"),
        (lambda: data.values("medianage"), "median_age"),
        (lambda: data.attribute("continents"), "continent"),
        (lambda: data.neighbours("Frence"), "France"),
        (lambda: data.find_country("Islnde"), {"fr": "sont Islande, ", "en": "are Iceland, "}),
        (lambda: data.find_country("Alemania"), {"fr": "est Allemagne.", "en": "is Germany."}),
        (lambda: data.Country("FRX").words("fr"), "FRA"),
        (lambda: data.marked("deck_country"), "deck_countries"),
        (lambda: data.column("klm", table="routes"), "km"),
        (lambda: data.require_edition("2023"), "2022"),
    ],
)
def test_unknown_names_get_the_nearest(ask, near, lang):
    with pytest.raises(data.UnknownName) as raised, i18n.use(lang):
        ask()
    assert (near[lang] if isinstance(near, dict) else near) in raised.value.text(lang)
    assert isinstance(raised.value, data.DataError)
    assert isinstance(raised.value, KeyError)
    assert str(raised.value) == raised.value.text()


@pytest.mark.parametrize("missing", [None, float("nan"), 5])
def test_a_missing_cell_is_no_country(missing):
    for ask in (data.find_country, data.neighbours, data.flag):
        with pytest.raises(data.UnknownName, match=str(missing)):
            ask(missing)


def test_editions():
    assert data.has_edition("2022")
    assert not any(data.has_edition(edition) for edition in ("2023", "2022+", "2022+0a0a0a0a", 2022, None))
    assert data.edition_of(["population"]) == "2022"
    assert "2022" in data.EDITION_TITLE["fr"]


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of the datasets to damage."""
    shutil.copytree(tables.folder(), tmp_path / "datasets", ignore=shutil.ignore_patterns("flags", "shapes"))
    monkeypatch.setattr(tables, "folder", lambda: tmp_path / "datasets")
    for cached in (tables.checksums, tables.meta, tables.table):
        cached.cache_clear()
    yield tmp_path / "datasets"
    for cached in (tables.checksums, tables.meta, tables.table):
        cached.cache_clear()


@pytest.mark.parametrize("lang", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("file", "content", "key"),
    [
        ("borders/borders.csv", None, "data.missing"),
        ("borders/borders.csv", b"", "data.damaged"),
        ("borders/borders.csv", b"iso3_a,iso3_b\nAND,FRA\n", "data.damaged"),
        ("borders/borders.csv", b"\xff\xfe\x00", "data.damaged"),
        ("borders/meta.toml", b"[table", "data.damaged"),
        ("borders/meta.toml", None, "data.missing"),
        ("checksums.toml", None, "data.missing"),
    ],
)
def test_damaged_and_missing_files_are_named(copy, file, content, key, lang):
    if content is None:
        (copy / file).unlink()
    else:
        (copy / file).write_bytes(content)
    with pytest.raises(data.DataError) as raised:
        data.borders()
    assert raised.value.key == key
    assert str(copy / file) in raised.value.text(lang)
    assert "make data" in raised.value.text(lang)


def test_a_table_that_cannot_be_read_is_damaged_even_without_a_checksum(copy):
    (copy / "checksums.toml").write_text("")
    (copy / "borders/borders.csv").write_bytes(b'iso3_a,iso3_b\n"AND,FRA\n"a",b,c,d\n')
    with pytest.raises(data.DataError, match=r"borders\.csv"):
        data.borders()


def test_importing_geoclass_is_light():
    heavy = "{'pandas', 'geopandas', 'networkx', 'bokeh', 'panel', 'rapidfuzz', 'shapely'}"
    code = f"import sys, geoclass, geoclass.data; print(*sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""


def test_shapes_load_geopandas_only_when_asked():
    code = (
        "import sys\nfrom geoclass import data\ndata.countries()\nassert 'geopandas' not in sys.modules\n"
        "import geoclass.data.shapes\nshapes = data.shapes()\nassert 'geopandas' in sys.modules\n"
        "print(shapes.attrs['table'], 'FRA' in shapes.index)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["shapes", "True"]


def test_the_examples_of_the_guide_run():
    """The Python of docs/data.md, one block after the other."""
    text = (Path(__file__).parents[2] / "docs/data.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 2
    names: dict = {}
    for block in blocks:
        exec(block, names)
    assert names["columns"][0].name == "cafe_par_an"
    assert "cafe_par_an" not in data.figures()
