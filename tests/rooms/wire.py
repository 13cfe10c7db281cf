"""Plain connections to a server, from any address, as each pupil has one in a network."""

import socket
from contextlib import closing, suppress

WAIT = 60  # seconds, on a slow and busy machine


def log_of(server):
    return server.log.read_text("utf-8", "replace")


def connected_from(source, port):
    """A connection from the given source address."""
    return socket.create_connection(("127.0.0.1", port), WAIT, source_address=(source, 0))


def fetched(server, path, source, headers=""):
    """The answer to a request, headers included."""
    with closing(connected_from(source, server.port)) as line:
        asked = f"GET {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n{headers}\r\n"
        line.sendall(asked.encode())
        found = b""
        while part := line.recv(1 << 16):
            found += part
    return found


def is_ended(line):
    """Whether the server closes the connection."""
    line.settimeout(WAIT)
    with suppress(ConnectionError):
        while line.recv(1 << 16):
            pass
    return True
