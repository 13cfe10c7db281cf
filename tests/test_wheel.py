"""The wheel works outside the repository, and its description works on an index page."""

import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
import zipfile
from email import message_from_bytes, message_from_string
from email.message import Message
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from readme_renderer import markdown

from tests.ports import free_port

ROOT = Path(__file__).parents[1]

EVERYTHING = """
import geoclass, sys
from geoclass import data, games, i18n, simulate
assert geoclass.__file__.startswith(sys.argv[1]), geoclass.__file__
for table in ("countries", "years", "capitals", "borders", "cities", "routes", "shapes"):
    assert len(getattr(data, table)()) > 20, table
assert len(data.map_columns()) > 1
assert data.flag("FRA").startswith("<svg")
assert data.column("population").label["fr"]
for name in games.GAMES:
    teams = games.game_type(name).teams[0]
    assert games.new(name, players=[f"Team {n}" for n in range(teams)]).actors
    assert i18n.text(f"{name}.name", "fr")
    assert simulate.shipped(name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel unpacked in its own folder, and an environment that finds geoclass only there."""
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site", os.environ | {
        "PYTHONPATH": str(folder / "site"),
        "GEOCLASS_DATA_DIR": str(folder / "rooms"),
    }


@pytest.fixture
def metadata(installed) -> Message:
    (file,) = installed[0].glob("*.dist-info/METADATA")
    return message_from_bytes(file.read_bytes())


def test_an_installed_geoclass_has_all_it_needs(installed, tmp_path):
    site, env = installed
    run = [sys.executable, "-W", "error", "-c", EVERYTHING, str(site)]
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_wheel_holds_nothing_but_the_package(installed):
    site, _ = installed
    assert {p.name.split("-")[0] for p in site.iterdir()} == {"geoclass", "geoclass_games"}
    assert (site / "geoclass" / "datasets" / "countries" / "countries.csv").is_file()
    assert list((site / "geoclass" / "apps").glob("*.py"))


LICENCES = {  # file → how its text begins and ends
    "LICENSE": ("BSD 3-Clause License", "SUCH DAMAGE."),
    "datasets/LICENCES.md": ("# Licences of the tables", "keep it open."),
    "datasets/flags/LICENSE": ("The MIT License (MIT)", "SOFTWARE."),
    "datasets/licences/ISC-world-atlas.txt": ("Copyright 2013-2019 Michael Bostock", "THIS SOFTWARE."),
    "datasets/licences/Unicode-3.0.txt": ("UNICODE LICENSE V3", "SPDX-License-Identifier: Unicode-3.0"),
    "geoclass/ui/static/OFL.txt": ("Source Sans 3 and Source Serif 4", "OTHER DEALINGS IN THE FONT SOFTWARE."),
}


def test_T9_every_licence_is_in_the_wheel_and_in_its_metadata(installed):
    site, _ = installed
    (about,) = site.glob("*.dist-info")
    named = message_from_string((about / "METADATA").read_text("utf-8"))
    assert set(named.get_all("License-File")) == LICENCES.keys()
    for file, (begins, ends) in LICENCES.items():
        text = (about / "licenses" / file).read_text("utf-8").strip()
        assert text.startswith(begins), file
        assert text.endswith(ends), file
    unicode = " ".join((about / "licenses/datasets/licences/Unicode-3.0.txt").read_text("utf-8").split())
    assert "NOTICE TO USER: Carefully read the following legal agreement." in unicode
    assert "shall not be used in advertising or otherwise to promote the sale" in unicode
    assert set(named["License-Expression"].split(" AND ")) == {
        "BSD-3-Clause",
        "CC0-1.0",
        "ISC",
        "LicenseRef-DbCL-1.0",  # not in SPDX's list
        "MIT",
        "ODbL-1.0",
        "OFL-1.1",
        "Unicode-3.0",
    }


def test_an_installed_geoclass_serves(installed, tmp_path):
    _, env = installed
    port = free_port()
    command = [sys.executable, "-m", "geoclass", "serve", "--local", "--port", str(port), "--data-dir", str(tmp_path)]
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as server:
        try:
            assert "geoclass" in _page(server, f"http://127.0.0.1:{port}/")
            assert "<html" in _page(server, f"http://127.0.0.1:{port}/join")
        finally:
            server.kill()


def _page(server: subprocess.Popen, address: str) -> str:
    """The page at *address*, once the server is up."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, server.stdout.read().decode()
        try:
            with urllib.request.urlopen(address, timeout=20) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no answer from {address}")


def test_R7_the_distribution_has_a_name_of_its_own_and_brings_the_command(installed, metadata):
    assert metadata["Name"] == "geoclass-games"
    (entry_points,) = installed[0].glob("geoclass_games-*.dist-info/entry_points.txt")
    assert "geoclass = geoclass.cli:main" in entry_points.read_text()


def test_R8_the_metadata_pass_a_strict_check(wheel):
    check = [sys.executable, "-m", "twine", "check", "--strict", str(wheel)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_R8_the_metadata_say_who_what_and_for_which_python(metadata):
    assert metadata["Author"]
    assert metadata["Keywords"]
    assert {"Programming Language :: Python :: 3.11", "Programming Language :: Python :: 3.14"} <= set(
        metadata.get_all("Classifier")
    )


def test_R8_on_an_index_page_no_picture_is_broken_and_no_link_dead(metadata):
    """The repository's files are not available there, so pictures and links need absolute addresses."""
    page = markdown.render(metadata.get_payload(decode=True).decode())
    assert "make play" in page
    assert "<table>" in page
    addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert [address for address in addresses if not address.startswith(("https://", "#"))] == []


def test_R11_every_dependency_has_a_lower_bound():
    """`make test-oldest` needs one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for line in project["dependencies"]:
        assert {spec.operator for spec in Requirement(line).specifier} & {">=", "=="}, line
