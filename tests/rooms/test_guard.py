"""A running server against a curious pupil: allowed requests, ownership of sessions, recognition of the teacher."""

import asyncio
import base64
import json
import re
import secrets
import signal
import subprocess
import sys
import time
import zlib
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest
from tornado.websocket import websocket_connect

from geoclass import i18n
from geoclass.ui import guard, live, teacher
from tests.rooms.classroom import Server, hang_up, run
from tests.rooms.panels import TOKEN, PanelPage
from tests.ui.conftest import ROOT, Watched, serving

PAGES = ["/", "/home", "/console", "/countries", "/couleurs", "/course", "/explore", "/globalissimo", "/spywhere"]


@pytest.fixture(scope="module", params=["geoclass serve", "panel serve --plugins"])
def address(request, server, tmp_path_factory):
    """The address of a server with phones, started in either way."""
    if request.param == "geoclass serve":
        yield server.url
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEOCLASS_DATA_DIR", str(tmp_path_factory.mktemp("plugin")))
        apps = [path.name for path in (ROOT / "apps").glob("*.py")]
        with serving(*apps, options=("--index", "home", "--plugins", "geoclass.ui.plugin")) as found:
            yield found


async def ask(url, method="GET", source=None, **headers):
    """Status, headers and body of a request sent from the address *source*."""
    request = HTTPRequest(
        url,
        method,
        headers={name.replace("_", "-"): value for name, value in headers.items()},
        network_interface=source,
        follow_redirects=False,
        request_timeout=60,
        allow_nonstandard_methods=True,
    )
    answer = await AsyncHTTPClient().fetch(request, raise_error=False)
    return answer.code, answer.headers, answer.body or b""


def got(url, *args, **more):
    return run(ask(url, *args, **more))


def token_of(page):
    return TOKEN.search(page.decode())[1]


