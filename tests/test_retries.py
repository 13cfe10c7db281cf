"""R10: only browser tests are retried, and each retry is reported."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

OURS = Path(__file__).parent / "conftest.py"

BROWSER = """
import pytest

tried = []


@pytest.fixture
def browser():
    return "held up at first"


@pytest.fixture
def visit(browser):
    return browser


def test_screen(visit):
    tried.append(1)
    assert len(tried) > 1, "held up"
"""

PLAIN = """
tried = []


def test_plain():
    tried.append(1)
    assert len(tried) > 1, "a race"
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    monkeypatch.delenv("GEOCLASS_SOAK", raising=False)
    pytester.makeconftest(OURS.read_text("utf-8"))
    for folder in ("ui", "rooms"):  # where all tests used to be retried
        pytester.mkpydir(folder)
        (pytester.path / folder / f"test_{folder}_screen.py").write_text(BROWSER)
        (pytester.path / folder / f"test_{folder}_plain.py").write_text(PLAIN)
    return pytester


@pytest.mark.parametrize("workers", [(), ("-n", "1")], ids=["alone", "xdist"])
def test_R10_only_what_drives_a_browser_is_tried_again_and_each_time_is_reported(suite: pytest.Pytester, workers):
    done = suite.runpytest_subprocess(*workers)
    done.assert_outcomes(passed=2, failed=2)
    said = done.stdout.str()
    assert "2 rerun" in said
    for folder in ("ui", "rooms"):
        assert f"{folder}/test_{folder}_screen.py::test_screen: AssertionError: held up" in said
        assert f"FAILED {folder}/test_{folder}_plain.py::test_plain" in said


def test_R10_a_soak_tries_nothing_again(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GEOCLASS_SOAK", "1")
    suite.runpytest_subprocess().assert_outcomes(failed=4)
