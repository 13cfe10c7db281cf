"""The command line with unusual terminals, pipes and disks: a sentence or a silent end, never a traceback."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GEOCLASS = [sys.executable, "-m", "geoclass"]
ENV = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "GEOCLASS_LANG": "en"}


def _shell(command, **env):
    """Run a command line that contains ``geoclass`` in bash."""
    script = command.replace("geoclass ", f"{' '.join(GEOCLASS)} ")
    return subprocess.run(["bash", "-c", script], env=ENV | env, capture_output=True, check=False)


@pytest.mark.parametrize("command", ["--help", "simulate countries --games 2 --json", "play countries --seed 1"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_it_quietly(command, unbuffered):
    done = _shell(
        f"(sleep 0.1; yes 1) | geoclass {command} | true; exit ${{PIPESTATUS[1]}}", PYTHONUNBUFFERED=unbuffered
    )
    assert done.stderr == b""
    assert done.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize("command", ["--help", "simulate countries --games 2", "play countries --seed 1"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_gets_a_sentence(command, unbuffered):
    done = _shell(f"yes 1 | geoclass {command} > /dev/full", PYTHONUNBUFFERED=unbuffered, GEOCLASS_LANG="fr")
    said = done.stderr.decode().splitlines()
    assert "le disque est plein" in said[-1]
    assert b"Traceback" not in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp850", "latin-1"])
def test_letters_that_a_terminal_does_not_have(encoding):
    done = _shell("yes 1 | geoclass play countries --seed 5 --lang fr --option hand=3", PYTHONIOENCODING=encoding)
    assert done.stderr == b""
    assert done.returncode == 0
    assert "Bleus (A)" in done.stdout.decode(encoding)


def test_typed_bytes_that_are_no_letters():
    done = _shell(r"printf '\xff\xfe\nquit\n' | geoclass play countries --seed 5")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "is not a whole number" in done.stdout.decode()


def test_closed_streams():
    done = _shell("geoclass play countries --seed 5 <&-")
    assert (done.returncode, done.stderr) == (130, b"")
    assert done.stdout.decode().rstrip().endswith("You have left the game. See you next time!")
    assert _shell("echo 5 | geoclass play countries --seed 5 >&-").stderr == b""
    assert b"Traceback" not in _shell("geoclass simulate countries --bots x 2>&-").stderr


INTERRUPTED = """
import sys

class Interrupt:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupt())
from geoclass.cli import main
raise SystemExit(main(["--help"]))
"""


@pytest.mark.parametrize("loading", ["geoclass.commands", "geoclass.i18n", "babel", "argparse"])
def test_an_interruption_while_it_is_loading(loading):
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, loading], env=ENV, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"")


def test_an_interruption_at_the_prompt():
    with subprocess.Popen(
        [*GEOCLASS, "play", "countries"], env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        out = b""
        while not out.endswith(b"> "):
            out += running.stdout.read(1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, b"")
    assert out.decode() == "\n".join(["", "You have left the game. See you next time!", ""])


def test_lines_break_between_words_in_a_terminal():
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*GEOCLASS, "play", "countries", "--seed", "5"],
        env=ENV | {"COLUMNS": "40"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as running:
        os.close(theirs)
        os.write(ours, b"quit\n")
        out = b""
        try:
            while chunk := os.read(ours, 4096):
                out += chunk
        except OSError:  # the reading end is closed
            pass
        assert running.wait(timeout=30) == 0
    lines = out.decode().splitlines()
    assert max(map(len, lines)) < 40
    assert any(line.endswith("empty line") or "one step" in line for line in lines)
