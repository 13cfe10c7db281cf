"""`geoclass serve --processes 2`: one address, one set of rooms, whichever process answers."""

import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest

from geoclass import cli
from tests.rooms.classroom import Device, Server, gather, pupil, run, teacher_control
from tests.rooms.panels import TOKEN, PanelPage
from tests.rooms.test_guard import first_page


class Several(Server):
    """A server of two processes on one port."""

    def start(self):
        if "--processes" not in self.command:
            self.command += ["--processes", "2"]
        super().start()

    def kill(self):
        self.process.terminate()
        self.process.wait(20)

    def workers(self):
        """The worker processes by their ports."""
        found = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False)
        words = {pid: Path(f"/proc/{pid}/cmdline").read_text().split("\0") for pid in map(int, found.stdout.split())}
        return {int(line[line.index(str(self.port)) + 2]): pid for pid, line in words.items()}

    def worker_ports(self):
        """The ports of both processes, once both respond."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            ports = [port for port in self.workers() if _healthy(port)]
            if len(ports) == 2:
                return ports
            time.sleep(0.1)
        raise TimeoutError(self.log.read_text())


def _healthy(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5) as answer:
            return json.load(answer) == {"ready": True}
    except OSError:
        return False


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Several(tmp_path_factory.mktemp("server")).wait()
    server.worker_ports()
    yield server
    server.kill()


def test_S11_the_websocket_of_a_page_finds_the_process_that_has_the_page(server):
    room, token = server.hall.open("countries", ["Ana", "Ben"])
    first, second = server.worker_ports()
    query = f"/countries?room={room.code}&token={token}"

    async def crossed():
        page, cookies = await _fetched(server, first, query)
        crossing = PanelPage(f"http://127.0.0.1:{second}{query}", {"Host": f"localhost:{server.port}"})
        await crossing.connect(page, cookies)
        assert crossing.document["roots"]
        crossing._line.close()
        forged = PanelPage(f"http://127.0.0.1:{second}{query}", {"Host": f"localhost:{server.port}"})
        with pytest.raises(HTTPClientError) as refused:
            await forged.connect(page, ["geoclass_browser=" + "x" * 32])  # another browser's
        assert refused.value.code == 403

    run(crossed())
    for _ in range(3):  # and wherever the system routes them
        run(_opened(f"{server.url}{query}"))


async def _fetched(server, port, path):
    asked = HTTPRequest(
        f"http://127.0.0.1:{port}{path}", headers={"Host": f"localhost:{server.port}"}, request_timeout=60
    )
    page = await AsyncHTTPClient().fetch(asked)
    return TOKEN.search(page.body.decode())[1], [c.partition(";")[0] for c in page.headers.get_list("Set-Cookie")]


async def _opened(address):
    page = await PanelPage(address).open()
    assert page.document["roots"]
    await page.close()


def test_S11_phones_at_two_processes_are_one_class_and_a_killed_process_is_started_again(server):
    room, token = server.hall.open("couleurs", ["Ana", "Ben", "Chloé"])
    phones = [Device(server, room.code, room.join(seat=seat)) for seat in range(3)]
    teacher = Device(server, room.code, token)
    victim, doomed = next(iter(server.workers().items()))

    async def lead():
        await teacher_control(teacher, "start")
        await teacher.until(lambda: teacher.version > 8, 60)
        os.kill(doomed, signal.SIGKILL)
        await teacher.until(lambda: teacher.view["room"]["phase"] == "over", 120)

    run(gather([*phones, teacher], lead(), *(pupil(phone, seed=n, pause=0.03) for n, phone in enumerate(phones))))
    moves = [row.body["tap"].split(":")[1] for row in server.hall.store.rows(room.code) if row.kind == "move"]
    assert len(set(moves)) == len(moves)
    assert {tap for phone in phones for tap in phone.taken} <= set(moves)
    assert victim in server.worker_ports()  # again
    assert doomed not in server.workers().values()


def test_S11_a_page_whose_process_dies_is_back_by_itself(server, browser):
    room, token = server.hall.open("countries", ["Ana", "Ben"], "en")
    page = browser.new_context(locale="en").new_page()
    page.goto(f"{server.url}/countries?room={room.code}&token={token}")
    expect(page.locator("text=Ana").first).to_be_visible(timeout=30_000)
    page.evaluate("window.before = true")
    for pid in server.workers().values():
        os.kill(pid, signal.SIGKILL)
    page.wait_for_function("() => !window.before", timeout=60_000)
    expect(page.locator("text=Ana").first).to_be_visible(timeout=30_000)
    page.context.close()
    server.worker_ports()


def test_forged_headers_give_no_right_at_the_door_that_a_process_has_for_the_other(server):
    port, host = server.worker_ports()[0], f"localhost:{server.port}"
    for name in ("X-Forwarded-For", "X-Real-Ip", "X-Geoclass-Through"):
        assert run(first_page(f"http://127.0.0.1:{port}", Host=host, **{name: "127.0.0.1"})) == "home.elsewhere"
    asked = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(asked, timeout=30)
    assert refused.value.code == 421
    refused.value.close()


@pytest.mark.parametrize("n", ["0", "65", "-1", "many"])
def test_a_number_of_processes_that_is_none_is_one_sentence(n, capsys):
    assert cli.main(["serve", "--lang", "en", f"--processes={n}"]) == 2
    assert "Traceback" not in capsys.readouterr().err
