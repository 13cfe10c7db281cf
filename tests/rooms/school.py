"""A school's server for tests: several processes on Redis or a folder, behind a real nginx with the configuration of
deploy/, over TLS with a test certificate."""

import os
import socket
import ssl
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path

from geoclass.rooms import Hall
from tests.ports import free_port
from tests.rooms.classroom import ROOT, Device, Server
from tests.rooms.redises import Redis, found

NGINX = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log; worker_processes 1;
worker_rlimit_nofile 16384; events {{ worker_connections 8192; }}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
{site} }}
"""
CERTIFICATE = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost"


class Nginx:
    """nginx with deploy/nginx.conf; only names, ports and certificate are replaced."""

    def __init__(self, folder, ports, tls=True):
        self.folder, self.port = folder, free_port()
        made = [*CERTIFICATE.split(), "-addext", "subjectAltName=DNS:localhost"]
        made += ["-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
        subprocess.run(made, check=True, capture_output=True)
        site = (ROOT / "deploy" / "nginx.conf").read_text()
        servers = [line for line in site.splitlines(True) if line.strip().startswith("server 127.0.0.1:")]
        assert [line.split()[1][-5:] for line in servers] == [":5006", ":5007"]
        lines = [servers[0].replace("127.0.0.1:5006", f"127.0.0.1:{port}") for port in ports]
        site = site.replace("".join(servers), "".join(lines))
        for line, instead in {
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            "geoclass.example.org;": "localhost;",
            "/etc/letsencrypt/live/geoclass.example.org/fullchain.pem": str(folder / "cert.pem"),
            "/etc/letsencrypt/live/geoclass.example.org/privkey.pem": str(folder / "key.pem"),
        }.items():
            assert line in site
            site = site.replace(line, instead)
        if not tls:
            site = "\n".join(line for line in site.replace(" ssl http2;", ";").splitlines() if "ssl_" not in line)
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=site))
        command = [found("nginx"), "-p", str(folder), "-e", str(folder / "nginx.log"), "-c", str(folder / "nginx.conf")]
        self.process = subprocess.Popen(command)
        self.trust = ssl.create_default_context(cafile=folder / "cert.pem")

    def kill(self):
        self.process.terminate()
        self.process.wait()


class School(Server):
    """Several processes: light ones, which serve only phones and restart fast, or whole ones, started by `geoclass
    serve`."""

    def __init__(self, folder, store="redis", light=True, processes=2, tls=True):
        self.folder, self.log = folder, folder / "server.log"
        (folder / "redis").mkdir()
        self.redis = Redis(folder / "redis") if store == "redis" else None
        self.ports = _ports(processes)
        self.nginx = Nginx(folder, self.ports, tls)
        self.port, self.light = self.nginx.port, light
        self.url = f"{'https' if tls else 'http'}://localhost:{self.port}"
        self.hall = Hall.on(self.redis.url if self.redis else "", folder, bot_delay=3600)
        self.processes = {}
        self.start()

    @property
    def env(self):
        given = {"GEOCLASS_DATA_DIR": str(self.folder), "GEOCLASS_STORE": self.redis.url if self.redis else ""}
        return os.environ | given

    def start(self):
        if not self.light:
            more = ["--processes", str(len(self.ports)), "--behind-proxy", "--public-url", self.url, "--lang", "en"]
            serve = [sys.executable, "-m", "geoclass", "serve", "--port", str(self.ports[0]), *more]
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(serve, cwd=ROOT, env=self.env, stdout=log, stderr=log)
            return
        for port in self.ports:
            self.start_one(port)

    def start_one(self, port):
        command = [sys.executable, "-m", "tests.rooms.light", str(port), f"localhost:{self.port}"]
        with self.log.open("ab") as log:
            self.processes[port] = subprocess.Popen(command, cwd=ROOT, env=self.env, stdout=log, stderr=log)

    def wait(self, seconds=240):
        """Wait until all processes accept connections."""
        for port in self.ports:
            until(lambda port=port: _accepts(port), seconds)
        return self

    def workers(self):
        """The ids of the processes started by `geoclass serve`."""
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def kill_one(self, port):
        self.processes[port].kill()
        self.processes[port].wait()

    def kill(self):
        for port in self.processes:
            self.kill_one(port)
        if not self.light:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(20)
            self.process.kill()
        self.nginx.kill()
        if self.redis:
            self.redis.kill()


def _ports(n):
    """Consecutive free ports, as used by processes behind a proxy."""
    while True:
        ports = range(first := free_port(), first + n)
        with ExitStack() as probes, suppress(OSError):
            for port in ports[1:]:
                probes.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return ports


class Pupil(Device):
    """A device that connects over TLS."""

    @property
    def address(self):
        return f"wss://localhost:{self.server.port}/phone/socket"

    @property
    def trust(self):
        return self.server.nginx.trust


def _accepts(port):
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def until(true, seconds=60):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)
