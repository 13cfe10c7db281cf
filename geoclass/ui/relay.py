"""Hands a page's websocket over to the process that built the page, if it arrives at another one.

The system or proxy that balances connections knows nothing of pages, and a Bokeh document cannot move. So the page's
token names its process, and the other one relays the bytes.
"""

import asyncio
from secrets import token_hex
from typing import Any

from tornado.iostream import IOStream, StreamClosedError
from tornado.tcpclient import TCPClient

HERE = "127.0.0.1"
PATIENCE = 5.0  # seconds for the other process to accept
CHUNK = 65536  # bytes
FOR, THROUGH = "X-Forwarded-For", "X-Geoclass-Through"

_own: dict[str, Any] = {"process": token_hex(8), "door": 0}


def open_door(port: int) -> None:
    """Accept connections handed over by other processes on this local port."""
    _own["door"] = port


def marked() -> dict[str, Any]:
    """The part of a page's token that names its process."""
    return dict(_own)


def is_elsewhere(payload: dict[str, Any]) -> bool:
    """Whether the page of this token belongs, or belonged, to another process."""
    return bool(payload.get("door") and payload.get("process") != _own["process"])


async def hand_over(handler: Any, port: int) -> bool:
    """Relay a request and the rest of its connection to the process at *port*; False if that fails. A connection
    already relayed once was meant for a process that has died."""
    request = handler.request
    if not port or THROUGH in request.headers:
        return False
    try:
        to = await asyncio.wait_for(TCPClient().connect(HERE, port), PATIENCE)
    except (OSError, StreamClosedError, TimeoutError):
        return False
    lines = [f"{request.method} {request.uri} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in request.headers.get_all() if name != FOR]
    lines += [f"{FOR}: {request.remote_ip}", f"{THROUGH}: 1", "", ""]
    came: IOStream = handler.detach()
    try:
        await to.write("\r\n".join(lines).encode("latin-1", "replace"))
        await asyncio.gather(_pass_on(came, to), _pass_on(to, came))
    except StreamClosedError:
        pass
    finally:
        came.close()
        to.close()
    return True


async def _pass_on(came: IOStream, to: IOStream) -> None:
    """Copy bytes until either end closes."""
    try:
        while True:
            await to.write(await came.read_bytes(CHUNK, partial=True))
    except StreamClosedError:
        came.close()
        to.close()
