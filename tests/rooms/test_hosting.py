"""A hosted geoclass: whole processes behind nginx over TLS, as described in docs/hosting.md."""

import asyncio
import configparser
import json
import os
import re
import shlex
import signal
import urllib.error
import urllib.request
from contextlib import suppress
from ipaddress import ip_address, ip_network
from types import SimpleNamespace

import pytest
import yaml
from playwright.sync_api import expect

from geoclass import arguments, cli, i18n
from geoclass.rooms import Hall, MemoryStore, Refused
from geoclass.ui import gate, live, teacher
from tests.rooms.classroom import ROOT, gather, pupil, run, teacher_control
from tests.rooms.redises import Redis
from tests.rooms.school import Pupil, School, until


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    school = School(tmp_path_factory.mktemp("school"), light=False)
    try:
        school.wait()
        until(lambda: all(_local(port, "/health")[0] == 200 for port in school.ports))
        yield school
    finally:
        school.kill()


def _asked(address, trust=None, **headers):
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urllib.request.urlopen(
            urllib.request.Request(address, headers=headers), timeout=60, context=trust
        ) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


def _outside(school, path, **headers):
    return _asked(school.url + path, school.nginx.trust, **headers)


def _local(port, path, **headers):
    return _asked(f"http://127.0.0.1:{port}{path}", **headers)


