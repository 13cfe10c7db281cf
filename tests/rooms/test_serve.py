"""`geoclass serve` and `geoclass rooms`: their output, the pages served, and errors in a sentence."""

import gzip
import json
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from geoclass import cli, i18n
from geoclass.rooms import Hall
from geoclass.ui import live, serve
from tests.ports import free_port
from tests.rooms.classroom import ROOT, SERVE


def _get(server, path, **headers):
    request = urllib.request.Request(server.url + path, headers=headers)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read(), answer.headers


def _status(server, path, **headers):
    try:
        _get(server, path, **headers)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    return 200


def test_the_home_screen_is_at_the_root(server):
    page, _ = _get(server, "/")
    assert b"geoclass" in page
    assert _status(server, "/home") == 200


@pytest.mark.parametrize("path", ["/join", "/join/", "/join/BALTA"])
def test_the_page_is_packed_checked_again_and_allows_nothing_foreign(server, path):
    packed, headers = _get(server, path, **{"Accept-Encoding": "gzip", "Accept-Language": "fr-CH,en;q=0.5"})
    assert b'<html lang="fr">' in gzip.decompress(packed)
    assert headers["Cache-Control"] == "no-cache"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert _status(server, path, **{"If-None-Match": headers["Etag"], "Accept-Language": "fr"}) == 304
    assert b'<html lang="en">' in _get(server, path, **{"Accept-Language": "de, en;q=0.5"})[0]


def test_files_of_the_page_are_kept_for_ever(server):
    page = _get(server, "/join")[0].decode()
    for path in re.findall(r'(?:href|src)="(/phone/[^"]+)"', page):
        _, headers = _get(server, path)
        assert "immutable" in headers["Cache-Control"]
    base = re.search(r"/phone/[0-9a-f]{12}", page)[0]
    assert json.loads(_get(server, f"{base}/texts/fr.json")[0])["lost"] == i18n.text("stage.word.lost", "fr")
    for name in ("boards/countries.js", "boards/countries.css", "outlines.json"):
        assert "immutable" in _get(server, f"{base}/{name}")[1]["Cache-Control"]
    assert _get(server, "/phone/flags/fr.svg")[1]["Content-Type"].startswith("image/svg+xml")


@pytest.mark.parametrize(
    "path",
    [
        "../pages.py",
        "join.html",
        "..%2fpages.py",
        "texts/xx.json",
        "texts/../app.js",
        "%2e%2e/socket.py",
        "",
        "boards/",
    ],
)
def test_nothing_else_of_the_file_system_is_served(server, path):
    base = re.search(r"/phone/[0-9a-f]{12}", _get(server, "/join")[0].decode())[0]
    assert _status(server, f"{base}/{path}") == 404
    assert _status(server, "/phone/flags/zz.svg") == 404


def test_what_panel_sends_is_packed_and_may_be_kept(server):
    home = _get(server, "/home")[0].decode()
    path = re.search(r'src="(static/js/bokeh\.min\.js\?v=[^"]+)"', home)[1]
    packed, headers = _get(server, f"/{path}", **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert len(packed) < 0.4 * len(gzip.decompress(packed))
    assert "max-age=315360000" in headers["Cache-Control"]
    assert "bokeh-gl" not in home  # pages load nothing that they do not need


def test_a_taken_port_is_one_sentence(server, tmp_path):
    command = [*SERVE, "--port", str(server.port), "--lang", "fr", "--data-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.strip() == i18n.text("serve.taken", "fr", port=str(server.port))


def test_a_missing_permission_is_one_sentence(monkeypatch, tmp_path, capsys):
    def forbidden(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", forbidden)
    assert cli.main(["serve", "--port", "80", "--lang", "en", "--data-dir", str(tmp_path)]) == 2
    assert capsys.readouterr().err.strip() == i18n.text("serve.forbidden", "en", port="80")


def test_a_folder_that_cannot_be_used_and_a_port_that_is_none(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("GEOCLASS_DATA_DIR", "")
    monkeypatch.setenv("GEOCLASS_LANG", "en")
    live.hall.cache_clear()
    (tmp_path / "file").write_text("")
    given = ["--lang", "en", "--data-dir", str(tmp_path / "file")]
    assert cli.main(["serve", "--port", str(free_port()), *given]) == 2
    assert "--data-dir" in capsys.readouterr().err
    assert cli.main(["serve", "--port", "99999", *given]) == 2
    assert capsys.readouterr().err.strip() == i18n.text("serve.no_port", "en", port="99999")


def test_the_terminal_shows_where_to_go_and_the_code_of_it():
    places = ["http://10.0.0.7:5006", "http://atlas.local:5006", "http://localhost:5006", "http://127.0.0.1:5006"]
    with i18n.use("fr"):
        said = serve.welcome(places, local=False)
    for place in ("http://localhost:5006/", "http://10.0.0.7:5006/join", "http://atlas.local:5006/join"):
        assert place in said
    assert "█" in said
    assert serve.local_name().endswith(".local")
    assert all(not address.startswith("127.") for address in serve.lan_addresses())


def test_only_the_plugin_lets_phones_in():
    ask = "print(live.phones_available())"
    code = f"from geoclass.ui import live; {ask}; import geoclass.ui.plugin; {ask}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == ["False", "True"]


def test_where_phones_join(monkeypatch):
    monkeypatch.setenv("GEOCLASS_ADDRESSES", "http://10.0.0.7:5006 http://localhost:5006")
    assert live.join_address("BALTA") == "http://10.0.0.7:5006/join/BALTA"
    monkeypatch.delenv("GEOCLASS_ADDRESSES")
    assert live.join_address("BALTA") is None


# rooms


def test_rooms_are_listed_exported_deleted_and_purged(tmp_path, capsys):
    def rooms(*args):
        code = cli.main(["rooms", "--lang", "en", "--data-dir", str(tmp_path), *args])
        said = capsys.readouterr()
        return code, (said.out + said.err).strip()

    assert rooms("list") == (0, "There are no rooms.")
    room, teacher = Hall.at(tmp_path).open("countries", ["Ana", "Ben"], options={"first": 0})
    room.control(teacher, "start")
    assert room.code in rooms("list")[1]
    assert "Ana and Ben" in rooms("list")[1]
    assert json.loads(rooms("export", room.code.lower())[1]) == room.logs()
    assert rooms("export", room.code, "--to", str(tmp_path / "logs.json"))[0] == 0
    assert json.loads((tmp_path / "logs.json").read_text("utf-8")) == room.logs()
    assert rooms("export", room.code, "--to", str(tmp_path))[0] == 2
    assert rooms("export", "ZZZZZ") == (2, i18n.text("rooms.refused.no_room", "en", code="ZZZZZ"))
    assert rooms("purge", "--older-than", "30d") == (0, "0 rooms deleted.")
    for nonsense in ("soon", "30", "d", "-1d", "9999999d"):
        assert rooms("purge", f"--older-than={nonsense}")[0] == 2
    assert rooms("purge", "--older-than", "0h") == (0, "1 room deleted.")
    other, _ = Hall.at(tmp_path).open("countries", ["Ana", "Ben"])
    assert rooms("delete", other.code) == (0, f"Room {other.code} has been deleted.")
    assert rooms("list") == (0, "There are no rooms.")
