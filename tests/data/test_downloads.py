"""Handmade files in the formats of the World Bank and Our World in Data."""

import io
import zipfile

import pytest
from openpyxl import Workbook

from geoclass import cli, data
from geoclass.data import files

BANK = """"Data Source","World Development Indicators",

"Last Updated Date","2024-06-28",

"Country Name","Country Code","Indicator Name","Indicator Code","2019","2020","2021","2022",
"Aruba","ABW","Access to electricity (% of population)","EG.ELC.ACCS.ZS","100","100","100","100",
"Africa Eastern and Southern","AFE","Access to electricity (% of population)","EG.ELC.ACCS.ZS","44.1","46.2","48.1","",
"Kenya","KEN","Access to electricity (% of population)","EG.ELC.ACCS.ZS","69.7","71.4","76.5","",
"Chad","TCD","Access to electricity (% of population)","EG.ELC.ACCS.ZS","8.4","11.1","11.3","",
"France","FRA","Access to electricity (% of population)","EG.ELC.ACCS.ZS","100","100","100","100",
"World","WLD","Access to electricity (% of population)","EG.ELC.ACCS.ZS","90","90.5","91.4","",
"""
OUR_WORLD = """Entity,Code,Year,Share of people using the Internet (%)
Africa,,2020,33
Kenya,KEN,2019,22.6
Kenya,KEN,2020,29.5
Chad,TCD,2020,10.4
Kosovo,OWID_KOS,2020,89
World,OWID_WRL,2020,60
"""
DATABANK = """Country Name,Country Code,Series Name,Series Code,2020 [YR2020],2021 [YR2021]
Kenya,KEN,Forest area (% of land area),AG.LND.FRST.ZS,6.3,6.4
Kenya,KEN,"Population, rural",SP.RUR.TOTL,38000000,..
Chad,TCD,Forest area (% of land area),AG.LND.FRST.ZS,3.4,..
Chad,TCD,"Population, rural",SP.RUR.TOTL,12600000,..
World,WLD,Forest area (% of land area),AG.LND.FRST.ZS,31.2,31.1
,,,,,
Data from database: World Development Indicators,,,,,
Last Updated: 10/07/2025,,,,,
"""


@pytest.fixture(autouse=True)
def nothing_loaded():
    data.forget_own()
    yield
    data.forget_own()


def test_the_world_banks_file_gives_its_latest_good_year():
    (column,) = data.load_own(BANK)
    assert column.label["en"] == "Access to electricity 2021"
    assert column.unit["en"] == "% of population"
    assert data.values(column.name) == {"KEN": 76.5, "TCD": 11.3, "FRA": 100}


def test_several_years_are_several_columns():
    columns = data.load_own(BANK, years=[2019, 2022])
    assert [column.name for column in columns] == ["access_to_electricity_2019", "access_to_electricity_2022"]
    assert data.values(columns[1].name) == {"FRA": 100}


def test_our_world_in_data_by_year():
    (column,) = data.load_own(OUR_WORLD)
    assert (column.label["fr"], column.unit["fr"]) == ("Share of people using the Internet 2020", "%")
    assert data.values(column.name) == {"KEN": 29.5, "TCD": 10.4}


def test_databank_gives_a_column_for_each_series():
    forest, rural = data.load_own(DATABANK)
    assert (forest.label["en"], forest.unit["en"], forest.year) == ("Forest area 2020", "% of land area", "2020")
    assert data.values(forest.name) == {"KEN": 6.3, "TCD": 3.4}
    assert data.values(rural.name) == {"KEN": 38_000_000, "TCD": 12_600_000}
    assert data.preview(DATABANK).left_out == ["World"]


def test_a_column_of_regions_is_no_figure_and_bars_no_year():
    rows = "".join(f"{OUR_WORLD.splitlines()[n]},{'Africa' if n == 2 else ''}\n" for n in range(1, 7))
    text = f"{OUR_WORLD.splitlines()[0]},World regions according to OWID\n{rows}"
    for year in (2019, 2020):
        (column,) = data.preview(text, years=[year]).figures.columns.values()
        assert column.name == f"share_of_people_using_the_internet_{year}"
    assert data.load_own(text) == [column]


def test_a_download_saved_as_a_workbook_is_read_whole():
    book, content = Workbook(write_only=True), io.BytesIO()
    sheet = book.create_sheet()
    sheet.append(["Entity", "Code", "Year", "Steps"])
    for iso in ("AFG", "ZWE"):
        for year in range(1000, 2024):
            sheet.append([iso, iso, year, year / 2])
    book.save(content)
    (column,) = data.load_own(content.getvalue())
    assert data.values(column.name) == {"AFG": 1011.5, "ZWE": 1011.5}


def test_a_workbook_longer_than_any_download_is_refused(monkeypatch):
    monkeypatch.setattr(files, "ROWS", 3)
    book, content = Workbook(), io.BytesIO()
    for row in (["iso3", "x"], ["FRA", 1], ["DEU", 2], ["ITA", 3]):
        book.active.append(row)
    book.save(content)
    with pytest.raises(data.BadFile) as bad:
        data.load_own(content.getvalue())
    assert bad.value.key == "data.own.lines"


def test_a_download_may_stay_packed():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as parts:
        parts.writestr("Metadata_Country_API.csv", "a,b\n1,2\n")
        parts.writestr("API_EG.ELC.ACCS.ZS_DS2_en_csv_v2.csv", BANK)
    assert data.load_own(packed.getvalue()) == data.load_own(BANK)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_year_that_is_not_there_is_said(lang):
    with pytest.raises(data.DataError) as bad:
        data.load_own(BANK, years=[1850])
    assert all(word in bad.value.text(lang) for word in ("1850", "2019", "2022"))
    assert data.edition_of(data.figures()) == "2022"


def test_hostile_files_are_refused_before_they_are_unpacked():
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("API_bomb.csv", b"0" * (files.UNPACKED + 1))
    with pytest.raises(data.BadFile):
        data.load_own(bomb.getvalue())
    with pytest.raises(data.BadFile, match="50 MB"):
        data.load_own(b"iso3,x\n" + b" " * files.LARGEST)
    with pytest.raises(data.BadFile):
        data.load_own("Entity,Code,Year,x\n" + "Kenya,KEN,2020,=1+1\n")
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("[Content_Types].xml", "")
        parts.writestr("xl/sharedStrings.xml", b"0" * (files.SHEETS + 1))
    with pytest.raises(data.BadFile, match="50 MB"):
        data.load_own(book.getvalue())
    assert data.edition_of(data.figures()) == "2022"


def test_a_long_file_is_read_without_its_other_years():
    lines = [f"Kenya,KEN,{year},{year}" for year in range(1800, 2021)] * 20
    (column,) = data.load_own("Entity,Code,Year,Steps\n" + "\n".join(lines) + "\n")
    assert data.values(column.name) == {"KEN": 2020}


def test_the_command_takes_years(capsys, tmp_path):
    file = tmp_path / "bank.csv"
    file.write_text(BANK, "utf-8")
    asked = [
        "figures",
        "add",
        str(file),
        "--year",
        "2019",
        "--year",
        "2020",
        "--data-dir",
        str(tmp_path),
        "--lang",
        "en",
    ]
    assert cli.main(asked) == 0
    assert capsys.readouterr().out.count("3 countries") == 2
