"""Runs several server processes on one set of rooms and restarts those that die or hang."""

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from secrets import token_urlsafe
from threading import Event
from urllib.request import urlopen

from geoclass.ui import gate

HERE = "127.0.0.1"
LOOK = 0.5  # seconds between two checks that processes live
ASK = 5.0  # seconds between two health checks, and the timeout of each
HANGS = 3  # failed health checks after which a process is killed
FIRST = 60.0  # seconds for a process to start
QUICK = 5.0  # seconds: a process that lived no longer is restarted with a delay
END = 10.0  # seconds to shut down
WORK = "from geoclass.ui.serve import work; work()"

log = logging.getLogger(__name__)


def shares_port() -> bool:
    """Whether this system balances the connections to one port between processes."""
    return sys.platform == "linux" and hasattr(socket, "SO_REUSEPORT")


class Worker:
    """One process and its health. Its own port is local only, unless *apart*."""

    def __init__(self, port: int, address: str | None, hosts: Sequence[str], apart: bool) -> None:
        self.door = port if apart else _free_port()
        self._given = [str(port), address or "", str(self.door), "apart" if apart else "", *hosts]
        self._silent, self._asked = 0, 0.0
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-c", WORK, *self._given])
        self._started, self._silent = time.monotonic(), 0
        self._asked = self._started

    def look(self, now: float) -> None:
        """Restart the process if it has died; kill it if it hangs."""
        if self._process.poll() is not None:
            if now - self._started > QUICK:
                log.warning("process %d ended (%s) and is started again", self._process.pid, self._process.returncode)
                self.start()
        elif now - self._asked > ASK:
            self._asked = now
            self._silent = 0 if self._answers() else self._silent + 1
            if self._silent >= HANGS and now - self._started > FIRST:
                log.warning("process %d does not answer and is ended", self._process.pid)
                self._process.kill()

    def _answers(self) -> bool:
        try:
            with urlopen(f"http://{HERE}:{self.door}/health", timeout=ASK):
                return True
        except OSError as error:
            return getattr(error, "code", None) == 503  # the process is fine; its store is unreachable

    def end(self) -> None:
        self._process.terminate()

    def wait(self, seconds: float) -> None:
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def run(n: int, port: int, address: str | None, hosts: Sequence[str], apart: bool, ready: Callable[[], None]) -> None:
    """Serve with *n* processes until Ctrl+C or SIGTERM: all on one port, or *apart* on consecutive ports."""
    os.environ.setdefault("BOKEH_SECRET_KEY", token_urlsafe(32))  # so that all accept a page's token
    stopped = Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    gate.log_in_bounds()
    workers = [Worker(port + number * apart, address, hosts, apart) for number in range(n)]
    told = False
    try:
        while not stopped.wait(LOOK):
            for worker in workers:
                worker.look(time.monotonic())
            if not told and _accepts(address or HERE, port):
                told = True
                ready()
    except KeyboardInterrupt:
        pass
    finally:
        for worker in workers:
            worker.end()
        until = time.monotonic() + END
        for worker in workers:
            worker.wait(max(0.1, until - time.monotonic()))


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind((HERE, 0))
        return int(probe.getsockname()[1])


def _accepts(address: str, port: int) -> bool:
    try:
        with socket.create_connection((address, port), 1):
            return True
    except OSError:
        return False
