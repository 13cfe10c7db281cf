"""The teacher's key: rooms are opened on the computer that serves, or from another device with the key."""

import stat
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from playwright.sync_api import expect

from geoclass import i18n
from geoclass.ui import live, serve, teacher
from tests.rooms.classroom import SERVE, Server


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    live.hall.cache_clear()
    yield tmp_path
    live.hall.cache_clear()


def test_the_key_is_kept_and_opens_however_it_is_typed(folder):
    key = teacher.key()
    assert len(key) >= 20
    file = folder / teacher.FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    live.hall.cache_clear()  # as after a restart
    assert teacher.key() == key
    for typed in (key, key.lower(), key.replace("-", ""), key.replace("-", " ")):
        assert teacher.opens(typed)
    for typed in (None, "", "-", key[:-1], key + "A", "ÀÉ"):
        assert not teacher.opens(typed)


@pytest.mark.parametrize("left", ["", "BALTA-ZE"])
def test_half_a_key_on_the_disk_opens_nothing(folder, left):
    (folder / teacher.FILE).write_text(left)
    assert len(teacher.key()) >= 20
    assert not teacher.opens(left)


def test_a_new_key_makes_the_old_one_useless(folder):  # noqa: ARG001
    old = teacher.key()
    teacher.forget()
    assert not teacher.opens(old)


def test_the_terminal_tells_the_teacher_and_a_lonely_computer_has_no_door(folder, monkeypatch):  # noqa: ARG001
    monkeypatch.setenv("GEOCLASS_ADDRESSES", "http://10.0.0.7:5006 http://localhost:5006")
    door = teacher.address()
    assert door == f"http://10.0.0.7:5006/teacher/{teacher.key()}"
    places = ["http://10.0.0.7:5006", "http://atlas.local:5006", "http://localhost:5006", "http://127.0.0.1:5006"]
    assert door in serve.welcome(places, local=False, door=door)
    monkeypatch.setenv("GEOCLASS_ADDRESSES", "http://localhost:5006 http://127.0.0.1:5006")
    assert teacher.address() is None


class OpenServer(Server):
    """A server that accepts other devices; here, this computer under its network address."""

    def start(self):
        self.command = [word for word in self.command if word != "--local"]
        super().start()


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    addresses = serve.lan_addresses()
    if not addresses:
        pytest.skip("this computer is in no network")
    assert SERVE[-1] == "--local"
    server = OpenServer(tmp_path_factory.mktemp("server")).wait()
    server.url = f"http://{addresses[0]}:{server.port}"
    yield server
    server.kill()


def test_a_teacher_comes_in_from_another_device_and_is_known_after_a_restart(elsewhere, browser):
    page = browser.new_context(locale="en").new_page()
    page.set_default_timeout(30_000)
    page.goto(elsewhere.url)
    expect(page.locator(".elsewhere")).to_contain_text(i18n.text("home.word.elsewhere", "en"))
    expect(page.locator(".tile")).to_have_count(0)
    page.locator("#key").fill("balta zebro")
    page.locator(".key button").click()
    expect(page.get_by_role("alert").first).to_have_text(i18n.text("home.word.key_wrong", "en"))
    key = Path(elsewhere.folder / teacher.FILE).read_text().strip()
    page.locator("#key").fill(key.lower())
    page.locator(".key button").click()
    page.locator(".tile").first.wait_for()
    assert key not in page.url
    assert key not in page.evaluate("document.cookie")  # not readable by scripts
    elsewhere.kill()
    elsewhere.start()
    elsewhere.wait()
    page.wait_for_timeout(3000)  # the page reloads by itself, maybe right now
    page.goto(elsewhere.url)
    page.locator(".tile").first.click()
    page.locator(".new-game .segments").first.locator("button").last.click()
    page.locator(".new-game .button.accent").click()
    page.wait_for_url("**/countries?*")
    expect(page.locator(".countries-guess")).to_be_visible()
    page.context.close()


def test_keys_guessed_at_speed_wait_and_open_nothing(elsewhere):
    jar = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    began = time.monotonic()
    for n in range(8):
        with opener.open(f"{elsewhere.url}/teacher/GUESS-{'ABCDEFGH'[n]}", timeout=30) as answer:
            assert "key=wrong" in answer.url
    assert time.monotonic() - began > 0.7
    assert teacher.COOKIE not in [cookie.name for cookie in jar]
