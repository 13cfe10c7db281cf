"""The flags: one for every country, harmless and small."""

import re
from xml.etree import ElementTree

import pytest

from geoclass import data
from geoclass.data.tables import folder

GIANTS = {"SRB", "BOL", "MEX", "ESP", "SLV", "MNE"}
FLAGS = {iso: data.flag(iso) for iso in data.countries().index}


def test_there_is_a_flag_for_every_country_and_no_other():
    files = {path.stem for path in (folder() / "flags").glob("*.svg")}
    assert files == {code.lower() for code in data.countries()["iso2"]}
    assert len(files) == 195


def test_the_licence_lies_beside_them():
    assert "MIT" in (folder() / "flags" / "LICENSE").read_text("utf-8")


@pytest.mark.parametrize("iso", FLAGS)
def test_a_flag_is_a_plain_drawing_of_four_to_three(iso):
    root = ElementTree.fromstring(FLAGS[iso])
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    x, y, wide, high = (float(n) for n in root.attrib["viewBox"].split())
    assert (x, y) == (0, 0)
    assert wide / high == pytest.approx(4 / 3)
    ids = {e.get("id") for e in root.iter()} - {None}
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in {
            "script",
            "foreignObject",
            "image",
            "style",
            "a",
            "animate",
            "set",
        }
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on"), name
            if name.endswith("href"):
                assert value.startswith("#"), value
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.startswith("#"), value
            for target in re.findall(r"(?:^|url\()#([\w-]+)\)?", value) if "href" in name or "url(" in value else []:
                assert target in ids, target


def test_flags_are_small():
    sizes = {iso: len(svg.encode()) for iso, svg in FLAGS.items()}
    assert {iso for iso, size in sizes.items() if size > 42_000} == set()
    assert {iso: sizes[iso] for iso in GIANTS if sizes[iso] >= 30_000} == {}
    assert sum(sizes.values()) < 1_200_000


def test_ids_do_not_clash_when_flags_stand_in_one_page():
    seen: dict[str, str] = {}
    for iso, svg in FLAGS.items():
        for name in set(re.findall(r'\bid="([^"]+)"', svg)):
            assert seen.setdefault(name, iso) == iso, name


def test_an_unknown_country_is_answered_with_the_nearest():
    with pytest.raises(data.UnknownName, match="FRA"):
        data.flag("FRX")