def test_a_lesson_over_tls_cookies_secure_addresses_public(school, browser):
    context = browser.new_context(locale="en", ignore_https_errors=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(school.url)
    expect(page.locator(".elsewhere")).to_be_visible()  # nobody is the teacher by address
    key = school.hall.store.kept(teacher.FILE)
    page.goto(f"{school.url}/teacher/{key}")
    page.locator(".tile").first.click()
    page.locator(".new-game .button.accent").click()
    page.wait_for_url("**/countries?*")
    code = re.search(r"room=([A-Z]+)", page.url)[1]
    expect(page.locator("main").get_by_text(code, exact=True).first).to_be_visible()
    assert all(cookie["secure"] for cookie in context.cookies() if cookie["name"].startswith("geoclass"))
    expect(page.locator("main")).to_contain_text(f"localhost:{school.port}/join")
    phone = browser.new_context(locale="en", ignore_https_errors=True).new_page()
    phone.set_default_timeout(60_000)
    phone.goto(f"{school.url}/join/{code}")
    phone.locator("button").first.wait_for()
    context.close()
    phone.context.close()


def test_forged_addresses_hosts_and_origins_gain_nothing(school):
    for headers in ({"X_Forwarded_For": "127.0.0.1"}, {"X_Real_Ip": "127.0.0.1"}, {"Forwarded": "for=127.0.0.1"}):
        assert _outside(school, "/metrics", **headers)[0] == 404
        status, _, page = _outside(school, "/", **headers)
        assert (status, school.hall.store.kept(teacher.FILE) in page) == (200, False)
    assert _outside(school, "/", Host="evil.example")[0] == 421
    assert _outside(school, "/", Host="evil.example", X_Forwarded_Host=f"localhost:{school.port}")[0] == 421
    assert _local(school.ports[0], "/", Host=f"localhost:{school.ports[0]}")[0] == 421  # not under its own name
    assert run(_upgraded(school, f"https://localhost:{school.port}")) == 101
    assert run(_upgraded(school, "https://evil.example")) == 403
    assert run(_upgraded(school, f"https://evil.example:{school.port}")) == 403


class Near(Pupil):
    """A phone that names its room in the address, for the proxy, as the phone page does."""

    @property
    def address(self):
        return f"{super().address}?room={self.code}"


def test_phones_of_a_room_are_at_one_process_and_rooms_spread_evenly(school):
    rooms = [school.hall.open("couleurs", ["Ana", "Ben"])[0] for _ in range(16)]
    phones = [Near(school, room.code, room.join(seat=seat)) for room in rooms for seat in range(2)]

    async def all_here():
        for phone in phones:
            await phone.until(lambda phone=phone: phone.scene, 60)
        loop = asyncio.get_running_loop()
        counts = [await loop.run_in_executor(None, _phones, port) for port in school.ports]
        assert counts == [len(phones) / len(counts)] * len(counts)

    run(gather(phones, all_here()))


def _phones(port):
    return int(re.search(r"^geoclass_phones{.*} (\d+)$", _local(port, "/metrics")[2], re.MULTILINE)[1])


def test_processes_are_killed_in_mid_game_and_projector_and_phones_are_back(school, browser):
    room, token = school.hall.open("couleurs", ["Ana", "Ben", "Cyd"])
    shown = f"{school.url}/couleurs?room={room.code}&token={room.screen(token, 'projector')}&lang=en"
    page = _projector(browser, shown)
    teacher = Near(school, room.code, token)
    phones = [Near(school, room.code, room.join(seat=seat)) for seat in range(3)]

    async def lead():
        await teacher_control(teacher, "start")
        for process in school.workers():
            at = teacher.version
            await teacher.until(lambda at=at: teacher.version > at + 4, 120)
            os.kill(process, signal.SIGKILL)
        await teacher.until(lambda: teacher.view["room"]["phase"] == "over", 120)

    run(gather([teacher, *phones], lead(), *(pupil(phone, seed=n, pause=0.05) for n, phone in enumerate(phones))))
    moves = [row.body["tap"].split(":")[1] for row in school.hall.store.rows(room.code) if row.kind == "move"]
    assert len(set(moves)) == len(moves)
    assert {tap for phone in phones for tap in phone.taken} <= set(moves)
    again = _projector(browser, shown)
    again.get_by_text(i18n.text("couleurs.stage.end.finest", "en")).first.wait_for()
    until(lambda: page.locator("main").inner_text() == again.locator("main").inner_text(), 120)
    for one in (page, again):
        one.context.close()
    until(lambda: all(_local(port, "/health")[0] == 200 for port in school.ports))


def _projector(browser, address):
    page = browser.new_context(locale="en", ignore_https_errors=True).new_page()
    page.set_default_timeout(60_000)
    page.goto(address)
    page.locator("main").get_by_text("Ana").first.wait_for()
    return page


async def _upgraded(school, origin):
    """The status of the response to a phone's websocket with this origin."""
    reader, writer = await asyncio.open_connection("localhost", school.port, ssl=school.nginx.trust)
    asked = [
        "GET /phone/socket HTTP/1.1",
        f"Host: localhost:{school.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
    ]
    asked += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==", f"Origin: {origin}", "", ""]
    writer.write("\r\n".join(asked).encode())
    status = int((await reader.readline()).split()[1])
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()
    return status


def test_health_and_counts_are_seen_on_this_computer_alone_and_hold_no_name(school):
    room, _ = school.hall.open("countries", ["Zoroaster", "Ben"])
    assert json.loads(_outside(school, "/health")[2]) == {"ready": True}
    assert _outside(school, "/metrics")[0] == 404
    status, headers, said = _local(school.ports[1], "/metrics")
    assert (status, headers.get_content_type()) == (200, "text/plain")
    assert _local(school.ports[1], "/metrics", X_Forwarded_For="127.0.0.1")[0] == 404
    for name in ("ready", "rooms", "phones", "sessions", "append_failures_total", "append_seconds_count"):
        assert re.search(rf"^geoclass_{name}{{[^}}]*}} [0-9.e+-]+$", said, re.MULTILINE), name
    assert 'quantile="0.95"' in said
    key = school.hall.store.kept(teacher.FILE)
    for path in (f"/teacher/{key}?x=y", f"/join/{room.code}/x", f"/none?room={room.code}"):
        _outside(school, path, Host="evil.example")  # refused, and logged
    logged = school.log.read_text()
    assert "GET /teacher/…" in logged
    for secret in ("Zoroaster", room.code, key, school.redis.url):
        assert secret not in said
        assert secret not in logged
    assert school.url in logged


def test_without_redis_a_server_is_not_ready_and_is_again_by_itself(school):
    school.redis.kill()
    try:
        until(lambda: _local(school.ports[0], "/health")[0] == 503)
        assert _outside(school, f"/teacher/{'BALTA-' * 3}BALTA")[0] == 503
        assert _outside(school, "/join")[0] == 200
    finally:
        school.redis.start()
    until(lambda: all(_local(port, "/health")[0] == 200 for port in school.ports))
    assert "Traceback" not in school.log.read_text()


# trusted headers of proxies


@pytest.mark.parametrize(
    ("peer", "said", "known"),
    [
        ("10.0.0.2", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.2", "127.0.0.1, 203.0.113.9", "203.0.113.9"),  # earlier entries may be forged by a browser
        ("10.0.0.2", "203.0.113.9, 10.0.0.3", "203.0.113.9"),  # two proxies of ours
        ("10.0.0.2", "nonsense", "10.0.0.2"),
        ("10.0.0.2", "", "10.0.0.2"),
        ("203.0.113.7", "127.0.0.1", "203.0.113.7"),  # no proxy of ours
    ],
)
def test_who_sends_is_what_a_proxy_of_ours_says(monkeypatch, peer, said, known):
    proxies = {"10.0.0.2", "10.0.0.3"}
    monkeypatch.setattr(gate, "_proxies", proxies)
    context = SimpleNamespace(_orig_remote_ip=peer, _orig_protocol="http", is_believed=peer in proxies)
    gate._know_sender(context, {"X-Forwarded-For": said} if said else {})
    assert context.remote_ip == known


# who may open rooms


def test_where_anyone_may_open_rooms_so_many_an_hour_and_nobody_sees_others(monkeypatch):
    store = MemoryStore()
    monkeypatch.setattr(live, "hall", lambda: Hall(store))
    monkeypatch.setattr(live, "phones_available", lambda: True)
    request = SimpleNamespace(cookies={}, remote_ip="203.0.113.9")
    document = SimpleNamespace(session_context=SimpleNamespace(request=request))
    monkeypatch.setattr(teacher, "pn", SimpleNamespace(state=SimpleNamespace(curdoc=document)))
    assert not teacher.anyone_opens()
    monkeypatch.setenv("GEOCLASS_TEACHERS", "anyone")
    assert teacher.anyone_opens()
    assert not teacher.is_teacher()
    for _ in range(teacher.OPENS):
        teacher.opening()
    with pytest.raises(Refused) as refused:
        teacher.opening()
    assert refused.value.key == "home.many_rooms"
    request.cookies = {teacher.COOKIE: teacher.key()}
    teacher.opening()  # unlimited with the key


# the files in deploy/


def test_the_units_start_what_the_command_line_understands():
    for name in ("geoclass.service", "geoclass-purge.service", "geoclass-purge.timer"):
        unit = configparser.ConfigParser(strict=False, interpolation=None)
        unit.optionxform = str
        unit.read_string((ROOT / "deploy" / name).read_text())
        if started := unit.get("Service", "ExecStart", fallback=""):
            program, *words = shlex.split(started)
            assert program.endswith("/geoclass")
            arguments.parser().read(words)


def test_the_containers_fit_together():
    file = (ROOT / "deploy" / "compose.yaml").read_text()
    composed = yaml.safe_load(file)
    services, (subnet,) = composed["services"], composed["networks"]["default"]["ipam"]["config"]
    at = {
        name: service["networks"]["default"]["ipv4_address"]
        for name, service in services.items()
        if "networks" in service
    }
    assert all(ip_address(address) in ip_network(subnet["subnet"]) for address in at.values())
    for service in services.values():
        assert service.keys() <= {"image", "build", "command", "volumes", "networks", "depends_on", "restart", "ports"}
        assert ("image" in service) != ("build" in service)
        assert service.get("build", ".") == "."
        assert services.keys() >= {*service.get("depends_on", ())}
        kept = [volume.partition(":")[0] for volume in service.get("volumes", ())]
        assert composed["volumes"].keys() >= {name for name in kept if name[0] != "."}
    served = arguments.parser().read(shlex.split(services["geoclass"]["command"])[1:])
    assert (served.behind_proxy, served.store) == ((at["nginx"],), "redis://redis:6379/0")
    assert all(f"server {at['geoclass']}:{served.port + n}" in file for n in range(served.processes))
    swept = re.search(r"geoclass (rooms.*?);", services["purge"]["command"])[1]
    assert arguments.parser().read(swept.split()).store == served.store
    settings = (ROOT / "deploy" / "redis.conf").read_text().splitlines()
    assert all(f"--{line}" in services["redis"]["command"] for line in settings if line[:4] not in ("bind", "# Wh"))


def test_the_redis_of_deploy_keeps_every_row(tmp_path):
    settings = [
        line.split(" ", 1) for line in (ROOT / "deploy" / "redis.conf").read_text().splitlines() if line[0] != "#"
    ]
    given = [word for name, value in settings if name != "bind" for word in (f"--{name}", value)]
    redis = Redis(tmp_path, *given)
    try:
        assert Hall.on(redis.url).store.risks() == []
    finally:
        redis.kill()


@pytest.mark.parametrize("url", ["geoclass.example.org", "ftp://a.b", "https://", "https://a.b/path", "https://a.b:x"])
def test_an_address_that_is_none_is_one_sentence(url, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("GEOCLASS_ADDRESSES", "")
    for name in ("GEOCLASS_DATA_DIR", "GEOCLASS_STORE", "GEOCLASS_PROXIES", "GEOCLASS_TEACHERS", "GEOCLASS_LANG"):
        monkeypatch.setenv(name, "")
    live.hall.cache_clear()
    assert cli.main(["serve", "--lang", "en", "--public-url", url, "--data-dir", str(tmp_path), "--port", "0"]) == 2
    assert capsys.readouterr().err.strip() == i18n.text("serve.public_url", "en", url=url)
    live.hall.cache_clear()


# moving rooms


def test_rooms_are_copied_between_a_folder_and_redis_and_back(tmp_path, capsys):
    (tmp_path / "redis").mkdir()
    redis = Redis(tmp_path / "redis")
    try:
        here, back = tmp_path / "here", tmp_path / "back"
        room, token = Hall.at(here, bot_delay=3600).open("countries", ["Ana", "Ben"], options={"first": 0})
        room.control(token, "start")

        def copy(*words):
            assert cli.main(["rooms", "--lang", "en", *words]) == 0
            return capsys.readouterr()

        assert copy("--data-dir", str(here), "copy", "--to", redis.url).out == "1 room copied.\n"
        room.control(token, "pause")
        copy("--data-dir", str(here), "copy", "--to", redis.url)  # again: copies what is missing
        assert Hall.on(redis.url).store.rows(room.code) == Hall.at(here).store.rows(room.code)
        copy("--store", redis.url, "copy", "--to", str(back))
        again = Hall.at(back).room(room.code)
        assert again.logs() == room.logs()
        assert again.view(token)["room"]["paused"]
        other = Hall.at(tmp_path / "other").store
        other.append(room.code, 1, "open", '{"another": "room"}')
        other.close()
        assert room.code in copy("--data-dir", str(here), "copy", "--to", str(tmp_path / "other")).err
        assert copy("--store", redis.url, "key").out.count("-") == 3
        (tmp_path / "file").write_text("")
        for there in (tmp_path / "file", "redis://127.0.0.1:1/0", "http://nonsense", redis.url):
            redis.set("maxmemory", "0")
            Hall.on(redis.url).store.delete(room.code)
            redis.set("maxmemory", "1")
            assert cli.main(["rooms", "--lang", "en", "--data-dir", str(here), "copy", "--to", str(there)]) == 2
            said = capsys.readouterr().err
            assert len(said.splitlines()) == 1, said
    finally:
        redis.kill()


def test_a_room_that_a_newer_version_goes_on_with_is_told_so_and_its_phones_come_back(tmp_path):
    """During an update the older process closes the connection, and the phone finds one that can read the room."""
    hall = Hall.at(tmp_path, bot_delay=3600)
    room, _ = hall.open("countries", ["Ana", "Ben"])
    phone = room.join(seat=0)
    hall.store.append(room.code, room.version + 1, "from_the_future", "{}")
    with pytest.raises(Refused) as refused:
        room.view(phone)
    assert refused.value.why.key == "rooms.unreadable.newer"
