"""The setup by `make` on machines that lack something."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "Makefile", tmp_path)
    return tmp_path


def make(folder: Path, *arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "PYTHON", "VIRTUAL_ENV"))}
    first = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}  # our python3, where a test puts one there
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=clean | first | env, capture_output=True, text=True, check=False
    )


def python3(folder: Path, before: str = "") -> None:
    """Write a python3 that runs the shell line *before* and then this Python."""
    fake = folder / "python3"
    fake.write_text(f'#!/bin/sh\n{before}\nexec "{sys.executable}" "$@"\n')
    fake.chmod(0o755)


def works(venv: Path) -> bool:
    return subprocess.run([venv / "bin" / "python", "-m", "pip", "--version"], capture_output=True).returncode == 0


def test_R6_without_venv_one_sentence_says_what_to_install_and_the_next_run_works(checkout: Path):
    """Stock Debian and Ubuntu have Python, but ensurepip comes with python3-venv."""
    lacking = checkout / "lacking"
    lacking.mkdir()
    (lacking / "ensurepip.py").write_text("raise ImportError")
    python3(checkout, f'export PYTHONPATH="{lacking}"')
    refused = make(checkout, "venv")
    assert refused.returncode == 2
    (said,) = refused.stdout.splitlines()
    assert "sudo apt install python3-venv" in said
    assert "Traceback" not in refused.stderr
    assert not (checkout / ".venv").exists()
    named = make(checkout, "venv", f"PYTHON={checkout / 'python3'}")
    assert f"python{VERSION}-venv" in named.stdout
    python3(checkout)  # installed
    assert make(checkout, "venv").returncode == 0
    assert works(checkout / ".venv")


def test_R6_a_venv_that_is_half_made_is_made_anew(checkout: Path):
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout / ".venv"], check=True)
    assert not works(checkout / ".venv")
    python3(checkout)
    assert make(checkout, "venv").returncode == 0
    assert works(checkout / ".venv")


def test_R11_the_venv_of_another_python_is_not_used(checkout: Path):
    """The system's python3 was updated: .venv/bin/pip3.x belongs to the older version."""
    older = checkout / ".venv" / "bin" / "pip3.7"
    older.parent.mkdir(parents=True)
    older.touch()
    (checkout / ".venv" / "ready").touch()
    python3(checkout)
    assert make(checkout, "venv").returncode == 0
    assert not older.exists()
    assert not (checkout / ".venv" / "ready").exists()
    assert "Nothing to be done" in make(checkout, "venv").stdout  # and from then on it is


def test_R11_a_python_that_is_named_gets_a_venv_of_its_own(checkout: Path):
    python3(checkout)
    for arguments, folder in {
        ("venv",): ".venv",
        ("venv", f"PYTHON={checkout / 'python3'}"): f".venv-{VERSION}",
        ("venv", "OLDEST=1"): ".venv-oldest",
        ("venv", f"PYTHON={checkout / 'python3'}", "OLDEST=1"): f".venv-{VERSION}-oldest",
    }.items():
        assert f"-m venv --clear {folder}\n" in make(checkout, "-n", *arguments).stdout


def test_a_python_that_is_too_old_is_refused_in_a_sentence(checkout: Path):
    (checkout / "python3").write_text("#!/bin/sh\nexit 1\n")
    (checkout / "python3").chmod(0o755)
    refused = make(checkout, "venv")
    assert refused.returncode == 2
    assert "Python 3.11 or newer" in refused.stdout


def test_where_redis_and_nginx_cannot_be_installed_one_line_says_what_is_missing(checkout: Path):
    """For a user who is not root, on a computer that has neither."""
    for name in ("id", "sh", "make", "python3"):
        (checkout / name).symlink_to(shutil.which(name) or name)
    (checkout / "id").unlink()
    (checkout / "id").write_text("#!/bin/sh\necho 1000\n")
    (checkout / "id").chmod(0o755)
    shell = f"SHELL={checkout / 'sh'}"
    refused = make(checkout, "servers", shell, "SBIN=/nowhere", PATH=str(checkout))
    assert refused.returncode == 2
    (said,) = refused.stdout.splitlines()
    assert "sudo apt-get install redis-server nginx" in said
