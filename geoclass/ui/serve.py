"""The classroom server: every screen and the phones in one process, as `geoclass serve` starts it."""

import errno
import io
import logging
import os
import signal
import socket
import sqlite3
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import segno
from bokeh.server.server import Server
from panel.io.server import get_server
from tornado.ioloop import PeriodicCallback
from tornado.iostream import StreamClosedError
from tornado.netutil import bind_sockets
from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError

import geoclass
from geoclass import games, i18n, os_errors
from geoclass.rooms import StoreError
from geoclass.rooms.redis import RedisStore
from geoclass.ui import bokeh_patches, gate, guard, live, metrics, plugin, relay, teacher, turns
from geoclass.ui import processes as several
from geoclass.ui.application import Pages

LOOPBACK = "127.0.0.1"
NOBODY = ("192.0.2.1", 9)  # a documentation address: used to ask for the route, nothing is sent
SLOWEST = "explore"  # the app whose first page is prepared at startup
PURGE = 3600  # seconds between two purges of old rooms
SWITCH = 0.0002  # Python's thread switch interval: a tap needs several switches (default 0.005)

# The app of a game without a file in apps/.
STAGE = "import panel\nfrom geoclass.ui.stage import stage\n\npanel.extension()\nstage({!r}).servable()\n"


class NotServed(Exception):
    """The server cannot start; the message says why."""


def serve(
    port: int = 5006,
    *,
    local: bool = False,
    lang: str | None = None,
    data_dir: Path | None = None,
    store: str | None = None,
    show: bool = False,
    new_key: bool = False,
    processes: int = 1,
    proxies: Sequence[str] = (),
    public_url: str = "",
    teachers: str = "key",
) -> None:
    """Serve until stopped. *proxies*: addresses of trusted proxies; each process then has its own port. *public_url*:
    the public address of this server."""
    _set_environment(lang or i18n.language(), data_dir, store, proxies, teachers)
    apart = bool(proxies)
    if processes > 1 and not apart and not several.shares_port():
        raise NotServed(i18n.text("serve.no_sharing"))
    local = local or (apart and all(ip_address(proxy).is_loopback for proxy in proxies))
    for number in range(processes if apart else 1):
        _check_port(LOOPBACK if local else "", port + number)
    _check_store()
    hosts, places = _hosts(port, local, public_url)
    os.environ["GEOCLASS_ADDRESSES"] = " ".join(places)
    if new_key:
        teacher.forget()
    home = teacher.door() + (f"?lang={lang}" if lang else "")
    print(_public_welcome(places[0]) if public_url else welcome(places, local, home, teacher.address()), flush=True)
    browser = Thread(target=webbrowser.open, args=[f"http://localhost:{port}{home}"], daemon=True)
    ready = browser.start if show else (lambda: None)  # called when the server answers
    address = LOOPBACK if local else None
    if processes > 1:
        several.run(processes, port, address, hosts, apart, ready)
        return
    server = make(port, address, hosts)
    server.io_loop.add_callback(ready)
    run(server)


def _set_environment(
    lang: str, data_dir: Path | None, store: str | None, proxies: Sequence[str], teachers: str
) -> None:
    """Set the variables that all processes of this server read."""
    os.environ["GEOCLASS_LANG"] = lang  # for browsers without a supported language
    if data_dir:
        os.environ["GEOCLASS_DATA_DIR"] = str(data_dir)
    if store or data_dir:
        os.environ["GEOCLASS_STORE"] = store or ""  # a folder given here wins over the environment
    os.environ |= {"GEOCLASS_PROXIES": " ".join(proxies), "GEOCLASS_TEACHERS": teachers}


def _hosts(port: int, local: bool, public_url: str) -> tuple[list[str], list[str]]:
    """The hosts under which browsers know this server, and its addresses, likeliest first."""
    if public_url:
        return [_public_host(public_url)], [public_url.rstrip("/")]
    names = ["localhost", LOOPBACK] if local else [*lan_addresses(), local_name(), "localhost", LOOPBACK]
    hosts = [f"{_in_address(name)}:{port}" for name in names]
    return hosts, [f"http://{host}" for host in hosts]


def make(port: int, address: str | None, hosts: Sequence[str], screens: Sequence[Path] = (), **settings: Any) -> Server:
    """A server of every screen (or these apps) and the phones, known as *hosts*; *settings* of Bokeh and Tornado.

    Stages are served under their game's id, so games of other packages have an address too.
    """
    bokeh_patches.stop_panels_collection()
    gate.believe_proxies(live.proxies())
    metrics.appends.watch(live.hall().store)
    found = screens or apps()
    served: dict[str, Any] = {} if screens else {game: Pages(f"{game}.py", STAGE.format(game)) for game in games.GAMES}
    served |= {app.stem: Pages(app) for app in found}
    if "home" in served:
        served["/"] = served["home"]
    given: dict[str, Any] = {
        "port": port,
        "address": address,
        "websocket_origin": list(hosts),
        "extra_patterns": plugin.ROUTES,
        "location": False,  # no page uses Panel's copy of the address
        "use_index": False,  # the first page is the home screen
        "sign_sessions": True,
        "secret_key": guard.secret(),
        "compress_response": True,  # bokeh.min.js: 1.27 MB → 0.35
        "check_unused_sessions_milliseconds": 3000,  # unconnected pages are dropped after 15 s, not 32
    }
    server = get_server(served, **given | settings)
    server._tornado.add_handlers(r".*", [(r".*%00.*", Missing)])  # a NUL byte in a path raises in the static handlers
    if teacher.anyone_opens():
        server.io_loop.add_callback(PeriodicCallback(_purge, 1000 * PURGE).start)
    if SLOWEST in served:
        turns.pages.start(served[SLOWEST].prepare)
    return server


