"""Ports for the servers that tests start."""

import random
import socket


def free_port() -> int:
    """A free port below the system's ephemeral range, so that no outgoing connection can take it."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
