"""A real Redis for tests, with its own port and folder, that can be killed and restarted."""

import shutil
import signal
import subprocess
import time

import pytest
import redis

from tests.ports import free_port

MISSING = "These tests need redis-server and nginx (`make test` installs them as root): apt install redis-server nginx."


def found(program):
    """The path of the executable; a missing one fails the tests instead of skipping them."""
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    return path or pytest.fail(MISSING)


class Redis:
    def __init__(self, folder, *settings):
        self.folder, self.port, self.settings = folder, free_port(), settings
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self):
        given = ["--port", str(self.port), "--dir", str(self.folder), "--bind", "127.0.0.1", "--save", ""]
        durable = ["--appendonly", "yes", "--appendfsync", "always"]
        command = [found("redis-server"), *given, *durable, *self.settings]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait()

    def wait(self, seconds=60):
        until = time.monotonic() + seconds
        with redis.Redis.from_url(self.url) as client:
            while time.monotonic() < until:
                try:
                    return client.ping()
                except redis.RedisError:
                    time.sleep(0.02)
        raise TimeoutError("redis-server does not answer")

    def set(self, name, value):
        with redis.Redis.from_url(self.url) as client:
            client.config_set(name, value)

    def freeze(self):
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self):
        self.process.send_signal(signal.SIGCONT)

    def kill(self):
        self.process.kill()
        self.process.wait()