def payload_of(token):
    """The payload of a session token."""
    decoded = json.loads(base64.urlsafe_b64decode(token.split(".")[0] + "=="))
    packed = decoded.get("__bk__zlib_")
    return decoded | (json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=="))) if packed else {})


async def opens(address, token, source=None, **headers):
    """Whether a websocket opens with this token, and its first message."""
    where = address.replace("http", "ws", 1) + "/ws"
    request = HTTPRequest(where, headers=headers, network_interface=source)
    try:
        line = await websocket_connect(request, subprotocols=["bokeh", token])
    except HTTPClientError as refused:
        return refused.code
    first = await line.read_message()
    await hang_up(line)
    return first


def cookie_of(headers, name):
    found = [cookie.partition(";")[0] for cookie in headers.get_list("Set-Cookie") if cookie.startswith(f"{name}=")]
    return found[0] if found else None


def key_of(server):
    return (server.folder / teacher.FILE).read_text().strip()


# S1: only requests that pages make


@pytest.mark.parametrize(
    "path", ["unittest.__main__/x/_css/a", "geoclass.__main__/x/_css/a", "idlelib.idle/x/_css/a", ""]
)
def test_S1_no_address_makes_the_server_import_a_module(address, path):
    assert got(f"{address}/components/{path}")[0] == 404
    assert got(f"{address}/join")[0] == 200  # it still runs


@pytest.mark.parametrize(
    "path",
    [
        "/autoload.js",
        "/home/autoload.js?bokeh-autoload-element=x",
        "/metadata",
        "/home/metadata",
        "/liveness",
        "/admin",
    ],
)
def test_S1_what_no_page_asks_for_is_not_there(address, path):
    for method in ("GET", "OPTIONS", "POST"):
        code, headers, _ = got(address + path, method)
        assert code == 404
        assert "Access-Control-Allow-Origin" not in headers


def test_S1_plain_panel_serve_closes_it_with_its_first_page(monkeypatch, tmp_path):
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    with serving("home.py") as plain:
        assert got(f"{plain}/home")[0] == 200
        assert got(f"{plain}/components/unittest.__main__/x/_css/a")[0] == 404
        assert got(f"{plain}/home")[0] == 200


def test_S1_a_panel_that_is_built_otherwise_is_not_served():
    change = "from panel.io.server import per_app_patterns; per_app_patterns.append(('/new', 1))"
    code = f"{change}; import geoclass.ui.plugin"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 1
    assert "PanelChanged: The routes of an app have changed (Panel" in done.stderr


# S2: a session belongs to the browser that fetched its page


def forged(session, **payload):
    """A forged, unsigned token."""
    body = {"session_id": session, "session_expiry": int(time.time()) + 300}
    if payload:
        packed = zlib.compress(json.dumps(payload).encode())
        body["__bk__zlib_"] = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return base64.urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")


def test_S2_a_session_chosen_by_somebody_else_is_not_taken(address):
    chosen = secrets.token_hex(16)
    for query, headers in [
        (f"?bokeh-session-id={chosen}", {}),
        (f"?bokeh-token={forged(chosen)}", {}),
        ("", {"Bokeh_Session_Id": chosen}),
    ]:
        code, _, page = got(f"{address}/{query}", **headers)
        assert code == 200
        assert payload_of(token_of(page))["session_id"] != chosen
    for token in (forged(chosen), forged(chosen, browser=guard._digest(None)), f"{forged(chosen)}.AAAA"):
        assert run(opens(address, token, source="127.0.0.2")) == 403


def test_S2_a_page_s_token_opens_nothing_in_another_browser(address):
    _, headers, page = got(f"{address}/")
    token, browser = token_of(page), cookie_of(headers, guard.BROWSER)
    other = cookie_of(got(f"{address}/")[1], guard.BROWSER)
    assert run(opens(address, token, source="127.0.0.2")) == 403
    assert run(opens(address, token, Cookie=other)) == 403
    body, _, signature = token.partition(".")
    session = payload_of(token)["session_id"]
    mine = guard._digest(other.partition("=")[2])
    for made in (f"{forged(session, browser=mine)}.{signature}", forged(session, browser=mine), body):
        assert run(opens(address, made, Cookie=other)) == 403
    assert b"ACK" in run(opens(address, token, Cookie=browser)).encode()


def test_S2_the_websocket_is_opened_at_an_address_of_the_server_and_by_its_own_pages(address):
    _, headers, page = got(f"{address}/")
    token, browser = token_of(page), cookie_of(headers, guard.BROWSER)
    assert run(opens(address, token, Cookie=browser, Host="evil.example:5006")) == 403
    assert run(opens(address, token, Cookie=browser, Origin="http://evil.example")) == 403


@contextmanager
def restarted(folder):
    """Two servers, one after the other, at the same address and with the same secret, like processes of one school."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOKEH_SECRET_KEY", secrets.token_hex(20))
        server = Server(folder).wait()
        try:
            yield server
        finally:
            server.kill()


def test_S2_a_session_made_anew_has_the_rights_of_its_websocket_alone(tmp_path):
    with restarted(tmp_path) as server:
        key = f"{teacher.COOKIE}={key_of(server)}"
        _, headers, page = got(f"{server.url}/", Cookie=key)
        token, browser = token_of(page), cookie_of(headers, guard.BROWSER)
        server.kill()
        server.start()
        server.wait()
        assert run(first_page(server.url, token=token, cookies=[browser])) == "home.elsewhere"
        server.kill()
        server.start()
        server.wait()
        assert run(first_page(server.url, token=token, cookies=[browser, key])) == "home.page"


def test_S2_a_session_made_anew_asks_no_other_host(tmp_path):
    with restarted(tmp_path) as server:
        _, headers, page = got(f"{server.url}/")
        token, browser = token_of(page), cookie_of(headers, guard.BROWSER)
        server.kill()
        server.start()
        server.wait()
        document = json.dumps(run(document_of(f"{server.url}/", token, [browser])))
    assert "static/extensions/panel/" in document
    assert "holoviz.org" not in document


async def document_of(address, token, cookies):
    page = PanelPage(address)
    await page.connect(token, cookies)
    await hang_up(page._line)
    return page.document


# S5: who is the teacher


async def first_page(address, source=None, token=None, cookies=(), **headers):
    """The kind of scene on the home page: ``home.page`` for the teacher, ``home.elsewhere`` for others."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    page = PanelPage(f"{address}/", headers, source)
    if token:
        await page.connect(token, list(cookies))
        await hang_up(page._line)
    else:
        await page.open()
        await page.close()
    return re.search(r"home\.(page|elsewhere)", json.dumps(page.document))[0]


class Proxy:
    """A typical proxy on this computer: it sends the server's address as Host, and maybe one more header."""

    def __init__(self, address, *lines):
        self._to, self._lines = urlsplit(address), lines

    async def __aenter__(self):
        self._passing = []
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aexit__(self, *_):
        self._server.close()
        await asyncio.gather(*self._passing)

    async def _connected(self, reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        head = re.sub(r"(?im)^Host: [^\r]*", "\r\n".join([f"Host: {self._to.netloc}", *self._lines]), head)
        onwards = await asyncio.open_connection(self._to.hostname, self._to.port)
        onwards[1].write(head.encode())
        both = (self._pass(reader, onwards[1]), self._pass(onwards[0], writer))
        self._passing += map(asyncio.create_task, both)

    async def _pass(self, reader, writer):
        with suppress(ConnectionError):
            while part := await reader.read(1 << 16):
                writer.write(part)
                await writer.drain()
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def through_a_proxy(address, *lines, **headers):
    async with Proxy(address, *lines) as proxy:
        return await first_page(proxy, **headers)


FORWARDED = ["X-Forwarded-For: 10.0.0.9", "Forwarded: for=10.0.0.9", "X-Real-IP: 10.0.0.9", "Via: 1.1 school"]


def test_S5_where_phones_come_only_the_key_makes_a_teacher(server):
    key = f"{teacher.COOKIE}={key_of(server)}"
    assert run(first_page(server.url)) == "home.elsewhere"
    assert run(first_page(server.url, Cookie=key)) == "home.page"
    assert run(first_page(server.url, Cookie=f"{teacher.COOKIE}=")) == "home.elsewhere"
    assert run(through_a_proxy(server.url)) == "home.elsewhere"
    assert run(through_a_proxy(server.url, FORWARDED[0])) == "home.elsewhere"
    assert run(first_page(server.url, source="127.0.0.2", X_Real_IP="127.0.0.1")) == "home.elsewhere"


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A plain `panel serve`, without phones and key, that trusts proxies' headers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GEOCLASS_DATA_DIR", str(tmp_path_factory.mktemp("plain")))
        with serving("home.py", options=("--index", "home", "--use-xheaders")) as address:
            yield address


def test_S5_without_phones_who_sits_at_the_computer_is_the_teacher_and_nobody_else(plain):
    local = plain.replace("127.0.0.1", "localhost")
    assert run(first_page(plain)) == "home.page"
    assert run(first_page(local)) == "home.page"
    assert run(first_page(plain, source="127.0.0.2")) == "home.elsewhere"
    assert run(first_page(plain, Host="evil.example:5006")) == "home.elsewhere"
    for line in FORWARDED:
        assert run(through_a_proxy(plain, line)) == "home.elsewhere"
    for header in ("X-Real-Ip", "X-Forwarded-For"):
        assert run(first_page(plain, source="127.0.0.2", **{header: "127.0.0.1"})) == "home.elsewhere"


def test_S5_without_phones_a_session_from_outside_is_nobody_s(plain):
    """Its sessions are not signed, so a session id that others may know or forge is not the teacher's."""
    for query in ("bokeh-session-id=abc", f"bokeh-token={forged('abd', arguments={}, headers={}, cookies={})}"):
        page = PanelPage(f"{plain}/?{query}")
        run(page_of(page))
        assert "home.elsewhere" in json.dumps(page.document)
    made = forged("abe", arguments={}, headers={"Host": "localhost"}, cookies={})
    assert run(first_page(plain, token=made)) == "home.elsewhere"
    script = got(f"{plain}/autoload.js?bokeh-autoload-element=x")[2]
    assert run(first_page(plain, token=token_of(script))) == "home.elsewhere"


async def page_of(page):
    await page.open()
    await page.close()


@pytest.mark.parametrize("path", PAGES)
def test_S5_a_rebinding_name_gets_nothing(server, path):
    code, headers, said = got(server.url + path, Host="evil.example:5006", Accept_Language="fr")
    assert code == 421
    assert said.decode() == i18n.text("serve.other_host", "fr", address=f"http://localhost:{server.port}/")
    assert "Set-Cookie" not in headers
    assert got(f"{server.url}/teacher/{key_of(server)}", Host="evil.example:5006")[0] == 421


@pytest.mark.parametrize("path", [*PAGES, "/join", "/teacher/wrong"])
def test_S5_every_page_has_a_policy_and_no_other_site_may_frame_it(address, path):
    _, headers, _ = got(address + path)
    policy = headers["Content-Security-Policy"]
    assert re.search(r"frame-ancestors '(self|none)'", policy)
    assert "default-src 'none'" in policy
    assert ("unsafe-eval" in policy) == (path == "/explore")
    assert ("unsafe-inline" in policy) == (path in PAGES)
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_S5_the_printed_address_makes_the_teacher_in_one_step_and_its_cookie_is_strict(server, browser):
    door = re.search(r"http://localhost:\S+", server.log.read_text())[0]
    _, headers, _ = got(door)
    cookie = next(c for c in headers.get_list("Set-Cookie") if c.startswith(teacher.COOKIE))
    assert "SameSite=Strict" in cookie
    assert "HttpOnly" in cookie
    page = browser.new_context(locale="en").new_page()
    page.goto(door)
    page.locator(".tile").first.wait_for()
    assert key_of(server) not in page.url
    page.goto(f"{server.url}/explore?lang=en")  # known from now on
    page.goto(server.url)
    page.locator(".tile").first.wait_for()
    page.context.close()


def test_S5_pages_work_under_their_policy(server, browser):
    context = browser.new_context(locale="en")
    context.add_cookies([{"name": teacher.COOKIE, "value": key_of(server), "url": server.url}])
    for game in ("countries", "couleurs", "course", "globalissimo", "spywhere"):
        room, token = server.hall.open(game, ["Ana", "Ben", "Cleo"], "en", {})
        room.control(token, "start")
        for path in (f"/{game}?room={room.code}&token={token}", f"/console?room={room.code}", f"/join/{room.code}"):
            shown = Watched(context.new_page(), server.url)
            shown.page.goto(server.url + path)
            shown.page.locator(".brand, #app button").first.wait_for()
            shown.page.wait_for_load_state("networkidle")
            assert shown.errors == []
            assert shown.foreign == []
    context.close()


# S12: the key, and requests that caused a traceback


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GEOCLASS_DATA_DIR", str(tmp_path))
    live.hall.cache_clear()
    yield tmp_path
    live.hall.cache_clear()


@pytest.mark.parametrize(
    "left", [b"---", b"- - - -", b"BALTA-ZEBRO-BALTA-ZEBR\xff", b"\xff\xfe---", b"a-b-c-d", b"\0" * 40]
)
def test_S12_a_key_file_that_holds_no_key_opens_nothing(folder, left):
    (folder / teacher.FILE).write_bytes(left)
    assert teacher.KEY.fullmatch(teacher.key())
    assert not teacher.opens("")
    assert not teacher.opens(left.decode("latin-1"))
    assert (folder / teacher.FILE).stat().st_mode & 0o077 == 0


def test_S12_the_key_is_in_no_page(server):
    key = key_of(server)
    for path in PAGES:
        _, _, page = got(server.url + path, Cookie=f"{teacher.COOKIE}={key}")
        assert key.encode() not in page
        told = json.dumps(payload_of(token_of(page)))
        assert key not in told
        assert teacher.COOKIE not in told


ODD = [
    "/?bokeh-token=x",
    "/?bokeh-session-id=",
    "/?bokeh-token=x&bokeh-session-id=y",
    "/?lang=%ff&room=%00",
    "/countries?room=%ff&token=%ff",
    "/console?room=%00",
    "/explore?figure=%ff&tab=%00&countries=%f0",
    "/%ff",
    "/static/%00",
    "/static/extensions/panel/%00",
    "/static/extensions/panel/../../io/server.py",
    "/static/extensions/geoclass-flags",
    "/static/extensions/geoclass-flags/",
    "/static/extensions/geoclass-flags/..%2f..%2fpyproject.toml",
    "/static/js/",
    "/phone/flags/%00.svg",
    "/teacher/",
    "/teacher/%ff",
    "/teacher/A?lang=%ff",
    "/home/ws",
    "/ws",
    "/phone/socket",
    "/autoload.js",
]


@pytest.mark.parametrize("path", ODD)
def test_S12_odd_requests_are_answered_and_leave_no_traceback(server, path):
    before = len(server.log.read_text())
    for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"):
        code, _, body = got(server.url + path, method, Cookie='a="; geoclass_browser=\xe9; b')
        assert code < 500
        assert b"[project]" not in body
        assert b"import " not in body
    assert got(f"{server.url}/join")[0] == 200
    assert "Traceback" not in server.log.read_text()[before:]


@pytest.mark.parametrize(
    "protocol",
    ["", "bokeh", "bokeh,", "bokeh, x", "bokeh, x, y", "other, x", "bokeh, e30", "bokeh, W10.W10", "bokeh, é"],
)
def test_S12_odd_websockets_are_refused_and_leave_no_traceback(server, protocol):
    before = len(server.log.read_text())
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    code, *_ = got(
        f"{server.url}/ws", Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAAAA==", Sec_WebSocket_Protocol=protocol, **upgrade
    )
    assert code == 403
    assert "Traceback" not in server.log.read_text()[before:]


# R12


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_R12_the_server_stops_without_a_word(tmp_path, browser, sign):
    server = Server(tmp_path).wait()
    page = browser.new_context().new_page()
    page.goto(f"{server.url}/explore?lang=en")
    expect(page.get_by_role("heading", name="Median age", exact=True)).to_be_visible()
    said = server.log.read_text()
    server.process.send_signal(sign)
    assert server.process.wait(30) == 0
    page.context.close()
    assert server.log.read_text() == said
