"""The wheel works away from the repository: every table loads, every game starts, the server answers."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

EVERYTHING = """
import geoclass, sys
from geoclass import data, games, i18n
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
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, built and unpacked in a folder of its own, and an environment that finds geoclass only there."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder / "dist"), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = (folder / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site", os.environ | {
        "PYTHONPATH": str(folder / "site"),
        "GEOCLASS_DATA_DIR": str(folder / "rooms"),
    }


def test_an_installed_geoclass_has_all_it_needs(installed, tmp_path):
    site, env = installed
    run = [sys.executable, "-W", "error", "-c", EVERYTHING, str(site)]
    done = subprocess.run(run, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_wheel_holds_nothing_but_the_package(installed):
    site, _ = installed
    assert {p.name.split("-")[0] for p in site.iterdir()} == {"geoclass"}
    assert (site / "geoclass" / "datasets" / "countries" / "countries.csv").is_file()
    assert list((site / "geoclass" / "apps").glob("*.py"))


def test_an_installed_geoclass_serves(installed, tmp_path):
    _, env = installed
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
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
