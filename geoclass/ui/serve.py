"""The classroom server: `panel serve` for every app, with the phones, as `geoclass serve` starts it."""

import argparse
import errno
import io
import logging
import os
import socket
import sqlite3
import webbrowser
from collections.abc import Sequence
from contextlib import closing, suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Timer

import segno
from tornado.iostream import StreamClosedError
from tornado.websocket import WebSocketClosedError

import geoclass
from geoclass import i18n, oswords
from geoclass.ui import live, teacher

LOOPBACK = "127.0.0.1"
NOBODY = ("192.0.2.1", 9)  # an address for documentation: the system says how it would go there, and nothing is sent


class NotServed(Exception):
    """Why the server cannot start, in a sentence."""


def serve(
    port: int = 5006,
    *,
    local: bool = False,
    lang: str | None = None,
    data_dir: Path | None = None,
    show: bool = False,
    new_key: bool = False,
) -> None:
    """Serve until stopped."""
    os.environ["GEOCLASS_LANG"] = lang or i18n.language()  # for browsers that name no language of ours
    home = f"/?lang={lang}" if lang else "/"
    if data_dir:
        os.environ["GEOCLASS_DATA_DIR"] = str(data_dir)
    _check_port(LOOPBACK if local else "", port)
    _check_folder()
    hosts = ["localhost", LOOPBACK] if local else [*lan_addresses(), local_name(), "localhost", LOOPBACK]
    places = [f"http://{_in_address(host)}:{port}" for host in hosts]
    os.environ["GEOCLASS_ADDRESSES"] = " ".join(places)
    if new_key:
        teacher.forget()
    print(welcome(places, local, home, teacher.address()), flush=True)
    if show:
        opening = Timer(1.5, webbrowser.open, [f"http://localhost:{port}{home}"])
        opening.daemon = True
        opening.start()
    run_panel([*_where(port, local), *(f"--allow-websocket-origin={_in_address(host)}:{port}" for host in hosts)])


def run_panel(options: Sequence[str]) -> None:
    """`panel serve` in this process, so that apps and phones share one hall."""
    from panel.command.serve import Serve

    screens = apps()
    index = ["--index", "home"] if any(app.stem == "home" for app in screens) else []
    parser = argparse.ArgumentParser()
    command = Serve(parser=parser)
    logging.getLogger("asyncio").addFilter(_is_worth_telling)
    given = [*map(str, screens), *index, "--plugins", "geoclass.ui.plugin", "--log-level", "warning", *options]
    command.invoke(parser.parse_args(given))


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """A page that went while Panel was writing to it is no error for a teacher's terminal."""
    return not (record.exc_info and isinstance(record.exc_info[1], WebSocketClosedError | StreamClosedError))


def apps() -> list[Path]:
    """The apps, inside the installed package or beside it in a checkout."""
    here = Path(geoclass.__file__).parent
    folder = here / "apps" if (here / "apps").is_dir() else here.parent / "apps"
    return sorted(folder.glob("*.py"))


def welcome(places: Sequence[str], local: bool, home: str = "/", door: str | None = None) -> str:
    """What the terminal says: where the teacher goes, where phones go, and the QR code of that."""
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


def lan_addresses() -> list[str]:
    """The addresses of this computer in its networks, the one used for going out first."""
    found: list[str] = []
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as out, suppress(OSError):  # no network at all
        out.connect(NOBODY)
        found.append(out.getsockname()[0])
    with suppress(OSError):  # a name that nobody knows has no addresses
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [a for a in dict.fromkeys(found) if not (ip_address(a).is_loopback or ip_address(a).is_unspecified)]


def local_name() -> str:
    """The name under which many networks know this computer."""
    return f"{socket.gethostname().split('.')[0].lower()}.local"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _where(port: int, local: bool) -> list[str]:
    return ["--port", str(port), *(["--address", LOOPBACK] if local else [])]


def _check_port(address: str, port: int) -> None:
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name != "nt")  # as the server itself will ask
        try:
            probe.bind((address, port))
            probe.listen(1)
        except OverflowError:
            raise NotServed(i18n.text("serve.no_port", port=str(port))) from None
        except OSError as problem:
            known = {errno.EADDRINUSE: "taken", errno.EACCES: "forbidden"}
            why = known.get(problem.errno or 0, "failed")
            raise NotServed(i18n.text(f"serve.{why}", port=str(port), why=oswords.why(problem))) from None


def _check_folder() -> None:
    try:
        live.hall()
    except (OSError, sqlite3.Error) as problem:
        folder = os.environ.get("GEOCLASS_DATA_DIR", "")
        why = oswords.why(problem) if isinstance(problem, OSError) else str(problem)
        raise NotServed(i18n.text("serve.no_folder", folder=folder, why=why)) from None