def work() -> None:
    """The main function of a worker process, started by `processes.Worker`."""
    port, address, door, apart, *hosts = sys.argv[1:]
    relay.open_door(int(door))
    gate.believe_port(int(door))
    server = make(int(door), (address or None) if apart else LOOPBACK, hosts)
    if not apart:
        server._http.add_sockets(bind_sockets(int(port), address or None, reuse_port=True))
    parent = os.getppid()

    def end_with_parent() -> None:
        if os.getppid() != parent:
            server.io_loop.stop()

    server.io_loop.add_callback(PeriodicCallback(end_with_parent, 1000).start)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it and ends its workers
    run(server)


def _purge() -> None:
    """Delete old rooms on a server where anyone may open them; the first process to take the lease does it."""
    try:
        live.hall().purge(teacher.LIFE)
    except StoreError:
        logging.getLogger(__name__).warning("old rooms could not be deleted")


class Missing(RequestHandler):
    """Always answers 404."""

    def prepare(self) -> None:
        raise HTTPError(404)


def run(server: Server) -> None:
    """Serve until Ctrl+C or SIGTERM."""
    gate.log_in_bounds()
    gate.allow_files()
    sys.setswitchinterval(SWITCH)
    logging.getLogger("asyncio").addFilter(_is_worth_telling)
    server.start()
    with suppress(NotImplementedError):  # Windows
        server.io_loop.asyncio_loop.add_signal_handler(signal.SIGTERM, server.io_loop.stop)  # type: ignore[attr-defined]
    server.io_loop.start()
    logging.getLogger("bokeh").setLevel(logging.ERROR)  # sessions ending with the server are expected
    server.stop()


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Filter out errors of writing to pages that have just been closed."""
    return not (record.exc_info and isinstance(record.exc_info[1], WebSocketClosedError | StreamClosedError))


def apps() -> list[Path]:
    """The app files, inside the installed package or beside it in a checkout."""
    here = Path(geoclass.__file__).parent
    folder = here / "apps" if (here / "apps").is_dir() else here.parent / "apps"
    return sorted(folder.glob("*.py"))


def welcome(places: Sequence[str], local: bool, home: str = "/", door: str | None = None) -> str:
    """The terminal's welcome: addresses for the teacher and for phones, with a QR code."""
    join = f"{places[0]}/join"
    code = io.StringIO()
    segno.make(join, micro=False).terminal(out=code, compact=True, border=2)
    if local:
        return i18n.text("serve.local", here=f"{places[0]}{home}")
    lines = [i18n.text("serve.here", here=f"{places[-2]}{home}"), i18n.text("serve.phones", join=join), code.getvalue()]
    others = [f"{place}/join" for place in places[1:-2]]
    if others:
        lines.append(i18n.text("serve.also", others=others))
    if door:
        lines.append(i18n.text("serve.teacher", door=door))
    return "\n".join([*lines, i18n.text("serve.stop")])


def _public_host(url: str) -> str:
    """The host of a public address as browsers send it. Raises `NotServed`."""
    try:
        said = urlsplit(url)
        if said.scheme in ("http", "https") and said.hostname and not said.path.strip("/") and not said.query:
            default = {"http": 80, "https": 443}[said.scheme]
            return said.netloc.lower() if said.port not in (None, default) else said.hostname
    except ValueError:  # not a port
        pass
    raise NotServed(i18n.text("serve.public_url", url=url))


def _public_welcome(url: str) -> str:
    """A welcome without the key, for logs."""
    days, anyone = teacher.LIFE.days, teacher.anyone_opens()
    who = i18n.text("serve.teachers_anyone", n=teacher.OPENS, days=days) if anyone else i18n.text("serve.teachers_key")
    return f"{i18n.text('serve.public', url=url)} {who}"


def lan_addresses() -> list[str]:
    """This computer's addresses in its networks, that of the default route first."""
    found: list[str] = []
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as out, suppress(OSError):  # no network
        out.connect(NOBODY)
        found.append(out.getsockname()[0])
    with suppress(OSError):  # an unknown name has no addresses
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [a for a in dict.fromkeys(found) if not (ip_address(a).is_loopback or ip_address(a).is_unspecified)]


def local_name() -> str:
    """This computer's name in many local networks (mDNS)."""
    return f"{socket.gethostname().split('.')[0].lower()}.local"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _check_port(address: str, port: int) -> None:
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name != "nt")  # as the server itself will set it
        try:
            probe.bind((address, port))
            probe.listen(1)
        except OverflowError:
            raise NotServed(i18n.text("serve.no_port", port=str(port))) from None
        except OSError as problem:
            known = {errno.EADDRINUSE: "taken", errno.EACCES: "forbidden"}
            why = known.get(problem.errno or 0, "failed")
            raise NotServed(i18n.text(f"serve.{why}", port=str(port), why=os_errors.why(problem))) from None


def _check_store() -> None:
    try:
        kept = live.hall().store
        teacher.key()
        for risk in kept.risks() if isinstance(kept, RedisStore) else []:
            print(risk.text(), file=sys.stderr, flush=True)
    except StoreError as problem:
        raise NotServed(problem.text()) from None
    except (OSError, sqlite3.Error) as problem:
        why = os_errors.why(problem) if isinstance(problem, OSError) else str(problem)
        raise NotServed(i18n.text("serve.no_folder", folder=str(live.folder()), why=why)) from None
