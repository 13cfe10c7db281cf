"""R5: a small run of every benchmark. Third-party libraries that are not installed are left out."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

import pytest

import benchmarks

NAMES = sorted(m.name for m in iter_modules([str(Path(benchmarks.__path__[0]))]) if not m.name.startswith("_"))
TINY = {
    "engines": {"LOTS": 1, "MOVES": 5, "REPEATS": 1, "REPLAYS": 1, "GAMES": 1},
    "explore": {"CHANGES": 2, "OPENINGS": 1},
    "hostile": {"PHONES": 4, "SECONDS": 1.5, "IDLE": 0.5, "GONE": 0, "SCALE": 0.05},
    "own": {"LOTS": 1, "MOVES": 5, "REPEATS": 1},
    "rooms": {"PHONES": 8, "REPEATS": 1, "TAPS": 6, "ROOMS": 2, "IN_EACH": 4, "ROUNDS": 1, "PACE": 0.1, "ROWS": 5},
    "scale": {"PHONES": 8, "ROOMS": (2,), "IN_EACH": 8, "PROCESSES": (1, 2), "SECONDS": 1.0, "TAPS": 6, "ROWS": 5},
    "stage": {"REPEATS": 1, "WARM": 1, "MOVES": 2},
    "tables": {"REPEATS": 1, "LOADS": ("countries",)},
    "votes": {"TURNS": 4, "PHONES": 4, "VOTERS": 4, "WITHIN": 0.5, "MOVES": 2, "BLOCKS": 1, "TAPS": 2, "VOTES": 1},
}


def test_R5_every_benchmark_has_a_small_run():
    assert list(TINY) == NAMES


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")  # sockets
@pytest.mark.parametrize("name", NAMES)
def test_R5_a_small_run_of_each_benchmark_ends(name, monkeypatch, capsys):
    module = import_module(f"benchmarks.{name}")
    for constant, value in TINY[name].items():
        assert hasattr(module, constant)
        monkeypatch.setattr(module, constant, value)
    if name == "engines" and not (find_spec("rlcard") and find_spec("pyspiel")):
        for other in ("_rlcard", "_rlcard_steps"):
            monkeypatch.setattr(module, other, lambda _name: module._ours("countries", view=True))
        monkeypatch.setattr(module, "_dominoes", module._ours("countries", view=False))
    if name == "explore":
        monkeypatch.setattr(module, "_from_npm", lambda *_: None)  # tests download nothing
    with ThreadPoolExecutor(1) as thread:  # another test's browser may occupy this thread's event loop
        thread.submit(module.run).result()
    assert capsys.readouterr().out.strip()
